//! The picture of a game.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::ApiError;
use super::asker::Address;
use super::games::{game_id, look};
use crate::App;
use crate::rooms::fold;

/// The board as it is now, 1200 by 630 pixels
#[utoipa::path(
    get, path = "/g/{id}/preview.png", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = [u8], content_type = "image/png"), (status = 404, body = ApiError)),
)]
pub(crate) async fn show(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let kept = look(&app, address, game).await?;
    let number = kept.events.last().map_or(0, |event| event.number);
    let tag = format!("\"{game}-{number}\"");
    let same = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let known = [
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=10")),
        (ETAG, HeaderValue::try_from(tag).map_err(|_| ApiError::Unavailable)?),
    ];
    if same {
        return Ok((StatusCode::NOT_MODIFIED, known).into_response());
    }
    let position = *fold(&kept.events)?.game().position();
    let picture = app.previews().get(game, number, position).await.ok_or(ApiError::Unavailable)?;
    Ok(([(CONTENT_TYPE, "image/png")], known, picture).into_response())
}
