//! Ranked games: the server deals, judges, and its computer answers. Nobody gets a win there that was not won.

mod support;

use banqi::{Action, Record, Square};
use banqi_deal::verify_record;
use banqi_room::{Ending, Question, Room, Stage};
use banqi_wire::{ClientMessage, Command, Event, GameId, Numbered, Phrase, Player, Present, Refusal, Role};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rstest::rstest;
use serde_json::{Value, json};
use support::client::{Client, Heard, secret};
use support::game::{Ranked, join, make, make_ranked, random_action, ranked, rules};
use support::http::Guest;
use support::server::TestServer;

/// The events of a game, as they are kept.
async fn stored(server: &TestServer, game: GameId) -> Vec<Numbered> {
    let export = server.guest().get(&format!("/api/games/{game}")).await.json();
    serde_json::from_value(export["events"].clone()).unwrap()
}

/// Something that the creator may play now.
fn legal(room: &Room) -> Action {
    random_action(room, &mut ChaCha20Rng::seed_from_u64(1)).expect("the creator's turn")
}

/// Says something on a socket where it is refused, for this reason; the game is what it was.
async fn is_refused(server: &TestServer, game: GameId, client: &mut Client, said: &str) -> Refusal {
    let before = stored(server, game).await;
    client.say_text(said).await;
    let refusal = client.refusal().await;
    client.settle().await;
    assert_eq!(stored(server, game).await, before, "{said}");
    refusal
}

fn message(after: u32, command: Command) -> String {
    serde_json::to_string(&ClientMessage::Do { after, command }).unwrap()
}

#[rstest]
#[tokio::test]
async fn a_whole_game_is_played_verified_and_thought_again(
    #[values("easy", "normal")] level: &str,
    #[values("taiwan-quick", "taiwan-tournament", "hong-kong", "mainland")] rules: &str,
) {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, rules, level).await;
    let mut spectator = Client::open(&server.guest(), game.game).await;
    game.play_some(1000, &mut ChaCha20Rng::seed_from_u64(5)).await;
    if game.client.room().ending().is_none() {
        // Under rules without a draw two who play by chance need not come to an end.
        game.client.act(Command::Resign).await;
        game.client.until_over().await;
    }
    spectator.until_over().await;
    for client in [&game.client, &spectator] {
        assert!(matches!(client.room().ending(), Some(Ending::Finished(_))));
        assert_eq!((client.room().mismatch(), client.room().computer()), (None, Some(level.parse().unwrap())));
    }

    // What `banqi verify` does with the record.
    let record = server.guest().get(&format!("/api/games/{}/record", game.game)).await.text();
    let verified = verify_record(&Record::parse_all(&record).unwrap()[0]).unwrap();
    assert!(verified.seal().check_code(game.client.room().seal().unwrap().code()).is_ok());
    assert_eq!(verified.seal().transcript().c2, None);

    // What is kept is all that is needed to think each of the computer's actions again.
    let events = stored(&server, game.game).await;
    let Some(Event::Revealed { secret }) = events.last().map(|last| &last.event) else { panic!("S is the last") };
    let mut room = Room::open(&events[0]).unwrap();
    assert_eq!(room.engine(), Some(banqi_engine::VERSION));
    let mut thought = 0;
    for next in &events[1..] {
        let seed = room.seal().map(|seal| seal.verify(secret).unwrap().engine_seed());
        if let Some(question) = seed.and_then(|seed| Question::of(&room, &seed)) {
            let Event::Played { action, .. } = next.event else { panic!("{next:?}") };
            assert_eq!(question.answer(&|| false), Some(Command::Play { action }));
            thought += 1;
        }
        room.apply(next).unwrap();
    }
    assert!(thought > 3, "{thought} actions");
}

