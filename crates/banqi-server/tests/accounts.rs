//! Accounts over HTTP: who gets in, who does not, and what both learn from it.

mod support;

use std::time::{Duration, Instant};

use banqi_server::SystemTimeSource;
use banqi_wire::{Command, Player, Role};
use futures_util::future::join_all;
use rstest::rstest;
use serde_json::{Value, json};
use support::account::{PASSWORD, credentials, is_guest, name_of, sign_in, sign_up};
use support::client::Client;
use support::game::{Pair, join, make, rules};
use support::http::{Guest, Reply};
use support::server::{START, TestServer};

const HOUR: u64 = 3600 * 1000;
const DAY: u64 = 24 * HOUR;
/// How a socket is closed whose session has ended.
const SIGNED_OUT: Option<u16> = Some(4001);

fn error(reply: &Reply) -> (u16, String) {
    (reply.status, reply.json()["error"].as_str().unwrap_or("none").to_owned())
}

fn refused(status: u16, error: &str) -> (u16, String) {
    (status, error.to_owned())
}

/// A browser with the cookies of another one, as they are now.
fn thief(of: &Guest) -> Guest {
    of.clone()
}

/// How many passwords were hashed so far.
async fn hashed(server: &TestServer) -> u64 {
    let metrics = server.guest().get("/metrics").await.text();
    let line = metrics.lines().find_map(|line| line.strip_prefix("banqi_passwords_total ")).unwrap();
    line.parse().unwrap()
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_the_games() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let mut old = thief(&pair.guests[0]);
    let made = pair.guests[0].post("/api/account", Some(&credentials("Anna", PASSWORD))).await;
    assert_eq!(made.status, 201, "{}", made.text());
    assert_eq!(made.json()["name"], "Anna");

    // The cookie of the guest is taken away, and a session's is there.
    let cookies: Vec<&str> = made.headers("set-cookie").collect();
    assert_eq!(cookies.len(), 2, "{cookies:?}");
    let session = cookies.iter().find(|cookie| cookie.starts_with("banqi_session=")).unwrap();
    for part in ["; HttpOnly", "; SameSite=Lax", "; Path=/", "; Max-Age=7776000"] {
        assert!(session.contains(part), "{part} in {session}");
    }
    assert!(!session.contains("Secure"), "there is no https here");
    let anna = &mut pair.guests[0];
    assert_eq!((anna.value("banqi_guest"), anna.value("banqi_session").unwrap().len()), (None, 64));

    let account = json!({"name": "Anna", "since": START, "points": 0, "balance": 0, "ratings": []});
    assert_eq!(anna.get("/api/me").await.json(), json!({"guest": null, "account": account}));
    assert_eq!(anna.get("/api/me/games").await.json()[0]["id"], json!(pair.game));

    // Her socket was opened as the guest; the one of the session plays on.
    assert_eq!(pair.creator.until_closed().await, SIGNED_OUT);
    pair.creator = Client::open(&pair.guests[0], pair.game).await;
    assert_eq!(pair.creator.role, Role::Creator);
    let number = pair.creator.room().number();
    pair.friend.until(number).await;
    let mover = pair.creator.room().to_act().unwrap();
    pair.act(mover, Command::Play { action: "a1".parse().unwrap() }).await;

    // Whoever has a copy of the guest's cookie is nobody.
    assert_eq!(old.get("/api/me").await.json(), json!({"guest": null, "account": null}));
    assert_eq!(Client::open(&old, pair.game).await.role, Role::Spectator);
    assert_eq!(old.get("/api/me/games").await.json(), json!([]));
    assert_eq!(old.delete("/api/me").await.status, 204);
    assert_eq!(name_of(&mut pair.guests[0]).await.as_deref(), Some("Anna"));
}

