//! What the protocols have in common.

use std::time::Duration;

use banqi::Game;
use banqi_engine::{Limits, Pace, Thought};

use super::Line;
use crate::engine_args::Settings;

/// A protocol as a machine that is told lines and thoughts, and answers with lines and what to do. It has no threads, no
/// clock, no input and no output.
pub trait Protocol {
    /// Hears a line, while a search is going on or not. Where the next is [`Next::Later`], nothing is said and nothing
    /// has changed.
    fn hear(&mut self, line: &Line, thinking: bool) -> Reaction;

    /// How the engine is to be made.
    fn settings(&self) -> Settings;

    /// What to say of a thought in the course of the search, if anything.
    fn report(&mut self, thought: &Thought, elapsed: Duration) -> Option<String>;

    /// A line that tells whoever drives the engine what is wrong around it, if the protocol has such lines.
    fn remark(&self, _what: &str) -> Option<String> {
        None
    }

    /// What to say when a search is over, which came to a thought unless the game is over; the time is that from the line
    /// that asked for it.
    fn answer(&mut self, thought: Option<&Thought>, elapsed: Duration) -> Vec<String>;
}

/// What comes of a line.
#[derive(Debug)]
pub struct Reaction {
    /// Lines to say at once.
    pub said: Vec<String>,
    /// What to do then.
    pub next: Next,
}

impl Reaction {
    pub(super) fn silent(next: Next) -> Self {
        Self { said: Vec::new(), next }
    }

    pub(super) fn said(said: impl Into<Vec<String>>) -> Self {
        Self { said: said.into(), next: Next::Listen }
    }

    pub(super) fn line(line: impl Into<String>) -> Self {
        Self::said([line.into()])
    }
}

/// What to do after a line.
#[derive(Debug)]
pub enum Next {
    /// To wait for the next.
    Listen,
    /// To tell the same line again when the search is over.
    Later,
    /// To search, and to answer.
    Think(Box<Search>),
    /// To end the search if there is one, and to answer.
    Stop,
    /// To forget what was searched: another game, or other rules.
    Forget,
    /// To leave.
    Quit,
}

/// What to think about.
#[derive(Debug)]
pub struct Search {
    /// The game, with its history.
    pub game: Game,
    /// How far to look.
    pub limits: Limits,
    /// How long to look, from the line that asked.
    pub pace: Option<Pace>,
    /// Whether to keep the answer until told to stop.
    pub infinite: bool,
}

impl Search {
    /// Deeper than any search comes but in positions that have few ends left.
    const DEEPEST: u32 = 64;

    /// The limits of a search that has some of its own: then the level's do not count.
    pub(super) fn limits(nodes: Option<u64>, depth: Option<u64>) -> Limits {
        let depth = depth.map_or(Self::DEEPEST, |depth| u32::try_from(depth).unwrap_or(u32::MAX));
        Limits { nodes: Some(nodes.unwrap_or(u64::MAX)), depth: Some(depth.clamp(1, Self::DEEPEST)) }
    }

    /// The limits of a search on a clock, which is for actions between which there is a choice.
    pub(super) fn limits_on_clock(game: &Game, nodes: Option<u64>, depth: Option<u64>) -> Limits {
        Self::limits(nodes, if game.actions().len() > 1 { depth } else { Some(1) })
    }
}
