//! What the server answers, asked as a browser asks: with a client in memory, so that none has to be built.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use axum::response::Response;
use banqi_server::{App, Client, Key, Parts, Server, SqlStore, router};
use http_body_util::BodyExt;
use rstest::rstest;
use tempfile::TempDir;
use tower::ServiceExt;

const MODULE: &str = "/app-0123456789abcdef.js";

fn client() -> Client {
    let files = [
        ("index.html", "<!doctype html>"),
        ("index.html.br", "br page"),
        ("app-0123456789abcdef.js", "module"),
        ("app-0123456789abcdef.js.br", "br module"),
        ("app-0123456789abcdef.js.gz", "gz module"),
        ("app-fedcba9876543210.wasm", "program"),
        ("assets/pieces.svg", "<svg/>"),
    ];
    Client::from_files(files.map(|(name, text)| (name, text.as_bytes()))).unwrap()
}

/// A server with this client, and the folder that it needs.
async fn app(client: Option<Client>) -> (App, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&folder.path().join("games.sqlite")).await.unwrap();
    let app = App::new(Parts { client, ..Parts::new(store, Key::from_bytes([7; 32])) }).await.unwrap();
    (app, folder)
}

async fn ask(method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (app, _folder) = app(Some(client())).await;
    router(app).oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn get(path: &str, headers: &[(&str, &str)]) -> Response {
    ask(Method::GET, path, headers).await
}

fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    response.headers().get(name).map(|value| value.to_str().unwrap())
}

async fn text(response: Response) -> String {
    String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap()
}

#[rstest]
#[case("/", "text/html; charset=utf-8", "no-cache")]
#[case(MODULE, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable")]
#[case("/app-fedcba9876543210.wasm", "application/wasm", "public, max-age=31536000, immutable")]
#[case("/assets/pieces.svg", "image/svg+xml", "no-cache")]
#[tokio::test]
async fn files_have_their_type_and_their_time(#[case] path: &str, #[case] content_type: &str, #[case] cache: &str) {
    let response = get(path, &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, "content-type"), Some(content_type));
    assert_eq!(header(&response, "cache-control"), Some(cache));
    assert_eq!(header(&response, "vary"), Some("accept-encoding"));
}

