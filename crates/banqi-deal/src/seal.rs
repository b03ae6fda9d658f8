//! The seal: what everybody may hold of a deal from the start, and what its openings are checked against.

use std::fmt;
use std::str::FromStr;

use banqi::{Square, Tags};

use crate::hex::{self, Hex, HexError};
use crate::{Leaves, Mismatch, Opening, SealedDeal, Secret, Tiles, Transcript};

/// A sealed deal from outside: the transcript, the leaves, and their hash.
///
/// ```
/// use banqi::Preset;
/// use banqi_deal::{Seal, SealedDeal, Secret, Terms, Transcript};
/// # let [server, c1, c2] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
/// # let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
/// # let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
/// # let transcript = Transcript { terms, server_commit, seat1_commit, c1, c2: Some(c2) };
/// let dealt = SealedDeal::new(transcript.clone(), server.clone())?; // at the server
///
/// let seal = Seal::new(transcript, dealt.seal().leaves().clone())?; // at a player's
/// assert_eq!(seal.code(), dealt.seal().code());
/// seal.check(&dealt.open("b2".parse()?))?; // each time something comes up
/// seal.verify(&server)?; // when the game is over
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Seal {
    transcript: Transcript,
    leaves: Leaves,
    #[cfg_attr(feature = "serde", serde(skip))]
    hash: SealHash,
}

impl Seal {
    /// Seals a transcript and leaves.
    ///
    /// # Errors
    ///
    /// [`Mismatch::Seat1Commit`] when c1 is not the one that seat 1 committed itself to.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::{Leaf, Leaves, Secret, Terms, Transcript};
    /// use banqi_deal::{Mismatch, Seal};
    /// # let [server, c1, other] = [1, 2, 3].map(|byte| Secret::from_bytes([byte; 32]));
    /// # let terms = Terms::new("0123456789abcdef", &Preset::TaiwanQuick.rules())?;
    /// # let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    /// # let changed = Transcript { terms, server_commit, seat1_commit, c1: other, c2: None };
    /// # let leaves = Leaves { tiles: [Leaf::from_bytes([1; 32]); 5], squares: [Leaf::from_bytes([2; 32]); 32] };
    /// assert_eq!(Seal::new(changed, leaves), Err(Mismatch::Seat1Commit));
    /// # Ok::<(), banqi_deal::TermsError>(())
    /// ```
    pub fn new(transcript: Transcript, leaves: Leaves) -> Result<Self, Mismatch> {
        transcript.check()?;
        Ok(Self { hash: transcript.seal(&leaves), transcript, leaves })
    }

    /// What was said before.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.seal().transcript().terms.rules(), "taiwan-tournament");
    /// ```
    pub const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The leaves.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert!(dealt.seal().leaves().tiles[0].to_string().starts_with("f5407750"));
    /// ```
    pub const fn leaves(&self) -> &Leaves {
        &self.leaves
    }

    /// The hash of both.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert!(dealt.seal().hash().to_string().starts_with("1d5e270d"));
    /// ```
    pub const fn hash(&self) -> SealHash {
        self.hash
    }

    /// What players note and compare.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert_eq!(dealt.seal().code().to_string(), "3NF2-E3A0-Z9H9-A8HC");
    /// ```
    pub fn code(&self) -> SealCode {
        self.hash.code()
    }

