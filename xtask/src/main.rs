//! The project's own commands: `cargo xtask serve`, `cargo xtask test` and the others.

mod article;
mod browser;
mod bundle;
mod client;
mod consent;
mod fuzz;
mod load;
mod npm;
mod serve;
mod steps;
mod table;
mod tidy;
mod tools;
mod tune;
mod wasm;
mod workspace;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::consent::Consent;
use crate::steps::Choice;
use crate::workspace::Workspace;

/// Builds, serves, checks, fuzzes and measures the project.
///
/// Exit codes: 0 all done, 1 a check failed, 2 the command line was wrong.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the game and serve it to this machine's browser
    ///
    /// Finds or installs what is missing, builds the browser client and the server, and serves. What is built already is
    /// not built again.
    Serve(serve::Options),
    /// Run every check that a change has to pass
    ///
    /// The steps run in a fixed order and stop at the first failure. Each one shows its commands,
    /// and a table at the end gives the seconds of each.
    Test(Choice),
    /// Build the browser client into target/web/dist
    Web(Install),
    /// Measure what the browser loads, the time to the first flip and the engine's speed, and fail beyond the limits
    Weigh(Install),
    /// Draw every screen in every language, at three widths, light and dark, into target/screens
    Screens {
        #[command(flatten)]
        install: Install,
        /// Only screens with one of these in their names
        names: Vec<String>,
    },
    /// Play a thousand games at once on a server of its own, and measure it; or the pages of many players and games
    Load(load::Options),
    /// Fit the constants of the engine's evaluation to recorded games
    Tune(tune::Options),
    /// Run the fuzz targets, each for a while
    ///
    /// Needs cargo-fuzz and a nightly toolchain; says how to get them when they are missing.
    Fuzz(fuzz::Options),
    /// Run the benches of the rules crate
    ///
    /// What follows goes to the benches: `cargo xtask bench perft` runs those with "perft" in
    /// their name, `cargo xtask bench -- --save-baseline before` keeps the figures for comparison.
    Bench {
        /// Arguments for the benches
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
}

/// What may be installed.
#[derive(Args)]
struct Install {
    /// Install what is missing without asking
    #[arg(long)]
    yes: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let workspace = Workspace::find();
    let done = match cli.command {
        Command::Test(choice) => steps::test(&workspace.with(Consent::find(choice.install.yes)), &choice),
        Command::Serve(options) => serve::serve(&workspace.with(Consent::find(options.install.yes)), &options),
        Command::Web(install) => browser::client(&workspace.with(Consent::find(install.yes))),
        Command::Weigh(install) => browser::weigh(&workspace.with(Consent::find(install.yes))),
        Command::Screens { install, names } => browser::screens(&workspace.with(Consent::find(install.yes)), &names),
        Command::Load(options) => load::load(&workspace, &options),
        Command::Tune(options) => tune::tune(&workspace, &options),
        Command::Fuzz(options) => fuzz::fuzz(&workspace, &options),
        Command::Bench { args } => bench(&workspace, &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Only the bench targets: the library's own test harness would refuse criterion's arguments.
fn bench(workspace: &Workspace, args: &[String]) -> anyhow::Result<()> {
    let mut command = workspace.cargo(&["bench", "-p", "banqi", "--bench", "*"]);
    if !args.is_empty() {
        command.arg("--").args(args);
    }
    workspace::run(&mut command)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn what_follows_load_goes_on_to_what_measures() {
        for line in [
            "xtask load",
            "xtask load --games 10 --plies 20",
            "xtask load pages",
            "xtask load pages --players 10 --store postgres",
        ] {
            assert!(super::Cli::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
    }
}
