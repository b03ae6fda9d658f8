//! The evaluation by itself and its constants, for the program that fits them to games.

use banqi::{Position, Rules};

use crate::Value;
use crate::eval::Evaluation;
pub use crate::eval::Weights;

/// An evaluation with constants of one's own.
#[derive(Debug)]
pub struct Evaluator(Evaluation);

impl Evaluator {
    /// For one rule set.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// use banqi_engine::tuning::{Evaluator, Weights};
    /// let mut evaluator = Evaluator::new(&Preset::TaiwanClub.rules(), Weights::TUNED);
    /// assert_eq!(evaluator.points(&Position::start()), 0.5);
    /// ```
    pub fn new(rules: &Rules, weights: Weights) -> Self {
        Self(Evaluation::with(rules, weights))
    }

    /// The points that the side to move is to expect, 0 to 1.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// use banqi_engine::tuning::{Evaluator, Weights};
    /// let mut evaluator = Evaluator::new(&Preset::TaiwanClub.rules(), Weights::TUNED);
    /// let position = "4/4/4/4/4/4/RRK1/3k r - 0 41".parse()?;
    /// assert!(evaluator.points(&position) > 0.5);
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn points(&mut self, position: &Position) -> f64 {
        0.5 + f64::from(self.0.value(position)) / f64::from(2 * Value::WIN.get())
    }
}
