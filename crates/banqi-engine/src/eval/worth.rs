//! What each kind of piece is worth, from the rules and from what is left.
//!
//! Rule sets differ in who takes whom, and any order of ranks can be written, so a table of piece values cannot be given;
//! it is computed. A piece is worth much if it takes much and if little takes it, where "much" is again measured in
//! worth: a fixed point, found by repetition from equal values. What is gone counts no more. So a General gains with
//! each enemy Soldier that falls, and a Soldier loses much of its worth with the General that it hunted. (150 pairs of
//! games in `taiwan-club`: 56 % of the points against the values of a full set throughout.)
//!
//! For the Taiwanese order this gives, in units, K 17.9 G 19.3 M 12.3 R 8.7 N 6.5 C 13.9 P 4.2 at the start of a game.
//! The values that an open engine found by tuning, brought to the same scale, are K 29.3 G 13.7 M 10.7 R 8.8 N 6.8 C 15.6
//! P 3.9: the General and the Advisor are where the two differ.

use banqi::{ByColour, Capture, Colour, Kind, Piece, Position, Rules};

/// How many hundredths of a unit a piece is worth on average.
const MEAN: i64 = 1_000;

/// In thousandths of taking everything: what a piece is good for, as a screen or a wall, that takes nothing.
const IDLE: i64 = 150;

/// In thousandths of being taken by everything: what may still happen to a piece that nothing takes.
const EXPOSED: i64 = 250;

/// After these the values change by less than a unit's hundredth.
const ROUNDS: usize = 24;

type Values = [i64; 7];

/// The worth of each colour's kinds, in hundredths of a unit.
#[derive(Clone, Debug)]
pub(crate) struct Worth {
    centi: ByColour<[i32; 7]>,
}

impl Worth {
    pub(crate) fn new(rules: &Rules, position: &Position) -> Self {
        Self::rounds(rules, position, ROUNDS)
    }

    /// With all 32 pieces still there.
    pub(crate) fn of_full_set(rules: &Rules) -> Self {
        Self::new(rules, &Position::start())
    }

    fn rounds(rules: &Rules, position: &Position, rounds: usize) -> Self {
        let reach = Kind::ALL.map(|attacker| Kind::ALL.map(|target| reach(rules, attacker, target)));
        let left = ByColour { red: left(position, Colour::Red), black: left(position, Colour::Black) };
        let mut worth = ByColour { red: [MEAN; 7], black: [MEAN; 7] };
        for _ in 0..rounds {
            let next = scaled(
                &left,
                ByColour {
                    red: judged(&reach, &left.black, &worth.black),
                    black: judged(&reach, &left.red, &worth.red),
                },
            );
            // Half way only: values that follow each other at once may swing for ever.
            for colour in Colour::ALL {
                for (value, next) in worth[colour].iter_mut().zip(next[colour]) {
                    *value = i64::midpoint(*value, next);
                }
            }
        }
        let centi = |values: Values| values.map(|value| value as i32);
        Self { centi: ByColour { red: centi(worth.red), black: centi(worth.black) } }
    }

    pub(crate) fn of(&self, piece: Piece) -> i32 {
        self.centi[piece.colour][piece.kind as usize]
    }
}

/// How many of each kind a colour has, face up or in the bag.
fn left(position: &Position, colour: Colour) -> Values {
    let face_down = position.bag().counts(colour);
    Kind::ALL.map(|kind| {
        let face_up = (position.of(colour) & position.of_kind(kind)).count();
        i64::from(face_up) + i64::from(face_down[kind as usize])
    })
}

/// How easily one kind takes another, in quarters. A neighbour by rank is four; so is a jump, which needs a screen but
/// no neighbour. What `rush` and `diagonal` add is half of that.
fn reach(rules: &Rules, attacker: Kind, target: Kind) -> i64 {
    let parameters = rules.parameters();
    let by_chart = match rules.capture(attacker, target) {
        Some(Capture::Step | Capture::Jump) => 4,
        None => 0,
    };
    let far = (attacker == Kind::Chariot && parameters.rush) || (attacker == Kind::Horse && parameters.diagonal);
    by_chart + if far { 2 } else { 0 }
}

/// What the kinds of one side are worth against those of the other, on no particular scale.
///
/// Predators count half by their worth, since a strong one lives to do it, and half by their number.
fn judged(reach: &[Values; 7], enemies: &Values, enemy_worth: &Values) -> Values {
    let all = 4 * enemies.iter().sum::<i64>().max(1);
    Kind::ALL.map(|kind| {
        let sum = |term: &dyn Fn(usize) -> i64| (0..7).map(|enemy| enemies[enemy] * term(enemy)).sum::<i64>() / all;
        let prey = sum(&|enemy| reach[kind as usize][enemy] * enemy_worth[enemy]);
        let predators = sum(&|enemy| reach[enemy][kind as usize] * i64::midpoint(enemy_worth[enemy], MEAN));
        (prey + IDLE) * 1_000 / (predators + EXPOSED)
    })
}

