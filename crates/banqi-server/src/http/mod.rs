//! What the server answers over HTTP.

mod account;
mod archive;
mod asker;
mod boards;
mod body;
mod client;
pub(crate) mod encoding;
mod error;
mod games;
mod health;
mod lobby;
mod me;
mod openapi;
mod page;
mod preview;
mod query;
mod sessions;
mod socket;
mod users;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::{Next, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{any, delete, get, post, put};
use axum::{Extension, Router};
use tracing::Instrument as _;

use crate::App;
use crate::chance::draw;

pub(crate) use error::ApiError;

/// Every answer has these.
///
/// The policy allows what comes from here and nothing else, the socket of a game included; `wasm-unsafe-eval` is the word
/// for compiling WebAssembly. A style or a script inside the page is refused: the page has none.
const ALWAYS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    (
        "permissions-policy",
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=(), serial=(), hid=()",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// What is sent to the server is small.
const LARGEST_BODY: usize = 16 * 1024;

/// Answers for this server: its games, and the files of its client. Without a client, every page is how to get one.
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// # use banqi_server::{App, Key, Parts, SqlStore};
/// # let folder = tempfile::tempdir()?;
/// # let store = SqlStore::open(&folder.path().join("games.sqlite")).await?;
/// # let app = App::new(Parts::new(store, Key::from_bytes([7; 32]))).await?;
/// let router = banqi_server::router(app);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
pub fn router(app: App) -> Router {
    let mut router = Router::new()
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::show))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/socket", get(socket::open))
        .route("/api/games/{id}/score", get(games::score))
        .route("/api/archive", get(archive::search))
        .route("/api/lobby", get(lobby::show))
        .route("/api/lobby/pair", post(lobby::pair))
        .route("/api/boards/{board}", get(boards::show))
        .route("/api/users/{name}", get(users::show))
        .route("/api/users/{name}/games", get(users::games))
        .route("/api/users/{name}/ratings/{speed}", get(users::rating))
        .route("/api/users/{name}/against/{other}", get(users::against))
        .route("/api/account", post(account::create))
        .route("/api/account/password", put(account::change_password))
        .route("/api/account/recovery", post(account::recover))
        .route("/api/account/code", post(account::change_code))
        .route("/api/account/deletion", post(account::delete))
        .route("/api/session", post(sessions::create).delete(sessions::delete))
        .route("/api/me", get(me::show).delete(me::delete))
        .route("/api/me/games", get(me::games))
        .route("/api/me/export", get(me::export))
        .route("/api/me/sessions", get(sessions::list).delete(sessions::end_others))
        .route("/api/me/sessions/{id}", delete(sessions::end_one))
        .route("/api/openapi.json", get(openapi::show))
        .route("/api/{*rest}", any(async || ApiError::NotFound))
        .route("/g/{id}", get(page::show))
        .route("/g/{id}/preview.png", get(preview::show))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready).layer(Extension(health::Tried::default())));
    if app.settings().public_metrics {
        router = router.route("/metrics", get(health::metrics));
    }
    router
        .fallback(client::answer)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(app.clone(), watched))
        .layer(map_response(secured))
        .with_state(app)
}

/// Answers with nothing but `/metrics`, for an address of its own.
pub fn metrics_router(app: App) -> Router {
    Router::new().route("/metrics", get(health::metrics)).with_state(app)
}

async fn secured(mut response: Response) -> Response {
    for &(name, value) in ALWAYS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Counts and logs: the pattern of the address, never the address itself, whose query could hold anything.
async fn watched(State(app): State<App>, request: Request, next: Next) -> Response {
    let world = app.world();
    let id = format!("{:016x}", u64::from_be_bytes(draw(&*world.chance)));
    let place = request.extensions().get::<MatchedPath>().map_or("client", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let started = world.time.steady();
    let span = tracing::info_span!("request", id);
    async move {
        let mut response = next.run(request).await;
        let status = response.status().as_u16();
        world.metrics.answered(&place, status);
        let milliseconds = world.time.steady().saturating_sub(started).as_millis();
        tracing::debug!(%method, place, status, milliseconds, "answered");
        response.headers_mut().extend(HeaderValue::try_from(id).map(|id| (REQUEST_ID, id)));
        response
    }
    .instrument(span)
    .await
}
