//! Fields to choose with: one of a few, and yes or no.

use leptos::prelude::*;

/// One of a few.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice<T> {
    pub(crate) value: T,
    pub(crate) what: String,
    /// In one line, what to expect of it.
    pub(crate) about: Option<String>,
}

impl<T> Choice<T> {
    pub(crate) fn new(value: T, what: &str) -> Self {
        Self { value, what: what.to_string(), about: None }
    }

    pub(crate) fn about(self, about: &str) -> Self {
        Self { about: Some(about.to_string()), ..self }
    }
}

/// One of a few, each on a line of its own.
#[component]
pub(crate) fn Radios<T: Copy + PartialEq + Send + Sync + 'static>(
    /// The same for all of them and for no others on the page.
    name: &'static str,
    #[prop(into)] legend: Signal<String>,
    #[prop(into)] choices: Signal<Vec<Choice<T>>>,
    #[prop(into)] value: Signal<T>,
    #[prop(into)] on_choose: Callback<T>,
    /// In one row, where they are short.
    #[prop(optional)]
    in_row: bool,
) -> impl IntoView {
    let choice = move |Choice { value: own, what, about }: Choice<T>| {
        view! {
            <label class="check">
                <input
                    type="radio"
                    name=name
                    prop:checked=move || value.get() == own
                    on:change=move |_| on_choose.run(own)
                />
                <span>
                    <span class="what">{what}</span>
                    {about.map(|about| view! { <span class="gloss">{about}</span> })}
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="radios">
            <legend class="head">{move || legend.get()}</legend>
            <div class=if in_row {
                "in-row"
            } else {
                "rows"
            }>{move || choices.get().into_iter().map(choice).collect_view()}</div>
        </fieldset>
    }
}

/// Yes or no.
#[component]
pub(crate) fn Tick(
    #[prop(into)] what: Signal<String>,
    #[prop(into, optional)] about: Option<Signal<String>>,
    #[prop(into)] value: Signal<bool>,
    #[prop(into)] on_change: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || value.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            <span>
                <span class="what">{move || what.get()}</span>
                {about.map(|about| view! { <span class="gloss">{move || about.get()}</span> })}
            </span>
        </label>
    }
}
