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
    let text = write(study);
    if let Some(storage) = window().session_storage().ok().flatten() {
        // What there is no room for is kept until the page is left.
        let _ = storage.set_item(&format!("{KEY}{address}"), &text);
    }
    MEMORY.with_borrow_mut(|memory| memory.insert(address.to_string(), text));
}

/// The study that was kept under an address.
pub(super) fn load(address: &str) -> Option<Study> {
    let here = MEMORY.with_borrow(|memory| memory.get(address).cloned());
    let text = here.or_else(|| window().session_storage().ok()??.get_item(&format!("{KEY}{address}")).ok()?)?;
    read(&text)
}

/// An address for what no address can say by itself.
pub(super) fn new_address() -> String {
    format!("/analysis?study={}", store::now())
}

fn write(study: &Study) -> String {
    format!("{}\n{}", study.shown(), study.record())
}

fn read(text: &str) -> Option<Study> {
    let (shown, record) = text.split_once('\n')?;
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
        let again = read(&write(&study)).expect("kept");
        assert_eq!((again.shown(), again.position(), again.turns()), (2, study.position(), study.turns()));
        for damaged in ["", "2", "x\n[", &write(&study).replace("c1=n", "a1=n")] {
            assert!(read(damaged).is_none(), "{damaged}");
        }
    }
}
