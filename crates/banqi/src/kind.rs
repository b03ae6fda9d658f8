//! The seven kinds of piece, and sets of them.

use core::fmt;

/// A kind of piece, in the Taiwanese order of ranks.
///
/// ```
/// use banqi::Kind;
///
/// assert_eq!(Kind::from_letter('N'), Some(Kind::Horse));
/// assert_eq!(Kind::Soldier.count(), 5);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Kind {
    /// K, 帥 and 將.
    General,
    /// G (guard), 仕 and 士.
    Advisor,
    /// M (minister), 相 and 象.
    Elephant,
    /// R (rook), 俥 and 車.
    Chariot,
    /// N (knight), 傌 and 馬.
    Horse,
    /// C, 炮 and 砲.
    Cannon,
    /// P (pawn), 兵 and 卒.
    Soldier,
}

impl Kind {
    /// All kinds, in the order KGMRNCP.
    ///
    /// ```
    /// let letters: String = banqi::Kind::ALL.iter().map(|kind| kind.letter()).collect();
    /// assert_eq!(letters, "KGMRNCP");
    /// ```
    pub const ALL: [Self; 7] =
        [Self::General, Self::Advisor, Self::Elephant, Self::Chariot, Self::Horse, Self::Cannon, Self::Soldier];

    /// The kind's letter, upper case.
    ///
    /// ```
    /// assert_eq!(banqi::Kind::Elephant.letter(), 'M');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Self::General => 'K',
            Self::Advisor => 'G',
            Self::Elephant => 'M',
            Self::Chariot => 'R',
            Self::Horse => 'N',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// The kind of an upper-case letter.
    ///
    /// ```
    /// assert_eq!(banqi::Kind::from_letter('p'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// How many of this kind each colour has in the set.
    ///
    /// ```
    /// let pieces: u8 = banqi::Kind::ALL.iter().map(|kind| kind.count()).sum();
    /// assert_eq!(pieces, 16);
    /// ```
    pub const fn count(self) -> u8 {
        match self {
            Self::General => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::General => "general",
            Self::Advisor => "advisor",
            Self::Elephant => "elephant",
            Self::Chariot => "chariot",
            Self::Horse => "horse",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        })
    }
}

/// A set of kinds, for instance those that a kind captures.
///
/// ```
/// use banqi::{Kind, KindSet};
///
/// let set = KindSet::EMPTY.with(Kind::Horse).with(Kind::Soldier);
/// assert!(set.contains(Kind::Horse));
/// assert_eq!(set.iter().count(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet(u8);

impl KindSet {
    /// No kind.
    ///
    /// ```
    /// assert_eq!(banqi::KindSet::EMPTY.iter().next(), None);
    /// ```
    pub const EMPTY: Self = Self(0);

    /// This set and one more kind.
    ///
    /// ```
    /// use banqi::{Kind, KindSet};
    /// assert!(KindSet::EMPTY.with(Kind::Cannon).contains(Kind::Cannon));
    /// ```
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind as u8)
    }

    /// Whether the kind is in the set.
    ///
    /// ```
    /// use banqi::{Kind, KindSet};
    /// assert!(!KindSet::EMPTY.contains(Kind::Cannon));
    /// ```
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.contains_code(kind as u8)
    }

    /// Whether the kind with this index is in the set; 7 stands for no kind.
    #[inline]
    pub(crate) const fn contains_code(self, code: u8) -> bool {
        self.0 >> (code & 7) & 1 == 1
    }

    /// The kinds of the set in the order KGMRNCP.
    ///
    /// ```
    /// use banqi::{Kind, KindSet};
    /// let set = KindSet::EMPTY.with(Kind::Soldier).with(Kind::General);
    /// assert!(set.iter().eq([Kind::General, Kind::Soldier]));
    /// ```
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            let kind = Kind::ALL.get(bits.trailing_zeros() as usize).copied()?;
            bits &= bits - 1;
            Some(kind)
        })
    }
}
