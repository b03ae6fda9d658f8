//! Matches between players of Banqi: which of two plays better, and by how much.
//!
//! A [`Match`] lets two [`Entrant`]s play pairs of games: both games of a pair have the same deal, with the seats
//! swapped. A [`Referee`] holds the deal and the clock; players get what both players know. A [`Standing`] is what the
//! games come to: [`Pairs`] with their difference in [`Elo`], and an [`Sprt`] that ends a match when enough is known. An
//! [`Archive`] keeps the games as records, and a match goes on from there.
//!
//! Players are the levels of our engine, a simple one for comparison, and programs that speak one of three protocols;
//! docs/matches.md describes them. Any [`Player`] can be refereed.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use banqi_match::{Match, Plan, Standing, Terms};
//!
//! let rules = "taiwan-quick".parse()?;
//! let meeting = Match::new("level:normal".parse()?, "greedy".parse()?, rules, 1, Terms::default())?;
//! let mut standing = Standing::new(None);
//! meeting.play(Plan { pairs: 2, concurrency: 1 }, &mut standing, &AtomicBool::new(false), &mut |_, _| Ok(()))?;
//! assert!(standing.pairs().points() > Some(0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![allow(clippy::cast_precision_loss, reason = "counts of games are far below what a number holds exactly")]

mod archive;
mod bout;
mod control;
mod entrant;
mod matches;
mod player;
mod random;
mod referee;
mod round;
mod side;
mod sprt;
mod standing;
mod statistics;

pub use archive::{Archive, ArchiveError};
pub use bout::{Bout, Fault, Offence, Score, Spent};
pub use control::{Control, Terms};
pub use entrant::{Entrant, EntrantError, Fitness, Program};
pub use matches::{Match, MatchError, Plan, Unfit};
pub use player::{Allowance, Answer, Choice, Failure, Greedy, Hurry, LevelPlayer, Opening, Player, Request};
pub use referee::{LAST_TURN, Referee, Refereed, SystemTime, Time, Unplayed};
pub use round::{Round, RoundError};
pub use side::Side;
pub use sprt::{Decision, Sprt, SprtError};
pub use standing::{Standing, Tally};
pub use statistics::{Elo, PAIR_NAMES, Pairs};
