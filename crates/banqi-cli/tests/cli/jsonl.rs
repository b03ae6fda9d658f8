//! The conformance line, with the examples of docs/notation.md.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::{banqi, run_with};

fn answer_text(question: &str) -> String {
    let said = run_with(&["position", "--jsonl"], question.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    said.out
}

fn answers(questions: &[u8]) -> Vec<Value> {
    let said = run_with(&["position", "--jsonl"], questions);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    said.out.lines().map(|line| serde_json::from_str(line).expect("an answer is JSON")).collect()
}

fn answer(question: &Value) -> Value {
    let mut answers = answers(question.to_string().as_bytes());
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// Where an error is; it must have words and nothing else.
fn error_at(question: &Value) -> Value {
    let answer = answer(question);
    let object = answer.as_object().expect("an answer is an object");
    assert_eq!(object.len(), 2, "{answer}");
    assert!(object["error"].as_str().is_some_and(|error| !error.is_empty()), "{answer}");
    object["at"].clone()
}

#[test]
fn the_chase_is_answered_as_documented() {
    let question = r#"{"rules":"taiwan-chase","fen":"3P/4/4/4/4/4/n3/1R2 r - 0 41","moves":["b1-a1","a2-b2","a1-b1","b2-a2","b1-a1","a2-b2","a1-b1","b2-a2","b1-a1","a2-b2"]}"#;
    let expected = r#"{"fen":"3P/4/4/4/4/4/1n2/R3 r - 10 51","legal":["d8-c8","d8-d7"],"forbidden":["a1-a2","a1-b1"],"result":null}"#;
    assert_eq!(answer_text(question), format!("{expected}\n"));
}

#[test]
fn the_failed_attack_is_answered_as_documented() {
    let question = r#"{"rules":"taiwan-quick:dark=trade","fen":"3k/4/4/4/4/4/?3/P3 r r1 18 70","moves":["a1-a2=r"]}"#;
    let expected = r#"{"fen":"3k/4/4/4/4/4/r3/4 b - 0 71","legal":[],"forbidden":[],"result":{"winner":"black","seat":"first","reason":"elimination"}}"#;
    assert_eq!(answer_text(question), format!("{expected}\n"));
}

#[test]
fn an_illegal_action_is_named_by_its_index() {
    assert_eq!(error_at(&json!({"rules": "taiwan-quick", "moves": ["a1=K", "a1-a2"]})), json!(1));
}

#[test]
fn everything_is_optional() {
    let start = answer(&json!({}));
    assert_eq!(start["fen"], "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1");
    assert_eq!(start["legal"].as_array().map(Vec::len), Some(32));
    assert_eq!(start["result"], Value::Null);
    assert_eq!(answer(&json!({"rules": null, "fen": null, "moves": null})), start);
    assert_eq!(answer(&json!({"rules": "taiwan-tournament", "moves": []})), start);
}

#[test]
fn without_rules_the_default_preset_is_played() {
    // At 20 quiet turns taiwan-quick is drawn, taiwan-tournament is not.
    let fen = "3k/4/4/4/4/4/4/P3 r - 20 70";
    assert_eq!(answer(&json!({"fen": fen}))["result"], Value::Null);
    let drawn = answer(&json!({"fen": fen, "rules": "taiwan-quick"}));
    assert_eq!(drawn["result"], json!({"winner": null, "seat": null, "reason": "no-progress"}));
    assert_eq!(drawn["fen"], fen);
    assert_eq!((&drawn["legal"], &drawn["forbidden"]), (&json!([]), &json!([])));
}

#[test]
fn legal_actions_are_sorted_as_text() {
    // The Chariot on c3 may go on to d3 only: b3, c2 and c4 are empty.
    let legal =
        answer(&json!({"rules": "mainland:chain=on", "fen": "3k/4/4/4/4/1Rpc/1?2/4 r P1 0 41", "moves": ["b3-c3"]}));
    assert_eq!(legal["legal"], json!(["c3-d3", "end"]));
    let legal = answer(&json!({"fen": "3k/4/4/4/4/4/?3/1P2 r r1 0 41"}));
    assert_eq!(legal["legal"], json!(["a2", "b1-a1", "b1-b2", "b1-c1"]));
}

#[test]
fn turns_are_taken_joined_and_single() {
    let rules = "taiwan-quick:chain=on";
    let fen = "3k/4/4/4/4/1npc/1R2/4 r - 0 41";
    let after = |moves: Value| answer(&json!({"rules": rules, "fen": fen, "moves": moves}));
    let joined = after(json!(["b2-b3-c3-d3"]));
    assert_eq!(joined["fen"], "3k/4/4/4/4/3R/4/4 b - 0 42");
    assert_eq!(after(json!(["b2-b3", "b3-c3", "c3-d3"])), joined);
    assert_eq!(after(json!(["b2-b3-c3", "c3-d3"])), joined);
    assert_eq!(after(json!(["b2b3", "b3c3", "c3d3"])), joined);
    let stopped = after(json!(["b2-b3-end"]));
    assert_eq!(stopped["fen"], "3k/4/4/4/4/1Rpc/4/4 b - 0 42");
    assert_eq!(after(json!(["b2-b3", "end"])), stopped);
    assert_eq!(after(json!(["b2-b3"]))["fen"], "3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41");
}

#[test]
fn a_joined_turn_has_one_index() {
    let at = |moves: Value| {
        error_at(&json!({"rules": "taiwan-quick:chain=on", "fen": "3k/4/4/4/4/1npc/1R2/4 r - 0 41", "moves": moves}))
    };
    assert_eq!(at(json!(["b2-b3-c3-d3-end"])), json!(0));
    assert_eq!(at(json!(["b2-b3-c3-d4"])), json!(0));
    assert_eq!(at(json!(["b2-b3", "b3-c3-c4"])), json!(1));
    assert_eq!(at(json!(["b2-b3", "end", "end"])), json!(2));
}

/// The attack takes nothing and turns up a Horse, which could go on from b2 to c2 as Black's own turn.
#[test]
fn a_joined_turn_does_not_go_on_with_the_opponents_piece() {
    let fen = "3k/4/4/4/4/4/1?2/1P2 r n1 0 41";
    let question = |moves: Value| json!({"rules": "taiwan-quick:dark=probe,chain=on", "fen": fen, "moves": moves});
    let apart = answer(&question(json!(["b1-b2=n", "b2-c2"])));
    assert_eq!(apart["fen"], "3k/4/4/4/4/4/2n1/1P2 r - 1 43");
    assert_eq!(error_at(&question(json!(["b1-b2=n-c2"]))), json!(0));
}

#[test]
fn what_came_up_is_required_refused_and_counted() {
    let at = |moves: Value| error_at(&json!({"rules": "taiwan-quick", "moves": moves}));
    assert_eq!(at(json!(["a1"])), json!(0));
    assert_eq!(at(json!(["a1=K", "a2=K"])), json!(1));
    assert_eq!(at(json!(["a1=K", "a2=p", "a1-b1=p"])), json!(2));
    assert_eq!(at(json!(["a1=K", "a1=p"])), json!(1));
    assert_eq!(at(json!(["a1=x"])), json!(0));
    assert_eq!(at(json!(["a1=K", ""])), json!(1));
    assert_eq!(at(json!(["a1=K", "A2=p"])), json!(1));
}

#[test]
fn nothing_is_played_after_the_end() {
    let question = json!({"rules": "taiwan-quick:dark=trade", "fen": "3k/4/4/4/4/4/?3/P3 r r1 18 70",
        "moves": ["a1-a2=r", "d8-d7"]});
    assert_eq!(error_at(&question), json!(1));
}

#[test]
fn rules_and_positions_that_are_wrong_have_no_index() {
    for question in [
        json!({"rules": "taiwan-quik", "moves": ["zz"]}),
        json!({"rules": "taiwan-quick:"}),
        json!({"rules": "taiwan-quick:quiet=020"}),
        json!({"rules": ""}),
        json!({"fen": ""}),
        json!({"fen": "3k/4/4/4/4/4/4/P3 r - 21 70", "rules": "taiwan-quick"}),
        json!({"fen": "3k/4/4/4/4/4/?3/P3 r r1 18", "moves": ["zz"]}),
        json!({"rules": 5}),
        json!({"fen": ["a"]}),
        json!({"moves": "a1=K"}),
        json!({"moves": {"0": "a1=K"}}),
        json!({"depth": 3}),
        json!(["taiwan-quick", null, []]),
        json!("taiwan-quick"),
        json!(null),
    ] {
        assert_eq!(error_at(&question), Value::Null, "{question}");
    }
}

#[test]
fn an_item_of_a_wrong_type_is_at_fault_in_its_turn() {
    assert_eq!(error_at(&json!({"moves": ["a1=K", 5]})), json!(1));
    assert_eq!(error_at(&json!({"moves": ["zz", 5]})), json!(0));
    assert_eq!(error_at(&json!({"moves": [null]})), json!(0));
}

#[test]
fn no_line_keeps_the_next_from_being_read() {
    let mut deep = b"{\"moves\":".to_vec();
    deep.resize(100_000, b'[');
    let long = json!({"moves": ["a1-a2".repeat(100_000)]}).to_string().into_bytes();
    let hostile: [&[u8]; 12] = [
        b"",
        b"   ",
        b"{",
        b"{} {}",
        b"\0",
        b"{\"rules\":\"\0\"}",
        b"\xff\xfe",
        b"{\"rules\":\"\xc3\x28\"}",
        b"{\"rules\":\"\\ud800\"}",
        b"{\"rules\":\"mainland\",\"rules\":\"mainland\"}",
        &deep,
        &long,
    ];
    let mut input = Vec::new();
    for line in hostile {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\n{\"rules\":\"mainland\"}\r\n");
    }
    let answers = answers(&input);
    assert_eq!(answers.len(), 2 * hostile.len());
    for (pair, line) in answers.chunks(2).zip(hostile) {
        let line = String::from_utf8_lossy(&line[..line.len().min(40)]);
        assert!(pair[0]["error"].is_string(), "{line:?}: {}", pair[0]);
        assert!(pair[0].as_object().is_some_and(|answer| answer.contains_key("at")), "{line:?}");
        assert_eq!(pair[1]["legal"].as_array().map(Vec::len), Some(32), "{line:?}");
    }
}

#[test]
fn nothing_asked_nothing_answered() {
    assert_eq!(answer_text(""), "");
}

/// A program that waits for each answer before it asks again would wait for ever.
#[test]
fn each_answer_comes_at_once() {
    let mut child = banqi(&["position", "--jsonl"]).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let mut lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
    for (question, expected) in [("{}", "\"result\":null"), ("no", "\"at\":null"), ("{}", "\"result\":null")] {
        writeln!(stdin, "{question}").expect("the command reads");
        let answer = lines.next().expect("there is an answer").expect("it can be read");
        assert!(answer.contains(expected), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("the command ends").success());
}
