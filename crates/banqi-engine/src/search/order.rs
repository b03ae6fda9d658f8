//! In which order actions are tried: the sooner a good one, the more is left out.
//!
//! First what was best here before, then captures that win something, the most valuable victim first; what refuted the other
//! side's plies at this depth (killer heuristic; Akl and Newborn, 1977); steps by how often they did so anywhere (history
//! heuristic; Schaeffer, 1983); then flips, and last captures that lose material.

use arrayvec::ArrayVec;
use banqi::{Action, Colour};

use super::exchange::exchange;
use super::{DEEPEST, Search};

/// More than the actions of a position: see [`banqi::Actions`].
pub(super) const CAPACITY: usize = 128;

/// What an action promises: its place in the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Promise(i32);

impl Promise {
    const REMEMBERED: i32 = 1 << 30;
    const WINNING: i32 = 1 << 28;
    const KILLER: i32 = 1 << 26;
    const QUIET: i32 = 0;
    const FLIP: i32 = -(1 << 26);
    const LOSING: i32 = -(1 << 28);

    /// Neither a capture nor what was best before.
    pub(super) fn is_quiet(self) -> bool {
        self.0 < Self::WINNING / 2 && self.0 > Self::LOSING / 2
    }

    /// A capture that costs more than it takes.
    pub(super) fn is_losing(self) -> bool {
        self.0 < Self::LOSING / 2
    }
}

/// Actions, the most promising first.
pub(super) struct Ordered {
    // Not an array: to clear it for each position took a tenth of the time.
    items: ArrayVec<(Promise, Action), CAPACITY>,
    next: usize,
}

impl Ordered {
    pub(super) fn new(
        search: &Search<'_, '_>,
        ply: usize,
        remembered: Option<Action>,
        actions: impl Iterator<Item = Action>,
    ) -> Self {
        let promised = |action: Action| {
            let promise = if remembered == Some(action) { Promise::REMEMBERED } else { search.promise(action, ply) };
            (Promise(promise), action)
        };
        Self { items: actions.map(promised).collect(), next: 0 }
    }

    /// Captures of face-up pieces alone.
    pub(super) fn captures(search: &Search<'_, '_>, actions: impl Iterator<Item = Action>) -> Self {
        Self::new(search, DEEPEST, None, actions)
    }

    /// Selects instead of sorting: after a cut the rest is not looked at.
    pub(super) fn next(&mut self) -> Option<(Action, Promise)> {
        let rest = &mut self.items[self.next..];
        // The first of equals, so that the order is the generator's.
        let best = (0..rest.len()).reduce(|best, other| if rest[other].0 > rest[best].0 { other } else { best })?;
        rest.swap(0, best);
        self.next += 1;
        let (promise, action) = rest[0];
        Some((action, promise))
    }

    /// What was tried before the action that refuted lost its time.
    pub(super) fn punish(&self, memory: &mut Memory, side: Option<Colour>, best: Action, depth: i32) {
        for &(promise, action) in &self.items[..self.next] {
            if action != best && promise.is_quiet() {
                memory.add(side, action, -depth * depth);
            }
        }
    }
}

/// What refuted before.
pub(super) struct Memory {
    killers: Vec<[Option<Action>; 2]>,
    /// By side, from and to; a flip is from a square to itself.
    history: Vec<i32>,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self { killers: vec![[None; 2]; DEEPEST + 1], history: vec![0; 2 << 10] }
    }

    fn index(side: Option<Colour>, action: Action) -> Option<usize> {
        let side = usize::from(side == Some(Colour::Black)) << 10;
        match action {
            Action::Move { from, to } => Some(side | from.index() << 5 | to.index()),
            Action::Flip(square) => Some(side | square.index() << 5 | square.index()),
            Action::End => None,
        }
    }

    /// An action made further looking unnecessary.
    pub(super) fn cut(&mut self, side: Option<Colour>, action: Action, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(action)
        {
            *killers = [Some(action), killers[0]];
        }
        self.add(side, action, depth * depth);
    }

    /// Pulls towards a limit, so that what is old counts less.
    fn add(&mut self, side: Option<Colour>, action: Action, bonus: i32) {
        const LIMIT: i32 = 1 << 14;
        if let Some(index) = Self::index(side, action) {
            let bonus = bonus.clamp(-400, 400) * 8;
            let value = &mut self.history[index];
            *value += bonus - *value * bonus.abs() / LIMIT;
        }
    }
}

impl Search<'_, '_> {
    fn promise(&self, action: Action, ply: usize) -> i32 {
        let position = self.game.position();
        let history = || {
            let index = Memory::index(position.side(), action);
            index.map_or(0, |index| self.memory.history[index])
        };
        let (from, to) = match action {
            Action::Flip(_) => return Promise::FLIP + history(),
            Action::End => return Promise::QUIET,
            Action::Move { from, to } => (from, to),
        };
        if let (Some(attacker), Some(victim)) = (position.piece(from), position.piece(to)) {
            let (attacker, victim) = (self.worth(attacker), self.worth(victim));
            let gain = if attacker <= victim {
                victim
            } else {
                exchange(self.game.rules(), position, &|piece| self.worth(piece), from, to)
            };
            // The victim decides, the attacker only between equal victims.
            return if gain >= 0 { Promise::WINNING + 64 * victim - attacker / 64 } else { Promise::LOSING + gain };
        }
        if position.face_down().contains(to) {
            return Promise::FLIP + history();
        }
        match self.memory.killers.get(ply) {
            Some(killers) if killers[0] == Some(action) => Promise::KILLER + 1,
            Some(killers) if killers[1] == Some(action) => Promise::KILLER,
            _ => Promise::QUIET + history(),
        }
    }
}
