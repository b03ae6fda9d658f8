//! The line that both sides are expected to play: a triangular table, one row for each ply.

use banqi::{Action, Ply};

/// Lines are cut here; captures may go on for longer than anyone reads.
const LONGEST: usize = 24;

/// Plies from some position on.
#[derive(Clone, Copy)]
pub(super) struct Line {
    plies: [Ply; LONGEST],
    len: usize,
}

impl Line {
    pub(super) fn plies(&self) -> &[Ply] {
        &self.plies[..self.len]
    }
}

impl Default for Line {
    fn default() -> Self {
        Self { plies: [Ply { action: Action::End, revealed: None }; LONGEST], len: 0 }
    }
}

/// The best line found from each ply of the path that is being searched.
pub(super) struct Lines {
    rows: Vec<Line>,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { rows: vec![Line::default(); LONGEST + 2] }
    }

    /// Nothing is known yet from this ply on.
    pub(super) fn clear(&mut self, ply: usize) {
        if let Some(row) = self.rows.get_mut(ply) {
            row.len = 0;
        }
    }

    /// From this ply on, `first` is best, and then what was best from the next.
    pub(super) fn set(&mut self, ply: usize, first: Ply) {
        let Some([row, next]) = self.rows.get_mut(ply..ply + 2) else { return };
        let len = next.len.min(LONGEST - 1);
        row.plies[0] = first;
        row.plies[1..=len].copy_from_slice(&next.plies[..len]);
        row.len = len + 1;
    }

    /// What is best from this ply on.
    pub(super) fn line(&self, ply: usize) -> Line {
        self.rows.get(ply).copied().unwrap_or_default()
    }

    /// What is best from this ply on is this.
    pub(super) fn put(&mut self, ply: usize, line: Line) {
        if let Some(row) = self.rows.get_mut(ply) {
            *row = line;
        }
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
        assert_eq!(lines.line(1).plies(), [ply("b2-b3")]);
        lines.set(2, ply("c3-c4"));
        lines.set(1, ply("b2-b3"));
        assert_eq!(lines.line(1).plies(), [ply("b2-b3"), ply("c3-c4")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let mut lines = Lines::new();
        (0..2 * LONGEST).for_each(|number| lines.clear(number));
        (0..2 * LONGEST).rev().for_each(|number| lines.set(number, ply("a1-a2")));
        assert_eq!(lines.line(0).plies().len(), LONGEST);
        assert!(lines.line(2 * LONGEST).plies().is_empty());
    }
}
