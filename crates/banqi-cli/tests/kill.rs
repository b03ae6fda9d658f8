//! `banqi serve` is killed, without a warning, again and again while games are played; each time another one goes on with
//! what it left. Whatever a client was told has to be there afterwards, and every game has to come to its end.
#![cfg(unix)]

#[path = "../../banqi-server/tests/support/mod.rs"]
mod support;

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use banqi_room::{Ending, Room, Stage};
use banqi_wire::{ClientMessage, Command, Event, FirstMover, GameId, Numbered, Player, ServerMessage, VERSION};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use serde_json::json;
use support::client::{Client, Heard, secret};
use support::game::random_action;
use support::http::Guest;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// After so many turns somebody gives up: a game need not be long to be killed in.
const ENOUGH: u32 = 24;

/// A few, with the other tests.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_survives_a_kill() {
    killed(None, 10, 3, 1, Duration::ZERO).await;
}

/// The same, with the games in another process than the one that is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_told_survives_a_kill_with_postgres() {
    let Some(mut postgres) = support::postgres::start().await else { return };
    let database = postgres.database().await.unwrap();
    killed(Some(&database), 10, 3, 1, Duration::ZERO).await;
}

/// Many: `cargo test -p banqi-cli --test kill -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute"]
async fn what_was_told_survives_many_kills() {
    for seed in 0..5 {
        killed(None, 20, 10, seed, Duration::from_secs(2)).await;
    }
}

/// Many: `cargo test -p banqi-cli --test kill -- --ignored --nocapture`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes a minute"]
async fn what_was_told_survives_many_kills_with_postgres() {
    let Some(mut postgres) = support::postgres::start().await else { return };
    for seed in 0..5 {
        let database = postgres.database().await.unwrap();
        killed(Some(&database), 20, 10, seed, Duration::from_secs(2)).await;
    }
}

/// Plays so many games at once on a server that is killed so often, at points that the seed chooses. The games are in a file,
/// or in the database of an address.
async fn killed(store: Option<&str>, games: usize, kills: usize, seed: u64, longest_away: Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path(), store);
    let (address, addresses) = watch::channel(Some(server.address));
    let told = Arc::new(AtomicU64::new(0));
    let mut clients = JoinSet::new();
    for number in 0..games {
        let log = |who: &str| folder.path().join(format!("{number}-{who}.log"));
        let (logs, addresses, told) = ([log("creator"), log("friend")], addresses.clone(), told.clone());
        clients.spawn(async move { play(addresses, logs, told, seed * 1000 + number as u64).await });
    }

    // Events that are told in all, by which the points are chosen: each client is told some fifteen before the play and
    // then one a turn.
    let all = games as u64 * 2 * u64::from(10 + ENOUGH);
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut points: Vec<u64> = (0..kills).map(|_| rng.random_range(0..all)).collect();
    points.sort_unstable();
    let mut killed = 0;
    for point in points {
        let reached = Instant::now();
        while told.load(Ordering::Relaxed) < point && !clients.is_empty() && reached.elapsed() < Duration::from_mins(1)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        address.send_replace(None);
        server.kill();
        killed += 1;
        // Some come back at once, some are away for long enough to be seen on a clock.
        tokio::time::sleep(longest_away.mul_f64(rng.random_range(0.0..1.0))).await;
        server = Server::start(folder.path(), store);
        address.send_replace(Some(server.address));
    }

    let mut ends = Vec::new();
    let stuck = tokio::time::timeout(Duration::from_mins(4), async {
        while let Some(end) = clients.join_next().await {
            ends.push(end.expect("a client that does not panic"));
        }
    });
    stuck.await.expect("no game is stuck");

    let (mut acknowledged, mut paused) = (0, 0);
    for (game, logs) in &ends {
        let export = Guest::new(server.address).get(&format!("/api/games/{game}")).await;
        let events: Vec<Numbered> = serde_json::from_value(export.json()["events"].clone()).expect("events");
        let room = Room::fold(&events).expect("they make a game");
        assert_eq!((room.stage(), room.mismatch()), (Stage::Over, None));
        assert!(matches!(room.ending(), Some(Ending::Finished(outcome)) if outcome.reason != banqi::Reason::Time));
        for log in logs {
            for line in fs::read_to_string(log).expect("a log").lines() {
                let told: Numbered = serde_json::from_str(line).expect("an event");
                assert_eq!(events.get(told.number as usize - 1), Some(&told), "{}", log.display());
                acknowledged += 1;
            }
        }
        for event in &events {
            match event.event {
                // Nobody thinks for long here. While the server was away no clock ran.
                Event::Played { spent, .. } => assert!(spent < 1500, "a turn of {spent} ms"),
                Event::Paused { .. } => paused += 1,
                _ => {}
            }
        }
    }
    assert_eq!(ends.len(), games);
    let number = ends.len();
    println!(
        "{number} games, {killed} kills, {acknowledged} acknowledgements all there, {paused} times clocks were stopped"
    );
    server.stop();
}