#[tokio::test]
async fn what_cannot_be_ranked_is_not_made() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    for (change, about) in [
        (json!({"rules": "mainland:quiet=30"}), "rules: "),
        (json!({"clock": {"kind": "fischer", "initial": 300, "increment": 5}}), "clock: "),
        (json!({"first": "friend"}), "first: "),
        (json!({"open": true}), "open, range: "),
        (json!({"range": [0, 4000]}), "open, range: "),
        (json!({"scoring": {"kind": "ranked", "level": "impossible"}}), "level: "),
        (json!({"scoring": {"kind": "ranked"}}), "missing field `level`"),
        (json!({"scoring": {"kind": "rated"}}), "clock: none"),
        (json!({"scoring": {"kind": "stake", "base": 0}}), "scoring: a base of 0"),
    ] {
        let mut new = ranked("mainland", "easy");
        new.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let answer = guest.post("/api/games", Some(&new)).await;
        assert_eq!(answer.status, 400, "{new}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(about), "{new}: {message}");
    }
}

#[tokio::test]
async fn a_new_game_waits_for_c1_and_for_nobody() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let game = make_ranked(&mut guest, "taiwan-club", "expert").await;
    let client = Client::open(&guest, game).await;
    assert_eq!((client.role, client.room().stage()), (Role::Creator, Stage::Sealing));
    assert_eq!(client.presence.friend, Present::Here);
    let first: Value = serde_json::to_value(&stored(&server, game).await[0].event).unwrap();
    assert_eq!(first["scoring"], json!({"kind": "ranked", "level": "expert"}));
    assert_eq!((&first["begins"], &first["engine"]), (&json!("creator"), &json!(banqi_engine::VERSION)));
}

#[tokio::test]
async fn nobody_joins() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let before = stored(&server, game.game).await;
    let path = format!("/api/games/{}/join", game.game);
    let taken = server.guest().post(&path, None).await;
    assert_eq!((taken.status, taken.json()), (409, json!({"error": "taken"})));
    // Who made it has a seat already, and not the other one.
    assert_eq!(game.guest.post(&path, None).await.json()["role"], json!("creator"));
    assert_eq!(stored(&server, game.game).await, before);
}

#[tokio::test]
async fn there_is_nothing_to_commit_to_or_to_contribute() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let game = make_ranked(&mut guest, "mainland", "easy").await;
    let mut client = Client::open(&guest, game).await;
    let commitment = secret(1).seat1_commit(&client.room().terms());
    for (command, refusal) in [
        (Command::Commit { commitment }, Refusal::NotNow),
        (Command::Contribute { secret: secret(2) }, Refusal::NotYourTurn),
        (Command::Pick { tile: 0 }, Refusal::NotNow),
        (Command::Resign, Refusal::NotNow),
    ] {
        assert_eq!(is_refused(&server, game, &mut client, &message(1, command)).await, refusal);
    }
}

#[tokio::test]
async fn the_deal_is_sealed_once() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    for byte in [0xC1, 0xC2] {
        let again = message(game.client.room().number(), Command::Seal { secret: secret(byte) });
        assert_eq!(is_refused(&server, game.game, &mut game.client, &again).await, Refusal::NotNow);
    }
}

#[tokio::test]
async fn the_computer_is_here_whoever_goes() {
    let server = TestServer::start().await;
    let game = Ranked::begin(&server, "mainland", "easy").await;
    let mut spectator = Client::open(&server.guest(), game.game).await;
    game.client.drop_connection();
    spectator.until_presence(|presence| presence.creator != Present::Here).await;
    assert_eq!(spectator.presence.friend, Present::Here);
    spectator.drop_connection();

    // Nobody is there for an hour, so the game leaves the memory.
    server.time.advance(3_600_000);
    let mut back = Client::open(&game.guest, game.game).await;
    assert_eq!((back.presence.creator, back.presence.friend), (Present::Here, Present::Here));
    for claim in [Command::ClaimWin, Command::ClaimDraw] {
        let claim = message(back.room().number(), claim);
        assert_eq!(is_refused(&server, game.game, &mut back, &claim).await, Refusal::NotGone { wait: None });
    }
}

