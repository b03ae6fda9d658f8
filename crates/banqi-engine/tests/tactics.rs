//! Positions with one right answer, or one wrong one, which can be worked out by hand.

use banqi::{Action, Colour, Game, Rules};
use banqi_engine::{Engine, Level, Limits, Value};
use rstest::rstest;

/// Chance only decides between equals, so the answer has to be the same for several seeds.
fn answers(level: Level, rules: &str, position: &str) -> Vec<String> {
    let rules: Rules = rules.parse().expect("a rule set");
    let game = Game::from_position(rules, position.parse().expect("a position")).expect("a position of these rules");
    let answer = |seed| Engine::new(level, seed).think(&game, &Limits::default(), &|| false);
    (0..8).map(|seed| answer(seed).expect("the game is not over").action.to_string()).collect()
}

fn assert_plays(level: Level, rules: &str, position: &str, expected: &str) {
    for answer in answers(level, rules, position) {
        assert_eq!(answer, expected, "{level} in {position}");
    }
}

fn assert_avoids(level: Level, rules: &str, position: &str, mistakes: &[&str]) {
    for answer in answers(level, rules, position) {
        assert!(!mistakes.contains(&answer.as_str()), "{level} plays {answer} in {position}");
    }
}

const THINKERS: [Level; 2] = [Level::Normal, Level::Expert];

/// The Soldier on b2 stands alone.
#[rstest]
fn a_free_piece_is_taken(#[values(0, 1)] level: usize) {
    assert_plays(THINKERS[level], "taiwan-club", "3k/4/4/4/4/4/1p2/1R2 r - 0 41", "b1-b2");
}

/// There are two free pieces, an Advisor and a Soldier; the General cannot take the Soldier, the Cannon both.
#[rstest]
fn the_better_of_two_pieces_is_taken(#[values(0, 1)] level: usize) {
    assert_plays(THINKERS[level], "taiwan-club", "3k/4/4/4/1p1g/4/1?1?/1C1C r P2 0 41", "d1-d4");
}

/// The Soldier on b2 is protected by the Advisor on b3: a Chariot would be given for it. The other pieces are there to
/// give both their usual worth.
#[rstest]
fn a_protected_soldier_is_left_alone_by_a_chariot(#[values(0, 1)] level: usize) {
    let position = "????/????/4/4/4/1g2/1p2/1R1P r G1M1N1C1g1m1n1c1 0 41";
    assert_avoids(THINKERS[level], "taiwan-club", position, &["b1-b2"]);
}

/// The Advisor on a2 attacks the Chariot on a1, whose only way out is b1. Everything else leaves it hanging.
#[rstest]
fn an_attacked_piece_is_moved_away(#[values(0, 1)] level: usize) {
    assert_plays(THINKERS[level], "taiwan-club", "3k/4/4/4/4/4/g3/R2P r - 0 41", "a1-b1");
}

/// The same with a face-down piece that could be turned over instead.
#[rstest]
fn an_attacked_piece_is_moved_rather_than_another_turned_over(#[values(0, 1)] level: usize) {
    assert_plays(THINKERS[level], "taiwan-club", "3k/4/4/3?/4/4/g3/R3 r P1 0 41", "a1-b1");
}

/// No piece walks beside an enemy that takes it: the Horse on b1 keeps off the squares next to the Advisor on b3.
#[rstest]
fn no_piece_is_put_where_it_is_taken(#[values(0, 1)] level: usize) {
    assert_avoids(THINKERS[level], "taiwan-club", "3k/4/4/4/4/1g2/4/1N1P r - 0 41", &["b1-b2"]);
}

/// The ranks of the rule set decide, not their names: in Hong Kong the Chariot takes the Advisor and not the other way.
#[rstest]
fn other_ranks_other_prey(#[values(0, 1)] level: usize) {
    assert_plays(THINKERS[level], "hong-kong", "3k/4/4/4/4/4/1g2/1R2 r - 0 41", "b1-b2");
    assert_avoids(THINKERS[level], "hong-kong", "3k/4/4/4/4/1r2/4/1G1P r - 0 41", &["b1-b2"]);
}

/// From b3 the Advisor attacks the Chariot and the Elephant at once, and one of them is lost. Elsewhere it attacks one
/// at most, which runs away.
#[test]
fn expert_forks() {
    assert_plays(Level::Expert, "taiwan-club", "4/4/4/4/4/r1m1/1G2/4 r - 0 41", "b2-b3");
}

/// The Chariot can take on a1 or on c1. After c1 the Soldier in the corner cannot get away (a wall is above it) and is
/// the second capture; after a1 there is none.
#[test]
fn expert_sees_the_second_capture() {
    assert_plays(Level::Expert, "taiwan-club", "k3/4/4/4/4/4/3?/pRpp r P1 0 41", "b1-c1");
}

