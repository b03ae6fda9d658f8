//! `banqi tables verify`.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use banqi_tables::{Cause, Contradiction, MakeError, Verified, verify};
use serde::Serialize;
use serde_json::json;

use super::{RULES, Work, failed, missing, or_all, threads, word};
use crate::failure::{Exit, one_line};
use crate::game_args::read_rules;
use crate::standard_output;

/// Which tables.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi tables verify tables
  banqi tables verify tables --rules taiwan-quick --json

Every entry is derived again from what the position's legal actions lead to. The exit code is 1 if any is wrong, or a file \
is damaged. Repetition, cycle and chase do not change a table.")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The rules
    #[arg(long, value_name = "RULES", default_value = RULES)]
    rules: String,
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
    tables: usize,
    positions: u64,
    wrong: u64,
    contradictions: Vec<serde_json::Value>,
    /// The first file that is damaged; then nothing was verified.
    damaged: Option<String>,
    seconds: f64,
}

/// Verifies, and prints what was found.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = read_rules(&args.rules)?;
    let work = Work::new("verify")?;
    let start = Instant::now();
    let found = verify(&rules, &args.folder, or_all(args.threads), &|progress| work.show(progress));
    let percent = work.clear();
    let mut out = standard_output::locked();
    let (verified, damaged) = match found {
        Ok(verified) => (verified, None),
        Err(MakeError::Fault(fault)) if matches!(fault.cause, Cause::File(_)) => {
            (Verified::default(), Some(one_line(&fault.to_string())))
        }
        Err(error) => match failed(error, &rules, &args.folder) {
            Some(error) => return Err(error),
            None if args.json => return Ok(Exit::Interrupted),
            None => {
                writeln!(out, "stopped at {percent} %")?;
                return Ok(Exit::Interrupted);
            }
        },
    };
    if verified.tables == 0 && damaged.is_none() {
        return Err(missing(&args.folder, &rules, "there is no table"));
    }
    let Verified { tables, positions, wrong, contradictions } = verified;
    let seconds = start.elapsed().as_secs_f64();
    let exit = if wrong > 0 || damaged.is_some() { Exit::CheckFailed } else { Exit::Done };
    if args.json {
        let contradictions = contradictions.iter().map(written).collect();
        let rules = rules.to_string();
        let answer = Answer { rules, tables, positions, wrong, contradictions, damaged, seconds };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        return Ok(exit);
    }
    if let Some(fault) = damaged {
        writeln!(out, "{fault}")?;
        return Ok(exit);
    }
    for Contradiction { position, told, follows } in &contradictions {
        writeln!(out, "{position}: {told}, but its successors make it {follows}")?;
    }
    writeln!(out, "{tables} tables, {positions} positions, {wrong} wrong; {seconds:.1} s")?;
    Ok(exit)
}

fn written(contradiction: &Contradiction) -> serde_json::Value {
    let Contradiction { position, told, follows } = contradiction;
    json!({
        "position": position.to_string(),
        "told": {"value": word(*told), "plies": told.plies()},
        "follows": {"value": word(*follows), "plies": follows.plies()},
    })
}
