//! What the screen is like, as it changes.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

/// Whether a media query holds. For what style sheets cannot decide.
pub(crate) fn use_media(query: &str) -> Signal<bool> {
    let Some(list) = window().match_media(query).ok().flatten() else {
        return Signal::stored(false);
    };
    let holds = RwSignal::new(list.matches());
    let changed = Closure::<dyn Fn(web_sys::Event)>::new({
        let list = list.clone();
        move |_| holds.set(list.matches())
    });
    // An event target takes listeners.
    let _ = list.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
    let listening = StoredValue::new_local((list, changed));
    on_cleanup(move || {
        listening.with_value(|(list, changed)| {
            let _ = list.remove_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        });
    });
    holds.into()
}

/// Whether a board that lies has squares so small that what is engraved in them would be no more than a blur.
pub(crate) fn use_small_board() -> Signal<bool> {
    use_media("(max-width: 427px)")
}

/// Whether there is room beside the board: the page of a desktop.
pub(crate) fn use_wide() -> Signal<bool> {
    use_media("(min-width: 1100px)")
}