    /// Whether an opening shows what was sealed.
    ///
    /// # Errors
    ///
    /// [`Mismatch::Square`] or [`Mismatch::Tile`] when something else was, or nothing.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// use banqi_deal::{Mismatch, Opening, Salt};
    /// let square = "b2".parse()?;
    /// let opening = dealt.open(square);
    /// assert_eq!(dealt.seal().check(&opening), Ok(()));
    /// let Opening::Square { piece, .. } = opening else { return Err("a square".into()) };
    /// let changed = Opening::Square { square, piece, salt: Salt::from_bytes([0; 16]) };
    /// assert_eq!(dealt.seal().check(&changed), Err(Mismatch::Square { square }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(&self, opening: &Opening) -> Result<(), Mismatch> {
        let (leaf, mismatch) = match *opening {
            Opening::Tile { tile, .. } => (self.leaves.tiles.get(tile), Mismatch::Tile { tile }),
            Opening::Square { square, .. } => (self.leaves.squares.get(square.index()), Mismatch::Square { square }),
        };
        match leaf {
            Some(leaf) if opening.leaf(self.transcript.terms.game()) == *leaf => Ok(()),
            _ => Err(mismatch),
        }
    }

    /// Recomputes everything from the server's secret, which it tells when the game is over, and compares it.
    ///
    /// # Errors
    ///
    /// [`Mismatch::ServerCommit`] when this is not the secret that the server committed itself to, [`Mismatch::Tile`]
    /// or [`Mismatch::Square`] when a leaf is not the one that follows from it.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// use banqi_deal::{Mismatch, Secret};
    /// assert_eq!(dealt.seal().verify(dealt.server()), Ok(dealt.clone()));
    /// assert_eq!(dealt.seal().verify(&Secret::from_bytes([0; 32])), Err(Mismatch::ServerCommit));
    /// ```
    pub fn verify(&self, server: &Secret) -> Result<SealedDeal, Mismatch> {
        let dealt = SealedDeal::new(self.transcript.clone(), server.clone())?;
        let leaves = dealt.seal().leaves();
        let tile = (0..Tiles::COUNT).find(|&tile| leaves.tiles[tile] != self.leaves.tiles[tile]);
        let square = Square::all().find(|square| leaves.squares[square.index()] != self.leaves.squares[square.index()]);
        match (tile, square) {
            (Some(tile), _) => Err(Mismatch::Tile { tile }),
            (None, Some(square)) => Err(Mismatch::Square { square }),
            // The hash is of what was just compared.
            (None, None) => Ok(dealt),
        }
    }

    /// Whether this is the seal whose code somebody noted.
    ///
    /// # Errors
    ///
    /// [`Mismatch::Code`] when it is another one.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// assert!(dealt.seal().check_code("3NF2-E3A0-Z9H9-A8HC".parse()?).is_ok());
    /// assert!(dealt.seal().check_code("3NF2-E3A0-Z9H9-A8HD".parse()?).is_err());
    /// # Ok::<(), banqi_deal::SealCodeError>(())
    /// ```
    pub fn check_code(&self, noted: SealCode) -> Result<(), Mismatch> {
        let found = self.code();
        if found == noted { Ok(()) } else { Err(Mismatch::Code { noted, found }) }
    }

    /// Sets the tags of a record that everybody may know while the game goes on:
    /// `Game ServerCommit Seat1Commit C1 C2 Seal`.
    ///
    /// A tag is never empty, so without c2 there is no `C2`. The rules and the start are the record's own.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// let mut tags = banqi::Tags::default();
    /// dealt.seal().write_tags(&mut tags);
    /// assert_eq!(tags.get("Game"), Some("0123456789abcdef"));
    /// assert_eq!(tags.get("S"), None);
    /// ```
    pub fn write_tags(&self, tags: &mut Tags) {
        let Transcript { terms, server_commit, seat1_commit, c1, c2 } = &self.transcript;
        let c2 = c2.as_ref().map_or(String::new(), Secret::to_hex);
        set(tags, "Game", terms.game());
        set(tags, "ServerCommit", &server_commit.to_string());
        set(tags, "Seat1Commit", &seat1_commit.to_string());
        set(tags, "C1", &c1.to_hex());
        set(tags, "C2", &c2);
        set(tags, "Seal", &self.hash.to_string());
    }
}

/// Sets a tag of a sealed deal, all of which are names that a record takes.
pub(crate) fn set(tags: &mut Tags, name: &str, value: &str) {
    let done = tags.set(name, value);
    debug_assert_eq!(done, Ok(()));
}

