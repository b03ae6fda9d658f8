//! What comes with a request.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use super::ApiError;
use super::asker::check_origin;
use crate::App;

/// The JSON of a body, which no page of another server can send: whoever reads one has had the origin checked.
pub(crate) struct Sent<T>(pub(crate) T);

/// The same with a password in it: what is wrong is told without what was found.
pub(crate) struct SentSecret<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Sent<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let body = bytes(request, app).await?;
        let read = serde_json::from_slice(&body);
        read.map(Self).map_err(|error| ApiError::Malformed { message: error.to_string() })
    }
}

impl<T: DeserializeOwned> FromRequest<App> for SentSecret<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let body = bytes(request, app).await?;
        serde_json::from_slice(&body).map(Self).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let message = format!("not the fields that were expected, at line {line} column {column}");
            ApiError::Malformed { message }
        })
    }
}

async fn bytes(request: Request, app: &App) -> Result<Bytes, ApiError> {
    check_origin(app, request.headers())?;
    check_type(request.headers())?;
    // It breaks off, or is longer than anything that is asked for.
    Bytes::from_request(request, app).await.map_err(|_| ApiError::TooLarge)
}

/// The type has to be said: a form of a page elsewhere cannot.
fn check_type(headers: &HeaderMap) -> Result<(), ApiError> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    if content_type.trim_start().to_ascii_lowercase().starts_with("application/json") {
        return Ok(());
    }
    Err(ApiError::Malformed { message: "content-type: application/json was expected".to_owned() })
}
