//! A game: what the players agreed on, its course, and its screen.

pub(crate) mod course;
pub(crate) mod players;
pub(crate) mod session;

use banqi::{Rules, Square};
use banqi_engine::Level;
use leptos::prelude::*;

use crate::store::GameId;

/// Who sits opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Computer(Level),
    /// A second person at this device.
    SameScreen,
}

/// Who has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FirstMover {
    /// The person whose device it is.
    Host,
    /// The computer, or the second person.
    Guest,
    /// Both draw tiles for it.
    Tiles,
}

/// What the players agreed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NewGame {
    pub(crate) rules: Rules,
    pub(crate) opponent: Opponent,
    pub(crate) first: FirstMover,
}

/// Deals a game and keeps it. Its screen is at `Route::Game`.
pub(crate) fn start(new: NewGame) -> GameId {
    let _ = new;
    "1".parse().expect("a game's name")
}

/// As [`start`], with this square turned over at once by the host, if it is the host's turn.
pub(crate) fn start_with_flip(new: NewGame, square: Square) -> GameId {
    let _ = square;
    start(new)
}

/// The screen of a game.
#[component]
pub(crate) fn GameScreen(id: GameId) -> impl IntoView {
    let _ = id;
}
