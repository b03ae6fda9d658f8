//! What a game counts for.

use std::fmt;

use banqi_engine::Level;
use serde::{Deserialize, Serialize};

/// What a game counts for.
///
/// ```
/// use banqi_wire::Scoring;
/// let scoring: Scoring = serde_json::from_str(r#"{"kind":"stake","base":10}"#)?;
/// assert_eq!(scoring, Scoring::Stake { base: 10 });
/// assert_eq!(Scoring::default(), Scoring::Casual);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", from = "Fields")]
pub enum Scoring {
    /// Nothing.
    #[default]
    Casual,
    /// The ratings of two accounts, with a clock.
    Rated,
    /// The balances of two accounts: [`stake`] says how much.
    Stake {
        /// The base of the stake, 1 to [`Scoring::MOST_BASE`].
        base: u32,
    },
    /// Points for an account that wins against the server's computer.
    Ranked {
        /// The computer's level.
        #[serde(with = "level")]
        level: Level,
    },
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Fields {
    Casual {},
    Rated {},
    Stake {
        base: u32,
    },
    Ranked {
        #[serde(with = "level")]
        level: Level,
    },
}

impl From<Fields> for Scoring {
    fn from(fields: Fields) -> Self {
        match fields {
            Fields::Casual {} => Self::Casual,
            Fields::Rated {} => Self::Rated,
            Fields::Stake { base } => Self::Stake { base },
            Fields::Ranked { level } => Self::Ranked { level },
        }
    }
}

impl Scoring {
    /// The highest base of a stake.
    pub const MOST_BASE: u32 = 1000;
    /// Its kinds, by the names that they have in messages.
    pub const KINDS: [&str; 4] = ["casual", "rated", "stake", "ranked"];
    /// So many wins against a level bring points on one day.
    pub const WINS_A_DAY: u32 = 20;

    /// Whether it is for nothing.
    ///
    /// ```
    /// assert!(banqi_wire::Scoring::Casual.is_casual());
    /// ```
    pub const fn is_casual(&self) -> bool {
        matches!(self, Self::Casual)
    }

    /// Whether everybody finds a game that counts for this, in the lobby, the archive and on pages of players. What counts is
    /// there for everybody to see; what does not is, where it is open.
    ///
    /// ```
    /// use banqi_wire::Scoring;
    /// assert!(Scoring::Rated.is_public(false) && Scoring::Casual.is_public(true));
    /// assert!(!Scoring::Casual.is_public(false));
    /// ```
    pub const fn is_public(&self, open: bool) -> bool {
        open || !self.is_casual()
    }

    /// The level of the computer that is the friend in this game, if it is one.
    ///
    /// ```
    /// # use banqi_wire::Scoring;
    /// assert_eq!(Scoring::Rated.level(), None);
    /// ```
    pub const fn level(&self) -> Option<Level> {
        match *self {
            Self::Ranked { level } => Some(level),
            _ => None,
        }
    }

    /// Its kind, by the name that it has in messages.
    ///
    /// ```
    /// assert_eq!(banqi_wire::Scoring::Stake { base: 10 }.kind(), "stake");
    /// ```
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Casual => Self::KINDS[0],
            Self::Rated => Self::KINDS[1],
            Self::Stake { .. } => Self::KINDS[2],
            Self::Ranked { .. } => Self::KINDS[3],
        }
    }
}

/// The points of a win against a level.
///
/// ```
/// use banqi_engine::Level;
/// assert_eq!(Level::ALL.map(banqi_wire::points), [10, 30, 100, 300]);
/// ```
pub const fn points(level: Level) -> u32 {
    match level {
        Level::Easy => 10,
        Level::Normal => 30,
        Level::Expert => 100,
        Level::Master => 300,
    }
}

/// What the winner of a stake game gets and the loser gives, by how many pieces the loser has captured: five times the base
/// up to 5 pieces, three times up to 12, once above (document 003).
///
/// ```
/// assert_eq!([0, 5, 6, 12, 13, 16].map(|captured| banqi_wire::stake(10, captured)), [50, 50, 30, 30, 10, 10]);
/// ```
pub const fn stake(base: u32, captured: u32) -> u32 {
    base * match captured {
        0..=5 => 5,
        6..=12 => 3,
        _ => 1,
    }
}

/// How fast a game is, which is what ratings go by.
///
/// ```
/// use banqi_wire::{Clock, Speed};
/// assert_eq!(Speed::of(Clock::Fischer { initial: 300, increment: 5 }), Some(Speed::Blitz));
/// assert_eq!(Speed::of(Clock::Fischer { initial: 300, increment: 8 }), Some(Speed::Rapid));
/// assert_eq!(Speed::of(Clock::None), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// The time at the start and that of forty turns are less than ten minutes.
    Blitz,
    /// They are ten minutes or more.
    Rapid,
    /// Days for every turn.
    Days,
}

impl Speed {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Blitz, Self::Rapid, Self::Days];

    /// The speed of a clock; none without one.
    pub const fn of(clock: crate::Clock) -> Option<Self> {
        match clock {
            crate::Clock::None => None,
            crate::Clock::Fischer { initial, increment } if initial + 40 * increment < 600 => Some(Self::Blitz),
            crate::Clock::Fischer { .. } => Some(Self::Rapid),
            crate::Clock::Days { .. } => Some(Self::Days),
        }
    }

    /// Its name in messages.
    ///
    /// ```
    /// assert_eq!(banqi_wire::Speed::Rapid.name(), "rapid");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Days => "days",
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for Speed {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|speed| speed.name() == text).ok_or(())
    }
}

/// A level as its name.
pub(crate) mod level {
    use banqi_engine::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(crate) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(level.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
