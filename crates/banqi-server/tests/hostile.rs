//! What is refused: with a reason, and the game is as it was.

mod support;

use banqi_wire::{
    ClientMessage, Command, Event, GameId, Phrase, Player, Present, Refusal, Role, ServerMessage, VERSION,
};
use rstest::rstest;
use serde_json::json;
use support::client::{Client, Heard, secret};
use support::game::{Pair, join, make, rules};
use support::server::TestServer;
use tokio_tungstenite::tungstenite::Error;

async fn events(server: &TestServer, game: GameId) -> serde_json::Value {
    server.guest().get(&format!("/api/games/{game}")).await.json()["events"].clone()
}

#[tokio::test]
async fn commands_of_the_wrong_seat_and_at_the_wrong_time() {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("taiwan-quick")).await;
    let mut spectator = Client::open(&server.guest(), pair.game).await;
    let before = events(&server, pair.game).await;
    let commitment = secret(1).seat1_commit(&pair.creator.room().terms());
    let flip = || Command::Play { action: "a1".parse().unwrap() };

    assert_eq!(pair.friend.refused(Command::Commit { commitment }).await, Refusal::NotYourTurn);
    assert_eq!(pair.friend.refused(Command::Contribute { secret: secret(2) }).await, Refusal::NotNow);
    assert_eq!(pair.creator.refused(Command::Seal { secret: secret(1) }).await, Refusal::NotNow);
    assert_eq!(pair.creator.refused(flip()).await, Refusal::NotNow);
    assert_eq!(pair.creator.refused(Command::Rematch).await, Refusal::NotNow);
    for command in [Command::Commit { commitment }, Command::Abort, flip(), Command::ClaimWin] {
        assert_eq!(spectator.refused(command).await, Refusal::Spectator);
    }
    spectator.say(&ClientMessage::Say { phrase: Phrase::Hello }).await;
    assert_eq!(spectator.refusal().await, Refusal::Spectator);
    assert_eq!(events(&server, pair.game).await, before);

    pair.act(Player::Creator, Command::Commit { commitment }).await;
    pair.act(Player::Friend, Command::Contribute { secret: secret(2) }).await;
    assert_eq!(pair.creator.refused(Command::Seal { secret: secret(3) }).await, Refusal::WrongSecret);
    pair.act(Player::Creator, Command::Seal { secret: secret(1) }).await;
    pair.act(Player::Creator, Command::Pick { tile: 3 }).await;
    for tile in [3, 5, usize::MAX] {
        assert_eq!(pair.friend.refused(Command::Pick { tile }).await, Refusal::NoTile);
    }
    assert_eq!(pair.creator.refused(Command::Pick { tile: 2 }).await, Refusal::NotNow);
    pair.act(Player::Friend, Command::Pick { tile: 1 }).await;
    pair.creator.event().await;
    pair.friend.event().await;

    let before = events(&server, pair.game).await;
    let mover = pair.creator.room().to_act().unwrap();
    assert_eq!(pair.client(mover.other()).refused(flip()).await, Refusal::NotYourTurn);
    let step = Command::Play { action: "a1-a2".parse().unwrap() };
    assert!(matches!(pair.client(mover).refused(step).await, Refusal::Illegal { .. }));
    assert_eq!(pair.client(mover).refused(Command::ClaimWin).await, Refusal::NotGone { wait: None });
    assert_eq!(pair.client(mover).refused(Command::DeclineDraw).await, Refusal::NotNow);
    assert_eq!(events(&server, pair.game).await, before);
}

