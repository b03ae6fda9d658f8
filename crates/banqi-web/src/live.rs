//! Parts of the page that are drawn anew.

use std::sync::{Arc, Mutex};

use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

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
