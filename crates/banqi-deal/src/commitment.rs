//! What is published of a secret before the secret itself.

use std::fmt;
use std::str::FromStr;

use crate::hex::{self, Hex, HexError};

/// A hash that holds somebody to a [`Secret`](crate::Secret) without telling it.
///
/// Written in 64 lower-case hexadecimal digits.
///
/// ```
/// use banqi::Preset;
/// use banqi_deal::{Commitment, Secret, Terms};
/// let terms = Terms::new("0123456789abcdef", &Preset::TaiwanTournament.rules())?;
/// let said: Commitment = "9c6a8af32186fbf0d5187afdca274d1c8302c9165bc4b3a5374c7074d1c0a436".parse()?;
/// let shown: Secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse()?;
/// assert_eq!(shown.server_commit(&terms), said);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// Takes the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Commitment::from_bytes([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Commitment::from_bytes([7; 32]).as_bytes()[31], 7);
    /// ```
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::read("commitment", text).map(Self)
    }
}
