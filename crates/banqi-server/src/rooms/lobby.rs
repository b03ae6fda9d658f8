//! What everybody finds: games that wait for somebody, and those that are played. It is all in the games themselves; here it
//! is together, for as long as they go on.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use banqi_room::{Room, Stage};
use banqi_wire::{Clock, FirstMover, GameId, LiveGame, Player, Scoring, Side, Speed};

use super::JoinError;
use crate::UserId;

/// Who has just made a game has its page open in a moment.
const COMING: u64 = 10_000;
/// The rating of who has none.
const NEWCOMER: i32 = 1500;

/// A game that everybody finds.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) rules: String,
    pub(crate) clock: Clock,
    pub(crate) scoring: Scoring,
    pub(crate) first: FirstMover,
    pub(crate) range: Option<[i32; 2]>,
    pub(crate) creator: Option<UserId>,
    pub(crate) sides: [Side; 2],
    pub(crate) since: u64,
    /// Whether it waits for somebody.
    is_seek: bool,
    position: String,
    /// When something last happened in it.
    at: u64,
    spectators: u32,
    creator_is_here: bool,
}

impl Listed {
    /// What everybody finds of a game: nothing if it is only for those who have its link, or over.
    pub(super) fn of(room: &Room, creator: Option<UserId>, sides: &[Side; 2]) -> Option<Self> {
        let is_public = room.scoring().is_public(room.is_open());
        let is_seek = room.stage() == Stage::Inviting;
        // One that counts and is for a friend is not offered to others; once it is played everybody may watch.
        if !is_public || room.stage() == Stage::Over || (is_seek && !room.is_open()) {
            return None;
        }
        Some(Self {
            rules: room.rules().to_string(),
            clock: room.clock(),
            scoring: room.scoring(),
            first: room.first(),
            range: room.range(),
            creator,
            sides: sides.clone(),
            since: room.created(),
            is_seek,
            position: room.game().position().to_string(),
            at: room.at(),
            spectators: 0,
            creator_is_here: false,
        })
    }

    /// With who is there.
    pub(super) fn with(self, creator_is_here: bool, spectators: u32) -> Self {
        Self { spectators, creator_is_here, ..self }
    }

    /// The rating of who made it, where that is an account.
    pub(crate) fn rating(&self) -> Option<i32> {
        match self.sides[Player::Creator as usize] {
            Side::Account { rating, .. } => Some(rating.unwrap_or(NEWCOMER)),
            _ => None,
        }
    }

    /// Whether somebody who joins would find the other one there. With days for a turn nobody has to be.
    fn is_offered(&self, now: u64) -> bool {
        self.is_seek && (self.creator_is_here || matches!(self.clock, Clock::Days { .. }) || now < self.since + COMING)
    }
}

/// All games that everybody finds.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    games: Mutex<HashMap<GameId, Listed>>,
    pairing: tokio::sync::Mutex<()>,
}

impl Lobby {
    /// Notes what is to be found of a game; none for nothing.
    pub(super) fn note(&self, game: GameId, listed: Option<Listed>) {
        match listed {
            Some(listed) => drop(self.lock().insert(game, listed)),
            None => drop(self.lock().remove(&game)),
        }
    }

    /// Nobody is there any more.
    pub(super) fn left(&self, game: GameId) {
        if let Some(listed) = self.lock().get_mut(&game) {
            (listed.creator_is_here, listed.spectators) = (false, 0);
        }
    }

    /// The games that wait for somebody, the oldest first.
    pub(crate) fn seeks(&self, now: u64) -> Vec<(GameId, Listed)> {
        let mut seeks: Vec<_> = self
            .lock()
            .iter()
            .filter(|(_, listed)| listed.is_offered(now))
            .map(|(game, listed)| (*game, listed.clone()))
            .collect();
        seeks.sort_by_key(|(game, listed)| (listed.since, *game));
        seeks
    }

    /// The games that are played, the one with the latest turn first.
    pub(crate) fn games(&self, most: usize) -> Vec<LiveGame> {
        let games = self.lock();
        let mut played: Vec<_> = games.iter().filter(|(_, listed)| !listed.is_seek).collect();
        played.sort_by_key(|(game, listed)| (std::cmp::Reverse(listed.at), **game));
        let live = |(game, listed): (&GameId, &Listed)| {
            let [creator, friend] = listed.sides.clone();
            LiveGame {
                id: *game,
                rules: listed.rules.clone(),
                clock: listed.clock,
                scoring: listed.scoring,
                creator,
                friend,
                position: listed.position.clone(),
                spectators: listed.spectators,
            }
        };
        played.into_iter().take(most).map(live).collect()
    }

    /// For one who looks for somebody to play with, and so alone.
    pub(crate) async fn pairing(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.pairing.lock().await
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Listed>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What decides whether somebody may join a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Joining {
    pub(crate) has_account: bool,
    pub(crate) ratings: Vec<(Speed, i32)>,
}

impl Joining {
    /// The rating of a speed, that of a newcomer where there is none; none for guests.
    pub(crate) fn rating(&self, speed: Speed) -> Option<i32> {
        let kept = self.ratings.iter().find(|(rated, _)| *rated == speed).map_or(NEWCOMER, |(_, rating)| *rating);
        self.has_account.then_some(kept)
    }

    /// Whether it is enough for a game.
    pub(crate) fn check(&self, scoring: Scoring, clock: Clock, range: Option<[i32; 2]>) -> Result<(), JoinError> {
        if !scoring.is_casual() && !self.has_account {
            return Err(JoinError::AccountNeeded);
        }
        let Some([low, high]) = range else { return Ok(()) };
        // Where no clock says which rating is meant, it is the one of quick games.
        let rating = self.rating(Speed::of(clock).unwrap_or(Speed::Blitz));
        if rating.is_some_and(|rating| (low..=high).contains(&rating)) { Ok(()) } else { Err(JoinError::OutOfRange) }
    }
}
