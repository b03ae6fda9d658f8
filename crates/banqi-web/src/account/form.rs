//! A form that asks for names and passwords, and says why it was not taken.

use leptos::prelude::*;
use serde_json::{Map, Value};

use crate::field::{Typed, tick, typed};
use crate::icon::{Symbol, icon};
use crate::live::{block, focus, live, span};
use crate::online::request::{Failure, ask};
use crate::online::words;
use crate::text::text;

/// A question to the server whose answer is a form away.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// What the button says.
    pub(super) does: &'static str,
}

/// A field of it, by its name in the question.
#[derive(Clone, Copy)]
pub(super) struct Asked(pub(super) &'static str, pub(super) Typed);

/// The form. What is answered goes to `done`.
pub(super) fn form(
    question: Question,
    asked: Vec<Asked>,
    done: impl Fn(&Value) + Clone + Send + Sync + 'static,
) -> AnyView {
    let Question { method, path, does } = question;
    let problem = RwSignal::new("");
    let busy = RwSignal::new(false);
    let shows = RwSignal::new(false);
    let fields: Vec<(Asked, RwSignal<String>)> =
        asked.into_iter().map(|asked| (asked, RwSignal::new(String::new()))).collect();
    let has_name = fields.iter().any(|(Asked(name, _), _)| *name == "name");
    let has_secret = fields.iter().any(|(Asked(_, typed), _)| typed.is_secret);
    let drawn = fields.iter().map(|(Asked(_, field), value)| {
        let value = *value;
        let is_wrong = Signal::derive(move || !problem.get().is_empty() && value.with(String::is_empty));
        typed(*field, value, shows.into(), is_wrong)
    });
    let drawn: Vec<AnyView> = drawn.collect();
    let sent: Box<dyn FnMut(web_sys::SubmitEvent)> = Box::new(move |event| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        // The same once more is said once more.
        problem.set("");
        if let Some((Asked(_, empty), _)) = fields.iter().find(|(_, value)| value.with_untracked(String::is_empty)) {
            problem.set(text!(account.fill_in));
            focus(empty.id);
            return;
        }
        busy.set(true);
        let text = |value: &RwSignal<String>| Value::String(value.get_untracked());
        let body: Map<String, Value> =
            fields.iter().map(|(Asked(name, _), value)| ((*name).to_string(), text(value))).collect();
        let done = done.clone();
        let answered = move |answer: Result<Value, Failure>| {
            if busy.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(answer) => done(&answer),
                Err(failure) if failure.error == "wrong_credentials" && !has_name => {
                    problem.set(text!(players.wrong_password));
                }
                Err(failure) => problem.set(words::failure(&failure)),
            }
        };
        ask(method, path, Some(&Value::Object(body).to_string()), answered);
    });
    let said = move || match problem.get() {
        "" => ().into_any(),
        problem => block("error", vec![icon(Symbol::Forbidden), span("", problem)]),
    };
    let show = has_secret.then(|| tick(text!(account.show_password), "", move || shows.get(), move |on| shows.set(on)));
    view! {
        <form class="form" on:submit=sent novalidate=true>
            {drawn}
            {show}
            <div role="alert">{live(said)}</div>
            <button
                class="button first"
                type="submit"
                aria-disabled=Signal::derive(move || busy.get().then_some("true"))
            >
                {does}
            </button>
        </form>
    }
    .into_any()
}
