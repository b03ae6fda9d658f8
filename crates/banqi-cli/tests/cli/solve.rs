//! `banqi solve`, with the values of spec/exact-values.md.

use serde_json::Value;

use crate::{error, out, run};

#[test]
fn the_answer_in_json_has_every_square_and_the_value() {
    let text = out(&["solve", "--board", "2x3", "--pieces", "KPP", "--json"]);
    assert_eq!(text.lines().count(), 1);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    let flips = answer["flips"].as_object().expect("flips");
    assert_eq!(flips.keys().map(String::as_str).collect::<Vec<_>>(), ["a1", "a2", "a3", "b1", "b2", "b3"]);
    let near = |value: &Value, expected: f64| value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9);
    assert!(near(&flips["a1"], 1.0 / 45.0) && near(&flips["b2"], 1.0 / 3.0), "{text}");
    assert!(near(&answer["value"], 1.0 / 3.0), "{text}");
}

#[test]
fn people_are_told_the_same() {
    let text = out(&["solve", "--board", "2x2", "--pieces", "kc"]);
    assert!(text.starts_with("a1  -0.333333333333\nb1  -0.333333333333\n"), "{text}");
    assert!(text.contains("\nvalue -0.333333333333, from "), "{text}");
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let refused = |arguments: &[&str]| error(&[&["solve"], arguments].concat());
    let board = ["--board", "2x2", "--pieces", "KP"];
    let rules = |rules| refused(&[&board[..], &["--rules", rules]].concat());
    assert!(rules("taiwan-quick").contains("quiet looks back at the game"));
    assert!(rules("taiwan-chase:quiet=none").contains("chase looks back at the game"));
    assert!(refused(&["--board", "2x4", "--pieces", "KP"]).contains("4 with both sides' on 8 squares"));
    assert!(refused(&["--board", "4x8", "--pieces", "K"]).contains("nobody has the memory"));
    let large = run(&["solve", "--board", "3x4", "--pieces", "KGMRNC"]);
    assert!(large.code == Some(2) && large.err.contains("GiB are enough for"), "{}", large.err);
    for (board, pieces, words) in [("2", "KP", "files x ranks"), ("2x2", "KX", "'X' is none of KGMRNCP")] {
        let wrong = run(&["solve", "--board", board, "--pieces", pieces]);
        assert!(wrong.code == Some(2) && wrong.err.contains(words), "{}", wrong.err);
    }
}
