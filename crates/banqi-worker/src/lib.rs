//! What page and worker say to each other, so that the computer can think while the page does not wait.
//!
//! A question holds what both players know, as a record: rules, start and plies. There is no place in it for a deal, so
//! the engine cannot be given one.
//!
//! Questions and answers are lines of words and not JSON: the readers of a record and of plies are in both programs anyway, and
//! what would read JSON into these types was a thirtieth of the first load.
//!
//! - a question: `NUMBER LEVEL SEED ASK NODES`, where ASK is `action`, `draw-first` or `draw-second`, and NODES may be `-`; then the
//!   record on lines of its own;
//! - an answer: `NUMBER action ACTION VALUE NODES DEPTH MOOD PLY..`, where MOOD is `plays` or `offers-draw`, and a ply that turns a
//!   piece over says which (`b2=G`); `NUMBER draw yes` or `no`; or `NUMBER trouble` and why;
//! - an inquiry, which is about every action: `NUMBER analyse NODES`, then the record;
//! - a finding, after each depth and once more at the end: `NUMBER found NODES DEPTH STATE`, where STATE is `goes-on` or `done`; then a
//!   line for each action, the best first: `POINTS OUTCOMES PLY..`, where the first ply is the action, POINTS are 0 to 1000, and
//!   OUTCOMES is `-` or, for what turns a piece over, `PIECE:COUNT:POINTS,..`: what comes up, how many of it the bag holds, and what
//!   the action is then worth. Or `NUMBER trouble` and why.
//!
//! No page asks for the engine's [`bench`](banqi_engine::bench()), but tests do: `NUMBER bench DEPTH`, answered by
//! `NUMBER bench NODES`.
//!
//! ```
//! use banqi::{Game, Preset, Record};
//! use banqi_engine::Level;
//! use banqi_worker::{Answer, Ask, Question, Said};
//!
//! let record = Record::of(&Game::new(Preset::TaiwanQuick.rules()));
//! let question = Question { number: 1, record, level: Level::Easy, seed: 9, ask: Ask::Action, nodes: None };
//! assert!(question.to_string().starts_with("1 easy 9 action -\n["));
//!
//! let answer: Answer = "1 action b2 -14 30000 3 plays b2=p b3=G".parse()?;
//! let Said::Action { line, .. } = answer.said else { panic!("it was asked for an action") };
//! assert_eq!(line.len(), 2);
//! # Ok::<(), banqi_worker::Unreadable>(())
//! ```

#![deny(missing_docs)]

mod analysis;
mod answer;
mod inquiry;
mod question;

use std::str::FromStr;

pub use analysis::{Analysis, Candidate, Outcome};
pub use answer::{Answer, Said};
pub use inquiry::{Finding, Inquiry};
pub use question::{Ask, Question};

/// A text that is no question, or no answer.
///
/// ```
/// assert_eq!("7 sing".parse::<banqi_worker::Answer>(), Err(banqi_worker::Unreadable));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

fn read<T: FromStr>(word: Option<&str>) -> Result<T, Unreadable> {
    word.and_then(|word| word.parse().ok()).ok_or(Unreadable)
}
