//! Where the pieces of a class stand, as a number and back.
//!
//! The board looks the same mirrored along either axis and turned by half, so one piece, the *anchor*, always stands in one
//! quarter of it. The others follow group by group: each is a combination of the squares that are still free, in the
//! combinatorial number system, so that there are no gaps between the numbers and interchangeable pieces count once.
//!
//! Of two interchangeable anchors either may be the one in the quarter; the smaller number counts, and the other is not used.

use arrayvec::ArrayVec;
use banqi::{Bitboard, Square};

use crate::MOST_PIECES;
use crate::class::Class;

/// The square of each slot.
pub(crate) type Squares = [u8; MOST_PIECES];

const SQUARES: usize = Square::COUNT;

/// The quarter of the board in which the anchor stands has so many squares.
const QUARTER: usize = SQUARES / 4;

/// How many ways there are to choose so many of so many things.
const fn choose(from: usize, count: usize) -> usize {
    let (mut ways, mut index) = (1, 0);
    while index < count {
        if from < index + 1 {
            return 0;
        }
        ways = ways * (from - index) / (index + 1);
        index += 1;
    }
    ways
}

const CHOOSE: [[u32; MOST_PIECES + 1]; SQUARES + 1] = {
    let mut table = [[0; MOST_PIECES + 1]; SQUARES + 1];
    let mut from = 0;
    while from <= SQUARES {
        let mut count = 0;
        while count <= MOST_PIECES {
            table[from][count] = choose(from, count) as u32;
            count += 1;
        }
        from += 1;
    }
    table
};

/// How the placements of a class are numbered.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    /// The groups of slots, that of the anchor first.
    groups: ArrayVec<ArrayVec<usize, MOST_PIECES>, MOST_PIECES>,
    /// Of each group, how many ways there are to place what is left of it; the anchor apart.
    ways: ArrayVec<usize, MOST_PIECES>,
    count: usize,
}

impl Placements {
    pub(crate) fn of(class: &Class) -> Self {
        let mut groups = class.groups();
        // A piece that is like no other makes an anchor without ambiguity.
        if let Some(single) = groups.iter().position(|group| group.len() == 1) {
            groups[..=single].rotate_right(1);
        }
        let mut free = SQUARES - 1;
        let mut ways = ArrayVec::new();
        for (index, group) in groups.iter().enumerate() {
            let left = group.len() - usize::from(index == 0);
            ways.push(choose(free, left));
            free -= left;
        }
        let count = QUARTER * ways.iter().product::<usize>();
        Self { groups, ways, count }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of a placement, the same for all that the board's symmetry makes of it.
    #[inline]
    pub(crate) fn index(&self, squares: Squares) -> usize {
        let mut smallest = usize::MAX;
        for &anchor in &self.groups[0] {
            smallest = smallest.min(self.index_from(squares, anchor));
        }
        smallest
    }

    fn index_from(&self, squares: Squares, anchor: usize) -> usize {
        let place = squares[anchor];
        let turn = turn_to_quarter(place);
        let place = place ^ turn;
        let mut used = 1u32 << place;
        let mut index = usize::from(place / 4 * 2 + place % 4);
        for (group, ways) in self.groups.iter().zip(&self.ways) {
            // Ranks among the squares that groups before left free, in ascending order.
            let mut mask = 0u32;
            for &slot in group {
                if slot != anchor {
                    mask |= 1 << (squares[slot] ^ turn);
                }
            }
            let (mut combination, mut left) = (0, mask);
            let mut nth = 1;
            while left != 0 {
                let square = left.trailing_zeros();
                left &= left - 1;
                let rank = square - (used & ((1 << square) - 1)).count_ones();
                combination += CHOOSE[rank as usize][nth] as usize;
                nth += 1;
            }
            used |= mask;
            index = index * ways + combination;
        }
        index
    }

    /// The placement with a number.
    pub(crate) fn squares(&self, index: usize) -> Squares {
        let mut rest = index;
        let mut combinations = [0; MOST_PIECES];
        for (place, &ways) in combinations.iter_mut().zip(&self.ways).take(self.ways.len()).rev() {
            *place = rest % ways;
            rest /= ways;
        }
        let mut squares = [0; MOST_PIECES];
        let anchor = (rest / 2 * 4 + rest % 2) as u8;
        squares[self.groups[0][0]] = anchor;
        let mut used = 1u32 << anchor;
        for (number, group) in self.groups.iter().enumerate() {
            let slots = if number == 0 { &group[1..] } else { &group[..] };
            let mut combination = combinations[number];
            let mut mask = 0u32;
            for (place, &slot) in slots.iter().enumerate().rev() {
                let mut rank = SQUARES;
                while CHOOSE[rank][place + 1] as usize > combination {
                    rank -= 1;
                }
                combination -= CHOOSE[rank][place + 1] as usize;
                let square = nth_free(used, rank as u32);
                squares[slot] = square;
                mask |= 1 << square;
            }
            used |= mask;
        }
        squares
    }

    /// Whether a number is the one that [`index`](Self::index) gives for its placement.
    pub(crate) fn is_used(&self, index: usize) -> bool {
        self.groups[0].len() == 1 || self.index(self.squares(index)) == index
    }

    /// How many different placements on the board have this number, interchangeable pieces not told apart.
    pub(crate) fn weight(&self, squares: Squares) -> u64 {
        if self.groups[0].len() == 1 {
            return 4;
        }
        let masks = |turn: u8| -> ArrayVec<u32, MOST_PIECES> {
            self.groups
                .iter()
                .map(|group| group.iter().fold(0, |mask, &slot| mask | 1 << (squares[slot] ^ turn)))
                .collect()
        };
        let like_itself = TURNS.iter().filter(|&&turn| masks(turn) == masks(0)).count();
        4 / like_itself as u64
    }
}

/// The board's symmetries, each as what is to be flipped in a square's index.
const TURNS: [u8; 4] = [0, 3, 28, 31];

/// The symmetry that brings a square into the quarter at a1.
fn turn_to_quarter(square: u8) -> u8 {
    (if square & 2 != 0 { 3 } else { 0 }) | (if square & 16 != 0 { 28 } else { 0 })
}

/// The square with so many free ones before it.
fn nth_free(used: u32, rank: u32) -> u8 {
    let mut free = !used;
    for _ in 0..rank {
        free &= free - 1;
    }
    free.trailing_zeros() as u8
}

/// The squares of these slots as a set.
pub(crate) fn occupied(squares: Squares, pieces: usize) -> Bitboard {
    Bitboard::from_bits(squares[..pieces].iter().fold(0, |bits, &square| bits | 1 << square))
}