#[tokio::test]
async fn somebody_new_makes_an_account_without_playing() {
    let server = TestServer::with(|parts| {
        parts.settings.public_url = Some("https://banqi.example".parse().unwrap());
    })
    .await;
    let mut anna = server.guest();
    let made = anna.post("/api/account", Some(&credentials("小明", PASSWORD))).await;
    assert_eq!((made.status, made.json()["name"].as_str()), (201, Some("小明")));
    assert!(made.headers("set-cookie").all(|cookie| cookie.contains("; Secure")));
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("小明"));
    let code = made.json()["code"].as_str().unwrap().to_owned();
    assert_eq!((code.len(), code.matches('-').count()), (23, 3), "{code}");
    // What she does now she does as the account.
    let game = make(&mut anna, &rules("mainland")).await;
    assert_eq!(anna.value("banqi_guest"), None);
    assert_eq!(anna.get("/api/me/games").await.json()[0]["id"], json!(game));
}

#[rstest]
#[case("A", PASSWORD, "bad_name", "length")]
#[case("Anna!", PASSWORD, "bad_name", "character")]
#[case("-Anna", PASSWORD, "bad_name", "joint")]
#[case("A一", PASSWORD, "bad_name", "stroke")]
#[case("Administrator", PASSWORD, "bad_name", "reserved")]
#[case("Anna", "short", "bad_password", "length")]
#[case("Anna", "password1", "bad_password", "common")]
#[case("Annabelle", "annabelle", "bad_password", "name")]
#[tokio::test]
async fn what_cannot_be_had_is_said(
    #[case] name: &str,
    #[case] password: &str,
    #[case] error: &str,
    #[case] why: &str,
) {
    let server = TestServer::start().await;
    let reply = server.guest().post("/api/account", Some(&credentials(name, password))).await;
    let body = reply.json();
    assert_eq!((reply.status, &body["error"], &body["why"]), (400, &json!(error), &json!(why)));
    assert!(!body["message"].as_str().unwrap().contains(password));
    assert_eq!(hashed(&server).await, 0, "and costs nothing");
}

#[tokio::test]
async fn a_name_is_one_accounts() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    let again = server.guest().post("/api/account", Some(&credentials("ＡＮＮＡ", PASSWORD))).await;
    assert_eq!(error(&again), refused(409, "name_taken"));
    let other = anna.post("/api/account", Some(&credentials("Berta", PASSWORD))).await;
    assert_eq!(error(&other), refused(409, "signed_in"));
}

#[tokio::test]
async fn of_those_who_want_a_name_at_once_one_gets_it() {
    let server = TestServer::start().await;
    let mut guests: Vec<Guest> = (0..8).map(|_| server.guest()).collect();
    let mut games = Vec::new();
    for guest in &mut guests {
        games.push(make(guest, &rules("mainland")).await);
    }
    let body = credentials("Anna", PASSWORD);
    let replies = join_all(guests.iter_mut().map(|guest| guest.post("/api/account", Some(&body)))).await;
    let mut errors: Vec<_> = replies.iter().filter(|reply| reply.status != 201).map(error).collect();
    errors.dedup();
    assert_eq!(errors, [refused(409, "name_taken")]);
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    for ((guest, reply), game) in guests.iter_mut().zip(&replies).zip(&games) {
        assert_eq!(is_guest(guest).await, reply.status != 201, "who did not get it is the guest as before");
        assert_eq!(guest.get("/api/me/games").await.json()[0]["id"], json!(game));
    }
    let mut elsewhere = server.guest();
    assert_eq!(sign_in(&mut elsewhere, "Anna", PASSWORD).await.status, 200);
    let winner = replies.iter().position(|reply| reply.status == 201).unwrap();
    assert_eq!(elsewhere.get("/api/me/games").await.json()[0]["id"], json!(games[winner]));
}

#[tokio::test]
async fn a_guest_becomes_one_account_only() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    make(&mut guest, &rules("mainland")).await;
    let mut tabs = [guest.clone(), guest];
    let bodies = ["Anna", "Berta"].map(|name| credentials(name, PASSWORD));
    let replies = join_all(tabs.iter_mut().zip(&bodies).map(|(tab, body)| tab.post("/api/account", Some(body)))).await;
    let statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    assert!(statuses == [201, 401] || statuses == [401, 201], "{statuses:?}");
}

