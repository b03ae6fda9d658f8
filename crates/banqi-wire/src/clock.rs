//! How much time the players have.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much time the players have.
///
/// ```
/// use banqi_wire::Clock;
/// let clock: Clock = serde_json::from_str(r#"{"kind":"fischer","initial":300,"increment":5}"#)?;
/// assert_eq!(clock, Clock::Fischer { initial: 300, increment: 5 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", from = "Fields")]
pub enum Clock {
    /// As much as they like.
    #[default]
    None,
    /// Each has a time for the whole game, and gets some more for every turn.
    Fischer {
        /// The time at the start, in seconds.
        initial: u32,
        /// What a turn adds, in seconds.
        increment: u32,
    },
    /// Each has so many days for every turn.
    Days {
        /// How many.
        days: u32,
    },
}

/// A clock as it is read, and with nothing else: see the commands.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Fields {
    None {},
    Fischer { initial: u32, increment: u32 },
    Days { days: u32 },
}

impl From<Fields> for Clock {
    fn from(fields: Fields) -> Self {
        match fields {
            Fields::None {} => Self::None,
            Fields::Fischer { initial, increment } => Self::Fischer { initial, increment },
            Fields::Days { days } => Self::Days { days },
        }
    }
}

impl Clock {
    /// Whether a server takes it: 10 seconds to 3 hours with at most 3 minutes for a turn, or 1 to 14 days.
    ///
    /// # Errors
    ///
    /// [`ClockError`], which says what is allowed.
    ///
    /// ```
    /// use banqi_wire::Clock;
    /// assert!(Clock::Fischer { initial: 300, increment: 0 }.check().is_ok());
    /// assert!(Clock::Days { days: 15 }.check().is_err());
    /// ```
    pub fn check(self) -> Result<(), ClockError> {
        let fits = match self {
            Self::None => true,
            Self::Fischer { initial, increment } => (10..=10_800).contains(&initial) && increment <= 180,
            Self::Days { days } => (1..=14).contains(&days),
        };
        if fits { Ok(()) } else { Err(ClockError { clock: self }) }
    }

    /// What a player has at the start of a game or, with days for every turn, of a turn; none without a clock. In
    /// milliseconds.
    ///
    /// ```
    /// use banqi_wire::Clock;
    /// assert_eq!(Clock::Fischer { initial: 60, increment: 5 }.initial_ms(), Some(60_000));
    /// assert_eq!(Clock::Days { days: 1 }.initial_ms(), Some(86_400_000));
    /// ```
    pub fn initial_ms(self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::Fischer { initial, .. } => Some(u64::from(initial) * 1000),
            Self::Days { days } => Some(u64::from(days) * 86_400_000),
        }
    }
}

/// A clock that no server takes.
///
/// ```
/// use banqi_wire::Clock;
/// let error = Clock::Days { days: 0 }.check().unwrap_err();
/// assert_eq!(error.to_string(), "clock: 0 days a turn; it takes 1 to 14");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockError {
    clock: Clock,
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.clock {
            Clock::None => f.write_str("clock: none"),
            Clock::Fischer { initial, increment } => write!(
                f,
                "clock: {initial} s and {increment} s a turn; it takes 10 to 10800 s and at most 180 s a turn"
            ),
            Clock::Days { days } => write!(f, "clock: {days} days a turn; it takes 1 to 14"),
        }
    }
}

impl std::error::Error for ClockError {}
