//! The rules of Banqi (Chinese dark chess, 暗棋): 32 xiangqi pieces face down on a board of 4x8 squares; each turn a
//! player flips a piece or moves one; ranks decide captures.
//!
//! [`Position`] is what both players know, [`Rules`] a rule set as a value, [`Game`] a position with the history that
//! the rules ask about. The crate draws no randomness: whoever plays a flip says what came up.
//!
//! ```
//! use banqi::{Game, Preset};
//!
//! let mut game = Game::new(Preset::TaiwanTournament.rules());
//! game.play("b2=G".parse()?)?; // First flips a red advisor and is red
//! game.play("b3=p".parse()?)?; // Second flips an own soldier
//! game.play("b2-b3".parse()?)?; // which the advisor takes
//! assert_eq!(game.position().to_string(), "????/????/????/????/????/?G??/?1??/???? b K1G1M2R2N2C2P5k1g2m2r2n2c2p4 0 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate needs `alloc` and no `std`, has no unsafe code, and no dependency without its feature:
//!
//! - `serde`: colours, kinds, seats and results by name; squares, pieces, actions, plies, turns, rules, positions and
//!   records in their written form.

#![no_std]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod action;
pub mod attacks;
mod bag;
mod bitboard;
mod chase;
mod colour;
mod game;
mod kind;
mod legality;
mod movegen;
mod notation;
mod outcome;
mod perft;
mod piece;
mod position;
mod repetition;
mod rules;
mod seat;
#[cfg(feature = "serde")]
mod serde;
mod square;
mod zobrist;

pub use action::{Action, Actions, Effect, Ply};
pub use bag::{Bag, BagIter};
pub use bitboard::{Bitboard, Squares};
pub use chase::Chase;
pub use colour::{ByColour, Colour};
pub use game::{FinishError, Game, PlayError};
pub use kind::{Kind, KindSet};
pub use legality::IllegalAction;
pub use notation::action::{ActionError, Turn};
pub use notation::record::{Ending, Record, RecordError, RecordedTurn, ReplayError, TagError, Tags, TurnError};
pub use outcome::{Outcome, Reason};
pub use perft::{Perft, perft, perft_divide};
pub use piece::Piece;
pub use position::{Cell, Position, PositionError, Setup};
pub use rules::{CannonRule, Capture, DarkRule, Parameter, Parameters, Preset, Rules, RulesError};
pub use seat::Seat;
pub use square::{Square, SquareError};