#[tokio::test]
async fn what_is_sent_twice_is_done_once() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let mover = pair.creator.room().to_act().unwrap();
    let after = pair.creator.room().number();
    let flip = ClientMessage::Do { after, command: Command::Play { action: "a1".parse().unwrap() } };
    let client = pair.client(mover);
    for _ in 0..3 {
        client.say(&flip).await;
    }
    assert_eq!(client.event().await.number, after + 1);
    for _ in 0..2 {
        assert_eq!(client.refusal().await, Refusal::Stale { number: after + 1 });
    }
    // Even after a new connection, which did not know whether it was done.
    let mut again = Client::open(&pair.guests[mover as usize], pair.game).await;
    again.say(&flip).await;
    assert_eq!(again.refusal().await, Refusal::Stale { number: after + 1 });
    // Of a future that nobody has seen.
    again.say(&ClientMessage::Do { after: after + 7, command: Command::Resign }).await;
    assert_eq!(again.refusal().await, Refusal::Stale { number: after + 1 });
    assert_eq!(events(&server, pair.game).await.as_array().unwrap().len(), after as usize + 1);
}

#[rstest]
#[case::nothing("")]
#[case::no_json("hello")]
#[case::half("{\"type\":\"hello\"")]
#[case::another_type(r#"{"type":"revealed"}"#)]
#[case::a_message_of_the_server(r#"{"type":"restarting"}"#)]
#[case::a_field_too_many(r#"{"type":"say","phrase":"hello","by":"friend"}"#)]
#[case::a_field_too_few(r#"{"type":"do","command":{"do":"resign"}}"#)]
#[case::a_negative_number(r#"{"type":"do","after":-1,"command":{"do":"resign"}}"#)]
#[case::a_large_number(r#"{"type":"do","after":4294967296,"command":{"do":"resign"}}"#)]
#[case::no_square(r#"{"type":"do","after":1,"command":{"do":"play","action":"e9"}}"#)]
#[case::a_short_secret(r#"{"type":"do","after":1,"command":{"do":"contribute","secret":"00"}}"#)]
#[case::two_things(r#"{"type":"say","phrase":"hello"}{"type":"say","phrase":"hello"}"#)]
#[case::depth(&"[".repeat(4000))]
#[tokio::test]
async fn what_is_no_message_is_malformed(#[case] text: &str) {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    let before = events(&server, pair.game).await;
    let mut early = Client::connect(&server.guest(), pair.game).await.unwrap();
    for client in [&mut early, &mut pair.creator] {
        client.say_text(text).await;
        assert!(matches!(client.refusal().await, Refusal::Malformed { .. }));
    }
    pair.creator.say_binary(b"\x00\xff").await;
    assert!(matches!(pair.creator.refusal().await, Refusal::Malformed { .. }));
    // Who was refused can go on.
    early.hello(0).await;
    pair.creator.settle().await;
    assert_eq!(events(&server, pair.game).await, before);
}

#[tokio::test]
async fn what_is_too_long_is_refused_and_what_is_far_too_long_is_not_read() {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    let padded = |length: usize| {
        let say = r#"{"type":"say","phrase":"hello"}"#;
        format!("{say}{}", " ".repeat(length - say.len()))
    };
    pair.creator.say_text(&padded(4096)).await;
    assert!(matches!(pair.creator.hear().await, Heard::Said(ServerMessage::Said { .. })));
    pair.creator.say_text(&padded(4097)).await;
    assert_eq!(pair.creator.refusal().await, Refusal::TooLarge { limit: 4096 });
    pair.creator.say_text(&padded(65 * 1024)).await;
    pair.creator.until_closed().await;
    // The friend sees that the creator is gone, and nothing else.
    pair.friend.until_presence(|presence| presence.creator != banqi_wire::Present::Here).await;
}

