//! Clocks, claims, expiry and restarts, on a clock that the test turns.

mod support;

use banqi::{Outcome, Reason};
use banqi_room::{Ending, Room, Stage};
use banqi_wire::{AbortReason, Command, Event, GameId, Numbered, Player, Present, Refusal};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use support::client::Client;
use support::game::{Pair, join, make, rules};
use support::server::TestServer;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const DAY: u64 = 24 * 60 * MINUTE;

fn fischer(initial: u32, increment: u32) -> Value {
    json!({"rules": "taiwan-quick", "first": "creator",
           "clock": {"kind": "fischer", "initial": initial, "increment": increment}})
}

/// A game as anybody finds it.
async fn look(server: &TestServer, game: GameId) -> Room {
    let export = server.guest().get(&format!("/api/games/{game}")).await.json();
    let events: Vec<Numbered> = serde_json::from_value(export["events"].clone()).unwrap();
    Room::fold(&events).unwrap()
}

/// Until something has happened by itself. The store is asked, which is not told by the test's clock when it is done.
async fn until_over(server: &TestServer, game: GameId) -> Room {
    loop {
        let room = look(server, game).await;
        if room.stage() == Stage::Over {
            return room;
        }
        tokio::task::yield_now().await;
    }
}

fn finished(room: &Room) -> Outcome {
    match room.ending() {
        Some(Ending::Finished(outcome)) => outcome,
        other => panic!("{other:?}"),
    }
}

async fn flip(pair: &mut Pair, square: &str) -> u64 {
    let player = pair.creator.room().to_act().unwrap();
    let event = pair.client(player).act(Command::Play { action: square.parse().unwrap() }).await;
    pair.client(player.other()).until(event.number).await;
    let Event::Played { spent, .. } = event.event else { panic!("{event:?}") };
    spent
}

#[tokio::test]
async fn a_turn_costs_what_it_took_and_brings_the_increment() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &fischer(60, 5)).await;
    server.time.advance(7 * SECOND);
    assert_eq!(flip(&mut pair, "a1").await, 7 * SECOND);
    server.time.advance(3 * SECOND);
    assert_eq!(flip(&mut pair, "b1").await, 3 * SECOND);
    let now = banqi_server::Time::now(&server.time);
    let left = |player| pair.creator.room().time_left(player, now);
    // 60 - 7 + 5, and 60 - 3 + 5.
    assert_eq!((left(Player::Creator), left(Player::Friend)), (Some(58 * SECOND), Some(62 * SECOND)));
}

#[tokio::test]
async fn who_uses_up_the_time_has_lost_also_when_nobody_looks() {
    let server = TestServer::start().await;
    // Both look.
    let mut pair = Pair::begin(&server, &fischer(60, 0)).await;
    pair.creator.settle().await;
    pair.friend.settle().await;
    server.time.advance(MINUTE);
    pair.creator.settle().await;
    assert_eq!(pair.creator.room().stage(), Stage::Playing, "a turn may still be on its way");
    server.time.advance(500);
    pair.creator.until_over().await;
    assert_eq!(finished(pair.creator.room()).reason, Reason::Time);
    assert_eq!(pair.creator.room().winner(), Some(Player::Friend));

    // Nobody looks, and the game has left the memory.
    let pair = Pair::begin(&server, &fischer(600, 0)).await;
    let game = pair.game;
    pair.creator.close().await;
    pair.friend.close().await;
    for _ in 0..9 {
        server.time.advance(MINUTE);
        look(&server, game).await;
    }
    assert_eq!(look(&server, game).await.stage(), Stage::Playing);
    server.time.advance(MINUTE + 500);
    assert_eq!(finished(&until_over(&server, game).await).reason, Reason::Time);
}

#[tokio::test]
async fn a_turn_that_came_too_late_has_lost() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &fischer(60, 0)).await;
    pair.creator.settle().await;
    pair.friend.settle().await;
    server.time.advance(MINUTE + 1);
    pair.creator.command(Command::Play { action: "a1".parse().unwrap() }).await;
    pair.creator.until_over().await;
    assert_eq!(finished(pair.creator.room()).reason, Reason::Time);
}

