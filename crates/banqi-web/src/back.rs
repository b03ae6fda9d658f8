//! The browser's own button back, on Android the gesture, while a sheet covers the page: it closes the sheet and leaves the
//! page where it is.
//!
//! For that the history gets an entry of the same address while something is open. Whoever goes elsewhere from a sheet does so
//! in the place of that entry, and whoever closes it otherwise goes back over it; so nobody ever meets it again.

use std::cell::RefCell;
use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::route::{Route, navigate};

/// What the history holds at the entry of what is open.
const COVERED: &str = "covered";
/// So long a browser may take to go back over an entry.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Default)]
struct Covers {
    /// What closes what is open, the last one on top.
    open: Vec<(u32, Callback<()>)>,
    count: u32,
    /// Whether the history stands at the entry of what is open.
    has_entry: bool,
    /// Whether the page itself is going back over that entry.
    goes_back: bool,
    /// Where to go once it has.
    next: Option<Route>,
}

thread_local! {
    static COVERS: RefCell<Covers> = RefCell::default();
}

fn with<T>(does: impl FnOnce(&mut Covers) -> T) -> T {
    COVERS.with_borrow_mut(does)
}

fn history() -> web_sys::History {
    window().history().expect("a page has a history")
}

/// The page begins. If it was loaded anew while something was open, it stands at the entry of that, which nobody needs now.
pub(crate) fn begin() {
    if history().state().is_ok_and(|state| state == COVERED) {
        go_back();
    }
}

/// Something covers the page until it is [uncovered](uncover). Its name.
pub(crate) fn cover(close: Callback<()>) -> u32 {
    let (name, needs_entry) = with(|covers| {
        covers.count += 1;
        covers.open.push((covers.count, close));
        // While the page goes back over an entry, another one would be lost: it gets its own when that is done.
        let needs_entry = !covers.has_entry && !covers.goes_back;
        covers.has_entry |= needs_entry;
        (covers.count, needs_entry)
    });
    if needs_entry {
        add_entry();
    }
    name
}

/// A browser refuses when a page does so too often; then the button leaves the page.
fn add_entry() {
    let _ = history().push_state(&JsValue::from_str(COVERED), "");
}

/// Nothing of this name covers the page any more.
pub(crate) fn uncover(name: u32) {
    with(|covers| covers.open.retain(|(open, _)| *open != name));
    // Another one may open in its place.
    let tidy = || {
        if with(|covers| covers.open.is_empty() && std::mem::take(&mut covers.has_entry)) {
            go_back();
        }
    };
    set_timeout(tidy, Duration::ZERO);
}

/// Goes back over the entry at which the page stands.
fn go_back() {
    with(|covers| covers.goes_back = true);
    let _ = history().back();
    let give_up = || {
        if with(|covers| covers.goes_back) {
            arrived();
        }
    };
    set_timeout(give_up, PATIENCE);
}

/// The page has come to another entry of the history. Whether that was about what covers it, and nothing else.
pub(crate) fn arrived() -> bool {
    let (was_ours, next, close) = with(|covers| {
        if std::mem::take(&mut covers.goes_back) {
            covers.has_entry = !covers.open.is_empty();
            return (true, covers.next.take(), None);
        }
        let had_entry = std::mem::take(&mut covers.has_entry);
        (had_entry, None, covers.open.last().filter(|_| had_entry).map(|(_, close)| *close))
    });
    if with(|covers| covers.has_entry) {
        add_entry();
    }
    if let Some(close) = close {
        close.run(());
    }
    if let Some(next) = next {
        navigate(next);
    }
    was_ours
}

/// The page goes elsewhere. Whether that is to take the place of the entry at which it stands; none if it has to wait.
pub(crate) fn leave(to: Route) -> Option<bool> {
    with(|covers| {
        if covers.goes_back {
            covers.next = Some(to);
            return None;
        }
        Some(std::mem::take(&mut covers.has_entry))
    })
}