#[tokio::test]
async fn an_offer_of_a_draw_is_answered() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "taiwan-classic", "normal").await;
    game.client.act(Command::OfferDraw).await;
    assert_eq!(game.client.event().await.event, Event::DrawDeclined { by: Player::Friend });
    // Nobody has ten turns' worth of patience for less.
    assert_eq!(game.client.refused(Command::OfferDraw).await, Refusal::OfferedLately { turns: 10 });
    // And the game goes on.
    let action = legal(game.client.room());
    game.play(action).await;
    assert_eq!(game.client.room().to_act(), Some(Player::Creator));
}

#[tokio::test]
async fn a_game_is_called_off_before_both_have_played_and_has_no_rematch() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    game.client.act(Command::Abort).await;
    game.client.until_over().await;
    let rematch = message(game.client.room().number(), Command::Rematch);
    assert_eq!(is_refused(&server, game.game, &mut game.client, &rematch).await, Refusal::NotNow);

    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let action = legal(game.client.room());
    game.play(action).await;
    let abort = message(game.client.room().number(), Command::Abort);
    assert_eq!(is_refused(&server, game.game, &mut game.client, &abort).await, Refusal::NotNow);
}

#[tokio::test]
async fn who_is_forgotten_has_given_up() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    game.play_some(3, &mut ChaCha20Rng::seed_from_u64(1)).await;
    let password = json!({"password": support::account::PASSWORD});
    assert_eq!(game.guest.post("/api/account/deletion", Some(&password)).await.status, 204);
    let room = Room::fold(&stored(&server, game.game).await).unwrap();
    assert_eq!(room.winner(), Some(Player::Friend));
}

#[tokio::test]
async fn what_is_said_is_not_answered() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    game.client.say(&ClientMessage::Say { phrase: Phrase::Hello }).await;
    assert!(matches!(game.client.hear().await, Heard::Said(banqi_wire::ServerMessage::Said { .. })));
    game.client.settle().await;
}

// Claims of wins.

#[tokio::test]
async fn an_illegal_action_is_refused() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "taiwan-tournament", "easy").await;
    game.play_some(4, &mut ChaCha20Rng::seed_from_u64(2)).await;
    let (room, number) = (game.client.room().clone(), game.client.room().number());
    let mut tried = 0;
    for from in Square::all() {
        let to = Square::all().find(|&to| to != from && room.game().check(Action::Move { from, to }).is_err()).unwrap();
        let command = message(number, Command::Play { action: Action::Move { from, to } });
        let refusal = is_refused(&server, game.game, &mut game.client, &command).await;
        assert!(matches!(refusal, Refusal::Illegal { .. }), "{refusal:?}");
        tried += 1;
    }
    assert_eq!(tried, 32);
}

/// Each is what a server says, or nearly a command.
#[rstest]
#[case::a_result(r#"{"type":"finished","outcome":{"winner":"first","reason":"elimination"}}"#)]
#[case::a_result_as_an_event(
    r#"{"type":"event","number":4,"at":0,"event":{"type":"finished","outcome":{"winner":"first","reason":"resignation"}}}"#
)]
#[case::a_result_as_a_command(
    r#"{"type":"do","after":3,"command":{"do":"finish","outcome":{"winner":"first","reason":"elimination"}}}"#
)]
#[case::the_computer_resigns(r#"{"type":"do","after":3,"by":"friend","command":{"do":"resign"}}"#)]
#[case::the_computer_resigns_by_command(r#"{"type":"do","after":3,"command":{"do":"resign","by":"friend"}}"#)]
#[case::a_piece_is_named(r#"{"type":"do","after":3,"command":{"do":"play","action":"a1=K"}}"#)]
#[case::an_opening_is_given(
    r#"{"type":"do","after":3,"command":{"do":"play","action":"a1","opening":{"square":"a1","piece":"K","salt":"00000000000000000000000000000000"}}}"#
)]
#[case::the_secret_is_told(
    r#"{"type":"do","after":3,"command":{"do":"reveal","secret":"0707070707070707070707070707070707070707070707070707070707070707"}}"#
)]
#[tokio::test]
async fn what_is_invented_is_refused(#[case] said: &str) {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let refusal = is_refused(&server, game.game, &mut game.client, said).await;
    assert!(matches!(refusal, Refusal::Malformed { .. }), "{refusal:?}");
}

