//! The files of the client.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use axum::response::Response;

use super::encoding::{self, Encoding};
use crate::App;

const NO_CLIENT: &str = "This build of banqi has no browser client. To get one, in a checkout of the project:\n\n    \
                         cargo xtask web\n\nand build banqi again; or both at once: cargo xtask serve\n";

pub(crate) async fn answer(State(app): State<App>, request: Request<Body>) -> Response {
    let head = match *request.method() {
        Method::GET => false,
        Method::HEAD => true,
        _ => {
            let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed here.\n", false);
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
    };
    let Some(client) = app.client() else {
        return text(StatusCode::SERVICE_UNAVAILABLE, NO_CLIENT, head);
    };
    let Some(file) = client.file(request.uri().path()) else {
        return text(StatusCode::NOT_FOUND, "There is nothing here.\n", head);
    };

    let encoding = encoding::choose(file.encodings(), list(request.headers(), ACCEPT_ENCODING));
    let tag = file.tag(encoding);
    let mut response = Response::new(Body::empty());
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, file.cache_control.clone());
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let same =
        list(request.headers(), IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    headers.extend(HeaderValue::try_from(tag).map(|tag| (ETAG, tag)));
    if same {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    headers.insert(CONTENT_TYPE, file.content_type.clone());
    if encoding != Encoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    let content = file.content(encoding);
    headers.insert(CONTENT_LENGTH, HeaderValue::from(content.len()));
    if !head {
        *response.body_mut() = Body::from(content);
    }
    response
}

/// The items of a header whose value is a list.
fn list(headers: &HeaderMap, name: axum::http::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// The answer of a server without a client.
pub(crate) fn none() -> Response {
    text(StatusCode::SERVICE_UNAVAILABLE, NO_CLIENT, false)
}

fn text(status: StatusCode, text: &'static str, head: bool) -> Response {
    let mut response = Response::new(if head { Body::empty() } else { Body::from(text) });
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(text.len()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
