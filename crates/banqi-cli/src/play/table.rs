//! The table: the game, and under its face-down pieces the deal. The command is the referee; nobody else looks.

use banqi::{Action, Effect, Game, IllegalAction, Ply, Position, Seat};
use banqi_deal::Deal;

/// A game and its deal.
pub(super) struct Table {
    game: Game,
    deal: Deal,
}

/// What happened in one ply.
pub(super) struct Event {
    pub(super) before: Position,
    pub(super) ply: Ply,
    pub(super) effect: Effect,
}

/// Why nothing can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoTakeback {
    /// There is nothing yet.
    NothingPlayed,
    /// This ply turned a piece over.
    Revealed { ply: Ply, by: Seat },
}

impl Table {
    /// The deal has to fit the game's position.
    pub(super) fn new(game: Game, deal: Deal) -> Self {
        debug_assert!(deal.fits(game.position()));
        Self { game, deal }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// For the players' decisions: agreement and resignation.
    pub(super) fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    pub(super) fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Plays an action, turning over what it turns over.
    pub(super) fn play(&mut self, action: Action) -> Result<Event, IllegalAction> {
        self.game.check(action)?;
        let before = *self.game.position();
        let ply = self.deal.ply(&before, action);
        let effect = self.game.play_unchecked(ply);
        Ok(Event { before, ply, effect })
    }

    /// How many plies lie between now and the last beginning of a turn, of this seat if one is given. What was turned
    /// over has been seen: nothing before it can be taken back.
    pub(super) fn takeback(&self, seat: Option<Seat>) -> Result<usize, NoTakeback> {
        let plies: Vec<(Ply, &Position)> = self.game.plies().zip(self.game.positions()).collect();
        for (index, &(ply, before)) in plies.iter().enumerate().rev() {
            if ply.revealed.is_some() {
                return Err(NoTakeback::Revealed { ply, by: before.seat() });
            }
            if before.chain().is_none() && seat.is_none_or(|seat| seat == before.seat()) {
                return Ok(plies.len() - index);
            }
        }
        Err(NoTakeback::NothingPlayed)
    }

    pub(super) fn take_back(&mut self, plies: usize) {
        (0..plies).for_each(|_| {
            self.game.undo();
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rules: &str, position: &str, deal: &str) -> Table {
        let position: Position = position.parse().expect("a position");
        let game = Game::from_position(rules.parse().expect("rules"), position).expect("a position under the rules");
        Table::new(game, deal.parse().expect("a deal"))
    }

    const NOTHING: &str = "................................";

    fn play(table: &mut Table, actions: &[&str]) {
        for action in actions {
            table.play(action.parse().expect("an action")).expect("a legal action");
        }
    }

    #[test]
    fn a_flip_shows_what_was_dealt() {
        let mut table = table("taiwan-quick", "3k/4/4/4/4/4/?3/P3 r r1 18 70", "....r...........................");
        let event = table.play("a2".parse().expect("a square")).expect("a flip");
        assert_eq!(event.ply.to_string(), "a2=r");
    }

    #[test]
    fn a_takeback_goes_to_the_beginning_of_ones_own_turn() {
        let mut table = table("taiwan-club", "3k/4/4/4/4/4/4/P3 r - 0 41", NOTHING);
        assert_eq!(table.takeback(Some(Seat::First)), Err(NoTakeback::NothingPlayed));
        play(&mut table, &["a1-a2", "d8-d7"]);
        assert_eq!(table.takeback(Some(Seat::First)), Ok(2));
        assert_eq!(table.takeback(None), Ok(1));
        assert_eq!(table.takeback(Some(Seat::Second)), Ok(1));
        table.take_back(2);
        assert_eq!(table.game().position().to_string(), "3k/4/4/4/4/4/4/P3 r - 0 41");
    }

    #[test]
    fn a_takeback_of_captures_takes_the_whole_chain() {
        let mut table = table("taiwan-quick:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41", NOTHING);
        play(&mut table, &["b2-b3", "b3-c3"]);
        assert_eq!(table.takeback(Some(Seat::First)), Ok(2));
        table.take_back(2);
        assert_eq!(table.game().position().to_string(), "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
    }

    #[test]
    fn no_takeback_goes_past_what_was_turned_over() {
        let mut flipped = table("taiwan-club", "3k/4/4/4/4/4/?3/P3 b r1 18 70", "....r...........................");
        play(&mut flipped, &["d8-d7", "a2"]);
        let ply = "a2=r".parse().expect("a ply");
        assert_eq!(flipped.takeback(None), Err(NoTakeback::Revealed { ply, by: Seat::First }));

        let mut attacked =
            table("taiwan-club:dark=probe", "3k/4/4/4/4/4/?3/P3 b r1 18 70", "....r...........................");
        play(&mut attacked, &["d8-d7", "a1-a2", "d7-d8"]);
        assert!(matches!(attacked.takeback(Some(Seat::First)), Err(NoTakeback::Revealed { .. })));
        assert_eq!(attacked.takeback(None), Ok(1));
    }
}
