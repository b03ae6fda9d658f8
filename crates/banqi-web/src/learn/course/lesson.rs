//! Lessons, and the tasks they are made of.

use banqi::{Colour, Game, Ply, Position};

use super::goal::Goal;

/// A text in the language of the page, which is not there yet when the lessons are made.
pub(super) type Words = fn() -> &'static str;

/// A few tasks about one thing.
#[derive(Debug)]
pub(super) struct Lesson {
    /// In its address, and where progress is kept.
    pub(super) name: &'static str,
    pub(super) title: Words,
    pub(super) about: Words,
    pub(super) tasks: &'static [Task],
}

/// A position, and what the side to move is to do in it.
#[derive(Debug)]
pub(super) struct Task {
    /// As it is written, with changes if need be.
    pub(super) rules: &'static str,
    pub(super) position: &'static str,
    /// What was played since, where the history counts.
    pub(super) before: &'static str,
    pub(super) goal: Goal,
    /// In so many turns of one's own.
    pub(super) turns: u8,
    /// What is to be done.
    pub(super) text: Words,
    /// What was learnt.
    pub(super) done: Words,
}

impl Task {
    /// The game, up to where the task begins.
    pub(super) fn game(&self) -> Game {
        let position: Position = self.position.parse().expect("tests read all of them");
        let rules = self.rules.parse().expect("tests read all of them");
        let mut game = Game::from_position(rules, position).expect("tests read all of them");
        for ply in self.before.split_whitespace() {
            let ply: Ply = ply.parse().expect("tests read all of them");
            game.play(ply).expect("tests play all of them");
        }
        game
    }

    /// Whose task it is: who is to move.
    pub(super) fn own(&self) -> Colour {
        self.game().position().side().expect("tasks begin after the first flip")
    }
}
