//! A game: what the players agreed on, its course, and its screen.

mod actions;
mod bag;
mod bars;
pub(crate) mod clock;
mod command;
mod counters;
pub(crate) mod course;
mod end;
mod far;
mod invite;
mod moves;
mod net;
mod notify;
mod play;
pub(crate) mod players;
pub(crate) mod remote;
mod screen;
mod seal;
pub(crate) mod session;
mod ticking;
mod tiles;
mod told;
#[cfg(test)]
mod transcript;
pub(crate) mod words;

use banqi::{Game, Position, Rules, Square};
use banqi_deal::Deal;
use banqi_table::Party;
use banqi_wire::Clock;
use rand::TryRng;
use rand::rngs::SysRng;

use crate::store::{self, GameId};
pub(crate) use bag::by_kind;
pub(crate) use moves::{Look, MoveList, drawn as drawn_turn};
pub(crate) use play::Shown;
pub(crate) use players::Opponent;
use players::Players;
pub(crate) use screen::{GameScreen, OnlineScreen, marks, note};
use session::Session;

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

/// What the players agreed on, where the device is the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NewGame {
    pub(crate) rules: Rules,
    pub(crate) opponent: Opponent,
    pub(crate) first: FirstMover,
    /// For two people at this device.
    pub(crate) clock: Clock,
}

impl NewGame {
    fn session(self) -> Session {
        let game = Game::new(self.rules);
        let deal = deal(game.position());
        let first = if self.first == FirstMover::Guest { Party::Guest } else { Party::Host };
        let seed = SysRng.try_next_u64().expect(RANDOM);
        let clock = match self.clock {
            Clock::Fischer { initial, increment } if self.opponent == Opponent::SameScreen => {
                Some(banqi_table::Clock::new(initial, increment))
            }
            _ => None,
        };
        let players = Players { opponent: self.opponent, first };
        Session::new(game, deal, players, self.first == FirstMover::Tiles, seed).with_clock(clock)
    }
}

const RANDOM: &str = "every browser has random numbers";

/// Deals a game and keeps it. Its screen is at `Route::Game`.
pub(crate) fn start(new: NewGame) -> GameId {
    keep_new(&new.session())
}

/// As [`start`], with this square turned over at once, if the host goes first.
pub(crate) fn start_with_flip(new: NewGame, square: Square) -> GameId {
    let mut session = new.session();
    session.tap(square);
    keep_new(&session)
}

/// Keeps a game under a name of its own.
fn keep_new(session: &Session) -> GameId {
    let id = store::new_id();
    // The game can be played all the same; its screen says so at the next move.
    let _ = store::save(id, session);
    id
}

/// Shuffles with the browser's own randomness: no seed, so nobody can know more than the position.
pub(crate) fn deal(position: &Position) -> Deal {
    Deal::shuffle(position, &mut rand::rand_core::UnwrapErr(SysRng))
}
