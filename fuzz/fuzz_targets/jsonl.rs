//! The conformance line: each line gets one answer, which an independent referee gives too.
//!
//! The input is some lines, asked one by one. When the first is no object, all of it also chooses rules, a position and a
//! game from there, to ask about: that gets deeper into games than a text that is changed at random.
#![no_main]

use banqi::{Game, Preset, Record};
use banqi_cli::conformance;
use banqi_fuzz::Choices;
use banqi_referee::{Refusal, judge};
use libfuzzer_sys::fuzz_target;
use serde::Deserialize;
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| {
    data.split(|&byte| byte == b'\n').for_each(ask);
    if !data.starts_with(b"{")
        && let Some(question) = chosen(&mut Choices::new(data))
    {
        ask(question.to_string().as_bytes());
    }
});

/// A question as docs/notation.md has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    rules: Option<String>,
    fen: Option<String>,
    moves: Option<Vec<Value>>,
}

fn ask(line: &[u8]) {
    let answer = conformance::answer(line);
    assert!(!answer.contains(['\n', '\r']), "an answer is a line");
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    assert!(answer.is_object());

    let expected = match serde_json::from_slice(line) {
        Ok(question) if line.trim_ascii_start().starts_with(b"{") => judged(question),
        _ => Err(None),
    };
    match expected {
        Ok(expected) => assert_eq!(answer, expected, "{}", String::from_utf8_lossy(line)),
        // The words of an error are its own, its place is not.
        Err(at) => {
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(!error.is_empty(), "{answer} to {}", String::from_utf8_lossy(line));
            assert_eq!(answer, json!({"error": error, "at": at}), "{}", String::from_utf8_lossy(line));
        }
    }
}

/// What the independent referee answers, or where it finds an error.
fn judged(question: Question) -> Result<Value, Option<usize>> {
    let rules = question.rules.unwrap_or_else(|| Preset::default().to_string());
    let moves = question.moves.unwrap_or_default();
    let texts: Vec<String> = moves.iter().map_while(Value::as_str).map(str::to_owned).collect();
    let verdict = judge(&rules, question.fen.as_deref(), &texts).map_err(|Refusal { at, .. }| at)?;
    if texts.len() < moves.len() {
        return Err(Some(texts.len()));
    }
    let result =
        verdict.result.map(|result| json!({"winner": result.winner, "seat": result.seat, "reason": result.reason}));
    Ok(json!({
        "fen": verdict.fen,
        "legal": verdict.legal,
        "forbidden": verdict.forbidden,
        "result": result,
    }))
}

/// The question about the game that is chosen, asked by plies or by turns.
fn chosen(choices: &mut Choices<'_>) -> Option<Value> {
    let by_turns = choices.pick(&[false, true]);
    let rules = choices.rules();
    let position = choices.position()?;
    let mut game = Game::from_position(rules, position).ok()?;
    // The referee takes a time that grows with the square of the length.
    while game.outcome().is_none() && !choices.is_empty() && game.plies().len() < 300 {
        game.play(choices.ply(&game)).expect("a legal action can be played");
    }
    let moves: Vec<String> = if by_turns {
        Record::of(&game).turns.iter().map(|turn| turn.turn.to_string()).collect()
    } else {
        game.plies().map(|ply| ply.to_string()).collect()
    };
    Some(json!({"rules": rules.to_string(), "fen": position.to_string(), "moves": moves}))
}
