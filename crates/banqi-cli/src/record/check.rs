//! `banqi record check`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use banqi::Record;

use super::file::{GameText, RecordFile};
use crate::failure::{Advice as _, Exit, one_line};
use crate::standard_output;

/// Which files.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record check game.txt
  banqi record check games/*.txt
  banqi record check - < game.txt

Each game of each file is replayed under the rules that it names, and gets a line: the players and the result, or what \
is wrong. The turn that is named there is what 'banqi record show --turn' takes. The exit code is 1 if any is wrong.")]
pub(crate) struct Args {
    /// Files with one game or several; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only what is wrong, and the numbers
    #[arg(long, short)]
    quiet: bool,
}

/// Checks all files, and says of each what was found.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut out = standard_output::locked();
    let mut unread = None;
    let (mut games, mut wrong) = (0, 0);
    for path in &args.files {
        match RecordFile::read(path) {
            Ok(file) => {
                let (in_file, wrong_in_file) = check(&mut out, &file, args.quiet)?;
                games += in_file;
                wrong += wrong_in_file;
            }
            Err(error) => {
                // The other files are checked all the same, and the last error is the command's.
                if let Some(error) = unread.replace(anyhow!("{} cannot be read: {error}", path.display())) {
                    crate::failure::report(&error);
                }
            }
        }
    }
    writeln!(out, "{games} {}, {wrong} wrong", if games == 1 { "game" } else { "games" })?;
    match unread {
        Some(error) => Err(error).advise("give the paths of files with records, or - for standard input"),
        None if wrong > 0 => Ok(Exit::CheckFailed),
        None => Ok(Exit::Done),
    }
}

/// The numbers of games and of wrong ones. A file without any game counts as a wrong one.
fn check(out: &mut impl Write, file: &RecordFile, quiet: bool) -> io::Result<(usize, usize)> {
    let games = match file.games() {
        Ok(games) => games,
        Err(line) => {
            writeln!(out, "{file}:{line}: this line is not UTF-8")?;
            return Ok((1, 1));
        }
    };
    if games.is_empty() {
        writeln!(out, "{file}: there is no game in it")?;
        return Ok((1, 1));
    }
    let mut wrong = 0;
    for (index, game) in games.iter().enumerate() {
        let number = index + 1;
        match played(game) {
            Ok(_) if quiet => {}
            Ok(record) => writeln!(out, "{file}:{}: game {number}: {}", game.line, one_line(&told(&record)))?,
            Err((line, what)) => {
                wrong += 1;
                writeln!(out, "{file}:{line}: game {number}: {what}")?;
            }
        }
    }
    Ok((games.len(), wrong))
}

/// The record of a game that is right, or what is wrong and in which line; a game that cannot be played is named by its
/// first line.
fn played(game: &GameText<'_>) -> std::result::Result<Record, (usize, String)> {
    let record = game.record()?;
    match record.replay() {
        Ok(_) => Ok(record),
        Err(error) => Err((game.line, error.to_string())),
    }
}

/// `Ann - Ben 1-0 (elimination), 41 turns`.
fn told(record: &Record) -> String {
    let name = |tag, seat| record.tags.get(tag).filter(|name| *name != "?").unwrap_or(seat);
    let (first, second) = (name("First", "First"), name("Second", "Second"));
    let (score, reason, turns) = (record.ending.score(), record.ending.termination(), record.turns.len());
    format!("{first} - {second} {score} ({reason}), {turns} turn{}", if turns == 1 { "" } else { "s" })
}
