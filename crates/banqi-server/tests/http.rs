//! What is answered over HTTP about games and guests.

mod support;

use banqi_server::Client as Files;
use banqi_wire::{Command, GameId, Player};
use rstest::rstest;
use serde_json::json;
use support::game::{Pair, join, make, rules};
use support::server::{START, TestServer};

#[tokio::test]
async fn a_game_is_made_with_its_address() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let made = guest.post("/api/games", Some(&rules("hong-kong:chain=on"))).await;
    assert_eq!(made.status, 201);
    let id = made.json()["id"].as_str().unwrap().to_owned();
    assert!(id.parse::<GameId>().is_ok());
    assert_eq!(made.json(), json!({"id": id, "path": format!("/g/{id}"), "role": "creator"}));
    assert_eq!(made.header("location"), Some(&*format!("/g/{id}")));
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let game = guest.get(&format!("/api/games/{id}")).await;
    assert_eq!(game.header("content-type"), Some("application/json"));
    let created = &game.json()["events"][0];
    assert_eq!(
        (&created["number"], &created["at"], &created["event"]["rules"]),
        (&json!(1), &json!(START), &json!("hong-kong:chain=on"))
    );
}

#[tokio::test]
async fn the_cookie_is_signed_and_kept_from_scripts() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    for path in ["/api/me", "/api/me/games", "/api/me/export", "/", "/g/0123456789abcdef"] {
        assert_eq!(guest.get(path).await.header("set-cookie"), None, "a GET makes nobody a guest: {path}");
    }
    let made = guest.post("/api/games", Some(&rules("mainland"))).await;
    let cookie = made.header("set-cookie").unwrap();
    let (pair, attributes) = cookie.split_once("; ").unwrap();
    let mut attributes: Vec<&str> = attributes.split("; ").collect();
    attributes.sort_unstable();
    assert_eq!(attributes, ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"]);
    assert!(pair.starts_with("banqi_guest="));
    assert_eq!(guest.post("/api/games", Some(&rules("mainland"))).await.header("set-cookie"), None, "once");
    assert_eq!(guest.get("/api/me/games").await.json().as_array().unwrap().len(), 2);

    // Another value of the same form, or another signature, is nobody's.
    for at in ["banqi_guest=".len() + 3, pair.len() - 3] {
        let mut forged = pair.to_owned().into_bytes();
        forged[at] = if forged[at] == b'1' { b'2' } else { b'1' };
        let mut other = server.guest();
        other.cookie = Some(String::from_utf8(forged).unwrap());
        assert_eq!(other.get("/api/me").await.json(), json!({"guest": null, "account": null}));
    }
}

#[tokio::test]
async fn over_https_the_cookie_stays_there() {
    let server = TestServer::with(|parts| {
        parts.settings.public_url = Some("https://banqi.example".parse().unwrap());
    })
    .await;
    let made = server.guest().post("/api/games", Some(&rules("mainland"))).await;
    assert!(made.header("set-cookie").unwrap().contains("; Secure"));
}

#[rstest]
#[case("POST", "/api/games", Some(r#"{"rules":"mainland"}"#))]
#[case("POST", "/api/games/0123456789abcdef/join", None)]
#[case("DELETE", "/api/me", None)]
#[tokio::test]
async fn a_page_of_another_server_changes_nothing(
    #[case] method: &str,
    #[case] path: &str,
    #[case] body: Option<&str>,
) {
    let server = TestServer::start().await;
    let foreign = server.guest().with_header("origin", "https://evil.example").ask(method, path, body).await;
    assert_eq!((foreign.status, foreign.json()), (403, json!({"error": "foreign_origin"})));
    let origin = format!("http://{}", server.address);
    let own = server.guest().with_header("origin", &origin).ask(method, path, body).await;
    assert_ne!(own.status, 403);
}

