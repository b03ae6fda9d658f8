//! `banqi completions`: what a shell needs to complete the command's arguments.

use std::io::Write as _;

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Exit;
use crate::standard_output;

/// For which shell.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi completions bash > ~/.local/share/bash-completion/completions/banqi
  banqi completions zsh > ~/.zfunc/_banqi
  banqi completions fish > ~/.config/fish/completions/banqi.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    // Into memory first: the generator takes a failed write for a bug.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "banqi", &mut script);
    standard_output::locked().write_all(&script)?;
    Ok(Exit::Done)
}
