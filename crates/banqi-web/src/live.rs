//! Parts of the page that are drawn anew.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;
use wasm_bindgen::JsCast;

/// A part of the page that is drawn anew whenever what it reads changes. All of them are of one type: each type of its own
/// would be another kilobyte of program.
pub(crate) fn live(draw: impl FnMut() -> AnyView + Send + 'static) -> SharedReactiveFunction<AnyView> {
    Arc::new(Mutex::new(draw))
}

/// A part of the page that is there while `when` holds, and is made once for as long.
pub(crate) fn live_while(
    when: impl Fn() -> bool + Send + Sync + 'static,
    draw: impl Fn() -> AnyView + Send + 'static,
) -> SharedReactiveFunction<AnyView> {
    let when = Memo::new(move |_| when());
    live(move || if when.get() { draw() } else { ().into_any() })
}

/// A plain button. All of them are of one type too.
#[component]
pub(crate) fn Press(
    #[prop(into)] class: String,
    #[prop(into)] on_press: Callback<()>,
    /// What it is called where it shows no text.
    #[prop(optional, into)]
    label: Option<Signal<String>>,
    /// It can be pressed, and then says why it does nothing.
    #[prop(optional, into)]
    off: Signal<bool>,
    children: Children,
) -> AnyView {
    let off = Signal::derive(move || off.get().then_some("true"));
    let label = Signal::derive(move || label.map(|label| label.get()));
    let press: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| on_press.run(()));
    view! {
        <button type="button" class=class aria-label=label aria-disabled=off on:click=press>
            {children()}
        </button>
    }
    .into_any()
}

/// Parts of the page one below the other. Of these too there is one type each, wherever they are.
pub(crate) fn block(class: &'static str, parts: Vec<AnyView>) -> AnyView {
    view! { <div class=class>{parts}</div> }.into_any()
}

/// A paragraph.
pub(crate) fn paragraph(class: &'static str, text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <p class=class>{text}</p> }.into_any()
}

/// A part of a line.
pub(crate) fn span(class: &'static str, text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <span class=class>{text}</span> }.into_any()
}

/// A heading.
pub(crate) fn heading(text: &'static str) -> AnyView {
    view! { <h2>{text}</h2> }.into_any()
}

/// A button that shows these parts.
pub(crate) fn press(
    class: &'static str,
    parts: Vec<AnyView>,
    on_press: impl Fn(()) + Send + Sync + 'static,
) -> AnyView {
    view! {
        <Press class on_press=Callback::new(on_press)>
            {parts}
        </Press>
    }
    .into_any()
}

/// A button that shows a word.
pub(crate) fn word(
    class: &'static str,
    text: impl Into<String>,
    on_press: impl Fn(()) + Send + Sync + 'static,
) -> AnyView {
    press(class, vec![span("", text)], on_press)
}

/// A part of a page under a heading of its own.
pub(crate) fn section(class: &'static str, title: impl Into<String>, parts: Vec<AnyView>) -> AnyView {
    let title: String = title.into();
    view! {
        <section class=class>
            <h2 class="head">{title}</h2>
            {parts}
        </section>
    }
    .into_any()
}

/// A list, of which each item has its parts.
pub(crate) fn list(class: &'static str, items: Vec<AnyView>) -> AnyView {
    let items = items.into_iter().map(|item| view! { <li>{item}</li> }.into_any()).collect::<Vec<_>>();
    view! { <ul class=class>{items}</ul> }.into_any()
}

/// What each figure is called, and what it is.
pub(crate) fn figures(class: &'static str, figures: Vec<(String, AnyView)>) -> AnyView {
    let figure = |(name, value): (String, AnyView)| {
        view! {
            <div>
                <dt>{name}</dt>
                <dd>{value}</dd>
            </div>
        }
        .into_any()
    };
    let figures: Vec<AnyView> = figures.into_iter().map(figure).collect();
    view! { <dl class=class>{figures}</dl> }.into_any()
}

/// Puts the focus on what has this name.
pub(crate) fn focus(id: &str) {
    give_focus(document().get_element_by_id(id));
}

/// Puts the focus on the first part of the page that a selector finds.
pub(crate) fn focus_at(selector: &str) {
    give_focus(document().query_selector(selector).ok().flatten());
}

fn give_focus(element: Option<web_sys::Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element of the page can have the focus.
        let _ = element.focus();
    }
}
