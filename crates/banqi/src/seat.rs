//! The two players, before and beyond colours.

use core::fmt;
use core::ops::Not;

/// A player. First makes the first flip and takes its colour; Second has the other.
///
/// First is to move on odd turns, so a [`Position`](crate::Position) tells which colour is whose.
///
/// ```
/// use banqi::Seat;
///
/// assert_eq!(!Seat::First, Seat::Second);
/// assert_eq!(Seat::of_turn(3), Seat::First);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Seat {
    /// Moves on turns 1, 3, 5, ..
    First,
    /// Moves on turns 2, 4, 6, ..
    Second,
}

impl Seat {
    /// Both seats, First first.
    ///
    /// ```
    /// assert_eq!(banqi::Seat::ALL[0], banqi::Seat::First);
    /// ```
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// Whose turn the numbered turn is. Turns are numbered from 1.
    ///
    /// ```
    /// assert_eq!(banqi::Seat::of_turn(2), banqi::Seat::Second);
    /// ```
    pub const fn of_turn(turn: u32) -> Self {
        if turn % 2 == 1 { Self::First } else { Self::Second }
    }
}

impl Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
