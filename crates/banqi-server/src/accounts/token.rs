//! What signs in.

use std::fmt;
use std::str::FromStr;

use banqi_deal::Secret;

use super::SecretHash;
use crate::chance::{Chance, draw};

/// Who was not here for so many days is signed out.
pub(crate) const SESSION_DAYS: u32 = 90;

/// What a browser has in a cookie while it is signed in: 256 random bits, which the store does not have. The debug form tells
/// nothing, and the bytes are overwritten when it is dropped.
///
/// ```
/// use banqi_server::{SystemChance, Token};
/// let token = Token::draw(&SystemChance);
/// assert_eq!(token.to_text().parse::<Token>().unwrap().hash(), token.hash());
/// assert_eq!(format!("{token:?}"), "Token(..)");
/// ```
#[derive(Clone)]
pub struct Token(Secret);

impl Token {
    /// A new one.
    pub fn draw(chance: &dyn Chance) -> Self {
        Self(Secret::from_bytes(draw(chance)))
    }

    /// Tells it, as the cookie does: 64 hexadecimal digits.
    pub fn to_text(&self) -> String {
        self.0.to_hex()
    }

    /// What the store keeps, and finds the session by.
    pub fn hash(&self) -> SecretHash {
        SecretHash::of("session", self.0.as_bytes())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl FromStr for Token {
    /// Nothing of what was read is in it.
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().map(Self).map_err(|_| ())
    }
}

/// What a session is called in lists. It signs nobody in.
///
/// ```
/// use banqi_server::SessionId;
/// let id: SessionId = "00000000000000ff".parse()?;
/// assert_eq!(id, SessionId::from_bits([0, 0, 0, 0, 0, 0, 0, 255]));
/// assert_eq!(id.to_string(), "00000000000000ff");
/// # Ok::<(), banqi_server::SessionIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SessionId(u64);

impl SessionId {
    /// The id of these random bits.
    pub const fn from_bits(bits: [u8; 8]) -> Self {
        Self(u64::from_be_bytes(bits))
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for SessionId {
    type Err = SessionIdError;

    fn from_str(text: &str) -> Result<Self, SessionIdError> {
        let is_written = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_written {
            return Err(SessionIdError);
        }
        u64::from_str_radix(text, 16).map(Self).map_err(|_| SessionIdError)
    }
}

/// A text that names no session.
///
/// ```
/// assert_eq!(banqi_server::SessionIdError.to_string(), "a session's id is 16 hexadecimal digits");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a session's id is 16 hexadecimal digits")]
pub struct SessionIdError;

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::SystemChance;

    #[test]
    fn the_store_keeps_a_hash() {
        let token: Token = "0f".repeat(32).parse().unwrap();
        let hash: [u8; 32] = Sha256::digest([b"banqi-server/1 session\0".as_slice(), &[0x0f; 32]].concat()).into();
        assert_eq!(token.hash(), SecretHash::from_bytes(hash));
    }

    #[test]
    fn no_two_are_alike() {
        let [one, other] = [(); 2].map(|()| Token::draw(&SystemChance));
        assert_ne!(one.to_text(), other.to_text());
        assert_eq!(one.to_text().len(), 64);
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "0f", &"0F".repeat(32), &"0f".repeat(33), &"x".repeat(64), &"é".repeat(32)] {
            assert!(text.parse::<Token>().is_err());
        }
        for text in ["", "ff", "00000000000000FF", "+0000000000000ff", "000000000000000ff"] {
            assert!(text.parse::<SessionId>().is_err());
        }
    }
}
