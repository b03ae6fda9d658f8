//! Leaderboards.

use serde::{Deserialize, Serialize};

use crate::Speed;

/// A leaderboard: a page of `GET /api/boards/BOARD?window=WINDOW&page=PAGE`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPage {
    /// The lines of this page.
    pub lines: Vec<BoardLine>,
    /// How many players are on the board.
    pub players: u32,
    /// The page, from 0.
    pub page: u32,
    /// How many lines a page has.
    pub size: u32,
    /// The line of who asks, wherever it is; none for guests, and for who is not on the board.
    pub own: Option<BoardLine>,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardLine {
    /// The place, from 1. Who have as much share one.
    pub place: u32,
    /// Whose it is.
    pub name: String,
    /// Points, balance or rating.
    pub amount: i64,
    /// The most points of one day in this time; of a balance, the highest that a day's sum has been.
    pub best_day: i64,
}

/// What a board counts.
///
/// ```
/// use banqi_wire::{Board, Speed};
/// assert_eq!("points".parse(), Ok(Board::Points));
/// assert_eq!(Board::Rating(Speed::Blitz).name(), "blitz");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// Points for wins against the computer.
    Points,
    /// Balances of stake games.
    Stake,
    /// Ratings of a speed.
    Rating(Speed),
}

impl Board {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Points, Self::Rating(Speed::Blitz), Self::Rating(Speed::Rapid), Self::Rating(Speed::Days), Self::Stake];

    /// Its name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Stake => "stake",
            Self::Rating(speed) => speed.name(),
        }
    }
}

impl std::str::FromStr for Board {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|board| board.name() == text).ok_or(())
    }
}

/// The time that a board is about. Days begin at midnight UTC, weeks on Monday.
///
/// ```
/// use banqi_wire::Window;
/// assert_eq!("week".parse(), Ok(Window::Week));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Window {
    /// Today.
    Day,
    /// This week.
    Week,
    /// All time.
    All,
}

impl Window {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Day, Self::Week, Self::All];

    /// Its name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::All => "all",
        }
    }
}

impl std::str::FromStr for Window {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|window| window.name() == text).ok_or(())
    }
}
