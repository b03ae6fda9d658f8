//! The table: the game, and under its face-down pieces the deal. The device is the referee; nobody else looks.

use banqi::{Action, Effect, Game, IllegalAction, Ply, Position, Seat};
use banqi_deal::Deal;

/// A game and its deal.
///
/// ```
/// use banqi::{Game, Preset};
/// use banqi_deal::Deal;
/// use banqi_table::Table;
///
/// let game = Game::new(Preset::TaiwanClub.rules());
/// let deal = Deal::from_seed(game.position(), 1);
/// let table = Table::new(game, deal);
/// assert_eq!(table.game().position().turn(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    deal: Deal,
}

/// What happened in one ply.
///
/// ```
/// # use banqi::{Effect, Game, Preset};
/// # use banqi_table::Table;
/// # let game = Game::new(Preset::TaiwanClub.rules());
/// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
/// let mut table = Table::new(game, deal);
/// let event = table.play("a1".parse()?)?;
/// assert!(matches!(event.effect, Effect::Flipped(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The position before it.
    pub before: Position,
    /// What was played, and what came up.
    pub ply: Ply,
    /// What it did to the board.
    pub effect: Effect,
}

/// Why nothing can be taken back.
///
/// ```
/// use banqi_table::NoTakeback;
/// assert_ne!(NoTakeback::NothingPlayed, NoTakeback::Revealed { ply: "b2=K".parse()?, by: banqi::Seat::First });
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoTakeback {
    /// There is nothing yet.
    NothingPlayed,
    /// This ply turned a piece over.
    Revealed {
        /// What was played, and what came up.
        ply: Ply,
        /// Who played it.
        by: Seat,
    },
}

impl Table {
    /// A table. The deal has to fit the game's position: [`Deal::fits`].
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_deal::Deal;
    /// use banqi_table::Table;
    ///
    /// let game = Game::new(Preset::TaiwanClub.rules());
    /// let deal = Deal::from_seed(game.position(), 1);
    /// assert_eq!(Table::new(game, deal).game().actions().len(), 32);
    /// ```
    pub fn new(game: Game, deal: Deal) -> Self {
        debug_assert!(deal.fits(game.position()));
        Self { game, deal }
    }

    /// The game.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let table = Table::new(game, deal);
    /// assert!(table.game().outcome().is_none());
    /// ```
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game, for the players' decisions: agreement and resignation.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let mut table = Table::new(game, deal);
    /// let outcome = banqi::Outcome::draw(banqi::Reason::Agreement);
    /// table.game_mut().finish(outcome).unwrap();
    /// assert_eq!(table.game().outcome(), Some(outcome));
    /// ```
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The deal, for keeping it with the game.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let table = Table::new(game, deal);
    /// assert!(table.deal().fits(table.game().position()));
    /// ```
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// Plays an action, turning over what it turns over.
    ///
    /// # Errors
    ///
    /// Why the action is not legal; the table is then unchanged.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let mut table = Table::new(game, deal);
    /// assert!(table.play("a1-a2".parse().unwrap()).is_err());
    /// assert!(table.play("a1".parse().unwrap()).is_ok());
    /// ```
    pub fn play(&mut self, action: Action) -> Result<Event, IllegalAction> {
        self.game.check(action)?;
        let before = *self.game.position();
        let ply = self.deal.ply(&before, action);
        let effect = self.game.play_unchecked(ply);
        Ok(Event { before, ply, effect })
    }

    /// How many plies lie between now and the last beginning of a turn, of this seat if one is given. What was turned
    /// over has been seen: nothing before it can be taken back.
    ///
    /// # Errors
    ///
    /// [`NoTakeback`] when nothing was played, or a piece was turned over since.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let mut table = Table::new(game, deal);
    /// table.play("a1".parse().unwrap()).unwrap();
    /// assert!(table.takeback(None).is_err());
    /// ```
    pub fn takeback(&self, seat: Option<Seat>) -> Result<usize, NoTakeback> {
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

    /// Takes back so many plies, as [`Table::takeback`] allows.
    ///
    /// ```
    /// # use banqi::{Game, Preset};
    /// # use banqi_table::Table;
    /// # let game = Game::new(Preset::TaiwanClub.rules());
    /// # let deal = banqi_deal::Deal::from_seed(game.position(), 1);
    /// let mut table = Table::new(game, deal);
    /// table.take_back(0);
    /// assert_eq!(table.game().plies().len(), 0);
    /// ```
    pub fn take_back(&mut self, plies: usize) {
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
