//! The archive: games that are over and open to everybody.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use banqi::Preset;
use banqi_wire::{GameId, GameLine, GamePage, Scoring, Side};
use serde::Deserialize;

use super::ApiError;
use super::asker::Address;
use super::games::fresh;
use super::query::Asked;
use super::users::find;
use crate::App;
use crate::rating::PROVISIONAL;
use crate::store::{Filter, GameRow, PlayerOfGame, whole};

/// So many games are on a page.
pub(crate) const MOST: u32 = 20;

/// What is looked for.
#[derive(Deserialize)]
pub(crate) struct Search {
    player: Option<String>,
    against: Option<String>,
    rules: Option<String>,
    kind: Option<String>,
    before: Option<String>,
}

/// Games of the archive, the latest first
#[utoipa::path(
    get, path = "/api/archive", tag = "games",
    params(
        ("player" = Option<String>, Query, description = "the name of a player"),
        ("against" = Option<String>, Query, description = "and of the opponent"),
        ("rules" = Option<String>, Query, description = "the name of published rules"),
        ("kind" = Option<String>, Query, description = "`casual`, `rated`, `stake` or `ranked`"),
        ("before" = Option<String>, Query, description = "`next` of the page before"),
    ),
    responses((status = 200, body = Object), (status = 404, body = ApiError, description = "there is no such player")),
)]
pub(crate) async fn search(
    State(app): State<App>,
    address: Address,
    Asked(search): Asked<Search>,
) -> Result<Response, ApiError> {
    let said = |text: Option<String>| text.filter(|text| !text.is_empty());
    let preset = match said(search.rules) {
        None => None,
        Some(rules) => {
            let preset = Preset::ALL.into_iter().find(|preset| preset.name() == rules);
            let preset = preset.ok_or_else(|| ApiError::Malformed { message: "rules: no such rules".to_owned() })?;
            Some(preset.name().to_owned())
        }
    };
    let kind = said(search.kind);
    if kind.as_deref().is_some_and(|kind| !Scoring::KINDS.contains(&kind)) {
        return Err(ApiError::Malformed { message: format!("kind: one of {}", Scoring::KINDS.join(", ")) });
    }
    let before = Start::read(said(search.before).as_deref())?;
    let mut filter = Filter { preset, kind, before, most: MOST, ..Filter::default() };
    match (said(search.player), said(search.against)) {
        (None, None) => {
            if !app.usage().read(app.limits(), address.0, app.world().time.now()) {
                return Err(ApiError::TooMany);
            }
        }
        (player, against) => {
            if let Some(player) = player {
                filter.player = Some(find(&app, address, &player).await?.user);
            }
            if let Some(against) = against {
                filter.against = Some(find(&app, address, &against).await?.user);
            }
        }
    }
    Ok((fresh(), Json(page(&app, filter).await?)).into_response())
}

/// Where a page begins, as `next` of the one before says it.
pub(crate) struct Start;

impl Start {
    pub(crate) fn read(text: Option<&str>) -> Result<Option<(u64, GameId)>, ApiError> {
        let Some(text) = text else { return Ok(None) };
        let read = || {
            let (ended, game) = text.split_once('-')?;
            Some((ended.parse().ok()?, game.parse().ok()?))
        };
        read().map(Some).ok_or_else(|| ApiError::Malformed { message: "before: not the `next` of a page".to_owned() })
    }

    fn write(row: &GameRow) -> Option<String> {
        row.end.as_ref().map(|end| format!("{}-{}", end.at, row.game))
    }
}

/// A page of the games that a filter finds.
pub(crate) async fn page(app: &App, filter: Filter) -> Result<GamePage, ApiError> {
    let most = filter.most as usize;
    // One more says whether there is another page.
    let mut rows = app.world().store.archive(Filter { most: filter.most + 1, ..filter }).await?;
    let is_last = rows.len() <= most;
    rows.truncate(most);
    let next = rows.last().filter(|_| !is_last).and_then(Start::write);
    Ok(GamePage { games: rows.into_iter().map(line).collect(), next })
}

/// A game as lists show it.
pub(crate) fn line(row: GameRow) -> GameLine {
    let GameRow { game, listing, players, created, end } = row;
    let [creator, friend] = players;
    let friend = match listing.scoring.level() {
        Some(level) => Side::Computer { level },
        None if friend.user.is_none() && end.is_none() => Side::Nobody,
        None => side(friend),
    };
    GameLine {
        id: game,
        rules: listing.rules,
        clock: listing.clock,
        scoring: listing.scoring,
        creator: side(creator),
        friend,
        created,
        end,
    }
}

fn side(player: PlayerOfGame) -> Side {
    match player.name {
        None => Side::Guest,
        Some(name) => Side::Account {
            name,
            rating: player.rating.map(|[rating, _]| whole(rating)),
            provisional: player.rating.is_some_and(|[_, deviation]| deviation > PROVISIONAL),
        },
    }
}
