//! Glicko-2, from Mark E. Glickman's "Example of the Glicko-2 system" (2013), <http://www.glicko.net/glicko/glicko2.pdf>,
//! whose steps and letters these are.

use std::f64::consts::PI;

use super::Rating;

/// How much volatility changes with results that nobody expected: τ, for which the paper has 0.3 to 1.2, and less where luck
/// has a say. Its example has 0.5.
pub const TAU: f64 = 0.5;

/// Step 2: what a point of μ and φ is worth in those of ratings and deviations.
const SCALE: f64 = 173.7178;
/// Where μ is 0.
const CENTRE: f64 = 1500.0;
/// Step 5: how near ln σ² has to come.
const EPSILON: f64 = 1e-6;
/// It takes some ten steps to come so near; if it ever did not, this ends it.
const MOST_STEPS: usize = 100;

/// After a rating period with these games: against whom, and what was scored.
pub(super) fn update(player: Rating, games: &[(Rating, f64)]) -> Rating {
    if games.is_empty() {
        return grow(player, 1.0);
    }
    let (mu, phi) = scaled(player);
    // Step 3, and the sum that steps 4 and 7 share.
    let (mut information, mut surprise) = (0.0, 0.0);
    for &(opponent, score) in games {
        let (opponent, phi) = scaled(opponent);
        let g = g(phi);
        let expected = 1.0 / (1.0 + (-g * (mu - opponent)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let v = 1.0 / information;
    let delta = v * surprise;
    let volatility = volatility(player.volatility, delta, phi, v);
    // Steps 6 to 8.
    let phi = 1.0 / (1.0 / (phi * phi + volatility * volatility) + information).sqrt();
    let mu = mu + phi * phi * surprise;
    Rating { rating: SCALE * mu + CENTRE, deviation: SCALE * phi, volatility }
}

/// Step 6 for who did not play, in so many periods.
pub(super) fn grow(player: Rating, periods: f64) -> Rating {
    let (_, phi) = scaled(player);
    let phi = (phi * phi + periods * player.volatility * player.volatility).sqrt();
    Rating { deviation: SCALE * phi, ..player }
}

fn scaled(Rating { rating, deviation, .. }: Rating) -> (f64, f64) {
    ((rating - CENTRE) / SCALE, deviation / SCALE)
}

fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

/// Step 5: the zero of f, with the Illinois form of the regula falsi.
#[allow(clippy::many_single_char_names, reason = "they are the paper's")]
fn volatility(sigma: f64, delta: f64, phi: f64, v: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let d = phi * phi + v + e;
        e * (delta * delta - d) / (2.0 * d * d) - (x - a) / (TAU * TAU)
    };
    let (mut low, mut f_low) = (a, f(a));
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let mut below = std::iter::successors(Some(a - TAU), |x| Some(x - TAU)).take(MOST_STEPS);
        below.find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let mut f_high = f(high);
    for _ in 0..MOST_STEPS {
        if (high - low).abs() <= EPSILON {
            break;
        }
        let between = low + (low - high) * f_low / (f_high - f_low);
        let f_between = f(between);
        if f_between * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (between, f_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};
    use rand_chacha::ChaCha20Rng;
    use skillratings::Outcomes;
    use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

    use super::*;

    #[test]
    fn glickmans_example() {
        let rating = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
        let games = [(rating(1400.0, 30.0), 1.0), (rating(1550.0, 100.0), 0.0), (rating(1700.0, 300.0), 0.0)];
        let player = rating(1500.0, 200.0);
        let digits = |number: f64, digits: usize| format!("{number:.digits$}");

        // The table of step 3.
        let (mu, phi) = scaled(player);
        assert_eq!((digits(mu, 4), digits(phi, 4)), ("0.0000".to_owned(), "1.1513".to_owned()));
        let g = games.map(|(opponent, _)| digits(g(scaled(opponent).1), 4));
        assert_eq!(g, ["0.9955", "0.9531", "0.7242"]);

        // Steps 5 to 8.
        let after = update(player, &games);
        let (mu, phi) = scaled(after);
        // The paper's ln σ'², and its σ', whose last digits it cuts off: 0.059996.
        assert_eq!(digits((after.volatility * after.volatility).ln(), 5), "-5.62696");
        assert_eq!(digits((after.volatility * 1e5).floor() / 1e5, 5), "0.05999");
        assert_eq!((digits(mu, 4), digits(phi, 4)), ("-0.2069".to_owned(), "0.8722".to_owned()));
        assert_eq!(digits(after.deviation, 2), "151.52");
        // The paper goes on with four digits of μ', which gives 1464.06; with all of them it is 1464.05.
        assert_eq!(digits(SCALE * -0.2069 + CENTRE, 2), "1464.06");
        assert_eq!(digits(after.rating, 2), "1464.05");

        // Step 6 for somebody who did not play.
        assert_eq!(
            digits(update(player, &[]).deviation, 2),
            digits((200.0_f64.powi(2) + 10.423_068_f64.powi(2)).sqrt(), 2)
        );
    }

    /// Another implementation, which shares nothing with this one but the paper.
    #[test]
    fn ten_thousand_periods_as_skillratings_has_them() {
        let mut rng = ChaCha20Rng::seed_from_u64(2013);
        let config = Glicko2Config { tau: TAU, convergence_tolerance: EPSILON };
        let theirs = |rating: Rating| Glicko2Rating {
            rating: rating.rating,
            deviation: rating.deviation,
            volatility: rating.volatility,
        };
        for period in 0..10_000 {
            let mut draw = || Rating {
                rating: rng.random_range(400.0..2800.0),
                deviation: rng.random_range(30.0..350.0),
                volatility: rng.random_range(0.02..0.15),
            };
            let player = draw();
            let opponents: Vec<Rating> = (0..period % 13).map(|_| draw()).collect();
            let games: Vec<(Rating, f64)> =
                opponents.into_iter().map(|opponent| (opponent, [0.0, 0.5, 1.0][rng.random_range(0..3)])).collect();
            let their_games: Vec<(Glicko2Rating, Outcomes)> = games
                .iter()
                .map(|&(opponent, score)| {
                    let outcome = match score {
                        0.0 => Outcomes::LOSS,
                        1.0 => Outcomes::WIN,
                        _ => Outcomes::DRAW,
                    };
                    (theirs(opponent), outcome)
                })
                .collect();
            let ours = update(player, &games);
            let expected = glicko2_rating_period(&theirs(player), &their_games, &config);
            // Who does not play has a deviation of 350 at most there.
            let deviation = if games.is_empty() { ours.deviation.min(350.0) } else { ours.deviation };
            for (ours, theirs) in [
                (ours.rating, expected.rating),
                (deviation, expected.deviation),
                (ours.volatility, expected.volatility),
            ] {
                assert!((ours - theirs).abs() < 1e-6, "{player:?} {games:?}: {ours} {theirs}");
            }
        }
    }
}
