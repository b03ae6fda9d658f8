//! Nothing that leaves the server before the end tells more than both players know.
//!
//! Games are played twice, by the same clients in the same way, on deals that differ only in squares that nobody opens.
//! Everything that anybody gets has to be the same, byte for byte, but for the leaves of those squares, which are hashes
//! with secret salts, and the seal, which is the hash of all leaves.

mod support;

use std::io::Write;
use std::sync::{Arc, Mutex};

use banqi::Square;
use banqi_deal::{SealedDeal, Secret};
use banqi_server::{Chance, LogFormat, LogLevel, logs};
use banqi_wire::{Command, GameId, Player};
use rand::{Rng as _, RngExt as _};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::{Connection as _, Row as _, SqliteConnection};
use support::account::{PASSWORD, credentials};
use support::client::Client;
use support::game::{Pair, Ranked, random_action};
use support::http::{Guest, Reply};
use support::server::TestServer;
use tracing_subscriber::fmt::MakeWriter;

/// Of each length its own numbers: how often a socket is pinged does not change which games are made.
struct Seeded(Mutex<std::collections::HashMap<usize, ChaCha20Rng>>);

impl Chance for Seeded {
    fn fill(&self, bytes: &mut [u8]) {
        let mut streams = self.0.lock().unwrap();
        let stream = streams.entry(bytes.len()).or_insert_with(|| ChaCha20Rng::seed_from_u64(bytes.len() as u64));
        stream.fill_bytes(bytes);
    }
}

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// What left the server.
struct Seen {
    /// What the players and a spectator were sent, message by message.
    sent: Vec<Vec<String>>,
    /// Before the end: the export, the record, the page, the picture, the list of the creator's games, the metrics.
    read: Vec<Vec<u8>>,
    /// The log, also up to there.
    log: Vec<String>,
    dealt: SealedDeal,
    /// The squares that nobody had opened.
    closed: Vec<Square>,
    /// What nobody may find in a log, ever.
    secrets: Vec<String>,
    whole_log: String,
}

/// A server on whose deals the pieces under some squares change places.
async fn serve(moved: &[Square]) -> TestServer {
    let moved = moved.to_vec();
    TestServer::with(|parts| {
        parts.chance = Arc::new(Seeded(Mutex::default()));
        parts.dealer = Some(Arc::new(move |transcript, secret| {
            let dealt = SealedDeal::new(transcript, secret)?;
            let mut squares = dealt.squares();
            for pair in moved.windows(2) {
                squares.swap(pair[0].index(), pair[1].index());
            }
            let (transcript, server) = (dealt.seal().transcript().clone(), dealt.server().clone());
            SealedDeal::from_parts(transcript, server, dealt.tiles().kinds(), squares, dealt.salts().clone())
        }));
    })
    .await
}

/// A game of so many actions.
async fn play(rules: &str, seed: u64, actions: usize, level: LogLevel, moved: &[Square]) -> Seen {
    let log = Log::default();
    let _logging = tracing::subscriber::set_default(logs(LogFormat::Json, level, log.clone()));
    let server = serve(moved).await;
    let new = json!({"rules": rules, "clock": {"kind": "fischer", "initial": 600, "increment": 5}});
    let mut pair = Pair::begin(&server, &new).await;
    let mut spectator = Client::open(&server.guest(), pair.game).await;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    for _ in 0..actions {
        let mover = pair.creator.room().to_act().unwrap();
        try_something(pair.client(mover), &mut rng).await;
        server.time.advance(rng.random_range(1..3000));
        let action = random_action(pair.creator.room(), &mut rng).expect("the game goes on for so long");
        pair.play(action).await;
    }
    spectator.until(pair.creator.room().number()).await;

    let read = read(&server, &mut pair.guests[0], pair.game).await;
    let sent = [&pair.creator, &pair.friend, &spectator].map(|client| client.transcript.clone()).to_vec();
    let logged = log.text().lines().map(without_times).collect();
    let closed = pair.creator.room().game().position().face_down().into_iter().collect();

    // The end, which tells.
    pair.act(Player::Friend, Command::Resign).await;
    pair.creator.until_over().await;
    let (dealt, secrets) = told(&pair.creator, &pair.guests);
    Seen { sent, read, log: logged, dealt, closed, secrets, whole_log: log.text() }
}

