//! `banqi record check`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use banqi::{Record, ReplayError};
use banqi_table::Resume;

use super::file::{GameText, RecordFile};
use crate::failure::{Advice as _, Exit, one_line};
use crate::{play, standard_output};

/// Which files.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record check game.txt
  banqi record check games/*.txt
  banqi record check - < game.txt

Each game of each file is replayed under the rules that it names, and gets a line: the players and the result, or what \
is wrong. The turn that is named there is what 'banqi record show --turn' takes. A saved game's tag \
Resume is checked as well. The exit code is 1 if any is wrong.")]
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
    let mut found = Found::default();
    for path in &args.files {
        match RecordFile::read(path) {
            Ok(file) => check(&mut out, &file, args.quiet, &mut found)?,
            Err(error) => {
                found.files += 1;
                let error = anyhow::Error::new(error).context(format!("{} cannot be read", path.display()));
                // The other files are checked all the same, and the last error is the command's.
                if let Some(error) = unread.replace(error) {
                    crate::failure::report(&error);
                }
            }
        }
    }
    let number = |count, of: &str| format!("{count} {of}{}", if count == 1 { "" } else { "s" });
    write!(out, "{}, {} wrong", number(found.games, "game"), found.wrong)?;
    if found.files > 0 {
        write!(out, ", {} without a game to check", number(found.files, "file"))?;
    }
    writeln!(out)?;
    match unread {
        Some(error) => Err(error).advise("give the paths of files with records, or - for standard input"),
        None if found.wrong + found.files > 0 => Ok(Exit::CheckFailed),
        None => Ok(Exit::Done),
    }
}

/// How much was checked, and how much of it was wrong.
#[derive(Default)]
struct Found {
    games: usize,
    wrong: usize,
    /// Files in which no game was found.
    files: usize,
}

fn check(out: &mut impl Write, file: &RecordFile, quiet: bool, found: &mut Found) -> io::Result<()> {
    let games = match file.games() {
        Ok(games) => games,
        Err(line) => {
            found.files += 1;
            return writeln!(out, "{file}:{line}: this line is not UTF-8");
        }
    };
    if games.is_empty() {
        found.files += 1;
        return writeln!(out, "{file}: there is no game in it");
    }
    found.games += games.len();
    for (index, game) in games.iter().enumerate() {
        let number = index + 1;
        match played(game) {
            Ok(_) if quiet => {}
            Ok(record) => writeln!(out, "{file}:{}: game {number}: {}", game.line, one_line(&told(&record)))?,
            Err((line, what)) => {
                found.wrong += 1;
                writeln!(out, "{file}:{line}: game {number}: {what}")?;
            }
        }
    }
    Ok(())
}

/// The record of a game that is right, or what is wrong and in which line.
fn played(game: &GameText<'_>) -> std::result::Result<Record, (usize, String)> {
    let record = game.record()?;
    let replayed = match record.replay() {
        Ok(replayed) => replayed,
        Err(error) => {
            let line = match &error {
                ReplayError::Start(_) => game.line_of_tag("Position"),
                ReplayError::Turn { number, .. } => {
                    game.line_of_turn(number.saturating_sub(record.start.turn()) as usize)
                }
                ReplayError::Ending { .. } => game.line_of_turn(record.turns.len()),
                ReplayError::DealTooEarly | ReplayError::Deal => game.line_of_tag("Deal"),
                _ => game.line,
            };
            return Err((line, error.to_string()));
        }
    };
    // Such a game could not be resumed.
    if let Err(error) = play::sealed(&record, &replayed) {
        return Err((game.line_of_tag(Resume::TAG), error.to_string()));
    }
    Ok(record)
}

/// `Ann - Ben 1-0 (elimination), 41 turns`.
fn told(record: &Record) -> String {
    let name = |tag, seat| record.tags.get(tag).filter(|name| *name != "?").unwrap_or(seat);
    let (first, second) = (name("First", "First"), name("Second", "Second"));
    let (score, reason, turns) = (record.ending.score(), record.ending.termination(), record.turns.len());
    format!("{first} - {second} {score} ({reason}), {turns} turn{}", if turns == 1 { "" } else { "s" })
}
