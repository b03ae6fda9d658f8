//! Where a piece may go, and which can be taken.

use banqi::{Action, Bitboard, Cell, Colour, Game, Square};

use super::Session;
use crate::board::ChaseStep;

/// Where a piece may go.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Targets {
    /// Empty squares, those that count as a chase included.
    pub(crate) steps: Bitboard,
    /// What it may capture or attack.
    pub(crate) captures: Bitboard,
    /// Where only the rule about chases forbids it to step.
    pub(crate) forbidden: Bitboard,
    pub(crate) chases: Vec<ChaseStep>,
}

impl Targets {
    /// Where the piece on a square may go now.
    pub(crate) fn of(game: &Game, from: Square) -> Self {
        let mut targets = Self::default();
        for action in game.actions().iter() {
            match *action {
                Action::Move { from: start, to } if start == from => {
                    let set = match game.position().cell(to) {
                        Cell::Empty => &mut targets.steps,
                        _ => &mut targets.captures,
                    };
                    *set |= to.into();
                }
                _ => {}
            }
        }
        for action in game.forbidden().iter() {
            match *action {
                Action::Move { from: start, to } if start == from => targets.forbidden |= to.into(),
                _ => {}
            }
        }
        if let Some(limit) = game.rules().parameters().chase {
            targets.chases = targets.steps.into_iter().filter_map(|to| chase_step(game, from, to, limit)).collect();
        }
        targets
    }
}

impl Session {
    /// Where the piece on a square may go now.
    pub(crate) fn targets(&self, from: Square) -> Targets {
        if let Some(colour) = self.ahead() {
            return self.targets_ahead(from, colour);
        }
        Targets::of(self.game(), from)
    }

    /// The pieces of a colour that the other one could capture if it were to move.
    pub(crate) fn threatened(game: &Game, colour: Colour) -> Bitboard {
        let position = game.position();
        let attacked = position
            .of(!colour)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, from| all | position.attacked_from(game.rules(), from));
        attacked & position.of(colour)
    }
}

/// The highest count of a chase that this step would make, if it chases anything.
fn chase_step(game: &Game, from: Square, to: Square, limit: u16) -> Option<ChaseStep> {
    let mut after = game.clone();
    after.play_unchecked(Action::Move { from, to }.into());
    let count = after.chases().filter(|chase| chase.chaser == to).map(|chase| chase.count).max()?;
    Some(ChaseStep { to, count, limit })
}
