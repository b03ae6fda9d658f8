//! What each kind of piece is worth, from the rules and from what is left.
//!
//! Rule sets differ in who takes whom, and any order of ranks can be written, so a table of piece values cannot be given;
//! it is computed. A piece is worth much if it takes much and if little takes it, where "much" is again measured in
//! worth: a fixed point, found by repetition from equal values. What is gone counts no more. So a General gains with
//! each enemy Soldier that falls, and a Soldier loses most of its worth with the General that it hunted.
//!
//! For the Taiwanese order this gives, in units, K 17.9 G 19.3 M 12.3 R 8.7 N 6.5 C 13.9 P 4.2 at the start of a game.
//! The values that an open engine found by tuning, brought to the same scale, are K 30.2 G 14.1 M 11.1 R 9.1 N 7.0 C 16.1
//! P 4.0: the General is where the two differ.

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
        let reach = Kind::ALL.map(|attacker| Kind::ALL.map(|target| reach(rules, attacker, target)));
        let left = ByColour { red: left(position, Colour::Red), black: left(position, Colour::Black) };
        let mut worth = ByColour { red: [MEAN; 7], black: [MEAN; 7] };
        for _ in 0..ROUNDS {
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
