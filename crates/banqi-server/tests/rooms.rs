//! What happens around a game: who is there, offers, rematches, who watches, and restarts.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use banqi::{Outcome, Reason};
use banqi_room::{Ending, Stage};
use banqi_server::{
    Accounts, Answer, Append, Change, Creation, Entry, Filter, GameOfUser, GameRow, Games, Kept, KeptAccount,
    KeptRating, KeptSession, Lines, NewAccount, NewSession, Scores, SqlStore, StoreError, UserId,
};
use banqi_wire::{
    Board, BoardLine, ClientMessage, Command, Event, FirstMover, Gain, GameId, Numbered, Phrase, Player, Present,
    RatingPoint, Refusal, Results, Role, ServerMessage, Side, Speed,
};
use serde_json::json;
use support::client::{Client, Heard, secret};
use support::game::{Pair, join, make, rules};
use support::server::TestServer;

#[tokio::test]
async fn the_first_who_joins_plays_and_others_watch() {
    let server = TestServer::start().await;
    let [mut creator, mut friend, mut late] = [server.guest(), server.guest(), server.guest()];
    let game = make(&mut creator, &rules("mainland")).await;
    let mut page = Client::open(&friend, game).await;
    assert_eq!(page.role, Role::Spectator, "to look is not to join");

    // Who made the game does not join it.
    let again = creator.post(&format!("/api/games/{game}/join"), None).await;
    assert_eq!((again.status, again.json()["role"].clone()), (200, json!("creator")));
    join(&mut friend, game).await;
    assert_eq!(page.event().await.event, Event::Joined);
    // A second time, by a double tap: the same answer, and no second event.
    join(&mut friend, game).await;
    let taken = late.post(&format!("/api/games/{game}/join"), None).await;
    assert_eq!((taken.status, taken.json()), (409, json!({"error": "taken"})));
    assert_eq!(Client::open(&late, game).await.role, Role::Spectator);
    let opened = Client::open(&friend, game).await;
    assert_eq!((opened.role, opened.room().number()), (Role::Friend, 2));
}

#[tokio::test]
async fn of_many_who_join_at_once_one_plays() {
    let server = TestServer::start().await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    let joining = (0..20).map(|_| {
        let mut guest = server.guest();
        tokio::spawn(async move { guest.post(&format!("/api/games/{game}/join"), None).await.status })
    });
    let mut statuses = Vec::new();
    for joining in joining.collect::<Vec<_>>() {
        statuses.push(joining.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [[200].as_slice(), &[409; 19]].concat());
}

#[tokio::test]
async fn everybody_sees_who_is_there() {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    let spectators = [Client::open(&server.guest(), pair.game).await, Client::open(&server.guest(), pair.game).await];
    pair.creator.settle().await;
    // They are counted together, once a second.
    server.time.advance(1000);
    pair.creator.until_presence(|presence| presence.spectators == 2).await;
    let now = banqi_server::Time::now(&server.time);
    pair.friend.close().await;
    let gone = Present::Away { claim_at: Some(now + 300_000) };
    pair.creator.until_presence(|presence| presence.friend == gone).await;
    for spectator in spectators {
        spectator.close().await;
    }
    pair.creator.settle().await;
    server.time.advance(1000);
    pair.creator.until_presence(|presence| presence.spectators == 0).await;
}

#[tokio::test]
async fn who_comes_back_gets_what_was_missed() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let number = pair.creator.room().number();
    let Pair { game, guests, friend, .. } = &mut pair;
    let (game, guest) = (*game, guests[1].clone());
    let room = friend.room().clone();
    pair.play("a1".parse().unwrap()).await;
    pair.play("b1".parse().unwrap()).await;

    // With a new connection and what it had.
    let mut back = Client::connect(&guest, game).await.unwrap();
    back.room = Some(Box::new(room));
    back.hello(number).await;
    let welcome: ServerMessage = serde_json::from_str(&back.transcript[0]).unwrap();
    let ServerMessage::Welcome { events, .. } = welcome else { panic!("{welcome:?}") };
    assert_eq!(events.iter().map(|event| event.number).collect::<Vec<_>>(), [number + 1, number + 2]);
    assert_eq!(back.room().number(), pair.creator.room().number());
    // And with nothing at all.
    let anew = Client::open(&guest, game).await;
    assert_eq!(anew.room().game().position(), back.room().game().position());
}