#[tokio::test]
async fn days_are_for_each_turn() {
    let server = TestServer::start().await;
    let new = json!({"rules": "taiwan-quick", "first": "creator", "clock": {"kind": "days", "days": 2}});
    let pair = Pair::begin(&server, &new).await;
    let Pair { game, guests, creator, friend } = pair;
    creator.close().await;
    friend.close().await;
    for turn in 0..4_usize {
        server.time.advance(2 * DAY - MINUTE);
        let mut client = Client::open(&guests[turn % 2], game).await;
        let square = ["a1", "b1", "c1", "d1"][turn];
        client.act(Command::Play { action: square.parse().unwrap() }).await;
        // With days for a turn nobody has to be there.
        assert_eq!(client.refused(Command::ClaimWin).await, Refusal::NotNow);
        client.close().await;
    }
    server.time.advance(2 * DAY + 500);
    let room = until_over(&server, game).await;
    assert_eq!((finished(&room).reason, room.winner()), (Reason::Time, Some(Player::Friend)));
}

#[tokio::test]
async fn what_nobody_goes_on_with_expires() {
    let server = TestServer::start().await;
    let aborted = |room: &Room| match room.ending() {
        Some(Ending::Aborted { reason, by }) => (reason, by),
        other => panic!("{other:?}"),
    };

    let invited = make(&mut server.guest(), &rules("mainland")).await;
    let mut guests = [server.guest(), server.guest()];
    let unsealed = make(&mut guests[0], &rules("mainland")).await;
    join(&mut guests[1], unsealed).await;
    let mut unpicked = Pair::meet(&server, &rules("mainland")).await;
    unpicked.seal().await;
    unpicked.act(Player::Friend, Command::Pick { tile: 0 }).await;
    let played = Pair::begin(&server, &rules("mainland")).await.game;

    server.time.advance(DAY);
    assert_eq!(aborted(&until_over(&server, unsealed).await), (AbortReason::Unsealed, Some(Player::Creator)));
    let room = until_over(&server, unpicked.game).await;
    assert_eq!(aborted(&room), (AbortReason::Unpicked, Some(Player::Creator)));
    assert!(room.dealt().is_some(), "a sealed game ends with its secret");
    server.time.advance(6 * DAY);
    assert_eq!(aborted(&until_over(&server, invited).await), (AbortReason::Unjoined, None));
    assert_eq!(look(&server, played).await.stage(), Stage::Playing);
    server.time.advance(23 * DAY);
    assert_eq!(finished(&until_over(&server, played).await), Outcome::draw(Reason::Abandonment));
}

#[tokio::test]
async fn who_is_gone_for_a_minute_can_be_claimed_against() {
    let server = TestServer::start().await;
    for (claim, winner) in [(Command::ClaimWin, Some(Player::Creator)), (Command::ClaimDraw, None)] {
        let Pair { mut creator, friend, guests, game, .. } = Pair::begin(&server, &fischer(3600, 0)).await;
        assert_eq!(creator.refused(claim.clone()).await, Refusal::NotGone { wait: None });
        friend.drop_connection();
        creator.until_presence(|presence| presence.friend != Present::Here).await;
        let gone = banqi_server::Time::now(&server.time);
        assert_eq!(creator.presence.friend, Present::Away { claim_at: Some(gone + MINUTE) });
        creator.settle().await;
        server.time.advance(20 * SECOND);
        assert_eq!(creator.refused(claim.clone()).await, Refusal::NotGone { wait: Some(40 * SECOND) });

        // Who comes back in between begins anew.
        let friend = Client::open(&guests[1], game).await;
        creator.until_presence(|presence| presence.friend == Present::Here).await;
        friend.drop_connection();
        creator.until_presence(|presence| presence.friend != Present::Here).await;
        creator.settle().await;
        server.time.advance(20 * SECOND);
        creator.settle().await;
        server.time.advance(20 * SECOND);
        assert_eq!(creator.refused(claim.clone()).await, Refusal::NotGone { wait: Some(20 * SECOND) });
        server.time.advance(20 * SECOND);
        creator.act(claim).await;
        creator.until_over().await;
        assert_eq!(finished(creator.room()).reason, Reason::Abandonment);
        assert_eq!(creator.room().winner(), winner);
    }
}

#[tokio::test]
async fn with_one_of_two_pages_closed_a_player_is_still_there() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &fischer(3600, 0)).await;
    let other_tab = Client::open(&pair.guests[1], pair.game).await;
    other_tab.close().await;
    pair.creator.settle().await;
    assert_eq!(pair.creator.presence.friend, Present::Here);
    assert_eq!(pair.creator.refused(Command::ClaimWin).await, Refusal::NotGone { wait: None });
}