/// All that can be changed in a message that would have been accepted, a byte at a time: what is not refused does what the
/// creator may do anyway, and nothing else.
#[tokio::test]
async fn a_mutated_message_makes_nobody_win() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let good = message(game.client.room().number(), Command::Play { action: "a1".parse().unwrap() });
    let mut refused = 0;
    for at in 0..good.len() {
        let mut bytes = good.clone().into_bytes();
        // No digit becomes a digit and no letter a letter: that would be another command, and as good.
        bytes[at] ^= 0x40;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        game.client.say_text(&text).await;
        assert!(matches!(game.client.refusal().await, Refusal::Malformed { .. }), "{text}");
        refused += 1;
    }
    assert_eq!(refused, good.len());
    assert_eq!(stored(&server, game.game).await.len(), 3, "made, sealed, begun");
}

#[tokio::test]
async fn a_turn_that_is_sent_again_is_refused() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let frame = message(game.client.room().number(), Command::Play { action: legal(game.client.room()) });
    game.client.say_text(&frame).await;
    game.client.event().await;
    game.wait().await;
    let number = game.client.room().number();
    for _ in 0..3 {
        assert_eq!(is_refused(&server, game.game, &mut game.client, &frame).await, Refusal::Stale { number });
    }
}

/// A won game's last words, in another one.
#[tokio::test]
async fn what_won_another_game_is_refused() {
    let server = TestServer::start().await;
    let (won, winning) = won_game(&server).await;
    let mut other = Ranked::begin(&server, "taiwan-quick", "easy").await;
    assert_ne!(won.game, other.game);
    let number = other.client.room().number();
    for said in &winning {
        let refusal = is_refused(&server, other.game, &mut other.client, said).await;
        assert_eq!(refusal, Refusal::Stale { number }, "{said}");
    }
    // Nor does its seal fit, or its events.
    for said in won.client.transcript.iter().rev().take(5) {
        let refusal = is_refused(&server, other.game, &mut other.client, said).await;
        assert!(matches!(refusal, Refusal::Malformed { .. } | Refusal::TooLarge { .. }), "{refusal:?}");
    }
}

/// And after the end of the won one itself: nobody wins it twice.
#[tokio::test]
async fn a_won_game_is_not_won_again() {
    let server = TestServer::start().await;
    let (mut won, winning) = won_game(&server).await;
    for said in &winning {
        let refusal = is_refused(&server, won.game, &mut won.client, said).await;
        assert_eq!(refusal, Refusal::NotNow, "{said}");
    }
    let claims = [Command::Resign, Command::ClaimWin, Command::OfferDraw, Command::Abort, Command::Rematch];
    for command in claims {
        let said = message(won.client.room().number(), command);
        assert_eq!(is_refused(&server, won.game, &mut won.client, &said).await, Refusal::NotNow);
    }
}

/// A game that the creator won on the board, and what won it. Who plays like the stronger computer wins soon.
async fn won_game(server: &TestServer) -> (Ranked, Vec<String>) {
    let mut game = Ranked::begin(server, "taiwan-quick", "easy").await;
    let mut said = Vec::new();
    while game.client.room().stage() == Stage::Playing {
        let engine = banqi_engine::Engine::new(banqi_engine::Level::Expert, 3);
        let thought = engine.think(game.client.room().game(), &banqi_engine::Limits::default(), &|| false).unwrap();
        said.push(message(game.client.room().number(), Command::Play { action: thought.action }));
        game.play(thought.action).await;
    }
    assert_eq!(game.client.room().winner(), Some(Player::Creator));
    let last = said.split_off(said.len() - 3);
    (game, last)
}

