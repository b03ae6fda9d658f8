//! Fits the constants of the engine's evaluation to recorded games: `cargo xtask tune`.
//!
//! A position's lead, brought to expected points, should be what its game brought: the constants are those with the least
//! mean squared error (Österlund, "Texel's tuning method", 2014). One constant after the other is moved by a step, up or
//! down, as long as that makes the error less; then by half a step. A tenth of the games is held out, so that one sees
//! whether the constants have learnt the games by heart.

mod fit;
mod samples;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use banqi_engine::tuning::Weights;
use clap::Parser;

/// Fit the constants of the evaluation to recorded games
///
/// Prints each constant that has changed, and the error before and after; with --write it changes them in the source.
#[derive(Parser)]
#[command(name = "cargo xtask tune", bin_name = "cargo xtask tune")]
struct Options {
    /// Files of records, as `banqi match --out` keeps them
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// Change the constants in this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Take each N-th position of a game
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Leave these constants as they are
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    fixed: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    if let Some(unknown) = options.fixed.iter().find(|name| !Weights::NAMES.contains(&name.as_str())) {
        bail!("--fixed: there is no constant {unknown:?}; there are {}", Weights::NAMES.join(" "));
    }
    let samples = samples::read(&options.records, options.every as usize)?;
    if samples.training.is_empty() {
        bail!("there are no finished games in these files");
    }
    println!("{} positions to learn from, {} held out", samples.training.len(), samples.held_out.len());
    let before = Weights::TUNED;
    let error = |weights: Weights, of: &[samples::Sample]| fit::error(&samples.rules, weights, of);
    println!("error before: {:.6}, held out {:.6}", error(before, &samples.training), error(before, &samples.held_out));
    let after = fit::fit(&samples, before, &options.fixed);
    println!("error after:  {:.6}, held out {:.6}", error(after, &samples.training), error(after, &samples.held_out));
    for ((name, before), after) in Weights::NAMES.iter().zip(before.to_array()).zip(after.to_array()) {
        if before != after {
            println!("{name}: {before} -> {after}");
        }
    }
    options.write.as_ref().map_or(Ok(()), |file| write(file, after))
}

/// Puts the constants where the source has `name = number,`.
fn write(file: &PathBuf, weights: Weights) -> Result<()> {
    let context = || file.display().to_string();
    let mut source = std::fs::read_to_string(file).with_context(context)?;
    for (name, value) in Weights::NAMES.iter().zip(weights.to_array()) {
        let start = format!("\n    {name} = ");
        let Some(at) = source.find(&start).map(|at| at + start.len()) else { bail!("no {name} in {}", context()) };
        let Some(end) = source[at..].find(',') else { bail!("no end of {name} in {}", context()) };
        source.replace_range(at..at + end, &value.to_string());
    }
    std::fs::write(file, source).with_context(context)
}