/// A ranked game of so many actions of the creator, and the computer's answers.
async fn play_ranked(rules: &str, seed: u64, actions: usize, level: LogLevel, moved: &[Square]) -> Seen {
    let log = Log::default();
    let _logging = tracing::subscriber::set_default(logs(LogFormat::Json, level, log.clone()));
    let server = serve(moved).await;
    let mut game = Ranked::begin(&server, rules, "normal").await;
    let mut spectator = Client::open(&server.guest(), game.game).await;
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    for turn in 0..actions {
        try_something(&mut game.client, &mut rng).await;
        if turn == 2 {
            game.client.act(Command::OfferDraw).await;
            game.wait().await;
        }
        server.time.advance(rng.random_range(1..3000));
        let action = random_action(game.client.room(), &mut rng).expect("the game goes on for so long");
        game.play(action).await;
    }
    spectator.until(game.client.room().number()).await;

    let read = read(&server, &mut game.guest, game.game).await;
    let sent = [&game.client, &spectator].map(|client| client.transcript.clone()).to_vec();
    let logged = log.text().lines().map(without_times).collect();
    let closed = game.client.room().game().position().face_down().into_iter().collect();
    game.client.act(Command::Resign).await;
    game.client.until_over().await;
    let (dealt, mut secrets) = told(&game.client, std::slice::from_ref(&game.guest));
    // The computer's seeds too, of all turns: who knows them knows what it will play.
    for turn in 1..100 {
        let seed = dealt.engine_seed().turn(turn);
        secrets.extend([seed.to_string(), format!("{seed:x}")]);
    }
    Seen { sent, read, log: logged, dealt, closed, secrets, whole_log: log.text() }
}

/// What is tried and refused tells nothing either.
async fn try_something(client: &mut Client, rng: &mut ChaCha20Rng) {
    let squares: Vec<Square> = Square::all().collect();
    let [from, to] = [0, 1].map(|_| squares[rng.random_range(0..squares.len())]);
    let tried = format!("{from}-{to}").parse().ok();
    if let Some(action) = tried
        && client.room().game().check(action).is_err()
    {
        client.refused(Command::Play { action }).await;
    }
}

/// What anybody can read of a game, and its creator.
async fn read(server: &TestServer, creator: &mut Guest, game: GameId) -> Vec<Vec<u8>> {
    let mut read = Vec::new();
    for path in [
        format!("/api/games/{game}"),
        format!("/api/games/{game}/record"),
        format!("/g/{game}"),
        format!("/g/{game}/preview.png"),
    ] {
        read.push(server.guest().get(&path).await.body);
    }
    read.push(creator.get("/api/me/export").await.body);
    read.push(server.guest().get("/metrics").await.body);
    // The address is another one in each run.
    let address = server.address.to_string();
    read.into_iter().map(|bytes| replaced(&bytes, address.as_bytes(), b"ADDRESS")).collect()
}

/// The deal that is told at the end, and what nobody may find in a log.
fn told(creator: &Client, guests: &[Guest]) -> (SealedDeal, Vec<String>) {
    let last = creator.transcript.last().expect("something was told");
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    let server_secret: Secret = last["event"]["secret"].as_str().unwrap().parse().unwrap();
    let transcript = creator.room().seal().unwrap().transcript().clone();
    let mut of_all = vec![server_secret.clone(), transcript.c1.clone()];
    of_all.extend(transcript.c2.clone());
    let dealt = SealedDeal::new(transcript, server_secret).unwrap();
    let salts = dealt.salts();
    let mut secrets: Vec<String> = salts.squares.iter().chain(&salts.tiles).map(banqi_deal::Salt::to_hex).collect();
    secrets.extend(of_all.iter().map(Secret::to_hex));
    secrets.extend(of_all.iter().map(|secret| format!("{:?}", secret.as_bytes())));
    secrets.push(dealt.deal().to_string());
    for guest in guests {
        let cookie = guest.cookie.clone().unwrap();
        let value = cookie.split_once('=').unwrap().1.to_owned();
        // The signature comes first, then the id in the clear.
        secrets.push(value[value.len() - 32..].to_owned());
        secrets.push(value);
    }
    (dealt, secrets)
}

fn replaced(bytes: &[u8], what: &[u8], with: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(what.len()).position(|part| part == what) {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(with);
        rest = &rest[at + what.len()..];
    }
    replaced.extend_from_slice(rest);
    replaced
}

