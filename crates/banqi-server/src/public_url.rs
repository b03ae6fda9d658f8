//! Where players find the server.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use serde::Deserialize;

/// Where players find the server: `https://banqi.example`, without a path.
///
/// ```
/// use banqi_server::PublicUrl;
/// let url: PublicUrl = "https://banqi.example/".parse()?;
/// assert_eq!(url.as_str(), "https://banqi.example");
/// assert!(url.is_https());
/// assert!("banqi.example".parse::<PublicUrl>().is_err());
/// # Ok::<(), banqi_server::PublicUrlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Scheme and host, as a browser sends them for the origin of a page.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether cookies may be kept to encrypted connections.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, PublicUrlError> {
        let error = || PublicUrlError(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| error())?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https")).ok_or_else(error)?;
        let host = uri.authority().filter(|host| !host.as_str().contains('@')).ok_or_else(error)?;
        // A browser leaves out the port that everybody knows.
        let default = if scheme == "https" { 443 } else { 80 };
        let host = match host.port_u16() {
            Some(port) if port == default => host.host().to_ascii_lowercase(),
            _ => host.as_str().to_ascii_lowercase(),
        };
        if uri.path() == "/" && uri.query().is_none() { Ok(Self(format!("{scheme}://{host}"))) } else { Err(error()) }
    }
}

impl TryFrom<String> for PublicUrl {
    type Error = PublicUrlError;

    fn try_from(text: String) -> Result<Self, PublicUrlError> {
        text.parse()
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is no such address.
///
/// ```
/// use banqi_server::PublicUrl;
/// let error = "https://banqi.example/games".parse::<PublicUrl>().unwrap_err();
/// assert_eq!(error.to_string(), "https://banqi.example/games: like https://banqi.example was expected");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}: like https://banqi.example was expected")]
pub struct PublicUrlError(String);

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("https://Banqi.Example:443/", Some("https://banqi.example"))]
    #[case("http://[::1]:8080", Some("http://[::1]:8080"))]
    #[case("http://localhost:80", Some("http://localhost"))]
    #[case("https://me@banqi.example", None)]
    #[case("ftp://banqi.example", None)]
    #[case("https://banqi.example/?x", None)]
    #[case("https://", None)]
    #[case("", None)]
    fn what_a_browser_would_say(#[case] text: &str, #[case] url: Option<&str>) {
        assert_eq!(text.parse::<PublicUrl>().ok().as_ref().map(PublicUrl::as_str), url);
    }
}
