//! `banqi record show`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use banqi::{Action, Bitboard, Ending, Game, Record, Tags};

use super::file::RecordFile;
use crate::failure::{Advice as _, Exit};
use crate::position::show;
use crate::text_args::TextArgs;
use crate::text_board::TextBoard;

/// Which game, and what of it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record show game.txt
  banqi record show games.txt --game 3 --turn 17 --pieces traditional")]
pub(crate) struct Args {
    /// A file with records; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of the file
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,
    /// As it stood before the turn of this number; at the end without it
    #[arg(long, value_name = "TURN")]
    turn: Option<u32>,
    #[command(flatten)]
    text: TextArgs,
}

/// Shows it.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let file = RecordFile::read(&args.file)
        .with_context(|| format!("{} cannot be read", args.file.display()))
        .advise("give the path of a file with records, or - for standard input")?;
    let check = format!("'banqi record check {}' says where it is wrong", args.file.display());
    let games = file.games().map_err(|line| anyhow!("{file}: line {line} is not UTF-8")).advise(check.as_str())?;
    let count = games.len();
    let text = args.game.checked_sub(1).and_then(|index| games.get(index));
    let text = text.ok_or_else(|| anyhow!("{file} has no game {}", args.game)).advise(match count {
        0 => "there is no game in it".to_string(),
        count => format!("its games have the numbers 1 to {count}"),
    })?;
    let record = text.record().map_err(|(line, what)| anyhow!("{file}: line {line}: {what}")).advise(check.as_str())?;
    let game = match args.turn {
        None => record.replay().with_context(|| file.to_string()).advise(check)?,
        Some(turn) => before(&record, turn, check)?,
    };

    let mut out = io::stdout().lock();
    for (name, value) in record.tags.iter().filter(|(name, _)| *name != "Deal") {
        writeln!(out, "{name:<10} {value}")?;
    }
    writeln!(out, "{:<10} {} ({})\n", "Result", record.ending.score(), record.ending.termination())?;
    let board = TextBoard { highlights: last_squares(&game), ..args.text.board() };
    show(&mut out, &game, &board)?;
    Ok(Exit::Done)
}

/// The game as it stood before a turn.
fn before(record: &Record, turn: u32, check: String) -> Result<Game> {
    let first = record.start.turn();
    let last = first.saturating_add(u32::try_from(record.turns.len()).unwrap_or(u32::MAX));
    let played = turn
        .checked_sub(first)
        .filter(|_| turn <= last)
        .ok_or_else(|| anyhow!("the game has no turn {turn}"))
        .advise(format!("its turns have the numbers {first} to {last}"))?;
    // A deal belongs to the end of a game only.
    let part = Record {
        tags: Tags::default(),
        turns: record.turns[..played as usize].to_vec(),
        ending: Ending::Unterminated,
        ..record.clone()
    };
    // Where the part has a result of the board's, the record is no record of a game.
    let whole = played as usize == record.turns.len();
    if whole { record.replay().advise(check) } else { part.replay().advise(check) }
}

/// Where the last action came from and went to.
fn last_squares(game: &Game) -> Bitboard {
    match game.plies().next_back().map(|ply| ply.action) {
        Some(Action::Flip(square)) => Bitboard::from(square),
        Some(Action::Move { from, to }) => Bitboard::from(from) | Bitboard::from(to),
        Some(Action::End) | None => Bitboard::EMPTY,
    }
}
