//! The two opponents of a match, whatever seat they have in a game.

use std::ops::Not;

/// One of the two opponents. They change seats from game to game; this stays.
///
/// ```
/// use banqi_match::Side;
/// assert_eq!(!Side::One, Side::Two);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The one whose points are counted.
    One,
    /// Its opponent.
    Two,
}

impl Side {
    /// Both.
    ///
    /// ```
    /// assert_eq!(banqi_match::Side::ALL.len(), 2);
    /// ```
    pub const ALL: [Self; 2] = [Self::One, Self::Two];
}

impl Not for Side {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}
