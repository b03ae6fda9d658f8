//! Whether the server is well, for machines.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::ApiError;
use super::games::fresh;
use crate::App;

/// The process answers
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, body = String)))]
pub(crate) async fn alive() -> Response {
    (fresh(), "alive\n").into_response()
}

/// Games can be made and played
#[utoipa::path(get, path = "/readyz", tag = "health", responses((status = 200, body = String), (status = 503)))]
pub(crate) async fn ready(State(app): State<App>) -> Result<Response, ApiError> {
    if *app.stopping().borrow() {
        return Err(ApiError::Unavailable);
    }
    app.world().store.ready().await?;
    Ok((fresh(), "ready\n").into_response())
}

/// What is counted and measured, for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let metrics = &app.world().metrics;
    metrics.sockets.set(f64::from(app.usage().open_sockets()));
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], fresh(), metrics.render()).into_response()
}
