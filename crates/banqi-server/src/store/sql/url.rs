//! Where the database is.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::Deserialize;

/// The address of a PostgreSQL database. It may hold a password, so nothing shows it.
///
/// ```
/// use banqi_server::StoreUrl;
/// let url: StoreUrl = "postgres://banqi:secret@localhost/banqi".parse()?;
/// assert_eq!(format!("{url:?} {url}"), "StoreUrl(..) postgres://..");
/// assert!("mysql://localhost/banqi".parse::<StoreUrl>().is_err());
/// # Ok::<(), banqi_server::StoreUrlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct StoreUrl(String);

impl StoreUrl {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for StoreUrl {
    type Err = StoreUrlError;

    fn from_str(text: &str) -> Result<Self, StoreUrlError> {
        let is_postgres = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        if is_postgres { Ok(Self(text.to_owned())) } else { Err(StoreUrlError) }
    }
}

impl TryFrom<String> for StoreUrl {
    type Error = StoreUrlError;

    fn try_from(text: String) -> Result<Self, StoreUrlError> {
        text.parse()
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoreUrl(..)")
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://..")
    }
}

/// A text that is no address of a database. It does not repeat the text, in which a password could be.
///
/// ```
/// let error = "x".parse::<banqi_server::StoreUrl>().unwrap_err();
/// assert_eq!(error.to_string(), "a store is postgres://USER@HOST/DATABASE; without one it is a file in the folder for data");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a store is postgres://USER@HOST/DATABASE; without one it is a file in the folder for data")]
pub struct StoreUrlError;

/// A file as the address of a SQLite database. Whatever could mean something else in an address is written by its number.
pub(super) fn of_file(path: &Path, mode: &str) -> std::io::Result<String> {
    use std::fmt::Write as _;
    let path = std::path::absolute(path)?;
    let path = path.to_str().ok_or_else(|| std::io::Error::other("the path is no text in UTF-8"))?;
    let mut url = "sqlite://".to_owned();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'.' | b'_') {
            url.push(char::from(byte));
        } else {
            // Writing into a string does not fail.
            let _ = write!(url, "%{byte:02X}");
        }
    }
    let _ = write!(url, "?mode={mode}");
    Ok(url)
}
