//! Who plays.

use std::fmt;
use std::str::FromStr;

/// Who plays: 128 random bits. A guest's browser has them in a signed cookie; whoever makes an account of the guest keeps
/// them, and with them the games, but signs in from then on.
///
/// The debug form tells nothing, so that no log does.
///
/// ```
/// use banqi_server::UserId;
/// let user = UserId::from_bits([7; 16]);
/// assert_eq!(user.to_text().parse(), Ok(user));
/// assert_eq!(format!("{user:?}"), "UserId(..)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId([u8; 16]);

impl UserId {
    /// The user of these random bits.
    pub const fn from_bits(bits: [u8; 16]) -> Self {
        Self(bits)
    }

    /// The id as the store and the cookie have it: 32 lower-case hexadecimal digits.
    pub fn to_text(self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserId(..)")
    }
}

impl FromStr for UserId {
    type Err = UserIdError;

    fn from_str(text: &str) -> Result<Self, UserIdError> {
        let is_written = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !is_written {
            return Err(UserIdError);
        }
        u128::from_str_radix(text, 16).map(|bits| Self(bits.to_be_bytes())).map_err(|_| UserIdError)
    }
}

/// A text that names no user.
///
/// ```
/// use banqi_server::UserId;
/// assert_eq!("me".parse::<UserId>().unwrap_err().to_string(), "a user's id is 32 hexadecimal digits");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a user's id is 32 hexadecimal digits")]
pub struct UserIdError;
