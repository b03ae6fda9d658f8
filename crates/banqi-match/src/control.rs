//! How much the players may think, and how it is kept.

use std::fmt;
use std::time::Duration;

/// What limits a player's thoughts.
///
/// ```
/// use banqi_match::Control;
/// use std::time::Duration;
/// let control = Control::Clock { time: Duration::from_secs(10), increment: Duration::from_millis(100) };
/// assert_eq!(control.to_string(), "10000 ms a game and 100 ms a turn");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// What each player takes by itself.
    Own,
    /// So long for each action.
    Movetime(Duration),
    /// So many positions for each action.
    Nodes(u64),
    /// So long for all of a game, and so much more after each turn.
    Clock {
        /// For all of the game.
        time: Duration,
        /// After each turn.
        increment: Duration,
    },
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("as each player likes"),
            Self::Movetime(time) => write!(f, "{} ms an action", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes an action"),
            Self::Clock { time, increment } if increment.is_zero() => write!(f, "{} ms a game", time.as_millis()),
            Self::Clock { time, increment } => {
                write!(f, "{} ms a game and {} ms a turn", time.as_millis(), increment.as_millis())
            }
        }
    }
}

/// The terms of all games of a match, beyond its rules.
///
/// ```
/// use banqi_match::Terms;
/// assert_eq!(Terms::default().to_string(), "grace 100 ms, patience 60 s, hash 64 MB");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What limits the players.
    pub control: Control,
    /// So much over its time an answer may come: for the way of the answer, and for a busy machine.
    pub grace: Duration,
    /// How long to wait for answers that no clock limits.
    pub patience: Duration,
    /// The size of the players' tables, in MB, where they have such.
    pub hash: usize,
}

impl Default for Terms {
    fn default() -> Self {
        Self { control: Control::Own, grace: Duration::from_millis(100), patience: Duration::from_mins(1), hash: 64 }
    }
}

/// Without the control, which a record has in a tag of its own.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { grace, patience, hash, .. } = self;
        write!(f, "grace {} ms, patience {} s, hash {hash} MB", grace.as_millis(), patience.as_secs())
    }
}
