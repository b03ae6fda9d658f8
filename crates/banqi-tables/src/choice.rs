//! What the actions of a position lead to.

use std::cmp::Reverse;

use banqi::{Action, Colour, Ply, Position};

use crate::Verdict;
use crate::prober::{Prober, is_step, ply, rank};

/// An action, and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The action. Where it turns over the last face-down piece everybody knows what comes up.
    pub ply: Ply,
    /// What it is worth to who plays it, the quiet count considered.
    pub verdict: Verdict,
    /// What a table says of the position that it leads to, as the side to move there sees it; none where the game is over,
    /// and inside a chain.
    pub next: Option<Verdict>,
}

impl Prober {
    /// The legal actions of a position with what each leads to, best first: among wins the quickest, among losses the
    /// longest, among conversions the one that leads to the best next one. The history apart: repetition and forbidden
    /// chases are not considered.
    ///
    /// None where a table for some of it is missing; no actions where there are none, or the quiet limit is reached.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// use banqi_tables::{Tables, Verdict};
    ///
    /// let tables = Tables::made(Preset::TaiwanQuick.rules());
    /// let position: Position = "4/4/4/4/4/4/4/Kn2 r - 3 41".parse()?;
    /// tables.prepare_position(&position, &|| false);
    /// let choices = tables.prober().choices(&position).unwrap();
    /// assert_eq!(choices[0].ply.to_string(), "a1-b1");
    /// assert_eq!(choices[0].verdict, Verdict::Win(1));
    /// assert_eq!(choices[1].ply.to_string(), "a1-a2");
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn choices(&self, position: &Position) -> Option<Vec<Choice>> {
        let mover = position.side()?;
        if position.outcome(self.rules()).is_some() {
            return self.knows(position).then(Vec::new);
        }
        let actions = position.actions(self.rules());
        let choice = |&action| self.choice(position, mover, action);
        let mut choices = actions.iter().map(choice).collect::<Option<Vec<Choice>>>()?;
        choices.sort_by_key(|choice| {
            let is_win = matches!(choice.verdict, Verdict::Win(_));
            let soon = |verdict: Option<Verdict>| {
                let plies = verdict.and_then(Verdict::plies).map_or(-1, i32::from);
                if is_win { plies } else { -plies }
            };
            (Reverse(rank(choice.verdict)), soon(Some(choice.verdict)), soon(choice.next))
        });
        Some(choices)
    }

    fn choice(&self, position: &Position, mover: Colour, action: Action) -> Option<Choice> {
        let ply = ply(position, action);
        let mut child = *position;
        child.play_unchecked(self.rules(), ply);
        if !is_step(position, action) {
            let is_over = child.outcome(self.rules()).is_some() || child.chain().is_some();
            let next = if is_over { None } else { self.probe(&child) };
            return Some(Choice { ply, verdict: self.converted(&child, mover)?, next });
        }
        let reply = self.probe(&child)?;
        let verdict = match reply {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Draw => Verdict::Draw,
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
        };
        let next = child.outcome(self.rules()).is_none().then_some(reply);
        Some(Choice { ply, verdict, next })
    }
}
