//! What everybody can see about a player, and lists of games.

use banqi_engine::Level;
use serde::{Deserialize, Serialize};

use crate::{Clock, GameId, Player, Scoring, Speed};

/// A player's page: `GET /api/users/NAME`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name, as the player writes it.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// All points.
    pub points: i64,
    /// The most points of one day.
    pub best_day: i64,
    /// The balance of stake games.
    pub balance: i64,
    /// Ratings, one for each speed that was played.
    pub ratings: Vec<Rated>,
    /// How the games ended that count for something or were open to everybody.
    pub results: Results,
    /// Games that did not begin because the player did not do their part of the deal.
    pub withheld: u32,
}

/// A rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rated {
    /// Of which speed.
    pub speed: Speed,
    /// The rating, to the whole number.
    pub rating: i32,
    /// Its deviation, to the whole number.
    pub deviation: i32,
    /// Whether too little is known yet for it to be on a board.
    pub provisional: bool,
    /// How many games it is from.
    pub games: u32,
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// Won.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost.
    pub lost: u32,
}

/// How a rating came about, the oldest game first: `GET /api/users/NAME/ratings/SPEED`. The latest 500 games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingGraph {
    /// Each after a game.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingPoint {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The rating.
    pub rating: i32,
    /// Its deviation.
    pub deviation: i32,
}

/// How two players did against each other, seen from the one who is named first: `GET /api/users/NAME/against/OTHER`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadToHead {
    /// How the games ended.
    pub results: Results,
    /// The latest of them.
    pub games: Vec<GameLine>,
}

/// Games, the latest first: `GET /api/archive?player=&against=&rules=&kind=&before=`. Only games are there that count for
/// something or were open to everybody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameLine>,
    /// What `before` has to be for the next page; none on the last.
    pub next: Option<String>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Its name.
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
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// How it ended; none while it goes on.
    pub end: Option<End>,
}

/// Who plays on one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
pub enum Side {
    /// Nobody yet.
    Nobody,
    /// An account.
    Account {
        /// Its name.
        name: String,
        /// The rating of this speed now, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<i32>,
        /// Whether the rating is provisional.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        provisional: bool,
    },
    /// A guest, or who had an account.
    Guest,
    /// The computer.
    Computer {
        /// How strong.
        #[serde(with = "crate::scoring::level")]
        level: Level,
    },
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who won; none when it was drawn or called off.
    pub winner: Option<Player>,
    /// Why, as results name it, or why it was called off.
    pub reason: String,
    /// Whether it was called off.
    pub aborted: bool,
    /// How many turns it had.
    pub turns: u32,
    /// How many pieces the creator and the friend have captured.
    pub captures: [u32; 2],
}

/// What a game has brought: `GET /api/games/ID/score`, once it is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// For the creator.
    pub creator: Gain,
    /// For the friend.
    pub friend: Gain,
}

/// What a game has brought a player.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// Points, or the change of the balance.
    pub amount: i64,
    /// The rating before and after.
    pub rating: Option<[i32; 2]>,
}
