//! The description of the API for tools.

use axum::Json;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;

use super::{account, archive, boards, error, games, health, lobby, me, preview, sessions, socket, users};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Banqi",
        description = "Games of Banqi (Chinese dark chess) between people who share a link. What is said on the socket of a \
            game is in docs/protocol.md. Who you are is in a cookie, which the first POST sets; accounts are in \
            docs/accounts.md."
    ),
    paths(
        games::create,
        games::join,
        games::show,
        games::record,
        games::score,
        archive::search,
        lobby::show,
        lobby::pair,
        boards::show,
        users::show,
        users::games,
        users::rating,
        users::against,
        socket::open,
        preview::show,
        account::create,
        account::change_password,
        account::recover,
        account::change_code,
        account::delete,
        sessions::create,
        sessions::delete,
        sessions::list,
        sessions::end_one,
        sessions::end_others,
        me::show,
        me::games,
        me::export,
        me::delete,
        health::alive,
        health::ready,
        health::metrics
    ),
    components(schemas(games::Place, me::MyGame, error::ApiError))
)]
struct Api;

pub(crate) async fn show() -> Response {
    Json(Api::openapi()).into_response()
}
