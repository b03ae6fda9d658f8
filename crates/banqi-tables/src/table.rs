//! The values of one class.

use crate::class::Class;
use crate::placement::{Placements, Squares};
use crate::{MOST_PIECES, Verdict};

/// How the positions of a class are numbered: by who is to move, and where the pieces stand.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    pub(crate) class: Class,
    pub(crate) placements: Placements,
    /// In which slot each piece is after the sides are exchanged, where that makes no difference. Then the first side is
    /// always the one to move.
    exchange: Option<[usize; MOST_PIECES]>,
}

/// A position of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) second_moves: bool,
    pub(crate) squares: Squares,
}

impl Numbering {
    pub(crate) fn of(class: &Class) -> Self {
        let exchange = class.exchange().map(|slots| {
            let mut exchange = [0; MOST_PIECES];
            exchange[..slots.len()].copy_from_slice(&slots);
            exchange
        });
        Self { placements: Placements::of(class), class: class.clone(), exchange }
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> usize {
        self.placements.count() * if self.exchange.is_some() { 1 } else { 2 }
    }

    #[inline]
    pub(crate) fn index(&self, state: State) -> usize {
        self.placements.index(state.squares) + if state.second_moves { self.placements.count() } else { 0 }
    }

    pub(crate) fn state(&self, index: usize) -> State {
        let half = self.placements.count();
        State { second_moves: index >= half, squares: self.placements.squares(index % half) }
    }

    /// Whether a number stands for a position; some stand for one that has a smaller number.
    pub(crate) fn is_used(&self, index: usize) -> bool {
        self.placements.is_used(index % self.placements.count())
    }

    /// The same placement with the other side to move.
    #[inline]
    pub(crate) fn passed(&self, state: State) -> State {
        match self.exchange {
            None => State { second_moves: !state.second_moves, ..state },
            Some(exchange) => {
                let mut squares = state.squares;
                for (slot, &place) in exchange.iter().enumerate().take(self.class.pieces()) {
                    squares[place] = state.squares[slot];
                }
                State { second_moves: false, squares }
            }
        }
    }
}

/// What a table knows of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// The most plies to conversion in it, and in the classes that its captures lead to.
    pub longest: u16,
    /// Whether a quiet limit cut it short, or a class that its captures lead to: some draws would be wins without it.
    pub is_cut: bool,
}

/// The values of one class.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) numbering: Numbering,
    /// For each number the code of its verdict; see [`Verdict::code`].
    pub(crate) values: Vec<u16>,
    pub(crate) extent: Extent,
}

impl Extent {
    /// Of two classes together.
    pub(crate) fn with(self, other: Self) -> Self {
        Self { longest: self.longest.max(other.longest), is_cut: self.is_cut || other.is_cut }
    }

    /// Whether a table that no limit cut short holds under a quiet limit as well.
    pub(crate) fn fits(self, limit: Option<u16>) -> bool {
        !self.is_cut && limit.is_none_or(|limit| self.longest <= limit)
    }
}

impl Table {
    #[inline]
    pub(crate) fn verdict(&self, state: State) -> Option<Verdict> {
        Verdict::from_code(*self.values.get(self.numbering.index(state))?)
    }
}
