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

#[cfg(test)]
mod tests {
    use super::*;

    fn centi(rules: &str, position: &str) -> i32 {
        let rules = rules.parse().expect("a rule set");
        let game = Game::from_position(rules, position.parse().expect("a position")).expect("a game");
        Evaluation::new(&game).centi(game.position())
    }

    #[test]
    fn a_position_is_worth_the_opposite_to_the_other_side() {
        for position in ["K2r/4/1n2/4/??2/3c/4/PR2 # p1P1 7 41", "K3/4/4/4/4/4/4/3k # - 0 41"] {
            let [red, black] = ["r", "b"].map(|side| centi("taiwan-club", &position.replace('#', side)));
            assert_eq!(red, -black);
        }
    }

    #[test]
    fn equal_sides_far_apart_are_worth_nothing() {
        assert_eq!(centi("taiwan-club", "K1PR/4/4/4/4/4/4/rp1k r - 0 41"), 0);
    }

    #[test]
    fn face_down_pieces_count_like_others() {
        // Behind walls, so that nothing presses on the Chariot when it is to be seen.
        let face_up = centi("taiwan-club", "R?2/?3/4/4/4/4/4/3k r P2 0 41");
        let face_down = centi("taiwan-club", "??2/?3/4/4/4/4/4/3k r R1P2 0 41");
        assert_eq!(face_up, face_down);
    }

    #[test]
    fn nearer_to_prey_is_better() {
        let far = centi("taiwan-club", "R3/4/4/4/4/4/4/3p r - 0 41");
        let near = centi("taiwan-club", "4/4/4/4/4/4/R3/3p r - 0 41");
        assert!(near > far, "{near} {far}");
        // Behind a wall there is nothing to reach.
        let walled = centi("taiwan-club", "4/4/4/4/4/?3/R?2/?2p r P3 0 41");
        let open = centi("taiwan-club", "4/4/4/4/4/?3/R2?/?2p r P3 0 41");
        assert!(open > walled, "{open} {walled}");
    }

    #[test]
    fn a_lead_fades_towards_the_quiet_limit() {
        let at = |rules: &str, quiet: u32| centi(rules, &format!("KR2/4/4/4/4/4/4/3k r - {quiet} 91"));
        assert!(at("taiwan-club", 0) > at("taiwan-club", 20));
        assert!(at("taiwan-club", 20) > at("taiwan-club", 39));
        assert!(at("taiwan-club", 39) > 0);
        assert_eq!(at("taiwan-classic", 0), at("taiwan-classic", 39));
    }
}