#[tokio::test]
async fn after_a_restart_clocks_stand_until_both_are_back() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &fischer(60, 0)).await;
    server.time.advance(10 * SECOND);
    flip(&mut pair, "a1").await;
    server.time.advance(4 * SECOND);
    let Pair { game, guests, mut creator, mut friend } = pair;
    let number = creator.room().number();

    let stopping = tokio::spawn(server.stop());
    for client in [&mut creator, &mut friend] {
        assert_eq!(client.until_closed().await, Some(1012));
        assert!(client.transcript.last().unwrap().contains("restarting"));
    }
    let (folder, time) = stopping.await.unwrap();
    time.advance(1000 * SECOND);
    let server = TestServer::in_folder(folder, time, |_| {}).await;
    let guests = guests.map(|guest| support::http::Guest { server: server.address, ..guest });

    let mut creator = Client::open(&guests[0], game).await;
    assert_eq!(creator.room().number(), number + 1);
    assert!(creator.room().paused().is_some());
    creator.settle().await;
    server.time.advance(20 * SECOND);
    let friend = Client::open(&guests[1], game).await;
    creator.until(number + 2).await;
    assert!(creator.room().paused().is_none());
    let now = banqi_server::Time::now(&server.time);
    // The creator's ten seconds are used, and the friend's four before the server ended; what passed since is nobody's.
    let left = |player| creator.room().time_left(player, now);
    assert_eq!((left(Player::Creator), left(Player::Friend)), (Some(50 * SECOND), Some(56 * SECOND)));
    drop(friend);

    // Where one does not come back, the clocks run again after a minute.
    let server = server.restart().await;
    let guest = support::http::Guest { server: server.address, ..guests[0].clone() };
    let mut creator = Client::open(&guest, game).await;
    assert!(creator.room().paused().is_some());
    creator.settle().await;
    server.time.advance(MINUTE);
    creator.until(number + 4).await;
    assert!(creator.room().paused().is_none());
    server.time.advance(MINUTE + 500);
    let room = until_over(&server, game).await;
    assert_eq!((finished(&room).reason, room.winner()), (Reason::Time, Some(Player::Creator)));
}

#[tokio::test]
async fn what_the_network_took_is_given_back_up_to_a_limit() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &fischer(600, 0)).await;
    // The first ping of each was answered at once, the second after two seconds, more than is given back.
    let answer_late = async |server: &TestServer, pair: &mut Pair, late: u64| {
        pair.creator.settle().await;
        pair.friend.settle().await;
        server.time.advance(5 * SECOND);
        // The ping is on its way when this has come.
        for client in [&mut pair.creator, &mut pair.friend] {
            client.until_ping().await;
        }
        server.time.advance(late);
        pair.creator.settle().await;
        pair.friend.settle().await;
    };
    for _ in 0..3 {
        answer_late(&server, &mut pair, 300).await;
    }
    let started = banqi_server::Time::now(&server.time);
    flip(&mut pair, "a1").await;
    server.time.advance(2 * SECOND);
    // Medians of 0 300 300 300, the lower one of the middle.
    assert_eq!(flip(&mut pair, "b1").await, 1700);
    assert_eq!(banqi_server::Time::now(&server.time), started + 2 * SECOND);
    for _ in 0..3 {
        answer_late(&server, &mut pair, 4000).await;
    }
    flip(&mut pair, "c1").await;
    server.time.advance(2 * SECOND);
    assert_eq!(flip(&mut pair, "d1").await, 1500, "not more than half a second");
}

#[tokio::test]
async fn guests_who_never_come_back_are_forgotten() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    make(&mut guest, &rules("mainland")).await;
    // The game expires first; then nobody has been here for a year.
    for _ in 0..8 {
        server.time.advance(DAY);
        guest.clone().get("/api/me/games").await;
    }
    server.time.advance(366 * DAY);
    // Whoever asks with the cookie comes back: the database is asked.
    let path = server.folder().join("games.sqlite");
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    while sqlx::query("SELECT id FROM guest").fetch_optional(&mut database).await.unwrap().is_some() {
        server.time.advance(DAY);
        tokio::task::yield_now().await;
    }
    assert_eq!(guest.get("/api/me").await.json(), json!({"guest": null, "account": null}));
    assert_eq!(guest.get("/api/me/games").await.json(), json!([]));
}
