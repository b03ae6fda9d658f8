//! Questions to the server that are asked once: a game to be made, a seat to be taken.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::XmlHttpRequest;

/// Asks, and calls with the answer's status and text; the status is 0 where there was no answer.
pub(crate) fn request(method: &str, path: &str, body: Option<&str>, answered: impl FnOnce(u16, String) + 'static) {
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
