//! Who plays without an account.

use std::fmt;
use std::str::FromStr;

/// Who plays without an account: 128 random bits, which the browser has in a signed cookie.
///
/// Whoever has the cookie has the seats. The debug form tells nothing, so that no log does.
///
/// ```
/// use banqi_server::GuestId;
/// let guest = GuestId::from_bits([7; 16]);
/// assert_eq!(guest.to_text().parse(), Ok(guest));
/// assert_eq!(format!("{guest:?}"), "GuestId(..)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GuestId([u8; 16]);

impl GuestId {
    /// The guest of these random bits.
    pub const fn from_bits(bits: [u8; 16]) -> Self {
        Self(bits)
    }

    /// The id as the store and the cookie have it: 32 lower-case hexadecimal digits.
    pub fn to_text(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuestId(..)")
    }
}

impl FromStr for GuestId {
    type Err = GuestIdError;

    fn from_str(text: &str) -> Result<Self, GuestIdError> {
        let is_written = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_written {
            return Err(GuestIdError);
        }
        u128::from_str_radix(text, 16).map(|bits| Self(bits.to_be_bytes())).map_err(|_| GuestIdError)
    }
}

/// A text that names no guest.
///
/// ```
/// use banqi_server::GuestId;
/// assert_eq!("me".parse::<GuestId>().unwrap_err().to_string(), "a guest's id is 32 hexadecimal digits");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a guest's id is 32 hexadecimal digits")]
pub struct GuestIdError;
