//! `banqi record`: what can be done with records of games.

mod check;
pub(crate) mod file;
mod lapses;
mod show;

use anyhow::Result;
use clap::Subcommand;

use crate::failure::Exit;

/// What to do with records.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay records under their rules and say where they are wrong
    Check(check::Args),
    /// Show a recorded game: its position, at the end or before a turn, and its turns
    Show(show::Args),
    /// Find games in which a win was let go
    Lapses(lapses::Args),
}

/// Does it.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Show(args) => show::run(args),
        Command::Lapses(args) => lapses::run(args),
    }
}
