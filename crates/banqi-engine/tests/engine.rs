//! What a caller may rely on: the same answer to the same question, limits that hold, a stop that stops.

use std::cell::Cell;

use banqi::{Action, Game, Ply, Position, Rules, Seat, Square};
use banqi_deal::Deal;
use banqi_engine::{Engine, Level, Limits};
use rstest::rstest;

fn game(rules: &str, position: &str) -> Game {
    let rules: Rules = rules.parse().expect("a rule set");
    Game::from_position(rules, position.parse().expect("a position")).expect("a position under these rules")
}

/// A game with as much on the board as there can be to think about, after some plies by a deal.
fn middle_game(deal: &Deal) -> Game {
    let mut game = Game::new("taiwan-club".parse().expect("a rule set"));
    for square in Square::all().filter(|square| square.index() % 3 != 0) {
        game.play(deal.ply(game.position(), Action::Flip(square))).expect("a flip is legal");
    }
    game
}

const LEVELS: [Level; 4] = Level::ALL;

#[rstest]
fn the_same_question_has_the_same_answer(#[values(0, 1, 2)] level: usize, #[values(1, 2, 3)] seed: u64) {
    let game = middle_game(&Deal::from_seed(&Position::start(), seed));
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let thought = Engine::new(LEVELS[level], seed).think(&game, &limits, &|| false);
    assert!(thought.is_some());
    assert_eq!(Engine::new(LEVELS[level], seed).think(&game, &limits, &|| false), thought);
    assert_eq!(Engine::new(LEVELS[level], seed).think(&game.clone(), &limits, &|| false), thought);
}

/// The first flip of a game is a matter of taste, which is the seed.
#[rstest]
fn another_seed_plays_otherwise(#[values(0, 1, 2)] level: usize) {
    let game = Game::new(Rules::default());
    let answers: std::collections::BTreeSet<Action> = (0..40)
        .filter_map(|seed| Engine::new(LEVELS[level], seed).think(&game, &Limits::default(), &|| false))
        .map(|thought| thought.action)
        .collect();
    // 40 throws at 32 squares leave out 9 of them on average.
    assert!(answers.len() > 12, "{answers:?}");
}

/// What is hidden makes no difference. The type says so, since a game does not hold it; here it is shown: two deals
/// differ in what has not come up, the games by them are the same and so are the answers.
#[rstest]
fn what_is_face_down_makes_no_difference(#[values(0, 1, 2)] level: usize) {
    let deal = Deal::from_seed(&Position::start(), 8);
    let mut letters: Vec<char> = deal.to_string().chars().collect();
    let face_down: Vec<usize> = Square::all().map(Square::index).filter(|index| index % 3 == 0).collect();
    let pieces: Vec<char> = face_down.iter().map(|&index| letters[index]).collect();
    for (&index, piece) in face_down.iter().zip(pieces.iter().rev()) {
        letters[index] = *piece;
    }
    let other: Deal = letters.into_iter().collect::<String>().parse().expect("a deal");
    assert_ne!(deal, other);

    let engine = Engine::new(LEVELS[level], 4);
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    let answer = |deal: &Deal| engine.think(&middle_game(deal), &limits, &|| false);
    assert_eq!(answer(&deal), answer(&other));
}

/// Nor could it be otherwise: only the tests of this crate know deals.
#[test]
fn the_engine_does_not_depend_on_deals() {
    let manifest = include_str!("../Cargo.toml");
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").expect("there are dependencies");
    let (dependencies, _) = dependencies.split_once("\n[").expect("another section follows");
    assert!(!dependencies.contains("banqi-deal"), "{dependencies}");
}

#[rstest]
fn the_node_limit_holds(#[values(0, 1, 2)] level: usize, #[values(0, 1, 7, 300, 2_000)] nodes: u64) {
    let game = middle_game(&Deal::from_seed(&Position::start(), 1));
    let limits = Limits { nodes: Some(nodes), depth: None };
    let thought = Engine::new(LEVELS[level], 1).think(&game, &limits, &|| false).expect("the game is not over");
    assert!(game.check(thought.action).is_ok());
    assert!(thought.nodes <= nodes, "{} of {nodes}", thought.nodes);
    if LEVELS[level] == Level::Expert {
        assert_eq!(thought.nodes, nodes, "a middle game is worth more nodes than that");
    }
}

