//! What tests of tables share.

// Each test file uses some of it.
#![allow(dead_code)]

use banqi::{Bag, Cell, Colour, Piece, Position, Rules, Setup};

/// Repeatable chance: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// So many different pieces of the set, some of each colour.
    pub(crate) fn material(&mut self, count: usize) -> Bag {
        let set: Vec<Piece> =
            Bag::full().iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).collect();
        loop {
            let mut left = set.clone();
            let pieces: Bag = (0..count).map(|_| left.swap_remove(self.below(left.len()))).collect();
            if Colour::ALL.iter().all(|&colour| pieces.of(colour) > 0) {
                return pieces;
            }
        }
    }

    /// These pieces somewhere, either side to move; the first of them face down if so wished.
    pub(crate) fn position(&mut self, pieces: Bag, is_face_down: bool, quiet: u32) -> Position {
        let mut board = [Cell::Empty; 32];
        let mut bag = Bag::EMPTY;
        let all: Vec<Piece> =
            pieces.iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).collect();
        let hidden = is_face_down.then(|| self.below(all.len()));
        for (index, &piece) in all.iter().enumerate() {
            let free: Vec<usize> = (0..32).filter(|&square| board[square] == Cell::Empty).collect();
            let square = free[self.below(free.len())];
            board[square] = Cell::FaceUp(piece);
            if hidden == Some(index) {
                board[square] = Cell::FaceDown;
                bag.insert(piece);
            }
        }
        let side = Some(Colour::ALL[self.below(2)]);
        Setup { board, side, chain: None, bag, quiet, turn: 41 }.try_into().expect("pieces of the set on their squares")
    }
}

pub(crate) fn rules(text: &str) -> Rules {
    text.parse().expect("rules")
}

/// The rules whose figures the exact values' document has.
pub(crate) const TAIWAN: &str = "taiwan-tournament:quiet=none,repetition=none";
