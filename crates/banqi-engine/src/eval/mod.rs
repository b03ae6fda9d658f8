//! What a position is worth without looking ahead.
//!
//! Material, because captures decide games; a little for being near what one can take, because without it a won ending
//! is shuffled into a draw; and less of either the nearer the quiet limit is, because a lead that comes too late is worth
//! nothing. What is face down counts like what is face up: both players know the bag, so turning a piece over changes
//! no material, only what it stands next to. That is for the search to find out.

mod pursuit;
mod worth;

use banqi::{Colour, Game, Kind, Piece, Position, Rules};

pub(crate) use worth::Worth;

use crate::Value;

/// No evaluation reaches this: above are decided games.
const MOST: i32 = 30_000;

/// Evaluates the positions that may follow one position.
pub(crate) struct Evaluation<'a> {
    rules: &'a Rules,
    worth: Worth,
}

impl<'a> Evaluation<'a> {
    /// Piece values are those of the game's position, for everything that is judged from there: a capture must not
    /// seem to change what the other pieces of an exchange are worth.
    pub(crate) fn new(game: &'a Game) -> Self {
        Self { rules: game.rules(), worth: Worth::new(game.rules(), game.position()) }
    }

    pub(crate) fn worth(&self) -> &Worth {
        &self.worth
    }

    /// In hundredths of a unit, for the side to move; nothing before there are sides.
    pub(crate) fn centi(&self, position: &Position) -> i32 {
        let Some(side) = position.side() else { return Value::DRAW.centi() };
        let centi = self.of(position, side) - self.of(position, !side);
        self.fade(position, centi.clamp(-MOST, MOST))
    }

    fn of(&self, position: &Position, colour: Colour) -> i32 {
        self.material(position, colour) + pursuit::pressure(self.rules, &self.worth, position, colour)
    }

    fn material(&self, position: &Position, colour: Colour) -> i32 {
        let own = position.of(colour);
        let face_down = position.bag().counts(colour);
        Kind::ALL
            .into_iter()
            .zip(face_down)
            .map(|(kind, face_down)| {
                let count = (own & position.of_kind(kind)).count().cast_signed() + i32::from(face_down);
                count * self.worth.of(Piece::new(colour, kind))
            })
            .sum()
    }

    /// By the square of the quiet count: hardly anything at first, everything at the limit.
    fn fade(&self, position: &Position, centi: i32) -> i32 {
        let Some(limit) = self.rules.parameters().quiet else { return centi };
        let (limit, quiet) = (i64::from(limit), i64::from(position.quiet()));
        let left = (limit * limit - quiet * quiet).max(0);
        (i64::from(centi) * left / (limit * limit)) as i32
    }
}
