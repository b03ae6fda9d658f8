//! What is shown of an answer: that it is waited for, why there is none, or what it says; and asked again while it is looked
//! at.

use std::time::Duration;

use leptos::prelude::*;
use serde_json::Value;

use super::json::Fields;
use super::request::{Failure, request};
use super::words;
use crate::live::{focus, live, paragraph, word};

/// How far a question is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Waiting,
    /// As it came, so that the same again changes nothing.
    Here(String),
    Failed(Failure),
}

/// A question whose answer is shown. All of it are handles.
#[derive(Clone, Copy)]
pub(crate) struct Fetch {
    path: StoredValue<String>,
    answer: RwSignal<Answer>,
}

impl Fetch {
    /// Asks for what is at this path.
    pub(crate) fn new(path: String) -> Self {
        let fetch = Self { path: StoredValue::new(path), answer: RwSignal::new(Answer::Waiting) };
        fetch.again();
        fetch
    }

    /// Asks again. Until the answer is there, what was there stays.
    pub(crate) fn again(self) {
        let Some(path) = self.path.try_get_value() else { return };
        request("GET", &path, None, move |status, text| {
            let answer = match status {
                200 => Answer::Here(text),
                _ => Answer::Failed(Failure { status, error: String::new() }),
            };
            // What is there is better than none, while a connection is lost for a moment.
            let is_lost = status == 0 || status >= 500;
            let Some(keeps) =
                self.answer.try_with_untracked(|old| *old == answer || is_lost && matches!(old, Answer::Here(_)))
            else {
                return;
            };
            if !keeps {
                self.answer.set(answer);
            }
        });
    }

    /// Asks again and again, while the page is looked at.
    pub(crate) fn follow(self, every: Duration) {
        let ask = move || {
            if !document().hidden() {
                self.again();
            }
        };
        let timer = set_interval_with_handle(ask, every);
        on_cleanup(move || {
            if let Ok(timer) = timer {
                timer.clear();
            }
        });
    }

    /// Draws the answer, anew whenever it is another one; why there is none, where `draw` does not know what was answered
    /// too.
    pub(crate) fn draw(self, draw: impl Fn(Fields<'_>) -> Option<AnyView> + Send + Sync + 'static) -> AnyView {
        self.drawn(true, fields(draw))
    }

    /// As [`Self::draw`], beside another part of the page that says why there is none.
    pub(crate) fn draw_beside(self, draw: impl Fn(Fields<'_>) -> Option<AnyView> + Send + Sync + 'static) -> AnyView {
        self.drawn(false, fields(draw))
    }

    /// As [`Self::draw`], of an answer that is no JSON.
    pub(crate) fn draw_text(self, draw: impl Fn(&str) -> AnyView + Send + Sync + 'static) -> AnyView {
        self.drawn(true, Box::new(move |text| Some(draw(text))))
    }

    fn drawn(self, says: bool, draw: Draw) -> AnyView {
        let drawn = move || {
            let failure = match self.answer.get() {
                Answer::Waiting | Answer::Failed(_) if !says => return ().into_any(),
                Answer::Waiting => return paragraph("secondary waits", words::waiting()),
                Answer::Failed(failure) => failure,
                Answer::Here(text) => {
                    keep_focus();
                    match draw(&text) {
                        Some(view) => return view,
                        None => Failure::unknown(),
                    }
                }
            };
            let again = word("button small", words::again(), move |()| self.again());
            let said = view! { <p role="alert">{words::failure(&failure)}</p> };
            view! { <div class="failure">{said} {again}</div> }.into_any()
        };
        live(drawn).into_any()
    }
}

/// Draws an answer, if it knows what that says.
type Draw = Box<dyn Fn(&str) -> Option<AnyView> + Send + Sync>;

fn fields(draw: impl Fn(Fields<'_>) -> Option<AnyView> + Send + Sync + 'static) -> Draw {
    Box::new(move |text| draw(Fields(&serde_json::from_str::<Value>(text).unwrap_or_default())))
}

/// What is drawn anew loses the focus; whatever has the same name gets it back.
fn keep_focus() {
    let Some(id) = document().active_element().map(|element| element.id()).filter(|id| !id.is_empty()) else { return };
    request_animation_frame(move || focus(&id));
}
