//! The deal: which piece lies under which square.

use std::fmt;
use std::str::FromStr;

use banqi::{Action, Bag, Piece, Ply, Position, Square};
use rand::Rng;

use crate::shuffle::{Stream, seeded, shuffle};

/// Which piece lies under each square that was face down when the game began: for its referee only.
///
/// It stays the same throughout the game. Its written form is the `Deal` tag of a record, which is for games that are
/// over; its debug form tells nothing.
///
/// ```
/// use banqi::Position;
/// use banqi_deal::Deal;
///
/// let study: Position = "3k/4/4/4/4/4/4/?1?K r G1p1 0 9".parse()?;
/// let deal: Deal = "p.G.............................".parse()?;
/// assert!(deal.fits(&study));
/// assert_eq!(deal.piece("c1".parse()?).map(|piece| piece.letter()), Some('G'));
/// assert_eq!(format!("{deal:?}"), "Deal(2 squares)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Deal {
    pieces: [Option<Piece>; Square::COUNT],
}

impl Deal {
    /// Shuffles the bag of a position onto its face-down squares. Each arrangement is equally likely.
    ///
    /// ```
    /// use banqi::Position;
    /// use banqi_deal::Deal;
    /// use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let start = Position::start();
    /// let deal = Deal::shuffle(&start, &mut ChaCha20Rng::from_seed([9; 32]));
    /// assert!(deal.fits(&start));
    /// ```
    pub fn shuffle(position: &Position, rng: &mut (impl Rng + ?Sized)) -> Self {
        let mut order: Vec<Piece> =
            position.bag().iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).collect();
        shuffle(&mut order, rng);
        let mut pieces = [None; Square::COUNT];
        for (square, piece) in position.face_down().into_iter().zip(order) {
            pieces[square.index()] = Some(piece);
        }
        Self { pieces }
    }

    /// Shuffles by a seed: the same position and seed give the same deal, on every machine and in every version.
    ///
    /// This is how: the pieces of the bag, red before black and KGMRNCP in each, are shuffled from the last one down
    /// (for i = n-1 to 1: exchange item i with item j, 0 <= j <= i) and laid onto the face-down squares in the order
    /// a1 b1 c1 d1 a2 .. d8. A j is the next 32-bit word of ChaCha8 modulo i+1; words from the last whole multiple of
    /// i+1 below 2^32-1 upwards are skipped. The key is the seed in eight bytes, lowest first, and 24 zeros; nonce and
    /// counter begin at 0.
    ///
    /// Who knows a seed knows the deal: it is for tests, puzzles and repeatable matches.
    ///
    /// ```
    /// use banqi::Position;
    /// use banqi_deal::Deal;
    /// let start = Position::start();
    /// assert_eq!(Deal::from_seed(&start, 1), Deal::from_seed(&start, 1));
    /// assert_ne!(Deal::from_seed(&start, 1), Deal::from_seed(&start, 2));
    /// ```
    pub fn from_seed(position: &Position, seed: u64) -> Self {
        Self::shuffle(position, &mut seeded(seed, Stream::Deal))
    }

    /// Takes a piece for each square, in the order a1 b1 c1 d1 a2 .. d8.
    pub(crate) fn from_pieces(pieces: [Piece; Square::COUNT]) -> Self {
        Self { pieces: pieces.map(Some) }
    }

    /// The piece under a square, or none if that square was not face down when the game began.
    ///
    /// ```
    /// use banqi::Position;
    /// use banqi_deal::Deal;
    /// let deal = Deal::from_seed(&Position::start(), 1);
    /// assert!(deal.piece("d8".parse()?).is_some());
    /// # Ok::<(), banqi::SquareError>(())
    /// ```
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// An action with what comes up, if it turns a face-down piece over.
    ///
    /// Whether it is legal is not asked; [`Game::play`](banqi::Game::play) does.
    ///
    /// ```
    /// use banqi::Position;
    /// use banqi_deal::Deal;
    /// let deal: Deal = "p.G.............................".parse()?;
    /// let study: Position = "3k/4/4/4/4/4/4/?1?K r G1p1 0 9".parse()?;
    /// assert_eq!(deal.ply(&study, "c1".parse()?).to_string(), "c1=G");
    /// assert_eq!(deal.ply(&study, "d1-d2".parse()?).to_string(), "d1-d2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ply(&self, position: &Position, action: Action) -> Ply {
        let revealed = match action {
            Action::Flip(square) | Action::Move { to: square, .. } if position.face_down().contains(square) => {
                self.piece(square)
            }
            _ => None,
        };
        Ply::new(action, revealed)
    }

    /// Whether this may be what lies under a position, at any moment of its game: the pieces under the squares that
    /// are face down are those in the bag.
    ///
    /// ```
    /// use banqi::Position;
    /// use banqi_deal::Deal;
    /// let deal: Deal = "p.G.............................".parse()?;
    /// assert!(deal.fits(&"3k/4/4/4/4/4/4/?1GK b p1 0 10".parse()?));
    /// assert!(!deal.fits(&Position::start()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fits(&self, position: &Position) -> bool {
        let pieces: Option<Bag> = position.face_down().into_iter().map(|square| self.piece(square)).collect();
        pieces == Some(position.bag())
    }
}

/// Tells how many squares it covers and nothing of the pieces, so that no log can give a game away.
impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deal({} squares)", self.pieces.iter().flatten().count())
    }
}

/// As in the `Deal` tag of a record: 32 letters in the order a1 b1 c1 d1 a2 .. d8, `.` where nothing was face down.
impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces.iter().try_for_each(|piece| write!(f, "{}", piece.map_or('.', Piece::letter)))
    }
}

impl FromStr for Deal {
    type Err = DealError;

    fn from_str(text: &str) -> Result<Self, DealError> {
        let found = text.chars().count();
        if found != Square::COUNT {
            return Err(DealError::Length { found });
        }
        let mut pieces = [None; Square::COUNT];
        let mut left = Bag::full();
        for (square, letter) in Square::all().zip(text.chars()) {
            if letter == '.' {
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(DealError::Character { square, found: letter })?;
            if !left.remove(piece) {
                return Err(DealError::TooMany { square, piece });
            }
            pieces[square.index()] = Some(piece);
        }
        Ok(Self { pieces })
    }
}

/// Why a text is no deal.
///
/// ```
/// use banqi_deal::Deal;
/// let error = "KGMRNCP".parse::<Deal>().unwrap_err();
/// assert_eq!(error.to_string(), "deal: 7 characters; it has 32, one for each square a1 b1 c1 d1 a2 .. d8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DealError {
    /// Not 32 characters.
    Length {
        /// How many there were.
        found: usize,
    },
    /// A character that is neither a piece's letter nor a dot.
    Character {
        /// The square that it stands for.
        square: Square,
        /// The character.
        found: char,
    },
    /// More of a piece than the set has.
    TooMany {
        /// The square of the first one too many.
        square: Square,
        /// The piece.
        piece: Piece,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("deal: ")?;
        match self {
            Self::Length { found } => {
                write!(f, "{found} characters; it has 32, one for each square a1 b1 c1 d1 a2 .. d8")
            }
            Self::Character { square, found } => {
                write!(f, "{found:?} for {square}; it takes KGMRNCP, kgmrncp and . for a square that was not face down")
            }
            Self::TooMany { square, piece } => write!(
                f,
                "{} on {square} is one too many: the set has {} of that piece",
                piece.letter(),
                piece.kind.count()
            ),
        }
    }
}

impl std::error::Error for DealError {}
