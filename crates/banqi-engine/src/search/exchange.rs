//! What a capture gains when both sides go on taking on its square.
//!
//! Each side takes with the least of its pieces that can, and stops when that is better (static exchange evaluation; the
//! swap-off algorithm of chess programs). Here a piece must also outrank what stands there, and a Cannon needs a screen,
//! which may come and go as pieces leave the lines; so attackers are found anew after each capture.

use banqi::{Bitboard, Capture, Colour, Kind, Piece, Position, Rules, Square, attacks};

/// The longest exchange: four neighbours and two Cannons on each side and the piece itself.
const LONGEST: usize = 16;

/// What taking what stands on a square gains, in the unit of `worth`.
pub(super) fn exchange(
    rules: &Rules,
    position: &Position,
    worth: &impl Fn(Piece) -> i32,
    from: Square,
    to: Square,
) -> i32 {
    let (Some(mut attacker), Some(victim)) = (position.piece(from), position.piece(to)) else { return 0 };
    let mut gains = [0; LONGEST];
    gains[0] = worth(victim);
    let mut occupied = position.occupied() & !Bitboard::from(from);
    let mut side = !attacker.colour;
    let mut length = 1;
    while length < LONGEST {
        let Some((square, taker)) = least_attacker(rules, position, worth, to, occupied, side, attacker.kind) else {
            break;
        };
        gains[length] = worth(attacker) - gains[length - 1];
        occupied &= !Bitboard::from(square);
        attacker = taker;
        side = !side;
        length += 1;
    }
    // From the end back: who takes last need not have taken.
    while length > 1 {
        length -= 1;
        gains[length - 1] = -gains[length].max(-gains[length - 1]);
    }
    gains[0]
}

fn least_attacker(
    rules: &Rules,
    position: &Position,
    worth: &impl Fn(Piece) -> i32,
    to: Square,
    occupied: Bitboard,
    side: Colour,
    victim: Kind,
) -> Option<(Square, Piece)> {
    let own = position.of(side) & occupied;
    let near = attacks::neighbours(to) & own;
    let jumps = rules.capture(Kind::Cannon, victim) == Some(Capture::Jump);
    let mut squares = near;
    let mut cannons = Bitboard::EMPTY;
    if jumps {
        cannons = attacks::jumps(to, occupied) & own & position.of_kind(Kind::Cannon);
        squares = (near & !position.of_kind(Kind::Cannon)) | cannons;
    }
    let takes = |square: Square| {
        let piece = position.piece(square)?;
        (cannons.contains(square) || rules.takes(piece.kind).contains(victim)).then_some((square, piece))
    };
    squares.into_iter().filter_map(takes).min_by_key(|&(_, piece)| worth(piece))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worths that are easy to add.
    fn worth(piece: Piece) -> i32 {
        [700, 600, 500, 400, 300, 350, 100][piece.kind as usize]
    }

    #[track_caller]
    fn assert_gains(position: &str, capture: &str, gain: i32) {
        let rules = banqi::Preset::TaiwanClub.rules();
        let position: Position = position.parse().expect("a position");
        let Ok(banqi::Action::Move { from, to }) = capture.parse() else { panic!("a capture") };
        assert_eq!(exchange(&rules, &position, &worth, from, to), gain, "{capture}");
    }

    #[test]
    fn what_nobody_protects_is_won() {
        assert_gains("4/4/4/4/4/4/4/Rn1k r - 0 41", "a1-b1", 300);
    }

    #[test]
    fn what_is_protected_by_a_lower_piece_is_won_too() {
        // The Soldier cannot take the Chariot back.
        assert_gains("4/4/4/4/4/4/4/Rnp1 r - 0 41", "a1-b1", 300);
    }

    #[test]
    fn an_exchange_goes_on_while_it_pays() {
        // R takes n, r takes R, G takes r.
        assert_gains("4/4/4/4/4/4/1G2/Rnr1 r - 0 41", "a1-b1", 300);
        // R takes n, r takes R: a hundred lost.
        assert_gains("4/4/4/4/4/4/4/Rnr1 r - 0 41", "a1-b1", -100);
    }

    #[test]
    fn a_cannon_takes_over_its_screen() {
        // C over b1 takes c1; the Chariot behind takes it back.
        assert_gains("4/4/4/4/4/4/4/CPnr r - 0 41", "a1-c1", -50);
        assert_gains("4/4/4/4/4/4/4/CPn1 r - 0 41", "a1-c1", 300);
    }
}
