//! The lobby: who looks for a game, and what is played.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use banqi_wire::{FirstMover, GameId, Lobby, NewGame, Pairing, Player, Scoring, Seek, Speed};

use super::ApiError;
use super::asker::{Address, Asker};
use super::body::Sent;
use super::games::{Place, check_pace, fresh, joining, path, player};
use crate::App;
use crate::rooms::{JoinError, Joining, Listed, Message, RoomError};

/// So many games under way are shown.
const MOST_GAMES: usize = 100;

/// What is open and what is played
#[utoipa::path(get, path = "/api/lobby", tag = "games", responses((status = 200, body = Object)))]
pub(crate) async fn show(
    State(app): State<App>,
    Address(address): Address,
    asker: Asker,
) -> Result<Response, ApiError> {
    let world = app.world();
    let now = world.time.now();
    if !app.usage().read(app.limits(), address, now) {
        return Err(ApiError::TooMany);
    }
    let joining = joining(&app, &asker).await?;
    let lobby = app.rooms().lobby();
    let seeks = lobby.seeks(now).into_iter().map(|(id, listed)| seek(id, listed, &asker, &joining)).collect();
    let games = lobby.games(MOST_GAMES);
    Ok((fresh(), Json(Lobby { seeks, games })).into_response())
}

fn seek(id: GameId, listed: Listed, asker: &Asker, joining: &Joining) -> Seek {
    let yours = asker.user().is_some() && asker.user() == listed.creator;
    Seek {
        id,
        open_to_you: !yours && joining.check(listed.scoring, listed.clock, listed.range).is_ok(),
        yours,
        rules: listed.rules,
        clock: listed.clock,
        scoring: listed.scoring,
        first: listed.first,
        by: listed.sides[Player::Creator as usize].clone(),
        since: listed.since,
        range: listed.range,
    }
}

/// Find somebody to play with
///
/// Whose rating is nearest, of those who look for such a game, is joined; if there is nobody, a game is made that waits.
#[utoipa::path(
    post, path = "/api/lobby/pair", tag = "games",
    request_body(content = Object, description = "`rules`, `clock`, and `scoring`: `{\"kind\":\"casual\"}` (the default) or \
        `{\"kind\":\"rated\"}`", example = json!({
            "rules": "taiwan-tournament", "clock": {"kind": "fischer", "initial": 180, "increment": 2},
            "scoring": {"kind": "rated"}})),
    responses(
        (status = 200, body = Place, description = "somebody was there, or a game of yours waits already"),
        (status = 201, body = Place, description = "a game waits"),
        (status = 400, body = ApiError), (status = 403, body = ApiError), (status = 429, body = ApiError),
    ),
)]
pub(crate) async fn pair(
    State(app): State<App>,
    Address(address): Address,
    mut asker: Asker,
    Sent(Pairing { rules, clock, scoring }): Sent<Pairing>,
) -> Result<Response, ApiError> {
    if !matches!(scoring, Scoring::Casual | Scoring::Rated) {
        return Err(ApiError::Malformed { message: "scoring: casual or rated".to_owned() });
    }
    let new = NewGame { scoring, open: true, ..NewGame::casual(rules, clock, FirstMover::Random) };
    new.check().map_err(|error| ApiError::Malformed { message: error.to_string() })?;
    if !scoring.is_casual() {
        asker.account().ok_or(ApiError::AccountNeeded)?;
    }
    check_pace(&app, address, &asker)?;
    let user = player(&app, &mut asker).await?;
    let joining = joining(&app, &asker).await?;

    // One after the other: of two who look at the same time, the second finds the first.
    let _alone = app.rooms().lobby().pairing().await;
    let own = Speed::of(clock).and_then(|speed| joining.rating(speed)).unwrap_or_default();
    let rules = rules.to_string();
    let mut seeks = app.rooms().lobby().seeks(app.world().time.now());
    seeks.retain(|(_, seek)| (&seek.rules, seek.clock, seek.scoring) == (&rules, clock, scoring));
    let waiting =
        seeks.iter().find(|(_, seek)| seek.creator == Some(user) && seek.range.is_none()).map(|(game, _)| *game);
    seeks.retain(|(_, seek)| seek.creator != Some(user) && joining.check(seek.scoring, seek.clock, seek.range).is_ok());
    // Who has waited longest comes first where ratings are as near.
    seeks.sort_by_key(|(_, seek)| seek.rating().unwrap_or_default().abs_diff(own));
    for (game, _) in seeks {
        let joined = app.rooms().ask(game, |answer| Message::Join { user, joining: joining.clone(), answer }).await;
        match joined {
            Ok(Ok(player)) => return Ok((fresh(), asker.cookies(), Json(Place::of(game, player))).into_response()),
            // Somebody else was there first; and one that cannot be read is no reason not to find another.
            Ok(Err(JoinError::Taken | JoinError::Over | JoinError::OutOfRange)) | Err(RoomError::Damaged(_)) => {}
            Ok(Err(error)) => return Err(error.into()),
            Err(error) => return Err(error.into()),
        }
    }
    // Who asks again waits in the same game.
    if let Some(game) = waiting {
        return Ok((fresh(), asker.cookies(), Json(Place::of(game, Player::Creator))).into_response());
    }
    let id = app.rooms().create(user, &new).await?;
    let location = [(LOCATION, path(id))];
    Ok((StatusCode::CREATED, location, fresh(), asker.cookies(), Json(Place::of(id, Player::Creator))).into_response())
}
