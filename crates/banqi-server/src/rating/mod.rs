//! How strong players are, by their rated games.
//!
//! Ratings are Glicko-2, as [`glicko2`] computes it. Each game is a rating period of its own, so that it counts at once; time
//! in which nobody plays is so many periods without games.

mod glicko2;

pub use glicko2::TAU;

use std::ops::RangeInclusive;

/// A rating period without games is so many milliseconds: 112 hours.
///
/// Then a player who is known as well as can be, whose deviation is 60, is provisional again (110) after a year without a
/// game: (110² - 60²) / (173.7178 × 0.06)² = 78.2 periods in 365 days. That a year should do this is how lichess.org sets
/// its ratings, whose periods may be parts of one as well:
/// <https://github.com/lichess-org/scalachess/tree/master/rating>.
pub const PERIOD: u64 = 112 * 3600 * 1000;

/// A rating with a deviation above this is provisional, and on no leaderboard.
pub const PROVISIONAL: f64 = 110.0;

/// Nobody's rating is outside. Whoever is so far from all others has nobody to play against who would tell more.
const RATINGS: RangeInclusive<f64> = 100.0..=4000.0;
/// Above is more than nothing known. What is below would hardly move any more.
const DEVIATIONS: RangeInclusive<f64> = 30.0..=350.0;
/// What comes of games is well within, unless somebody plays against all sense.
const VOLATILITIES: RangeInclusive<f64> = 0.01..=0.2;

/// How strong a player is thought to be, and how sure that is.
///
/// ```
/// use banqi_server::Rating;
/// let newcomer = Rating::default();
/// assert_eq!((newcomer.rating, newcomer.deviation, newcomer.volatility), (1500.0, 350.0, 0.06));
/// assert!(newcomer.is_provisional());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// How strong.
    pub rating: f64,
    /// In 95 of 100 cases the strength is less than two deviations from the rating.
    pub deviation: f64,
    /// How much the strength changes.
    pub volatility: f64,
}

