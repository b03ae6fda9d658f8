//! Fields to choose with: one of a few, and yes or no.

use leptos::prelude::*;

/// One of a few.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice<T> {
    value: T,
    line: Line,
}

/// What stands beside a field.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    what: String,
    /// In one line, what to expect of it.
    gloss: Option<&'static str>,
}

impl<T> Choice<T> {
    pub(crate) fn new(value: T, what: impl Into<String>) -> Self {
        Self { value, line: Line { what: what.into(), gloss: None } }
    }

    pub(crate) fn value(&self) -> T
    where
        T: Copy,
    {
        self.value
    }

    pub(crate) fn about(self, gloss: &'static str) -> Self {
        Self { line: Line { gloss: Some(gloss), ..self.line }, ..self }
    }
}

/// How choices are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrangement {
    /// Each on a line of its own.
    Rows,
    /// In one row, where they are short.
    Row,
}

/// One of a few. `name` is the same for all of them and for no others on the page.
pub(crate) fn radios<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    legend: &'static str,
    arrangement: Arrangement,
    choices: Vec<Choice<T>>,
    value: impl Fn() -> T + Send + Sync + 'static,
    on_choose: impl Fn(T) + Send + Sync + 'static,
) -> AnyView {
    let (values, lines): (Vec<T>, Vec<Line>) = choices.into_iter().map(|choice| (choice.value, choice.line)).unzip();
    let chosen = {
        let values = values.clone();
        Signal::derive(move || {
            let value = value();
            values.iter().position(|own| *own == value)
        })
    };
    let choose = Callback::new(move |index: usize| on_choose(values[index]));
    // The drawing knows nothing of the kind of values, so that it is in the program once.
    view! { <Radios name legend arrangement lines chosen choose /> }.into_any()
}

#[component]
fn Radios(
    name: &'static str,
    legend: &'static str,
    arrangement: Arrangement,
    lines: Vec<Line>,
    chosen: Signal<Option<usize>>,
    choose: Callback<usize>,
) -> impl IntoView {
    let choice = move |(index, line): (usize, Line)| {
        view! {
            <label class="check">
                <input
                    type="radio"
                    name=name
                    prop:checked=Signal::derive(move || chosen.get() == Some(index))
                    on:change=move |_| choose.run(index)
                />
                {beside(line)}
            </label>
        }
    };
    let class = match arrangement {
        Arrangement::Rows => "rows",
        Arrangement::Row => "in-row",
    };
    view! {
        <fieldset class="radios">
            <legend class="head">{legend}</legend>
            <div class=class>{lines.into_iter().enumerate().map(choice).collect_view()}</div>
        </fieldset>
    }
}

fn beside(line: Line) -> impl IntoView {
    view! {
        <span>
            <span class="what">{line.what}</span>
            {line.gloss.map(|gloss| view! { <span class="gloss">{gloss}</span> })}
        </span>
    }
}

/// Yes or no.
pub(crate) fn tick(
    what: &'static str,
    gloss: &'static str,
    value: impl Fn() -> bool + Send + Sync + 'static,
    on_change: impl Fn(bool) + Send + Sync + 'static,
) -> AnyView {
    view! { <Tick what gloss value=Signal::derive(value) on_change=Callback::new(on_change) /> }.into_any()
}

#[component]
fn Tick(what: &'static str, gloss: &'static str, value: Signal<bool>, on_change: Callback<bool>) -> impl IntoView {
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=value
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            {beside(Line { what: what.to_string(), gloss: Some(gloss) })}
        </label>
    }
}