/// A running `banqi serve`.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(folder: &Path, store: Option<&str>) -> Self {
        let mut command = Process::new(env!("CARGO_BIN_EXE_banqi"));
        command.args(["serve", "--port", "0", "--log-level", "warn", "--data"]).arg(folder.join("data"));
        if let Some(store) = store {
            command.env("BANQI_STORE", store);
        }
        for limit in ["games-per-address", "games-per-guest", "messages", "reads-per-address"] {
            command.args([&format!("--{limit}"), "1000/s burst 100000"]);
        }
        command.args(["--sockets-per-address", "10000"]).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("it says where it is");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(';').next()).expect("an address");
        Self { child, address: address.parse().expect("an address") }
    }

    /// SIGKILL: it can do nothing about it.
    fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
    }

    fn stop(mut self) {
        let told = Process::new("kill").arg(self.child.id().to_string()).status().expect("there is a kill");
        assert!(told.success());
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

type Addresses = watch::Receiver<Option<SocketAddr>>;

/// The server that is there now, or the next one.
async fn server(addresses: &mut Addresses) -> SocketAddr {
    loop {
        if let Some(address) = *addresses.borrow_and_update() {
            return address;
        }
        addresses.changed().await.expect("there will be another one");
    }
}

/// Asks until somebody answers.
async fn post(addresses: &mut Addresses, guest: &mut Guest, path: &str, body: Option<&serde_json::Value>) -> String {
    loop {
        guest.server = server(addresses).await;
        match guest.try_post(path, body).await {
            Ok(reply) if reply.status < 300 => return reply.text(),
            Ok(reply) => assert_eq!(reply.status, 503, "{}", reply.text()),
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

/// A game from its making to its end.
async fn play(mut addresses: Addresses, logs: [PathBuf; 2], told: Arc<AtomicU64>, seed: u64) -> (GameId, [PathBuf; 2]) {
    let nobody = Guest::new(server(&mut addresses).await);
    let mut guests = [nobody.clone(), nobody];
    let new = json!({"rules": "taiwan-quick", "clock": {"kind": "fischer", "initial": 60, "increment": 0}});
    // Who has a cookie already can ask again whether the seat was taken.
    post(&mut addresses, &mut guests[1], "/api/games", Some(&new)).await;
    let made = post(&mut addresses, &mut guests[0], "/api/games", Some(&new)).await;
    let made: serde_json::Value = serde_json::from_str(&made).expect("an object");
    let game: GameId = made["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    post(&mut addresses, &mut guests[1], &format!("/api/games/{game}/join"), None).await;
    let [creator, friend] = guests;
    tokio::join!(
        sit(Player::Creator, game, creator, addresses.clone(), &logs[0], &told, seed),
        sit(Player::Friend, game, friend, addresses.clone(), &logs[1], &told, seed + 500),
    );
    (game, logs)
}

/// A player, who does what is to be done and writes down what was told.
async fn sit(
    player: Player,
    game: GameId,
    mut guest: Guest,
    mut addresses: Addresses,
    log: &Path,
    told: &AtomicU64,
    seed: u64,
) {
    let mut log = File::create(log).expect("a log");
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut known: Option<Box<Room>> = None;
    loop {
        guest.server = server(&mut addresses).await;
        let Ok(mut client) = Client::connect(&guest, game).await else {
            tokio::task::yield_now().await;
            continue;
        };
        let after = known.as_ref().map_or(0, |room| room.number());
        client.room = known.take();
        client.say(&ClientMessage::Hello { version: VERSION, after }).await;
        // What was done last, at which number: not again before something has happened.
        let mut done = None;
        loop {
            match client.hear().await {
                Heard::Said(ServerMessage::Welcome { role, events, .. }) => {
                    assert_eq!(role.player(), Some(player));
                    write(&mut log, &events, told);
                }
                Heard::Said(ServerMessage::Event(event)) => write(&mut log, &[event], told),
                Heard::Said(ServerMessage::Refused { .. }) => done = None,
                Heard::Said(_) => {}
                Heard::Closed(_) => break,
            }
            let Some(room) = &client.room else { continue };
            if room.stage() == Stage::Over && room.dealt().is_some() {
                return;
            }
            if done != Some(room.number())
                && let Some(command) = next(room, player, &mut rng)
            {
                done = Some(room.number());
                client.command(command).await;
            }
        }
        known = client.room.take();
    }
}

fn write(log: &mut File, events: &[Numbered], told: &AtomicU64) {
    for event in events {
        writeln!(log, "{}", serde_json::to_string(event).expect("an event")).expect("written");
        told.fetch_add(1, Ordering::Relaxed);
    }
}

/// What a player does next.
fn next(room: &Room, player: Player, rng: &mut ChaCha20Rng) -> Option<Command> {
    let (c1, c2) = (secret(0xC1), secret(0xC2));
    let is_creator = player == Player::Creator;
    match room.stage() {
        Stage::Sealing if is_creator && room.commitment().is_none() => {
            Some(Command::Commit { commitment: c1.seat1_commit(&room.terms()) })
        }
        Stage::Sealing if !is_creator && room.commitment().is_some() && room.contribution().is_none() => {
            Some(Command::Contribute { secret: c2 })
        }
        Stage::Sealing if is_creator && room.contribution().is_some() => Some(Command::Seal { secret: c1 }),
        Stage::Picking
            if room.first() == FirstMover::Tiles && room.picks().iter().all(|(other, _)| *other != player) =>
        {
            Some(Command::Pick { tile: usize::from(is_creator) })
        }
        Stage::Playing if room.game().position().turn() > ENOUGH => is_creator.then_some(Command::Resign),
        Stage::Playing if room.to_act() == Some(player) => {
            random_action(room, rng).map(|action| Command::Play { action })
        }
        _ => None,
    }
}