#[tokio::test]
async fn a_guests_games_come_along_into_the_account() {
    let server = TestServer::start().await;
    sign_up(&mut server.guest(), "Anna").await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let mut old = thief(&pair.guests[0]);
    let signed_in = sign_in(&mut pair.guests[0], "anna", PASSWORD).await;
    assert_eq!((signed_in.status, &signed_in.json()["account"]["name"]), (200, &json!("Anna")));
    assert_eq!(pair.guests[0].get("/api/me/games").await.json()[0]["id"], json!(pair.game));

    // The game goes on, and so does its series.
    assert_eq!(pair.creator.until_closed().await, SIGNED_OUT);
    pair.creator = Client::open(&pair.guests[0], pair.game).await;
    assert_eq!(pair.creator.role, Role::Creator);
    pair.friend.until(pair.creator.room().number()).await;
    pair.act(Player::Creator, Command::Abort).await;
    pair.creator.until_over().await;
    pair.friend.until_over().await;
    pair.act(Player::Creator, Command::Rematch).await;
    pair.friend.act(Command::Rematch).await;
    pair.friend.event().await;
    assert_eq!(pair.guests[0].get("/api/me/games").await.json().as_array().unwrap().len(), 2);

    assert!(!is_guest(&mut old).await && name_of(&mut old).await.is_none());
    assert_eq!(Client::open(&old, pair.game).await.role, Role::Spectator);
    assert_eq!(pair.guests[0].value("banqi_guest"), None);
}

#[tokio::test]
async fn who_would_play_against_themselves_gives_up_as_the_guest() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    sign_up(&mut pair.guests[0], "Anna").await;
    pair.creator = Client::open(&pair.guests[0], pair.game).await;
    assert_eq!(sign_in(&mut pair.guests[1], "Anna", PASSWORD).await.status, 200);
    assert_ne!(pair.friend.until_closed().await, None);
    pair.creator.until_over().await;
    for browser in &mut pair.guests {
        let games = browser.get("/api/me/games").await.json();
        assert_eq!((games[0]["role"].as_str(), games.as_array().unwrap().len()), (Some("creator"), 1));
    }
}

