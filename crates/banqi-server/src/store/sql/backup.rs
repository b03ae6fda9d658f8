//! A copy of the file, while a server uses it.

use std::path::Path;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection as _};

use super::url;
use crate::store::StoreError;

/// Copies a file of SQLite that a server may be using: all that was kept at one moment, without what has been deleted.
///
/// # Errors
///
/// When there is no such file, or the copy cannot be written; also when there is something at its place already.
pub async fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    sqlx::any::install_default_drivers();
    let failed = |error: std::io::Error| StoreError::from(sqlx::Error::Io(error));
    let url = url::of_file(from, "rw").map_err(failed)?;
    let to = to.to_str().ok_or_else(|| failed(std::io::Error::other("the path is no text in UTF-8")))?;
    let mut connection = AnyConnection::connect_with(&url.parse::<AnyConnectOptions>()?).await?;
    sqlx::query("PRAGMA busy_timeout = 10000").execute(&mut connection).await?;
    sqlx::query("VACUUM INTO $1").bind(to).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}