#[tokio::test]
async fn a_turn_for_an_earlier_moment_is_refused() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    game.play_some(5, &mut ChaCha20Rng::seed_from_u64(3)).await;
    let (action, number) = (legal(game.client.room()), game.client.room().number());
    for after in (0..game.client.room().decisive()).chain([number + 1, u32::MAX]) {
        let stale = message(after, Command::Play { action });
        assert_eq!(is_refused(&server, game.game, &mut game.client, &stale).await, Refusal::Stale { number });
    }
}

/// Two pages of one player play at once: one of them does, and both see the same.
#[rstest]
#[case::the_same_turn(["a1", "a1"])]
#[case::two_turns(["a1", "a2"])]
#[tokio::test]
async fn of_two_sockets_one_plays(#[case] actions: [&str; 2]) {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let mut second = Client::open(&game.guest, game.game).await;
    let after = game.client.room().number();
    let [one, other] = actions.map(|action| message(after, Command::Play { action: action.parse().unwrap() }));
    tokio::join!(game.client.say_text(&one), second.say_text(&other));

    // Each hears one refusal between them, and the events of one turn and its answer.
    let mut refusals = Vec::new();
    for client in [&mut game.client, &mut second] {
        while client.room().waits_for_computer() || client.room().number() == after {
            hear(client, &mut refusals).await;
        }
        // Whatever was said before is dealt with after this.
        client.say(&ClientMessage::Hello { version: banqi_wire::VERSION, after: 0 }).await;
        while refusals.last() != Some(&Refusal::Hello) {
            hear(client, &mut refusals).await;
        }
        refusals.pop();
    }
    assert!(matches!(refusals[..], [Refusal::Stale { .. }]), "{refusals:?}");
    assert_eq!(game.client.room().number(), second.room().number());
    let events = stored(&server, game.game).await;
    let played = events.iter().filter(|next| matches!(next.event, Event::Played { .. })).count();
    assert_eq!((played, events.len() as u32), (2, after + 2), "the creator's turn and the computer's");
}

async fn hear(client: &mut Client, refusals: &mut Vec<Refusal>) {
    match client.hear().await {
        Heard::Said(banqi_wire::ServerMessage::Refused { refusal, .. }) => refusals.push(refusal),
        Heard::Said(_) => {}
        Heard::Closed(code) => panic!("closed: {code:?}"),
    }
}

#[tokio::test]
async fn a_spectator_wins_nothing() {
    let server = TestServer::start().await;
    let mut game = Ranked::begin(&server, "mainland", "easy").await;
    let action = legal(game.client.room());
    // Nobody, somebody, and somebody who has a game of the same kind.
    let mut players: Vec<Guest> = vec![server.guest(), server.guest()];
    make_ranked(&mut players[1], "mainland", "easy").await;
    for guest in players {
        let mut spectator = Client::open(&guest, game.game).await;
        assert_eq!(spectator.role, Role::Spectator);
        let number = spectator.room().number();
        for command in [
            Command::Play { action },
            Command::Resign,
            Command::ClaimWin,
            Command::ClaimDraw,
            Command::OfferDraw,
            Command::DeclineDraw,
            Command::Abort,
            Command::Seal { secret: secret(0xC1) },
        ] {
            let said = message(number, command);
            assert_eq!(is_refused(&server, game.game, &mut spectator, &said).await, Refusal::Spectator);
        }
    }
    game.play(action).await;
}

#[tokio::test]
async fn it_takes_an_account() {
    let server = TestServer::start().await;
    let refused = server.guest().post("/api/games", Some(&ranked("mainland", "easy"))).await;
    assert_eq!((refused.status, refused.json()), (403, json!({"error": "account_needed"})));
}

/// A game between people is none against the computer, and the other way round.
#[tokio::test]
async fn the_computer_plays_in_no_other_game() {
    let server = TestServer::start().await;
    let [mut creator, mut friend] = [server.guest(), server.guest()];
    let game = make(&mut creator, &rules("mainland")).await;
    join(&mut friend, game).await;
    let client = Client::open(&creator, game).await;
    assert_eq!((client.room().computer(), client.room().engine()), (None, None));
    assert!(!client.room().waits_for_computer());
}
