//! The clocks of two people at this device while they run: when something else is to be shown, said, or over.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::clock;
use super::play::Play;
use super::session::Session;
use crate::store::now;

/// What a game waits for on its screen.
#[derive(Default)]
pub(super) struct Timers {
    /// Until the note goes.
    pub(super) note: Option<TimeoutHandle>,
    /// Until the clocks show something else.
    tick: Option<TimeoutHandle>,
    /// What the running clock had left when that was last shown.
    left: u64,
}

impl Play {
    /// Follows the clocks while the game is on its screen. Whoever leaves it stops them.
    pub(super) fn follow_clocks(self) {
        if self.session.with_untracked(|session| session.clock().is_none()) {
            return;
        }
        let leave = move || {
            let is_paused = self.session.try_update_untracked(|session| {
                session.at(now());
                session.no_pause().is_none() && !session.pause().is_empty()
            });
            if is_paused == Some(true) {
                self.keep();
            }
        };
        let gone = window_event_listener(leptos::ev::pagehide, move |_| leave());
        // A page that comes back from where the browser kept it shows that the clocks stand.
        let back = window_event_listener(leptos::ev::pageshow, move |_| self.session.notify());
        on_cleanup(move || {
            gone.remove();
            back.remove();
            leave();
            if let Some(Some(timer)) = self.with_timers(|timers| timers.tick.take()) {
                timer.clear();
            }
        });
        self.tick_clocks();
    }

    /// Shows the time that it is now, and again when something else is to be shown: not at all while no clock runs.
    pub(super) fn tick_clocks(self) {
        let now = now();
        let running = self.session.with_untracked(|session| {
            let seat = session.clock()?.running()?;
            session.time_left(session.players().party(seat), now)
        });
        self.time.set(now);
        let next = running.map(|left| {
            let before = self.with_timers(|timers| std::mem::replace(&mut timers.left, left));
            self.warn_of_time(before.unwrap_or(0), left);
            Duration::from_millis(clock::next_change(left).unwrap_or(0))
        });
        let timer = next.and_then(|wait| {
            let is_over = running == Some(0);
            let again = move || if is_over { self.act(|_| Vec::new()) } else { self.tick_clocks() };
            set_timeout_with_handle(again, wait).ok()
        });
        let before = self.with_timers(|timers| std::mem::replace(&mut timers.tick, timer));
        if let Some(Some(before)) = before {
            before.clear();
        }
    }

    pub(super) fn pause(self) {
        self.act(Session::pause);
    }

    pub(super) fn go_on(self) {
        self.act(Session::go_on);
    }
}
