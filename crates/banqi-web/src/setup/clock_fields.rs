//! The fields of a clock while it is being chosen.

use banqi_wire::Clock;
use leptos::prelude::*;

use super::clock::{Draft, Field, Kind};
use crate::field::{Arrangement, Choice, radios};
use crate::game::words;
use crate::icon::{Symbol, icon};
use crate::live::{block, live_while, span};
use crate::text::text;

/// The id of a field, for whoever sends the player there.
pub(super) const fn id(field: Field) -> &'static str {
    match field {
        Field::Minutes => "minutes",
        Field::Increment => "increment",
        Field::Days => "days",
    }
}

/// A choice among these kinds of clocks, and what some of them need.
pub(super) fn fields(draft: RwSignal<Draft>, kinds: &[Kind]) -> AnyView {
    let choice = |kind: &Kind| match *kind {
        Kind::None => Choice::new(*kind, text!(setup.clock_none)).about(text!(setup.clock_none_about)),
        Kind::Preset(minutes, increment) => {
            Choice::new(*kind, words::time(Clock::Fischer { initial: minutes * 60, increment }))
        }
        Kind::Own => Choice::new(*kind, text!(setup.clock_own)).about(text!(setup.clock_own_about)),
        Kind::Days => Choice::new(*kind, text!(online.clock_by_days)).about(text!(online.clock_by_days_about)),
    };
    let clocks = radios(
        "clock",
        text!(setup.clock),
        Arrangement::Rows,
        kinds.iter().map(choice).collect(),
        move || draft.with(|draft| draft.kind),
        move |kind| draft.update(|draft| draft.kind = kind),
    );
    let field = move |field, what, error| {
        live_while(move || draft.with(|draft| draft.has(field)), move || number(draft, field, what, error)).into_any()
    };
    let mut numbers = vec![
        field(Field::Minutes, text!(setup.minutes), text!(setup.minutes_error)),
        field(Field::Increment, text!(setup.increment), text!(setup.increment_error)),
    ];
    if kinds.contains(&Kind::Days) {
        numbers.push(field(Field::Days, text!(online.days), text!(online.days_error)));
    }
    view! { <div id="clock" tabindex="-1">{vec![clocks, block("clock-fields", numbers)]}</div> }.into_any()
}

fn number(draft: RwSignal<Draft>, field: Field, what: &'static str, error: &'static str) -> AnyView {
    let is_wrong = Memo::new(move |_| draft.with(|draft| draft.is_wrong(field)));
    let typed: Box<dyn FnMut(web_sys::Event)> =
        Box::new(move |event| draft.update(|draft| draft.type_in(field, event_target_value(&event))));
    let shown = move || block("error", vec![icon(Symbol::Forbidden), span("", error)]);
    view! {
        <div>
            <label>
                <span class="what">{what}</span>
                <input
                    class="input"
                    id=id(field)
                    inputmode="numeric"
                    autocomplete="off"
                    aria-invalid=Signal::derive(move || is_wrong.get().to_string())
                    prop:value=draft.with_untracked(|draft| draft.text(field).to_string())
                    on:input=typed
                />
            </label>
            <div role="alert">{live_while(move || is_wrong.get(), shown)}</div>
        </div>
    }
    .into_any()
}
