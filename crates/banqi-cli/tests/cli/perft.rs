//! `banqi perft`, with the counts of docs/notation.md.

use serde_json::Value;

use crate::{error, out, run};

const SMALL: [&str; 5] = ["perft", "--rules", "taiwan-quick:dark=trade", "--fen", "3k/4/4/4/4/4/?3/P3 r r1 18 70"];

fn small(more: &[&str]) -> String {
    out(&[&SMALL, more].concat())
}

#[test]
fn the_answer_in_json_has_exactly_these_keys() {
    let text = out(&["perft", "--rules", "hong-kong", "--depth", "3", "--json"]);
    assert!(text.starts_with("{\"depth\":3,\"leaves\":78988864,\"nodes\":192897,\"seconds\":"), "{text}");
    assert_eq!(text.lines().count(), 1);
    let answer: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(answer.as_object().map(serde_json::Map::len), Some(4));
    assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
}

#[test]
fn the_start_counts_as_documented() {
    // Nodes: the root, its 448 children, and their 192448 at depth 3.
    for (depth, leaves, nodes) in [(0, 1_u64, 0_u64), (1, 448, 1), (2, 192_448, 449), (3, 78_989_568, 192_897)] {
        let text = out(&["perft", "--depth", &depth.to_string()]);
        assert!(text.starts_with(&format!("depth {depth}: {leaves} leaves, {nodes} nodes in ")), "{text}");
        assert!(text.ends_with(" nodes a second\n"), "{text}");
    }
}

#[test]
fn the_small_example_counts_as_documented() {
    assert!(small(&["--depth", "1"]).starts_with("depth 1: 3 leaves"));
    assert!(small(&["--depth", "2"]).starts_with("depth 2: 8 leaves"));
    assert!(small(&["--depth", "3"]).starts_with("depth 3: 9 leaves"));
}

#[test]
fn divided_by_the_first_action() {
    let text = small(&["--depth", "3", "--divide"]);
    let mut lines: Vec<&str> = text.lines().collect();
    let total = lines.pop().expect("there is a last line");
    lines.sort_unstable();
    // After a1-b1 come 3, after a2=r come 6; the failed attack ends the game.
    assert_eq!(lines, ["a1-a2=r 0", "a1-b1 3", "a2=r 6"]);
    // Nodes: the root; a1-b1 and a2=r; a2=r after a1-b1, since the General's two steps reach the quiet limit; four of
    // the five after a2=r, since the capture eliminates Red. 1 + 2 + 1 + 4.
    assert!(total.starts_with("depth 3: 9 leaves, 8 nodes in "), "{total}");
    assert!(small(&["--depth", "3"]).starts_with("depth 3: 9 leaves, 8 nodes in "));
    assert!(small(&["--depth", "0", "--divide"]).starts_with("depth 0: 1 leaves, 0 nodes"));
}

#[test]
fn a_finished_game_has_no_children() {
    let fen = "4/4/4/4/4/4/4/K3 b - 0 30";
    assert!(out(&["perft", "--fen", fen, "--depth", "2"]).starts_with("depth 2: 0 leaves, 0 nodes"));
    let divided = out(&["perft", "--fen", fen, "--depth", "2", "--divide"]);
    assert!(divided.starts_with("depth 2: 0 leaves, 0 nodes"), "{divided}");
}

#[test]
fn wrong_calls() {
    for depth in ["-1", "x", "201", "4294967297"] {
        assert_eq!(run(&["perft", &format!("--depth={depth}")]).code, Some(2), "{depth}");
    }
    assert_eq!(run(&["perft"]).code, Some(2));
    assert!(error(&["perft", "--depth", "1", "--fen", "8/8"]).contains("position: "));
}
