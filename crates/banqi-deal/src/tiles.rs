//! The tiles that are drawn for the first turn.

use std::fmt;

use banqi::{Kind, Seat};
use rand::Rng;

use crate::shuffle::{Stream, seeded, shuffle};

/// Five tiles face down, one each of General, Advisor, Elephant, Chariot and Horse: each player picks a different one,
/// and who has the higher one goes first.
///
/// They take no part in the game that follows. Picks are numbered from 0. Like a [`Deal`](crate::Deal), tiles are for
/// the referee until both players have picked, and their debug form tells nothing.
///
/// ```
/// use banqi::Seat;
/// use banqi_deal::Tiles;
///
/// let tiles = Tiles::from_seed(3);
/// let [ann, ben] = tiles.seats([0, 4])?;
/// assert_eq!(ann, !ben);
/// assert_eq!(ann == Seat::First, tiles.kind(0) < tiles.kind(4));
/// # Ok::<(), banqi_deal::PickError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Tiles {
    kinds: [Kind; Tiles::COUNT],
}

impl Tiles {
    /// How many tiles there are.
    ///
    /// ```
    /// assert_eq!(banqi_deal::Tiles::COUNT, 5);
    /// ```
    pub const COUNT: usize = 5;

    /// What is on them, before a shuffle.
    pub(crate) const KINDS: [Kind; Self::COUNT] =
        [Kind::General, Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse];

    /// Shuffles the tiles.
    ///
    /// ```
    /// use banqi_deal::Tiles;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let tiles = Tiles::shuffle(&mut ChaCha20Rng::from_seed([9; 32]));
    /// assert!(tiles.seats([1, 2]).is_ok());
    /// ```
    pub fn shuffle(rng: &mut (impl Rng + ?Sized)) -> Self {
        let mut kinds = Self::KINDS;
        shuffle(&mut kinds, rng);
        Self { kinds }
    }

    /// Shuffles by a seed: the same seed gives the same tiles, on every machine and in every version.
    ///
    /// As for [`Deal::from_seed`](crate::Deal::from_seed), but with nonce 1. So the tiles of a seed tell nothing about
    /// its deal.
    ///
    /// ```
    /// use banqi_deal::Tiles;
    /// assert_eq!(Tiles::from_seed(1), Tiles::from_seed(1));
    /// ```
    pub fn from_seed(seed: u64) -> Self {
        Self::shuffle(&mut seeded(seed, Stream::Tiles))
    }

    /// Takes the tiles as they lie, from the left.
    pub(crate) const fn from_kinds(kinds: [Kind; Self::COUNT]) -> Self {
        Self { kinds }
    }

    /// What is on all of them, from the left.
    ///
    /// ```
    /// let tiles = banqi_deal::Tiles::from_seed(1);
    /// assert_eq!(tiles.kinds().map(|kind| kind.letter()), ['R', 'G', 'M', 'N', 'K']);
    /// ```
    pub const fn kinds(&self) -> [Kind; Self::COUNT] {
        self.kinds
    }

    /// What is on a tile, or none if there is no such tile.
    ///
    /// ```
    /// let tiles = banqi_deal::Tiles::from_seed(1);
    /// assert!(tiles.kind(4).is_some());
    /// assert!(tiles.kind(5).is_none());
    /// ```
    pub fn kind(&self, pick: usize) -> Option<Kind> {
        self.kinds.get(pick).copied()
    }

    /// Where the players sit who picked these two tiles, in the same order.
    ///
    /// # Errors
    ///
    /// [`PickError`] when there is no such tile or both picked the same one.
    ///
    /// ```
    /// use banqi_deal::{PickError, Tiles};
    /// assert_eq!(Tiles::from_seed(1).seats([2, 2]), Err(PickError::Taken { pick: 2 }));
    /// ```
    pub fn seats(&self, picks: [usize; 2]) -> Result<[Seat; 2], PickError> {
        let [pick, other] = picks;
        let kind = |pick| self.kind(pick).ok_or(PickError::NoSuchTile { pick });
        let (kind, other_kind) = (kind(pick)?, kind(other)?);
        if pick == other {
            return Err(PickError::Taken { pick });
        }
        // Kinds are in the Taiwanese order, the highest first.
        let seat = if kind < other_kind { Seat::First } else { Seat::Second };
        Ok([seat, !seat])
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tiles({} tiles)", self.kinds.len())
    }
}

/// Why two players cannot have picked these tiles.
///
/// ```
/// use banqi_deal::PickError;
/// assert_eq!(PickError::NoSuchTile { pick: 7 }.to_string(), "tile 7: tiles are numbered 0 to 4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PickError {
    /// There is no tile of this number.
    NoSuchTile {
        /// The number.
        pick: usize,
    },
    /// Both players picked it.
    Taken {
        /// The number.
        pick: usize,
    },
}

impl fmt::Display for PickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchTile { pick } => write!(f, "tile {pick}: tiles are numbered 0 to {}", Tiles::COUNT - 1),
            Self::Taken { pick } => write!(f, "tile {pick}: the other player has picked it already"),
        }
    }
}

impl std::error::Error for PickError {}
