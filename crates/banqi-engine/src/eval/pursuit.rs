//! Who is after whom.
//!
//! Captures alone give a won ending no direction: no step wins anything within sight. So each face-up piece is in danger
//! of its nearest predator, the more the nearer that is by steps that are free, and of the Cannons that have it in their
//! sights; and it is worse off the fewer free squares it has to run to. Distances are counted from the prey, a ring of
//! free squares at a time, because one flood finds the nearest of all its predators.

use banqi::{Bitboard, Colour, Kind, Position, Rules, attacks};

use super::Weights;
use super::material::Material;

/// Distances from here on count alike.
const FAR: usize = 6;

/// What the side to move gains by where the face-up pieces stand, in hundredths of a unit.
pub(super) fn balance(rules: &Rules, weights: &Weights, material: &Material, position: &Position, side: Colour) -> i32 {
    let Weights { near1, near2, near3, near4, near5, near6, run1, run2, run3, run4, run5, run6, .. } = *weights;
    let hunting = Danger { steps: [near1, near2, near3, near4, near5, near6], sight: weights.sight };
    let running = Danger { steps: [run1, run2, run3, run4, run5, run6], sight: weights.sighted };
    dangers(rules, weights, material, position, !side, &hunting)
        - dangers(rules, weights, material, position, side, &running)
}

/// What danger costs, in thousandths of the worth of what is in it.
struct Danger {
    /// By the steps to the nearest predator, from one.
    steps: [i32; FAR],
    /// For each Cannon.
    sight: i32,
}

/// What the pieces of one colour have to fear.
fn dangers(
    rules: &Rules,
    weights: &Weights,
    material: &Material,
    position: &Position,
    prey: Colour,
    danger: &Danger,
) -> i32 {
    let (own, enemies) = (position.of(prey), position.of(!prey));
    let empty = position.empty();
    let takers = takers(rules, position, enemies);
    let bag = position.bag();
    let unknown = takers_in_bag(rules, position, !prey);
    let sighted = sighted(rules, position, enemies) & own;
    let mut sum = 0;
    for kind in Kind::ALL {
        let squares = own & position.of_kind(kind);
        if squares.is_empty() {
            continue;
        }
        let worth = material.of(banqi::Piece::new(prey, kind));
        let mut thousandths = 0;
        for square in squares {
            let around = attacks::neighbours(square);
            thousandths += match (around & empty).count() {
                0 => weights.stuck,
                1 => weights.tight,
                _ => 0,
            };
            if sighted.contains(square) {
                thousandths += danger.sight;
            }
            if !takers[kind as usize].is_empty()
                && let Some(steps) = distance(square.into(), takers[kind as usize], empty)
            {
                thousandths += danger.steps[steps.min(FAR) - 1];
            }
            if !bag.is_empty() {
                let hidden = (around & position.face_down()).count().cast_signed();
                thousandths += weights.unknown * hidden * unknown[kind as usize] / bag.len().cast_signed();
            }
        }
        sum += worth * thousandths / 1_000;
    }
    sum
}

/// For each kind, the pieces among these that take it by a step.
fn takers(rules: &Rules, position: &Position, hunters: Bitboard) -> [Bitboard; 7] {
    let mut takers = [Bitboard::EMPTY; 7];
    for kind in Kind::ALL {
        let squares = hunters & position.of_kind(kind);
        if !squares.is_empty() {
            for target in rules.takes(kind).iter() {
                takers[target as usize] |= squares;
            }
        }
    }
    takers
}

/// For each kind, how many of a colour's face-down pieces take it by a step.
fn takers_in_bag(rules: &Rules, position: &Position, hunter: Colour) -> [i32; 7] {
    let mut takers = [0; 7];
    if position.bag().is_empty() {
        return takers;
    }
    for (kind, count) in Kind::ALL.into_iter().zip(position.bag().counts(hunter)) {
        if count > 0 {
            for target in rules.takes(kind).iter() {
                takers[target as usize] += i32::from(count);
            }
        }
    }
    takers
}

/// What these Cannons could take over a screen.
fn sighted(rules: &Rules, position: &Position, hunters: Bitboard) -> Bitboard {
    if rules.capture(Kind::Cannon, Kind::General) != Some(banqi::Capture::Jump) {
        return Bitboard::EMPTY;
    }
    let cannons = hunters & position.of_kind(Kind::Cannon);
    cannons.into_iter().fold(Bitboard::EMPTY, |seen, cannon| seen | attacks::jumps(cannon, position.occupied()))
}

/// How many steps along empty squares from here to the nearest of these, from one.
fn distance(from: Bitboard, hunters: Bitboard, empty: Bitboard) -> Option<usize> {
    let mut reached = from;
    for steps in 1.. {
        let around = reached.spread();
        if !(around & hunters).is_empty() {
            return Some(steps);
        }
        let next = reached | (around & empty);
        if next == reached {
            break;
        }
        reached = next;
    }
    None
}
