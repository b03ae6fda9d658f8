//! Many games at once, as two players each who speak the documented protocol and nothing else.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use banqi::Rules;
use banqi_wire::{Clock, FirstMover, NewGame};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::connection::Guest;
use crate::game::{Pace, play};
use crate::meter::{Meter, Usage};

/// How much.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Where the server is, on this machine and without TLS
    #[arg(long, value_name = "IP:PORT")]
    server: SocketAddr,
    /// The server's process, to measure its time and memory (Linux)
    #[arg(long)]
    pid: Option<u32>,
    /// How many games at once
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Milliseconds from turn to turn in each game
    #[arg(long, default_value_t = 1000)]
    turn_ms: u64,
    /// A player gives up after so many plies of the game
    #[arg(long, default_value_t = 150)]
    plies: usize,
    /// The rules of all games
    #[arg(long, default_value = "taiwan-tournament")]
    rules: Rules,
    /// Decides what is played
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays them, and says what that costs.
pub(crate) async fn run(arguments: &Options) -> Result<()> {
    let before = arguments.pid.map(Usage::of).transpose()?;
    let bar = ProgressBar::new(arguments.games.into());
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos} of {len} games over, {elapsed}, {msg}")?);
    let meter = Meter::default();
    let pace = Pace { turn: Duration::from_millis(arguments.turn_ms), plies: arguments.plies, leaves: false };

    let mut games = JoinSet::new();
    for number in 0..arguments.games {
        let (server, meter, rules) = (arguments.server, meter.clone(), arguments.rules);
        let seed = arguments.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(number));
        // Spread over one turn, as games are in life.
        let begin = pace.turn * number / arguments.games.max(1) * 5;
        games.spawn(async move {
            sleep(begin).await;
            let players = [2 * number, 2 * number + 1].map(|number| Guest::new(server, number));
            let new = NewGame::casual(rules, Clock::Fischer { initial: 3600, increment: 5 }, FirstMover::Tiles);
            Box::pin(play(players, &new, pace, seed, &meter)).await
        });
    }
    let mut failed = Vec::new();
    let mut most = before.map_or(0, |before| before.memory);
    let mut look = tokio::time::interval(Duration::from_secs(1));
    loop {
        tokio::select! {
            over = games.join_next() => match over {
                None => break,
                Some(over) => {
                    bar.inc(1);
                    if let Err(error) = over? {
                        failed.push(format!("{error:#}"));
                    }
                }
            },
            _ = look.tick() => {
                bar.set_message(format!("{} turns", meter.turns()));
                if let Some(pid) = arguments.pid {
                    most = most.max(Usage::of(pid)?.memory);
                }
            }
        }
    }
    bar.finish_and_clear();

    let turns = meter.turns();
    println!(
        "games                {} complete and verified by both players, {} not",
        arguments.games - failed.len() as u32,
        failed.len()
    );
    println!("turns                {turns}");
    if let Some(acknowledged) = meter.acknowledged() {
        println!("acknowledged after   {acknowledged}");
    }
    if let (Some(before), Some(pid)) = (before, arguments.pid) {
        let spent = Usage::of(pid)?.seconds - before.seconds;
        println!("server CPU           {spent:.1} s, {:.3} s for 1,000 turns", spent * 1000.0 / (turns.max(1) as f64));
        let each = most.saturating_sub(before.memory) / u64::from(arguments.games.max(1));
        println!("server memory        {:.1} MB at most, {:.1} kB a game", most as f64 / 1e6, each as f64 / 1e3);
    }
    for error in failed.iter().take(5) {
        eprintln!("{error}");
    }
    ensure!(failed.is_empty(), "{} games failed", failed.len());
    Ok(())
}
