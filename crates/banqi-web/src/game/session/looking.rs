//! Looking at earlier positions. Nothing is taken back by that.

use banqi::Game;

use super::{Happened, Session};
use crate::game::course;

impl Session {
    /// How many plies are shown.
    pub(crate) fn shown_plies(&self) -> usize {
        self.looking.unwrap_or_else(|| self.game().plies().len())
    }

    pub(crate) fn is_looking_back(&self) -> bool {
        self.looking.is_some()
    }

    /// The game as it was after so many plies as are shown.
    pub(crate) fn shown(&self) -> Game {
        let mut game = self.game().clone();
        while game.plies().len() > self.shown_plies() {
            game.undo();
        }
        game
    }

    /// Shows the position after so many plies. Nothing is taken back by that.
    pub(crate) fn look(&mut self, plies: usize) -> Vec<Happened> {
        let all = self.game().plies().len();
        let looking = (plies < all).then_some(plies);
        self.moving = None;
        if looking == self.looking {
            return Vec::new();
        }
        self.looking = looking;
        self.selected = None;
        vec![Happened::Looked { plies: plies.min(all), all: looking.is_none() }]
    }

    /// Shows the position a turn earlier or later.
    pub(crate) fn look_by_turn(&mut self, later: bool) -> Vec<Happened> {
        let shown = self.shown_plies();
        let ends: Vec<usize> = course::turns(self.game()).iter().map(|turn| turn.end).collect();
        let to = if later {
            ends.into_iter().find(|&end| end > shown)
        } else {
            std::iter::once(0).chain(ends).take_while(|&end| end < shown).last()
        };
        to.map_or_else(Vec::new, |plies| self.look(plies))
    }

    /// The ply that is shown as a movement: its number, from 1.
    pub(crate) fn moving(&self) -> Option<usize> {
        if self.looking.is_some() { None } else { self.moving }
    }
}
