//! A button that copies.

use leptos::prelude::*;

use crate::icon::{Symbol, icon};
use crate::live::{live, press, span};
use crate::text::text;

/// A button that copies a text, and says so.
pub(crate) fn copy(
    class: &'static str,
    what: &'static str,
    text: impl Fn() -> String + Send + Sync + 'static,
) -> AnyView {
    let done = RwSignal::new(false);
    let copy = move |()| {
        // A browser without a clipboard copies nothing, and the text is there to be marked.
        if let Ok(clipboard) = js_sys::Reflect::get(&window().navigator(), &"clipboard".into())
            && let Ok(clipboard) = wasm_bindgen::JsCast::dyn_into::<web_sys::Clipboard>(clipboard)
        {
            let _ = clipboard.write_text(&text());
            done.set(true);
        }
    };
    let shown = move || {
        let (symbol, text) = if done.get() { (Symbol::Check, text!(common.copied)) } else { (Symbol::Copy, what) };
        vec![icon(symbol), span("", text)].into_any()
    };
    press(class, vec![live(shown).into_any()], copy)
}
