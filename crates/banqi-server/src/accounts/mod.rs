//! What accounts are made of: names, passwords, sessions, recovery codes.

mod badge;
mod device;
mod name;
mod password;
mod recovery;
mod token;

pub(crate) use badge::{Badge, Badges, Worn};
pub(crate) use device::device;
pub use name::{Name, NameError};
pub use password::{BadPassword, Password, PasswordHash, PasswordHashError, Passwords, TooManyPasswords};
pub use recovery::{RecoveryCode, RecoveryCodeError};
pub(crate) use token::SESSION_DAYS;
pub use token::{SessionId, SessionIdError, Token};

use std::fmt;

/// The SHA-256 of a secret that nobody can guess: what a store keeps of a session's token, and of a recovery code.
///
/// Passwords are stretched because people choose them, so that they can be tried one by one. A token has 256 random bits and
/// a code 100: who tries a million million codes a second needs 20 000 million years for half of them. A fast hash is
/// enough, and nothing that is in the database signs anybody in.
///
/// ```
/// use banqi_server::SecretHash;
/// assert_eq!(format!("{:?}", SecretHash::from_bytes([7; 32])), "SecretHash(..)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// What a store has kept.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What a store keeps.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn of(label: &str, secret: &[u8]) -> Self {
        use sha2::Digest as _;
        let hash = sha2::Sha256::new_with_prefix("banqi-server/1 ").chain_update(label).chain_update([0]);
        Self(hash.chain_update(secret).finalize().into())
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(..)")
    }
}
