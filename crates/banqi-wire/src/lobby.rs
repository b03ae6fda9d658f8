//! The lobby: who looks for a game, and what is played.

use banqi::Rules;
use serde::{Deserialize, Serialize};

use crate::{Clock, FirstMover, GameId, Scoring, Side};

/// What is open and what is played: `GET /api/lobby`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lobby {
    /// Games that wait for somebody, the oldest first. To join one is to accept it.
    pub seeks: Vec<Seek>,
    /// Games that are played and open to everybody, the latest first; at most 100.
    pub games: Vec<LiveGame>,
}

/// A game that waits for somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The game.
    pub id: GameId,
    /// Its rules, as text.
    pub rules: String,
    /// Its clock.
    pub clock: Clock,
    /// What it counts for.
    pub scoring: Scoring,
    /// How it is decided who moves first.
    pub first: FirstMover,
    /// Who looks for a game.
    pub by: Side,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// The ratings that are asked for, both included.
    pub range: Option<[i32; 2]>,
    /// Whether who asks could join: has an account where one is needed, a rating in the range, and is somebody else.
    pub open_to_you: bool,
    /// Whether it is one's own.
    pub yours: bool,
}

/// A game that is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LiveGame {
    /// The game.
    pub id: GameId,
    /// Its rules, as text.
    pub rules: String,
    /// Its clock.
    pub clock: Clock,
    /// What it counts for.
    pub scoring: Scoring,
    /// Who made it.
    pub creator: Side,
    /// Who joined it.
    pub friend: Side,
    /// What both know, as text.
    pub position: String,
    /// How many watch.
    pub spectators: u32,
}

/// Finds somebody to play with: the body of `POST /api/lobby/pair`. Whose rating is nearest, of those who look for such a game,
/// is joined; if there is nobody, a game is made that waits. The answer is that of `POST /api/games`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The rules.
    pub rules: Rules,
    /// The clock.
    pub clock: Clock,
    /// What it counts for: nothing or ratings.
    #[serde(default)]
    pub scoring: Scoring,
}
