//! The lobby, and games that count between accounts.

mod support;

use banqi_wire::{Command, GameId, Player, Side};
use serde_json::{Value, json};
use support::account::sign_up;
use support::client::Client;
use support::game::{Pair, join, make};
use support::http::Guest;
use support::server::TestServer;

fn new(change: &Value) -> Value {
    let clock = json!({"kind": "fischer", "initial": 180, "increment": 2});
    let mut new = json!({"rules": "taiwan-quick", "clock": clock, "first": "creator"});
    new.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    new
}

async fn account(server: &TestServer, name: &str) -> Guest {
    let mut guest = server.guest();
    sign_up(&mut guest, name).await;
    guest
}

async fn lobby(guest: &mut Guest) -> Value {
    let answer = guest.get("/api/lobby").await;
    assert_eq!(answer.status, 200);
    answer.json()
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

/// Two accounts in a game that counts so, sealed, the creator to move.
async fn counting(server: &TestServer, scoring: &Value) -> Pair {
    let guests = [account(server, "Anna").await, account(server, "Bao").await];
    let mut pair = Pair::between(guests, &new(&json!({"scoring": scoring}))).await;
    pair.seal().await;
    pair.draw().await;
    pair
}

async fn score(server: &TestServer, game: GameId) -> Value {
    let answer = server.guest().get(&format!("/api/games/{game}/score")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

#[tokio::test]
async fn an_open_game_is_found_while_its_creator_is_there() {
    let server = TestServer::start().await;
    let mut anna = account(&server, "Anna").await;
    let mut other = server.guest();
    let hidden = make(&mut anna, &new(&json!({}))).await;
    let open = make(&mut anna, &new(&json!({"open": true}))).await;
    let client = Client::open(&anna, open).await;
    let seen = lobby(&mut other).await;
    assert_eq!(ids(&seen["seeks"]), [open.to_string()]);
    assert!(!seen.to_string().contains(hidden.as_str()));
    let seek = &seen["seeks"][0];
    assert_eq!(
        (&seek["by"]["name"], &seek["rules"], &seek["yours"]),
        (&json!("Anna"), &json!("taiwan-quick"), &json!(false))
    );
    assert_eq!(seek["open_to_you"], json!(true));
    assert_eq!(lobby(&mut anna).await["seeks"][0]["yours"], json!(true));

    client.close().await;
    server.time.advance(15_000);
    assert!(ids(&lobby(&mut other).await["seeks"]).is_empty(), "nobody would be there");
    let client = Client::open(&anna, open).await;
    assert_eq!(ids(&lobby(&mut other).await["seeks"]), [open.to_string()]);

    // Who accepts it plays it, and others watch.
    join(&mut other, open).await;
    let seen = lobby(&mut server.guest()).await;
    assert!(ids(&seen["seeks"]).is_empty());
    assert_eq!(ids(&seen["games"]), [open.to_string()]);
    assert_eq!(
        (&seen["games"][0]["creator"]["name"], &seen["games"][0]["friend"]["is"]),
        (&json!("Anna"), &json!("guest"))
    );
    drop(client);
}

#[tokio::test]
async fn a_seek_with_days_for_a_turn_waits_alone_and_through_a_restart() {
    let server = TestServer::start().await;
    let mut anna = account(&server, "Anna").await;
    let game = make(&mut anna, &new(&json!({"open": true, "clock": {"kind": "days", "days": 3}}))).await;
    server.time.advance(3_600_000);
    assert_eq!(ids(&lobby(&mut server.guest()).await["seeks"]), [game.to_string()]);
    let server = server.restart().await;
    assert_eq!(ids(&lobby(&mut server.guest()).await["seeks"]), [game.to_string()]);
}

#[tokio::test]
async fn what_counts_is_for_accounts_and_ranges_are_kept() {
    let server = TestServer::start().await;
    let mut anna = account(&server, "Anna").await;
    let mut guest = server.guest();
    for scoring in [json!({"kind": "rated"}), json!({"kind": "stake", "base": 10})] {
        let refused = guest.post("/api/games", Some(&new(&json!({"scoring": scoring})))).await;
        assert_eq!((refused.status, refused.json()), (403, json!({"error": "account_needed"})));
        let game = make(&mut anna, &new(&json!({"scoring": scoring}))).await;
        let refused = guest.post(&format!("/api/games/{game}/join"), None).await;
        assert_eq!((refused.status, refused.json()), (403, json!({"error": "account_needed"})));
    }
    // A newcomer has 1500.
    let mut bao = account(&server, "Bao").await;
    for (range, status) in [([1600, 2000], 403), ([1000, 1499], 403), ([1500, 1500], 200)] {
        let game = make(&mut anna, &new(&json!({"open": true, "range": range}))).await;
        let _here = Client::open(&anna, game).await;
        let seeks = lobby(&mut bao).await["seeks"].clone();
        let seek = seeks.as_array().unwrap().iter().find(|seek| seek["id"] == json!(game)).unwrap();
        assert_eq!(seek["open_to_you"], json!(status == 200));
        let joined = bao.post(&format!("/api/games/{game}/join"), None).await;
        assert_eq!(joined.status, status, "{range:?}");
        if status == 403 {
            assert_eq!(joined.json(), json!({"error": "out_of_range"}));
        }
    }
}

#[tokio::test]
async fn pairing_finds_the_nearest_or_waits() {
    let server = TestServer::start().await;
    let mut anna = account(&server, "Anna").await;
    let mut bao = account(&server, "Bao").await;
    let body = json!({"rules": "taiwan-quick", "clock": {"kind": "fischer", "initial": 180, "increment": 2},
        "scoring": {"kind": "rated"}});
    let waits = anna.post("/api/lobby/pair", Some(&body)).await;
    assert_eq!((waits.status, &waits.json()["role"]), (201, &json!("creator")));
    // One's own game is not for oneself, and one is enough.
    let again = anna.post("/api/lobby/pair", Some(&body)).await;
    assert_eq!((again.status, &again.json()["id"]), (200, &waits.json()["id"]));
    assert_eq!(again.json()["role"], json!("creator"));
    let other = json!({"rules": "mainland", "clock": body["clock"], "scoring": body["scoring"]});
    assert_eq!(bao.post("/api/lobby/pair", Some(&other)).await.status, 201, "another game");
    let found = bao.post("/api/lobby/pair", Some(&body)).await;
    assert_eq!(
        (found.status, &found.json()["role"], &found.json()["id"]),
        (200, &json!("friend"), &waits.json()["id"])
    );
    let guest = server.guest().post("/api/lobby/pair", Some(&body)).await;
    assert_eq!((guest.status, guest.json()), (403, json!({"error": "account_needed"})));
    let stake = json!({"rules": "mainland", "clock": body["clock"], "scoring": {"kind": "stake", "base": 1}});
    assert_eq!(bao.post("/api/lobby/pair", Some(&stake)).await.status, 400);
}

#[tokio::test]
async fn of_many_who_pair_at_once_all_find_somebody() {
    let server = TestServer::start().await;
    let body = json!({"rules": "taiwan-quick", "clock": {"kind": "fischer", "initial": 180, "increment": 2}});
    let pairing = (0..20).map(|_| {
        let (mut guest, body) = (server.guest(), body.clone());
        tokio::spawn(async move { guest.post("/api/lobby/pair", Some(&body)).await })
    });
    let mut roles = [0, 0];
    let mut games = std::collections::HashMap::new();
    for paired in pairing.collect::<Vec<_>>() {
        let paired = paired.await.unwrap();
        roles[usize::from(paired.status == 200)] += 1;
        *games.entry(paired.json()["id"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert_eq!(roles, [10, 10]);
    assert!(games.values().all(|players| *players == 2), "{games:?}");
}

#[tokio::test]
async fn a_rated_game_moves_both_ratings_and_is_told_to_everybody() {
    let server = TestServer::start().await;
    let mut pair = counting(&server, &json!({"kind": "rated"})).await;
    let side = |name: &str| Side::Account { name: name.to_owned(), rating: None, provisional: false };
    assert_eq!(pair.creator.players, Some([side("Anna"), side("Bao")]));
    let before = server.guest().get(&format!("/api/games/{}/score", pair.game)).await;
    assert_eq!(before.status, 404, "it is not over");
    for square in ["a1", "b1"] {
        pair.play(square.parse().unwrap()).await;
    }
    pair.creator.act(Command::Resign).await;
    pair.creator.until_over().await;
    let score = score(&server, pair.game).await;
    let rating = |player: &str| {
        score[player]["rating"].as_array().unwrap().iter().map(|r| r.as_i64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((rating("creator")[0], rating("friend")[0]), (1500, 1500));
    assert!(rating("creator")[1] < 1500 && rating("friend")[1] > 1500);

    let mut anybody = server.guest();
    let bao = anybody.get("/api/users/bao").await.json();
    assert_eq!((&bao["name"], &bao["results"]), (&json!("Bao"), &json!({"won": 1, "drawn": 0, "lost": 0})));
    assert_eq!(
        (&bao["ratings"][0]["rating"], &bao["ratings"][0]["provisional"]),
        (&json!(rating("friend")[1]), &json!(true))
    );
    let graph = anybody.get("/api/users/BAO/ratings/blitz").await.json();
    assert_eq!(graph["points"].as_array().unwrap().len(), 1);
    let against = anybody.get("/api/users/Bao/against/Anna").await.json();
    assert_eq!((&against["results"]["won"], against["games"].as_array().unwrap().len()), (&json!(1), 1));
    for path in
        ["/api/users/Anna/games", "/api/archive?kind=rated&rules=taiwan-quick", "/api/archive?player=anna&against=bao"]
    {
        let page = anybody.get(path).await.json();
        assert_eq!(ids(&page["games"]), [pair.game.to_string()], "{path}");
        assert_eq!((&page["games"][0]["end"]["winner"], &page["next"]), (&json!("friend"), &json!(null)));
    }
    assert!(ids(&anybody.get("/api/archive?kind=stake").await.json()["games"]).is_empty());
}

#[tokio::test]
async fn a_stake_goes_to_the_winner() {
    let server = TestServer::start().await;
    let mut pair = counting(&server, &json!({"kind": "stake", "base": 10})).await;
    for square in ["a1", "b1"] {
        pair.play(square.parse().unwrap()).await;
    }
    pair.friend.act(Command::Resign).await;
    pair.friend.until_over().await;
    // Whoever gives up has captured nothing: five times the base.
    let score = score(&server, pair.game).await;
    assert_eq!((&score["creator"]["amount"], &score["friend"]["amount"]), (&json!(50), &json!(-50)));
    let mut anna = pair.guests[0].clone();
    let board = anna.get("/api/boards/stake?window=day").await.json();
    assert_eq!(
        (&board["players"], &board["lines"][0]["name"], &board["lines"][0]["amount"]),
        (&json!(2), &json!("Anna"), &json!(50))
    );
    assert_eq!(board["own"], board["lines"][0]);
    assert_eq!(server.guest().get("/api/boards/stake").await.json()["own"], json!(null));
}

#[tokio::test]
async fn a_game_under_way_says_whose_turn_it_is_and_until_when() {
    const DAY: u64 = 86_400_000;
    let server = TestServer::start().await;
    let guests = [account(&server, "Anna").await, account(&server, "Bao").await];
    let [mut anna, mut bao] = guests.clone();
    let mut pair = Pair::between(guests, &new(&json!({"clock": {"kind": "days", "days": 3}}))).await;
    let listed = anna.get("/api/me/games").await.json()[0].clone();
    assert_eq!(
        (&listed["to_move"], &listed["deadline"], &listed["opponent"]["name"]),
        (&json!(null), &json!(null), &json!("Bao"))
    );
    pair.seal().await;
    pair.draw().await;
    assert_eq!(anna.get("/api/me/games").await.json()[0]["to_move"], json!("you"));
    pair.play("a1".parse().unwrap()).await;
    let listed = bao.get("/api/me/games").await.json()[0].clone();
    assert_eq!((&listed["to_move"], &listed["opponent"]["name"]), (&json!("you"), &json!("Anna")));
    assert_eq!(listed["deadline"], json!(support::server::START + 3 * DAY));
    assert_eq!(listed["rules"], json!("taiwan-quick"));
}

#[tokio::test]
async fn who_is_deleted_is_named_nowhere_and_the_other_one_wins() {
    let server = TestServer::start().await;
    let mut pair = counting(&server, &json!({"kind": "rated"})).await;
    for square in ["a1", "b1"] {
        pair.play(square.parse().unwrap()).await;
    }
    let mut anna = pair.guests[0].clone();
    let gone = anna.post("/api/account/deletion", Some(&json!({"password": support::account::PASSWORD}))).await;
    assert_eq!(gone.status, 204);
    pair.friend.until_over().await;
    assert_eq!(pair.friend.room().winner(), Some(Player::Friend));
    for path in ["/api/users/Anna", "/api/users/Anna/games", "/api/users/Bao/against/Anna", "/api/archive?player=Anna"]
    {
        assert_eq!(server.guest().get(path).await.status, 404, "{path}");
    }
    let page = server.guest().get("/api/archive").await.text();
    assert!(page.contains("Bao") && !page.contains("Anna"), "{page}");
    let again = Client::open(&server.guest(), pair.game).await;
    assert!(matches!(&again.players, None | Some([Side::Guest, Side::Account { .. }])), "{:?}", again.players);
}

#[tokio::test]
async fn hostile_questions_are_answered_with_an_error() {
    let server = TestServer::start().await;
    let long = "x".repeat(5000);
    for (path, status) in [
        ("/api/boards/nothing", 404),
        ("/api/boards/points?window=year", 400),
        ("/api/boards/points?page=-1", 400),
        ("/api/boards/points?page=99999999999", 400),
        ("/api/boards/points?page=4294967295", 200),
        ("/api/users/%00", 404),
        ("/api/users/nobody", 404),
        ("/api/users/nobody/ratings/slow", 404),
        ("/api/archive?rules=chess", 400),
        ("/api/archive?kind=war", 400),
        ("/api/archive?before=now", 400),
        ("/api/archive?before=18446744073709551615-0000000000000000", 200),
        ("/api/archive?player=nobody", 404),
        (&format!("/api/archive?player={long}"), 404),
        ("/api/games/0000000000000000/score", 404),
    ] {
        let answer = server.guest().get(path).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        // Whatever is wrong, programs find a word for it.
        assert!(status == 200 || answer.json()["error"].is_string(), "{path}: {}", answer.text());
    }
    let mut guest = server.guest();
    for body in
        [json!({}), json!({"rules": "taiwan-quick"}), json!({"rules": "x", "clock": {"kind": "none"}}), json!([])]
    {
        assert_eq!(guest.post("/api/lobby/pair", Some(&body)).await.status, 400, "{body}");
    }
}
