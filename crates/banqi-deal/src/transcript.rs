//! What is agreed and said before a deal is sealed.

use std::fmt;

use banqi::Rules;

use crate::hash::{Key, hash};
use crate::{Commitment, Leaves, Mismatch, SealHash, Secret};

/// What is fixed when a game is made: its id, and the rules as they are written in its record.
///
/// ```
/// use banqi_deal::Terms;
/// let terms = Terms::new("0123456789abcdef", &"hong-kong:chain=on".parse()?)?;
/// assert_eq!((terms.game(), terms.rules()), ("0123456789abcdef", "hong-kong:chain=on"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Terms {
    pub(crate) game: String,
    pub(crate) rules: String,
}

impl Terms {
    /// The most bytes that a game's id may have.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_deal::Terms;
    /// assert!(Terms::new(&"x".repeat(Terms::LONGEST), &Preset::Mainland.rules()).is_ok());
    /// ```
    pub const LONGEST: usize = 255;

    /// Takes a game's id and its rules.
    ///
    /// # Errors
    ///
    /// [`TermsError`] when the id is empty or long, or when a record would not give it back.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_deal::{Terms, TermsError};
    /// assert_eq!(Terms::new("", &Preset::Mainland.rules()), Err(TermsError::Empty));
    /// ```
    pub fn new(game: &str, rules: &Rules) -> Result<Self, TermsError> {
        // A record writes a tag's control characters as spaces, and `?` for what is not known.
        match game {
            "" => Err(TermsError::Empty),
            "?" => Err(TermsError::Unknown),
            _ if game.len() > Self::LONGEST => Err(TermsError::Long { bytes: game.len() }),
            _ if game.contains(char::is_control) => Err(TermsError::Control),
            _ => Ok(Self { game: game.to_string(), rules: rules.to_string() }),
        }
    }

    /// The game's id.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::Terms;
    /// assert_eq!(Terms::new("one", &Preset::Mainland.rules())?.game(), "one");
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rules, as the tag `Rules` has them.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::Terms;
    /// assert_eq!(Terms::new("one", &Preset::Mainland.rules())?.rules(), "mainland");
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn rules(&self) -> &str {
        &self.rules
    }
}

/// Why a text cannot be a game's id.
///
/// ```
/// use banqi_deal::TermsError;
/// assert_eq!(TermsError::Long { bytes: 300 }.to_string(), "the game's id has 300 bytes; it may have 255");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TermsError {
    /// It is empty.
    Empty,
    /// It is `?`, by which a record says that something is not known.
    Unknown,
    /// It has more than [`Terms::LONGEST`] bytes.
    Long {
        /// How many.
        bytes: usize,
    },
    /// There is a control character in it.
    Control,
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game's id ")?;
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::Unknown => f.write_str("is ?, which means that it is not known"),
            Self::Long { bytes } => write!(f, "has {bytes} bytes; it may have {}", Terms::LONGEST),
            Self::Control => f.write_str("has a control character in it"),
        }
    }
}

impl std::error::Error for TermsError {}

/// Everything that was said before the deal was sealed, in the order in which it was said.
///
/// The order is what makes the deal nobody's choice: the server commits itself to S before it knows the others, the
/// player of seat 1 to c1 before c2 is sent, and c2 is sent before c1 is shown.
///
/// ```
/// use banqi::Preset;
/// use banqi_deal::{Secret, Terms, Transcript};
/// let [server, c1, c2] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
/// let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
/// let transcript = Transcript {
///     server_commit: server.server_commit(&terms),
///     seat1_commit: c1.seat1_commit(&terms),
///     terms,
///     c1,
///     c2: Some(c2),
/// };
/// assert_eq!(transcript.check(), Ok(()));
/// # Ok::<(), banqi_deal::TermsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transcript {
    /// The game's id and rules.
    pub terms: Terms,
    /// What holds the server to its secret S.
    pub server_commit: Commitment,
    /// What holds the player of seat 1, who made the game, to c1.
    pub seat1_commit: Commitment,
    /// The secret of seat 1.
    pub c1: Secret,
    /// The secret of seat 2; none in a game against a computer.
    pub c2: Option<Secret>,
}

impl Transcript {
    /// Whether c1 is the one that seat 1 committed itself to.
    ///
    /// # Errors
    ///
    /// [`Mismatch::Seat1Commit`] when it is another one.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::{Secret, Terms};
    /// use banqi_deal::{Mismatch, Transcript};
    /// # let [server, c1, other] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
    /// # let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
    /// # let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    /// let changed = Transcript { terms, server_commit, seat1_commit, c1: other, c2: None };
    /// assert_eq!(changed.check(), Err(Mismatch::Seat1Commit));
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn check(&self) -> Result<(), Mismatch> {
        if self.c1.seat1_commit(&self.terms) == self.seat1_commit { Ok(()) } else { Err(Mismatch::Seat1Commit) }
    }

    /// The key that the server's secret gives with it.
    pub(crate) fn key(&self, server: &Secret) -> Key {
        Key::derive(server.as_bytes(), hash("key", &self.parts()))
    }

    /// The seal, with these leaves.
    pub(crate) fn seal(&self, leaves: &Leaves) -> SealHash {
        let mut parts = self.parts().to_vec();
        parts.extend(leaves.tiles.iter().chain(&leaves.squares).map(|leaf| leaf.as_bytes().as_slice()));
        SealHash::from_bytes(hash("seal", &parts))
    }

    fn parts(&self) -> [&[u8]; 6] {
        [
            self.terms.game.as_bytes(),
            self.terms.rules.as_bytes(),
            self.server_commit.as_bytes(),
            self.seat1_commit.as_bytes(),
            self.c2.as_ref().map_or(&[], |c2| c2.as_bytes().as_slice()),
            self.c1.as_bytes(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From deal_vector.json, the output of an independent program: see tests/vector.rs.
    #[test]
    fn the_key_is_the_vectors() {
        let dealt = crate::example();
        let key = dealt.seal().transcript().key(dealt.server()).bytes();
        let expected = "6f9c2249d49a58035e683847f14a978856f9a5d1bd0f297d3c2291038732eb44";
        assert_eq!(crate::hex::Hex(&key).to_string(), expected);
    }

    /// What is hashed is text, so this goes for any rules: another byte, another seal and another key.
    #[test]
    fn every_byte_of_the_terms_is_sealed() {
        let dealt = crate::example();
        let (transcript, leaves) = (dealt.seal().transcript(), dealt.seal().leaves());
        let key = transcript.key(dealt.server()).bytes();
        let changed = |text: &str, at: usize| {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            String::from_utf8(bytes).expect("ASCII")
        };
        let Terms { game, rules } = &transcript.terms;
        let games = (0..game.len()).map(|at| Terms { game: changed(game, at), rules: rules.clone() });
        let rules = (0..rules.len()).map(|at| Terms { game: game.clone(), rules: changed(rules, at) });
        for terms in games.chain(rules) {
            let other = Transcript { terms, ..transcript.clone() };
            assert_ne!(other.seal(leaves), transcript.seal(leaves), "{:?}", other.terms);
            assert_ne!(other.key(dealt.server()).bytes(), key, "{:?}", other.terms);
        }
    }
}
