//! What a guest has here.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::SignedCookieJar;
use banqi_wire::{GameId, Player};
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use super::asker::{Address, check_origin, guest, without_guest};
use super::games::{export as export_game, fresh, path};
use crate::rooms::{Message, RoomError};
use crate::store::GameOfUser;
use crate::{App, UserId};

/// Who asks.
#[derive(Serialize, ToSchema)]
pub(crate) struct Me {
    /// The guest; null for somebody who has made and joined no game yet.
    guest: Option<Guest>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Guest {
    /// Since when, in milliseconds since 1970.
    since: u64,
}

/// A game of the guest's.
#[derive(Serialize, ToSchema)]
pub(crate) struct MyGame {
    #[schema(value_type = String)]
    id: GameId,
    path: String,
    #[schema(value_type = String, example = "friend")]
    role: Player,
    /// When it was made, in milliseconds since 1970.
    created: u64,
    over: bool,
}

impl From<GameOfUser> for MyGame {
    fn from(GameOfUser { game, player, created, is_over }: GameOfUser) -> Self {
        Self { id: game, path: path(game), role: player, created, over: is_over }
    }
}

/// Who you are
#[utoipa::path(get, path = "/api/me", tag = "me", responses((status = 200, body = Me)))]
pub(crate) async fn show(State(app): State<App>, jar: SignedCookieJar) -> Result<Response, ApiError> {
    let world = app.world();
    let since = match guest(&jar) {
        Some(guest) => world.store.greet(guest, world.time.now()).await?,
        None => None,
    };
    Ok((fresh(), Json(Me { guest: since.map(|since| Guest { since }) })).into_response())
}

/// Your games, the latest first
#[utoipa::path(get, path = "/api/me/games", tag = "me", responses((status = 200, body = Vec<MyGame>)))]
pub(crate) async fn games(State(app): State<App>, jar: SignedCookieJar) -> Result<Response, ApiError> {
    let games = games_of(&app, &jar).await?;
    Ok((fresh(), Json(games.into_iter().map(MyGame::from).collect::<Vec<_>>())).into_response())
}

/// Everything that is kept about you
#[utoipa::path(get, path = "/api/me/export", tag = "me", responses((status = 200, body = Object)))]
pub(crate) async fn export(
    State(app): State<App>,
    Address(address): Address,
    jar: SignedCookieJar,
) -> Result<Response, ApiError> {
    let world = app.world();
    let now = world.time.now();
    if !app.usage().game(app.limits(), address, guest(&jar), now) {
        return Err(ApiError::TooMany);
    }
    let since = match guest(&jar) {
        Some(guest) => world.store.greet(guest, now).await?,
        None => None,
    };
    let mut text = format!(r#"{{"since":{},"games":["#, since.map_or("null".to_owned(), |since| since.to_string()));
    let mut separator = "";
    for game in games_of(&app, &jar).await? {
        let Some(kept) = world.store.load(game.game).await? else { continue };
        let (role, game) = (game.player, export_game(game.game, &kept));
        // Writing into a string does not fail.
        let _ = write!(text, r#"{separator}{{"role":"{role}","game":{game}}}"#);
        separator = ",";
    }
    text.push_str("]}");
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((json, fresh(), text).into_response())
}

/// Be forgotten
///
/// Games under way are given up; your games stay, without you.
#[utoipa::path(delete, path = "/api/me", tag = "me", responses((status = 204)))]
pub(crate) async fn forget(
    State(app): State<App>,
    jar: SignedCookieJar,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    if let Some(guest) = guest(&jar) {
        let games = games_of(&app, &jar).await?;
        for game in &games {
            if !game.is_over || app.rooms().is_live(game.game) {
                leave(&app, game.game, guest).await?;
            }
        }
        app.world().store.forget(guest).await?;
        // One that has come into memory meanwhile may have found the guest still there.
        for game in &games {
            if app.rooms().is_live(game.game) {
                leave(&app, game.game, guest).await?;
            }
        }
        tracing::info!("a guest is forgotten");
    }
    Ok((StatusCode::NO_CONTENT, fresh(), without_guest(jar)).into_response())
}

async fn leave(app: &App, game: GameId, guest: UserId) -> Result<(), ApiError> {
    match app.rooms().ask(game, |answer| Message::Leave { guest, answer }).await {
        // What cannot be read cannot be given up either.
        Ok(()) | Err(RoomError::Damaged(_) | RoomError::NotFound) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn games_of(app: &App, jar: &SignedCookieJar) -> Result<Vec<GameOfUser>, ApiError> {
    match guest(jar) {
        Some(guest) => Ok(app.world().store.games_of(guest).await?),
        None => Ok(Vec::new()),
    }
}
