//! The 32 squares.

use core::fmt;
use core::str::FromStr;

/// A square of the board, a1 to d8: four files from left to right, eight ranks from bottom to top.
///
/// ```
/// use banqi::Square;
///
/// let square: Square = "c4".parse()?;
/// assert_eq!((square.file(), square.rank()), (2, 3));
/// assert_eq!(square.to_string(), "c4");
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Squares on the board.
    ///
    /// ```
    /// assert_eq!(banqi::Square::COUNT, 32);
    /// ```
    pub const COUNT: usize = 32;

    /// The square with this number, 0 to 31 in the order a1 b1 c1 d1 a2 .. d8.
    ///
    /// ```
    /// use banqi::Square;
    /// assert_eq!(Square::new(5).map(|square| square.to_string()).as_deref(), Some("b2"));
    /// assert_eq!(Square::new(32), None);
    /// ```
    pub const fn new(index: u8) -> Option<Self> {
        if index < 32 { Some(Self(index)) } else { None }
    }

    /// The square with this number modulo 32.
    #[inline]
    pub(crate) const fn wrapping(index: u8) -> Self {
        Self(index & 31)
    }

    /// The square so many numbers on; only for offsets that stay on the board.
    #[inline]
    pub(crate) const fn offset(self, by: i8) -> Self {
        Self::wrapping(self.0.wrapping_add_signed(by))
    }

    /// The square on a file (0 for a) and a rank (0 for 1).
    ///
    /// ```
    /// use banqi::Square;
    /// assert_eq!(Square::at(3, 7), "d8".parse().ok());
    /// assert_eq!(Square::at(4, 0), None);
    /// ```
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 4 && rank < 8 { Some(Self(rank * 4 + file)) } else { None }
    }

    /// All squares in the order a1 b1 c1 d1 a2 .. d8.
    ///
    /// ```
    /// use banqi::Square;
    /// assert_eq!(Square::all().count(), Square::COUNT);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..32).map(Self)
    }

    /// The square's number, 0 to 31 in the order a1 b1 c1 d1 a2 .. d8.
    ///
    /// ```
    /// assert_eq!("d8".parse::<banqi::Square>().unwrap().index(), 31);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The file, 0 for a to 3 for d.
    ///
    /// ```
    /// assert_eq!("b7".parse::<banqi::Square>().unwrap().file(), 1);
    /// ```
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 3
    }

    /// The rank, 0 for 1 to 7 for 8.
    ///
    /// ```
    /// assert_eq!("b7".parse::<banqi::Square>().unwrap().rank(), 6);
    /// ```
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 2 & 7
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not a square.
///
/// ```
/// let error = "e1".parse::<banqi::Square>().unwrap_err();
/// assert_eq!(error.to_string(), "a square is a file a to d and a rank 1 to 8, like b2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a to d and a rank 1 to 8, like b2")
    }
}

impl core::error::Error for SquareError {}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'd', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 4 + (file - b'a'))),
            _ => Err(SquareError),
        }
    }
}
