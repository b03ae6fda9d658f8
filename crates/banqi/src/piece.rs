//! A piece: a colour and a kind.

use core::fmt;

use crate::{Colour, Kind};

/// A piece whose identity is known.
///
/// ```
/// use banqi::{Colour, Kind, Piece};
///
/// let piece = Piece::new(Colour::Black, Kind::Horse);
/// assert_eq!(piece.letter(), 'n');
/// assert_eq!(piece.to_string(), "black horse");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
}

/// Codes of what stands on a square: the colour in bit 3, the kind below it. Kind 7 is no kind.
pub(crate) const EMPTY_CODE: u8 = 7;
pub(crate) const DARK_CODE: u8 = 15;

impl Piece {
    /// All fourteen, red first, in the order KGMRNCP.
    ///
    /// ```
    /// let letters: String = banqi::Piece::ALL.iter().map(|piece| piece.letter()).collect();
    /// assert_eq!(letters, "KGMRNCPkgmrncp");
    /// ```
    pub const ALL: [Self; 14] = {
        let mut all = [Self::new(Colour::Red, Kind::General); 14];
        let mut index = 0;
        while index < 14 {
            all[index] = Self::new(Colour::ALL[index / 7], Kind::ALL[index % 7]);
            index += 1;
        }
        all
    };

    /// A piece.
    ///
    /// ```
    /// use banqi::{Colour, Kind, Piece};
    /// assert_eq!(Piece::new(Colour::Red, Kind::Cannon).letter(), 'C');
    /// ```
    #[inline]
    pub const fn new(colour: Colour, kind: Kind) -> Self {
        Self { colour, kind }
    }

    /// The piece's letter: upper case red, lower case black.
    ///
    /// ```
    /// assert_eq!(banqi::Piece::ALL[13].letter(), 'p');
    /// ```
    pub const fn letter(self) -> char {
        match self.colour {
            Colour::Red => self.kind.letter(),
            Colour::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter.
    ///
    /// ```
    /// use banqi::Piece;
    /// assert_eq!(Piece::from_letter('g').map(Piece::letter), Some('g'));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_lowercase() { Colour::Black } else { Colour::Red };
        Kind::from_letter(letter.to_ascii_uppercase()).map(|kind| Self::new(colour, kind))
    }

    /// 0 to 6 for red, 8 to 14 for black.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        (self.colour as u8) << 3 | self.kind as u8
    }

    /// The piece of a code, none for [`EMPTY_CODE`] and [`DARK_CODE`].
    #[inline]
    pub(crate) const fn from_code(code: u8) -> Option<Self> {
        const TABLE: [Option<Piece>; 16] = {
            let mut table = [None; 16];
            let mut index = 0;
            while index < 14 {
                table[Piece::ALL[index].code() as usize] = Some(Piece::ALL[index]);
                index += 1;
            }
            table
        };
        TABLE[(code & 15) as usize]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour, self.kind)
    }
}
