//! The engine in a Web Worker: the page asks, and never waits.

pub(crate) mod message;
pub(crate) mod page;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use message::Question;

/// The worker's side: answers each question.
pub(crate) fn serve(scope: &DedicatedWorkerGlobalScope) {
    let answers = scope.clone();
    let answer = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Err(error) = answer(&answers, &event.data()) {
            web_sys::console::error_1(&error);
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // The worker lives as long as its closure has to.
    answer.forget();
}

fn answer(scope: &DedicatedWorkerGlobalScope, data: &JsValue) -> Result<(), JsValue> {
    let text = data.as_string().ok_or("a question is a text")?;
    let question: Question = text.parse().map_err(|_| "a question is one line and a record")?;
    scope.post_message(&question.answer().to_string().into())
}
