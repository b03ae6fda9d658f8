//! `banqi bench`: how fast the engine is, and whether it searches as it did.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result};
use banqi_engine::{Bench, Technique, bench};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::failure::Exit;
use crate::standard_output;

/// What to search.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi bench
  banqi bench --depth 4 --json
  banqi bench --without star1,star2

Fixed positions are searched to a depth, each with an empty table and on one thread. The number of positions looked at is a \
checksum of the search: it is the same on every machine and at every speed, and changes when the search does.")]
pub(crate) struct Args {
    /// How many actions deep
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(1..=DEEPEST))]
    depth: u32,
    /// Leave out techniques of the search, to see what they gain
    #[arg(long, value_name = "TECHNIQUE,..", value_delimiter = ',', value_parser = techniques())]
    without: Vec<Technique>,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

/// A few seconds' work.
const DEPTH: u32 = 5;

/// Far deeper than can be searched.
const DEEPEST: i64 = 64;

fn techniques() -> impl TypedValueParser<Value = Technique> {
    PossibleValuesParser::new(Technique::ALL.iter().map(|technique| technique.name()))
        .try_map(|name| name.parse::<Technique>())
}

#[derive(Serialize)]
struct Answer {
    depth: u32,
    without: Vec<&'static str>,
    positions: usize,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

/// Searches and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&stop);
    ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed)).context("signals cannot be handled")?;
    let start = Instant::now();
    let done = bench(args.depth, &args.without, &|| stop.load(Ordering::Relaxed));
    let elapsed = start.elapsed();
    // Part of the work is no checksum of anything.
    let Some(Bench { positions, nodes }) = done else { return Ok(Exit::Interrupted) };
    let seconds = elapsed.as_secs_f64();
    let speed = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let nodes_per_second = speed.try_into().unwrap_or(u64::MAX);
    let Args { depth, .. } = *args;
    let without: Vec<&str> = args.without.iter().map(|technique| technique.name()).collect();
    let mut out = standard_output::locked();
    if args.json {
        let answer = Answer { depth, without, positions, nodes, seconds, nodes_per_second };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        let without = if without.is_empty() { String::new() } else { format!(" without {}", without.join(", ")) };
        writeln!(
            out,
            "depth {depth}{without}: {positions} positions, {nodes} nodes in {seconds:.3} s, {nodes_per_second} nodes a second"
        )?;
    }
    Ok(Exit::Done)
}