#[tokio::test]
async fn a_draw_is_offered_once_in_ten_turns() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    pair.act(Player::Creator, Command::OfferDraw).await;
    assert_eq!(pair.creator.refused(Command::OfferDraw).await, Refusal::NotNow);
    pair.act(Player::Friend, Command::DeclineDraw).await;
    assert_eq!(pair.creator.refused(Command::OfferDraw).await, Refusal::OfferedLately { turns: 10 });
    // The other one may, and then the first one again.
    pair.act(Player::Friend, Command::OfferDraw).await;
    pair.act(Player::Creator, Command::OfferDraw).await;
    pair.creator.until_over().await;
    assert_eq!(pair.creator.room().ending(), Some(Ending::Finished(Outcome::draw(Reason::Agreement))));
}

#[tokio::test]
async fn what_players_say_everybody_hears() {
    let server = TestServer::start().await;
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    let mut spectator = Client::open(&server.guest(), pair.game).await;
    pair.friend.say(&ClientMessage::Say { phrase: Phrase::GoodLuck }).await;
    let said = Heard::Said(ServerMessage::Said { by: Player::Friend, phrase: Phrase::GoodLuck });
    for client in [&mut pair.creator, &mut pair.friend, &mut spectator] {
        assert_eq!(client.hear().await, said);
    }
}

#[tokio::test]
async fn a_rematch_has_the_same_players_and_new_secrets() {
    let server = TestServer::start().await;
    let new = json!({"rules": "hong-kong:chain=on", "first": "creator", "clock": {"kind": "fischer", "initial": 60, "increment": 1}});
    let mut pair = Pair::begin(&server, &new).await;
    assert_eq!(pair.creator.refused(Command::Rematch).await, Refusal::NotNow);
    pair.act(Player::Creator, Command::Resign).await;
    pair.creator.until_over().await;
    pair.friend.until_over().await;
    pair.act(Player::Friend, Command::Rematch).await;
    assert_eq!(pair.friend.refused(Command::Rematch).await, Refusal::NotNow);
    pair.act(Player::Creator, Command::Rematch).await;
    let Event::Rematch { game } = pair.creator.event().await.event else { panic!("no next game") };
    assert_eq!(pair.friend.event().await.event, Event::Rematch { game });

    let creator = Client::open(&pair.guests[0], game).await;
    let friend = Client::open(&pair.guests[1], game).await;
    assert_eq!((creator.role, friend.role), (Role::Creator, Role::Friend));
    let (last, next) = (pair.creator.room(), creator.room());
    assert_eq!((next.last(), next.rules(), next.clock()), (Some(pair.game), last.rules(), last.clock()));
    assert_eq!((next.stage(), next.first()), (Stage::Sealing, FirstMover::Friend));
    assert_ne!(next.server_commit(), last.server_commit());
    let mut next = Pair { game, guests: pair.guests, creator, friend };
    next.seal_with(secret(0xC3), secret(0xC4)).await;
    next.draw().await;
    next.play_out(3, 40).await;
    assert!(next.friend.room().dealt().is_some());
}

#[tokio::test]
async fn a_game_that_is_called_off_is_opened_all_the_same() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    pair.act(Player::Friend, Command::Abort).await;
    pair.creator.until_over().await;
    assert!(pair.creator.room().dealt().is_some());
    assert_eq!(pair.creator.refused(Command::Resign).await, Refusal::NotNow);
}

/// Somebody else writes into the same store, as another server would: the game follows.
#[tokio::test]
async fn a_lost_race_is_told_and_made_good() {
    let server = TestServer::start().await;
    let Pair { mut creator, mut friend, game, .. } = Pair::begin(&server, &rules("taiwan-quick")).await;
    let number = creator.room().number() + 1;
    let store = SqlStore::open(&server.folder().join("games.sqlite")).await.unwrap();
    let offered = Numbered { number, at: support::server::START, event: Event::DrawOffered { by: Player::Friend } };
    let append = Append { game, events: vec![Entry::of(&offered)], friend: None, over: None };
    store.append(append).await.unwrap();

    let mover = creator.room().to_act().unwrap();
    let client = if mover == Player::Creator { &mut creator } else { &mut friend };
    client.command(Command::Play { action: "a1".parse().unwrap() }).await;
    assert_eq!(client.event().await, offered);
    assert_eq!(client.refusal().await, Refusal::Stale { number });
    client.act(Command::Play { action: "a1".parse().unwrap() }).await;
    assert_eq!(client.room().number(), number + 1);
}

