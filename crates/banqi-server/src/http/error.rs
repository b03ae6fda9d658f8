//! What is answered when something is not done.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rooms::{JoinError, RoomError};
use crate::store::StoreError;

/// What is answered when something is not done: the status, and this as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "error", rename_all = "snake_case")]
pub(crate) enum ApiError {
    /// The request is not one of those that are documented.
    Malformed { message: String },
    /// The page comes from another server.
    ForeignOrigin,
    /// There is no such game, or nothing at this address.
    NotFound,
    /// Somebody else has the seat.
    Taken,
    /// The game is over.
    Over,
    /// Too much of this; a little later it goes on.
    TooMany,
    /// So many games are under way that another one has to wait.
    TooManyOpen { limit: u32 },
    /// It cannot be done now.
    Unavailable,
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed { .. } => StatusCode::BAD_REQUEST,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Taken | Self::Over => StatusCode::CONFLICT,
            Self::TooMany | Self::TooManyOpen { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self)).into_response();
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> Self {
        match error {
            RoomError::NotFound => Self::NotFound,
            RoomError::Stopping => Self::Unavailable,
            error => {
                tracing::error!(%error, "a game does not answer");
                Self::Unavailable
            }
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store does not answer");
        Self::Unavailable
    }
}

impl From<JoinError> for ApiError {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::Taken => Self::Taken,
            JoinError::Over => Self::Over,
            JoinError::Unavailable => Self::Unavailable,
        }
    }
}
