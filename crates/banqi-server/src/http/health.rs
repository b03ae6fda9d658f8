//! Whether the server is well, for machines.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::ApiError;
use super::games::fresh;
use crate::App;

/// What was found out holds for so many milliseconds: finding out costs a write.
const HOLDS: u64 = 10_000;

/// When it was last tried whether something can be kept, and whether it could.
#[derive(Clone, Default)]
pub(crate) struct Tried(Arc<tokio::sync::Mutex<Option<(u64, bool)>>>);

impl Tried {
    async fn can_keep(&self, app: &App) -> bool {
        let world = app.world();
        let mut last = self.0.lock().await;
        let now = world.time.now();
        match *last {
            // Somebody who sets the clock back has it tried again.
            Some((at, could)) if now.checked_sub(at).is_some_and(|passed| passed < HOLDS) => could,
            _ => {
                let kept = world.store.alive(now).await;
                if let Err(error) = &kept {
                    tracing::error!(%error, "nothing can be kept");
                }
                *last = Some((now, kept.is_ok()));
                kept.is_ok()
            }
        }
    }
}

/// The process answers
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, body = String)))]
pub(crate) async fn alive() -> Response {
    (fresh(), "alive\n").into_response()
}

/// Games can be made and played
#[utoipa::path(get, path = "/readyz", tag = "health", responses((status = 200, body = String), (status = 503)))]
pub(crate) async fn ready(State(app): State<App>, Extension(tried): Extension<Tried>) -> Result<Response, ApiError> {
    if *app.stopping().borrow() {
        return Err(ApiError::Unavailable);
    }
    app.world().store.ready().await?;
    if !tried.can_keep(&app).await {
        return Err(ApiError::Unavailable);
    }
    Ok((fresh(), "ready\n").into_response())
}

/// What is counted and measured, for Prometheus
#[utoipa::path(get, path = "/metrics", tag = "health", responses((status = 200, body = String)))]
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let metrics = &app.world().metrics;
    metrics.passwords.absolute(app.passwords().done());
    metrics.sockets.set(f64::from(app.usage().open_sockets()));
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], fresh(), metrics.render()).into_response()
}
