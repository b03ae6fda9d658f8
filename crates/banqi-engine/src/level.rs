//! How strong a player is.

use std::fmt;
use std::str::FromStr;

use crate::search::{Reach, Techniques};

/// A computer player's strength.
///
/// ```
/// use banqi_engine::Level;
///
/// let level: Level = "normal".parse()?;
/// assert_eq!(level, Level::Normal);
/// assert!(Level::Easy < Level::Expert);
/// # Ok::<(), banqi_engine::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Level {
    /// Mostly chance.
    Easy,
    /// Material, one reply deep.
    #[default]
    Normal,
    /// Exchanges and chances, played out.
    Expert,
    /// All that it can do.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Level::ALL.len(), 4);
    /// ```
    pub const ALL: [Self; 4] = [Self::Easy, Self::Normal, Self::Expert, Self::Master];

    /// The level's name.
    ///
    /// ```
    /// assert_eq!(banqi_engine::Level::Expert.name(), "expert");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }

    /// What to expect of the level, in one line.
    ///
    /// ```
    /// assert!(banqi_engine::Level::Easy.about().contains("beginner"));
    /// ```
    pub const fn about(self) -> &'static str {
        match self {
            Self::Easy => "plays mostly at random, so that a beginner can win",
            Self::Normal => "weighs material and does not leave pieces hanging",
            Self::Expert => "plays exchanges out and weighs every flip by what may come up",
            Self::Master => "weighs whatever may come, and sees far",
        }
    }
}

/// How a level looks ahead when nobody limits it.
#[derive(Clone, Copy)]
pub(crate) struct Strength {
    pub(crate) reach: Reach,
    pub(crate) nodes: u64,
    /// The bytes of the table.
    pub(crate) table: usize,
}

impl Level {
    /// None for the level that does not search.
    pub(crate) const fn strength(self) -> Option<Strength> {
        let all = Techniques::ALL;
        let reach = Reach { first: 1, depth: 64, captures: 8, flips: true, techniques: all };
        match self {
            Self::Easy => None,
            // An action, the best capture in reply, and what takes back.
            Self::Normal => Some(Strength {
                reach: Reach {
                    depth: 1,
                    captures: 2,
                    flips: false,
                    techniques: Techniques { endgames: 0, ..all },
                    ..reach
                },
                nodes: 10_000,
                table: 1 << 16,
            }),
            Self::Expert => Some(Strength {
                reach: Reach { depth: 2, techniques: Techniques { endgames: 3, ..all }, ..reach },
                nodes: 30_000,
                table: 1 << 20,
            }),
            Self::Master => Some(Strength { reach, nodes: 400_000, table: 8 << 20 }),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        Self::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| LevelError { found: text.to_string() })
    }
}

/// A text that is not a level.
///
/// ```
/// use banqi_engine::Level;
/// let error = "hard".parse::<Level>().unwrap_err();
/// assert_eq!(error.to_string(), "level: \"hard\"; it is easy, normal, expert or master");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelError {
    /// What was written.
    pub found: String,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level: {:?}; it is easy, normal, expert or master", self.found)
    }
}

impl std::error::Error for LevelError {}
