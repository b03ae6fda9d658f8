//! What each kind of piece is worth in a full set, from the rules alone.
//!
//! Rule sets differ in who takes whom, and any order of ranks can be written, so a table of piece values cannot be given;
//! it is computed. A piece is worth much if it takes much and if little takes it, where "much" is again measured in
//! worth: a fixed point, found by repetition from equal values. What changes as pieces are captured is a matter of
//! [`material`](super::material).
//!
//! For the Taiwanese order this gives, in units, K 17.9 G 19.3 M 12.3 R 8.7 N 6.5 C 13.9 P 4.2.

use banqi::Kind;

/// How many hundredths of a unit a piece is worth on average.
pub(super) const MEAN: i32 = 1_000;

/// In thousandths of taking everything: what a piece is good for, as a screen or a wall, that takes nothing.
const IDLE: i64 = 150;

/// In thousandths of being taken by everything: what may still happen to a piece that nothing takes.
const EXPOSED: i64 = 250;

/// After these the values change by less than a unit's hundredth.
const ROUNDS: usize = 24;

/// How easily one kind takes another, in thousandths of taking a neighbour by rank: `[attacker][target]`.
pub(super) type Reach = [[i32; 7]; 7];

/// What each kind is worth in a full set, in hundredths of a unit.
pub(super) fn of_full_set(reach: &Reach) -> [i32; 7] {
    after(reach, ROUNDS)
}

fn after(reach: &Reach, rounds: usize) -> [i32; 7] {
    let mut worth = [i64::from(MEAN); 7];
    for _ in 0..rounds {
        let next = scaled(judged(reach, &worth));
        // Half way only: values that follow each other at once may swing for ever.
        for (value, next) in worth.iter_mut().zip(next) {
            *value = i64::midpoint(*value, next);
        }
    }
    worth.map(|value| value as i32)
}

fn counts() -> [i64; 7] {
    Kind::ALL.map(|kind| kind.count().into())
}

/// What the kinds are worth against a full set of such worth, on no particular scale.
///
/// Predators count half by their worth, since a strong one lives to do it, and half by their number.
fn judged(reach: &Reach, worth: &[i64; 7]) -> [i64; 7] {
    let counts = counts();
    let all = 1_000 * counts.iter().sum::<i64>();
    Kind::ALL.map(|kind| {
        let sum = |term: &dyn Fn(usize) -> i64| (0..7).map(|enemy| counts[enemy] * term(enemy)).sum::<i64>() / all;
        let prey = sum(&|enemy| i64::from(reach[kind as usize][enemy]) * worth[enemy]);
        let strength = |enemy: usize| i64::midpoint(worth[enemy], MEAN.into());
        let predators = sum(&|enemy| i64::from(reach[enemy][kind as usize]) * strength(enemy));
        (prey + IDLE) * 1_000 / (predators + EXPOSED)
    })
}

/// The same values on the scale on which the pieces have their mean.
fn scaled(values: [i64; 7]) -> [i64; 7] {
    let pieces: i64 = counts().iter().sum();
    let sum: i64 = counts().iter().zip(values).map(|(count, value)| count * value).sum();
    values.map(|value| value * pieces * i64::from(MEAN) / sum.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::material::reach;

    fn worth(rules: &str) -> [i32; 7] {
        of_full_set(&reach(&rules.parse().expect("a rule set"), 1_000))
    }

    /// By a program of its own, in floating point, that repeats the formula from equal values.
    #[test]
    fn a_full_set_is_worth_what_the_formula_says() {
        for (rules, expected) in [
            ("taiwan-club", [17.9, 19.3, 12.3, 8.7, 6.5, 13.9, 4.2]),
            ("hong-kong", [22.1, 6.2, 4.7, 23.5, 13.2, 8.7, 5.0]),
        ] {
            for (found, expected) in worth(rules).into_iter().zip(expected) {
                let found = f64::from(found) / 100.0;
                assert!((found - expected).abs() < 0.15, "{rules}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn house_rules_raise_those_that_gain_by_them() {
        let of = |rules, kind| worth(rules)[kind as usize];
        assert!(of("taiwan-club:rush=on", Kind::Chariot) > of("taiwan-club", Kind::Chariot));
        assert!(of("taiwan-club:diagonal=on", Kind::Horse) > of("taiwan-club", Kind::Horse));
        assert!(of("taiwan-club", Kind::Cannon) > of("mainland", Kind::Cannon), "a jump is worth more than a low rank");
    }

    /// Any order of ranks: values stay positive and settle.
    #[test]
    fn values_settle_under_any_ranks() {
        for ranks in ["KGMRNCP", "PCNRMGK", "CPKGMRN", "RNKPCMG"] {
            for cannon in ["jump", "step"] {
                let rules = format!("taiwan-club:ranks={ranks},cannon={cannon}").parse().expect("a rule set");
                let reach = reach(&rules, 1_000);
                for (settled, further) in after(&reach, ROUNDS).into_iter().zip(after(&reach, 4 * ROUNDS)) {
                    assert!(settled > 0 && (settled - further).abs() <= 2, "{ranks} {cannon}: {settled} {further}");
                }
            }
        }
    }
}
