//! What a player can say at the prompt, and how it is understood: one pure function from a line to a command.

use std::fmt;
use std::path::PathBuf;

use banqi::{Action, Square};

use clap::ValueEnum as _;

use crate::nearest::nearest;
use crate::text_board::Glyphs;

/// One line of a player, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A turn, or as much of it as was said.
    Turn(Vec<Action>),
    Help,
    Why(Vec<Action>),
    /// The legal actions, all or those from a square.
    Moves(Option<Square>),
    Bag,
    /// What can be taken, on both sides.
    Threats,
    Board,
    Rules,
    History,
    Hint,
    Undo,
    Draw,
    Resign,
    Save(Option<PathBuf>),
    Show(Show),
    /// Which piece is which.
    Pieces,
    Quit,
    /// Another game, once one is over.
    Again,
}

/// A change to how the board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Show {
    Landscape(bool),
    Pieces(Glyphs),
    Colour(bool),
    /// The board turned half round.
    Rotated,
}

/// What can be said, as `help` lists it.
pub(super) const HELP: [(&str, &str); 21] = [
    ("b2", "turn over the piece on b2"),
    ("b2-b3", "step or capture; b2b3 and b2xb3 too; b2-b3-c3 is a chain"),
    ("end", "stop a chain of captures"),
    ("why b2-b3", "is this legal, and if not, why"),
    ("moves", "the legal and the forbidden moves; moves b2: its own"),
    ("threats", "which pieces can be taken, yours and the other side's"),
    ("hint", "what an expert would play"),
    ("bag", "what is still face down, and what was captured"),
    ("board", "the board once more"),
    ("history", "the turns so far"),
    ("rules", "the rules of this game, and who captures whom"),
    ("undo", "take a move back; flips can't be taken back"),
    ("draw", "offer a draw"),
    ("resign", "give the game up"),
    ("save FILE", "save it; banqi play --resume FILE goes on with it"),
    ("portrait", "the upright board; landscape: the long one"),
    ("rotate", "the board turned half round"),
    ("pieces", "which is which; pieces letters, traditional, simplified"),
    ("colour off", "no colours; colour on: colours"),
    ("help", "this list"),
    ("quit", "leave; an unfinished game can be saved"),
];

/// The words that stand for commands, the first of each command being its name.
const WORDS: [(&str, &[&str]); 22] = [
    ("help", &["h", "?", "commands"]),
    ("why", &["w"]),
    ("moves", &["m", "legal"]),
    ("threats", &["threat", "t"]),
    ("hint", &[]),
    ("bag", &[]),
    ("board", &["b"]),
    ("history", &["log"]),
    ("rules", &[]),
    ("undo", &["takeback", "back"]),
    ("draw", &[]),
    ("resign", &[]),
    ("save", &[]),
    ("portrait", &[]),
    ("landscape", &[]),
    ("rotate", &["flip-board"]),
    ("pieces", &["set"]),
    ("colour", &["color", "colours", "colors"]),
    ("again", &["rematch", "new"]),
    ("quit", &["q", "exit", "bye"]),
    ("flip", &[]),
    ("end", &[]),
];

/// The names of the commands, for completion.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().map(|(name, _)| name)
}

/// Understands a line.
pub(super) fn parse(line: &str) -> Result<Command, Misunderstood> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (first.to_lowercase(), rest.trim());
    let Some(name) = canonical(&word) else {
        return match word.as_str() {
            "" => Ok(Command::Nothing),
            _ if looks_like_a_move(&word) => actions(line).map(Command::Turn),
            _ => Err(Misunderstood::Unknown { found: excerpt(first), suggestion: meant(&word) }),
        };
    };
    let alone = |command| match rest {
        "" => Ok(command),
        _ => Err(Misunderstood::Superfluous { name }),
    };
    match name {
        "help" => Ok(Command::Help),
        "why" if rest.is_empty() => Err(Misunderstood::Incomplete { usage: "why b2-b3" }),
        "why" => actions(rest).map(Command::Why),
        "moves" if rest.is_empty() => Ok(Command::Moves(None)),
        "moves" => match rest.to_lowercase().parse() {
            Ok(square) => Ok(Command::Moves(Some(square))),
            Err(_) => Err(Misunderstood::Incomplete { usage: "moves, or moves b2" }),
        },
        "threats" => alone(Command::Threats),
        "hint" => alone(Command::Hint),
        "bag" => alone(Command::Bag),
        "board" => alone(Command::Board),
        "history" => alone(Command::History),
        "rules" => alone(Command::Rules),
        "undo" => alone(Command::Undo),
        "draw" => alone(Command::Draw),
        "resign" => alone(Command::Resign),
        "save" => Ok(Command::Save((!rest.is_empty()).then(|| PathBuf::from(rest)))),
        "portrait" => alone(Command::Show(Show::Landscape(false))),
        "landscape" => alone(Command::Show(Show::Landscape(true))),
        "rotate" => alone(Command::Show(Show::Rotated)),
        "pieces" if rest.is_empty() => Ok(Command::Pieces),
        "pieces" => match Glyphs::from_str(rest, true) {
            Ok(glyphs) => Ok(Command::Show(Show::Pieces(glyphs))),
            Err(_) => {
                Err(Misunderstood::Incomplete { usage: "pieces letters, pieces traditional or pieces simplified" })
            }
        },
        "colour" => match rest.to_lowercase().as_str() {
            "on" | "always" => Ok(Command::Show(Show::Colour(true))),
            "off" | "never" => Ok(Command::Show(Show::Colour(false))),
            _ => Err(Misunderstood::Incomplete { usage: "colour on or colour off" }),
        },
        "again" => alone(Command::Again),
        "quit" => alone(Command::Quit),
        "flip" if rest.is_empty() => {
            Err(Misunderstood::Incomplete { usage: "b2 to turn over the piece on b2, or rotate to turn the board" })
        }
        "flip" => actions(rest).map(Command::Turn),
        _ => actions(line).map(Command::Turn),
    }
}

