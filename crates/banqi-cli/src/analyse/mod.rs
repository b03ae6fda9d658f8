//! `banqi analyse`: what the actions of a position are worth, or those of a whole game.

mod chances;
mod findings;
mod report;
mod review;

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use banqi::{Game, Ply, Record};
use banqi_engine::{Analysis, Engine, Level, Limits, Pace, Thought, Watch};

use crate::engine_args::EngineArgs;
use crate::failure::{Advice as _, Exit};
use crate::game_args::GameArgs;
use crate::progress::Progress;
use crate::record::file::OneGame;
use crate::table_folder::TableFolder;
use crate::text_args::TextArgs;

/// What to look at, and how far.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi analyse --fen '3k/4/4/4/4/1npc/1R?1/4 r P1 0 41'
  banqi analyse game.txt --turn 17 --lines 10 --movetime 5000
  banqi analyse game.txt --all
  banqi analyse game.txt --all --json | jq '.players'

Of a record it looks at the last position, at the one before a turn, or at every turn: what was played against what was \
best, and what that lost. Chances are those of the side to move; a draw counts as half a win. What a flip is worth is \
the mean over what may come up, so whoever flips is not blamed for what did: that is luck, which --all tells apart. \
With nodes and depth the answers are always the same, with a time they are not. docs/analysis.md explains the numbers, and the JSON.")]
pub(crate) struct Args {
    /// A file with records; - is standard input
    #[arg(value_name = "RECORD", required_unless_present = "fen", conflicts_with_all = ["fen", "rules"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    position: GameArgs,
    /// Which game of the file
    #[arg(long, value_name = "NUMBER", default_value_t = 1, conflicts_with = "fen")]
    game: usize,
    /// As it stood before the turn of this number; at the end without it
    #[arg(long, value_name = "TURN", conflicts_with = "fen")]
    turn: Option<u32>,
    /// Every turn: what was played, what was best, and the difference
    #[arg(long, conflicts_with_all = ["fen", "turn", "lines"])]
    all: bool,
    #[command(flatten)]
    reach: Reach,
    /// How many actions to show [default: 5, in JSON all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    lines: Option<u16>,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    text: TextArgs,
}

/// How far to look at each position.
#[derive(clap::Args, Clone, Copy, Debug)]
#[group(multiple = false)]
struct Reach {
    /// So many plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// So many positions [default: 1000000, with --all 100000 for each turn]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// So many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
}

/// Analyses and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let Some(path) = &args.record else {
        report::run(args, &Analyst::new(args)?, &args.position.game()?)?;
        return Ok(Exit::Done);
    };
    let OneGame { file, record, check } = OneGame::read(path, args.game)?;
    record.replay().context(file).advise(check)?;
    if args.all {
        review::run(args, &Analyst::new(args)?, &record)?;
    } else {
        report::run(args, &Analyst::new(args)?, &before(&record, args.turn)?)?;
    }
    Ok(Exit::Done)
}

/// The game before a turn, or as it stands on the board at the end: players who agreed on a result do not count.
fn before(record: &Record, turn: Option<u32>) -> Result<Game> {
    let mut game = started(record)?;
    let first = record.start.turn();
    let last = first.saturating_add(u32::try_from(record.turns.len()).unwrap_or(u32::MAX));
    if let Some(turn) = turn.filter(|turn| !(first..=last).contains(turn)) {
        return Err(anyhow!("the game has no turn {turn}"))
            .advise(format!("its turns have the numbers {first} to {last}"));
    }
    for ply in plies(record) {
        if turn.is_some_and(|turn| game.position().turn() == turn && game.position().chain().is_none()) {
            break;
        }
        game.play(ply).context("the record cannot be replayed")?;
    }
    Ok(game)
}

/// The game before its first turn.
fn started(record: &Record) -> Result<Game> {
    Game::from_position(record.rules, record.start).context("the record has no position to start from")
}

fn plies(record: &Record) -> impl Iterator<Item = Ply> {
    record.turns.iter().flat_map(|turn| turn.turn.0.iter().copied())
}

/// An engine that looks at positions.
struct Analyst {
    engine: Engine,
    /// Its endgame tables, if they come from a folder.
    folder: Option<Arc<TableFolder>>,
    limits: Limits,
    time: Option<Duration>,
}

impl Analyst {
    fn new(args: &Args) -> Result<Self> {
        /// So deep that something else ends the search.
        const DEEPEST: u32 = 64;
        let Reach { depth, nodes, movetime } = args.reach;
        let usual = if args.all { 100_000 } else { 1_000_000 };
        let is_bounded = depth.is_some() || movetime.is_some();
        let nodes = nodes.or((!is_bounded).then_some(usual));
        let settings = args.engine.settings(Level::Master);
        let folder = settings.named_table_folder()?;
        Ok(Self {
            engine: settings.engine(folder.as_ref()),
            folder,
            limits: Limits { nodes: Some(nodes.unwrap_or(u64::MAX)), depth: Some(depth.unwrap_or(DEEPEST)) },
            time: movetime.map(|time| Duration::from_millis(time.into())),
        })
    }

    /// What the actions are worth; none if the game is over. What was found before does not count, so that a position
    /// is worth the same wherever it comes up. Whoever watches is shown how far it is.
    fn look(&self, game: &Game, progress: &RefCell<Progress>, share: Share) -> Option<Analysis> {
        self.engine.forget();
        let watch = Watched { start: Instant::now(), analyst: self, progress, share };
        let analysis = self.engine.analyse(game, &self.limits, &watch);
        for fault in self.folder.as_ref().map(|folder| folder.faults()).unwrap_or_default() {
            // Nobody's work depends on it being seen.
            let _ = writeln!(io::stderr(), "banqi: went on without a table: {fault}");
        }
        analysis
    }
}

/// Which part of the work a position is.
#[derive(Clone, Copy)]
struct Share {
    index: usize,
    of: usize,
}

/// Ends a search when its time is over, and shows how far it is.
struct Watched<'a> {
    start: Instant,
    analyst: &'a Analyst,
    progress: &'a RefCell<Progress>,
    share: Share,
}

impl Watched<'_> {
    /// Shows how much of a part, in percent, is done.
    fn show(&self, percent: u64) {
        let Share { index, of } = self.share;
        self.progress.borrow_mut().show((index as u64 * 100 + percent.min(100)) / of.max(1) as u64);
    }

    fn pace(&self) -> Option<Pace> {
        self.analyst.time.map(Pace::fixed)
    }
}

impl Watch for Watched<'_> {
    fn is_timed(&self) -> bool {
        self.pace().is_some()
    }

    fn stop(&self) -> bool {
        let Some(pace) = self.pace() else { return false };
        let elapsed = self.start.elapsed();
        self.show((elapsed.as_millis() * 100 / pace.hard.as_millis().max(1)) as u64);
        elapsed >= pace.hard
    }

    fn reached(&self, thought: &Thought) -> bool {
        let Limits { nodes, depth } = self.analyst.limits;
        match (self.pace(), nodes, depth) {
            (Some(pace), ..) => return self.start.elapsed() < pace.soft,
            (None, Some(nodes), _) if nodes < u64::MAX => self.show(thought.nodes.saturating_mul(100) / nodes.max(1)),
            (None, _, Some(depth)) => self.show(u64::from(thought.depth * 100 / depth.max(1))),
            _ => {}
        }
        true
    }
}