/// A thousand at once: forty are dealt with, of the others some are told, then the socket is closed.
#[tokio::test]
async fn a_flood_is_stopped() {
    let server = TestServer::with(|parts| {
        parts.settings.limits.messages = banqi_server::Limits::default().messages;
    })
    .await;
    let mut guests = [server.guest(), server.guest()];
    let game = make(&mut guests[0], &rules("mainland")).await;
    join(&mut guests[1], game).await;
    let mut client = Client::open(&guests[0], game).await;
    let mut friend = Client::open(&guests[1], game).await;
    let before = events(&server, game).await;
    for _ in 0..1000 {
        client.say(&ClientMessage::Do { after: 0, command: Command::Rematch }).await;
    }
    let (mut not_now, mut too_fast) = (0, 0);
    let code = loop {
        match client.hear().await {
            Heard::Said(ServerMessage::Refused { refusal: Refusal::NotNow, .. }) => not_now += 1,
            Heard::Said(ServerMessage::Refused { refusal: Refusal::TooFast, .. }) => too_fast += 1,
            Heard::Said(ServerMessage::Presence { .. }) => {}
            Heard::Said(other) => panic!("{other:?}"),
            Heard::Closed(code) => break code,
        }
    };
    // The hello was the first of the forty. What the game refuses after the socket is closed nobody hears.
    assert!(not_now <= 39 && too_fast <= 200, "{not_now} {too_fast}");
    assert!(too_fast > 0);
    assert!(matches!(code, Some(1008) | None), "{code:?}");
    assert_eq!(events(&server, game).await, before);
    friend.until_presence(|presence| presence.creator != banqi_wire::Present::Here).await;
    // And the player can come back.
    Client::open(&guests[0], game).await.settle().await;
}

#[tokio::test]
async fn within_the_rate_everything_is_dealt_with() {
    let server = TestServer::with(|parts| {
        parts.settings.limits.messages = banqi_server::Limits::default().messages;
    })
    .await;
    let mut guest = server.guest();
    let game = make(&mut guest, &rules("mainland")).await;
    let mut client = Client::open(&guest, game).await;
    for _ in 0..200 {
        server.time.advance(50);
        assert_eq!(client.refused(Command::Resign).await, Refusal::NotNow);
    }
}

#[tokio::test]
async fn the_first_word_is_hello_and_comes_soon() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let game = make(&mut guest, &rules("mainland")).await;

    let mut client = Client::connect(&guest, game).await.unwrap();
    client.say(&ClientMessage::Say { phrase: Phrase::Hello }).await;
    assert_eq!(client.refusal().await, Refusal::Hello);
    client.say(&ClientMessage::Hello { version: VERSION + 1, after: 0 }).await;
    assert_eq!(client.refusal().await, Refusal::Version { version: VERSION });
    client.say(&ClientMessage::Hello { version: VERSION, after: 9 }).await;
    assert_eq!(client.refusal().await, Refusal::Stale { number: 1 });
    client.hello(0).await;
    client.settle().await;

    let mut silent = Client::connect(&guest, game).await.unwrap();
    silent.say_text("x").await;
    silent.refusal().await;
    server.time.advance(10_000);
    assert_eq!(silent.until_closed().await, Some(1008));
}

#[tokio::test]
async fn who_does_not_answer_pings_is_gone() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let game = make(&mut guest, &rules("mainland")).await;
    let silent = Client::open(&guest, game).await;
    let mut watching = Client::open(&server.guest(), game).await;
    // The silent one reads nothing, so its library answers nothing.
    for _ in 0..12 {
        watching.settle().await;
        server.time.advance(5000);
    }
    watching.until_presence(|presence| presence.creator != banqi_wire::Present::Here).await;
    silent.drop_connection();
}

#[tokio::test]
async fn phrases_are_few() {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    let say = ClientMessage::Say { phrase: Phrase::Oops };
    for _ in 0..4 {
        pair.creator.say(&say).await;
        let said = Heard::Said(ServerMessage::Said { by: Player::Creator, phrase: Phrase::Oops });
        assert_eq!(pair.creator.hear().await, said);
        assert_eq!(pair.friend.hear().await, said);
    }
    pair.creator.say(&say).await;
    assert_eq!(pair.creator.refusal().await, Refusal::TooFast);
    assert_eq!(events(&server, pair.game).await.as_array().unwrap().len(), 2, "what is said is not kept");
}

