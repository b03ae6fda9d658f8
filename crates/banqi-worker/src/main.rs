//! The program of the worker in which the computer thinks.
//!
//! `cargo xtask web` builds it. On any other machine than a browser it compiles, so that it can be linted and its logic
//! tested there, and does nothing.

mod analyse;
mod bench;
mod think;

use banqi_worker::{Inquiry, Question, Unreadable};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

use bench::Bench;

fn main() {
    if cfg!(not(target_arch = "wasm32")) {
        return;
    }
    console_error_panic_hook::set_once();
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let answers = scope.clone();
    let answer = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        if let Err(error) = reply(&answers, &event.data()) {
            web_sys::console::error_1(&error);
        }
    });
    scope.set_onmessage(Some(answer.as_ref().unchecked_ref()));
    // The worker lives as long as its closure has to.
    answer.forget();
}

fn reply(scope: &DedicatedWorkerGlobalScope, data: &JsValue) -> Result<(), JsValue> {
    let text = data.as_string().ok_or("a question is a text")?;
    // What cannot be sent now is followed by what says more.
    let say = |answer: String| scope.post_message(&answer.into()).unwrap_or_default();
    let answer = answer(&text, &say).map_err(|_| "a question is one line and a record")?;
    scope.post_message(&answer.into())
}

/// All that the worker does. What it says before the answer goes to `say`.
fn answer(question: &str, say: &dyn Fn(String)) -> Result<String, Unreadable> {
    if let Ok(bench) = question.parse::<Bench>() {
        return Ok(bench.answer());
    }
    if let Ok(inquiry) = question.parse::<Inquiry>() {
        return Ok(analyse::answer(&inquiry, &|finding| say(finding.to_string())).to_string());
    }
    let question: Question = question.parse()?;
    Ok(think::answer(&question).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_told_from_benches() {
        let record = "[Rules \"taiwan-quick\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n*\n";
        let said = answer(&format!("7 easy 1 action -\n{record}"), &|_| ()).expect("a question");
        assert!(said.starts_with("7 action "), "{said}");
        let said = answer(&format!("7 analyse 9\n{record}"), &|_| ()).expect("an inquiry");
        assert!(said.starts_with("7 found "), "{said}");
        assert!(answer("8 bench 1", &|_| ()).is_ok_and(|said| said.starts_with("8 bench ")));
        for text in ["", "7", "7 sing 1", &format!("7 bench 1\n{record}")] {
            assert_eq!(answer(text, &|_| ()), Err(Unreadable), "{text}");
        }
    }
}