impl Default for Rating {
    /// Somebody of whom nothing is known, with the values of Glickman's paper.
    fn default() -> Self {
        Self { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Rating {
    /// After a rating period with these games: against whom, and what was scored, 1 for a win, ½ for a draw and 0 for a loss.
    /// Whatever comes in, what comes out are numbers, the rating from 100 to 4000, the deviation from 30 to 350, the
    /// volatility from 0.01 to 0.2.
    ///
    /// ```
    /// use banqi_server::Rating;
    /// let newcomer = Rating::default();
    /// assert!(newcomer.update(&[(newcomer, 1.0)]).rating > 1600.0);
    /// ```
    #[must_use]
    pub fn update(self, games: &[(Self, f64)]) -> Self {
        let games: Vec<_> = games.iter().map(|(opponent, score)| (opponent.bounded(), bounded_score(*score))).collect();
        glicko2::update(self.bounded(), &games).bounded()
    }

    /// After so many milliseconds without a game: less is known.
    ///
    /// ```
    /// use banqi_server::Rating;
    /// let known = Rating { deviation: 60.0, ..Rating::default() };
    /// let year = 365 * 24 * 3600 * 1000;
    /// assert!((known.grown(year).deviation - 110.0).abs() < 0.1);
    /// assert_eq!(known.grown(u64::MAX).deviation, 350.0);
    /// ```
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "milliseconds more or less")]
    pub fn grown(self, elapsed: u64) -> Self {
        glicko2::grow(self.bounded(), elapsed as f64 / PERIOD as f64).bounded()
    }

    /// Whether too little is known for it to be on a board.
    ///
    /// ```
    /// use banqi_server::Rating;
    /// let deviation = |deviation| Rating { deviation, ..Rating::default() };
    /// assert!(deviation(110.1).is_provisional() && !deviation(110.0).is_provisional());
    /// ```
    pub fn is_provisional(self) -> bool {
        // What is no number tells nothing either.
        self.deviation.is_nan() || self.deviation > PROVISIONAL
    }

    fn bounded(self) -> Self {
        let newcomer = Self::default();
        Self {
            rating: bounded(self.rating, &RATINGS, newcomer.rating),
            deviation: bounded(self.deviation, &DEVIATIONS, newcomer.deviation),
            volatility: bounded(self.volatility, &VOLATILITIES, newcomer.volatility),
        }
    }
}

/// The ratings of two players after a game, which `winner` won, the first (0) or the second (1), or nobody. For each, so many
/// milliseconds had passed since the last rated game of this speed; none for who had none.
///
/// ```
/// use banqi_server::{Rating, after_game};
/// let [winner, loser] = after_game([Rating::default(); 2], Some(0), [0, 0]);
/// assert_eq!(winner.rating.round(), 1662.0);
/// assert_eq!(winner.rating - 1500.0, 1500.0 - loser.rating);
/// ```
pub fn after_game(ratings: [Rating; 2], winner: Option<usize>, elapsed: [u64; 2]) -> [Rating; 2] {
    let before = [0, 1].map(|player| ratings[player].grown(elapsed[player]));
    [0, 1].map(|player| {
        let score = winner.map_or(0.5, |winner| if winner == player { 1.0 } else { 0.0 });
        before[player].update(&[(before[1 - player], score)])
    })
}

fn bounded(value: f64, bounds: &RangeInclusive<f64>, otherwise: f64) -> f64 {
    if value.is_nan() { otherwise } else { value.clamp(*bounds.start(), *bounds.end()) }
}

fn bounded_score(score: f64) -> f64 {
    bounded(score, &(0.0..=1.0), 0.5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const YEAR: u64 = 365 * 24 * 3600 * 1000;

    fn rating() -> impl Strategy<Value = Rating> {
        (RATINGS, DEVIATIONS, VOLATILITIES).prop_map(|(rating, deviation, volatility)| Rating {
            rating,
            deviation,
            volatility,
        })
    }

    /// Anything that 64 bits can say.
    fn nonsense() -> impl Strategy<Value = Rating> {
        let number = any::<u64>().prop_map(f64::from_bits);
        (number.clone(), number.clone(), number).prop_map(|(rating, deviation, volatility)| Rating {
            rating,
            deviation,
            volatility,
        })
    }

    proptest! {
        #[test]
        fn who_wins_does_not_fall_and_who_loses_does_not_rise(
            pair in [rating(), rating()], winner in 0_usize..2, elapsed in [0..YEAR, 0..YEAR],
        ) {
            let after = after_game(pair, Some(winner), elapsed);
            prop_assert!(after[winner].rating >= pair[winner].rating);
            prop_assert!(after[1 - winner].rating <= pair[1 - winner].rating);
        }

        #[test]
        fn it_does_not_matter_who_is_named_first(
            pair in [rating(), rating()], winner in proptest::option::of(0_usize..2), elapsed in [0..YEAR, 0..YEAR],
        ) {
            let [one, other] = after_game(pair, winner, elapsed);
            let [elapsed_one, elapsed_other] = elapsed;
            let swapped = after_game([pair[1], pair[0]], winner.map(|winner| 1 - winner), [elapsed_other, elapsed_one]);
            prop_assert_eq!(swapped, [other, one]);
        }

        #[test]
        fn what_equals_gain_and_lose_is_the_same(equal in rating(), elapsed in 0..YEAR) {
            // The bounds are not the same distance away for both.
            prop_assume!((700.0..3400.0).contains(&equal.rating));
            let [winner, loser] = after_game([equal; 2], Some(0), [elapsed; 2]);
            prop_assert!((winner.rating - equal.rating - (equal.rating - loser.rating)).abs() < 1e-9);
            prop_assert_eq!((winner.deviation, winner.volatility), (loser.deviation, loser.volatility));
            let drawn = after_game([equal; 2], None, [elapsed; 2]);
            prop_assert!(drawn.iter().all(|rating| (rating.rating - equal.rating).abs() < 1e-9));
        }

        #[test]
        fn nonsense_gives_a_rating(
            pair in [nonsense(), nonsense()], winner in any::<Option<usize>>(), elapsed in any::<[u64; 2]>(),
            score in any::<u64>().prop_map(f64::from_bits),
        ) {
            let [one, other] = after_game(pair, winner, elapsed);
            let many = pair[0].update(&[(pair[1], score); 50]);
            for rating in [one, other, many, pair[0].grown(elapsed[0]), pair[1].update(&[])] {
                prop_assert!(RATINGS.contains(&rating.rating), "{:?}", rating);
                prop_assert!(DEVIATIONS.contains(&rating.deviation), "{:?}", rating);
                prop_assert!(VOLATILITIES.contains(&rating.volatility), "{:?}", rating);
            }
        }
    }

    #[test]
    fn time_is_the_same_in_one_piece_and_in_several() {
        let known = Rating { deviation: 50.0, ..Rating::default() };
        let (once, twice) = (known.grown(2 * PERIOD), known.grown(PERIOD).grown(PERIOD));
        assert!((once.deviation - twice.deviation).abs() < 1e-9);
        // A period is one of the paper's, in which nobody played.
        assert!((known.grown(PERIOD).deviation - known.update(&[]).deviation).abs() < 1e-9);
        assert_eq!(known.grown(0), known);
    }
}
