//! What lies under the face-down pieces of a game of Banqi, and the tiles that decide who goes first.
//!
//! Both are known to a referee and to nobody else: a game between two people at one terminal has the command for
//! referee, a game over the net the server. Neither players nor engines hold a [`Deal`]; what they hold is a
//! [`Game`](banqi::Game), into which the referee plays what came up.
//!
//! ```
//! use banqi::{Game, Preset};
//! use banqi_deal::Deal;
//!
//! let mut game = Game::new(Preset::TaiwanTournament.rules());
//! let deal = Deal::from_seed(game.position(), 7);
//! let ply = deal.ply(game.position(), "b2".parse()?);
//! game.play(ply)?;
//! assert_eq!(game.position().piece("b2".parse()?), deal.piece("b2".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A shuffle takes its randomness from outside. The seeded ones give the same for the same seed for ever: records and
//! tests may rely on them.

#![deny(missing_docs)]

mod deal;
mod shuffle;
mod tiles;

pub use deal::{Deal, DealError};
pub use tiles::{PickError, Tiles};
