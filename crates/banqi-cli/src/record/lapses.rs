//! `banqi record lapses`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use banqi::{Game, Record, Seat};
use banqi_engine::{Engine, Level, Limits, made_tables};
use banqi_tables::Verdict;
use serde::Serialize;

use super::file::RecordFile;
use crate::failure::{Advice as _, Exit};
use crate::progress::Progress;
use crate::standard_output;

/// A search expects so much of a position, in thousandths, that counts as won.
const WON: u16 = 950;

/// Which files.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi record lapses match.txt
  banqi record lapses --nodes 8000000 --every 8 --json match.txt

A win is let go where a player had one by force and the game was drawn or lost. Endgame tables know that of up to four \
pieces, inside the quiet limit of the game's rules; they are made as they are needed. With --nodes, positions with more \
pieces are searched as well, and those count as won of which the search expects at least 0.95; only the games are searched \
that were not won by whoever had a win in the end.")]
pub(crate) struct Args {
    /// Files with one game or several; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Also search positions of drawn games, with so many nodes each
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search every so many turns
    #[arg(long, value_name = "TURNS", default_value_t = 10, requires = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

/// What was found in all files.
#[derive(Default, Serialize)]
struct Found {
    games: usize,
    drawn: usize,
    /// Games in which a table knew a win, and those of them that were won by whoever had it first.
    tabled: usize,
    converted: usize,
    lapses: Vec<Lapse>,
}

/// A win that was let go.
#[derive(Serialize)]
struct Lapse {
    file: String,
    line: usize,
    game: usize,
    /// The turn before which it was there for the last time.
    turn: u32,
    seat: String,
    fen: String,
    /// `table`, or `search`.
    by: &'static str,
    /// Plies to conversion of the table's win.
    plies: Option<u16>,
    /// How the game ended.
    result: String,
}

/// A win that somebody had.
struct Won {
    turn: u32,
    seat: Seat,
    fen: String,
    plies: Option<u16>,
}

/// Goes through all files.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut found = Found::default();
    let analyst = Analyst { engine: Engine::new(Level::Master, 0), args };
    let mut progress = Progress::new("lapses");
    for path in &args.files {
        read(path, &analyst, &mut found, &mut progress)?;
    }
    progress.clear();
    let mut out = standard_output::locked();
    if args.json {
        serde_json::to_writer(&mut out, &found)?;
        writeln!(out)?;
        return Ok(Exit::Done);
    }
    for Lapse { file, line, game, turn, seat, fen, by, plies, result } in &found.lapses {
        let how = plies.map_or_else(|| format!("by {by}"), |plies| format!("by {by}, {plies} plies to conversion"));
        writeln!(
            out,
            "{file}:{line}: game {game}: {seat} had won before turn {turn} ({how}), and it was {result}: {fen}"
        )?;
    }
    let Found { games, drawn, tabled, converted, lapses } = &found;
    writeln!(
        out,
        "{games} games, {drawn} drawn; {tabled} won by table, {converted} of them won; {} lapses",
        lapses.len()
    )?;
    Ok(Exit::Done)
}

fn read(path: &Path, analyst: &Analyst<'_>, found: &mut Found, progress: &mut Progress) -> Result<()> {
    let file = RecordFile::read(path)
        .with_context(|| format!("{} cannot be read", path.display()))
        .advise("give the paths of files with records, or - for standard input")?;
    let check = format!("'banqi record check {}' says where it is wrong", path.display());
    let games = file.games().map_err(|line| anyhow!("{file}: line {line} is not UTF-8")).advise(check.as_str())?;
    for (index, text) in games.iter().enumerate() {
        let record = text.record().map_err(|(line, what)| anyhow!("{file}: line {line}: {what}"));
        let record = record.advise(check.as_str())?;
        let game =
            record.replay().map_err(|error| anyhow!("{file}: game {}: {error}", index + 1)).advise(check.as_str())?;
        let Some(outcome) = game.outcome() else { continue };
        found.games += 1;
        found.drawn += usize::from(outcome.winner.is_none());
        let tabled = Analyst::by_table(&game);
        found.tabled += usize::from(tabled.is_some());
        let by = if tabled.is_some() { "table" } else { "search" };
        let won = tabled.or_else(|| outcome.winner.is_none().then(|| analyst.by_search(&game)).flatten());
        if let Some(won) = won {
            if outcome.winner == Some(won.seat) {
                found.converted += 1;
            } else {
                found.lapses.push(lapse(&file.to_string(), text.line, index + 1, won, by, &record));
            }
        }
        progress.show_with(100 * (index as u64 + 1) / games.len() as u64, &format!("{} found", found.lapses.len()));
    }
    Ok(())
}

fn lapse(file: &str, line: usize, game: usize, won: Won, by: &'static str, record: &Record) -> Lapse {
    let Won { turn, seat, fen, plies } = won;
    let result = format!("{} ({})", record.ending.score(), record.ending.termination());
    Lapse { file: file.to_string(), line, game, turn, seat: seat.to_string(), fen, by, plies, result }
}

struct Analyst<'a> {
    engine: Engine,
    args: &'a Args,
}

impl Analyst<'_> {
    /// The last position of a game in which a table knows a winner.
    fn by_table(game: &Game) -> Option<Won> {
        /// Tables with more pieces take long to be made.
        const MOST: u32 = 4;
        let tables = made_tables(game.rules());
        let is_small =
            |position: &&banqi::Position| position.occupied().count() <= MOST && position.face_down().is_empty();
        game.positions().rev().skip(1).take_while(is_small).find_map(|position| {
            tables.prepare_position(position, &|| false);
            let seat = position.seat();
            let (seat, plies) = match tables.probe(position)? {
                Verdict::Win(plies) => (seat, plies),
                Verdict::Loss(plies) => (!seat, plies),
                Verdict::Draw => return None,
            };
            Some(Won { turn: position.turn(), seat, fen: position.to_string(), plies: Some(plies) })
        })
    }

    /// The last position of a game, of those looked at, of which a search expects a win.
    fn by_search(&self, game: &Game) -> Option<Won> {
        let limits = Limits { nodes: Some(self.args.nodes?), depth: Some(64) };
        let mut game = game.clone();
        loop {
            game.undo()?;
            let position = *game.position();
            if position.side().is_none()
                || position.chain().is_some()
                || !position.turn().is_multiple_of(self.args.every)
            {
                continue;
            }
            let thought = self.engine.think(&game, &limits, &|| false)?;
            let seat = match thought.value.per_mille() {
                WON.. => position.seat(),
                value if value <= 1000 - WON => !position.seat(),
                _ => continue,
            };
            return Some(Won { turn: position.turn(), seat, fen: position.to_string(), plies: None });
        }
    }
}
