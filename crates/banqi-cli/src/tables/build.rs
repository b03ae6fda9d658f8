//! `banqi tables build`.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use banqi_tables::{Made, make};
use serde::Serialize;

use super::{RULES, Work, failed, or_all, pieces, threads};
use crate::failure::Exit;
use crate::game_args::read_rules;
use crate::standard_output;

/// What to make, and where.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi tables build --out tables
  banqi tables build --pieces 3 --rules hong-kong --out tables
  banqi tables build --rules taiwan-quick --out tables

Tables that are there already are kept, damaged ones made anew. Broken off with Ctrl-C, what was made stays, and the same \
call goes on from there. One folder can have the tables of several rule sets. Repetition, cycle and chase do not change a \
table. Four pieces take half a minute of a processor and 4 MB, five some twenty minutes and about 270 MB.")]
pub(crate) struct Args {
    /// How many pieces at most
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = pieces())]
    pieces: usize,
    /// The rules
    #[arg(long, value_name = "RULES", default_value = RULES)]
    rules: String,
    /// The folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// How many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<usize>,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    rules: String,
    pieces: usize,
    tables: usize,
    /// How many of them were there already.
    kept: usize,
    positions: u64,
    /// How many were written now.
    bytes: u64,
    longest: u16,
    /// Whether the quiet limit makes draws of some wins.
    limited: bool,
    seconds: f64,
}

/// Makes them, and prints what there is.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = read_rules(&args.rules)?;
    let work = Work::new("tables")?;
    let start = Instant::now();
    let made = make(&rules, args.pieces, &args.out, or_all(args.threads), &|progress| work.show(progress));
    let percent = work.clear();
    let mut out = standard_output::locked();
    let Made { tables, kept, positions, bytes, extent } = match made {
        Ok(made) => made,
        Err(error) => match failed(error, &rules, &args.out) {
            Some(error) => return Err(error),
            None if args.json => return Ok(Exit::Interrupted),
            None => {
                writeln!(out, "stopped at {percent} %; what was made is kept, and the same call goes on from there")?;
                return Ok(Exit::Interrupted);
            }
        },
    };
    let seconds = start.elapsed().as_secs_f64();
    let (longest, limited) = (extent.longest, extent.is_cut);
    if args.json {
        let (rules, pieces) = (rules.to_string(), args.pieces);
        let answer = Answer { rules, pieces, tables, kept, positions, bytes, longest, limited, seconds };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        return Ok(Exit::Done);
    }
    writeln!(out, "{tables} tables, {kept} of them there already, {positions} positions, {bytes} bytes written")?;
    let limit = if limited { "; the quiet limit makes draws of some wins" } else { "" };
    writeln!(out, "longest way to a conversion {longest} plies{limit}; {seconds:.1} s")?;
    Ok(Exit::Done)
}
