//! A rule set, and the game under it, as JSON.

use banqi::{Kind, Parameter, Parameters, Piece, Position, Rules};
use serde_json::{Map, Value, json};

use crate::chart::word;
use crate::words::{Script, beside_the_chart, character, endings, kind_name, meaning, sections, source, summary};

/// The board of the start, as document and position write it.
pub(crate) fn setup() -> String {
    let start = Position::start().to_string();
    start.split(' ').next().unwrap_or_default().to_string()
}

/// The whole game.
pub(crate) fn game(rules: &Rules) -> Value {
    let mut game = json!({
        "game": "banqi",
        "topology": {"type": "grid", "rows": 8, "cols": 4},
        "players": ["white", "black"],
        "seats": {"white": "first", "black": "second"},
        "setup": setup(),
        "start": Position::start().to_string(),
        "pieces": Piece::ALL.map(piece),
    });
    if let (Value::Object(game), Value::Object(rules)) = (&mut game, rule_set(rules)) {
        game.extend(rules);
    }
    game
}

fn piece(piece: Piece) -> Value {
    json!({
        "letter": piece.letter(),
        "colour": piece.colour.to_string(),
        "kind": piece.kind.to_string(),
        "name": kind_name(piece.kind),
        "traditional": character(piece, Script::Traditional),
        "simplified": character(piece, Script::Simplified),
        "count": piece.kind.count(),
    })
}

/// The rules alone.
pub(crate) fn rule_set(rules: &Rules) -> Value {
    let parameters: Map<String, Value> =
        Parameter::ALL.into_iter().map(|key| (key.to_string(), parameter(rules, key))).collect();
    let ranks = rules.parameters().ranks;
    let captured_by = |attacker: Kind| -> Map<String, Value> {
        ranks.iter().map(|&target| (target.letter().into(), word(rules.capture(attacker, target)).into())).collect()
    };
    let captures: Map<String, Value> =
        ranks.iter().map(|&attacker| (attacker.letter().into(), captured_by(attacker).into())).collect();
    let endings: Vec<Value> = endings(rules)
        .into_iter()
        .map(|(reason, text)| json!({"reason": reason.name(), "text": text, "by_the_board": reason.is_on_the_board()}))
        .collect();
    let words: Vec<Value> = sections(rules)
        .into_iter()
        .map(|section| json!({"title": section.topic.title(), "paragraphs": section.paragraphs}))
        .collect();
    json!({
        "rules": rules.to_string(),
        "preset": rules.preset().name(),
        "summary": summary(rules.preset()),
        "source": source(rules.preset()),
        "parameters": parameters,
        "captures": captures,
        "beside_the_chart": beside_the_chart(rules),
        "endings": endings,
        "words": words,
    })
}

fn parameter(rules: &Rules, parameter: Parameter) -> Value {
    json!({
        "value": value(rules.parameters(), parameter),
        "written": rules.value(parameter),
        "values": parameter.values(),
        "meaning": meaning(rules, parameter),
    })
}

/// A limit as a number or null, a switch as a truth value, the rest as it is written.
fn value(parameters: &Parameters, parameter: Parameter) -> Value {
    match parameter {
        Parameter::Ranks | Parameter::Cannon | Parameter::Dark => parameters.value(parameter).into(),
        Parameter::Elimination => parameters.elimination.into(),
        Parameter::Quiet => parameters.quiet.into(),
        Parameter::Repetition => parameters.repetition.into(),
        Parameter::Cycle => parameters.cycle.into(),
        Parameter::Chase => parameters.chase.into(),
        Parameter::Chain => parameters.chain.into(),
        Parameter::Rush => parameters.rush.into(),
        Parameter::Diagonal => parameters.diagonal.into(),
    }
}