/// The same values on the scale on which the pieces that are left have their mean.
fn scaled(left: &ByColour<Values>, mut values: ByColour<Values>) -> ByColour<Values> {
    let pieces: i64 = Colour::ALL.into_iter().flat_map(|colour| left[colour]).sum();
    let sum: i64 = Colour::ALL
        .into_iter()
        .flat_map(|colour| left[colour].into_iter().zip(values[colour]))
        .map(|(count, value)| count * value)
        .sum();
    for colour in Colour::ALL {
        for value in &mut values[colour] {
            *value = *value * pieces * MEAN / sum.max(1);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::Preset;

    fn worth(rules: &str, position: &str) -> Worth {
        Worth::new(&rules.parse().expect("a rule set"), &position.parse().expect("a position"))
    }

    fn units(worth: &Worth, colour: Colour) -> Vec<f64> {
        Kind::ALL.iter().map(|&kind| f64::from(worth.of(Piece::new(colour, kind))) / 100.0).collect()
    }

    /// By a program of its own, in floating point, that repeats the formula from equal values.
    #[test]
    fn a_full_set_is_worth_what_the_formula_says() {
        for (preset, expected) in [
            (Preset::TaiwanClub, [17.9, 19.3, 12.3, 8.7, 6.5, 13.9, 4.2]),
            (Preset::HongKong, [22.1, 6.2, 4.7, 23.5, 13.2, 8.7, 5.0]),
        ] {
            let worth = Worth::new(&preset.rules(), &Position::start());
            for colour in Colour::ALL {
                for (found, expected) in units(&worth, colour).into_iter().zip(expected) {
                    assert!((found - expected).abs() < 0.15, "{preset:?}: {found} for {expected}");
                }
            }
        }
    }

    /// The mean over all pieces that are left is ten units, whoever has them.
    #[test]
    fn the_scale_stays_the_same() {
        let position: Position = "K3/4/1n2/4/4/?2c/4/PR2 r p1 0 41".parse().expect("a position");
        let worth = Worth::new(&Preset::TaiwanClub.rules(), &position);
        let sum: i32 = "KnpcPR".chars().filter_map(Piece::from_letter).map(|piece| worth.of(piece)).sum();
        assert!((5_990..=6_000).contains(&sum), "{sum}");
    }

    #[test]
    fn a_general_gains_when_the_soldiers_are_gone_and_a_soldier_loses_with_the_general() {
        let of = |worth: &Worth, letter| worth.of(Piece::from_letter(letter).expect("a piece"));
        let all = worth("taiwan-club", "K1k1/G1g1/R1r1/C1c1/P1p1/4/4/4 r - 0 41");
        let no_soldier = worth("taiwan-club", "K1k1/G1g1/R1r1/C1c1/P3/4/4/4 r - 0 41");
        let no_general = worth("taiwan-club", "K3/G1g1/R1r1/C1c1/P1p1/4/4/4 r - 0 41");
        assert!(of(&no_soldier, 'K') > of(&all, 'K'));
        assert!(of(&no_general, 'P') < of(&all, 'P'));
    }

    #[test]
    fn house_rules_raise_those_that_gain_by_them() {
        let of = |rules: &str, letter| {
            Worth::new(&rules.parse().expect("a rule set"), &Position::start())
                .of(Piece::from_letter(letter).expect("a piece"))
        };
        assert!(of("taiwan-club:rush=on", 'R') > of("taiwan-club", 'R'));
        assert!(of("taiwan-club:diagonal=on", 'N') > of("taiwan-club", 'N'));
        assert!(of("taiwan-club", 'C') > of("mainland", 'C'), "a jump is worth more than a low rank");
    }

    /// Any order of ranks: values stay positive and settle.
    #[test]
    fn values_settle_under_any_ranks() {
        for ranks in ["KGMRNCP", "PCNRMGK", "CPKGMRN", "RNKPCMG"] {
            for cannon in ["jump", "step"] {
                let rules = format!("taiwan-club:ranks={ranks},cannon={cannon}").parse().expect("a rule set");
                let settled = Worth::rounds(&rules, &Position::start(), ROUNDS);
                let further = Worth::rounds(&rules, &Position::start(), 4 * ROUNDS);
                for piece in Piece::ALL {
                    assert!(settled.of(piece) > 0);
                    assert!((settled.of(piece) - further.of(piece)).abs() <= 2, "{ranks} {cannon} {}", piece.letter());
                }
            }
        }
    }
}
