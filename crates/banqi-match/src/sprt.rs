//! A match that ends when enough is known: a generalised sequential probability ratio test on pairs, as fishtest, the
//! testing framework of the chess engine Stockfish, does it (Van den Bergh, "A practical introduction to the GSPRT").
//!
//! Two hypotheses say how much stronger one side is, in Elo. For each, the distribution of the five values of a pair is
//! the most likely one that has those points for its mean. The logarithm of how much better one explains the pairs than
//! the other is compared with two bounds after each pair.

use std::fmt;

use crate::Pairs;
use crate::statistics::expected;

/// A test of two hypotheses, each wrong in at most 5 of 100 matches.
///
/// ```
/// use banqi_match::{Decision, Pairs, Sprt};
///
/// let sprt = Sprt::new(0.0, 10.0)?;
/// assert_eq!(sprt.decision(&Pairs([3, 5, 10, 5, 3])), None);
/// assert_eq!(sprt.decision(&Pairs([10, 100, 300, 200, 50])), Some(Decision::High));
/// # Ok::<(), banqi_match::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    low: f64,
    high: f64,
}

/// Which hypothesis a test accepts.
///
/// ```
/// use banqi_match::{Decision, Sprt};
/// assert_eq!(Sprt::new(0.0, 5.0)?.accepted(Decision::High), 5.0);
/// # Ok::<(), banqi_match::SprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// The one with the smaller difference.
    Low,
    /// The one with the greater difference.
    High,
}

impl Sprt {
    /// A test of whether the difference in Elo is `low` or `high`.
    ///
    /// # Errors
    ///
    /// [`SprtError`] unless both are numbers and `low` is the smaller.
    ///
    /// ```
    /// assert!(banqi_match::Sprt::new(5.0, 0.0).is_err());
    /// ```
    pub fn new(low: f64, high: f64) -> Result<Self, SprtError> {
        // Beyond this, no number tells the points from none or all.
        let is_elo = |elo: f64| elo.abs() <= 2000.0;
        if is_elo(low) && is_elo(high) && low < high { Ok(Self { low, high }) } else { Err(SprtError) }
    }

    /// The bound: a test is decided when its ratio is this, or this below 0.
    ///
    /// ```
    /// assert!((banqi_match::Sprt::BOUND - (0.95_f64 / 0.05).ln()).abs() < 1e-12);
    /// ```
    pub const BOUND: f64 = 2.944_438_979_166_440_5;

    /// The logarithm of the ratio of the likelihoods so far.
    ///
    /// ```
    /// assert_eq!(banqi_match::Sprt::new(0.0, 10.0)?.ratio(&Default::default()), 0.0);
    /// # Ok::<(), banqi_match::SprtError>(())
    /// ```
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        // What has not come yet may come: a thousandth of a pair keeps the logarithms finite.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let (low, high) = (likeliest(found, expected(self.low)), likeliest(found, expected(self.high)));
        (0..5).map(|value| counts[value] * (high[value] / low[value]).ln()).sum()
    }

    /// What is decided, if anything.
    ///
    /// ```
    /// use banqi_match::{Decision, Pairs, Sprt};
    /// assert_eq!(Sprt::new(0.0, 50.0)?.decision(&Pairs([30, 40, 60, 30, 20])), Some(Decision::Low));
    /// # Ok::<(), banqi_match::SprtError>(())
    /// ```
    pub fn decision(&self, pairs: &Pairs) -> Option<Decision> {
        match self.ratio(pairs) {
            ratio if ratio >= Self::BOUND => Some(Decision::High),
            ratio if ratio <= -Self::BOUND => Some(Decision::Low),
            _ => None,
        }
    }

    /// The difference in Elo that a decision accepts.
    ///
    /// ```
    /// use banqi_match::{Decision, Sprt};
    /// assert_eq!(Sprt::new(-5.0, 0.0)?.accepted(Decision::Low), -5.0);
    /// # Ok::<(), banqi_match::SprtError>(())
    /// ```
    pub const fn accepted(&self, decision: Decision) -> f64 {
        match decision {
            Decision::Low => self.low,
            Decision::High => self.high,
        }
    }
}

/// The most likely distribution of the five values 0, ¼, .. 1, given the frequencies found and its mean.
///
/// By Lagrange it is `found / (1 + x (value - mean))` for the one x that makes the mean right, and the function to bring
/// to 0 falls from one end of the interval in which all are positive to the other.
fn likeliest(found: [f64; 5], mean: f64) -> [f64; 5] {
    const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
    let at = |x: f64, value: usize| found[value] / (1.0 + x * (VALUES[value] - mean));
    let excess = |x: f64| -> f64 { (0..5).map(|value| at(x, value) * (VALUES[value] - mean)).sum() };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // More halvings than a number has digits.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    [0, 1, 2, 3, 4].map(|value| at(x, value))
}

/// Hypotheses that cannot be tested.
///
/// ```
/// let error = banqi_match::Sprt::new(1.0, 1.0).unwrap_err();
/// assert_eq!(error.to_string(), "a test takes two differences in Elo, within 2000, the smaller one first");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SprtError;

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a test takes two differences in Elo, within 2000, the smaller one first")
    }
}

impl std::error::Error for SprtError {}
