//! What somebody has here.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use banqi_room::Room;
use banqi_wire::{Account, Board, Clock, GameId, Guest, Me, Player, Scoring, Side, Speed, Window};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use super::archive::line;
use super::asker::{Address, Asker, check_origin};
use super::games::{export as export_game, fresh, path};
use super::sessions::sessions_of;
use crate::rooms::{Message, fold};
use crate::store::{GameOfUser, GameRow, KeptRating, span};
use crate::{App, UserId};

/// So many games are listed; no more can go on.
const MOST_GAMES: u32 = 200;
/// So many games of a list are read at once.
const AT_ONCE: usize = 4;
/// So many changes of each rating are exported.
const CHANGES: u32 = 100_000;

/// A game of yours.
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
    rules: String,
    #[schema(value_type = Object)]
    clock: Clock,
    #[schema(value_type = Object)]
    scoring: Scoring,
    #[schema(value_type = Object)]
    opponent: Side,
    /// Whose turn it is: `you`, `other`, or null before the first, at the end, and while nothing is to be done.
    to_move: Option<&'static str>,
    /// When the time of who is to move is over, where a turn has days for it, in milliseconds since 1970.
    deadline: Option<u64>,
}

impl MyGame {
    async fn of(app: &App, user: UserId, row: GameRow) -> Result<Self, ApiError> {
        let kept = if row.end.is_none() { app.world().store.load(row.game).await? } else { None };
        // One that cannot be read is listed all the same.
        let room = kept.and_then(|kept| fold(&kept.events).ok());
        let role = if row.players[0].user == Some(user) { Player::Creator } else { Player::Friend };
        let line = line(row);
        let mover = room.as_ref().and_then(Room::to_act);
        let now = app.world().time.now();
        let left = room.as_ref().zip(mover).and_then(|(room, mover)| room.time_left(mover, now));
        Ok(Self {
            id: line.id,
            path: path(line.id),
            role,
            created: line.created,
            over: line.end.is_some(),
            rules: line.rules,
            clock: line.clock,
            scoring: line.scoring,
            opponent: if role == Player::Creator { line.friend } else { line.creator },
            to_move: mover.map(|mover| if mover == role { "you" } else { "other" }),
            deadline: left.filter(|_| matches!(line.clock, Clock::Days { .. })).map(|left| now + left),
        })
    }
}

/// Who you are
///
/// `guest` and `account` are null for somebody who is none.
#[utoipa::path(
    get, path = "/api/me", tag = "me",
    responses((status = 200, body = Object, example = json!({"guest": null, "account": {"name": "Anna",
        "since": 1_700_000_000_000_u64, "points": 130, "balance": -20,
        "ratings": [{"speed": "blitz", "rating": 1512, "deviation": 201, "provisional": true, "games": 3}]}}))),
)]
pub(crate) async fn show(State(app): State<App>, mut asker: Asker) -> Result<Response, ApiError> {
    let me = me(&app, &asker).await?;
    asker.stay(&app);
    Ok((fresh(), asker.cookies(), Json(me)).into_response())
}

/// Your games, the latest first
#[utoipa::path(get, path = "/api/me/games", tag = "me", responses((status = 200, body = Vec<MyGame>)))]
pub(crate) async fn games(State(app): State<App>, asker: Asker) -> Result<Response, ApiError> {
    let Some(user) = asker.user() else { return Ok((fresh(), Json(Vec::<MyGame>::new())).into_response()) };
    let rows = stream::iter(app.world().store.rows_of(user, MOST_GAMES).await?);
    // Each that goes on is read by itself.
    let games = rows.map(|row| MyGame::of(&app, user, row)).buffered(AT_ONCE);
    Ok((fresh(), Json(games.try_collect::<Vec<_>>().await?)).into_response())
}

