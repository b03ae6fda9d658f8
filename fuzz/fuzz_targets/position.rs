//! Positions: what is read is written, and every legal action plays from it.
//!
//! The input is the text of the position, and on a second line, which may be missing, the rules. Without a `/` it can be
//! no position, and chooses one.
#![no_main]

use std::str;

use banqi::{Action, Game, Ply, Position, PositionError, Rules, Setup, Square};
use banqi_fuzz::Choices;
use banqi_referee::Referee;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if !data.contains(&b'/') {
        let mut choices = Choices::new(data);
        let rules = choices.rules();
        if let Some(position) = choices.position() {
            play(rules, position);
        }
    } else if let Ok(text) = str::from_utf8(data) {
        let (text, rules) = text.split_once('\n').unwrap_or((text, ""));
        let rules = rules.parse().unwrap_or_default();
        let read = text.parse();
        let is_taken = read.as_ref().is_ok_and(|position: &Position| position.check(&rules).is_ok());
        let referee = Referee::new(&rules.to_string(), Some(text));
        assert_eq!(is_taken, referee.is_ok(), "the independent referee reads {text:?} under {rules} alike");
        match read {
            Ok(position) => play(rules, position),
            Err(error) => refused(&error),
        }
    }
});

fn refused(error: &PositionError) {
    assert!(error.to_string().len() < 1000, "an error quotes a long text in part");
}

/// The position is written, read back and the same, its hash too: here it is computed, after a ply it was kept up.
fn written(position: &Position) {
    let text = position.to_string();
    let again: Position = text.parse().expect("what is written is read");
    assert_eq!(again, *position);
    assert_eq!(again.hash(), position.hash(), "{text}");
    assert_eq!(again.to_string(), text);
    assert_eq!(Position::try_from(Setup::from(*position)).as_ref(), Ok(position));
}

fn play(rules: Rules, position: Position) {
    written(&position);
    let mut game = match Game::from_position(rules, position) {
        Ok(game) => game,
        Err(error) => return refused(&error),
    };
    assert_eq!(*game.position(), position);
    // Nothing has been repeated or chased, so the position decides alone; inside a chain a player can always end it.
    assert_eq!(game.outcome(), position.outcome(&rules));
    assert!(game.forbidden().is_empty());

    let legal = game.actions();
    let is_over = game.outcome().is_some();
    assert_eq!(legal.is_empty(), is_over);
    for action in every_action() {
        assert_eq!(legal.contains(&action), game.check(action).is_ok(), "{action} in {position} under {rules}");
    }
    let mut plies = 0;
    for &action in legal.iter() {
        if game.reveals(action) {
            assert!(game.play(action.into()).is_err(), "{action}: what came up is missing");
            for (piece, _) in position.bag() {
                play_and_undo(&mut game, Ply::new(action, Some(piece)));
                plies += 1;
            }
        } else {
            play_and_undo(&mut game, action.into());
            plies += 1;
        }
    }
    assert!(is_over || plies == position.count_plies(&rules), "{plies} plies in {position} under {rules}");
}

fn play_and_undo(game: &mut Game, ply: Ply) {
    let before = *game.position();
    game.play(ply).unwrap_or_else(|error| panic!("{ply} in {before} under {}: {error}", game.rules()));
    let after = *game.position();
    // The highest turn number is the last one that can be written.
    if after.turn() <= Setup::MOST_TURNS && after.quiet() <= Setup::MOST_TURNS {
        written(&after);
    }
    assert_eq!(after.check(game.rules()), Ok(()));
    assert_eq!(after.turn() - before.turn(), u32::from(after.chain().is_none()));
    assert_eq!(game.actions().is_empty(), game.outcome().is_some());
    assert_eq!(game.undo(), Some(ply));
    assert_eq!((*game.position(), game.outcome()), (before, None));
}

fn every_action() -> impl Iterator<Item = Action> {
    let moves = Square::all().flat_map(|from| Square::all().map(move |to| Action::Move { from, to }));
    Square::all().map(Action::Flip).chain(moves).chain([Action::End])
}
