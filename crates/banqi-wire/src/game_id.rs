//! The name of a game on a server.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The letters of an id: Crockford's base 32 in lower case, without those that are easily mistaken for another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The name of a game on a server: sixteen letters and digits, 80 bits that nobody guesses. Who has it may watch.
///
/// ```
/// use banqi_wire::GameId;
/// let id = GameId::from_bits([7; 10]);
/// assert_eq!(id.to_string().parse::<GameId>(), Ok(id));
/// assert!("0123456789ABCDEF".parse::<GameId>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId([u8; GameId::LENGTH]);

impl GameId {
    /// How many characters an id has.
    ///
    /// ```
    /// assert_eq!(banqi_wire::GameId::LENGTH, 16);
    /// ```
    pub const LENGTH: usize = 16;

    /// The id of 80 random bits.
    ///
    /// ```
    /// assert_eq!(banqi_wire::GameId::from_bits([0; 10]).to_string(), "0000000000000000");
    /// ```
    pub fn from_bits(bits: [u8; 10]) -> Self {
        let number = bits.iter().fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
        Self(std::array::from_fn(|place| LETTERS[(number >> (5 * (Self::LENGTH - 1 - place)) & 31) as usize]))
    }

    /// The id as text.
    ///
    /// ```
    /// assert_eq!(banqi_wire::GameId::from_bits([255; 10]).as_str(), "zzzzzzzzzzzzzzzz");
    /// ```
    pub fn as_str(&self) -> &str {
        // Letters and digits are text.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let id: [u8; Self::LENGTH] = text.as_bytes().try_into().map_err(|_| GameIdError)?;
        if id.iter().all(|letter| LETTERS.contains(letter)) { Ok(Self(id)) } else { Err(GameIdError) }
    }
}

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A text that names no game.
///
/// ```
/// use banqi_wire::GameId;
/// let error = "game-1".parse::<GameId>().unwrap_err();
/// assert_eq!(error.to_string(), "a game's id is 16 of 0123456789abcdefghjkmnpqrstvwxyz");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameIdError;

impl fmt::Display for GameIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a game's id is 16 of 0123456789abcdefghjkmnpqrstvwxyz")
    }
}

impl std::error::Error for GameIdError {}
