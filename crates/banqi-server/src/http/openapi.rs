//! The description of the API for tools.

use axum::Json;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;

use super::{error, games, health, me, preview, socket};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Banqi",
        description = "Games of Banqi (Chinese dark chess) between people who share a link. What is said on the socket of a \
            game is in docs/protocol.md. Who you are is in a cookie, which the first POST sets."
    ),
    paths(
        games::create,
        games::join,
        games::show,
        games::record,
        socket::open,
        preview::show,
        me::show,
        me::games,
        me::export,
        me::forget,
        health::alive,
        health::ready,
        health::metrics
    ),
    components(schemas(games::Place, me::Me, me::MyGame, error::ApiError))
)]
struct Api;

pub(crate) async fn show() -> Response {
    Json(Api::openapi()).into_response()
}
