//! Fields to choose with: one of a few, and yes or no.

use leptos::prelude::*;

use crate::icon::{Symbol, icon};

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
    /// Its language, where it is not the page's.
    language: Option<&'static str>,
}

impl<T> Choice<T> {
    pub(crate) fn new(value: T, what: impl Into<String>) -> Self {
        Self { value, line: Line { what: what.into(), gloss: None, language: None } }
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

    /// Says that it is in this language, by its tag.
    pub(crate) fn language(self, tag: &'static str) -> Self {
        Self { line: Line { language: Some(tag), ..self.line }, ..self }
    }
}

/// How choices are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrangement {
    /// Each on a line of its own.
    Rows,
    /// In one row, where they are short.
    Row,
    /// Two in each row.
    Pairs,
    /// As the tabs of what is shown below them. What they are for is said to those who listen only.
    Tabs,
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
        Arrangement::Pairs => "in-pairs",
        Arrangement::Tabs => "tabs",
    };
    let head = if arrangement == Arrangement::Tabs { "hidden" } else { "head" };
    view! {
        <fieldset class="radios">
            <legend class=head>{legend}</legend>
            <div class=class>{lines.into_iter().enumerate().map(choice).collect_view()}</div>
        </fieldset>
    }
}

fn beside(line: Line) -> impl IntoView {
    view! {
        <span>
            <span class="what" lang=line.language>{line.what}</span>
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
            {beside(Line { what: what.to_string(), gloss: Some(gloss), language: None })}
        </label>
    }
}

/// What a field to type in takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Typed {
    pub(crate) id: &'static str,
    pub(crate) what: &'static str,
    /// In one line, what it takes.
    pub(crate) about: &'static str,
    /// What the browser may fill in, by its name in HTML.
    pub(crate) fills: &'static str,
    /// Whether it takes a number.
    pub(crate) is_number: bool,
    /// Whether it is secret.
    pub(crate) is_secret: bool,
}

/// A field to type in. While `shows` holds, what is secret is to be seen.
pub(crate) fn typed(typed: Typed, value: RwSignal<String>, shows: Signal<bool>, is_wrong: Signal<bool>) -> AnyView {
    let Typed { id, what, about, fills, is_number, is_secret } = typed;
    let changed: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| value.set(event_target_value(&event)));
    let kind = Signal::derive(move || if is_secret && !shows.get() { "password" } else { "text" });
    let about_id = format!("{id}-about");
    let gloss = (!about.is_empty()).then(|| view! { <span class="gloss" id=about_id.clone()>{about}</span> });
    view! {
        <div class="typed">
            <label class="what" for=id>
                {what}
            </label>
            <input
                class="input"
                id=id
                type=kind
                inputmode=is_number.then_some("numeric")
                autocomplete=fills
                autocapitalize="none"
                spellcheck="false"
                aria-describedby=gloss.is_some().then_some(about_id)
                aria-invalid=Signal::derive(move || is_wrong.get().to_string())
                prop:value=value
                on:input=changed
            />
            {gloss}
        </div>
    }
    .into_any()
}

/// A list that opens, with the sign of that.
pub(crate) fn opens(select: AnyView) -> AnyView {
    view! { <span class="opens">{select} {icon(Symbol::Down)}</span> }.into_any()
}

/// One of many words, each with what it is called.
pub(crate) fn select(
    id: &'static str,
    what: &'static str,
    words: Vec<(String, String)>,
    value: RwSignal<String>,
) -> AnyView {
    let changed: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| value.set(event_target_value(&event)));
    let option = |(word, what): (String, String)| {
        let is_chosen = value.with_untracked(|value| *value == word);
        view! {
            <option value=word selected=is_chosen>
                {what}
            </option>
        }
        .into_any()
    };
    let options: Vec<AnyView> = words.into_iter().map(option).collect();
    view! {
        <div class="typed">
            <label class="what" for=id>
                {what}
            </label>
            {opens(view! {
                <select class="input" id=id on:change=changed>
                    {options}
                </select>
            }
                .into_any())}
        </div>
    }
    .into_any()
}
