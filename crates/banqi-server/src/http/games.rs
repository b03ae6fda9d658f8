//! Games: making one, joining it, reading it.

use std::net::IpAddr;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use banqi_wire::{GameId, NewGame, Player, Score};
use serde::Serialize;
use utoipa::ToSchema;

use super::ApiError;
use super::asker::{Address, Asker, check_origin};
use super::body::Sent;
use crate::rooms::log::Log;
use crate::rooms::{Joining, Message, RoomError, fold};
use crate::store::{Kept, KeptRating, whole};
use crate::{App, UserId};

/// Where a game is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Place {
    /// Its name.
    #[schema(value_type = String, example = "0123456789abcdef")]
    id: GameId,
    /// Where it is played and watched.
    #[schema(example = "/g/0123456789abcdef")]
    path: String,
    /// What you are in it.
    #[schema(value_type = String, example = "creator")]
    role: Player,
}

impl Place {
    pub(crate) fn of(id: GameId, role: Player) -> Self {
        Self { id, path: path(id), role }
    }
}

pub(crate) fn path(id: GameId) -> String {
    format!("/g/{id}")
}

/// An address that names no game is nothing's.
pub(crate) fn game_id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::NotFound)
}

/// Make a game
#[utoipa::path(
    post, path = "/api/games", tag = "games",
    request_body(content = Object, description = "`rules`: a rule set as text. `clock`: `{\"kind\":\"none\"}` (the default), \
        `{\"kind\":\"fischer\",\"initial\":300,\"increment\":5}` in seconds, or `{\"kind\":\"days\",\"days\":3}`. `first`: \
        `tiles` (the default), `random`, `creator`, `friend` or `loser`. `scoring`: what it counts for, \
        `{\"kind\":\"casual\"}` (the default), `{\"kind\":\"rated\"}` with a clock, `{\"kind\":\"stake\",\"base\":10}` \
        with a base of 1 to 1000, or `{\"kind\":\"ranked\",\"level\":\"easy\"}` against the computer, which is `easy`, \
        `normal`, `expert` or `master`: by a preset's rules without changes, without a clock, and for nobody else to join. \
        `open`: whether it is in the lobby. `range`: the ratings of those who may join, `[1200,1600]` within 0 to 4000.",
        example = json!({"rules": "taiwan-tournament", "clock": {"kind": "fischer", "initial": 300, "increment": 5}})),
    responses(
        (status = 201, body = Place),
        (status = 400, body = ApiError, description = "not such a request"),
        (status = 429, body = ApiError, description = "too many games"),
    ),
)]
pub(crate) async fn create(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    Sent(new): Sent<NewGame>,
) -> Result<Response, ApiError> {
    new.check().map_err(|error| ApiError::Malformed { message: error.to_string() })?;
    if !new.scoring.is_casual() {
        asker.account().ok_or(ApiError::AccountNeeded)?;
    }
    check_pace(&app, address, &asker)?;
    let user = player(&app, &mut asker).await?;
    let id = app.rooms().create(user, &new).await?;
    let location = [(LOCATION, path(id))];
    Ok((StatusCode::CREATED, location, fresh(), asker.cookies(), Json(Place::of(id, Player::Creator))).into_response())
}

/// Take the free seat
///
/// Who has a seat already keeps it.
#[utoipa::path(
    post, path = "/api/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses(
        (status = 200, body = Place),
        (status = 404, body = ApiError),
        (status = 409, body = ApiError, description = "`taken` or `over`"),
        (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn join(
    State(app): State<App>,
    Address(address): Address,
    Path(id): Path<String>,
    mut asker: Asker,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    let game = game_id(&id)?;
    check_pace(&app, address, &asker)?;
    // Nobody becomes a guest for a game that is not there.
    app.rooms().inbox(game).await?;
    let user = player(&app, &mut asker).await?;
    let joining = joining(&app, &asker).await?;
    let player = app.rooms().ask(game, |answer| Message::Join { user, joining: joining.clone(), answer }).await??;
    Ok((fresh(), asker.cookies(), Json(Place::of(game, player))).into_response())
}

/// What has happened in a game so far
///
/// That is what everybody is told, players and spectators alike: `{"id":"..","events":[{"number":1,"at":..,"event":{..}}]}`.
#[utoipa::path(
    get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn show(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let kept = look(&app, address, game).await?;
    let json = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((json, fresh(), export(game, &kept)).into_response())
}

/// The record of a game so far
#[utoipa::path(
    get, path = "/api/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ApiError)),
)]
pub(crate) async fn record(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let kept = look(&app, address, game_id(&id)?).await?;
    let record = fold(&kept.events)?.record();
    let text = [(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))];
    Ok((text, fresh(), record.to_string()).into_response())
}

/// What a game has brought its players
///
/// Ratings, points or a stake, once it is over.
#[utoipa::path(
    get, path = "/api/games/{id}/score", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn score(
    State(app): State<App>,
    Address(address): Address,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let game = game_id(&id)?;
    let world = app.world();
    if !app.usage().read(app.limits(), address, world.time.now()) {
        return Err(ApiError::TooMany);
    }
    world.store.row(game).await?.filter(|row| row.end.is_some()).ok_or(ApiError::NotFound)?;
    let gains = world.store.gains(game).await?;
    let of = |player| gains.iter().find(|(of, _)| *of == player).map(|(_, gain)| *gain).unwrap_or_default();
    Ok((fresh(), Json(Score { creator: of(Player::Creator), friend: of(Player::Friend) })).into_response())
}

/// Nobody makes and joins games too often.
pub(crate) fn check_pace(app: &App, address: IpAddr, asker: &Asker) -> Result<(), ApiError> {
    let is_slow = app.usage().game(app.limits(), address, asker.user(), app.world().time.now());
    if is_slow { Ok(()) } else { Err(ApiError::TooMany) }
}

/// Who is to play in a game: the account, or the guest, who is new if need be. Nobody has too many games.
pub(crate) async fn player(app: &App, asker: &mut Asker) -> Result<UserId, ApiError> {
    let user = asker.user_or_new(app).await?;
    let limit = app.limits().open_games_per_guest;
    if app.world().store.open_games_of(user).await? >= limit {
        return Err(ApiError::TooManyOpen { limit });
    }
    Ok(user)
}

/// What decides whether somebody may join a game.
pub(crate) async fn joining(app: &App, asker: &Asker) -> Result<Joining, ApiError> {
    let Some(account) = asker.account() else { return Ok(Joining::default()) };
    let ratings = app.world().store.ratings_of(account.user).await?;
    let ratings = ratings.iter().map(|KeptRating { speed, rating, .. }| (*speed, whole(rating.rating))).collect();
    Ok(Joining { has_account: true, ratings })
}

/// A game as the store has it. What is kept there before the end is what everybody is told.
pub(crate) async fn look(app: &App, Address(address): Address, game: GameId) -> Result<Kept, ApiError> {
    let world = app.world();
    if !app.usage().read(app.limits(), address, world.time.now()) {
        return Err(ApiError::TooMany);
    }
    world.store.load(game).await?.ok_or(RoomError::NotFound.into())
}

/// A game with its events, as JSON.
pub(crate) fn export(game: GameId, kept: &Kept) -> String {
    format!(r#"{{"id":"{game}","events":[{}]}}"#, Log::of(&kept.events).after(0))
}

pub(crate) fn fresh() -> [(axum::http::HeaderName, HeaderValue); 1] {
    [(CACHE_CONTROL, HeaderValue::from_static("no-store"))]
}
