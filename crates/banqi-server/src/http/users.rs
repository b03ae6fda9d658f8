//! What everybody can see of a player.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use banqi_wire::{Board, HeadToHead, Profile, Rated, RatingGraph, Speed, Window};
use serde::Deserialize;

use super::ApiError;
use super::archive::{MOST, Start, page};
use super::asker::Address;
use super::games::fresh;
use super::query::Asked;
use crate::accounts::Name;
use crate::store::{Filter, KeptAccount, KeptRating, span};
use crate::{App, UserId};

/// So many games are in a graph.
const MOST_POINTS: u32 = 500;

/// A player's page
#[utoipa::path(
    get, path = "/api/users/{name}", tag = "players",
    params(("name" = String, Path, description = "the account's name")),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn show(
    State(app): State<App>,
    address: Address,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let account = find(&app, address, &name).await?;
    let store = &app.world().store;
    let user = account.user;
    let points = store.standing(user, Board::Points, span(Window::All, 0)).await?;
    let balance = store.standing(user, Board::Stake, span(Window::All, 0)).await?;
    let profile = Profile {
        name: account.name,
        since: account.since,
        points: points.as_ref().map_or(0, |line| line.amount),
        best_day: points.as_ref().map_or(0, |line| line.best_day),
        balance: balance.map_or(0, |line| line.amount),
        ratings: ratings(&app, user).await?,
        results: store.results(user, None).await?,
        withheld: store.withheld(user).await?,
    };
    Ok((fresh(), Json(profile)).into_response())
}

/// A player's games, the latest first
#[utoipa::path(
    get, path = "/api/users/{name}/games", tag = "players",
    params(
        ("name" = String, Path, description = "the account's name"),
        ("before" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn games(
    State(app): State<App>,
    address: Address,
    Path(name): Path<String>,
    Asked(Page { before }): Asked<Page>,
) -> Result<Response, ApiError> {
    let account = find(&app, address, &name).await?;
    let before = Start::read(before.as_deref())?;
    let filter = Filter { player: Some(account.user), before, most: MOST, ..Filter::default() };
    Ok((fresh(), Json(page(&app, filter).await?)).into_response())
}

/// How a rating came about
#[utoipa::path(
    get, path = "/api/users/{name}/ratings/{speed}", tag = "players",
    params(
        ("name" = String, Path, description = "the account's name"),
        ("speed" = String, Path, description = "`blitz`, `rapid` or `days`"),
    ),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn rating(
    State(app): State<App>,
    address: Address,
    Path((name, speed)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let speed: Speed = speed.parse().map_err(|()| ApiError::NotFound)?;
    let account = find(&app, address, &name).await?;
    let points = app.world().store.rating_history(account.user, speed, MOST_POINTS).await?;
    Ok((fresh(), Json(RatingGraph { points })).into_response())
}

/// How two players did against each other
#[utoipa::path(
    get, path = "/api/users/{name}/against/{other}", tag = "players",
    params(
        ("name" = String, Path, description = "the account's name"),
        ("other" = String, Path, description = "the other's"),
    ),
    responses((status = 200, body = Object), (status = 404, body = ApiError)),
)]
pub(crate) async fn against(
    State(app): State<App>,
    address: Address,
    Path((name, other)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let player = find(&app, address, &name).await?.user;
    let against = find(&app, address, &other).await?.user;
    let results = app.world().store.results(player, Some(against)).await?;
    let filter = Filter { player: Some(player), against: Some(against), most: MOST, ..Filter::default() };
    let games = page(&app, filter).await?.games;
    Ok((fresh(), Json(HeadToHead { results, games })).into_response())
}

/// What is asked for of a list.
#[derive(Deserialize)]
pub(crate) struct Page {
    before: Option<String>,
}

/// The account of a name, however it is written.
pub(crate) async fn find(app: &App, Address(address): Address, name: &str) -> Result<KeptAccount, ApiError> {
    let world = app.world();
    if !app.usage().read(app.limits(), address, world.time.now()) {
        return Err(ApiError::TooMany);
    }
    let name: Name = name.parse().map_err(|_| ApiError::NotFound)?;
    world.store.account_named(name.key()).await?.ok_or(ApiError::NotFound)
}

/// The ratings of an account, as everybody sees them.
pub(crate) async fn ratings(app: &App, account: UserId) -> Result<Vec<Rated>, ApiError> {
    let kept = app.world().store.ratings_of(account).await?;
    Ok(kept.iter().map(KeptRating::shown).collect())
}
