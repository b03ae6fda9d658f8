//! What a text is that somebody brings along: a position, or records of games.

use banqi::{Position, PositionError, Record, RecordError};

/// More than this is not read: it would keep the page busy for too long.
pub(crate) const MOST_BYTES: u32 = 2_000_000;

/// What a text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Text {
    Position(Position),
    /// One game at least.
    Games(Vec<Record>),
}

/// Why a text is nothing of that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unread {
    Nothing,
    TooLong,
    Position(PositionError),
    Record(RecordError),
}

/// Reads a text. What begins with a tag is a record; anything else should be a position.
pub(crate) fn read(text: &str) -> Result<Text, Unread> {
    if text.len() > MOST_BYTES as usize {
        return Err(Unread::TooLong);
    }
    // Some editors put a mark at the start of a file.
    let text = text.trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Err(Unread::Nothing),
        Some('[') => Record::parse_all(text).map(Text::Games).map_err(Unread::Record),
        Some(_) => {
            let fields: Vec<&str> = text.split_whitespace().collect();
            fields.join(" ").parse().map(Text::Position).map_err(Unread::Position)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K b1=p *\n";

    #[test]
    fn positions_and_records_are_told_apart() {
        let position = "3k/4/4/4/4/1npc/1R?1/4 r P1 0 41";
        for text in [position.to_string(), format!("\u{feff} {position}\r\n"), position.replace(' ', "\n\t ")] {
            assert_eq!(read(&text), Ok(Text::Position(position.parse().expect("a position"))), "{text}");
        }
        let games = |text: &str| match read(text) {
            Ok(Text::Games(games)) => games.len(),
            other => panic!("{other:?}"),
        };
        assert_eq!(games(RECORD), 1);
        assert_eq!(games(&format!("\u{feff}\n{RECORD}\n{RECORD}")), 2);
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        assert_eq!(read(" \n"), Err(Unread::Nothing));
        assert_eq!(read(&"x".repeat(MOST_BYTES as usize + 1)), Err(Unread::TooLong));
        assert!(matches!(read("hello"), Err(Unread::Position(PositionError::Fields { found: 1 }))));
        let Err(Unread::Record(error)) = read(&RECORD.replace("b1=p", "b9=p")) else { panic!("no square b9") };
        assert!(error.to_string().starts_with("line 5: "), "{error}");
        for text in ["[", "[Rules", "[Rules \"mainland\"]", "\u{0}", "🂡", "[[[[", "]"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