#[rstest]
fn the_depth_limit_holds(#[values(1, 2, 3)] depth: u32) {
    let game = game("taiwan-club", "k3/4/1n2/4/4/4/1P2/1R1G r - 0 41");
    let limits = Limits { nodes: None, depth: Some(depth) };
    let thought = Engine::new(Level::Expert, 1).think(&game, &limits, &|| false).expect("the game is not over");
    assert_eq!(thought.depth, depth);
}

#[rstest]
fn who_is_stopped_at_once_still_answers(#[values(0, 1, 2)] level: usize) {
    let game = middle_game(&Deal::from_seed(&Position::start(), 2));
    let thought = Engine::new(LEVELS[level], 1).think(&game, &Limits::default(), &|| true);
    let thought = thought.expect("the game is not over");
    assert!(game.check(thought.action).is_ok());
    assert_eq!((thought.nodes, thought.depth), (0, 0));
}

#[test]
fn a_stop_on_the_way_is_heard() {
    let game = middle_game(&Deal::from_seed(&Position::start(), 2));
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 4
    };
    let thought = Engine::new(Level::Expert, 1).think(&game, &Limits::default(), &stop).expect("the game is not over");
    assert!(game.check(thought.action).is_ok());
    assert_eq!(asked.get(), 5, "once it said yes it is not asked again");
    assert!((1..=2_000).contains(&thought.nodes), "{}", thought.nodes);
}

#[rstest]
fn a_game_that_is_over_has_no_answer(#[values(0, 1, 2)] level: usize) {
    let over = game("mainland", "4/4/4/4/4/4/4/K3 b - 0 30");
    let engine = Engine::new(LEVELS[level], 1);
    assert_eq!(engine.think(&over, &Limits::default(), &|| false), None);
    assert!(!engine.offers_draw(&over, Seat::Second));
    assert!(!engine.accepts_draw(&over, Seat::First));
}

/// docs/rules.md, `chain`: the Chariot takes the Horse, the Soldier and the Cannon in one turn. Each hop is asked for.
#[rstest]
#[case(Level::Normal)]
#[case(Level::Expert)]
fn a_chain_is_gone_through_hop_by_hop(#[case] level: Level) {
    let mut game = game("taiwan-quick:chain=on", "3k/4/4/4/4/1npc/1R2/K3 r - 0 41");
    for hop in ["b2-b3", "b3-c3", "c3-d3"] {
        let thought = Engine::new(level, 1).think(&game, &Limits::default(), &|| false).expect("the game is not over");
        assert_eq!(thought.action.to_string(), hop);
        game.play(thought.action.into()).expect("a hop is legal");
    }
    assert_eq!(game.position().seat(), Seat::Second);
}

/// The Soldier on c3 is protected by the General behind it, and nothing else can be taken from there.
#[rstest]
#[case(Level::Normal)]
#[case(Level::Expert)]
fn a_chain_is_ended_where_the_next_hop_loses_a_piece(#[case] level: Level) {
    let game = game("taiwan-quick:chain=on", "4/4/4/4/2k1/1Rp1/4/4 r@b3 - 0 41");
    let thought = Engine::new(level, 1).think(&game, &Limits::default(), &|| false).expect("the game is not over");
    assert_eq!(thought.action, Action::End);
    assert_eq!(thought.line[0], Ply::from(Action::End));
}

/// Threads may differ in what they find, but not in the rules and not in what they may spend.
#[test]
fn several_threads_keep_to_the_rules_and_the_limits() {
    let game = middle_game(&Deal::from_seed(&Position::start(), 2));
    let limits = Limits { nodes: Some(20_000), depth: None };
    let engine = Engine::new(Level::Master, 1).with_threads(3).with_table(1);
    for _ in 0..2 {
        let thought = engine.think(&game, &limits, &|| false).expect("the game is not over");
        assert!(game.check(thought.action).is_ok());
        assert!(thought.depth > 0 && thought.nodes <= 20_002, "{}", thought.nodes);
        engine.forget();
    }
}

/// A table that is kept changes what is looked at, and forgetting brings the first answer back.
#[test]
fn what_was_forgotten_does_not_count() {
    let game = middle_game(&Deal::from_seed(&Position::start(), 2));
    let limits = Limits { nodes: None, depth: Some(4) };
    let engine = Engine::new(Level::Master, 1).with_table(4);
    let nodes = || engine.think(&game, &limits, &|| false).expect("the game is not over").nodes;
    let (first, second) = (nodes(), nodes());
    assert!(second < first, "{second} {first}");
    engine.forget();
    assert_eq!(nodes(), first);
}