/// Whether a line is something to say in the game, so that it is hardly meant as anything else.
pub(super) fn is_understood(line: &str) -> bool {
    let word = line.trim().to_lowercase();
    matches!(word.as_str(), "y" | "yes" | "n" | "no") || parse(line).is_ok_and(|command| command != Command::Nothing)
}

fn canonical(word: &str) -> Option<&'static str> {
    WORDS.into_iter().find(|(name, others)| *name == word || others.contains(&word)).map(|(name, _)| name)
}

/// A letter and a digit: a square, or meant to be one.
fn looks_like_a_move(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(|c| c.is_ascii_alphabetic()) && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// The actions of a turn in the forms of docs/notation.md, and in those that people use: `B2 b3`, `b2b3c3`, `b2xb3`.
fn actions(text: &str) -> Result<Vec<Action>, Misunderstood> {
    if text.contains(['=', '(']) {
        return Err(Misunderstood::SaysWhatComesUp);
    }
    let error = || Misunderstood::NotAMove { found: excerpt(text) };
    let text = text.to_lowercase();
    let is_between = |c: char| c.is_whitespace() || matches!(c, '-' | '>' | ',' | 'x' | '×');
    if text.ends_with(['x', '×']) {
        return Err(error());
    }
    let mut squares = Vec::new();
    let mut ended = false;
    for word in text.split(is_between).filter(|word| !word.is_empty()) {
        if ended {
            return Err(error());
        }
        if word == "end" {
            ended = true;
            continue;
        }
        for pair in word.as_bytes().chunks(2) {
            let square: Square = str::from_utf8(pair).ok().and_then(|pair| pair.parse().ok()).ok_or_else(error)?;
            squares.push(square);
        }
    }
    let mut actions: Vec<Action> = match squares.as_slice() {
        [] => Vec::new(),
        [square] if !ended => vec![Action::Flip(*square)],
        [_] => return Err(error()),
        _ => squares.windows(2).map(|pair| Action::Move { from: pair[0], to: pair[1] }).collect(),
    };
    if ended {
        actions.push(Action::End);
    }
    if actions.is_empty() { Err(error()) } else { Ok(actions) }
}

/// The command that begins like this, or else the nearest one.
fn meant(word: &str) -> Option<&'static str> {
    let begun = names().find(|name| word.chars().count() > 1 && name.starts_with(word));
    begun.or_else(|| nearest(word, names()))
}

