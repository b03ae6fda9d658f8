//! `banqi record show`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use banqi::{Action, Bitboard, Ending, Game, Record, Tags};
use banqi_deal::Deal;

use super::file::OneGame;
use crate::failure::{Advice as _, Exit};
use crate::position::show;
use crate::standard_output;
use crate::text_args::TextArgs;
use crate::text_board::TextBoard;
use crate::turn_list;
use crate::wrapped::{prose, terminal, write_wrapped};

/// Which game, and what of it.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record show game.txt
  banqi record show game.txt --moves
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
    /// The turns too, each with its number
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    text: TextArgs,
}

/// Shows it.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let OneGame { file, record, check } = OneGame::read(&args.file, args.game)?;
    let game = match args.turn {
        None => record.replay().context(file).advise(check)?,
        Some(turn) => before(&record, turn, check)?,
    };

    let mut out = standard_output::locked();
    // The deal is drawn, and what a game needs to go on is for no reader.
    for (name, value) in record.tags.iter().filter(|(name, _)| !["Deal", "Resume"].contains(name)) {
        write_wrapped(&mut out, &format!("{name:<10} "), 11, value, terminal())?;
    }
    writeln!(out, "{:<10} {} ({})\n", "Result", record.ending.score(), record.ending.termination())?;
    let names = ["First", "Second"].map(|tag| record.tags.get(tag).filter(|name| *name != "?"));
    let text = args.text.board();
    if args.moves {
        let titles = [names[0].unwrap_or("First"), names[1].unwrap_or("Second")];
        for line in turn_list::lines(&record, titles, text.glyphs, prose()) {
            writeln!(out, "{line}")?;
        }
        writeln!(out)?;
    }
    let board = TextBoard { highlights: last_squares(&game), beneath: beneath(&record, &game), ..text };
    if board.beneath.is_some() {
        writeln!(out, "< > lay face down.")?;
    }
    show(&mut out, &game, &board, names)?;
    Ok(Exit::Done)
}

/// What lay under the face-down pieces, if the record tells it and the game is shown at its end; before, nobody knew.
fn beneath(record: &Record, game: &Game) -> Option<Deal> {
    let is_end = game.plies().len() == record.turns.iter().map(|turn| turn.turn.0.len()).sum::<usize>();
    let deal = record.tags.get("Deal").filter(|_| is_end && !game.position().face_down().is_empty())?;
    deal.parse().ok()
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