#[tokio::test]
async fn what_is_not_there_is_said() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    for path in ["/api/games/0123456789abcdef", "/api/games/nonsense", "/api/nothing", "/g/nonsense/preview.png"] {
        let reply = guest.get(path).await;
        assert_eq!((reply.status, reply.json()), (404, json!({"error": "not_found"})), "{path}");
    }
    let joined = guest.post("/api/games/0123456789abcdef/join", None).await;
    assert_eq!((joined.status, guest.cookie.clone()), (404, None), "nobody became a guest");
    assert_eq!(guest.get("/api/games").await.status, 405);
    assert_eq!(guest.post("/api/me", None).await.status, 405);
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let server = TestServer::start().await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    let mut ids = Vec::new();
    for path in [
        "/api/me".to_owned(),
        "/api/nothing".to_owned(),
        "/healthz".to_owned(),
        format!("/g/{game}"),
        format!("/g/{game}/preview.png"),
        format!("/api/games/{game}/socket"),
    ] {
        let reply = server.guest().get(&path).await;
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("connect-src"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        ids.push(reply.header("x-request-id").unwrap().to_owned());
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 6, "each request has an id of its own");
}

#[tokio::test]
async fn a_guest_sees_takes_along_and_deletes_what_is_kept() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let other = make(&mut pair.guests[1], &rules("mainland")).await;
    let guest = &mut pair.guests[1];
    assert_eq!(guest.get("/api/me").await.json(), json!({"guest": {"since": START}, "account": null}));
    let games = guest.get("/api/me/games").await.json();
    let of = |id: GameId, role: &str, rules: &str, opponent: &str| {
        json!({"id": id, "path": format!("/g/{id}"), "role": role, "created": START, "over": false, "rules": rules,
            "clock": {"kind": "none"}, "scoring": {"kind": "casual"}, "opponent": {"is": opponent},
            "to_move": null, "deadline": null})
    };
    let mut games = games.as_array().unwrap().clone();
    assert_eq!(games.len(), 2);
    for game in &mut games {
        // Whose turn it is the tiles decide.
        assert_eq!(game["to_move"].is_null(), game["id"] == json!(other));
        game["to_move"] = json!(null);
    }
    assert!(games.contains(&of(pair.game, "friend", "taiwan-quick", "guest")), "{games:?}");
    assert!(games.contains(&of(other, "creator", "mainland", "nobody")), "{games:?}");

    let export = guest.get("/api/me/export").await.json();
    assert_eq!(export["me"]["guest"]["since"], json!(START));
    let exported = export["games"].as_array().unwrap().iter().find(|game| game["role"] == "friend").unwrap();
    assert_eq!(exported["game"], server.guest().get(&format!("/api/games/{}", pair.game)).await.json());

    assert_eq!(guest.delete("/api/me").await.status, 204);
    assert_eq!(guest.get("/api/me").await.json(), json!({"guest": null, "account": null}));
    let export = server.guest().get("/api/me/export").await.json();
    let nobody = json!({"guest": null, "account": null});
    assert_eq!(export, json!({"me": nobody, "sessions": [], "ratings": {}, "games": []}));
    // The games stay, without the guest: the one that had begun is called off, and opened.
    pair.creator.until_over().await;
    assert!(pair.creator.room().dealt().is_some());
}

