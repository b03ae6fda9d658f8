//! `banqi solve`: the exact values of small boards.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Result, bail};
use banqi::{Kind, Rules};
use banqi_engine::Solver;
use serde::Serialize;

use crate::failure::{Advice as _, Exit};
use crate::progress::Progress;
use crate::standard_output;

/// The rules of a game whose positions have values of their own.
const RULES: &str = "taiwan-tournament:quiet=none,repetition=none";

/// What to solve.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi solve --board 2x3 --pieces KCP
  banqi solve --board 2x4 --pieces KGCP --json
  banqi solve --board 2x3 --pieces KPP --rules hong-kong:quiet=none,repetition=none

A value is the first player's chance to win less that to lose, with best play on both sides; play without end is a draw. \
Rules that look back at the game (quiet, repetition, cycle, chase) have to be off. Eight pieces are 53 million positions, \
and take a minute or two; each two more are about a hundred times as many.")]
pub(crate) struct Args {
    /// Files x ranks, 2x4 for a1 to b4
    #[arg(long, value_name = "FxR")]
    board: Board,
    /// The letters of each side's pieces, KGMRNCP; both sides' together fill the board
    #[arg(long, value_name = "LETTERS")]
    pieces: Pieces,
    /// The rules
    #[arg(long, default_value = RULES)]
    rules: Rules,
    /// The most memory to use, in GiB
    #[arg(long, value_name = "GIB", default_value_t = 3)]
    memory: u64,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy)]
struct Board {
    files: u8,
    ranks: u8,
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (files, ranks) = text.split_once('x').ok_or("files x ranks, 2x4 for instance")?;
        let read = |text: &str| text.parse().map_err(|_| format!("{text:?} is no number of squares"));
        Ok(Self { files: read(files)?, ranks: read(ranks)? })
    }
}

#[derive(Clone)]
struct Pieces(Vec<Kind>);

impl FromStr for Pieces {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = |letter: char| Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase());
        let read = |letter| kind(letter).ok_or_else(|| format!("{letter:?} is none of KGMRNCP"));
        text.chars().map(read).collect::<Result<_, _>>().map(Self)
    }
}

#[derive(Serialize)]
struct Answer {
    flips: BTreeMap<String, f64>,
    value: f64,
}

/// Solves and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let Board { files, ranks } = args.board;
    let solver = Solver::new(files, ranks, &args.pieces.0, args.rules).advise("'banqi help solve' has examples")?;
    // A value takes eight bytes; the table that finds it, and the largest layer while it is solved, as much again.
    let (positions, most) = (solver.positions(), args.memory.saturating_mul(1 << 30) / 16);
    if positions > most {
        bail!("the board has {positions} positions, and {} GiB are enough for {most}", args.memory);
    }
    let start = Instant::now();
    let mut progress = Progress::new("solve");
    let solution = solver.solve(|done, all| {
        progress.show(done * 100 / all.max(1));
        ControlFlow::Continue(())
    });
    progress.clear();
    let Some(solution) = solution else { bail!("it was broken off") };
    let mut out = standard_output::locked();
    if args.json {
        let flips = solution.flips.iter().map(|(square, value)| (square.to_string(), *value)).collect();
        writeln!(out, "{}", serde_json::to_string(&Answer { flips, value: solution.value })?)?;
    } else {
        for (square, value) in &solution.flips {
            writeln!(out, "{square}  {value:+.12}")?;
        }
        let seconds = start.elapsed().as_secs_f64();
        writeln!(out, "value {:+.12}, from {positions} positions in {seconds:.1} s", solution.value)?;
    }
    Ok(Exit::Done)
}
