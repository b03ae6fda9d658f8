//! What a change has to pass. A step is one value in [`STEPS`].

use std::env;
use std::fs;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::table::{Outcome, Table, seconds};
use crate::workspace::{Workspace, answers, read, run};
use crate::{Install, browser, tidy};

/// One check: its name on the command line, what it makes sure of, how.
struct Step {
    name: &'static str,
    about: &'static str,
    check: fn(&Workspace) -> Result<()>,
}

/// Cheap ones first, and the order in which a failure says most.
const STEPS: &[Step] = &[
    Step { name: "format", about: "the code is formatted", check: format },
    Step { name: "clippy", about: "no warning from the compiler or clippy", check: clippy },
    Step { name: "no-std", about: "the rules crate needs no std and no other crate", check: no_std },
    Step { name: "unit", about: "unit, property and golden tests", check: unit },
    Step { name: "doctest", about: "the examples in the documentation run", check: doctest },
    Step { name: "docs", about: "the documentation builds without a warning", check: docs },
    Step { name: "tidy", about: "no unfinished marks, no dead links, every crate described", check: tidy },
    Step { name: "web", about: "the browser client builds", check: browser::client },
    Step { name: "browser", about: "the client works in a browser", check: browser::test },
];

/// Which steps, and what to do about a failure.
#[derive(Args)]
pub(crate) struct Choice {
    /// Run these steps only, in their usual order
    #[arg(long, value_name = "STEP,..", value_delimiter = ',', value_parser = names())]
    only: Vec<String>,
    /// Run the steps that follow a failure too
    #[arg(long)]
    keep_going: bool,
    /// List the steps and stop
    #[arg(long, exclusive = true)]
    list: bool,
    #[command(flatten)]
    pub(crate) install: Install,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(STEPS.iter().map(|step| step.name))
}

/// Runs the chosen steps.
pub(crate) fn test(workspace: &Workspace, choice: &Choice) -> Result<()> {
    if choice.list {
        for step in STEPS {
            println!("{:<8} {}", step.name, step.about);
        }
        return Ok(());
    }

    let chosen = choose(&choice.only);
    let mut table = Table::default();
    let mut broken = false;
    for (number, step) in chosen.iter().enumerate() {
        if broken && !choice.keep_going {
            table.add(step.name, Outcome::NotRun);
            continue;
        }
        println!("\n== {}/{} {}: {}", number + 1, chosen.len(), step.name, step.about);
        let start = Instant::now();
        let result = (step.check)(workspace);
        let spent = start.elapsed();
        let outcome = match result {
            Ok(()) => Outcome::Passed(spent),
            Err(error) => {
                broken = true;
                println!("{} failed: {error:#}", step.name);
                Outcome::Failed(spent)
            }
        };
        println!("-- {} took {} s", step.name, seconds(spent));
        table.add(step.name, outcome);
    }

    println!("\n{table}");
    let failed = table.failed().join(",");
    if !failed.is_empty() {
        bail!("failed: {failed}. To repeat: cargo xtask test --only {failed}");
    }
    Ok(())
}

/// All steps when none is named; in their own order, each once, however they are named.
fn choose(only: &[String]) -> Vec<&'static Step> {
    STEPS.iter().filter(|step| only.is_empty() || only.iter().any(|name| name == step.name)).collect()
}

fn format(workspace: &Workspace) -> Result<()> {
    run(&mut workspace.cargo(&["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own.
    if workspace.root().join("fuzz/Cargo.toml").exists() {
        run(&mut workspace.cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]))?;
    }
    Ok(())
}

fn clippy(workspace: &Workspace) -> Result<()> {
    let args = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    run(&mut workspace.cargo(&args))
}

/// A target without std is not on every machine. So: the crate says that it is no_std, and builds
/// with no crate beside it that could bring std back in.
fn no_std(workspace: &Workspace) -> Result<()> {
    run(&mut workspace.cargo(&["build", "-p", "banqi", "--no-default-features"]))?;

    let lib = workspace.root().join("crates/banqi/src/lib.rs");
    let text = fs::read_to_string(&lib).with_context(|| lib.display().to_string())?;
    if !text.lines().any(|line| line.starts_with("#![") && line.contains("no_std")) {
        bail!("crates/banqi/src/lib.rs does not say `#![no_std]`");
    }

    let args = ["tree", "-p", "banqi", "--no-default-features", "--target", "all"];
    let shape = ["-e", "normal,build", "--depth", "1", "--prefix", "none"];
    let tree = read(workspace.cargo(&args).args(shape))?;
    let others: Vec<&str> = tree.lines().skip(1).filter(|line| !line.is_empty()).collect();
    if !others.is_empty() {
        bail!("banqi depends on {} with all features off; make it optional, behind a feature", others.join(", "));
    }
    Ok(())
}

fn unit(workspace: &Workspace) -> Result<()> {
    if answers(&mut workspace.cargo(&["nextest", "--version"])) {
        return run(&mut workspace.cargo(&["nextest", "run", "--workspace", "--all-features"]));
    }
    println!("cargo-nextest is not installed: running cargo test, which is slower");
    let args = ["test", "--workspace", "--all-features", "--lib", "--bins", "--tests"];
    run(&mut workspace.cargo(&args))
}

fn doctest(workspace: &Workspace) -> Result<()> {
    run(&mut workspace.cargo(&["test", "--workspace", "--all-features", "--doc"]))
}

fn docs(workspace: &Workspace) -> Result<()> {
    let mut flags = env::var("RUSTDOCFLAGS").unwrap_or_default();
    if !flags.is_empty() {
        flags.push(' ');
    }
    flags.push_str("-D warnings");
    let args = ["doc", "--workspace", "--no-deps", "--all-features"];
    run(workspace.cargo(&args).env("RUSTDOCFLAGS", flags))
}

fn tidy(workspace: &Workspace) -> Result<()> {
    let problems = tidy::problems(workspace.root())?;
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => Ok(()),
        1 => bail!("1 problem"),
        n => bail!("{n} problems"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(only: &[&str]) -> Vec<&'static str> {
        let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
        choose(&only).iter().map(|step| step.name).collect()
    }

    #[test]
    fn none_named_means_all() {
        assert_eq!(chosen(&[]).len(), STEPS.len());
    }

    #[test]
    fn the_order_is_the_lists_and_each_runs_once() {
        assert_eq!(chosen(&["unit", "format", "unit"]), ["format", "unit"]);
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), STEPS.len());
    }
}
