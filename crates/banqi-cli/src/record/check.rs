//! `banqi record check`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow};

use super::file::{GameText, RecordFile};
use crate::failure::{Advice as _, Exit};

/// Which files.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record check game.txt
  banqi record check games/*.txt
  banqi record check - < game.txt

Each game of each file is replayed under the rules that it names. The exit code is 1 if any is wrong.")]
pub(crate) struct Args {
    /// Files with one game or several; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks all files, and says of each what was found.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut out = io::stdout().lock();
    let mut unread = None;
    let (mut games, mut wrong) = (0, 0);
    for path in &args.files {
        match RecordFile::read(path) {
            Ok(file) => {
                let (in_file, wrong_in_file) = check(&mut out, &file)?;
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
fn check(out: &mut impl Write, file: &RecordFile) -> io::Result<(usize, usize)> {
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
        if let Some((line, what)) = finding(game) {
            wrong += 1;
            writeln!(out, "{file}:{line}: game {}: {what}", index + 1)?;
        }
    }
    Ok((games.len(), wrong))
}

/// What is wrong with a game, and in which line; a game that cannot be played is named by its first line.
fn finding(game: &GameText<'_>) -> Option<(usize, String)> {
    match game.record() {
        Ok(record) => record.replay().err().map(|error| (game.line, error.to_string())),
        Err(finding) => Some(finding),
    }
}
