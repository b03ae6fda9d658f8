//! Random numbers by which a position is hashed.
//!
//! A position's hash is the exclusive or of a number for each occupied square, for the count of each piece in the bag,
//! for the side to move and for an open chain. The numbers are fixed (SplitMix64 from a fixed seed), so that hashes
//! can be stored: tests/zobrist.tsv keeps some.

use crate::{Colour, Square};

struct Numbers {
    /// By code of what stands there; 15 is a face-down piece.
    squares: [[u64; 32]; 16],
    /// By piece code and count.
    bag: [[u64; 16]; 16],
    sides: [u64; 2],
    chain: [u64; 32],
}

static NUMBERS: Numbers = Numbers::new();

/// One step of SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: u64) -> u64 {
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Numbers {
    const fn new() -> Self {
        let mut numbers = Self { squares: [[0; 32]; 16], bag: [[0; 16]; 16], sides: [0; 2], chain: [0; 32] };
        let mut state = 0;
        let mut drawn = 0;
        while drawn < 16 * 32 + 16 * 16 + 2 + 32 {
            state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_add(state);
            let number = split_mix(state);
            match drawn {
                0..512 => numbers.squares[drawn / 32][drawn % 32] = number,
                512..768 => numbers.bag[(drawn - 512) / 16][(drawn - 512) % 16] = number,
                768..770 => numbers.sides[drawn - 768] = number,
                _ => numbers.chain[drawn - 770] = number,
            }
            drawn += 1;
        }
        numbers
    }
}

/// The number of a code on a square.
#[inline]
pub(crate) fn square(code: u8, square: Square) -> u64 {
    NUMBERS.squares[(code & 15) as usize][square.index()]
}

/// The number of so many of a piece in the bag.
#[inline]
pub(crate) fn bag(code: u8, count: u8) -> u64 {
    NUMBERS.bag[(code & 15) as usize][(count & 15) as usize]
}

/// The number of a side to move; nobody's is 0.
#[inline]
pub(crate) fn side(side: Option<Colour>) -> u64 {
    side.map_or(0, |colour| NUMBERS.sides[colour as usize])
}

/// The number of a chain that may go on from a square; no chain's is 0.
#[inline]
pub(crate) fn chain(square: Option<Square>) -> u64 {
    square.map_or(0, |square| NUMBERS.chain[square.index()])
}
