//! The conformance line of docs/notation.md: one question in JSON, one answer in JSON.

use std::io::{self, BufRead, Read as _, Write};

use anyhow::{Context as _, Result};
use banqi::{Action, Game, Outcome, PlayError, Position, Rules, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::standard_output;

/// What is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    rules: Option<String>,
    fen: Option<String>,
    /// Values and not strings, so that an item of a wrong type is found at its place.
    moves: Option<Vec<Value>>,
}

/// What is answered about a position.
#[derive(Serialize)]
pub(crate) struct Answer {
    fen: String,
    legal: Vec<String>,
    forbidden: Vec<String>,
    result: Option<GameResult>,
}

#[derive(Serialize)]
struct GameResult {
    winner: Option<String>,
    seat: Option<String>,
    reason: &'static str,
}

/// Why there is no answer.
#[derive(Serialize, Debug)]
pub(crate) struct Refusal {
    error: String,
    /// The index of the item of `moves` that is at fault.
    at: Option<usize>,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.error)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn general(error: &impl ToString) -> Self {
        Self { error: error.to_string(), at: None }
    }
}

impl Answer {
    /// The answer about a game as it stands.
    pub(crate) fn new(game: &Game) -> Self {
        Self {
            fen: game.position().to_string(),
            legal: sorted(&game.actions()),
            forbidden: sorted(&game.forbidden()),
            result: game.outcome().map(|outcome| GameResult::new(game.position(), outcome)),
        }
    }
}

impl GameResult {
    fn new(position: &Position, Outcome { winner, reason }: Outcome) -> Self {
        Self {
            winner: winner.and_then(|seat| position.colour_of(seat)).map(|colour| colour.to_string()),
            seat: winner.map(|seat| seat.to_string()),
            reason: reason.name(),
        }
    }
}

/// Actions as text, in the order of the text.
pub(crate) fn sorted(actions: &[Action]) -> Vec<String> {
    let mut sorted: Vec<String> = actions.iter().map(Action::to_string).collect();
    sorted.sort_unstable();
    sorted
}

/// Plays one item of `moves`: a single ply or a joined turn.
pub(crate) fn play_item(game: &mut Game, at: usize, item: &str) -> Result<(), Refusal> {
    let refusal = |error: String| Refusal { error, at: Some(at) };
    let turn: Turn = item.parse().map_err(|error: banqi::ActionError| refusal(error.to_string()))?;
    for (number, ply) in turn.0.into_iter().enumerate() {
        // What follows must be the same turn: after an attack that took nothing, the opponent may be able to play on
        // from the same square.
        if number > 0 && game.outcome().is_none() && game.position().chain().is_none() {
            return Err(refusal(format!("{item}: the turn is over before {ply}")));
        }
        game.play(ply).map_err(|error| {
            refusal(match error {
                PlayError::Illegal(why) => format!("{ply} is not legal: {why}"),
                error => format!("{ply}: {error}"),
            })
        })?;
    }
    Ok(())
}

impl Question {
    fn read(line: &[u8]) -> Result<Self, Refusal> {
        // A sequence would do for the fields in their order, and an empty line is no object either.
        if line.trim_ascii_start().first() != Some(&b'{') {
            return Err(Refusal::general(&"a line is one JSON object, like {\"rules\":\"taiwan-quick\",\"moves\":[]}"));
        }
        serde_json::from_slice(line).map_err(|error| Refusal::general(&error))
    }

    fn game(self) -> Result<Game, Refusal> {
        let rules = match self.rules {
            Some(rules) => rules.parse().map_err(|error: banqi::RulesError| Refusal::general(&error))?,
            None => Rules::default(),
        };
        let mut game = match self.fen {
            Some(fen) => fen
                .parse()
                .and_then(|position| Game::from_position(rules, position))
                .map_err(|error: banqi::PositionError| Refusal::general(&error))?,
            None => Game::new(rules),
        };
        for (at, item) in self.moves.into_iter().flatten().enumerate() {
            let Value::String(item) = item else {
                return Err(Refusal { error: "an item of moves is a string".to_string(), at: Some(at) });
            };
            play_item(&mut game, at, &item)?;
        }
        Ok(game)
    }
}

/// Answers one line with one line, both without the line break.
///
/// Whatever the line is, the answer is one JSON object: `fen`, `legal`, `forbidden` and `result`, or `error` and `at`.
///
/// ```
/// use banqi_cli::conformance::answer;
///
/// let question = r#"{"rules":"taiwan-quick:dark=trade","fen":"3k/4/4/4/4/4/?3/P3 r r1 18 70","moves":[]}"#;
/// assert_eq!(
///     answer(question.as_bytes()),
///     r#"{"fen":"3k/4/4/4/4/4/?3/P3 r r1 18 70","legal":["a1-a2","a1-b1","a2"],"forbidden":[],"result":null}"#
/// );
/// assert!(answer(b"a1=K").starts_with(r#"{"error":"#));
/// ```
pub fn answer(line: &[u8]) -> String {
    match Question::read(line).and_then(Question::game) {
        Ok(game) => written(&Answer::new(&game)),
        Err(refusal) => written(&refusal),
    }
}

/// What is answered holds nothing that JSON cannot: texts, lists of them, a number.
fn written(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("texts and lists can be written")
}

/// The longest line that is read: a game of a hundred thousand turns is a tenth of it.
const LONGEST_LINE: u64 = 16 << 20;

/// Answers each line of `input`, an empty one too, with one line of `output` at once.
pub(crate) fn answer_lines(mut input: impl BufRead, mut output: impl Write) -> Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        if read.context("standard input cannot be read")? == 0 {
            return Ok(());
        }
        let mut answer = if line.len() as u64 > LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n').context("standard input cannot be read")?;
            written(&Refusal::general(&format!("a line has at most {LONGEST_LINE} bytes")))
        } else {
            answer(&line)
        };
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
}

/// Answers standard input on standard output.
pub(crate) fn answer_standard_input() -> Result<()> {
    answer_lines(io::stdin().lock(), standard_output::locked())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(input: &[u8]) -> Vec<Value> {
        let mut output = Vec::new();
        answer_lines(input, &mut output).expect("memory can be read and written");
        let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).expect("an answer is JSON")).collect()
    }

    #[test]
    fn a_line_that_is_too_long_is_passed_over() {
        let mut input = br#"{"rules":""#.to_vec();
        input.resize(LONGEST_LINE as usize * 2, b'a');
        input.extend(b"\"}\n{}\n");
        let answers = answers(&input);
        assert_eq!(answers.len(), 2);
        assert_eq!(answers[0]["at"], Value::Null);
        assert!(answers[0]["error"].is_string());
        assert_eq!(answers[1]["legal"].as_array().map(Vec::len), Some(32));
    }

    #[test]
    fn a_line_of_exactly_the_longest_length_is_read() {
        let mut input = b"{}".to_vec();
        input.resize(LONGEST_LINE as usize, b' ');
        input.extend(b"\n{}");
        let answers = answers(&input);
        assert_eq!(answers.len(), 2);
        assert!(answers.iter().all(|answer| answer["result"].is_null() && answer["fen"].is_string()), "{answers:?}");
    }
}
