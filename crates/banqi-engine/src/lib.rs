//! Computer players of Banqi.
//!
//! An [`Engine`] is given a [`Game`](banqi::Game), which holds no hidden piece, and answers with one action. It cannot
//! know a deal: this crate does not depend on the one that makes them. Whoever referees plays the action.
//!
//! ```
//! use banqi::{Game, Preset};
//! use banqi_engine::{Engine, Level, Limits};
//!
//! let game = Game::new(Preset::TaiwanQuick.rules());
//! let engine = Engine::new(Level::Expert, 1);
//! let thought = engine.think(&game, &Limits::default(), &|| false).expect("the game is not over");
//! assert!(game.check(thought.action).is_ok());
//! ```
//!
//! The same game, level, limits and seed give the same answer on every machine: all arithmetic is in integers, and
//! chance comes from the seed and the game. Time and threads come from outside: a search is stopped by what its caller
//! passes in.

#![deny(missing_docs)]

mod bench;
mod draw;
mod easy;
mod endgames;
mod engine;
mod eval;
mod level;
mod limits;
mod pace;
mod random;
mod search;
mod solve;
#[cfg(feature = "tune")]
pub mod tuning;
mod value;
mod version;
mod watch;

pub use bench::{Bench, bench};
pub use endgames::{Endgames, made_tables};
pub use engine::{Analysis, Candidate, Chance, Engine, Thought};
pub use level::{Level, LevelError};
pub use limits::Limits;
pub use pace::{Clock, Pace};
pub use search::{Technique, TechniqueError};
pub use solve::{Solution, SolveError, Solver};
pub use value::Value;
pub use version::VERSION;
pub use watch::Watch;