#[tokio::test]
async fn a_restart_loses_nothing() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    pair.play("a1".parse().unwrap()).await;
    let (game, room) = (pair.game, pair.creator.room().clone());
    let guests = pair.guests.clone();
    drop(pair);
    let server = server.restart().await;
    let [creator, friend] = guests.map(|guest| support::http::Guest { server: server.address, ..guest });
    let creator = Client::open(&creator, game).await;
    let friend = Client::open(&friend, game).await;
    assert_eq!((creator.role, friend.role), (Role::Creator, Role::Friend));
    assert_eq!(creator.room().game().position(), room.game().position());
    let mut pair = Pair { game, guests: [server.guest(), server.guest()], creator, friend };
    pair.creator.until_presence(|presence| presence.friend == Present::Here).await;
    pair.play_out(5, 60).await;
    assert_eq!(pair.friend.room().mismatch(), None);
}

#[tokio::test]
async fn who_is_forgotten_gives_up() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    for square in ["a1", "b1"] {
        pair.play(square.parse().unwrap()).await;
    }
    let mut guests = pair.guests.clone();
    assert_eq!(guests[0].delete("/api/me").await.status, 204);
    pair.friend.until_over().await;
    assert_eq!(pair.friend.room().winner(), Some(Player::Friend));
    assert_eq!(guests[0].cookie, None);
    assert_eq!(Client::open(&pair.guests[0], pair.game).await.role, Role::Spectator, "the old cookie is nobody's");
    let listed = guests[1].get("/api/me/games").await.json();
    assert_eq!(listed[0]["id"], json!(pair.game));
}

#[tokio::test]
async fn a_server_that_cheats_is_found_out() {
    let server = TestServer::with(|parts| {
        let is_sealed = std::sync::atomic::AtomicBool::new(false);
        parts.dealer = Some(Arc::new(move |transcript, secret| {
            let dealt = banqi_deal::SealedDeal::new(transcript, secret)?;
            if !is_sealed.swap(true, std::sync::atomic::Ordering::Relaxed) {
                return Ok(dealt);
            }
            let squares = dealt.squares().map(|piece| banqi::Piece::new(!piece.colour, piece.kind));
            let (transcript, server) = (dealt.seal().transcript().clone(), dealt.server().clone());
            let (tiles, salts) = (dealt.tiles().kinds(), dealt.salts().clone());
            banqi_deal::SealedDeal::from_parts(transcript, server, tiles, squares, salts)
        }));
    })
    .await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    assert_eq!(pair.creator.room().mismatch(), None, "the tiles are those that were sealed");
    pair.play("a1".parse().unwrap()).await;
    let found = Some(&banqi_deal::Mismatch::Square { square: "a1".parse().unwrap() });
    assert_eq!((pair.creator.room().mismatch(), pair.friend.room().mismatch()), (found, found));
}

/// A store that does not do what it should, so many times.
struct Failing {
    store: SqlStore,
    appends: AtomicU32,
    loads: AtomicU32,
}

/// Whether it fails this time.
fn fails(left: &AtomicU32) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

macro_rules! as_the_store_does {
    ($($name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $($argument: $type),*) -> Answer<'_, $answer> {
            self.store.$name($($argument),*)
        })*
    };
}

impl Games for Failing {
    fn append(&self, append: Append) -> Answer<'_, ()> {
        if fails(&self.appends) {
            return Box::pin(async { Err(StoreError::Busy) });
        }
        self.store.append(append)
    }

    fn load(&self, game: GameId) -> Answer<'_, Option<Kept>> {
        if fails(&self.loads) {
            return Box::pin(async { Err(StoreError::Busy) });
        }
        self.store.load(game)
    }

    as_the_store_does! {
        create(creation: Creation) -> ();
        succeed(creation: Creation, append: Append) -> ();
        unfinished() -> Vec<GameId>;
        games_of(user: UserId) -> Vec<GameOfUser>;
        rows_of(user: UserId, most: u32) -> Vec<GameRow>;
        open_games_of(user: UserId) -> u32;
        archive(filter: Filter) -> Vec<GameRow>;
        row(game: GameId) -> Option<GameRow>;
    }
}

impl Accounts for Failing {
    as_the_store_does! {
        admit(guest: UserId, now: u64) -> ();
        greet(guest: UserId, now: u64) -> Option<u64>;
        forget(user: UserId) -> ();
        adopt(guest: UserId, account: UserId) -> ();
        sign_up(account: NewAccount, session: NewSession) -> ();
        account(user: UserId) -> Option<KeptAccount>;
        account_named(key: String) -> Option<KeptAccount>;
        change(change: Change) -> ();
        begin_session(session: NewSession) -> ();
        session(token: [u8; 32], before: u64, now: u64) -> Option<KeptSession>;
        sessions_of(account: UserId) -> Vec<KeptSession>;
        end_session(account: UserId, id: String) -> bool;
        end_other_sessions(account: UserId, but: String) -> u64;
        side(user: UserId, speed: Option<Speed>) -> Side;
    }
}

