//! The players' time.

use banqi_wire::{Clock, Player};

/// What both have left, and since when whose turn it is uses it up. Times in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Timer {
    clock: Clock,
    left: [u64; 2],
    /// None while it stands still.
    since: Option<u64>,
}

impl Timer {
    /// None without a clock.
    pub(crate) fn new(clock: Clock, now: u64) -> Option<Self> {
        clock.initial_ms().map(|initial| Self { clock, left: [initial; 2], since: Some(now) })
    }

    pub(crate) const fn since(&self) -> Option<u64> {
        self.since
    }

    /// What a player has left, without what the turn under way has used.
    pub(crate) const fn left(&self, player: Player) -> u64 {
        self.left[player as usize]
    }

    /// A player played, and the turn is over or goes on.
    pub(crate) fn played(&mut self, player: Player, spent: u64, is_over: bool, now: u64) {
        let left = &mut self.left[player as usize];
        *left = left.saturating_sub(spent);
        if is_over {
            *left = match self.clock {
                Clock::Fischer { increment, .. } => *left + u64::from(increment) * 1000,
                clock => clock.initial_ms().unwrap_or(*left),
            };
        }
        if self.since.is_some() {
            self.since = Some(now);
        }
    }

    pub(crate) fn pause(&mut self) {
        self.since = None;
    }

    pub(crate) fn go_on(&mut self, now: u64) {
        self.since = Some(now);
    }
}
