//! How a game ended, and why.

use core::fmt;

use crate::Seat;

/// Why a game ended.
///
/// ```
/// use banqi::Reason;
/// assert_eq!(Reason::NoLegalMove.name(), "no-legal-move");
/// assert_eq!(Reason::from_name("time"), Some(Reason::Time));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Reason {
    /// A player has no piece left, face up or face down.
    Elimination,
    /// The player to move has no legal action.
    NoLegalMove,
    /// The position, or a cycle of moves, came back too often.
    Repetition,
    /// Too many turns without a flip or a capture.
    NoProgress,
    /// The players agreed to a draw.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player left; the other claimed the win or a draw.
    Abandonment,
}

impl Reason {
    /// All reasons.
    ///
    /// ```
    /// assert_eq!(banqi::Reason::ALL.len(), 8);
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Elimination,
        Self::NoLegalMove,
        Self::Repetition,
        Self::NoProgress,
        Self::Agreement,
        Self::Resignation,
        Self::Time,
        Self::Abandonment,
    ];

    /// The reason's name in records and on the wire.
    ///
    /// ```
    /// assert_eq!(banqi::Reason::NoProgress.name(), "no-progress");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elimination => "elimination",
            Self::NoLegalMove => "no-legal-move",
            Self::Repetition => "repetition",
            Self::NoProgress => "no-progress",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Abandonment => "abandonment",
        }
    }

    /// The reason of a name.
    ///
    /// ```
    /// assert_eq!(banqi::Reason::from_name("boredom"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether the board alone decides this reason; the others need the players or the clock.
    ///
    /// ```
    /// use banqi::Reason;
    /// assert!(Reason::Repetition.is_on_the_board());
    /// assert!(!Reason::Time.is_on_the_board());
    /// ```
    pub const fn is_on_the_board(self) -> bool {
        matches!(self, Self::Elimination | Self::NoLegalMove | Self::Repetition | Self::NoProgress)
    }

    /// Whether a game that ended for this reason can have a winner.
    pub(crate) const fn can_be_won(self) -> bool {
        !matches!(self, Self::Repetition | Self::NoProgress | Self::Agreement)
    }

    /// Whether a game that ended for this reason can be drawn.
    pub(crate) const fn can_be_drawn(self) -> bool {
        matches!(self, Self::Repetition | Self::NoProgress | Self::Agreement | Self::Abandonment)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A finished game's result.
///
/// It names the winner's seat and not its colour, since a game can end before anybody has a colour.
///
/// ```
/// use banqi::{Outcome, Reason, Seat};
///
/// let outcome = Outcome { winner: Some(Seat::Second), reason: Reason::Resignation };
/// assert_eq!(outcome.score(), "0-1");
/// assert_eq!(outcome.to_string(), "second wins by resignation");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Who won; none is a draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// A draw.
    ///
    /// ```
    /// use banqi::{Outcome, Reason};
    /// assert_eq!(Outcome::draw(Reason::Agreement).score(), "1/2-1/2");
    /// ```
    pub const fn draw(reason: Reason) -> Self {
        Self { winner: None, reason }
    }

    /// A win.
    ///
    /// ```
    /// use banqi::{Outcome, Reason, Seat};
    /// assert_eq!(Outcome::win(Seat::First, Reason::Time).score(), "1-0");
    /// ```
    pub const fn win(winner: Seat, reason: Reason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// The result as a record writes it: First's points before Second's.
    ///
    /// ```
    /// use banqi::{Outcome, Reason, Seat};
    /// assert_eq!(Outcome::win(Seat::First, Reason::Elimination).score(), "1-0");
    /// ```
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(seat) => write!(f, "{seat} wins by {}", self.reason),
            None => write!(f, "draw by {}", self.reason),
        }
    }
}
