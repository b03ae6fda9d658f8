//! Points, Elo and the sequential test, against figures that others published or that are calculated here.

use banqi_match::{Decision, Pairs, Score, Sprt};
use rstest::rstest;

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}

/// Results that fishtest published with Stockfish's pull requests 2971, 2950, 2951, 3209, 2493 and 3331, all of which
/// test logistic Elo: the pairs, both hypotheses, and the ratio that it found.
#[rstest]
#[case([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96)]
#[case([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93)]
#[case([133, 1751, 5094, 1849, 165], -0.5, 1.5, 2.94)]
#[case([149, 4748, 32785, 5063, 159], 0.25, 1.75, 2.95)]
#[case([59, 754, 2467, 865, 75], -0.5, 1.5, 2.95)]
#[case([33, 1185, 8378, 1302, 50], 0.25, 1.75, 2.95)]
#[case([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94)]
#[case([424, 2948, 5832, 3045, 460], -1.0, 3.0, 2.94)]
#[case([115, 2196, 11328, 2317, 136], -0.25, 1.25, 2.94)]
fn ratios_are_those_of_fishtest(#[case] pairs: [u64; 5], #[case] low: f64, #[case] high: f64, #[case] published: f64) {
    // Published with two digits.
    near(Sprt::new(low, high).unwrap().ratio(&Pairs(pairs)), published, 0.005_001);
}

#[test]
fn a_ratio_changes_its_sign_when_the_sides_are_exchanged() {
    let sprt = Sprt::new(-20.0, 20.0).unwrap();
    let ratio = sprt.ratio(&Pairs([3, 10, 20, 30, 9]));
    near(ratio, -sprt.ratio(&Pairs([9, 30, 20, 10, 3])), 1e-9);
    assert!(ratio > 0.0);
}

/// With two values only, the most likely distribution with a mean is that mean, and the ratio is the one of coins.
#[test]
fn a_ratio_of_wins_and_losses_is_that_of_a_coin() {
    let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let (low, high) = (score(0.0), score(100.0));
    let coin = 70.0 * (high / low).ln() + 30.0 * ((1.0 - high) / (1.0 - low)).ln();
    // The values between, of which there is a thousandth each, hardly matter.
    near(Sprt::new(0.0, 100.0).unwrap().ratio(&Pairs([30, 0, 0, 0, 70])), coin, 0.01);
}

#[test]
fn one_sided_results_decide_and_stay_finite() {
    let sprt = Sprt::new(0.0, 50.0).unwrap();
    for (pairs, decision) in [([0, 0, 0, 0, 30], Decision::High), ([30, 0, 0, 0, 0], Decision::Low)] {
        let ratio = sprt.ratio(&Pairs(pairs));
        assert!(ratio.is_finite() && sprt.decision(&Pairs(pairs)) == Some(decision), "{ratio}");
    }
    // All drawn: as likely under no difference as can be.
    assert_eq!(sprt.decision(&Pairs([0, 0, 400, 0, 0])), Some(Decision::Low));
    assert_eq!(sprt.decision(&Pairs([1, 1, 1, 1, 1])), None);
}

/// A test errs in about 5 of 100 matches. Pairs come from a small generator; 400 matches of a true difference of 0.
#[test]
fn a_test_rarely_errs() {
    let sprt = Sprt::new(0.0, 40.0).unwrap();
    let mut state = 1_u64;
    let mut next = || {
        // A multiplicative generator of Park and Miller.
        state = state * 48_271 % 0x7fff_ffff;
        state
    };
    let (mut wrong, mut decided) = (0, 0);
    for _ in 0..400 {
        let mut pairs = Pairs::default();
        for _ in 0..5000 {
            // LL, LD, DD or WL, WD, WW with 2, 4, 8, 4, 2 of 20.
            pairs.0[[0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4][(next() % 20) as usize]] += 1;
            if let Some(decision) = sprt.decision(&pairs) {
                decided += 1;
                wrong += u32::from(decision == Decision::High);
                break;
            }
        }
    }
    assert_eq!(decided, 400);
    // 20 expected; the deviation is 4.4.
    assert!((4..=36).contains(&wrong), "{wrong}");
}

#[rstest]
// Calculated apart: s = (20·0 + 30·¼ + 60·½ + 50·¾ + 40·1)/200 = 115/200 = 0.575; the variance is
// (20·0.575² + 30·0.325² + 60·0.075² + 50·0.175² + 40·0.425²)/199 = 0.0948492, so the error of the mean is
// √(0.0948492/200) = 0.0217772, times 1.959964 is 0.0426825. Elo(0.575) = 52.5116, Elo(0.6176825) = 83.3365,
// Elo(0.5323175) = 22.4878, and half of what lies between is 30.4243.
#[case([20, 30, 60, 50, 40], 0.575, 52.5116, 30.4243)]
// s = ½; variance (2·10·¼ + 2·20/16)/99 = 0.0757576; error 0.0275241·1.959964 = 0.0539462; Elo(0.5539462) = 37.6322.
#[case([10, 20, 40, 20, 10], 0.5, 0.0, 37.6322)]
// All won but one drawn game: s = 0.975, variance (0.225² + 9·0.025²)/9 = 0.00625, error 0.025, 1.96 of which reach
// beyond all points.
#[case([0, 0, 0, 1, 9], 0.975, 636.4258, f64::NAN)]
fn points_and_elo(#[case] pairs: [u64; 5], #[case] points: f64, #[case] elo: f64, #[case] error: f64) {
    let pairs = Pairs(pairs);
    near(pairs.points().unwrap(), points, 1e-12);
    let found = pairs.elo().unwrap();
    near(found.difference, elo, 1e-4);
    match found.error {
        Some(found) => near(found, error, 1e-3),
        None => assert!(error.is_nan()),
    }
}

#[test]
fn what_cannot_be_said_is_not_said() {
    assert_eq!((Pairs::default().points(), Pairs::default().elo()), (None, None));
    assert_eq!(Pairs([0, 0, 0, 0, 9]).elo(), None);
    assert_eq!(Pairs([9, 0, 0, 0, 0]).elo(), None);
    // One pair says nothing of how pairs vary.
    assert_eq!(Pairs([0, 0, 0, 1, 0]).elo().map(|elo| elo.error), Some(None));
}

#[test]
fn pairs_are_smaller_errors_than_games_when_deals_decide() {
    // Every pair is one win and one loss: the deals decide all games, and nothing of that is chance of the players.
    assert_eq!(Pairs([0, 0, 50, 0, 0]).standard_error(), Some(0.0));
}

#[test]
fn an_unfinished_game_counts_half() {
    let mut pairs = Pairs::default();
    pairs.add(Score::Unfinished, Score::Win);
    pairs.add(Score::Loss, Score::Unfinished);
    assert_eq!(pairs.0, [0, 1, 0, 1, 0]);
}

#[test]
fn hypotheses_have_an_order_and_bounds() {
    for (low, high) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (-1e9, 0.0)] {
        assert!(Sprt::new(low, high).is_err(), "{low} {high}");
    }
}
