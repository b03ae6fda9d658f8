//! Leaves, which hide what lies where, and openings, which show it.

use std::fmt;
use std::str::FromStr;

use banqi::{Kind, Piece, Square};

use crate::Tiles;
use crate::hash::hash;
use crate::hex::{self, Hex, HexError};

/// 16 bytes that are hashed with a piece, so that nobody finds it by trying all pieces.
///
/// Secret until its square or tile is opened: the debug form tells nothing.
///
/// ```
/// use banqi_deal::Salt;
/// let salt = Salt::from_bytes([7; 16]);
/// assert_eq!(salt.to_hex().parse(), Ok(salt));
/// assert_eq!(format!("{salt:?}"), "Salt(..)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt([u8; 16]);

impl Salt {
    /// Takes the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Salt::from_bytes([7; 16]).as_bytes(), &[7; 16]);
    /// ```
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Tells the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Salt::from_bytes([7; 16]).as_bytes()[15], 7);
    /// ```
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Tells the salt, in 32 lower-case hexadecimal digits, as [`FromStr`] reads it.
    ///
    /// ```
    /// assert!(banqi_deal::Salt::from_bytes([10; 16]).to_hex().starts_with("0a0a0a"));
    /// ```
    pub fn to_hex(&self) -> String {
        Hex(&self.0).to_string()
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(..)")
    }
}

impl FromStr for Salt {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::read("salt", text).map(Self)
    }
}

/// The hash of what lies on one square, or of one tile, with its salt.
///
/// Written in 64 lower-case hexadecimal digits.
///
/// ```
/// use banqi_deal::Leaf;
/// let leaf: Leaf = "7a7110e680e6092fd5f45bc9894ab95bd4cbda69507918a2c57d73bb1aefa6f9".parse()?;
/// assert_eq!(leaf.as_bytes()[0], 0x7a);
/// # Ok::<(), banqi_deal::HexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Leaf([u8; 32]);

impl Leaf {
    /// Takes the bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Leaf::from_bytes([7; 32]).as_bytes(), &[7; 32]);
    /// ```
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Leaf::from_bytes([7; 32]).as_bytes()[31], 7);
    /// ```
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Hex(&self.0).fmt(f)
    }
}

impl fmt::Debug for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Leaf({self})")
    }
}

impl FromStr for Leaf {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::read("leaf", text).map(Self)
    }
}

/// All leaves of a sealed deal.
///
/// ```
/// use banqi_deal::{Leaf, Leaves};
/// let leaves = Leaves { tiles: [Leaf::from_bytes([1; 32]); 5], squares: [Leaf::from_bytes([2; 32]); 32] };
/// assert_ne!(leaves.tiles[0], leaves.squares[0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leaves {
    /// Of the tiles, from the left.
    pub tiles: [Leaf; Tiles::COUNT],
    /// Of the squares, in the order a1 b1 c1 d1 a2 .. d8.
    pub squares: [Leaf; Square::COUNT],
}

/// All salts of a sealed deal.
///
/// ```
/// use banqi_deal::{Salt, Salts};
/// let salts = Salts { tiles: [Salt::from_bytes([1; 16]); 5], squares: [Salt::from_bytes([2; 16]); 32] };
/// assert_ne!(salts.tiles[0], salts.squares[0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salts {
    /// Of the tiles, from the left.
    pub tiles: [Salt; Tiles::COUNT],
    /// Of the squares, in the order a1 b1 c1 d1 a2 .. d8.
    pub squares: [Salt; Square::COUNT],
}

/// What is on a tile or lies on a square, with the salt that proves it: [`Seal::check`](crate::Seal::check).
///
/// Whoever makes it is about to tell it, but logs are written before: the debug form tells the place only. With the
/// feature `serde` it is `{"square":"b2","piece":"G","salt":".."}` or `{"tile":0,"kind":"general","salt":".."}`.
///
/// ```
/// use banqi_deal::{Opening, Salt};
/// let opening = Opening::Square {
///     square: "b2".parse()?,
///     piece: banqi::Piece::from_letter('G').ok_or("a piece")?,
///     salt: Salt::from_bytes([7; 16]),
/// };
/// assert_eq!(format!("{opening:?}"), "Opening(b2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// A tile.
    Tile {
        /// Which, from 0.
        tile: usize,
        /// What is on it.
        kind: Kind,
        /// The salt of its leaf.
        salt: Salt,
    },
    /// A square.
    Square {
        /// Which.
        square: Square,
        /// What lies there.
        piece: Piece,
        /// The salt of its leaf.
        salt: Salt,
    },
}

impl Opening {
    /// The leaf that this opens, in a game.
    ///
    /// A tile's number is hashed as one byte; there are five tiles, and [`Seal::check`](crate::Seal::check) asks first.
    pub(crate) fn leaf(&self, game: &str) -> Leaf {
        let (label, index, letter, salt) = match *self {
            Self::Tile { tile, kind, salt } => ("tile", tile, kind.letter(), salt),
            Self::Square { square, piece, salt } => ("square", square.index(), piece.letter(), salt),
        };
        Leaf(hash(label, &[game.as_bytes(), &[index as u8], letter.encode_utf8(&mut [0; 4]).as_bytes(), &salt.0]))
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tile { tile, .. } => write!(f, "Opening(tile {tile})"),
            Self::Square { square, .. } => write!(f, "Opening({square})"),
        }
    }
}