#[tokio::test]
async fn who_is_forgotten_plays_no_more() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let mut idle = Client::connect(&pair.guests[0], pair.game).await.unwrap();
    pair.act(Player::Creator, Command::Resign).await;
    pair.creator.until_over().await;
    pair.friend.until_over().await;
    pair.act(Player::Creator, Command::Rematch).await;
    assert_eq!(pair.guests[0].clone().delete("/api/me").await.status, 204);
    pair.friend.until_presence(|presence| matches!(presence.creator, Present::Away { .. })).await;
    assert!(pair.creator.until_closed().await.is_some());
    assert_eq!(idle.until_closed().await, Some(4001), "one that had not said hello, too");
    assert_eq!(Client::open(&pair.guests[0], pair.game).await.role, Role::Spectator);

    // Both have wanted it, and there is nobody to play with.
    let offered = pair.friend.act(Command::Rematch).await;
    assert_eq!(offered.event, Event::RematchOffered { by: Player::Friend });
    let spectator = Client::open(&server.guest(), pair.game).await;
    assert_eq!(spectator.room().number(), offered.number);
    assert_eq!(pair.guests[1].get("/api/me/games").await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn sockets_are_counted_and_their_origin_is_checked() {
    let server = TestServer::with(|parts| {
        parts.settings.limits.sockets_per_guest = 2;
        parts.settings.limits.sockets_per_address = 3;
        parts.settings.public_url = Some("https://banqi.example".parse().unwrap());
    })
    .await;
    let mut guest = server.guest();
    let game = make(&mut guest, &rules("mainland")).await;
    let status = |error: Error| match error {
        Error::Http(response) => response.status().as_u16(),
        other => panic!("{other}"),
    };
    for (origin, allowed) in [
        ("https://banqi.example", true),
        (&*format!("http://{}", server.address), true),
        ("https://banqi.example.evil.example", false),
        ("http://banqi.example", false),
        ("null", false),
        ("", false),
    ] {
        let asked = Client::connect(&guest.clone().with_header("origin", origin), game).await;
        assert_eq!(asked.is_ok(), allowed, "{origin}");
        match asked {
            Ok(client) => client.close().await,
            Err(error) => assert_eq!(status(error), 403),
        }
    }
    let no_game = GameId::from_bits([9; 10]);
    assert_eq!(Client::connect(&guest, no_game).await.err().map(status), Some(404));

    let mut open = Vec::new();
    for _ in 0..2 {
        open.push(Client::open(&guest, game).await);
    }
    assert_eq!(Client::connect(&guest, game).await.err().map(status), Some(429), "the guest has two");
    open.push(Client::open(&server.guest(), game).await);
    assert_eq!(Client::connect(&server.guest(), game).await.err().map(status), Some(429), "the address has three");
    for client in open {
        client.close().await;
    }
    Client::open(&guest, game).await.settle().await;
}

#[tokio::test]
async fn bodies_are_checked() {
    let server = TestServer::start().await;
    for (body, says) in [
        ("", "EOF"),
        ("{", "EOF"),
        ("[]", "expected"),
        (r#"{"rules":"chess"}"#, "chess"),
        (r#"{"rules":"mainland","rated":true}"#, "rated"),
        (r#"{"rules":"mainland","clock":{"kind":"days","days":15}}"#, "it takes 1 to 14"),
        (r#"{"rules":"mainland","clock":{"kind":"fischer","initial":300}}"#, "increment"),
        (r#"{"rules":"mainland","first":"me"}"#, "me"),
    ] {
        let mut guest = server.guest();
        let reply = guest.ask("POST", "/api/games", Some(body)).await;
        assert_eq!(reply.status, 400, "{body}");
        assert_eq!(reply.json()["error"], "malformed");
        assert!(reply.text().contains(says), "{body}: {}", reply.text());
        assert_eq!(guest.cookie, None, "nobody became a guest");
    }
    let long = format!(r#"{{"rules":"mainland"{}}}"#, " ".repeat(20_000));
    let answer = server.guest().ask("POST", "/api/games", Some(&long)).await;
    assert_eq!((answer.status, answer.json()), (413, json!({"error": "too_large"})));
    let form = server.guest().with_header("content-type", "text/plain").post("/api/games", None).await;
    assert_eq!(form.json(), json!({"error": "malformed", "message": "content-type: application/json was expected"}));
}
