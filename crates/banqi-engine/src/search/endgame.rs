//! Endgame tables in the search: a position that a table has is not looked into.
//!
//! A win by table is worth less than one that was seen to its end, the less the more pieces the loser has left and the more
//! plies it takes to the next capture. So whoever wins takes what brings the end nearer, and whoever loses keeps it away.

use banqi::Colour;
use banqi_tables::{Prober, Verdict};

use super::{Search, Table};
use crate::Value;

/// What a search knows beforehand.
#[derive(Clone, Copy)]
pub(crate) struct Knowledge<'a> {
    /// What it and others have found before.
    pub(crate) table: &'a Table,
    /// Endgame tables.
    pub(crate) endgames: Option<&'a Prober>,
}

impl<'a> Knowledge<'a> {
    /// Without endgame tables.
    pub(crate) fn new(table: &'a Table) -> Self {
        Self { table, endgames: None }
    }
}

/// A win by table over a single piece, in no plies: below every win that is seen to its end.
const NEAREST: i32 = Value::WIN.get() - super::DEEPEST.cast_signed() as i32 - 2;

/// By so much each further piece of the loser makes a win less: more than plies do.
const PIECE: i32 = 150;

/// More plies than these make no further difference.
const MOST_PLIES: u16 = 140;

impl Search<'_, '_> {
    /// The value for the side to move of a position that a table has.
    pub(super) fn tabled(&mut self) -> Option<i32> {
        let prober = self.endgames?;
        let position = self.game.position();
        if position.occupied().count() > self.techniques.endgames || !position.face_down().is_empty() {
            return None;
        }
        let verdict = prober.probe(position)?;
        if !self.holds(verdict) {
            return None;
        }
        self.endgame_hits += 1;
        let side = position.side()?;
        let over = |loser: Colour, plies: u16| {
            NEAREST - PIECE * (position.of(loser).count().cast_signed() - 1) - i32::from(plies.min(MOST_PLIES))
        };
        Some(match verdict {
            Verdict::Win(plies) => over(!side, plies),
            Verdict::Loss(plies) => -over(side, plies),
            // Nobody is forced to lose it, but one side has the easier game.
            Verdict::Draw => self.evaluation.value(position) / DRAWN,
        })
    }

    /// Whether forbidden chases can change nothing about a verdict. The tables know of none: a win stands if it comes before
    /// any chase could be forbidden, and a draw may be one only as long as somebody may chase.
    fn holds(&self, verdict: Verdict) -> bool {
        let Some(limit) = self.game.rules().parameters().chase else { return true };
        let Some(plies) = verdict.plies() else { return false };
        let longest = self.game.chases().map(|chase| chase.count).max().unwrap_or(0);
        longest + plies.div_ceil(2) <= limit
    }
}

/// The evaluation of a draw counts by this part.
const DRAWN: i32 = 64;
