//! Runs the targets of fuzz/ with cargo-fuzz.

use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};

use crate::Cli;
use crate::table::{Outcome, Table};
use crate::workspace::{Workspace, answers, run};

/// Which targets, and for how long.
#[derive(Args)]
pub(crate) struct Options {
    /// Seconds for each target
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// List the targets and stop
    #[arg(long)]
    list: bool,
    /// The targets; all of them when none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

/// Runs the targets one after the other; a finding in one does not keep the others from running.
pub(crate) fn fuzz(workspace: &Workspace, options: &Options) -> Result<()> {
    let present = targets(workspace)?;
    if options.list {
        for target in &present {
            println!("{target}");
        }
        return Ok(());
    }
    let chosen = match choose(&present, &options.targets) {
        Ok(chosen) => chosen,
        Err(error) => Cli::command().error(ErrorKind::InvalidValue, error).exit(),
    };
    tools(workspace)?;

    let mut table = Table::default();
    for target in chosen {
        println!("\n== {target}: {} s", options.seconds);
        let start = Instant::now();
        let outcome = match run_target(workspace, target, options.seconds) {
            Ok(()) => Outcome::Passed(start.elapsed()),
            Err(error) => {
                println!("{target} failed: {error:#}");
                Outcome::Failed(start.elapsed())
            }
        };
        table.add(target, outcome);
    }
    println!("\n{table}");
    let failed = table.failed().join(" ");
    if !failed.is_empty() {
        bail!("failed: {failed}. The inputs that did it are in fuzz/artifacts/");
    }
    Ok(())
}

/// The names of the files in fuzz/fuzz_targets, sorted.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.root().join("fuzz/fuzz_targets");
    let mut targets = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "rs")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            targets.push(name.to_owned());
        }
    }
    targets.sort_unstable();
    Ok(targets)
}

fn choose<'a>(present: &'a [String], named: &'a [String]) -> Result<&'a [String]> {
    if named.is_empty() {
        return Ok(present);
    }
    if let Some(unknown) = named.iter().find(|name| !present.contains(name)) {
        bail!("there is no fuzz target {unknown:?}; there are: {}", present.join(", "));
    }
    Ok(named)
}

fn tools(workspace: &Workspace) -> Result<()> {
    if !answers(Command::new("rustup").args(["run", "nightly", "rustc", "--version"])) {
        bail!("fuzzing needs a nightly toolchain; to install it: rustup toolchain install nightly");
    }
    if !answers(&mut workspace.nightly_cargo(&["fuzz", "--version"])) {
        bail!("fuzzing needs cargo-fuzz; to install it: cargo install cargo-fuzz");
    }
    Ok(())
}

/// No sanitizer: there is no unsafe code for it to watch, and without it more inputs are tried.
/// What was found stays in fuzz/corpus; inputs worth keeping for everybody are in fuzz/seeds.
fn run_target(workspace: &Workspace, target: &str, seconds: u32) -> Result<()> {
    let corpus = format!("fuzz/corpus/{target}");
    let seeds = format!("fuzz/seeds/{target}");
    fs::create_dir_all(workspace.root().join(&corpus)).with_context(|| corpus.clone())?;
    let mut command = workspace.nightly_cargo(&["fuzz", "run", "--sanitizer", "none", target]);
    command.arg(&corpus);
    if workspace.root().join(&seeds).is_dir() {
        command.arg(&seeds);
    }
    // Longer inputs would be slower and no different.
    command.args(["--", &format!("-max_total_time={seconds}"), "-timeout=10", "-max_len=4096"]);
    let words = format!("fuzz/dictionaries/{target}.dict");
    if workspace.root().join(&words).is_file() {
        command.arg(format!("-dict={words}"));
    }
    run(&mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_target_is_refused_with_the_known_ones() {
        let present = ["action".to_owned(), "rules".to_owned()];
        assert_eq!(choose(&present, &[]).unwrap(), present);
        assert_eq!(choose(&present, &present[1..]).unwrap(), ["rules"]);
        let error = choose(&present, &["rule".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "there is no fuzz target \"rule\"; there are: action, rules");
    }
}
