//! Chance nodes: what an action is worth that turns a piece over.
//!
//! The value is the mean over the bag (expectimax; Michie, "Game-playing and game-learning automata", 1966). Weights are
//! whole numbers, the sum is exact, and it is rounded once: the same on every machine.
//!
//! Outcomes are given up as soon as those known and the bounds of the others tell that the mean is outside the window
//! (Star1), and the reply that looks best is tried first for each outcome, since it bounds what that outcome can be worth
//! (Star2; Ballard, "The *-minimax search procedure for trees containing chance nodes", Artificial Intelligence 21, 1983;
//! Hauk, Buro and Schaeffer, "Rediscovering *-minimax search", CG 2004). Bounds are reckoned in sums, never in rounded
//! means, so that they agree exactly with the mean that would come out.

use banqi::{Action, Piece, Ply};

use super::line::Line;
use super::table::{Bound, Entry};
use super::{INFINITE, Search, away, higher, lower};
use crate::Value;

/// The most different pieces in a bag.
const MOST: usize = 14;

/// One thing that may come up.
#[derive(Clone, Copy)]
struct Outcome {
    piece: Piece,
    weight: i64,
    lower: i64,
    upper: i64,
}

impl Search<'_, '_> {
    /// The mean value for the side to move, of an action that turns a piece over: exact between `alpha` and `beta`, else
    /// a bound. Meaningless once the budget is over.
    pub(super) fn chance(&mut self, action: Action, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> i32 {
        let position = *self.game.position();
        let key = self.chance_key(action, flips);
        if let Some(value) = self.known(key, depth, alpha, beta) {
            return value;
        }

        let total = i64::from(position.bag().len());
        let mut outcomes = [None; MOST];
        for (slot, (piece, count)) in outcomes.iter_mut().zip(position.bag()) {
            let most = i64::from(Value::WIN.get());
            *slot = Some(Outcome { piece, weight: count.into(), lower: -most, upper: most });
        }
        // What decides most comes first.
        outcomes.sort_by_key(|outcome| outcome.map_or(1, |outcome| -outcome.weight));
        let mut sums = Sums {
            low: largest_sum(alpha, total),
            high: largest_sum(beta - 1, total) + 1,
            lower: -i64::from(Value::WIN.get()) * total,
            upper: i64::from(Value::WIN.get()) * total,
        };

        if self.techniques.margins {
            let now = self.evaluation.value(&position);
            sums.assume(&mut outcomes, (now - SWING).into(), (now + SWING).into());
        }
        if self.techniques.star2 && depth > 1 {
            for outcome in outcomes.iter_mut().flatten() {
                let Some(bound) = self.probe(Ply::new(action, Some(outcome.piece)), depth, alpha, ply, flips) else {
                    break;
                };
                let bound = i64::from(bound).clamp(outcome.lower, outcome.upper);
                sums.upper -= outcome.weight * (outcome.upper - bound);
                outcome.upper = bound;
                if sums.upper <= sums.low {
                    let value = mean(sums.upper, total);
                    self.keep(key, value, depth, Bound::Upper, None);
                    return value;
                }
            }
            if self.budget.is_over() {
                return 0;
            }
        }

        let mut likeliest = Line::default();
        for (index, outcome) in outcomes.iter().flatten().enumerate() {
            let (least, most) = if self.techniques.star1 {
                let (least, most) = sums.window(outcome);
                (least.max(outcome.lower - 1), most.min(outcome.upper + 1))
            } else {
                (i64::from(-INFINITE), i64::from(INFINITE))
            };
            let played = Ply::new(action, Some(outcome.piece));
            let value = self.turn(played, depth, clamp(least), clamp(most), ply, flips);
            if self.budget.is_over() {
                return 0;
            }
            if index == 0 {
                likeliest = self.lines.line(ply + 1);
            }
            let value = i64::from(value);
            sums.settle(outcome, value);
            if self.techniques.star1 && sums.upper <= sums.low {
                let value = mean(sums.upper, total);
                self.keep(key, value, depth, Bound::Upper, None);
                return value;
            }
            if self.techniques.star1 && sums.lower >= sums.high {
                let value = mean(sums.lower, total);
                self.keep(key, value, depth, Bound::Lower, None);
                return value;
            }
        }
        self.lines.put(ply + 1, likeliest);
        let value = mean(sums.lower, total);
        self.keep(key, value, depth, Entry::bound_of(value, alpha, beta), None);
        value
    }

    /// An upper bound of what an outcome is worth, from one reply of the other side; none if that reply is not good enough
    /// to tell much.
    fn probe(&mut self, played: Ply, depth: i32, alpha: i32, ply: usize, flips: u32) -> Option<i32> {
        let mover = self.game.position().side();
        self.enter(played);
        let goes_on = self.game.outcome().is_none() && self.game.position().side() != mover;
        let reply = if goes_on {
            let (alpha, beta) = (-higher(alpha + PROBED), -lower(alpha - PROBED));
            self.first_reply(depth - 1, alpha, beta, ply + 1, flips).filter(|&value| value > alpha)
        } else {
            None
        };
        self.leave();
        reply.map(|value| away(-value))
    }
}

/// How far around the window a first reply is looked at: about the worth of an average piece.
const PROBED: i32 = 10_000;

/// By how much what comes up changes the value at most, it is assumed: two average pieces.
const SWING: i32 = 15_000;

/// What is known of the sum over all outcomes, and what it has to reach.
struct Sums {
    /// The largest sum whose mean is not above the window.
    low: i64,
    /// The smallest sum whose mean is not below it.
    high: i64,
    lower: i64,
    upper: i64,
}

impl Sums {
    /// The window for one outcome: at its lower end the mean is surely below the whole window, at its upper end above it.
    fn window(&self, outcome: &Outcome) -> (i64, i64) {
        let others_at_most = self.upper - outcome.weight * outcome.upper;
        let others_at_least = self.lower - outcome.weight * outcome.lower;
        let least = (self.low - others_at_most).div_euclid(outcome.weight);
        let most = -(others_at_least - self.high).div_euclid(outcome.weight);
        (least, most)
    }