/// Red has to turn something over. On a2 and b1 it would be beside the own General, and three of the four pieces in the
/// bag are Soldiers that would take it.
#[test]
fn expert_turns_nothing_over_that_may_well_take_its_general() {
    assert_avoids(Level::Expert, "taiwan-club", "2??/4/4/4/4/4/?3/K?1m r P1p3 0 41", &["a2", "b1"]);
}

/// A Horse will come up wherever. On a2 it is shut in between a General and two Elephants and can be taken next; on a8
/// it is free.
#[test]
fn expert_turns_over_where_it_can_take_what_comes_up() {
    assert_plays(Level::Expert, "taiwan-club", "?3/4/4/4/4/M3/?M2/K3 r n2 0 41", "a2");
}

/// `dark=trade`: the bag holds one piece, so what is on a2 is known. A Chariot is taken by the General; a Soldier would
/// cost it its life, so it goes.
#[test]
fn expert_weighs_an_attack_on_a_face_down_piece_by_the_bag() {
    assert_plays(Level::Expert, "taiwan-quick:dark=trade", "k3/4/4/4/4/4/?3/K3 r r1 0 41", "a1-a2");
    assert_avoids(Level::Expert, "taiwan-quick:dark=trade", "k3/4/4/4/4/4/?3/K3 r p1 0 41", &["a1-a2", "a2"]);
}

/// An ending that is won within the quiet limit by two Soldiers that drive the General into a corner.
#[test]
fn expert_converts_a_won_ending() {
    let rules: Rules = "taiwan-club".parse().expect("a rule set");
    let position = "4/1k2/4/4/K3/4/M2C/RPP1 r - 2 176".parse().expect("a position");
    let mut game = Game::from_position(rules, position).expect("a position of these rules");
    let limits = Limits { nodes: Some(20_000), depth: None };
    while game.outcome().is_none() {
        let thought = Engine::new(Level::Expert, 1).think(&game, &limits, &|| false).expect("the game is not over");
        game.play(thought.action.into()).expect("an answer is legal");
    }
    let outcome = game.outcome().expect("it is over");
    assert_eq!(outcome.winner, game.position().seat_of(Colour::Red), "{outcome}");
}

/// Both sides have gone there and back. Red has one General against three Soldiers: to go there again is the way to a
/// draw, though it is nearer to them than the other squares are.
#[test]
fn who_is_behind_repeats() {
    let game = there_and_back("2pp/3p/4/4/4/4/K3/4 r - 0 41", ["a2-a3", "c8-b8", "a3-a2", "b8-c8"]);
    let thought = Engine::new(Level::Expert, 1).think(&game, &Limits::default(), &|| false).expect("not over");
    assert_eq!(thought.action.to_string(), "a2-a3");
    assert_eq!(thought.value, Value::DRAW);
}

/// Red can win and Black cannot. What Red would play has been played and taken back: to play it again would be a step to a
/// draw.
#[test]
fn who_is_ahead_does_not_repeat() {
    let position = "k3/4/4/4/4/4/4/P2R r - 0 41";
    let engine = Engine::new(Level::Normal, 1);
    let fresh = there_and_back(position, []);
    let thought = engine.think(&fresh, &Limits::default(), &|| false).expect("not over");
    let there = thought.action.to_string();
    let back = there.split('-').rev().collect::<Vec<_>>().join("-");

    let game = there_and_back(position, [&there, "a8-b8", &back, "b8-a8"]);
    let thought = engine.think(&game, &Limits::default(), &|| false).expect("not over");
    assert_ne!(thought.action.to_string(), there);
    assert!(thought.value > Value::DRAW);
}

fn there_and_back<const N: usize>(position: &str, plies: [&str; N]) -> Game {
    let rules: Rules = "taiwan-club".parse().expect("a rule set");
    let mut game =
        Game::from_position(rules, position.parse().expect("a position")).expect("a position of these rules");
    for ply in plies {
        game.play(ply.parse().expect("a ply")).expect("a legal step");
    }
    game
}

/// Easy sees a free piece now and then: in some of the turns and not in all.
#[test]
fn easy_takes_a_free_piece_sometimes() {
    let rules: Rules = "taiwan-club".parse().expect("a rule set");
    let position = "3k/4/4/4/4/4/1p2/PR1P r - 0 41".parse().expect("a position");
    let game = Game::from_position(rules, position).expect("a position of these rules");
    let capture: Action = "b1-b2".parse().expect("an action");
    let taken = (0..200)
        .filter_map(|seed| Engine::new(Level::Easy, seed).think(&game, &Limits::default(), &|| false))
        .filter(|thought| thought.action == capture)
        .count();
    // Half of the turns it looks for one, and in the others one of its seven actions is this: 57 %, give or take 3.5.
    assert!((90..=138).contains(&taken), "{taken} of 200");
}
