//! What comes with a request.

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use super::ApiError;

/// The JSON of a body. Its type has to be said: a form of a page elsewhere cannot.
pub(crate) fn read<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, ApiError> {
    check_type(headers)?;
    serde_json::from_slice(body).map_err(|error| ApiError::Malformed { message: error.to_string() })
}

/// The JSON of a body with a password in it: what is wrong is told without what was found.
pub(crate) fn read_secret<T: DeserializeOwned>(headers: &HeaderMap, body: &[u8]) -> Result<T, ApiError> {
    check_type(headers)?;
    serde_json::from_slice(body).map_err(|error| {
        let message = format!("not the fields that were expected, at line {} column {}", error.line(), error.column());
        ApiError::Malformed { message }
    })
}

fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    if content_type.trim_start().to_ascii_lowercase().starts_with("application/json") {
        return Ok(());
    }
    Err(ApiError::Malformed { message: "content-type: application/json was expected".to_owned() })
}