impl Scores for Failing {
    as_the_store_does! {
        ratings_of(account: UserId) -> Vec<KeptRating>;
        rating_history(account: UserId, speed: Speed, most: u32) -> Vec<RatingPoint>;
        lines(board: Board, span: String, left_out: u64, most: u32) -> Lines;
        standing(account: UserId, board: Board, span: String) -> Option<BoardLine>;
        results(account: UserId, against: Option<UserId>) -> Results;
        withheld(user: UserId) -> u32;
        gains(game: GameId) -> Vec<(Player, Gain)>;
    }
}

impl banqi_server::Store for Failing {
    fn close(&self) -> futures_util::future::BoxFuture<'_, ()> {
        self.store.close()
    }

    as_the_store_does! {
        expire(before: u64, now: u64) -> u64;
        fact(name: &'static str, value: String) -> String;
        alive(now: u64) -> ();
        last_alive() -> Option<u64>;
        ready() -> ();
    }
}

#[tokio::test]
async fn what_is_not_kept_has_not_happened() {
    let folder = support::server::folder();
    let store = SqlStore::open(&folder.path().join("other.sqlite")).await.unwrap();
    let failing = Arc::new(Failing { store, appends: AtomicU32::new(0), loads: AtomicU32::new(0) });
    let server = TestServer::with(|parts| parts.store = failing.clone()).await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let number = pair.creator.room().number();
    let mover = pair.creator.room().to_act().unwrap();
    let flip = Command::Play { action: "a1".parse().unwrap() };

    failing.appends.store(1, Ordering::Relaxed);
    assert_eq!(pair.client(mover).refused(flip.clone()).await, Refusal::Unavailable);
    pair.act(mover, flip).await;
    assert_eq!((pair.creator.room().number(), pair.friend.room().number()), (number + 1, number + 1));

    // And where it cannot even be read what is kept, the game begins anew with that.
    failing.appends.store(1, Ordering::Relaxed);
    failing.loads.store(1, Ordering::Relaxed);
    let mover = pair.creator.room().to_act().unwrap();
    let flip = Command::Play { action: "b1".parse().unwrap() };
    assert_eq!(pair.client(mover).refused(flip.clone()).await, Refusal::Unavailable);
    assert_eq!(pair.creator.until_closed().await, Some(1012));
    assert_eq!(pair.friend.until_closed().await, Some(1012));
    for (client, guest) in [(&mut pair.creator, &pair.guests[0]), (&mut pair.friend, &pair.guests[1])] {
        *client = Client::open(guest, pair.game).await;
        assert_eq!(client.room().number(), number + 1);
    }
    pair.creator.until_presence(|presence| presence.friend == Present::Here).await;
    pair.act(mover, flip).await;
    assert_eq!(pair.friend.room().number(), number + 2);
}

#[tokio::test]
async fn a_game_survives_a_mistake_of_ours() {
    let mistakes = Arc::new(AtomicU32::new(1));
    let server = TestServer::with(|parts| {
        parts.dealer = Some(Arc::new(move |transcript, secret| {
            assert!(!fails(&mistakes), "a mistake that this test makes");
            banqi_deal::SealedDeal::new(transcript, secret)
        }));
    })
    .await;
    let mut pair = Pair::meet(&server, &rules("taiwan-quick")).await;
    let commitment = secret(1).seat1_commit(&pair.creator.room().terms());
    pair.act(Player::Creator, Command::Commit { commitment }).await;
    pair.act(Player::Friend, Command::Contribute { secret: secret(2) }).await;
    pair.creator.command(Command::Seal { secret: secret(1) }).await;
    assert_eq!(pair.creator.until_closed().await, Some(1012));
    assert_eq!(pair.friend.until_closed().await, Some(1012));
    pair.creator = Client::open(&pair.guests[0], pair.game).await;
    pair.friend = Client::open(&pair.guests[1], pair.game).await;
    pair.act(Player::Creator, Command::Seal { secret: secret(1) }).await;
    pair.draw().await;
    pair.play_out(1, 10).await;
    assert_eq!(pair.friend.room().mismatch(), None);
    // It is not waited for.
    server.stop().await;
}
