//! What a long game of messages leaves in memory: nothing.
#![cfg(target_os = "linux")]

mod support;

use banqi_wire::{Command, Player, Refusal};
use support::game::{Pair, rules};
use support::server::TestServer;

/// In CI: a tenth.
#[tokio::test]
async fn messages_leave_nothing() {
    grows_little(10_000, 100_000).await;
}

/// `cargo test -p banqi-server --test memory -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "takes a minute"]
async fn a_million_messages_leave_nothing() {
    grows_little(100_000, 1_000_000).await;
}

/// Compares what the process has in memory after so many messages, and after so many more.
async fn grows_little(few: u64, many: u64) {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    // The clients keep what they were sent, which is not what is measured.
    pair.creator.is_forgetful = true;
    pair.friend.is_forgetful = true;
    let (mut sent, mut after_few) = (0, 0);
    let mut turn = 0;
    while sent < many {
        if sent >= few && after_few == 0 {
            after_few = resident();
        }
        // Everything that a client can do wrong, and everything that is told to both.
        for player in Player::ALL {
            let client = pair.client(player);
            for text in ["nonsense", r#"{"type":"do","after":1,"command":{"do":"commit","commitment":"00"}}"#] {
                client.say_text(text).await;
                assert!(matches!(client.refusal().await, Refusal::Malformed { .. }));
            }
            for command in [Command::Rematch, Command::ClaimWin, Command::Pick { tile: 0 }] {
                client.refused(command).await;
            }
            sent += 5;
        }
        turn += 1;
        if turn % 1000 == 0 {
            // Another socket comes and goes, and a game is read.
            let other = support::client::Client::open(&pair.guests[0], pair.game).await;
            other.close().await;
            server.guest().get(&format!("/api/games/{}", pair.game)).await;
        }
        server.time.advance(250);
    }
    let after_many = resident();
    println!("{after_few} kB after {few} messages, {after_many} kB after {many}");
    assert!(after_many * 10 <= after_few * 11, "{after_few} kB after {few} messages, {after_many} kB after {many}");
}

/// What the process has in memory, in kB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
