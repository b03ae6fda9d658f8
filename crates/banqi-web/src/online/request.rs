//! Questions to the server that are asked once: a game to be made, a seat to be taken, a list to be seen.

use serde_json::Value;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::XmlHttpRequest;

use super::json::Fields;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    /// The answer's status; 0 where there was none.
    pub(crate) status: u16,
    /// The word for it: `name_taken`. Empty where the server said none.
    pub(crate) error: String,
}

impl Failure {
    /// What was answered is nothing that this client knows.
    pub(crate) fn unknown() -> Self {
        Self { status: 200, error: "unknown".to_string() }
    }
}

/// Asks, and calls with the answer's status and text; the status is 0 where there was no answer.
pub(crate) fn request(method: &str, path: &str, body: Option<&str>, answered: impl FnOnce(u16, String) + 'static) {
    send(method, path, body, Box::new(answered));
}

/// Asks, and calls with what was answered; with null where that is nothing.
pub(crate) fn ask(
    method: &str,
    path: &str,
    body: Option<&str>,
    answered: impl FnOnce(Result<Value, Failure>) + 'static,
) {
    send(method, path, body, Box::new(move |status, text| answered(read(status, &text))));
}

fn read(status: u16, text: &str) -> Result<Value, Failure> {
    let value = serde_json::from_str(text);
    match status {
        204 => Ok(Value::Null),
        200..=299 => value.map_err(|_| Failure::unknown()),
        _ => {
            let value = value.unwrap_or_default();
            Err(Failure { status, error: Fields(&value).string("error").unwrap_or_default() })
        }
    }
}

fn send(method: &str, path: &str, body: Option<&str>, answered: Box<dyn FnOnce(u16, String)>) {
    let Ok(request) = XmlHttpRequest::new() else { return answered(0, String::new()) };
    let asked = request.clone();
    let ended = Closure::once_into_js(move || {
        let text = request.response_text().ok().flatten().unwrap_or_default();
        answered(request.status().unwrap_or(0), text);
    });
    asked.set_onloadend(Some(ended.unchecked_ref()));
    // Whatever cannot be sent ends without an answer.
    let _ = asked.open(method, path);
    if body.is_some() {
        let _ = asked.set_request_header("content-type", "application/json");
    }
    let _ = asked.send_with_opt_str(body);
}

/// A text as part of an address.
pub(crate) fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_say_what_the_server_said() {
        let why = |status, text| read(status, text).expect_err("failed");
        let failure = |status, error: &str| Failure { status, error: error.to_string() };
        assert_eq!(why(409, r#"{"error":"name_taken"}"#), failure(409, "name_taken"));
        assert_eq!(why(502, "<html>"), failure(502, ""));
        assert_eq!(why(0, ""), failure(0, ""));
        assert_eq!(why(200, "{"), Failure::unknown());
        assert_eq!(read(204, ""), Ok(Value::Null));
        assert_eq!(read(201, "7"), Ok(Value::from(7)));
    }
}
