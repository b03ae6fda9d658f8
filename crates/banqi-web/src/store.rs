//! The games in the browser's store: each one's record under a key of its own, with the tag `Resume`.

use std::fmt;
use std::str::FromStr;

/// Names a game in this browser, and in its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GameId(u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that names no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoGameId;

impl FromStr for GameId {
    type Err = NoGameId;

    /// Each game has one name: no signs, no zeros in front.
    fn from_str(text: &str) -> Result<Self, NoGameId> {
        let id = Self(text.parse().map_err(|_| NoGameId)?);
        if id.to_string() == text { Ok(id) } else { Err(NoGameId) }
    }
}