/// The hash of a seal, all 32 bytes, as the tag `Seal` has it: 64 lower-case hexadecimal digits.
///
/// ```
/// use banqi_deal::SealHash;
/// let hash: SealHash = "1d5e270d40fa6295222ca134059c476df1881a8e11875193f8869d6b061d0957".parse()?;
/// assert_eq!(hash.code().to_string(), "3NF2-E3A0-Z9H9-A8HC");
/// # Ok::<(), banqi_deal::HexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SealHash([u8; 32]);

impl SealHash {
    /// Takes the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::SealHash::from_bytes([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::SealHash::from_bytes([7; 32]).as_bytes()[31], 7);
    /// ```
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Its first ten bytes, for people.
    ///
    /// ```
    /// assert_eq!(banqi_deal::SealHash::from_bytes([0; 32]).code().to_string(), "0000-0000-0000-0000");
    /// ```
    pub fn code(&self) -> SealCode {
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&self.0[..10]);
        SealCode(bytes)
    }
}

impl fmt::Display for SealHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

impl fmt::Debug for SealHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SealHash({self})")
    }
}

impl FromStr for SealHash {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::read("seal", text).map(Self)
    }
}

/// The code of a seal, which players note and read out to each other: 80 bits in 16 characters.
///
/// Written in Crockford's base 32, which has no I, L, O and U. Read in either case, with or without hyphens and spaces,
/// and with I and L taken for 1, O for 0.
///
/// ```
/// use banqi_deal::SealCode;
/// let code: SealCode = "3nf2e3ao z9h9a8hc".parse()?;
/// assert_eq!(code.to_string(), "3NF2-E3A0-Z9H9-A8HC");
/// # Ok::<(), banqi_deal::SealCodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SealCode([u8; 10]);

/// Douglas Crockford's base 32, <https://www.crockford.com/base32.html>.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// How many characters a code has.
const CHARACTERS: usize = 16;

impl fmt::Display for SealCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.iter().fold(0_u128, |bits, &byte| bits << 8 | u128::from(byte));
        for place in 0..CHARACTERS {
            if place > 0 && place % 4 == 0 {
                f.write_str("-")?;
            }
            let value = bits >> (5 * (CHARACTERS - 1 - place)) & 31;
            write!(f, "{}", char::from(ALPHABET[value as usize]))?;
        }
        Ok(())
    }
}

impl FromStr for SealCode {
    type Err = SealCodeError;

    fn from_str(text: &str) -> Result<Self, SealCodeError> {
        let mut bits = 0_u128;
        let mut characters = 0;
        for (at, found) in text.chars().enumerate().filter(|(_, character)| !matches!(character, '-' | ' ')) {
            let read = match found.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let value = ALPHABET.iter().position(|&character| char::from(character) == read);
            let value = value.ok_or(SealCodeError::Character { at: at + 1, found })?;
            characters += 1;
            // What is beyond the sixteenth is counted only.
            bits = bits << 5 & ((1 << 80) - 1) | value as u128;
        }
        if characters != CHARACTERS {
            return Err(SealCodeError::Length { found: characters });
        }
        let mut bytes = [0; 10];
        bytes.copy_from_slice(&bits.to_be_bytes()[6..]);
        Ok(Self(bytes))
    }
}

/// Why a text is not the code of a seal.
///
/// ```
/// use banqi_deal::SealCode;
/// let error = "3NF2-E3A0".parse::<SealCode>().unwrap_err();
/// assert_eq!(error.to_string(), "seal code: 8 characters; it has 16, like 3NF2-E3A0-Z9H9-A8HC");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SealCodeError {
    /// Not 16 characters.
    Length {
        /// How many there were, without hyphens and spaces.
        found: usize,
    },
    /// A character that does not occur in codes.
    Character {
        /// Which of the text, from 1.
        at: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for SealCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "seal code: {found} characters; it has {CHARACTERS}, like 3NF2-E3A0-Z9H9-A8HC")
            }
            Self::Character { at, found } => {
                write!(f, "seal code: {found:?} at character {at}; it has digits and letters but U")
            }
        }
    }
}

impl std::error::Error for SealCodeError {}