/// The beginning of what was said, fit to be shown.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 30;
    let shown: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if text.chars().count() > LONGEST { format!("{shown}..") } else { shown }
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Misunderstood {
    Unknown { found: String, suggestion: Option<&'static str> },
    NotAMove { found: String },
    SaysWhatComesUp,
    Incomplete { usage: &'static str },
    Superfluous { name: &'static str },
}

impl fmt::Display for Misunderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { found, suggestion: Some(name) } => {
                write!(f, "\"{found}\" is not known: did you mean {name}?")
            }
            Self::Unknown { found, suggestion: None } => write!(
                f,
                "\"{found}\" is not known. Type b2 to turn over the piece on b2, b2-b3 to move it to b3, or help for the rest."
            ),
            Self::NotAMove { found } => write!(
                f,
                "\"{found}\" is not a move: squares are a file a to d and a rank 1 to 8. Type b2 to turn over the piece on b2, \
                 b2-b3 to move it to b3."
            ),
            Self::SaysWhatComesUp => f.write_str("Type only the square: what comes up is not yours to choose."),
            Self::Incomplete { usage } => write!(f, "Type {usage}."),
            Self::Superfluous { name } => write!(f, "Type {name} alone."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(text: &str) -> String {
        match parse(text) {
            Ok(Command::Turn(actions)) => actions.iter().map(Action::to_string).collect::<Vec<_>>().join(" "),
            other => panic!("{text:?} was understood as {other:?}"),
        }
    }

    #[test]
    fn moves_are_understood_as_people_write_them() {
        for (written, actions) in [
            ("b2", "b2"),
            (" B2 ", "b2"),
            ("flip b2", "b2"),
            ("b2-b3", "b2-b3"),
            ("b2b3", "b2-b3"),
            ("b2 b3", "b2-b3"),
            ("b2 - b3", "b2-b3"),
            ("B2>B3", "b2-b3"),
            ("b2xb3", "b2-b3"),
            ("b2 x b3", "b2-b3"),
            ("B2×b3xc3", "b2-b3 b3-c3"),
            ("b2-b3-c3", "b2-b3 b3-c3"),
            ("b2b3c3-end", "b2-b3 b3-c3 end"),
            ("end", "end"),
        ] {
            assert_eq!(turn(written), actions);
        }
    }

    #[test]
    fn what_is_no_move_is_told_apart() {
        for text in ["e2", "b9", "b2-", "b2-b", "b2 end", "b2-end-b3", "end b2", "b2b", "b2-é", "a1x", "a1 x", "x"] {
            let found = parse(text);
            let is_word = matches!(found, Err(Misunderstood::Unknown { .. })) && text == "x";
            assert!(
                is_word || matches!(found, Err(Misunderstood::NotAMove { .. })) || text == "b2-",
                "{text:?}: {found:?}"
            );
        }
        assert_eq!(turn("b2-"), "b2");
        assert_eq!(parse("b2=G"), Err(Misunderstood::SaysWhatComesUp));
        assert_eq!(parse("b2-b3(p)"), Err(Misunderstood::SaysWhatComesUp));
    }

    #[test]
    fn commands_have_their_arguments() {
        assert_eq!(parse(""), Ok(Command::Nothing));
        assert_eq!(parse("HELP"), Ok(Command::Help));
        assert_eq!(parse("?"), Ok(Command::Help));
        assert_eq!(parse("moves"), Ok(Command::Moves(None)));
        assert_eq!(parse("moves C3"), Ok(Command::Moves("c3".parse().ok())));
        assert_eq!(parse("save"), Ok(Command::Save(None)));
        assert_eq!(parse("save My games/one.txt"), Ok(Command::Save(Some("My games/one.txt".into()))));
        assert_eq!(parse("pieces Simplified"), Ok(Command::Show(Show::Pieces(Glyphs::Simplified))));
        assert_eq!(parse("pieces"), Ok(Command::Pieces));
        assert_eq!(parse("color off"), Ok(Command::Show(Show::Colour(false))));
        assert!(matches!(parse("why b2-b3"), Ok(Command::Why(actions)) if actions.len() == 1));
        assert!(matches!(parse("why"), Err(Misunderstood::Incomplete { .. })));
        assert!(matches!(parse("resign now"), Err(Misunderstood::Superfluous { .. })));
    }

    #[test]
    fn what_could_be_a_command_is_told_from_a_name() {
        for line in ["quit", " Board", "y", "No", "b2-b3", "save x.txt", "pieces letters"] {
            assert!(is_understood(line), "{line:?}");
        }
        for line in ["game.txt", "./quit", "my game", "", "e9", "quit now"] {
            assert!(!is_understood(line), "{line:?}");
        }
    }

    #[test]
    fn the_nearest_command_is_suggested() {
        let suggestion = |text| match parse(text) {
            Err(Misunderstood::Unknown { suggestion, .. }) => suggestion,
            other => panic!("{text:?} was understood as {other:?}"),
        };
        assert_eq!(suggestion("reisgn"), Some("resign"));
        assert_eq!(suggestion("hlep"), Some("help"));
        assert_eq!(suggestion("hist"), Some("history"));
        assert_eq!(suggestion("xyzzy"), None);
        assert_eq!(suggestion(&"r".repeat(100_000)), None);
    }

    #[test]
    fn everything_that_help_names_is_understood() {
        for (example, _) in HELP {
            let example = example.replace("FILE", "game.txt");
            assert!(parse(&example).is_ok(), "{example}");
        }
    }

    #[test]
    fn an_error_shows_nothing_that_could_disturb_the_terminal() {
        let message = parse("\u{1b}[31mred\u{0}").unwrap_err().to_string();
        assert!(!message.contains(char::is_control), "{message:?}");
    }
}
