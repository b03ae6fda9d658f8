//! Whole games under every kind of rules: every answer is legal and every game ends.

mod table;

use banqi::{Game, Preset, Rules};
use banqi_engine::{Engine, Level, Limits};
use rstest::rstest;

/// As little as lets every level show how it chooses.
const QUICK: Limits = Limits { nodes: Some(1_000), depth: None };

fn engines(levels: [Level; 2], seed: u64) -> [Engine; 2] {
    [Engine::new(levels[0], seed), Engine::new(levels[1], seed + 1)]
}

/// The referee of `table::play` refuses what is not legal, and gives up on a game that does not end.
#[rstest]
fn every_preset_is_played_to_its_end(
    #[values(0, 1, 2, 3, 4, 5, 6, 7)] preset: usize,
    #[values(
        [Level::Easy, Level::Easy],
        [Level::Normal, Level::Normal],
        [Level::Expert, Level::Easy],
        [Level::Expert, Level::Expert]
    )]
    levels: [Level; 2],
) {
    let rules = Preset::ALL[preset].rules();
    for seed in 0..2 {
        let [first, second] = engines(levels, seed);
        let game = table::play(rules, seed, [&first, &second], &QUICK);
        assert!(game.outcome().is_some());
    }
}

#[rstest]
#[case("taiwan-quick:chain=on")]
#[case("taiwan-quick:dark=probe")]
#[case("taiwan-quick:dark=trade")]
#[case("taiwan-quick:rush=on")]
#[case("taiwan-quick:diagonal=on")]
#[case("taiwan-classic:chain=on,dark=trade,rush=on,diagonal=on")]
#[case("hong-kong:chain=on,dark=probe")]
#[case("hong-kong:cannon=jump,elimination=on,quiet=1")]
#[case("mainland:ranks=PCNRMGK,chase=1,repetition=none")]
#[case("taiwan-chase:chase=2,cycle=2,dark=trade")]
#[case("taiwan-league:quiet=none,cycle=none,rush=on")]
fn house_rules_are_played_to_their_end(
    #[case] rules: Rules,
    #[values([Level::Easy, Level::Expert], [Level::Normal, Level::Expert])] levels: [Level; 2],
) {
    for seed in 10..12 {
        let [first, second] = engines(levels, seed);
        let game = table::play(rules, seed, [&first, &second], &QUICK);
        assert!(game.outcome().is_some());
    }
}

/// The line is one that can be played, and begins with the answer; what it turns over is what comes up most often.
#[rstest]
#[case("taiwan-club")]
#[case("taiwan-chase:chase=1")]
#[case("hong-kong:chain=on,dark=trade")]
fn lines_can_be_played(#[case] rules: Rules) {
    let engine = Engine::new(Level::Expert, 3);
    let game = table::play(rules, 3, [&engine, &engine], &QUICK);
    let mut replayed = Game::new(rules);
    let mut longest = 0;
    for ply in game.plies() {
        let thought = engine.think(&replayed, &QUICK, &|| false).expect("the game is not over");
        assert_eq!(thought.action, thought.line[0].action);
        assert_eq!(thought.action, ply.action, "the same game, the same answer");
        longest = longest.max(thought.line.len());
        let mut ahead = replayed.clone();
        for ply in &thought.line {
            if let Some(piece) = ply.revealed {
                let most = ahead.position().bag().iter().map(|(_, count)| count).max();
                assert_eq!(Some(ahead.position().bag().count(piece)), most);
            }
            ahead.play(*ply).expect("a line can be played");
        }
        replayed.play(ply).expect("the game was legal");
    }
    assert!(longest > 2, "lines say more than the answer");
}