#[tokio::test]
async fn nobody_learns_who_has_an_account() {
    let server = TestServer::start().await;
    sign_up(&mut server.guest(), "Anna").await;
    let mut seen = Vec::new();
    let long = "x".repeat(5000);
    for (name, password) in [
        ("Anna", "wrong black ferries at noon"),
        ("Berta", "wrong black ferries at noon"),
        ("Berta", PASSWORD),
        ("not a name", PASSWORD),
        ("", ""),
        ("Anna", ""),
        ("Anna", &long),
    ] {
        let before = hashed(&server).await;
        let reply = sign_in(&mut server.guest(), name, password).await;
        assert_eq!(hashed(&server).await, before + 1, "the same work: {name}");
        let headers: Vec<_> = reply.headers.into_iter().filter(|(name, _)| !is_of_the_moment(name)).collect();
        seen.push((reply.status, headers, reply.body));
    }
    assert_eq!(seen[0].0, 401);
    assert_eq!(seen[0].2, br#"{"error":"wrong_credentials"}"#);
    seen.dedup();
    assert_eq!(seen.len(), 1, "{seen:?}");

    // Likewise with recovery codes.
    let mut seen = Vec::new();
    for (name, code) in
        [("Anna", "00000-00000-00000-00000"), ("Berta", "00000-00000-00000-00000"), ("Anna", "?"), ("!", "")]
    {
        let body = json!({"name": name, "code": code, "new": PASSWORD});
        let reply = server.guest().post("/api/account/recovery", Some(&body)).await;
        seen.push((reply.status, reply.body));
    }
    seen.dedup();
    assert_eq!(seen, [(401, br#"{"error":"wrong_credentials"}"#.to_vec())]);
}

fn is_of_the_moment(header: &str) -> bool {
    matches!(header, "x-request-id" | "date")
}

#[tokio::test]
async fn tokens_change_and_old_ones_are_none() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    let code = sign_up(&mut anna, "Anna").await;
    let mut stolen = Vec::new();

    // Signing in again in the same browser.
    stolen.push(thief(&anna));
    assert_eq!(sign_in(&mut anna, "Anna", PASSWORD).await.status, 200);
    assert_eq!(anna.get("/api/me/sessions").await.json().as_array().unwrap().len(), 1, "the other one has ended");

    // Another password.
    let mut elsewhere = server.guest();
    sign_in(&mut elsewhere, "Anna", PASSWORD).await;
    stolen.extend([thief(&anna), thief(&elsewhere)]);
    let wrong =
        anna.put("/api/account/password", &json!({"password": "wrong password", "new": "another password"})).await;
    assert_eq!(error(&wrong), refused(401, "wrong_credentials"));
    let bad = anna.put("/api/account/password", &json!({"password": PASSWORD, "new": "password"})).await;
    assert_eq!(error(&bad), refused(400, "bad_password"));
    assert_eq!(name_of(&mut elsewhere).await.as_deref(), Some("Anna"), "nothing has changed yet");
    let changed = anna.put("/api/account/password", &json!({"password": PASSWORD, "new": "another password"})).await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));
    assert_eq!(error(&sign_in(&mut server.guest(), "Anna", PASSWORD).await), refused(401, "wrong_credentials"));

    // Another recovery code.
    let wrong = anna.post("/api/account/code", Some(&json!({"password": PASSWORD}))).await;
    assert_eq!(error(&wrong), refused(401, "wrong_credentials"));
    let other = anna.post("/api/account/code", Some(&json!({"password": "another password"}))).await.json();
    let other = other["code"].as_str().unwrap();
    let recover = async |code: &str| {
        let mut browser = server.guest();
        let body = json!({"name": "ANNA", "code": code, "new": PASSWORD});
        let reply = browser.post("/api/account/recovery", Some(&body)).await;
        (reply, browser)
    };
    assert_eq!(error(&recover(&code).await.0), refused(401, "wrong_credentials"), "it is none any more");
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));

    // A recovery, with the code as somebody types it.
    stolen.push(thief(&anna));
    let typed = other.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
    let (recovered, mut browser) = recover(&typed).await;
    assert_eq!((recovered.status, &recovered.json()["name"]), (200, &json!("Anna")));
    assert_eq!(name_of(&mut browser).await.as_deref(), Some("Anna"));
    let next = recovered.json()["code"].as_str().unwrap().to_owned();
    assert_eq!(error(&recover(other).await.0), refused(401, "wrong_credentials"), "it is used up");
    assert_eq!(
        error(&sign_in(&mut server.guest(), "Anna", "another password").await),
        refused(401, "wrong_credentials")
    );
    stolen.push(thief(&browser));
    assert_eq!(recover(&next).await.0.status, 200);

    // Signing out.
    let mut anna = server.guest();
    sign_in(&mut anna, "Anna", PASSWORD).await;
    stolen.push(thief(&anna));
    assert_eq!(anna.delete("/api/session").await.status, 204);
    assert_eq!(anna.cookie, None);
    assert_eq!(anna.delete("/api/session").await.status, 204, "who is out stays out");

    for thief in &mut stolen {
        assert_eq!(thief.get("/api/me").await.json(), json!({"guest": null, "account": null}));
        let path = "/api/account/deletion";
        let reply = thief.post(path, Some(&json!({"password": PASSWORD}))).await;
        assert_eq!(error(&reply), refused(401, "signed_out"));
    }
    assert_eq!(sign_in(&mut anna, "Anna", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_recovery_code_is_used_once_by_whoever_is_first() {
    let server = TestServer::start().await;
    let code = sign_up(&mut server.guest(), "Anna").await;
    let body = json!({"name": "Anna", "code": code, "new": "another password"});
    let mut browsers: Vec<Guest> = (0..6).map(|_| server.guest()).collect();
    let replies = join_all(browsers.iter_mut().map(|browser| browser.post("/api/account/recovery", Some(&body)))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(replies.iter().filter(|reply| error(reply) == refused(401, "wrong_credentials")).count(), 5);
    let mut ins = 0;
    for browser in &mut browsers {
        ins += usize::from(name_of(browser).await.is_some());
    }
    assert_eq!(ins, 1);
}

#[tokio::test]
async fn nobody_stays_in_with_an_old_password() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    let mut password = PASSWORD.to_owned();
    for round in 0..6 {
        let new = format!("password number {round}");
        let change = json!({"password": password, "new": new});
        let old = credentials("Anna", &password);
        // So many that the last of them is checked while the new password is hashed.
        let mut browsers: Vec<Guest> = (0..12).map(|_| server.guest()).collect();
        let signing_in = join_all(browsers.iter_mut().map(|browser| browser.post("/api/session", Some(&old))));
        let (changed, _) = futures_util::future::join(anna.put("/api/account/password", &change), signing_in).await;
        assert_eq!(changed.status, 204);
        for browser in &mut browsers {
            assert_eq!(name_of(browser).await, None, "round {round}");
        }
        assert_eq!(anna.get("/api/me/sessions").await.json().as_array().unwrap().len(), 1);
        password = new;
    }
}

#[tokio::test]
async fn sessions_are_seen_and_ended() {
    let server = TestServer::start().await;
    let mut laptop =
        server.guest().with_header("user-agent", "Mozilla/5.0 (X11; Linux x86_64) Gecko/2010 Firefox/128.0");
    sign_up(&mut laptop, "Anna").await;
    server.time.advance(HOUR);
    let mut phone = server.guest().with_header("user-agent", &"<script>".repeat(100));
    let mut tablet = server.guest().with_header("user-agent", "Mozilla/5.0 (iPad) Version/17.5 Safari/604.1");
    for browser in [&mut phone, &mut tablet] {
        assert_eq!(sign_in(browser, "Anna", PASSWORD).await.status, 200);
    }
    let sessions = laptop.get("/api/me/sessions").await.json();
    let find = |device: &str| {
        let session = sessions.as_array().unwrap().iter().find(|session| session["device"] == device);
        session.unwrap_or_else(|| panic!("{device} in {sessions}")).clone()
    };
    let (own, other) = (find("Firefox, Linux"), find("unknown"));
    assert_eq!((&own["current"], &own["since"], &own["seen"]), (&json!(true), &json!(START), &json!(START + HOUR)));
    assert_eq!(
        (&other["current"], &other["since"], &other["seen"]),
        (&json!(false), &json!(START + HOUR), &json!(START + HOUR))
    );
    assert_eq!(sessions.as_array().unwrap().len(), 3);
    let token = laptop.value("banqi_session").unwrap();
    assert!(!sessions.to_string().contains(&token[..16]), "a session's name is no part of its token");

    // A socket is closed with its session, and what comes back is nobody.
    let game = make(&mut phone, &rules("mainland")).await;
    let mut on_phone = Client::open(&phone, game).await;
    let mut on_tablet = Client::open(&tablet, game).await;
    assert_eq!((on_phone.role, on_tablet.role), (Role::Creator, Role::Creator));
    let path = format!("/api/me/sessions/{}", other["id"].as_str().unwrap());
    assert_eq!(laptop.delete(&path).await.status, 204);
    assert_eq!(on_phone.until_closed().await, SIGNED_OUT);
    assert_eq!(Client::open(&phone, game).await.role, Role::Spectator);
    assert_eq!(error(&phone.get("/api/me/sessions").await), refused(401, "signed_out"));
    assert_eq!(error(&laptop.delete(&path).await), refused(404, "not_found"));
    for nonsense in ["nonsense", "0000000000000000", "%00", "..%2f.."] {
        let reply = laptop.delete(&format!("/api/me/sessions/{nonsense}")).await;
        assert_eq!(error(&reply), refused(404, "not_found"));
    }
    on_tablet.settle().await;

    assert_eq!(laptop.delete("/api/me/sessions").await.status, 204);
    assert_eq!(on_tablet.until_closed().await, SIGNED_OUT);
    assert_eq!(name_of(&mut tablet).await, None);
    assert_eq!(name_of(&mut laptop).await.as_deref(), Some("Anna"));

    let path = format!("/api/me/sessions/{}", own["id"].as_str().unwrap());
    assert_eq!(laptop.delete(&path).await.status, 204);
    assert_eq!((laptop.cookie.clone(), name_of(&mut laptop).await), (None, None));
}

#[tokio::test]
async fn nobody_ends_the_session_of_somebody_else() {
    let server = TestServer::start().await;
    let [mut anna, mut berta] = [server.guest(), server.guest()];
    sign_up(&mut anna, "Anna").await;
    sign_up(&mut berta, "Berta").await;
    let sessions = anna.get("/api/me/sessions").await.json();
    let path = format!("/api/me/sessions/{}", sessions[0]["id"].as_str().unwrap());
    assert_eq!(error(&berta.delete(&path).await), refused(404, "not_found"));
    assert_eq!(error(&server.guest().delete(&path).await), refused(401, "signed_out"));
    assert_eq!(berta.delete("/api/me/sessions").await.status, 204);
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));
}

