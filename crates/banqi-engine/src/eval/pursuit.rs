//! Who is after whom.
//!
//! Captures alone give a won ending no direction: no step wins anything within sight. So each face-up piece is in danger
//! of its nearest predator, the more the nearer that is by steps that are free, and of the Cannons that have it in their
//! sights; and it is worse off the fewer free squares it has to run to. Distances are counted from the prey, a ring of
//! free squares at a time, because one flood finds the nearest of all its predators.

use banqi::{Bitboard, Capture, Colour, Kind, KindSet, Piece, Position, Rules, attacks};

use super::Weights;
use super::material::Material;

/// Distances from here on count alike.
const FAR: usize = 6;

/// What pursuit needs of a rule set.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    /// By kind, the kinds that take it by a step.
    predators: [KindSet; 7],
    /// Whether Cannons jump.
    jumps: bool,
    hunting: Danger,
    running: Danger,
    stuck: i32,
    tight: i32,
    unknown: i32,
}

impl Hunt {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Self {
        let takes = |target: Kind| move |attacker: &Kind| rules.takes(*attacker).contains(target);
        let predators =
            Kind::ALL.map(|target| Kind::ALL.into_iter().filter(takes(target)).fold(KindSet::EMPTY, KindSet::with));
        let Weights { near1, near2, near3, near4, near5, near6, run1, run2, run3, run4, run5, run6, .. } = *weights;
        Self {
            predators,
            jumps: rules.capture(Kind::Cannon, Kind::General) == Some(Capture::Jump),
            hunting: Danger { steps: [near1, near2, near3, near4, near5, near6], sight: weights.sight },
            running: Danger { steps: [run1, run2, run3, run4, run5, run6], sight: weights.sighted },
            stuck: weights.stuck,
            tight: weights.tight,
            unknown: weights.unknown,
        }
    }

    /// What the side to move gains by where the face-up pieces stand, in hundredths of a unit.
    pub(super) fn balance(&self, material: &Material, position: &Position, side: Colour) -> i32 {
        self.dangers(material, position, !side, &self.hunting) - self.dangers(material, position, side, &self.running)
    }

    /// What the pieces of one colour have to fear.
    fn dangers(&self, material: &Material, position: &Position, prey: Colour, danger: &Danger) -> i32 {
        let (own, enemies) = (position.of(prey), position.of(!prey));
        let (empty, face_down, bag) = (position.empty(), position.face_down(), position.bag());
        let sighted = self.sighted(position, enemies) & own;
        let is_dark = !bag.is_empty();
        let mut sum = 0;
        for kind in Kind::ALL {
            let squares = own & position.of_kind(kind);
            if squares.is_empty() {
                continue;
            }
            let (mut hunters, mut hidden) = (Bitboard::EMPTY, 0);
            for predator in self.predators[kind as usize].iter() {
                hunters |= enemies & position.of_kind(predator);
                if is_dark {
                    hidden += i32::from(bag.count(Piece::new(!prey, predator)));
                }
            }
            let unknown = if hidden > 0 { (self.unknown * hidden * PARTS[bag.len() as usize & 31]) >> 16 } else { 0 };
            let mut thousandths = 0;
            for square in squares {
                let around = attacks::neighbours(square);
                thousandths += match (around & empty).count() {
                    0 => self.stuck,
                    1 => self.tight,
                    _ => 0,
                };
                if sighted.contains(square) {
                    thousandths += danger.sight;
                }
                if let Some(steps) = distance(around, hunters, empty) {
                    thousandths += danger.steps[steps - 1];
                }
                thousandths += unknown * (around & face_down).count().cast_signed();
            }
            sum += material.of(Piece::new(prey, kind)) * thousandths / 1_000;
        }
        sum
    }

    /// What these Cannons could take over a screen.
    fn sighted(&self, position: &Position, hunters: Bitboard) -> Bitboard {
        if !self.jumps {
            return Bitboard::EMPTY;
        }
        let cannons = hunters & position.of_kind(Kind::Cannon);
        cannons.into_iter().fold(Bitboard::EMPTY, |seen, cannon| seen | attacks::jumps(cannon, position.occupied()))
    }
}

/// One part of so many, in 65,536ths, so that nothing is divided for each kind of piece.
const PARTS: [i32; 32] = {
    let mut parts = [0; 32];
    let (mut index, mut number) = (1, 1);
    while index < 32 {
        parts[index] = (1 << 16) / number;
        (index, number) = (index + 1, number + 1);
    }
    parts
};

/// What danger costs, in thousandths of the worth of what is in it.
#[derive(Clone, Debug)]
struct Danger {
    /// By the steps to the nearest predator, from one.
    steps: [i32; FAR],
    /// For a Cannon.
    sight: i32,
}

/// How many steps along empty squares to the nearest of these, from one, when these squares are one step away; what is at
/// [`FAR`] or farther counts as there, though it may be out of reach.
fn distance(around: Bitboard, hunters: Bitboard, empty: Bitboard) -> Option<usize> {
    if hunters.is_empty() {
        return None;
    }
    let (mut around, mut reached) = (around, Bitboard::EMPTY);
    for steps in 1..FAR {
        if !(around & hunters).is_empty() {
            return Some(steps);
        }
        let next = reached | (around & empty);
        if next == reached {
            return None;
        }
        reached = next;
        around = reached.spread();
    }
    Some(FAR)
}
