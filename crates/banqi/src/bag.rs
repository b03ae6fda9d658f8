//! The bag: what is still face down, which both players know.

use core::fmt;

use crate::{Colour, Kind, Piece};

/// A multiset of pieces, at most 15 of each.
///
/// ```
/// use banqi::{Bag, Piece};
///
/// let mut bag = Bag::full();
/// assert_eq!(bag.len(), 32);
/// assert!(bag.remove(Piece::from_letter('K').unwrap()));
/// assert!(!bag.remove(Piece::from_letter('K').unwrap()));
/// assert_eq!(bag.to_string(), "G2M2R2N2C2P5k1g2m2r2n2c2p5");
/// ```
// One nibble for each piece code; nibbles 7 and 15 stay 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bag(u64);

impl Bag {
    /// Nothing.
    ///
    /// ```
    /// assert!(banqi::Bag::EMPTY.is_empty());
    /// ```
    pub const EMPTY: Self = Self(0);

    /// The whole set of 32 pieces.
    ///
    /// ```
    /// assert_eq!(banqi::Bag::full().kinds(), 14);
    /// ```
    pub const fn full() -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < Piece::ALL.len() {
            let piece = Piece::ALL[index];
            bits |= (piece.kind.count() as u64) << (4 * piece.code());
            index += 1;
        }
        Self(bits)
    }

    /// How many of a piece are in the bag.
    ///
    /// ```
    /// use banqi::{Bag, Piece};
    /// assert_eq!(Bag::full().count(Piece::from_letter('p').unwrap()), 5);
    /// ```
    #[inline]
    pub const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (4 * piece.code()) & 15) as u8
    }

    /// How many pieces are in the bag.
    ///
    /// ```
    /// assert_eq!(banqi::Bag::full().len(), 32);
    /// ```
    #[inline]
    pub const fn len(self) -> u32 {
        Self::sum(self.0)
    }

    /// How many pieces of a colour are in the bag.
    ///
    /// ```
    /// assert_eq!(banqi::Bag::full().of(banqi::Colour::Red), 16);
    /// ```
    #[inline]
    pub const fn of(self, colour: Colour) -> u32 {
        Self::sum(self.half(colour) as u64)
    }

    /// Whether the bag holds any piece of a colour.
    #[inline]
    pub(crate) const fn has(self, colour: Colour) -> bool {
        self.half(colour) != 0
    }

    #[inline]
    const fn half(self, colour: Colour) -> u32 {
        (self.0 >> (32 * colour as u8)) as u32
    }

    const fn sum(nibbles: u64) -> u32 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = (nibbles & LOW) + (nibbles >> 4 & LOW);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// The bag as a number, another one for each bag: what it is good for is to find something by it.
    ///
    /// ```
    /// assert_ne!(banqi::Bag::full().bits(), banqi::Bag::EMPTY.bits());
    /// ```
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether nothing is in the bag.
    ///
    /// ```
    /// assert!(!banqi::Bag::full().is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many different pieces (colour and kind) are in the bag: the outcomes of a flip.
    ///
    /// ```
    /// assert_eq!(banqi::Bag::full().kinds(), 14);
    /// ```
    #[inline]
    pub const fn kinds(self) -> u32 {
        ((self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & 0x1111_1111_1111_1111).count_ones()
    }

    /// Puts a piece in.
    ///
    /// # Panics
    ///
    /// When there are 15 of it already, which is no Banqi set.
    ///
    /// ```
    /// use banqi::{Bag, Piece};
    /// let mut bag = Bag::EMPTY;
    /// bag.insert(Piece::from_letter('K').unwrap());
    /// assert_eq!(bag.len(), 1);
    /// ```
    pub fn insert(&mut self, piece: Piece) {
        assert!(self.count(piece) < 15, "a bag holds at most 15 of one piece");
        self.0 += 1 << (4 * piece.code());
    }

    /// Puts several of a piece in; together they must be at most 15.
    #[inline]
    pub(crate) const fn add(&mut self, piece: Piece, count: u8) {
        self.0 += (count as u64) << (4 * piece.code());
    }

    /// Takes a piece out; answers whether it was there.
    ///
    /// ```
    /// use banqi::{Bag, Piece};
    /// assert!(!Bag::EMPTY.clone().remove(Piece::from_letter('K').unwrap()));
    /// ```
    #[inline]
    pub fn remove(&mut self, piece: Piece) -> bool {
        let there = self.count(piece) > 0;
        self.0 -= u64::from(there) << (4 * piece.code());
        there
    }

    /// The different pieces with their counts, red first, in the order KGMRNCP.
    ///
    /// ```
    /// use banqi::Bag;
    /// let (piece, count) = Bag::full().iter().next().unwrap();
    /// assert_eq!((piece.letter(), count), ('K', 1));
    /// ```
    pub fn iter(self) -> BagIter {
        BagIter(self.0)
    }

    /// The whole set less what is given: how a bag follows from the pieces that are face up or captured.
    ///
    /// Answers the first piece of which there are more than the set has.
    ///
    /// # Errors
    ///
    /// The piece that is over the set's count.
    ///
    /// ```
    /// use banqi::{Bag, Piece};
    /// let king = Piece::from_letter('K').unwrap();
    /// assert_eq!(Bag::full_without([king]).unwrap().len(), 31);
    /// assert_eq!(Bag::full_without([king, king]), Err(king));
    /// ```
    pub fn full_without(pieces: impl IntoIterator<Item = Piece>) -> Result<Self, Piece> {
        let mut bag = Self::full();
        pieces.into_iter().try_for_each(|piece| if bag.remove(piece) { Ok(()) } else { Err(piece) })?;
        Ok(bag)
    }
}

/// The pieces of a [`Bag`] with their counts.
///
/// ```
/// assert_eq!(banqi::Bag::full().iter().count(), 14);
/// ```
#[derive(Clone, Debug)]
pub struct BagIter(u64);

impl Iterator for BagIter {
    type Item = (Piece, u8);

    #[inline]
    fn next(&mut self) -> Option<(Piece, u8)> {
        if self.0 == 0 {
            return None;
        }
        let code = self.0.trailing_zeros() / 4;
        let count = (self.0 >> (4 * code) & 15) as u8;
        self.0 &= !(15 << (4 * code));
        Piece::from_code(code as u8).map(|piece| (piece, count))
    }
}

impl IntoIterator for Bag {
    type Item = (Piece, u8);
    type IntoIter = BagIter;

    fn into_iter(self) -> BagIter {
        self.iter()
    }
}

impl FromIterator<Piece> for Bag {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut bag = Self::EMPTY;
        pieces.into_iter().for_each(|piece| bag.insert(piece));
        bag
    }
}

/// As in a written position: each piece's letter and count, `-` when empty.
impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|(piece, count)| write!(f, "{}{count}", piece.letter()))
    }
}

impl fmt::Debug for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bag({self})")
    }
}

/// How many pieces of each kind one colour has in the bag, for screens that show the bag.
impl Bag {
    /// The counts of one colour, in the order KGMRNCP.
    ///
    /// ```
    /// use banqi::{Bag, Colour};
    /// assert_eq!(Bag::full().counts(Colour::Black), [1, 2, 2, 2, 2, 2, 5]);
    /// ```
    pub fn counts(self, colour: Colour) -> [u8; 7] {
        Kind::ALL.map(|kind| self.count(Piece::new(colour, kind)))
    }
}
