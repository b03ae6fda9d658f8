//! Plays many games at once on a server of its own, and says what that costs.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::serve;
use crate::workspace::{Workspace, run, show};

/// How much.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// Further arguments for the players: --turn-ms, --plies, --rules, --seed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    more: Vec<String>,
}

/// The server with its store in a folder under target/, which is emptied first.
pub(crate) fn load(workspace: &Workspace, options: &Options) -> Result<()> {
    run(&mut workspace.cargo(&["build", "--release", "-p", "banqi-load"]))?;
    serve::build(workspace)?;
    let data = workspace.root().join("target/load");
    if data.exists() {
        std::fs::remove_dir_all(&data).with_context(|| data.display().to_string())?;
    }
    let mut command = Command::new(workspace.release("banqi"));
    command.args(["serve", "--port", "0", "--log-level", "warn", "--data"]).arg(&data).stdout(Stdio::piped());
    // All come from one address, which nobody else would be allowed.
    command.args(["--games-per-address", "1000/s burst 100000", "--sockets-per-address", "100000"]);
    println!("$ {}", show(&command));
    let mut server = Server(command.spawn().context("banqi could not be started")?);
    let stdout = server.0.stdout.take().context("banqi serve says nothing")?;
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line)?;
    let address = line
        .split_once("http://")
        .and_then(|(_, rest)| rest.split([';', ' ', '/']).next())
        .with_context(|| format!("banqi serve did not say where it is: {line}"))?;

    let mut players = Command::new(workspace.release("banqi-load"));
    players.args(["--server", address, "--pid", &server.0.id().to_string(), "--games", &options.games.to_string()]);
    run(players.args(&options.more))
}

/// Ends with us.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
