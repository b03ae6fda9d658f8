//! Playing exchanges out: a search of captures alone, so that no piece is counted that is about to be taken.
//!
//! Either side may stop capturing at any point and keep what it has, since it can nearly always do something else. Only
//! face-up pieces are captured here; an attack on a face-down one is a chance node.

use arrayvec::ArrayVec;
use banqi::Action;

use super::order::{CAPACITY, Ordered};
use super::{DEEPEST, Search};
use crate::Value;

impl Search<'_, '_> {
    /// The value for the side to move, when at most `left` captures follow.
    pub(super) fn quiescence(&mut self, left: u32, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines.clear(ply);
        if !self.budget.spend() {
            return Value::DRAW.get();
        }
        self.selective = self.selective.max(ply);
        if let Some(value) = self.decided() {
            return value;
        }
        let position = self.game.position();
        let mut best = if self.techniques.margins {
            self.evaluation.value_within(position, alpha, beta)
        } else {
            self.evaluation.value(position)
        };
        let Some(side) = position.side().filter(|_| left > 0 && best < beta && ply < DEEPEST) else { return best };

        let mut alpha = alpha.max(best);
        let mut captures = ArrayVec::<Action, CAPACITY>::new();
        position.each_capture(self.game.rules(), |action| captures.push(action));
        if captures.is_empty() {
            return best;
        }
        let mut ordered = Ordered::captures(self, captures.into_iter());
        while let Some((action, promise)) = ordered.next() {
            if self.techniques.margins && promise.is_losing() {
                break;
            }
            self.enter(action.into());
            let (low, high) = (super::lower(alpha), super::higher(beta));
            let value = if self.game.position().side() == Some(side) {
                self.quiescence(left - 1, low, high, ply + 1)
            } else {
                -self.quiescence(left - 1, -high, -low, ply + 1)
            };
            self.leave();
            let value = super::away(value);
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
