//! What is answered when something is not done.

use axum::Json;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::rooms::{JoinError, RoomError};
use crate::store::StoreError;
use crate::{BadPassword, NameError, TooManyPasswords};

/// What is answered when something is not done: the status, and this as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "error", rename_all = "snake_case")]
pub(crate) enum ApiError {
    /// The request is not one of those that are documented.
    Malformed { message: String },
    /// The body is longer than anything that is asked for, or breaks off.
    TooLarge,
    /// Nobody can have this name: `why` is `length`, `character`, `joint`, `stroke` or `reserved`.
    BadName { why: &'static str, message: String },
    /// Nobody should have this password: `why` is `length`, `common` or `name`.
    BadPassword { why: &'static str, message: String },
    /// No account has this name and this password, or this recovery code.
    WrongCredentials,
    /// It is for those who are signed in.
    SignedOut,
    /// It is for those who are not signed in.
    SignedIn,
    /// Who has an account has to say its password: `POST /api/account/deletion`.
    PasswordNeeded,
    /// Somebody else has this name.
    NameTaken,
    /// The page comes from another server.
    ForeignOrigin,
    /// There is no such game, or nothing at this address.
    NotFound,
    /// Somebody else has the seat.
    Taken,
    /// The game is over.
    Over,
    /// It counts for something, which it does not for guests: sign in.
    AccountNeeded,
    /// Your rating is not one that is asked for.
    OutOfRange,
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
            Self::Malformed { .. } | Self::BadName { .. } | Self::BadPassword { .. } => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::WrongCredentials | Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin | Self::PasswordNeeded | Self::AccountNeeded | Self::OutOfRange => {
                StatusCode::FORBIDDEN
            }
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Taken | Self::Over | Self::SignedIn | Self::NameTaken => StatusCode::CONFLICT,
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

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        Self::BadName { why: error.word(), message: error.to_string() }
    }
}

impl From<BadPassword> for ApiError {
    fn from(error: BadPassword) -> Self {
        Self::BadPassword { why: error.word(), message: error.to_string() }
    }
}

impl From<TooManyPasswords> for ApiError {
    fn from(error: TooManyPasswords) -> Self {
        tracing::warn!(%error, "somebody is told to come later");
        Self::Unavailable
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
            JoinError::AccountNeeded => Self::AccountNeeded,
            JoinError::OutOfRange => Self::OutOfRange,
            JoinError::Unavailable => Self::Unavailable,
        }
    }
}
