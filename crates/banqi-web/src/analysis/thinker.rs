//! The computer, looking at the position that is shown: in its worker, deeper and deeper, until it is stopped.

use std::time::Duration;

use banqi::{Game, Record};
use banqi_worker::{Analysis, Finding, Inquiry};
use leptos::prelude::*;

use crate::engine_worker::EngineWorker;
use crate::game::Shown;

/// So many positions are looked at before anybody asks for more: a few seconds.
const NODES: u64 = 4_000_000;
/// Who asks for more gets so many times as many.
const MORE: u64 = 4;
/// Whoever steps through a game does not want each position looked at.
const PAUSE: Duration = Duration::from_millis(120);

/// What the computer is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Off,
    Thinks,
    /// It has looked as far as it was to.
    Done,
    /// There is nothing to think about: the game is over.
    Over,
    /// Its program did not start, or broke down.
    Failed,
}

/// The computer. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Thinker {
    pub(super) is_on: RwSignal<bool>,
    pub(super) state: RwSignal<State>,
    /// What it has found so far of the position that is shown.
    pub(super) found: RwSignal<Option<Analysis>>,
    nodes: RwSignal<u64>,
    worker: StoredValue<Option<EngineWorker>, LocalStorage>,
    /// The number of the last question.
    asked: StoredValue<u32>,
}

impl Thinker {
    /// Follows a game as it is shown, while it is looked at.
    pub(super) fn new(shown: Memo<Shown>, is_looked_at: Signal<bool>) -> Self {
        let thinker = Self {
            is_on: RwSignal::new(true),
            state: RwSignal::new(State::Off),
            found: RwSignal::new(None),
            nodes: RwSignal::new(NODES),
            worker: StoredValue::new_local(None),
            asked: StoredValue::new(0),
        };
        Effect::new(move |before: Option<Shown>| {
            let now = shown.get();
            let is_same = before.is_some_and(|before| before == now);
            thinker.follow(&now.0, is_looked_at.get(), is_same);
            now
        });
        // Leaving the page ends whatever it is thinking.
        on_cleanup(move || drop(thinker.worker.try_update_value(Option::take)));
        thinker
    }

    fn follow(self, game: &Game, is_looked_at: bool, is_same: bool) {
        let nodes = self.nodes.get();
        let is_on = self.is_on.get();
        self.stop();
        if !is_same {
            self.found.set(None);
            if nodes != NODES {
                // This runs again, with the usual number.
                self.nodes.set(NODES);
            }
        }
        let state = match () {
            () if !is_on || !is_looked_at => State::Off,
            () if game.outcome().is_some() => State::Over,
            () => State::Thinks,
        };
        self.state.set(state);
        if state == State::Thinks {
            let (number, game) = (self.asked.get_value(), game.clone());
            set_timeout(move || self.ask(number, &game, nodes), PAUSE);
        }
    }

    /// Ends what is being thought. What is asked next has another number.
    fn stop(self) {
        drop(self.worker.try_update_value(Option::take));
        self.asked.update_value(|asked| *asked += 1);
    }

    fn is_asked(self, number: u32) -> bool {
        self.asked.try_get_value() == Some(number)
    }

    fn ask(self, number: u32, game: &Game, nodes: u64) {
        if !self.is_asked(number) {
            return;
        }
        let inquiry = Inquiry { number, record: Record::of(game), nodes };
        let failed = move || {
            if self.is_asked(number) {
                self.fail();
            }
        };
        let worker = EngineWorker::start(move |finding| self.answered(finding), failed);
        let asked = worker.and_then(|worker| {
            worker.ask(&inquiry)?;
            Ok(worker)
        });
        match asked {
            Ok(worker) => self.worker.set_value(Some(worker)),
            Err(_) => self.fail(),
        }
    }

    fn answered(self, finding: Finding) {
        if !self.is_asked(finding.number) {
            return;
        }
        let Ok(found) = finding.found else { return self.fail() };
        if found.is_done {
            // The worker has said its last word. It is not dropped here, in the middle of saying it.
            self.state.set(State::Done);
        }
        // Who asked for more has seen the first depths already.
        let is_known = self.found.with_untracked(|old| old.as_ref().is_some_and(|old| old.depth > found.depth));
        if !is_known {
            self.found.set(Some(found));
        }
    }

    fn fail(self) {
        self.state.set(State::Failed);
    }

    /// Looks further, from the beginning.
    pub(super) fn look_deeper(self) {
        self.nodes.update(|nodes| *nodes = nodes.saturating_mul(MORE));
    }

    /// Tries once more.
    pub(super) fn try_again(self) {
        self.nodes.notify();
    }
}
