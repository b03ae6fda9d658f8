//! What a player or the server keeps to itself until the other side has committed itself too.

use std::fmt;
use std::str::FromStr;

use rand::CryptoRng;
use zeroize::Zeroize as _;

use crate::hash::hash;
use crate::hex::{self, Hex, HexError};
use crate::{Commitment, Terms};

/// 32 random bytes that go into a sealed deal: the server's S, or a player's c1 or c2.
///
/// Each is used once, for one game. The debug form tells nothing, there is no display form, equality takes the same time
/// wherever two differ, and the bytes are overwritten when it is dropped.
///
/// ```
/// use banqi_deal::Secret;
/// let secret = Secret::from_bytes([7; 32]);
/// assert_eq!(secret.to_hex().parse(), Ok(secret.clone()));
/// assert_eq!(format!("{secret:?}"), "Secret(..)");
/// ```
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Draws a secret. The generator has to be one that nobody can predict, the system's for instance.
    ///
    /// ```
    /// use banqi_deal::Secret;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// // A seed makes an example repeatable, and a secret worthless.
    /// let mut rng = ChaCha20Rng::from_seed([9; 32]);
    /// assert_ne!(Secret::draw(&mut rng), Secret::draw(&mut rng));
    /// ```
    pub fn draw(rng: &mut (impl CryptoRng + ?Sized)) -> Self {
        let mut secret = Self([0; 32]);
        rng.fill_bytes(&mut secret.0);
        secret
    }

    /// Takes bytes that were drawn elsewhere, or kept.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Secret::from_bytes([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Tells the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Secret::from_bytes([7; 32]).as_bytes()[31], 7);
    /// ```
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Tells the secret, in 64 lower-case hexadecimal digits, as [`FromStr`] reads it.
    ///
    /// ```
    /// assert!(banqi_deal::Secret::from_bytes([10; 32]).to_hex().starts_with("0a0a0a"));
    /// ```
    pub fn to_hex(&self) -> String {
        Hex(&self.0).to_string()
    }

    /// The server's commitment to this secret, for one game.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_deal::{Secret, Terms};
    /// let secret = Secret::from_bytes([7; 32]);
    /// let one = Terms::new("one", &Preset::Mainland.rules())?;
    /// let two = Terms::new("two", &Preset::Mainland.rules())?;
    /// assert_ne!(secret.server_commit(&one), secret.server_commit(&two));
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn server_commit(&self, terms: &Terms) -> Commitment {
        Commitment::from_bytes(hash("server", &[terms.game().as_bytes(), &self.0]))
    }

    /// The commitment of seat 1, whose player made the game, to this secret, for one game.
    ///
    /// Seat 2 needs none: its secret comes last, when both commitments are known.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_deal::{Secret, Terms};
    /// let secret = Secret::from_bytes([7; 32]);
    /// let terms = Terms::new("one", &Preset::Mainland.rules())?;
    /// assert_ne!(secret.seat1_commit(&terms), secret.server_commit(&terms));
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn seat1_commit(&self, terms: &Terms) -> Commitment {
        Commitment::from_bytes(hash("seat", &[terms.game().as_bytes(), &[1], &self.0]))
    }
}

/// Looks at all bytes, wherever they differ.
impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differences, (byte, other)| differences | (byte ^ other)) == 0
    }
}

impl Eq for Secret {}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::read("secret", text).map(Self)
    }
}
