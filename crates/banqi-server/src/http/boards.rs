//! Leaderboards.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use banqi_wire::{Board, BoardPage, Window};
use serde::Deserialize;

use super::ApiError;
use super::asker::{Address, Asker};
use super::games::fresh;
use super::query::Asked;
use crate::App;
use crate::store::{Lines, span};

/// So many lines are on a page.
const SIZE: u32 = 50;

/// Which part of a board is asked for.
#[derive(Deserialize)]
pub(crate) struct Part {
    #[serde(default)]
    window: Option<String>,
    #[serde(default)]
    page: u32,
}

/// A leaderboard
#[utoipa::path(
    get, path = "/api/boards/{board}", tag = "players",
    params(
        ("board" = String, Path, description = "`points`, `blitz`, `rapid`, `days` or `stake`"),
        ("window" = Option<String>, Query, description = "`day`, `week` or `all` (the default)"),
        ("page" = Option<u32>, Query, description = "from 0"),
    ),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn show(
    State(app): State<App>,
    Address(address): Address,
    asker: Asker,
    Path(board): Path<String>,
    Asked(Part { window, page }): Asked<Part>,
) -> Result<Response, ApiError> {
    let board: Board = board.parse().map_err(|()| ApiError::NotFound)?;
    let window = match window.as_deref() {
        None => Window::All,
        Some(window) => window.parse().map_err(|()| malformed("window: day, week or all"))?,
    };
    let world = app.world();
    let now = world.time.now();
    if !app.usage().read(app.limits(), address, now) {
        return Err(ApiError::TooMany);
    }
    let span = span(window, now);
    let left_out = u64::from(page) * u64::from(SIZE);
    let Lines { lines, players } = world.store.lines(board, span.clone(), left_out, SIZE).await?;
    let own = match asker.account() {
        Some(account) => world.store.standing(account.user, board, span).await?,
        None => None,
    };
    Ok((fresh(), Json(BoardPage { lines, players, page, size: SIZE, own })).into_response())
}

fn malformed(message: &str) -> ApiError {
    ApiError::Malformed { message: message.to_owned() }
}