#[tokio::test]
async fn who_is_not_here_for_ninety_days_is_signed_out() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    for _ in 0..3 {
        server.time.advance(60 * DAY);
        let reply = anna.get("/api/me").await;
        assert_eq!(reply.json()["account"]["name"], "Anna");
        let cookie = reply.header("set-cookie").unwrap();
        assert!(cookie.contains("Max-Age=7776000"), "the browser keeps it for as long again: {cookie}");
    }
    server.time.advance(90 * DAY + 1);
    assert_eq!(name_of(&mut anna).await, None);
    assert_eq!(sign_in(&mut anna, "Anna", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_session_outlives_the_server() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    let server = server.restart().await;
    anna.server = server.address;
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));
}

#[tokio::test]
async fn an_account_is_deleted_with_its_password() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let code = sign_up(&mut pair.guests[0], "Anna").await;
    let mut elsewhere = server.guest();
    sign_in(&mut elsewhere, "Anna", PASSWORD).await;
    let mut watching = Client::open(&elsewhere, pair.game).await;
    assert_eq!(watching.role, Role::Creator);
    let other = make(&mut elsewhere, &rules("mainland")).await;
    let mut third = server.guest();
    join(&mut third, other).await;
    let mut on_other = Client::open(&elsewhere, other).await;

    assert_eq!(error(&pair.guests[0].delete("/api/me").await), refused(403, "password_needed"));
    let path = "/api/account/deletion";
    let wrong = pair.guests[0].post(path, Some(&json!({"password": "wrong password"}))).await;
    assert_eq!(error(&wrong), refused(401, "wrong_credentials"));
    assert_eq!(
        error(&server.guest().post(path, Some(&json!({"password": PASSWORD}))).await),
        refused(401, "signed_out")
    );
    let deleted = pair.guests[0].post(path, Some(&json!({"password": PASSWORD}))).await;
    assert_eq!((deleted.status, pair.guests[0].cookie.clone()), (204, None));

    // Games under way are given up, sockets closed, sessions ended.
    pair.friend.until_over().await;
    assert_ne!(watching.until_closed().await, None);
    assert_ne!(on_other.until_closed().await, None);
    assert_eq!(elsewhere.get("/api/me").await.json(), json!({"guest": null, "account": null}));
    assert_eq!(elsewhere.get("/api/me/games").await.json(), json!([]));
    let spectator = Client::open(&third, other).await;
    assert_eq!(spectator.room().stage(), banqi_room::Stage::Over);
    assert_eq!(third.get("/api/me/games").await.json()[0]["id"], json!(other), "they stay, without her");

    // Nothing of her opens anything, and her name is free.
    assert_eq!(error(&sign_in(&mut server.guest(), "Anna", PASSWORD).await), refused(401, "wrong_credentials"));
    let body = json!({"name": "Anna", "code": code, "new": PASSWORD});
    let recovery = server.guest().post("/api/account/recovery", Some(&body)).await;
    assert_eq!(error(&recovery), refused(401, "wrong_credentials"));
    let mut new = server.guest();
    sign_up(&mut new, "Anna").await;
    assert_eq!(new.get("/api/me/games").await.json(), json!([]));
}

