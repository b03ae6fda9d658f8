//! The browser's notifications: of turns, to whoever is elsewhere and has allowed it.

use leptos::prelude::document;
use wasm_bindgen::JsValue;
use web_sys::{Notification, NotificationPermission};

/// Whether there are notifications in this browser at all.
fn are_there() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &JsValue::from_str("Notification")).unwrap_or(false)
}

/// Whether the player has not been asked yet.
pub(super) fn can_ask() -> bool {
    are_there() && Notification::permission() == NotificationPermission::Default
}

/// Asks whether there may be notifications, unless that is decided.
pub(super) fn allow() {
    if can_ask() {
        // What comes of it is asked when there is something to tell.
        let _ = Notification::request_permission();
    }
}

/// Tells something, where the page is not looked at and it is allowed.
pub(super) fn tell(text: &str) {
    if document().hidden() && are_there() && Notification::permission() == NotificationPermission::Granted {
        // On some phones a page may not; the title says it too.
        let _ = Notification::new(text);
    }
}
