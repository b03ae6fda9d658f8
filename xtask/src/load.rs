//! Measures a server of its own: many games at once, or the pages of many players and games.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

use crate::serve;
use crate::workspace::{Workspace, run, show};

/// What is measured, and how much of it.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: Option<What>,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// Further arguments for the players: --turn-ms, --plies, --rules, --seed
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    more: Vec<String>,
}

/// What else there is to measure.
#[derive(clap::Subcommand)]
enum What {
    /// Fill a database with the players and games of a year, ask for all kinds of pages, and fail above 50 ms
    ///
    /// The file is kept in target/load-pages, or where --data says, and used again the next time.
    Pages {
        /// --players N, --games N, --store sqlite|postgres|postgres://.., --data DIR, --seconds S, --seed N
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

/// Builds what measures, and runs it.
pub(crate) fn load(workspace: &Workspace, options: &Options) -> Result<()> {
    run(&mut workspace.cargo(&["build", "--release", "-p", "banqi-load"]))?;
    match &options.what {
        // It has its server within it.
        Some(What::Pages { arguments }) => {
            run(Command::new(workspace.release("banqi-load")).arg("pages").args(arguments))
        }
        None => games(workspace, options),
    }
}

/// The server with its store in a folder under target/, which is emptied first.
fn games(workspace: &Workspace, options: &Options) -> Result<()> {
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
    players.args([
        "games",
        "--server",
        address,
        "--pid",
        &server.0.id().to_string(),
        "--games",
        &options.games.to_string(),
    ]);
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