#[tokio::test]
async fn an_account_takes_along_what_is_kept() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    sign_up(&mut pair.guests[0], "Anna").await;
    pair.friend.act(Command::Resign).await;
    pair.friend.until_over().await;
    let export = pair.guests[0].get("/api/me/export").await.json();
    assert_eq!(export["me"]["account"]["name"], "Anna");
    assert_eq!(export["sessions"][0]["current"], true);
    assert_eq!(export["ratings"], json!({"blitz": [], "rapid": [], "days": []}));
    assert_eq!(export["games"][0]["role"], "creator");
    let game = server.guest().get(&format!("/api/games/{}", pair.game)).await.json();
    assert_eq!(export["games"][0]["game"], game);
}

#[tokio::test]
async fn passwords_are_not_tried_without_end() {
    let server = TestServer::with(|parts| {
        let limits = &mut parts.settings.limits;
        limits.sign_ins_per_name = "1/min burst 3".parse().unwrap();
        limits.sign_ins_per_address = "1/min burst 5".parse().unwrap();
        limits.recoveries_per_name = "1/min burst 2".parse().unwrap();
        limits.recoveries_per_address = "1/min burst 3".parse().unwrap();
        limits.sign_ups_per_address = "1/min burst 2".parse().unwrap();
        parts.settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let from = |last: u8| server.guest().with_header("x-forwarded-for", &format!("192.0.2.{last}"));
    let mut anna = from(1);
    sign_up(&mut anna, "Anna").await;

    // For a name from one address, whether there is such an account or not.
    for (name, last) in [("Anna", 10), ("Nobody1", 11)] {
        let mut statuses = Vec::new();
        for _ in 0..4 {
            statuses.push(sign_in(&mut from(last), name, "wrong password").await.status);
        }
        assert_eq!(statuses, [401, 401, 401, 429], "{name}");
    }
    let before = hashed(&server).await;
    let right = sign_in(&mut from(10), "anna", PASSWORD).await;
    assert_eq!(error(&right), refused(429, "too_many"), "not even the right one");
    assert_eq!(hashed(&server).await, before, "nothing is hashed for it");
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"), "who is in stays in");
    assert_eq!(sign_in(&mut from(2), "anna", PASSWORD).await.status, 200, "and the owner comes in elsewhere");
    let guess = json!({"password": "a guess", "new": PASSWORD});
    for status in [401, 401, 401, 429] {
        let guessing = anna.put("/api/account/password", &guess).await;
        assert_eq!(guessing.status, status, "a session does not help to guess on");
    }
    server.time.advance(60_000);

    // From an address, for whatever names.
    let mut statuses = Vec::new();
    for number in 0..6 {
        statuses.push(sign_in(&mut from(20), &format!("Name{number}"), "wrong password").await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429]);

    let mut statuses = Vec::new();
    let body = |name: &str| json!({"name": name, "code": "00000-00000-00000-00000", "new": PASSWORD});
    for _ in 0..3 {
        statuses.push(from(30).post("/api/account/recovery", Some(&body("Anna"))).await.status);
    }
    for name in ["One", "Two", "Three", "Four"] {
        statuses.push(from(40).post("/api/account/recovery", Some(&body(name))).await.status);
    }
    assert_eq!(statuses, [401, 401, 429, 401, 401, 401, 429]);

    let mut statuses = Vec::new();
    for number in 0..3 {
        let body = credentials(&format!("New{number}"), PASSWORD);
        statuses.push(from(50).post("/api/account", Some(&body)).await.status);
    }
    assert_eq!(statuses, [201, 201, 429]);
}

/// What changes something, and a body for it.
fn changes() -> Vec<(&'static str, &'static str, Option<Value>)> {
    vec![
        ("POST", "/api/account", Some(credentials("Berta", PASSWORD))),
        ("POST", "/api/session", Some(credentials("Anna", PASSWORD))),
        ("DELETE", "/api/session", None),
        ("DELETE", "/api/me/sessions", None),
        ("DELETE", "/api/me/sessions/0000000000000000", None),
        ("PUT", "/api/account/password", Some(json!({"password": PASSWORD, "new": "another password"}))),
        ("POST", "/api/account/recovery", Some(json!({"name": "Anna", "code": "", "new": "another password"}))),
        ("POST", "/api/account/code", Some(json!({"password": PASSWORD}))),
        ("POST", "/api/account/deletion", Some(json!({"password": PASSWORD}))),
    ]
}

#[tokio::test]
async fn a_page_of_another_server_changes_nothing() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    let mut foreign = thief(&anna).with_header("origin", "https://evil.example");
    for (method, path, body) in changes() {
        let reply = foreign.ask(method, path, body.map(|body| body.to_string()).as_deref()).await;
        assert_eq!(error(&reply), refused(403, "foreign_origin"), "{path}");
    }
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));
}

