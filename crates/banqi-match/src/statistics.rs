//! What pairs of games say about two players.
//!
//! The two games of a pair share a deal, and so depend on each other. A pair is therefore one observation, with five
//! possible values: the error of the points comes from how pairs vary, not from how games do.

use std::fmt;

use crate::Score;

/// How often a pair brought how many points: 0, ½, 1, 1½ and 2 of 2.
///
/// ```
/// use banqi_match::{Pairs, Score};
///
/// let mut pairs = Pairs::default();
/// pairs.add(Score::Win, Score::Draw);
/// pairs.add(Score::Loss, Score::Win);
/// assert_eq!(pairs.0, [0, 0, 1, 1, 0]);
/// assert_eq!(pairs.points(), Some(0.625));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pairs(pub [u64; 5]);

/// What the values are called: two letters for two games, win, draw, loss.
///
/// ```
/// assert_eq!(banqi_match::PAIR_NAMES[4], "WW");
/// ```
pub const PAIR_NAMES: [&str; 5] = ["LL", "LD", "DD/WL", "WD", "WW"];

/// How far to go for 95 of 100: the quantile 0.975 of the normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

impl Pairs {
    /// Adds a pair.
    ///
    /// ```
    /// use banqi_match::{Pairs, Score};
    /// let mut pairs = Pairs::default();
    /// pairs.add(Score::Unfinished, Score::Draw);
    /// assert_eq!(pairs.0[2], 1);
    /// ```
    pub const fn add(&mut self, one: Score, two: Score) {
        self.0[one.halves() + two.halves()] += 1;
    }

    /// How many there are.
    ///
    /// ```
    /// assert_eq!(banqi_match::Pairs([1, 0, 2, 0, 4]).count(), 7);
    /// ```
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of the points, 0 to 1; none without a pair.
    ///
    /// ```
    /// assert_eq!(banqi_match::Pairs([0, 0, 0, 0, 3]).points(), Some(1.0));
    /// ```
    pub fn points(&self) -> Option<f64> {
        let quarters: u64 = (0..).zip(self.0).map(|(value, count)| value * count).sum();
        (self.count() > 0).then(|| quarters as f64 / (4 * self.count()) as f64)
    }

    /// The standard error of the points; none for fewer than two pairs.
    ///
    /// ```
    /// // None and all of the points: the variance is (¼ + ¼) / (2 - 1), and that of the mean of two half of it.
    /// assert_eq!(banqi_match::Pairs([1, 0, 0, 0, 1]).standard_error(), Some(0.5));
    /// assert_eq!(banqi_match::Pairs([0, 1, 0, 0, 0]).standard_error(), None);
    /// ```
    pub fn standard_error(&self) -> Option<f64> {
        let mean = self.points()?;
        let squares =
            (0_u32..).zip(self.0).map(|(value, count)| count as f64 * (f64::from(value) / 4.0 - mean).powi(2));
        let count = self.count() as f64;
        (count > 1.0).then(|| (squares.sum::<f64>() / (count - 1.0) / count).sqrt())
    }

    /// The difference in Elo that the points stand for, with its error; none when it is infinite.
    ///
    /// ```
    /// let elo = banqi_match::Pairs([10, 20, 40, 20, 10]).elo().unwrap();
    /// assert_eq!(elo.difference, 0.0);
    /// assert_eq!(banqi_match::Pairs([0, 0, 0, 0, 10]).elo(), None);
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        let points = self.points()?;
        let between = |error: f64| Some((elo(points + error)? - elo(points - error)?) / 2.0);
        let error = self.standard_error().and_then(|error| between(error * DEVIATIONS));
        elo(points).map(|difference| Elo { difference, error })
    }
}

/// A difference in Elo.
///
/// ```
/// use banqi_match::Elo;
/// assert_eq!(Elo { difference: 12.34, error: Some(5.6) }.to_string(), "+12.3 ± 5.6");
/// assert_eq!(Elo { difference: 300.0, error: None }.to_string(), "+300.0 ± ?");
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// How much stronger [`Side::One`](crate::Side::One) is.
    pub difference: f64,
    /// In 95 of 100 such matches, the difference found is within so much of the true one. None when that reaches to
    /// where no points, or all, are to be had.
    pub error: Option<f64>,
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ± ", self.difference)?;
        match self.error {
            Some(error) => write!(f, "{error:.1}"),
            None => f.write_str("?"),
        }
    }
}

/// The difference in Elo at which a player gets this share of the points; none outside of what there is to get.
fn elo(points: f64) -> Option<f64> {
    (points > 0.0 && points < 1.0).then(|| -400.0 * (1.0 / points - 1.0).log10())
}

/// The share of the points at this difference in Elo.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}
