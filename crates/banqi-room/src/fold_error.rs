//! Events that make no game.

use std::fmt;

use banqi::{FinishError, PlayError};
use banqi_deal::TermsError;

/// Why an event cannot follow those before it. A server that sends such a list is broken; its game cannot be shown.
///
/// Openings and seals that do not match are no such error: the game goes on, and the mismatch is kept to be shown.
///
/// ```
/// use banqi_room::FoldError;
/// assert_eq!(FoldError::Number { found: 7, expected: 5 }.to_string(), "event 7: number 5 was expected");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FoldError {
    /// A number is missing, or came twice.
    Number {
        /// The number.
        found: u32,
        /// What would have followed.
        expected: u32,
    },
    /// The game does not begin with `created`.
    NotCreated,
    /// The event does not belong to this stage of the game.
    Unexpected {
        /// Its number.
        number: u32,
    },
    /// The rules do not allow what was played.
    Illegal {
        /// The event's number.
        number: u32,
        /// Why.
        why: PlayError,
    },
    /// The result does not go with the game.
    Result {
        /// The event's number.
        number: u32,
        /// Why, if it is not that the board says otherwise.
        why: Option<FinishError>,
    },
    /// The game's id cannot be sealed.
    Terms(TermsError),
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { found, expected } => write!(f, "event {found}: number {expected} was expected"),
            Self::NotCreated => f.write_str("event 1: a game begins with created"),
            Self::Unexpected { number } => write!(f, "event {number}: it does not belong here"),
            Self::Illegal { number, why } => write!(f, "event {number}: {why}"),
            Self::Result { number, why: Some(why) } => write!(f, "event {number}: {why}"),
            Self::Result { number, why: None } => write!(f, "event {number}: the board has another result"),
            Self::Terms(why) => write!(f, "event 1: {why}"),
        }
    }
}

impl std::error::Error for FoldError {}
