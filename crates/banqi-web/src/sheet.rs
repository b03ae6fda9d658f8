//! A sheet over the page: the page waits below it.
//!
//! The browser's own dialog keeps the focus inside, closes on Escape, and gives the focus back to where it was.

use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::back;

/// Slides in while `open`. Escape, the browser's button back and a tap beside it ask to close: `on_close` decides by setting what `open` follows.
///
/// `label` is what it is called; the content begins with a heading of its own. The first control in it has the focus when
/// it opens, or the one with `autofocus`.
#[component]
pub(crate) fn Sheet(
    #[prop(into)] open: Signal<bool>,
    #[prop(into)] on_close: Callback<()>,
    #[prop(into)] label: Signal<String>,
    children: ChildrenFn,
) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    let children = StoredValue::new(children);
    let cover = StoredValue::new(None::<u32>);
    let uncover = move || {
        if let Some(Some(name)) = cover.try_update_value(Option::take) {
            back::uncover(name);
        }
    };
    on_cleanup(uncover);
    Effect::new(move || {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            (true, false) => {
                dialog.show_modal().expect("a dialog in the page can be shown");
                cover.set_value(Some(back::cover(on_close)));
            }
            (false, true) => {
                dialog.close();
                uncover();
            }
            _ => {}
        }
    });
    let cancelled = move |event: web_sys::Event| {
        event.prevent_default();
        on_close.run(());
    };
    // What covers the page belongs to the dialog itself, everything else to what is in it.
    let beside = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDialogElement>().ok());
        if target.is_some() {
            on_close.run(());
        }
    };
    // Chromium closes by itself at the second Escape in a row.
    let closed = move |_| {
        if open.get_untracked() {
            on_close.run(());
        }
    };
    view! {
        <dialog class="sheet" node_ref=dialog aria-label=label on:cancel=cancelled on:close=closed on:click=beside>
            <Show when=move || open.get()>
                <div class="sheet-content">{move || children.with_value(|children| children())}</div>
            </Show>
        </dialog>
    }
}
