//! Looking ahead.
//!
//! Banqi is a game of chance without secrets: a flip is a chance node over the bag, and no deal is ever guessed. The root
//! ([`root`]) takes each action in turn, and plays out all that may come up where one turns a piece over ([`chance`]).
//! Below, the search is a plain alpha-beta over what is face up ([`alphabeta`]), and then over captures alone
//! ([`quiescence`]). It goes deeper by a ply at a time until its budget is spent, so it can be stopped at any moment.
//!
//! There are no chance nodes below the root. A flip there is taken for a pass: it costs the turn and, on average, changes
//! no material, since the bag is counted already. Programs of strength look at one or two flips in a line; this is where
//! the next player begins.

mod alphabeta;
mod budget;
mod chance;
mod line;
mod order;
mod quiescence;
mod root;

use banqi::{Outcome, Position, Rules};

pub(crate) use budget::Budget;
pub(crate) use root::{Choice, choose};

use crate::Value;
use crate::eval::Evaluation;
use line::Lines;

/// Beyond every value.
const INFINITE: i32 = Value::WIN.centi() + 1;

/// How far to look.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// So many plies every action is considered.
    pub(crate) depth: u32,
    /// So many captures are played out after that.
    pub(crate) captures: u32,
    /// Whether a flip is weighed by what may come up, or taken for a pass at the root too.
    pub(crate) flips: bool,
}

/// One search: what it needs on the way, and what it has used up.
struct Search<'a, 'stop> {
    rules: &'a Rules,
    evaluation: &'a Evaluation<'a>,
    reach: Reach,
    budget: &'a mut Budget<'stop>,
    lines: Lines,
    /// The hashes of the positions of the game since its last flip or capture, and of those on the path searched.
    seen: Vec<u64>,
}

impl Search<'_, '_> {
    /// Looks at a position; answers its value if there is nothing more to search.
    fn settled(&mut self, position: &Position, ply: usize) -> Option<i32> {
        self.lines.clear(ply);
        if !self.budget.spend() {
            return Some(Value::DRAW.centi());
        }
        if let Some(outcome) = position.outcome(self.rules) {
            return Some(Self::decided(position, outcome, ply));
        }
        self.is_repeated(position).then_some(Value::DRAW.centi())
    }

    /// The value of a game that is over, for the side to move. A win is worth a little more the sooner it comes, so
    /// that it does come.
    fn decided(position: &Position, outcome: Outcome, ply: usize) -> i32 {
        let win = Value::WIN.centi() - ply.cast_signed() as i32;
        match outcome.winner {
            Some(winner) if winner == position.seat() => win,
            Some(_) => -win,
            None => Value::DRAW.centi(),
        }
    }

    /// Whether a position has been there before. Who comes back to one has made nothing of it, so it counts as a draw
    /// the first time, under any rules: that keeps the side that is ahead going forward, and shows it in time what the
    /// other side may hold by.
    fn is_repeated(&self, position: &Position) -> bool {
        let run = self.seen.len().saturating_sub(position.quiet() as usize);
        self.seen[run..].contains(&position.hash())
    }
}
