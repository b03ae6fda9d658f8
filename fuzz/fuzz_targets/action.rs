//! Actions, plies and turns: what is read is written, and nothing is lost or added.
//!
//! The input is the text.
#![no_main]

use std::str;

use banqi::{Action, Ply, Turn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = str::from_utf8(data) {
        turn(text);
    }
});

fn turn(text: &str) {
    let (ply, action) = (text.parse::<Ply>(), text.parse::<Action>());
    let turn: Turn = match text.parse() {
        Ok(turn) => turn,
        Err(error) => {
            assert!(ply.is_err() && action.is_err(), "what is no turn is no part of one");
            assert!(error.to_string().len() < 1000, "an error quotes a long text in part");
            return;
        }
    };
    let written = turn.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&turn), "{written}");
    assert_eq!(bare(text), bare(&written), "the spellings differ only in what joins their parts");

    if let [only] = turn.0.as_slice() {
        assert_eq!(ply.as_ref(), Ok(only));
        assert_eq!(only.to_string(), written);
        assert_eq!(action.ok(), only.revealed.is_none().then_some(only.action), "an action has no outcome");
        assert_eq!(only.action.to_string().parse(), Ok(only.action));
    } else {
        assert!(!turn.0.is_empty());
        assert!(ply.is_err() && action.is_err(), "several plies are a turn only");
    }
    for ply in &turn.0 {
        assert_eq!(ply.to_string().parse(), Ok(*ply));
    }
}

/// The squares and pieces of a turn alone.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '-' | '=' | '(' | ')')).collect()
}