/// The time at which a line was written is the machine's, and a request's id is drawn for it.
fn without_times(line: &str) -> String {
    let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
    line.as_object_mut().unwrap().remove("timestamp");
    for at in ["span", "spans"] {
        line.as_object_mut().unwrap().remove(at);
    }
    line.to_string()
}

/// Squares of a run, as they were sealed in it.
fn leaves(seen: &Seen, moved: &[Square]) -> (Vec<String>, String) {
    let squares = {
        let mut squares = seen.dealt.squares();
        for pair in moved.windows(2) {
            squares.swap(pair[0].index(), pair[1].index());
        }
        squares
    };
    let (transcript, server) = (seen.dealt.seal().transcript().clone(), seen.dealt.server().clone());
    let tiles = seen.dealt.tiles().kinds();
    let dealt = SealedDeal::from_parts(transcript, server, tiles, squares, seen.dealt.salts().clone()).unwrap();
    let leaves = seen.closed.iter().map(|square| dealt.seal().leaves().squares[square.index()].to_string());
    (leaves.collect(), dealt.seal().hash().to_string())
}

/// What a run gave, with the leaves of the closed squares and the seal taken out.
fn blank(seen: &Seen, moved: &[Square]) -> (Vec<Vec<u8>>, usize) {
    let (leaves, seal) = leaves(seen, moved);
    let mut count = 0;
    let mut blank = |bytes: &[u8]| {
        let mut bytes = bytes.to_vec();
        for (number, hash) in leaves.iter().chain([&seal]).enumerate() {
            // Of the same length, so that lengths are compared as they were.
            let place = format!("{number:_>64}");
            let next = replaced(&bytes, hash.as_bytes(), place.as_bytes());
            count += usize::from(next != bytes);
            bytes = next;
        }
        bytes
    };
    let sent = seen.sent.iter().flatten().map(|text| blank(text.as_bytes())).collect::<Vec<_>>();
    let read = seen.read.iter().map(|bytes| blank(bytes)).collect::<Vec<_>>();
    let log = seen.log.iter().map(|line| blank(line.as_bytes())).collect::<Vec<_>>();
    ([sent, read, log].concat(), count)
}

fn first_difference(one: &[Vec<u8>], other: &[Vec<u8>]) -> Option<String> {
    if one.len() != other.len() {
        return Some(format!("{} and {} pieces", one.len(), other.len()));
    }
    let (one, other) = one.iter().zip(other).find(|(one, other)| one != other)?;
    Some(format!("{}\n{}", String::from_utf8_lossy(one), String::from_utf8_lossy(other)))
}

#[rstest]
#[tokio::test]
async fn what_nobody_opened_shows_nowhere(
    #[values("taiwan-tournament", "taiwan-quick", "hong-kong:chain=on", "mainland")] rules: &str,
    #[values(1, 2)] seed: u64,
) {
    let actions = 24;
    let one = play(rules, seed, actions, LogLevel::Trace, &[]).await;
    assert!(one.closed.len() > 2, "{} are closed", one.closed.len());
    let moved = one.closed.clone();
    let other = play(rules, seed, actions, LogLevel::Trace, &moved).await;
    assert_eq!(one.closed, other.closed);
    assert_eq!(one.dealt, other.dealt, "but for what was changed, they are the same");

    let (one_left, blanked) = blank(&one, &[]);
    let (other_left, other_blanked) = blank(&other, &moved);
    assert_eq!(first_difference(&one_left, &other_left), None);
    assert_eq!(blanked, other_blanked);
    // Three who were sent it, the export, the guest's export: all leaves and the seal. The record: the seal.
    assert_eq!(blanked, 5 * (one.closed.len() + 1) + 1);
}

