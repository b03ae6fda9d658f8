//! What was looked into at each address of this tab, so that a reload and the browser's buttons lose nothing.

use std::cell::RefCell;
use std::collections::BTreeMap;

use leptos::prelude::window;

use super::study::Study;
use crate::store;

/// What the keys in the tab's store begin with.
const KEY: &str = "banqi.analysis.";

thread_local! {
    /// All of it again, for browsers that keep nothing or have no room.
    static MEMORY: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Keeps a study under its address.
pub(super) fn keep(address: &str, study: &Study) {
    put(key(address), study.record().to_string());
    keep_shown(address, study);
}

/// As [`keep`], of a study that is kept, and of which something else is shown now.
pub(super) fn keep_shown(address: &str, study: &Study) {
    put(shown_key(address), study.shown().to_string());
}

/// The study that was kept under an address.
pub(super) fn load(address: &str) -> Option<Study> {
    read(&get(&key(address))?, &get(&shown_key(address))?)
}

/// Keeps a position that is being put together at an address, as it is written; nothing once it is done.
pub(super) fn keep_draft(address: &str, draft: Option<String>) {
    match draft {
        Some(draft) => put(draft_key(address), draft),
        None => take(&draft_key(address)),
    }
}

/// The position that was being put together at an address.
pub(super) fn load_draft(address: &str) -> Option<String> {
    get(&draft_key(address))
}

fn key(address: &str) -> String {
    format!("{KEY}{address}")
}

fn shown_key(address: &str) -> String {
    format!("{KEY}shown.{address}")
}

fn draft_key(address: &str) -> String {
    format!("{KEY}draft.{address}")
}

fn put(key: String, text: String) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        // What there is no room for is kept until the page is left.
        let _ = storage.set_item(&key, &text);
    }
    MEMORY.with_borrow_mut(|memory| memory.insert(key, text));
}

fn get(key: &str) -> Option<String> {
    let here = MEMORY.with_borrow(|memory| memory.get(key).cloned());
    here.or_else(|| window().session_storage().ok()??.get_item(key).ok()?)
}

fn take(key: &str) {
    if let Some(storage) = window().session_storage().ok().flatten() {
        // Where nothing can be removed nothing was kept.
        let _ = storage.remove_item(key);
    }
    MEMORY.with_borrow_mut(|memory| memory.remove(key));
}

/// An address for what no address can say by itself.
pub(super) fn new_address() -> String {
    format!("/analysis?study={}", store::now())
}

fn read(record: &str, shown: &str) -> Option<Study> {
    let mut study = Study::of(record.parse().ok()?).ok()?;
    study.look(shown.parse().ok()?);
    Some(study)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_there_again() {
        let text = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K b1=p 2. a1-a2 *\n";
        let mut study = Study::of(text.replace("a1-a2", "c1=n").parse().expect("a record")).expect("legal");
        study.look(2);
        let again = read(&study.record().to_string(), &study.shown().to_string()).expect("kept");
        assert_eq!((again.shown(), again.position(), again.turns()), (2, study.position(), study.turns()));
        let record = study.record().to_string();
        for (record, shown) in [("", "2"), ("[", "2"), (record.as_str(), ""), (&record.replace("c1=n", "a1=n"), "2")] {
            assert!(read(record, shown).is_none(), "{record} {shown}");
        }
    }
}
