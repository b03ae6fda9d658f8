//! The program as a Web Worker: answers the page's questions, so that the page never waits.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Answers each message with itself.
pub(crate) fn serve(scope: &DedicatedWorkerGlobalScope) {
    let answers = scope.clone();
    let answer = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Err(error) = answers.post_message(&event.data()) {
            web_sys::console::error_1(&error);
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // The worker lives as long as its closure has to.
    answer.forget();
}
