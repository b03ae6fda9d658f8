//! The two sides of a series of games.

/// A side of a series of games, whoever goes first in one of them.
///
/// ```
/// use banqi_table::Party;
/// assert_eq!(Party::Host.other(), Party::Guest);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// The person whose device it is.
    Host,
    /// The computer, or the second person.
    Guest,
}

impl Party {
    /// The other side.
    ///
    /// ```
    /// use banqi_table::Party;
    /// assert_eq!(Party::Guest.other(), Party::Host);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Host => Self::Guest,
            Self::Guest => Self::Host,
        }
    }
}
