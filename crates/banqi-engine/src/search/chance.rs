//! Chance nodes: what an action is worth that turns a piece over.
//!
//! The value is the mean over the bag (expectimax; Michie, "Game-playing and game-learning automata", 1966). Weights are
//! whole numbers, the sum is exact, and it is rounded once: the same on every machine.

use banqi::{Action, Ply, Position};

use super::{INFINITE, Search};

impl Search<'_, '_> {
    /// The mean value for the side to move. Meaningless once the budget is over.
    pub(super) fn chance(&mut self, position: &Position, action: Action, depth: u32) -> i32 {
        let bag = position.bag();
        let mut sum = 0;
        for (piece, count) in bag {
            let mut child = *position;
            child.play_unchecked(self.rules, Ply::new(action, Some(piece)));
            let value = if child.side() == position.side() {
                self.alphabeta(&child, depth, -INFINITE, INFINITE, 1)
            } else {
                -self.alphabeta(&child, depth - 1, -INFINITE, INFINITE, 1)
            };
            if self.budget.is_over() {
                return 0;
            }
            sum += i64::from(count) * i64::from(value);
        }
        mean(sum, i64::from(bag.len()))
    }
}

/// To the nearest whole number, halves away from zero: so a position seen from the other side has exactly the opposite
/// value.
fn mean(sum: i64, weight: i64) -> i32 {
    let half = weight / 2 * sum.signum();
    ((sum + half) / weight) as i32
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn a_mean_is_rounded_to_the_nearest_and_alike_on_both_sides_of_zero() {
        for (sum, weight, rounded) in [(7, 2, 4), (5, 3, 2), (4, 3, 1), (1, 3, 0), (0, 32, 0), (16, 32, 1), (15, 32, 0)]
        {
            assert_eq!(mean(sum, weight), rounded, "{sum} / {weight}");
            assert_eq!(mean(-sum, weight), -rounded, "-{sum} / {weight}");
        }
    }
}
