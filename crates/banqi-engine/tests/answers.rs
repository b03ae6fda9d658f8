//! What the engine answers to fifty-three questions, so that every build of it can be held against the same table.
//!
//! The table says nothing about how good an answer is. This test gives it the answers of the native engine; the browser
//! tests (`e2e/tests/engine.test.js`) ask the same of the engine that is compiled for the browser. What equals the table
//! on either side is equal: the same seed and nodes, the same action.
//!
//! Whoever changes what the engine plays writes the answers anew with `BANQI_BLESS=1 cargo test -p banqi-engine --test
//! answers`. The questions are never changed by that.

use std::path::Path;
use std::{env, fs};

use banqi::Record;
use banqi_engine::{Engine, Level, Limits};

/// The table's columns, after which the answer's begin.
const QUESTION: usize = 6;

/// The answer's columns: action, value in hundredths, positions looked at.
fn answer(question: &[&str]) -> String {
    let &[rules, start, turns, level, seed, nodes] = question else {
        panic!("{} columns instead of {QUESTION}: {question:?}", question.len());
    };
    let position = if start == "-" { String::new() } else { format!("[Position \"{start}\"]\n") };
    let record =
        format!("[Rules \"{rules}\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n{position}\n{turns} *\n");
    let record: Record = record.parse().unwrap_or_else(|error| panic!("{question:?}: {error}"));
    let game = record.replay().unwrap_or_else(|error| panic!("{question:?}: {error}"));
    let level: Level = level.parse().expect("a level");
    let limits = Limits { nodes: Some(nodes.parse().expect("a number of nodes")), ..Limits::default() };
    let engine = Engine::new(level, seed.parse().expect("a seed"));
    let thought = engine.think(&game, &limits, &|| false).expect("the game is not over");
    format!("{}\t{}\t{}", thought.action, thought.value.centi(), thought.nodes)
}

#[test]
fn answers_are_those_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers.tsv");
    let table = fs::read_to_string(&path).expect("the table");
    let is_question = |line: &str| !line.starts_with('#');
    assert_eq!(table.lines().filter(|line| is_question(line)).count(), 53);
    let anew = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let question = &columns[..QUESTION];
        format!("{}\t{}", question.join("\t"), answer(question))
    };
    let anew: Vec<String> =
        table.lines().map(|line| if is_question(line) { anew(line) } else { line.to_string() }).collect();
    if env::var_os("BANQI_BLESS").is_some() {
        fs::write(&path, anew.join("\n") + "\n").expect("written");
        return;
    }
    let changed: Vec<_> = table.lines().zip(&anew).filter(|(line, anew)| line != anew).collect();
    for (line, anew) in &changed {
        println!("- {line}\n+ {anew}");
    }
    assert!(changed.is_empty(), "{} answers have changed; BANQI_BLESS=1 writes them anew", changed.len());
}