#[rstest]
#[case("gzip, deflate, br, zstd", Some("br"), "br module")]
#[case("gzip, deflate", Some("gzip"), "gz module")]
#[case("", None, "module")]
#[tokio::test]
async fn the_encoding_is_negotiated(#[case] accepted: &str, #[case] encoding: Option<&str>, #[case] content: &str) {
    let response = get(MODULE, &[("accept-encoding", accepted)]).await;
    assert_eq!(header(&response, "content-encoding"), encoding);
    assert_eq!(header(&response, "content-length"), Some(content.len().to_string().as_str()));
    // The type is that of what is inside.
    assert_eq!(header(&response, "content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(text(response).await, content);
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let first = get("/", &[("accept-encoding", "br")]).await;
    let tag = header(&first, "etag").unwrap().to_owned();
    let again = get("/", &[("accept-encoding", "br"), ("if-none-match", &format!("\"other\", W/{tag}"))]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(header(&again, "etag"), Some(tag.as_str()));
    assert_eq!(text(again).await, "");

    let other_encoding = get("/", &[("if-none-match", &tag)]).await;
    assert_eq!(other_encoding.status(), StatusCode::OK, "the tag is of the compressed page");
    assert_eq!(text(other_encoding).await, "<!doctype html>");
}

#[rstest]
#[case("/game")]
#[case("/settings/sound")]
#[case("/game/")]
#[case("/assets/")]
#[case("/?rules=taiwan-chase")]
#[tokio::test]
async fn places_within_the_client_are_its_page(#[case] path: &str) {
    let response = get(path, &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(text(response).await, "<!doctype html>");
}

#[rstest]
#[case("/app-0000000000000000.js")]
#[case("/favicon.ico")]
#[case("/index.html.br")]
#[case("/../Cargo.toml")]
#[case("/assets/../../Cargo.toml")]
#[case("/%2e%2e/%2e%2e/etc/passwd.txt")]
#[case("/..%2f..%2fCargo.toml")]
#[case("/assets/..\\..\\Cargo.toml")]
#[case("//etc/host.conf")]
#[tokio::test]
async fn there_is_nothing_else(#[case] path: &str) {
    let response = get(path, &[]).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
    assert_eq!(header(&response, "cache-control"), Some("no-store"));
    assert_eq!(text(response).await, "There is nothing here.\n");
}

#[tokio::test]
async fn head_is_get_without_the_content() {
    for path in ["/", MODULE, "/nothing.js"] {
        let get = get(path, &[("accept-encoding", "gzip")]).await;
        let head = ask(Method::HEAD, path, &[("accept-encoding", "gzip")]).await;
        assert_eq!(head.status(), get.status());
        let without_id = |response: &Response| {
            let mut headers = response.headers().clone();
            assert!(headers.remove("x-request-id").is_some());
            headers
        };
        assert_eq!(without_id(&head), without_id(&get));
        assert_eq!(text(head).await, "");
    }
}

#[rstest]
#[case(Method::POST)]
#[case(Method::PUT)]
#[case(Method::DELETE)]
#[case(Method::OPTIONS)]
#[tokio::test]
async fn other_methods_are_refused(#[case] method: Method) {
    let response = ask(method, "/", &[]).await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(header(&response, "allow"), Some("GET, HEAD"));
}

#[rstest]
#[case(Method::GET, "/")]
#[case(Method::GET, MODULE)]
#[case(Method::GET, "/nothing.js")]
#[case(Method::POST, "/")]
#[tokio::test]
async fn every_answer_says_what_a_page_from_here_may_do(#[case] method: Method, #[case] path: &str) {
    let response = ask(method, path, &[]).await;
    let policy = header(&response, "content-security-policy").unwrap();
    let parts: Vec<&str> = policy.split("; ").collect();
    for part in [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(parts.contains(&part), "{policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    assert_eq!(header(&response, "x-content-type-options"), Some("nosniff"));
    assert_eq!(header(&response, "referrer-policy"), Some("no-referrer"));
    assert!(header(&response, "permissions-policy").unwrap().contains("camera=()"));
    assert_eq!(header(&response, "cross-origin-opener-policy"), Some("same-origin"));
    assert_eq!(header(&response, "cross-origin-resource-policy"), Some("same-origin"));
}

#[tokio::test]
async fn without_a_client_every_answer_is_how_to_get_one() {
    let (app, _folder) = app(None).await;
    let response = router(app).oneshot(Request::get("/").body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(header(&response, "content-security-policy").is_some());
    assert!(text(response).await.contains("cargo xtask web"));
}

#[tokio::test]
async fn a_server_answers_on_its_address_until_it_is_stopped() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = server.address();
    assert!(Server::bind(address).unwrap_err().is_taken());

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let (app, _folder) = app(Some(client())).await;
    let serving = tokio::spawn(server.run(app, async {
        let _ = stopped.await;
    }));
    let mut connection = tokio::net::TcpStream::connect(address).await.unwrap();
    connection.write_all(b"GET /../index.html HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 404 Not Found\r\n"), "{answer}");

    // A connection that stays open keeps nobody waiting.
    let idle = tokio::net::TcpStream::connect(address).await.unwrap();
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    drop(idle);
    assert!(tokio::net::TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn connections_that_do_not_ask_are_closed() {
    use std::time::Duration;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap().with_request_within(Duration::from_millis(200));
    let address = server.address();
    let (app, _folder) = app(Some(client())).await;
    let serving = tokio::spawn(server.run(app, std::future::pending()));
    let post = "POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    let whole = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    let mut connections = Vec::new();
    for (says, hears) in [
        ("", ""),
        ("GET / HTTP/1.1\r\nhost:", ""),
        (post, "HTTP/1.1 408 "),
        (whole, "HTTP/1.1 200 "),
        (post, "HTTP/1.1 408 "),
    ] {
        let mut connection = TcpStream::connect(address).await.unwrap();
        connection.write_all(says.as_bytes()).await.unwrap();
        connections.push((connection, says, hears));
    }
    for (mut connection, says, hears) in connections {
        let mut answer = String::new();
        let closed = connection.read_to_string(&mut answer);
        tokio::time::timeout(Duration::from_secs(30), closed).await.expect(says).unwrap();
        assert!(answer.starts_with(hears) && answer.is_empty() == hears.is_empty(), "{says}: {answer}");
    }
    let mut connection = TcpStream::connect(address).await.unwrap();
    connection.write_all(whole.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.ends_with("alive\n"), "{answer}");
    serving.abort();
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;

    let folder = tempfile::tempdir().unwrap();
    let store = SqlStore::open(&folder.path().join("games.sqlite")).await.unwrap();
    let mut parts = Parts::new(store, Key::from_bytes([7; 32]));
    parts.settings.limits.sockets_per_address = 0;
    let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = server.address();
    let serving = tokio::spawn(server.run(App::new(parts).await.unwrap(), std::future::pending()));
    let ask = async || {
        let mut connection = TcpStream::connect(address).await.unwrap();
        let mut answer = [0; 12];
        let asked = connection.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
        let is_answered = asked.is_ok() && connection.read_exact(&mut answer).await.is_ok();
        is_answered.then_some(connection)
    };
    let mut open = Vec::new();
    for _ in 0..64 {
        open.push(ask().await.unwrap());
    }
    assert!(ask().await.is_none(), "there are enough");
    drop(open);
    while ask().await.is_none() {
        tokio::task::yield_now().await;
    }
    serving.abort();
}
