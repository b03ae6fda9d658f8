//! Alpha-beta (Knuth and Moore, "An analysis of alpha-beta pruning", 1975) in its fail-soft form, over what is face up.

use banqi::{Action, Position};

use super::order::Ordered;
use super::{INFINITE, Search};

impl Search<'_, '_> {
    /// The value for the side to move, when `depth` more plies are looked at in full.
    ///
    /// Exact between `alpha` and `beta`, else a bound. Meaningless once the budget is over.
    pub(super) fn alphabeta(&mut self, position: &Position, depth: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if depth == 0 {
            return self.quiescence(position, self.reach.captures, alpha, beta, ply);
        }
        if let Some(value) = self.settled(position, ply) {
            return value;
        }

        let (mut best, mut alpha) = (-INFINITE, alpha);
        let face_down = position.face_down();
        if !face_down.is_empty() && position.chain().is_none() {
            // Some flip is always possible, and is taken for a pass.
            best = self.evaluation.centi(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let turns_nothing_over = |action: &Action| match *action {
            Action::Flip(_) => false,
            Action::Move { to, .. } => !face_down.contains(to),
            Action::End => true,
        };
        let actions = position.actions(self.rules);
        let actions = actions.iter().copied().filter(turns_nothing_over);
        self.seen.push(position.hash());
        for action in Ordered::new(position, self.evaluation.worth(), actions) {
            let mut child = *position;
            child.play_unchecked(self.rules, action.into());
            let value = if child.side() == position.side() {
                // A chain goes on: the turn is not over, so the same side decides at the same depth.
                self.alphabeta(&child, depth, alpha, beta, ply + 1)
            } else {
                -self.alphabeta(&child, depth - 1, -beta, -alpha, ply + 1)
            };
            if self.budget.is_over() {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.lines.set(ply, action.into());
                }
                if value >= beta {
                    break;
                }
            }
        }
        self.seen.pop();
        best
    }
}
