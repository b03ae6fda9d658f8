//! How near pieces are to what they can take.
//!
//! Captures alone give a won ending no direction: no step wins anything within sight. So each piece presses on its
//! nearest prey, the more the nearer it is by steps that are free. The other side's pressure counts against it, which is
//! why prey runs. The sum stays small beside material: at most a sixteenth of the prey's worth for each piece.

use banqi::{Bitboard, Colour, Kind, KindSet, Position, Rules, Square};

use super::Worth;

/// The longest way along free squares that still counts; corner to corner it is ten steps without detours.
const FAR: i32 = 12;

pub(super) fn pressure(rules: &Rules, worth: &Worth, position: &Position, colour: Colour) -> i32 {
    let enemies = position.of(!colour);
    if enemies.is_empty() {
        return 0;
    }
    let mut sum = 0;
    for kind in Kind::ALL {
        let hunters = position.of(colour) & position.of_kind(kind);
        if hunters.is_empty() {
            continue;
        }
        let prey = enemies & of_kinds(position, rules.takes(kind));
        if !prey.is_empty() {
            sum += hunters.into_iter().map(|from| pressed(worth, position, from, prey)).sum::<i32>();
        }
    }
    sum
}

fn of_kinds(position: &Position, kinds: KindSet) -> Bitboard {
    kinds.iter().fold(Bitboard::EMPTY, |squares, kind| squares | position.of_kind(kind))
}

/// What one piece presses on: the worthiest of its nearest prey. Free squares are filled from where it stands, one step
/// at a time.
fn pressed(worth: &Worth, position: &Position, from: Square, prey: Bitboard) -> i32 {
    let empty = position.empty();
    let mut reached = Bitboard::from(from);
    for steps in 1..FAR {
        let around = reached.spread();
        let met = around & prey;
        if !met.is_empty() {
            let worthiest = met.into_iter().filter_map(|square| position.piece(square)).map(|piece| worth.of(piece));
            return worthiest.max().unwrap_or(0) * (FAR - steps) / (16 * FAR);
        }
        let next = reached | (around & empty);
        if next == reached {
            break;
        }
        reached = next;
    }
    0
}
