//! The server's key, which is kept outside the database: it signs cookies, and seals the secrets of games.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use axum_extra::extract::cookie;
use banqi_deal::Secret;
use banqi_wire::GameId;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use crate::chance::{Chance, draw};

/// How many bytes stand before what is sealed.
const NONCE: usize = 24;

/// The server's key. What it is used for gets a key of its own, derived from it. The debug form tells nothing.
///
/// ```
/// use banqi_deal::Secret;
/// use banqi_server::{Key, SystemChance};
/// use banqi_wire::GameId;
/// let key = Key::from_bytes([7; 32]);
/// let [game, other] = [1, 2].map(|byte| GameId::from_bits([byte; 10]));
/// let secret = Secret::from_bytes([9; 32]);
/// let sealed = key.seal(game, &secret, &SystemChance);
/// assert_eq!(key.open(game, &sealed), Some(secret));
/// assert_eq!(key.open(other, &sealed), None, "it is bound to its game");
/// assert_eq!(format!("{key:?}"), "Key(..)");
/// ```
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// Takes the bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// [`KeyError::Written`] when it is something else.
    ///
    /// ```
    /// use banqi_server::Key;
    /// assert!(Key::from_hex(&"0f".repeat(32)).is_ok());
    /// assert!(Key::from_hex("secret").is_err());
    /// ```
    pub fn from_hex(text: &str) -> Result<Self, KeyError> {
        text.trim().parse().map(|secret: Secret| Self(*secret.as_bytes())).map_err(|_| KeyError::Written)
    }

    /// The key of a file, which is made, for its owner alone, if it is not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or made, or holds something else.
    ///
    /// ```
    /// use banqi_server::{Key, SystemChance};
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("key");
    /// let made = Key::of_file(&path, &SystemChance)?;
    /// assert_eq!(Key::of_file(&path, &SystemChance)?.mark(), made.mark());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_file(path: &Path, chance: &dyn Chance) -> Result<Self, KeyError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::from_hex(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key = Self(draw(chance));
                let mut options = OpenOptions::new();
                options.write(true).create_new(true);
                #[cfg(unix)]
                std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
                let mut file = options.open(path)?;
                writeln!(file, "{}", Secret::from_bytes(key.0).to_hex())?;
                file.sync_all()?;
                Ok(key)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Says which key this is without telling it: the database keeps it, so that another key is noticed at once.
    ///
    /// ```
    /// use banqi_server::Key;
    /// assert_ne!(Key::from_bytes([1; 32]).mark(), Key::from_bytes([2; 32]).mark());
    /// ```
    pub fn mark(&self) -> String {
        Secret::from_bytes(self.derive("mark")).to_hex()
    }

    /// Seals the secret of a game, with XChaCha20-Poly1305. Its nonces are so long that random ones do not meet.
    #[allow(clippy::missing_panics_doc, reason = "32 bytes are not too many")]
    pub fn seal(&self, game: GameId, secret: &Secret, chance: &dyn Chance) -> Vec<u8> {
        let nonce: [u8; NONCE] = draw(chance);
        let payload = Payload { msg: secret.as_bytes(), aad: game.as_str().as_bytes() };
        let sealed = self.cipher().encrypt(&XNonce::from(nonce), payload).expect("it is short enough");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Opens what was sealed; none if it was not, or for another game, or with another key.
    pub fn open(&self, game: GameId, sealed: &[u8]) -> Option<Secret> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload { msg: sealed, aad: game.as_str().as_bytes() };
        let secret = self.cipher().decrypt(&XNonce::from(*nonce), payload).ok()?;
        secret.try_into().ok().map(Secret::from_bytes)
    }

    /// The key that signs cookies.
    pub(crate) fn cookies(&self) -> cookie::Key {
        cookie::Key::from(&[self.derive("cookies 1"), self.derive("cookies 2")].concat())
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&self.derive("secrets").into())
    }

    fn derive(&self, label: &str) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as hmac::KeyInit>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(b"banqi-server/1 ");
        mac.update(label.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Why there is no key.
///
/// ```
/// use banqi_server::KeyError;
/// assert_eq!(KeyError::Written.to_string(), "a key is 64 hexadecimal digits");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// It is not written as keys are.
    #[error("a key is 64 hexadecimal digits")]
    Written,
    /// The file could not be read or made.
    #[error(transparent)]
    File(#[from] io::Error),
}
