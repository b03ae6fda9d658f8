//! The two colours, and values kept once for each.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

/// A colour of pieces.
///
/// Colours belong to pieces from the start and to players only after the first flip: see [`Seat`](crate::Seat).
///
/// ```
/// use banqi::Colour;
///
/// assert_eq!(!Colour::Red, Colour::Black);
/// assert_eq!(Colour::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Colour {
    /// Upper case in the notation.
    Red,
    /// Lower case in the notation.
    Black,
}

impl Colour {
    /// Both colours, red first.
    ///
    /// ```
    /// assert_eq!(banqi::Colour::ALL.len(), 2);
    /// ```
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The letter of the side to move in a written position.
    ///
    /// ```
    /// assert_eq!(banqi::Colour::Red.letter(), 'r');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'r',
            Self::Black => 'b',
        }
    }
}

impl Not for Colour {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

/// One value for each colour.
///
/// ```
/// use banqi::{ByColour, Colour};
///
/// let mut captured = ByColour { red: 0, black: 0 };
/// captured[Colour::Black] += 1;
/// assert_eq!(captured.black, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByColour<T> {
    /// Red's value.
    pub red: T,
    /// Black's value.
    pub black: T,
}

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;

    #[inline]
    fn index(&self, colour: Colour) -> &T {
        match colour {
            Colour::Red => &self.red,
            Colour::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Red => &mut self.red,
            Colour::Black => &mut self.black,
        }
    }
}