/// The computer is told no more than the player: on another deal it plays the same, as long as nobody can see a difference.
#[rstest]
#[tokio::test]
async fn what_nobody_opened_shows_nowhere_in_a_ranked_game(
    #[values("taiwan-tournament", "taiwan-quick", "mainland")] rules: &str,
    #[values(1, 2)] seed: u64,
) {
    let actions = 8;
    let one = play_ranked(rules, seed, actions, LogLevel::Trace, &[]).await;
    assert!(one.closed.len() > 2, "{} are closed", one.closed.len());
    let moved = one.closed.clone();
    let other = play_ranked(rules, seed, actions, LogLevel::Trace, &moved).await;
    assert_eq!((&one.closed, &one.dealt), (&other.closed, &other.dealt));

    let (one_left, blanked) = blank(&one, &[]);
    let (other_left, other_blanked) = blank(&other, &moved);
    assert_eq!(first_difference(&one_left, &other_left), None);
    assert_eq!(blanked, other_blanked);
    // Two who were sent it, the export, the guest's export: all leaves and the seal. The record: the seal.
    assert_eq!(blanked, 4 * (one.closed.len() + 1) + 1);

    // Nor has anybody seen S, a seed or a salt of what is closed, in any form.
    let salts: Vec<String> =
        one.dealt.salts().tiles.iter().chain(&one.dealt.salts().squares).map(banqi_deal::Salt::to_hex).collect();
    let c1 = one.dealt.seal().transcript().c1.to_hex();
    let left: Vec<&[u8]> = one_left.iter().map(Vec::as_slice).collect();
    for secret in one.secrets.iter().filter(|secret| **secret != c1 && !salts.contains(secret)) {
        let found = left.iter().any(|bytes| bytes.windows(secret.len()).any(|part| part == secret.as_bytes()));
        assert!(!found, "{secret} was seen");
    }
    for square in &one.closed {
        let salt = one.dealt.salts().squares[square.index()].to_hex();
        let found = left.iter().any(|bytes| bytes.windows(salt.len()).any(|part| part == salt.as_bytes()));
        assert!(!found, "the salt of {square} was seen");
    }
}

/// That the comparison above would find something.
#[tokio::test]
async fn what_somebody_opened_shows() {
    // A single action, because what is opened has a say in what is played next.
    let one = play("taiwan-quick", 1, 1, LogLevel::Trace, &[]).await;
    let squares = one.dealt.squares();
    let open = Square::all().find(|square| !one.closed.contains(square)).unwrap();
    let differs = |square: &Square| squares[square.index()] != squares[open.index()];
    let closed = one.closed.iter().copied().find(differs).unwrap();
    let moved = [open, closed];
    let other = play("taiwan-quick", 1, 1, LogLevel::Trace, &moved).await;
    assert!(first_difference(&blank(&one, &[]).0, &blank(&other, &moved).0).is_some());
}

#[rstest]
#[case(LogLevel::Trace)]
#[case(LogLevel::Info)]
#[tokio::test]
async fn no_log_has_a_secret(#[case] level: LogLevel) {
    no_secret_is_in_the_log(&play("hong-kong:chain=on", 7, 30, level, &[]).await, level);
    no_secret_is_in_the_log(&play_ranked("hong-kong", 7, 8, level, &[]).await, level);
}

fn no_secret_is_in_the_log(seen: &Seen, level: LogLevel) {
    let log = &seen.whole_log;
    assert!(log.contains("\"over\""), "the whole game is in it: {log}");
    if level == LogLevel::Trace {
        assert!(log.contains("answered"));
    }
    for secret in &seen.secrets {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
    }
    // Nor does it say what lies anywhere, opened or not.
    for square in Square::all() {
        let piece = seen.dealt.squares()[square.index()].letter();
        for said in [format!("{square}={piece}"), format!("Opening({square})"), format!("\"{square}\"")] {
            assert!(!log.contains(&said), "{said} is in the log");
        }
    }
}

/// Somebody who asks, and everything that was answered.
struct Curious {
    guest: Guest,
    answers: Vec<Vec<u8>>,
    tokens: Vec<String>,
}

impl Curious {
    fn new(guest: Guest) -> Self {
        Self { guest, answers: Vec::new(), tokens: Vec::new() }
    }

    async fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let reply = self.guest.ask(method, path, body.map(|body| body.to_string()).as_deref()).await;
        self.answers.push(reply.body.clone());
        for (name, value) in &reply.headers {
            if name != "set-cookie" {
                self.answers.push(value.as_bytes().to_vec());
            }
        }
        self.tokens.extend(self.guest.value("banqi_session"));
        reply
    }

    /// Asks for what is answered with a recovery code, and gives that; it is told nowhere else.
    async fn ask_for_code(&mut self, path: &str, body: Value) -> String {
        let reply = self.ask("POST", path, Some(body)).await;
        let body = self.answers.iter().rposition(|answer| *answer == reply.body).unwrap();
        self.answers.remove(body);
        reply.json()["code"].as_str().unwrap_or_else(|| panic!("{}", reply.text())).to_owned()
    }
}

