//! Sets of squares in one machine word.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares: bit n is the square with [`Square::index`] n.
///
/// ```
/// use banqi::{Bitboard, Square};
///
/// let corner = Bitboard::from(Square::at(0, 0).unwrap());
/// assert_eq!((corner | corner.spread()).to_string(), "....\n....\n....\n....\n....\n....\nX...\nXX..\n");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u32);

impl Bitboard {
    /// No square.
    ///
    /// ```
    /// assert!(banqi::Bitboard::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Self = Self(0);
    /// Every square.
    ///
    /// ```
    /// assert_eq!(banqi::Bitboard::ALL.count(), 32);
    /// ```
    pub const ALL: Self = Self(u32::MAX);

    const FILE_A: u32 = 0x1111_1111;

    /// The set with these bits.
    ///
    /// ```
    /// use banqi::{Bitboard, Square};
    /// assert!(Bitboard::from_bits(1).contains(Square::new(0).unwrap()));
    /// ```
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The bits of the set.
    ///
    /// ```
    /// assert_eq!(banqi::Bitboard::ALL.bits(), 0xffff_ffff);
    /// ```
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The squares of the rectangle with its corner on a1.
    ///
    /// `files` is 0 to 4 and `ranks` 0 to 8; more counts as the whole board.
    ///
    /// ```
    /// assert_eq!(banqi::Bitboard::rectangle(2, 3).count(), 6);
    /// ```
    pub fn rectangle(files: u8, ranks: u8) -> Self {
        Square::all().filter(|square| square.file() < files && square.rank() < ranks).collect()
    }

    /// Whether the square is in the set.
    ///
    /// ```
    /// use banqi::{Bitboard, Square};
    /// assert!(!Bitboard::EMPTY.contains(Square::new(3).unwrap()));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether no square is in the set.
    ///
    /// ```
    /// assert!(!banqi::Bitboard::ALL.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in the set.
    ///
    /// ```
    /// assert_eq!(banqi::Bitboard::from_bits(0b1011).count(), 3);
    /// ```
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square of the set.
    ///
    /// ```
    /// use banqi::{Bitboard, Square};
    /// assert_eq!(Bitboard::from_bits(0b100).first(), Square::new(2));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(self.0.trailing_zeros() as u8)) }
    }

    /// Every square that is an orthogonal neighbour of a square of the set.
    ///
    /// ```
    /// use banqi::{Bitboard, Square};
    /// assert_eq!(Bitboard::from(Square::at(1, 1).unwrap()).spread().count(), 4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn spread(self) -> Self {
        Self(self.up().0 | self.down().0 | self.left().0 | self.right().0)
    }

    /// The set moved one rank up; what leaves the board is gone.
    #[inline]
    pub(crate) const fn up(self) -> Self {
        Self(self.0 << 4)
    }

    /// The set moved one rank down.
    #[inline]
    pub(crate) const fn down(self) -> Self {
        Self(self.0 >> 4)
    }

    /// The set moved one file towards a.
    #[inline]
    pub(crate) const fn left(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// The set moved one file towards d.
    #[inline]
    pub(crate) const fn right(self) -> Self {
        Self((self.0 << 1) & !Self::FILE_A)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self(1 << square.index())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

/// The squares of a set, lowest first.
///
/// ```
/// use banqi::Bitboard;
/// let indices: Vec<usize> = Bitboard::from_bits(0b1010).into_iter().map(|square| square.index()).collect();
/// assert_eq!(indices, [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(u32);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

macro_rules! operator {
    ($operator:ident $method:ident $assign:ident $assign_method:ident) => {
        impl $operator for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(other.0);
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign);
operator!(BitOr bitor BitOrAssign bitor_assign);
operator!(BitXor bitxor BitXorAssign bitxor_assign);

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The board as a picture, rank 8 on top.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..4 {
                let square = Square::wrapping(rank * 4 + file);
                f.write_str(if self.contains(square) { "X" } else { "." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
