//! A file of records: any number of games, one after the other.

use std::fmt;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use banqi::{Record, RecordError};

use crate::failure::Advice as _;

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

/// One game of a file.
pub(crate) struct OneGame {
    /// The file's name, for messages.
    pub(crate) file: String,
    pub(crate) record: Record,
    /// What helps if the record is no record of a game.
    pub(crate) check: String,
}

impl OneGame {
    /// Reads the game of this number, from 1.
    pub(crate) fn read(path: &Path, number: usize) -> Result<Self> {
        let file = RecordFile::read(path)
            .with_context(|| format!("{} cannot be read", path.display()))
            .advise("give the path of a file with records, or - for standard input")?;
        let check = format!("'banqi record check {}' says where it is wrong", path.display());
        let games = file.games().map_err(|line| anyhow!("{file}: line {line} is not UTF-8")).advise(check.as_str())?;
        let count = games.len();
        let text = number.checked_sub(1).and_then(|index| games.get(index));
        let text = text.ok_or_else(|| anyhow!("{file} has no game {number}")).advise(match count {
            0 => "there is no game in it".to_string(),
            count => format!("its games have the numbers 1 to {count}"),
        })?;
        let record = text.record().map_err(|(line, what)| anyhow!("{file}: line {line}: {what}"));
        Ok(Self { file: file.to_string(), record: record.advise(check.as_str())?, check })
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

    /// The line of the turn with this index, from 0, in a text that could be read; after the last turn the result's.
    pub(crate) fn line_of_turn(&self, index: usize) -> usize {
        let mut rest = after_tags(self.text);
        let mut turns = 0;
        loop {
            rest = rest.trim_start();
            if let Some(comment) = rest.strip_prefix('{') {
                rest = comment.split_once('}').map_or("", |(_, rest)| rest);
                continue;
            }
            let end = rest.find(|character: char| character.is_whitespace() || character == '{').unwrap_or(rest.len());
            // A number of a turn, with the turn or alone; of a result something is left.
            let unnumbered = rest[..end].trim_start_matches(|character: char| character.is_ascii_digit());
            turns += usize::from(!unnumbered.trim_start_matches('.').is_empty());
            if turns > index || rest.is_empty() {
                return self.line + self.text[..self.text.len() - rest.len()].matches('\n').count();
            }
            rest = &rest[end..];
        }
    }

    /// The line of a tag; the first line if it is not there.
    pub(crate) fn line_of_tag(&self, name: &str) -> usize {
        let is_tag = |line: &str| {
            let tag = line.trim_start().strip_prefix('[').and_then(|tag| tag.trim_start().strip_prefix(name));
            tag.is_some_and(|value| value.trim_start().starts_with('"'))
        };
        self.line + self.text.lines().position(is_tag).unwrap_or(0)
    }
}

/// What follows the tags.
fn after_tags(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(tag) = rest.strip_prefix('[') {
        let (mut quoted, mut escaped) = (false, false);
        let end = tag.find(|character| {
            let plain = !std::mem::take(&mut escaped);
            escaped = quoted && plain && character == '\\';
            quoted ^= plain && character == '"';
            !quoted && character == ']'
        });
        rest = end.map_or("", |end| tag[end + 1..].trim_start());
    }
    rest
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
    fn a_turn_has_a_line() {
        let text = "[A \"]\\\"]{\"] [B \"1. x\"]\n\n1. a1=K {2. b1\nc1} b1=k\n2.\n c1=P{x}d1=p\n\n3.e1 1-0";
        // A turn in lines 3 and 4, two in line 6, one in line 8; so is the result.
        let lines = [3, 4, 6, 6, 8, 8];
        for before in 0..3 {
            let text = format!("{}{text}", "[C \"\"]\n*\n".repeat(before));
            let games = split(&text);
            let game = games.last().expect("a game");
            for (turn, line) in lines.into_iter().enumerate() {
                assert_eq!(game.line_of_turn(turn), 2 * before + line, "turn {turn}");
            }
        }
    }

    #[test]
    fn a_tag_has_a_line() {
        let games = split("[A \"\"]\n*\n[Dealer \"\"]\n [ Deal \"x\"]\n*");
        assert_eq!(["Dealer", "Deal", "Rules"].map(|name| games[1].line_of_tag(name)), [3, 4, 3]);
    }

    #[test]
    fn nothing_of_the_text_is_lost() {
        let text = "[A \"1\"]\n*\n\n[B \"2\"]\nx\n[C \"3\"]";
        let parts: String = split(text).iter().map(|game| game.text).collect();
        assert_eq!(parts, text);
    }
}
