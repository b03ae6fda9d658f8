//! Draws by agreement: after 40 quiet turns, and not while something is to be gained.

use banqi::{Game, Rules, Seat};
use banqi_engine::{Engine, Level};
use rstest::rstest;

fn game(position: &str) -> Game {
    let rules: Rules = "taiwan-classic".parse().expect("a rule set");
    Game::from_position(rules, position.parse().expect("a position")).expect("a position of these rules")
}

/// Two Generals far apart: neither will catch the other.
#[rstest]
fn after_forty_quiet_turns_a_draw_is_offered_and_accepted(#[values(0, 1, 2)] level: usize) {
    let engine = Engine::new(Level::ALL[level], 1);
    let (early, late) = (game("K3/4/4/4/4/4/4/3k r - 39 91"), game("K3/4/4/4/4/4/4/3k r - 40 91"));
    for seat in Seat::ALL {
        assert!(!engine.offers_draw(&early, seat) && !engine.accepts_draw(&early, seat));
        assert!(engine.offers_draw(&late, seat) && engine.accepts_draw(&late, seat));
    }
}

/// Red is to move on turn 91, so Red is First, and is about to take a Soldier. Only Second would have a draw.
#[test]
fn who_is_about_to_gain_plays_on() {
    let engine = Engine::new(Level::Expert, 1);
    let game = game("3k/4/4/4/4/4/1p2/1R2 r - 60 91");
    assert!(!engine.offers_draw(&game, Seat::First) && !engine.accepts_draw(&game, Seat::First));
    assert!(engine.offers_draw(&game, Seat::Second) && engine.accepts_draw(&game, Seat::Second));
}

/// Being ahead is not gaining: a Chariot more, and nothing of the enemy's within reach.
#[test]
fn a_lead_that_leads_nowhere_is_given_up() {
    let engine = Engine::new(Level::Normal, 1);
    let game = game("K2R/4/4/4/4/4/4/3k r - 40 91");
    assert!(engine.accepts_draw(&game, Seat::First));
}

/// A hunt without end looks like a gain for ever; after 120 quiet turns it is over.
#[test]
fn after_a_hundred_and_twenty_quiet_turns_everyone_has_enough() {
    let engine = Engine::new(Level::Expert, 1);
    let game = game("3k/4/4/4/4/4/1p2/1R2 r - 120 191");
    assert!(engine.offers_draw(&game, Seat::First) && engine.accepts_draw(&game, Seat::First));
}