#[tokio::test]
async fn the_page_of_a_game_says_what_it_is() {
    let server = TestServer::start().await;
    let mut guest = server.guest();
    let new = json!({"rules": "taiwan-quick", "clock": {"kind": "fischer", "initial": 305, "increment": 5}});
    let game = make(&mut guest, &new).await;
    let page = guest.get(&format!("/g/{game}")).await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let text = page.text();
    for tag in [
        r#"<meta property="og:title" content="You are invited to a game of Banqi">"#.to_owned(),
        "Rules: taiwan-quick. 5:05 and 5 s a turn.".to_owned(),
        format!(r#"<meta property="og:image" content="http://{}/g/{game}/preview.png?1">"#, server.address),
        format!(r#"<meta property="og:url" content="http://{}/g/{game}">"#, server.address),
    ] {
        assert!(text.contains(&tag), "{tag} in {text}");
    }
    assert!(text.starts_with("<!doctype html><html><head>") && text.contains("</head><body>"));
    let missing = guest.get("/g/0123456789abcdef").await;
    assert_eq!((missing.status, missing.text()), (404, support::server::PAGE.to_owned()), "the client says so");

    // Nobody has taken a seat by looking.
    let events = guest.get(&format!("/api/games/{game}")).await.json();
    assert_eq!(events["events"].as_array().unwrap().len(), 1);

    // A host that somebody made up stays within its quotes.
    let evil = server.guest().ask_as("evil\"><script>", &format!("/g/{game}")).await.text();
    assert!(!evil.contains("\"><script>"), "{evil}");
}

#[tokio::test]
async fn behind_a_public_address_links_are_there() {
    let server = TestServer::with(|parts| {
        parts.settings.public_url = Some("https://banqi.example".parse().unwrap());
    })
    .await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    let text = server.guest().get(&format!("/g/{game}")).await.text();
    assert!(text.contains(&format!(r#"content="https://banqi.example/g/{game}/preview.png?1""#)), "{text}");
}

#[tokio::test]
async fn without_a_client_the_page_is_how_to_get_one() {
    let server = TestServer::with(|parts| parts.client = None).await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    let page = server.guest().get(&format!("/g/{game}")).await;
    assert_eq!(page.status, 503);
    assert!(page.text().contains("cargo xtask web"));
    let server =
        TestServer::with(|parts| parts.client = Files::from_files([("index.html", "no head".as_bytes())])).await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    assert_eq!(server.guest().get(&format!("/g/{game}")).await.text(), "no head");
}

#[tokio::test]
async fn the_picture_follows_the_game() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    let path = format!("/g/{}/preview.png", pair.game);
    let before = server.guest().get(&path).await;
    assert_eq!(before.header("content-type"), Some("image/png"));
    assert_eq!(before.body[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(before.body[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (1200, 630));
    let tag = before.header("etag").unwrap().to_owned();
    let same = server.guest().with_header("if-none-match", &tag).get(&path).await;
    assert_eq!((same.status, same.body.len()), (304, 0));
    pair.play("a1".parse().unwrap()).await;
    let after = server.guest().with_header("if-none-match", &tag).get(&path).await;
    assert_eq!(after.status, 200);
    assert_ne!(after.body, before.body);
    assert_eq!(server.guest().get(&path).await.body, after.body);
}

#[tokio::test]
async fn games_are_counted_for_guests_and_addresses() {
    let server = TestServer::with(|parts| {
        parts.settings.limits.games_per_address = "1/s burst 5".parse().unwrap();
        parts.settings.limits.games_per_guest = "1/s burst 3".parse().unwrap();
        parts.settings.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let from = |address: &str| server.guest().with_header("x-forwarded-for", address);
    let mut guest = from("192.0.2.1");
    let mut statuses = Vec::new();
    for _ in 0..5 {
        statuses.push(guest.post("/api/games", Some(&rules("mainland"))).await.status);
    }
    // The first was by nobody yet; then the guest has three.
    assert_eq!(statuses, [201, 201, 201, 201, 429]);
    let refused = from("192.0.2.1").post("/api/games", Some(&rules("mainland"))).await;
    assert_eq!((refused.status, refused.json()), (429, json!({"error": "too_many"})), "the address has had five");
    assert_eq!(from("192.0.2.2").post("/api/games", Some(&rules("mainland"))).await.status, 201);
    server.time.advance(1000);
    assert_eq!(guest.post("/api/games", Some(&rules("mainland"))).await.status, 201);
}

#[tokio::test]
async fn so_many_games_of_a_guest_are_under_way() {
    let server = TestServer::with(|parts| parts.settings.limits.open_games_per_guest = 2).await;
    let mut guest = server.guest();
    let mut pair = Pair::meet(&server, &rules("mainland")).await;
    for _ in 0..2 {
        make(&mut guest, &rules("mainland")).await;
    }
    let refused = guest.post("/api/games", Some(&rules("mainland"))).await;
    assert_eq!((refused.status, refused.json()), (429, json!({"error": "too_many_open", "limit": 2})));
    // One that is over does not count.
    make(&mut pair.guests[0], &rules("mainland")).await;
    assert_eq!(pair.guests[0].post("/api/games", Some(&rules("mainland"))).await.status, 429);
    pair.act(Player::Creator, Command::Abort).await;
    assert_eq!(pair.guests[0].post("/api/games", Some(&rules("mainland"))).await.status, 201);
}

#[tokio::test]
async fn reads_are_counted_too() {
    let server =
        TestServer::with(|parts| parts.settings.limits.reads_per_address = "1/s burst 3".parse().unwrap()).await;
    let game = make(&mut server.guest(), &rules("mainland")).await;
    let mut statuses = Vec::new();
    for path in ["", "/record", "", ""] {
        statuses.push(server.guest().get(&format!("/api/games/{game}{path}")).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429]);
}

#[tokio::test]
async fn the_server_says_how_it_is() {
    let server = TestServer::start().await;
    let mut pair = Pair::begin(&server, &rules("taiwan-quick")).await;
    pair.act(Player::Creator, Command::Abort).await;
    pair.creator.until_over().await;
    pair.creator.refused(Command::Abort).await;
    let mut machine = server.guest();
    assert_eq!(machine.get("/healthz").await.text(), "alive\n");
    assert_eq!(machine.get("/readyz").await.text(), "ready\n");
    let metrics = machine.get("/metrics").await.text();
    for line in [
        "banqi_games_created_total 1",
        "banqi_games_over_total 1",
        "banqi_sockets 2",
        "banqi_rooms 1",
        r#"banqi_refusals_total{reason="not_now"} 1"#,
        r#"banqi_http_requests_total{place="/api/games",status="201"} 1"#,
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line} in {metrics}");
    }
    assert!(metrics.contains("# TYPE banqi_append_seconds histogram"));
}

#[tokio::test]
async fn metrics_can_have_an_address_of_their_own() {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt as _;

    let server = TestServer::with(|parts| parts.settings.public_metrics = false).await;
    assert!(!server.guest().get("/metrics").await.text().contains("banqi_"), "the client's page");
    let ask = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        banqi_server::metrics_router(server.app.clone()).oneshot(request)
    };
    assert_eq!(ask("/metrics").await.unwrap().status(), 200);
    assert_eq!(ask("/api/me").await.unwrap().status(), 404);
}

#[tokio::test]
async fn the_api_describes_itself() {
    let server = TestServer::start().await;
    let api = server.guest().get("/api/openapi.json").await.json();
    let mut paths: Vec<&String> = api["paths"].as_object().unwrap().keys().collect();
    paths.sort_unstable();
    assert_eq!(
        paths,
        [
            "/api/account",
            "/api/account/code",
            "/api/account/deletion",
            "/api/account/password",
            "/api/account/recovery",
            "/api/archive",
            "/api/boards/{board}",
            "/api/games",
            "/api/games/{id}",
            "/api/games/{id}/join",
            "/api/games/{id}/record",
            "/api/games/{id}/score",
            "/api/games/{id}/socket",
            "/api/lobby",
            "/api/lobby/pair",
            "/api/me",
            "/api/me/export",
            "/api/me/games",
            "/api/me/sessions",
            "/api/me/sessions/{id}",
            "/api/session",
            "/api/users/{name}",
            "/api/users/{name}/against/{other}",
            "/api/users/{name}/games",
            "/api/users/{name}/ratings/{speed}",
            "/g/{id}/preview.png",
            "/healthz",
            "/metrics",
            "/readyz",
        ]
    );
    // What is described is what is answered.
    let place = &api["components"]["schemas"]["Place"]["properties"];
    assert!(place.get("id").is_some() && place.get("path").is_some() && place.get("role").is_some());
}

#[tokio::test]
async fn a_server_that_can_keep_nothing_is_not_ready() {
    use sqlx::{Connection as _, SqliteConnection};

    let server = TestServer::start().await;
    let mut machine = server.guest();
    assert_eq!(machine.get("/readyz").await.status, 200);
    let path = server.folder().join("games.sqlite");
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let full = "CREATE TRIGGER full BEFORE UPDATE ON fact BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";
    sqlx::query(full).execute(&mut database).await.unwrap();
    assert_eq!(machine.get("/readyz").await.status, 200, "it is not tried so often");
    server.time.advance(10_000);
    assert_eq!(machine.get("/readyz").await.status, 503);
    assert_eq!(machine.get("/healthz").await.status, 200);
    sqlx::query("DROP TRIGGER full").execute(&mut database).await.unwrap();
    server.time.advance(10_000);
    assert_eq!(machine.get("/readyz").await.status, 200);
}

#[tokio::test]
async fn a_stopping_server_is_not_ready() {
    let server = TestServer::start().await;
    let (mut guest, mut app) = (server.guest(), server.app.clone());
    let game = make(&mut guest, &rules("mainland")).await;
    join(&mut server.guest(), game).await;
    app.tell_sockets().await;
    assert_eq!(guest.get("/readyz").await.status, 503);
    assert_eq!(guest.get("/healthz").await.status, 200);
    let refused = guest.post("/api/games", Some(&rules("mainland"))).await;
    assert_eq!((refused.status, refused.json()), (503, json!({"error": "unavailable"})));
    app = server.app.clone();
    app.close().await;
}