/// What the database has that nobody is to see.
async fn kept_secrets(server: &TestServer) -> Vec<String> {
    let path = server.folder().join("games.sqlite");
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let mut secrets = Vec::new();
    for row in sqlx::query("SELECT password, recovery FROM account").fetch_all(&mut database).await.unwrap() {
        let password: String = row.get("password");
        // The salt, and the hash.
        secrets.extend(password.rsplit('$').take(2).map(str::to_owned));
        secrets.extend(spellings(&row.get::<Vec<u8>, _>("recovery")));
    }
    for row in sqlx::query("SELECT token FROM session").fetch_all(&mut database).await.unwrap() {
        secrets.extend(spellings(&row.get::<Vec<u8>, _>("token")));
    }
    secrets
}

/// Bytes in the ways in which they are written by mistake.
fn spellings(bytes: &[u8]) -> [String; 2] {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [hex.concat(), format!("{bytes:?}")]
}

#[rstest]
#[case(LogLevel::Trace)]
#[case(LogLevel::Info)]
#[tokio::test]
async fn what_signs_in_is_in_no_log_no_error_and_no_export(#[case] level: LogLevel) {
    const OTHER: &str = "another password of hers";
    const WRONG: &str = "a password that is wrong";
    let log = Log::default();
    let _logging = tracing::subscriber::set_default(logs(LogFormat::Json, level, log.clone()));
    let server = TestServer::start().await;
    let mut secrets: Vec<String> = [PASSWORD, OTHER, WRONG].map(str::to_owned).into();
    let mut anna = Curious::new(server.guest());
    let mut codes = Vec::new();

    anna.ask("POST", "/api/games", Some(json!({"rules": "mainland"}))).await;
    codes.push(anna.ask_for_code("/api/account", credentials("Anna", PASSWORD)).await);
    secrets.extend(kept_secrets(&server).await);
    let code = codes[0].clone();
    for (method, path, body) in [
        ("POST", "/api/account", Some(credentials("Berta", OTHER))),
        ("POST", "/api/account", Some(json!({"name": "Anna", "password": OTHER, "more": OTHER}))),
        ("POST", "/api/session", Some(credentials("Anna", WRONG))),
        ("POST", "/api/session", Some(credentials(WRONG, WRONG))),
        ("POST", "/api/session", Some(json!([PASSWORD]))),
        ("POST", "/api/session", Some(credentials("Anna", PASSWORD))),
        ("PUT", "/api/account/password", Some(json!({"password": WRONG, "new": OTHER}))),
        ("PUT", "/api/account/password", Some(json!({"password": PASSWORD, "new": OTHER}))),
        ("POST", "/api/account/recovery", Some(json!({"name": "Anna", "code": WRONG, "new": PASSWORD}))),
        ("POST", "/api/account/recovery", Some(json!({"name": "Anna", "code": code, "new": PASSWORD, "more": 1}))),
        ("POST", "/api/account/deletion", Some(json!({"password": WRONG}))),
        ("DELETE", "/api/me", None),
        ("GET", "/api/me", None),
        ("GET", "/api/me/games", None),
        ("GET", "/api/me/sessions", None),
        ("GET", "/api/me/export", None),
        ("GET", "/metrics", None),
        ("GET", "/api/openapi.json", None),
    ] {
        anna.ask(method, path, body).await;
        secrets.extend(kept_secrets(&server).await);
    }
    codes.push(anna.ask_for_code("/api/account/code", json!({"password": OTHER})).await);
    let recovery = json!({"name": "Anna", "code": codes[1], "new": PASSWORD});
    codes.push(anna.ask_for_code("/api/account/recovery", recovery).await);
    secrets.extend(kept_secrets(&server).await);
    let export = anna.ask("GET", "/api/me/export", None).await;
    assert_eq!(export.json()["me"]["account"]["name"], "Anna");
    assert_eq!(anna.ask("POST", "/api/account/deletion", Some(json!({"password": PASSWORD}))).await.status, 204);

    anna.tokens.sort_unstable();
    anna.tokens.dedup();
    assert_eq!(anna.tokens.len(), 4, "signed up, signed in, another password, recovered");
    secrets.append(&mut anna.tokens);
    for code in &codes {
        secrets.extend([code.clone(), code.replace('-', "")]);
    }
    let log = log.text();
    assert!(log.contains("an account is deleted") && (level == LogLevel::Info || log.contains("answered")), "{log}");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} is in the log");
        for answer in &anna.answers {
            let answer = String::from_utf8_lossy(answer);
            assert!(!answer.contains(&secret), "{secret} is in {answer:.200}");
        }
    }
}
