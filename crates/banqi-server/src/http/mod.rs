//! What the server answers over HTTP.

mod client;
pub(crate) mod encoding;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;

use crate::Client;

/// Every answer has these.
///
/// The policy allows what comes from here and nothing else; `wasm-unsafe-eval` is the word for compiling WebAssembly. A
/// style or a script inside the page is refused: the page has none.
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

/// Answers for this client. Without one, every answer is how to get one.
///
/// ```
/// let router = banqi_server::router(banqi_server::Client::embedded());
/// ```
pub fn router(client: Option<Client>) -> Router {
    Router::new().fallback(client::answer).with_state(Arc::new(client)).layer(map_response(secured))
}

async fn secured(mut response: Response) -> Response {
    for &(name, value) in ALWAYS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
