//! The line that both sides are expected to play: a triangular table, one row for each ply.

use banqi::{Action, Ply};

/// Lines are cut here; captures may go on for longer than anyone reads.
const LONGEST: usize = 24;

/// The best line found from each ply of the path that is being searched.
pub(super) struct Lines {
    plies: [[Ply; LONGEST]; LONGEST],
    ends: [usize; LONGEST + 1],
}

impl Lines {
    pub(super) fn new() -> Self {
        let nothing = Ply { action: Action::End, revealed: None };
        Self { plies: [[nothing; LONGEST]; LONGEST], ends: [0; LONGEST + 1] }
    }

    /// Nothing is known yet from this ply on.
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(end) = self.ends.get_mut(ply) {
            *end = ply;
        }
    }

    /// From this ply on, `first` is best, and then what was best from the next.
    pub(super) fn set(&mut self, ply: usize, first: Ply) {
        if ply >= LONGEST {
            return;
        }
        self.plies[ply][ply] = first;
        let end = self.ends[ply + 1].max(ply + 1);
        if let [row, next, ..] = &mut self.plies[ply..] {
            row[ply + 1..end].copy_from_slice(&next[ply + 1..end]);
        }
        self.ends[ply] = end;
    }

    pub(super) fn from(&self, ply: usize) -> &[Ply] {
        self.plies.get(ply).map_or(&[], |row| &row[ply..self.ends[ply].max(ply)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(text: &str) -> Ply {
        text.parse().expect("a ply")
    }

    #[test]
    fn a_line_is_its_first_ply_and_the_best_line_after_it() {
        let mut lines = Lines::new();
        lines.clear(3);
        lines.set(2, ply("a3-a4"));
        lines.set(1, ply("a2-a3"));
        lines.clear(2);
        lines.set(1, ply("b2-b3"));
        assert_eq!(lines.from(1), [ply("b2-b3")]);
        lines.set(2, ply("c3-c4"));
        lines.set(1, ply("b2-b3"));
        assert_eq!(lines.from(1), [ply("b2-b3"), ply("c3-c4")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let mut lines = Lines::new();
        (0..2 * LONGEST).for_each(|number| lines.clear(number));
        (0..2 * LONGEST).rev().for_each(|number| lines.set(number, ply("a1-a2")));
        assert_eq!(lines.from(0).len(), LONGEST);
        assert_eq!(lines.from(LONGEST - 1).len(), 1);
        assert!(lines.from(2 * LONGEST).is_empty());
    }
}
