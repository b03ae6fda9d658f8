//! In which order actions are tried: the sooner a good one, the more alpha-beta leaves out.

use banqi::{Action, Position};

use crate::eval::Worth;

/// More than the actions of a position that are no flips: sixteen pieces with four neighbours each, two Chariots on
/// their lines, two Cannons or Horses, `end`.
const CAPACITY: usize = 96;

/// Actions, the most promising first: what captures most by what is worth least, then what does not capture.
pub(super) struct Ordered {
    items: [(i32, Action); CAPACITY],
    next: usize,
    len: usize,
}

impl Ordered {
    pub(super) fn new(position: &Position, worth: &Worth, actions: impl Iterator<Item = Action>) -> Self {
        let mut ordered = Self { items: [(0, Action::End); CAPACITY], next: 0, len: 0 };
        for action in actions {
            ordered.items[ordered.len] = (promise(position, worth, action), action);
            ordered.len += 1;
        }
        ordered
    }
}

impl Iterator for Ordered {
    type Item = Action;

    /// Selects instead of sorting: after a cut the rest is not looked at.
    fn next(&mut self) -> Option<Action> {
        let rest = &mut self.items[self.next..self.len];
        // The first of equals, so that the order is the generator's.
        let best = (0..rest.len()).reduce(|best, other| if rest[other].0 > rest[best].0 { other } else { best })?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0].1)
    }
}

fn promise(position: &Position, worth: &Worth, action: Action) -> i32 {
    let Action::Move { from, to } = action else { return 0 };
    let value = |square| position.piece(square).map_or(0, |piece| worth.of(piece));
    match value(to) {
        0 => 0,
        // The victim decides, the attacker only between equal victims.
        victim => 64 * victim - value(from) / 64,
    }
}
