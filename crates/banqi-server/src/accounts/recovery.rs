//! What helps who has forgotten the password.

use std::fmt;
use std::str::FromStr;

use zeroize::Zeroizing;

use super::SecretHash;
use crate::chance::{Chance, draw};

/// Douglas Crockford's base 32, <https://www.crockford.com/base32.html>.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOLS: usize = 20;
const GROUP: usize = 5;
/// A code with all the hyphens and spaces that somebody may put in.
const LONGEST: usize = 80;

/// The recovery code of an account: 100 random bits in 20 letters and digits, which a player writes down.
///
/// Read in either case, with or without hyphens and spaces, and with I and L taken for 1, O for 0. The debug form tells
/// nothing, and the symbols are overwritten when it is dropped.
///
/// ```
/// use banqi_server::RecoveryCode;
/// let code: RecoveryCode = "ABCDE-01234-FGHJK-56789".parse()?;
/// let typed: RecoveryCode = "abcdeoi234 fghjk56789".parse()?;
/// assert_eq!(typed.hash(), code.hash());
/// assert_eq!(typed.to_text(), "ABCDE-01234-FGHJK-56789");
/// assert_eq!(format!("{code:?}"), "RecoveryCode(..)");
/// # Ok::<(), banqi_server::RecoveryCodeError>(())
/// ```
#[derive(Clone)]
pub struct RecoveryCode(Zeroizing<[u8; SYMBOLS]>);

impl RecoveryCode {
    /// A new one.
    pub fn draw(chance: &dyn Chance) -> Self {
        let mut symbols = Zeroizing::new(draw(chance));
        for symbol in symbols.iter_mut() {
            *symbol = ALPHABET[usize::from(*symbol & 31)];
        }
        Self(symbols)
    }

    /// Tells it, in groups of five.
    pub fn to_text(&self) -> String {
        let groups = self.0.chunks(GROUP).map(|group| String::from_utf8_lossy(group));
        groups.collect::<Vec<_>>().join("-")
    }

    /// What the store keeps.
    pub fn hash(&self) -> SecretHash {
        SecretHash::of("recovery", self.0.as_slice())
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(..)")
    }
}

impl FromStr for RecoveryCode {
    type Err = RecoveryCodeError;

    fn from_str(text: &str) -> Result<Self, RecoveryCodeError> {
        if text.len() > LONGEST {
            return Err(RecoveryCodeError);
        }
        let mut symbols = Zeroizing::new([0; SYMBOLS]);
        let mut count = 0;
        for byte in text.bytes().filter(|byte| !matches!(byte, b'-' | b' ')) {
            let symbol = match byte.to_ascii_uppercase() {
                b'O' => b'0',
                b'I' | b'L' => b'1',
                other => other,
            };
            let place = symbols.get_mut(count).filter(|_| ALPHABET.contains(&symbol)).ok_or(RecoveryCodeError)?;
            *place = symbol;
            count += 1;
        }
        if count == SYMBOLS { Ok(Self(symbols)) } else { Err(RecoveryCodeError) }
    }
}

/// A text that is no recovery code. What it was is nobody's business.
///
/// ```
/// assert_eq!(banqi_server::RecoveryCodeError.to_string(), "a recovery code is 20 letters and digits");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a recovery code is {SYMBOLS} letters and digits")]
pub struct RecoveryCodeError;

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    struct Counting;

    impl Chance for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            for (byte, number) in bytes.iter_mut().zip(0xF0..=u8::MAX) {
                *byte = number;
            }
        }
    }

    #[test]
    fn five_bits_are_a_symbol() {
        // F0 and F are 1111 and four bits more, of which the lowest five count: 16 to 31. Then there are no more numbers.
        let code = RecoveryCode::draw(&Counting);
        assert_eq!(code.to_text(), "GHJKM-NPQRS-TVWXY-Z0000");
        let hash: [u8; 32] = Sha256::digest(b"banqi-server/1 recovery\0GHJKMNPQRSTVWXYZ0000").into();
        assert_eq!(code.hash(), SecretHash::from_bytes(hash));
        assert_eq!("ghjkm npqrs-TVWXY--zoo0O".parse::<RecoveryCode>().unwrap().hash(), code.hash());
    }

    #[test]
    fn other_texts_are_none() {
        let (long, spaced) = ("0".repeat(21), format!("{}{}", "0".repeat(20), " ".repeat(100)));
        for text in ["", "ABCDE", "ABCDE-01234-FGHJK-5678U", "ABCDE-01234-FGHJK-5678é", long.as_str(), spaced.as_str()]
        {
            assert!(text.parse::<RecoveryCode>().is_err(), "{text}");
        }
    }
}
