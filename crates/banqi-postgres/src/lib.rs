//! A PostgreSQL of one's own, for tests and measurements: in a folder that goes away with it, on a socket in that folder.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use banqi_postgres::{Keeping, Postgres};
//! let folder = tempfile::tempdir()?;
//! if let Some(mut postgres) = Postgres::start(folder, Keeping::Nothing).await? {
//!     println!("{}", postgres.database().await?);
//! }
//! # Ok(())
//! # }
//! ```

#![deny(missing_docs)]

#[cfg(unix)]
mod postgres;

#[cfg(unix)]
pub use postgres::{Keeping, Postgres};