    /// Narrows what every outcome can be worth.
    fn assume(&mut self, outcomes: &mut [Option<Outcome>], least: i64, most: i64) {
        for outcome in outcomes.iter_mut().flatten() {
            self.lower += outcome.weight * (least.max(outcome.lower) - outcome.lower);
            self.upper -= outcome.weight * (outcome.upper - most.min(outcome.upper));
            outcome.lower = least.max(outcome.lower);
            outcome.upper = most.min(outcome.upper);
        }
    }

    fn settle(&mut self, outcome: &Outcome, value: i64) {
        self.upper -= outcome.weight * (outcome.upper - value);
        self.lower += outcome.weight * (value - outcome.lower);
    }
}

fn clamp(value: i64) -> i32 {
    value.clamp((-INFINITE).into(), INFINITE.into()) as i32
}

/// To the nearest whole number, halves away from zero: so a position seen from the other side has exactly the opposite
/// value.
pub(super) fn mean(sum: i64, weight: i64) -> i32 {
    let half = weight / 2 * sum.signum();
    ((sum + half) / weight) as i32
}

/// The largest sum whose mean is at most this.
fn largest_sum(most: i32, weight: i64) -> i64 {
    // Twice the sum lies below `weight * (2 * most + 1)`; where the mean is positive, halves go up already.
    let twice = weight * (2 * i64::from(most) + 1);
    (twice - i64::from(most >= 0)).div_euclid(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_rounded_to_the_nearest_and_alike_on_both_sides_of_zero() {
        for (sum, weight, rounded) in [(7, 2, 4), (5, 3, 2), (4, 3, 1), (1, 3, 0), (0, 32, 0), (16, 32, 1), (15, 32, 0)]
        {
            assert_eq!(mean(sum, weight), rounded, "{sum} / {weight}");
            assert_eq!(mean(-sum, weight), -rounded, "-{sum} / {weight}");
        }
    }

    #[test]
    fn the_largest_sum_is_where_the_mean_steps_up() {
        for weight in 1..=32 {
            for most in -40..=40 {
                let sum = largest_sum(most, weight);
                assert!(mean(sum, weight) <= most && mean(sum + 1, weight) > most, "{most} of {weight}: {sum}");
            }
        }
    }
}
