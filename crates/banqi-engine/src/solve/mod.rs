//! Exact values of small boards: expectiminimax over everything that can happen.
//!
//! Every position that can come about is given its value, P(win) - P(loss) for the side to move, where play without end is
//! a draw. What is face down, and what is left, only gets less: so positions fall into layers, each of which depends on
//! lower ones alone. Within a layer pieces step to and fro without end. There the values are found from the outside in,
//! as end-game tables are made (Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970), but in the order of how
//! much is won or lost, since what leaves a layer has a value between a loss and a win.
//!
//! Values are floating-point numbers, each the mean of exact ones over the bag: errors stay below 1e-12.

mod arrangement;
mod error;
mod layer;
mod values;

use std::ops::ControlFlow;

use banqi::{Action, Bag, Cell, Colour, Kind, Piece, Ply, Position, Rules, Setup, Square};

pub use error::SolveError;
use layer::Layer;
use values::Values;

/// Beyond this no machine has the memory.
const MOST_SQUARES: u8 = 12;

/// A small board full of face-down pieces, to be solved.
///
/// ```
/// use std::ops::ControlFlow;
/// use banqi::Kind;
/// use banqi_engine::Solver;
///
/// let rules = "taiwan-tournament:quiet=none,repetition=none".parse()?;
/// let solver = Solver::new(2, 2, &[Kind::General, Kind::Cannon], rules)?;
/// let solution = solver.solve(|_, _| ControlFlow::Continue(())).expect("nobody stopped it");
/// // Whoever flips first has the worse of it.
/// assert!((solution.value + 1.0 / 3.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    start: Position,
    rules: Rules,
}

/// What was found.
///
/// ```
/// use banqi_engine::Solution;
/// let solution = Solution { flips: vec![("a1".parse()?, -1.0)], value: -1.0 };
/// assert_eq!(solution.flips[0].1, solution.value);
/// # Ok::<(), banqi::SquareError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// For each square what its flip is worth at the start: First's chance to win less that to lose.
    pub flips: Vec<(Square, f64)>,
    /// The best of them.
    pub value: f64,
}

impl Solver {
    /// A board with one corner at a1, on which each side has the pieces named.
    ///
    /// # Errors
    ///
    /// [`SolveError`] when pieces and board do not fit each other, or when the rules look back at the game: values would
    /// depend on more than the position.
    ///
    /// ```
    /// use banqi::{Kind, Preset};
    /// use banqi_engine::{SolveError, Solver};
    /// let error = Solver::new(2, 2, &[Kind::General], Preset::Mainland.rules()).unwrap_err();
    /// assert!(matches!(error, SolveError::NotFull { .. }));
    /// ```
    pub fn new(files: u8, ranks: u8, pieces: &[Kind], rules: Rules) -> Result<Self, SolveError> {
        if !(1..=4).contains(&files) || !(1..=8).contains(&ranks) {
            return Err(SolveError::Board { files, ranks });
        }
        if files * ranks > MOST_SQUARES {
            return Err(SolveError::Large { squares: files * ranks, most: MOST_SQUARES });
        }
        let (squares, found) = (usize::from(files) * usize::from(ranks), 2 * pieces.len());
        if squares != found {
            return Err(SolveError::NotFull { squares, pieces: found });
        }
        let parameters = rules.parameters();
        for (name, is_on) in [
            ("quiet", parameters.quiet.is_some()),
            ("repetition", parameters.repetition.is_some()),
            ("cycle", parameters.cycle.is_some()),
            ("chase", parameters.chase.is_some()),
        ] {
            if is_on {
                return Err(SolveError::LooksBack { parameter: name });
            }
        }
        let mut bag = Bag::default();
        for &kind in pieces {
            for colour in Colour::ALL {
                let piece = Piece::new(colour, kind);
                if bag.count(piece) >= kind.count() {
                    return Err(SolveError::TooMany { kind });
                }
                bag.insert(piece);
            }
        }
        let mut board = [Cell::Outside; Square::COUNT];
        for square in Square::all().filter(|square| square.file() < files && square.rank() < ranks) {
            board[square.index()] = Cell::FaceDown;
        }
        let setup = Setup { board, side: None, chain: None, bag, quiet: 0, turn: 1 };
        let start = setup.try_into().map_err(SolveError::Position)?;
        Ok(Self { start, rules })
    }

    /// How many positions there are to value. Each takes eight bytes, and the largest layer some more.
    ///
    /// ```
    /// # use banqi::Kind;
    /// # use banqi_engine::Solver;
    /// # let rules = "taiwan-tournament:quiet=none,repetition=none".parse()?;
    /// let solver = Solver::new(2, 2, &[Kind::General, Kind::Soldier], rules)?;
    /// assert!(solver.positions() > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> u64 {
        Layer::count(&self.start, &self.rules)
    }

    /// Values everything. `progress` is told how many positions are done, and of how many, and may break it off.
    ///
    /// None when it was broken off.
    ///
    /// ```
    /// # use std::ops::ControlFlow;
    /// # use banqi::Kind;
    /// # use banqi_engine::Solver;
    /// # let rules = "taiwan-tournament:quiet=none,repetition=none".parse()?;
    /// let solver = Solver::new(2, 2, &[Kind::General, Kind::Soldier], rules)?;
    /// assert_eq!(solver.solve(|_, _| ControlFlow::Break(())), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, mut progress: impl FnMut(u64, u64) -> ControlFlow<()>) -> Option<Solution> {
        let mut layers: Vec<Layer> = Layer::all(&self.start, &self.rules).collect();
        layers.sort_by_key(Layer::height);
        let all = self.positions();
        let mut values = Values::default();
        let mut done = 0;
        for layer in layers {
            if progress(done, all).is_break() {
                return None;
            }
            done += layer.positions();
            let found = layer.solve(&self.rules, &values);
            values.insert(layer, found);
        }
        if progress(done, all).is_break() {
            return None;
        }
        let flips: Vec<(Square, f64)> =
            self.start.face_down().into_iter().map(|square| (square, self.flip(square, &values))).collect();
        let value = flips.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        Some(Solution { flips, value })
    }

    fn flip(&self, square: Square, values: &Values) -> f64 {
        let bag = self.start.bag();
        let worth = |piece| {
            let mut child = self.start;
            child.play_unchecked(&self.rules, Ply::new(Action::Flip(square), Some(piece)));
            // Whoever flipped has the piece's colour, and the other one is to move.
            -values.of(&child, &self.rules)
        };
        let sum: f64 = bag.iter().map(|(piece, count)| f64::from(count) * worth(piece)).sum();
        sum / f64::from(bag.len())
    }
}
