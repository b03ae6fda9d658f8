//! `banqi perft`: counts the tree of actions.

use std::io::{self, Write as _};
use std::time::Instant;

use anyhow::Result;
use banqi::{Game, Perft, Ply, perft};
use serde::Serialize;

use crate::failure::Exit;
use crate::game_args::GameArgs;
use crate::progress::Progress;
use crate::standard_output;

/// What to count.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi perft --depth 3
  banqi perft --rules hong-kong --depth 4 --json
  banqi perft --rules taiwan-quick:dark=trade --fen '3k/4/4/4/4/4/?3/P3 r r1 18 70' --depth 3 --divide

Depth counts actions: a flip, a step, a capture, each hop of a chain, 'end'. A flip, and an attack on a face-down piece,
counts once for each different piece that is face down. Nodes are the positions whose actions were generated.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many actions deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    depth: u32,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
    /// Count below each first action by itself
    #[arg(long, conflicts_with = "json")]
    divide: bool,
}

/// Far deeper than can be counted, and shallow enough for the stack.
const DEEPEST: i64 = 200;

#[derive(Serialize)]
struct Answer {
    depth: u32,
    leaves: u64,
    nodes: u64,
    seconds: f64,
}

/// Counts and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let mut game = args.game.game()?;
    let depth = args.depth;
    let mut out = standard_output::locked();
    let start = Instant::now();
    let mut progress = Progress::new("perft");
    let count = if args.divide {
        by_first_ply(&mut game, depth, |ply, count, _| writeln!(out, "{ply} {}", count.leaves))?
    } else if progress.is_watched() && splits_freely(&game) {
        let count = by_first_ply(&mut game, depth, |_, _, percent| {
            progress.show(percent);
            Ok(())
        })?;
        progress.clear();
        count
    } else {
        perft(&mut game, depth)
    };
    let elapsed = start.elapsed();
    let seconds = elapsed.as_secs_f64();
    let Perft { leaves, nodes } = count;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Answer { depth, leaves, nodes, seconds })?)?;
    } else {
        let speed = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
        writeln!(out, "depth {depth}: {leaves} leaves, {nodes} nodes in {seconds:.3} s, {speed} nodes a second")?;
    }
    Ok(Exit::Done)
}

/// Whether counting below each first ply takes no longer than counting all at once.
///
/// Below a flip it does not. Below a step the rules may have to look back at the step, which takes longer, and a
/// count for comparison must not depend on who watches.
fn splits_freely(game: &Game) -> bool {
    game.actions().iter().all(|&action| game.reveals(action))
}

/// Counts below each first ply and tells what was counted, and how much of it all is done in percent.
fn by_first_ply(
    game: &mut Game,
    depth: u32,
    mut tell: impl FnMut(Ply, Perft, u64) -> io::Result<()>,
) -> io::Result<Perft> {
    let Some(below) = depth.checked_sub(1).filter(|_| game.outcome().is_none()) else {
        return Ok(perft(game, depth));
    };
    let plies = first_plies(game);
    let mut sum = Perft { leaves: 0, nodes: 1 };
    for (index, &ply) in plies.iter().enumerate() {
        game.play_unchecked(ply);
        let count = perft(game, below);
        game.undo();
        sum += count;
        tell(ply, count, ((index + 1) * 100 / plies.len()) as u64)?;
    }
    Ok(sum)
}

/// The actions of a game, those that turn a piece over once for each that may come up.
fn first_plies(game: &Game) -> Vec<Ply> {
    let mut plies = Vec::new();
    for &action in game.actions().iter() {
        if game.reveals(action) {
            plies.extend(game.position().bag().iter().map(|(piece, _)| Ply::new(action, Some(piece))));
        } else {
            plies.push(action.into());
        }
    }
    plies
}
