//! From a checkout to the page: finds, builds, serves.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::client::{self, Built};
use crate::table::seconds;
use crate::workspace::{Workspace, run, show};

/// Where to serve.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    pub(crate) install: crate::Install,
}

/// Builds what is not built, and serves until it is stopped.
pub(crate) fn serve(workspace: &Workspace, options: &Options) -> Result<()> {
    let start = Instant::now();
    println!("== 1/3 the client: what runs in the browser");
    if client::build(workspace)? == Built::Not {
        println!(
            "This goes on without the client. `banqi play` plays in the terminal: cargo run --release -p banqi-cli -- play"
        );
    }
    println!("\n== 2/3 the server: one file with the client in it");
    build(workspace)?;
    println!("\n== 3/3 serving, {} s after the start", seconds(start.elapsed()));
    let mut command = Command::new(workspace.release("banqi"));
    command.args(["serve", "--port", &options.port.to_string()]);
    if options.open {
        command.arg("--open");
    }
    become_it(&mut command)
}

/// Builds the command `banqi` as it is shipped.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    run(&mut workspace.cargo(&["build", "--release", "-p", "banqi-cli"]))
}

/// The server takes our place: who stops us stops it.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt;

    println!("$ {}", show(command));
    Err(command.exec()).context("banqi could not be started")
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<()> {
    run(command)
}
