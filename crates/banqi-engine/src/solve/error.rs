//! Boards and rules that cannot be solved.

use std::fmt;

use banqi::{Kind, PositionError};

/// Why there is nothing to solve.
///
/// ```
/// use banqi_engine::SolveError;
/// let error = SolveError::NotFull { squares: 8, pieces: 6 };
/// assert_eq!(error.to_string(), "pieces: 6 with both sides' on 8 squares; every square has one");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// A board that is none.
    Board {
        /// How many files.
        files: u8,
        /// How many ranks.
        ranks: u8,
    },
    /// More squares than can be solved.
    Large {
        /// How many there are.
        squares: u8,
        /// How many there may be.
        most: u8,
    },
    /// The board is not full.
    NotFull {
        /// How many squares it has.
        squares: usize,
        /// How many pieces there are.
        pieces: usize,
    },
    /// More pieces than the set has.
    TooMany {
        /// Of this kind.
        kind: Kind,
    },
    /// The rules look back at the game.
    LooksBack {
        /// Which of them.
        parameter: &'static str,
    },
    /// It makes no position.
    Position(PositionError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { files, ranks } => write!(f, "board: {files}x{ranks}; it has 1 to 4 files and 1 to 8 ranks"),
            Self::Large { squares, most } => {
                write!(f, "board: {squares} squares; nobody has the memory for more than {most}")
            }
            Self::NotFull { squares, pieces } => {
                write!(f, "pieces: {pieces} with both sides' on {squares} squares; every square has one")
            }
            Self::TooMany { kind } => write!(f, "pieces: a set has {} of {} on each side", kind.count(), kind.letter()),
            Self::LooksBack { parameter } => write!(
                f,
                "rules: {parameter} looks back at the game, so a position alone has no value; with {parameter}=none it has"
            ),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SolveError {}
