//! Real games of programs, played under the Taiwanese course and tournament rules, against the referee's verdicts.

use std::fs;
use std::path::Path;

use banqi::{Game, Outcome, Ply, Preset, Reason};

/// A collection of tournament games kept beside the checkout. A line is `verdict<TAB>turns`; after `win` the side
/// that made the last turn has won.
const COLLECTION: &str = "../../../shared/data/tournament-games.tsv";

#[test]
fn every_game_has_its_verdict_after_its_last_turn_and_none_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(COLLECTION);
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("not checked: the collection of tournament games is not there ({})", path.display());
        return;
    };
    let mut games = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (verdict, turns) = line.split_once('\t').unwrap();
        let mut game = Game::new(Preset::TaiwanLeague.rules());
        let mut last = game.position().seat();
        for turn in turns.split_whitespace() {
            assert_eq!(game.outcome(), None, "before {turn} of {line}");
            last = game.position().seat();
            let ply: Ply = turn.parse().unwrap();
            game.play(ply).unwrap_or_else(|error| panic!("{error} at {turn} of {line}"));
        }
        match (verdict, game.outcome()) {
            ("win", Some(Outcome { winner, reason: Reason::Elimination | Reason::NoLegalMove })) => {
                assert_eq!(winner, Some(last), "{line}");
            }
            ("no-progress", Some(outcome)) => assert_eq!(outcome, Outcome::draw(Reason::NoProgress), "{line}"),
            ("repetition", Some(outcome)) => assert_eq!(outcome, Outcome::draw(Reason::Repetition), "{line}"),
            ("unfinished", None) => {}
            (_, found) => panic!("{found:?} instead of {line}"),
        }
        games += 1;
    }
    assert_eq!(games, 1506);
}
