//! A game over the net, without the net: the state that its events make, which server and clients fold alike, and the
//! decisions of the referee, which only a server makes.
//!
//! Nothing here has a clock, draws randomness or waits: times and secrets come from outside.
//!
//! ```
//! use banqi::Preset;
//! use banqi_deal::Secret;
//! use banqi_room::{Moment, Referee, Room, Stage};
//! use banqi_wire::{Command, GameId, NewGame, Numbered, Player};
//!
//! // The server makes a game, and holds its secret.
//! let asked = NewGame::casual(Preset::TaiwanQuick.rules(), Default::default(), Default::default());
//! let secret = Secret::from_bytes([7; 32]);
//! let (referee, created) = Referee::create(secret, GameId::from_bits([1; 10]), &asked);
//! let mut room = Room::open(&Numbered { number: 1, at: 0, event: created })?;
//!
//! // The creator's device commits itself to a secret of its own.
//! let commitment = Secret::from_bytes([8; 32]).seat1_commit(&room.terms());
//! let now = Moment { now: 10, lag: 0, away_since: None };
//! let events = referee.decide(&room, Player::Creator, 1, &Command::Commit { commitment }, &now).unwrap();
//! for event in events {
//!     room.apply(&Numbered { number: room.number() + 1, at: 10, event })?;
//! }
//! assert_eq!((room.number(), room.stage()), (2, Stage::Inviting));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod check;
mod computer;
mod fold_error;
mod referee;
mod room;
mod timer;

pub use computer::Question;
pub use fold_error::FoldError;
pub use referee::{Dealer, Moment, Referee, claim_after};
pub use room::{Ending, Room, Stage};
