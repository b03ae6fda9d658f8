//! `banqi man`: the manual pages.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::Cli;
use crate::failure::{Advice as _, Exit};
use crate::standard_output;

/// Where to.
#[derive(clap::Args)]
#[command(after_long_help = "\
What is printed is for man to show, as in the first example.

Examples:
  banqi man | man -l -
  banqi man --out ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// Write a page for each command into this directory, which is made if need be; without it the first page is printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes the pages.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    // The pages of 'help' would repeat the others.
    let command = Cli::command().disable_help_subcommand(true);
    if let Some(directory) = &args.out {
        let written = fs::create_dir_all(directory).and_then(|()| clap_mangen::generate_to(command, directory));
        written
            .with_context(|| format!("the pages cannot be written to {}", directory.display()))
            .advise("give a directory that you may write to")?;
    } else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        standard_output::locked().write_all(&page)?;
    }
    Ok(Exit::Done)
}
