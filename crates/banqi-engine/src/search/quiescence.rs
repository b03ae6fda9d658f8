//! Playing exchanges out: a search of captures alone, so that no piece is counted that is about to be taken.
//!
//! Either side may stop capturing at any point and keep what it has, since it can nearly always do something else. Only
//! face-up pieces are captured here; an attack on a face-down one is a chance node and belongs to the root.

use banqi::{Action, Position};

use super::Search;
use super::order::Ordered;

impl Search<'_, '_> {
    /// The value for the side to move, when at most `left` captures follow.
    pub(super) fn quiescence(&mut self, position: &Position, left: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        if let Some(value) = self.settled(position, ply) {
            return value;
        }
        let mut best = self.evaluation.centi(position);
        let Some(side) = position.side().filter(|_| left > 0 && best < beta) else { return best };

        let mut alpha = alpha.max(best);
        let enemies = position.of(!side);
        let attackers = position.chain().map_or(position.of(side), Into::into);
        let captures = attackers.into_iter().flat_map(|from| {
            let captured = position.attacked_from(self.rules, from) & enemies;
            captured.into_iter().map(move |to| Action::Move { from, to })
        });
        for action in Ordered::new(position, self.evaluation.worth(), captures) {
            let mut child = *position;
            child.play_unchecked(self.rules, action.into());
            let value = if child.side() == position.side() {
                self.quiescence(&child, left - 1, alpha, beta, ply + 1)
            } else {
                -self.quiescence(&child, left - 1, -beta, -alpha, ply + 1)
            };
            if self.budget.is_over() {
                return best;
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
        best
    }
}