#[tokio::test]
async fn nonsense_is_refused_without_being_repeated() {
    let server = TestServer::start().await;
    let mut anna = server.guest();
    sign_up(&mut anna, "Anna").await;
    for (method, path, body) in changes() {
        let Some(body) = body else { continue };
        let mut more = body.clone();
        more["hunter2"] = json!("hunter2");
        for text in
            ["", "hunter2", "[]", r#"{"hunter2":1}"#, r#"{"password":"hunter2"}"#, r#"{"password":["hunter2"],"#]
        {
            let reply = anna.ask(method, path, Some(text)).await;
            // A confirmation has no other field than the password.
            if reply.status != 401 {
                assert_eq!(error(&reply), refused(400, "malformed"), "{path} {text}");
            }
            assert!(!reply.text().contains("hunter2"), "{path} {text}");
        }
        let reply = anna.ask(method, path, Some(&more.to_string())).await;
        assert_eq!(error(&reply), refused(400, "malformed"), "{path}");
        assert!(!reply.text().contains("hunter2"), "{path}");
        let large = json!({"name": "Anna", "password": "x".repeat(100_000)}).to_string();
        assert!(anna.ask(method, path, Some(&large)).await.status >= 400, "{path}");
    }
    for cookie in ["banqi_session=", "banqi_session=x", "banqi_session=\u{e9}", "banqi_session=0; banqi_session=1"] {
        let mut nobody = server.guest();
        nobody.cookie = Some(cookie.to_owned());
        assert_eq!(nobody.get("/api/me").await.json(), json!({"guest": null, "account": null}), "{cookie}");
    }
    assert_eq!(name_of(&mut anna).await.as_deref(), Some("Anna"));
}

/// How long it takes to be refused, with a name that somebody has and one that nobody has. What is compared are medians of
/// many, taken in turn on one connection after the other; on a machine that does something else they differ all the same.
#[tokio::test]
#[ignore = "it measures, and takes a while"]
async fn the_time_is_the_same() {
    const TRIES: usize = 200;
    let server = TestServer::with(|parts| parts.time = std::sync::Arc::new(SystemTimeSource)).await;
    sign_up(&mut server.guest(), "Anna").await;
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..TRIES {
        for (name, times) in ["Anna", "Berta", "no name"].into_iter().zip(&mut times) {
            let started = Instant::now();
            assert_eq!(sign_in(&mut server.guest(), name, "wrong password").await.status, 401);
            times.push(started.elapsed());
        }
    }
    let quantile = |times: &mut Vec<Duration>, part: usize| {
        times.sort_unstable();
        times[times.len() * part / 100]
    };
    println!("time until a refusal, of {TRIES} each: 25 %, median, 75 %");
    let mut medians = Vec::new();
    for (who, times) in ["wrong password", "unknown name", "impossible name"].into_iter().zip(&mut times) {
        let [low, median, high] = [25, 50, 75].map(|part| quantile(times, part));
        println!("{who:16} {low:>10.2?} {median:>10.2?} {high:>10.2?}");
        medians.push(median.as_secs_f64());
    }
    let apart = medians.iter().map(|median| (median / medians[0] - 1.0).abs()).fold(0.0, f64::max);
    assert!(apart < 0.05, "{apart}");
}