/// Everything that is kept about you
///
/// But for what signs in.
#[utoipa::path(get, path = "/api/me/export", tag = "me", responses((status = 200, body = Object)))]
pub(crate) async fn export(
    State(app): State<App>,
    Address(address): Address,
    asker: Asker,
) -> Result<Response, ApiError> {
    let world = app.world();
    if !app.usage().game(app.limits(), address, asker.user(), world.time.now()) {
        return Err(ApiError::TooMany);
    }
    let mut ratings = BTreeMap::new();
    let mut sessions = Vec::new();
    if let Some(account) = asker.account() {
        sessions = sessions_of(&app, account).await?;
        for speed in Speed::ALL {
            ratings.insert(speed.name(), world.store.rating_history(account.user, speed, CHANGES).await?);
        }
    }
    let head = serde_json::json!({ "me": me(&app, &asker).await?, "sessions": sessions, "ratings": ratings });
    let mut text = head.to_string();
    // The games are written already; the list is the last field.
    text.truncate(text.len() - "}".len());
    text.push_str(r#","games":["#);
    let mut separator = "";
    for game in games_of(&app, asker.user()).await? {
        let Some(kept) = world.store.load(game.game).await? else { continue };
        let gains = world.store.gains(game.game).await?;
        let gain = gains.into_iter().find(|(player, _)| *player == game.player).map(|(_, gain)| gain);
        let gain = serde_json::json!(gain);
        let (role, game) = (game.player, export_game(game.game, &kept));
        // Writing into a string does not fail.
        let _ = write!(text, r#"{separator}{{"role":"{role}","gain":{gain},"game":{game}}}"#);
        separator = ",";
    }
    text.push_str("]}");
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((json, fresh(), text).into_response())
}

/// Be forgotten
///
/// For guests: games under way are given up; your games stay, without you. Who has an account says its password:
/// `POST /api/account/deletion`.
#[utoipa::path(
    delete, path = "/api/me", tag = "me",
    responses((status = 204), (status = 403, body = ApiError, description = "`password_needed`")),
)]
pub(crate) async fn delete(State(app): State<App>, mut asker: Asker, headers: HeaderMap) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    if asker.account().is_some() {
        return Err(ApiError::PasswordNeeded);
    }
    if let Some((guest, _)) = asker.guest() {
        forget(&app, guest).await?;
        tracing::info!("a guest is forgotten");
    }
    asker.go_out();
    Ok((StatusCode::NO_CONTENT, asker.cookies(), fresh()).into_response())
}

/// Who asks, as that is told.
pub(crate) async fn me(app: &App, asker: &Asker) -> Result<Me, ApiError> {
    let guest = asker.guest().map(|(_, since)| Guest { since });
    let store = &app.world().store;
    let kept = match asker.account() {
        Some(account) => store.account(account.user).await?,
        None => None,
    };
    let Some(kept) = kept else { return Ok(Me { guest, account: None }) };
    let total = async |board| {
        let line = store.standing(kept.user, board, span(Window::All, 0)).await?;
        Ok::<_, ApiError>(line.map_or(0, |line| line.amount))
    };
    let account = Account {
        points: total(Board::Points).await?,
        balance: total(Board::Stake).await?,
        ratings: store.ratings_of(kept.user).await?.iter().map(KeptRating::shown).collect(),
        name: kept.name,
        since: kept.since,
    };
    Ok(Me { guest, account: Some(account) })
}

/// Forgets a guest or an account: games under way are given up, sockets closed.
pub(crate) async fn forget(app: &App, user: UserId) -> Result<(), ApiError> {
    let games = games_of(app, Some(user)).await?;
    for game in &games {
        if !game.is_over || app.rooms().is_live(game.game) {
            leave(app, game.game, user).await?;
        }
    }
    app.world().store.forget(user).await?;
    app.badges().take(|badge| badge.user == user);
    // One that has come into memory meanwhile may have found the user still there.
    for game in &games {
        if app.rooms().is_live(game.game) {
            leave(app, game.game, user).await?;
        }
    }
    Ok(())
}

async fn leave(app: &App, game: GameId, guest: UserId) -> Result<(), ApiError> {
    Ok(app.rooms().tell(game, |answer| Message::Leave { guest, answer }).await?)
}

async fn games_of(app: &App, user: Option<UserId>) -> Result<Vec<GameOfUser>, ApiError> {
    match user {
        Some(user) => Ok(app.world().store.games_of(user).await?),
        None => Ok(Vec::new()),
    }
}
