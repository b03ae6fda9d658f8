//! A file of records: any number of games, one after the other.

use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use banqi::{Record, RecordError};

/// A file with records, or standard input.
pub(crate) struct RecordFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// The text of one game in a file.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct GameText<'a> {
    /// The line that it begins with, from 1.
    pub(crate) line: usize,
    text: &'a str,
}

impl RecordFile {
    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let bytes = if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            bytes
        } else {
            fs::read(path)?
        };
        Ok(Self { path: path.to_owned(), bytes })
    }

    /// The games' texts, or the line that is not UTF-8.
    pub(crate) fn games(&self) -> Result<Vec<GameText<'_>>, usize> {
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => Ok(split(text)),
            Err(error) => Err(self.bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count()),
        }
    }
}

impl fmt::Display for RecordFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path == Path::new("-") { f.write_str("standard input") } else { self.path.display().fmt(f) }
    }
}

impl GameText<'_> {
    /// Reads the record; an error has the line in the file and what is wrong there.
    pub(crate) fn record(&self) -> Result<Record, (usize, String)> {
        self.text.parse().map_err(|error: RecordError| {
            let text = error.to_string();
            // The error's own line counts from the start of this game.
            let what = text.strip_prefix(&format!("line {}: ", error.line())).unwrap_or(&text).to_string();
            (self.line + error.line() - 1, what)
        })
    }
}

/// Splits a text where tags follow something else, outside comments, so that one wrong game does not hide the others.
fn split(text: &str) -> Vec<GameText<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut games = Vec::new();
    let (mut start, mut start_line) = (0, 1);
    let (mut moves, mut comment) = (false, false);
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if !comment && line.trim_start().starts_with('[') {
            if moves {
                games.push(GameText { line: start_line, text: &text[start..at] });
                (start, start_line, moves) = (at, number + 1, false);
            }
        } else {
            moves |= !line.trim().is_empty();
            for character in line.chars() {
                comment = if comment { character != '}' } else { character == '{' };
            }
        }
        at += line.len();
    }
    if !text[start..].trim().is_empty() {
        games.push(GameText { line: start_line, text: &text[start..] });
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<usize> {
        split(text).iter().map(|game| game.line).collect()
    }

    #[test]
    fn games_begin_where_tags_follow_moves() {
        assert_eq!(lines("[A \"1\"]\n[B \"2\"]\n\n1. a1=K *\n\n[A \"1\"]\n\n*\n"), [1, 6]);
        assert_eq!(lines("[A \"1\"]\n\n[B \"2\"]\n\n*"), [1]);
        assert_eq!(lines("\u{feff}[A \"1\"]\r\n*\r\n[B \"2\"]\r\n*\r\n"), [1, 3]);
        assert_eq!(lines("\n \n"), [0; 0]);
    }

    #[test]
    fn a_bracket_in_a_comment_begins_no_game() {
        assert_eq!(lines("[A \"1\"]\n\n1. a1=K {a\n[%clk 0:01:30]\n} *\n[A \"2\"]\n*"), [1, 6]);
        // A brace in a tag opens no comment.
        assert_eq!(lines("[A \"{\"]\n\n*\n[A \"2\"]\n*"), [1, 4]);
    }

    #[test]
    fn nothing_of_the_text_is_lost() {
        let text = "[A \"1\"]\n*\n\n[B \"2\"]\nx\n[C \"3\"]";
        let parts: String = split(text).iter().map(|game| game.text).collect();
        assert_eq!(parts, text);
    }
}
