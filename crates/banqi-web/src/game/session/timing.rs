//! The clocks of a game on the same screen: whose runs, when they stand, and what happens when one runs out.
//!
//! A session has no time of its own: whoever shows it says what time it is before anything is done.

use banqi::{Outcome, Reason};
use banqi_table::{Clock, Party};

use super::{Happened, Refusal, Session};

impl Session {
    /// The same game with clocks, or without.
    #[must_use]
    pub(crate) fn with_clock(self, clock: Option<Clock>) -> Self {
        Self { clock, ..self }
    }

    /// The clocks, where this device has them.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// It is so late now. Whoever has no time left has lost.
    pub(crate) fn at(&mut self, now: u64) -> Vec<Happened> {
        self.now = now;
        match self.clock.and_then(|clock| clock.fallen(now)).filter(|_| !self.is_over()) {
            Some(seat) => self.finish(Outcome::win(!seat, Reason::Time)),
            None => Vec::new(),
        }
    }

    /// How many milliseconds a player has left.
    pub(crate) fn time_left(&self, party: Party, now: u64) -> Option<u64> {
        Some(self.clock?.left(self.players.seat(party), now))
    }

    /// Whether the clocks stand in the middle of a game: nobody plays before they go on.
    pub(crate) fn is_paused(&self) -> bool {
        let stands = self.clock.is_some_and(|clock| clock.running().is_none());
        stands && !self.is_over() && self.game().plies().len() > 0
    }

    /// Why the clocks cannot be stopped now.
    pub(crate) fn no_pause(&self) -> Option<Refusal> {
        match self.clock {
            None => Some(Refusal::NoClock),
            Some(_) if self.is_over() => Some(Refusal::Over),
            Some(clock) if clock.running().is_none() => Some(Refusal::NotNow),
            Some(_) => None,
        }
    }

    /// Lets the clocks stand.
    pub(crate) fn pause(&mut self) -> Vec<Happened> {
        if let Some(refusal) = self.no_pause() {
            return vec![Happened::Refused(refusal)];
        }
        self.stop_clock();
        self.selected = None;
        vec![Happened::Paused(true)]
    }

    /// Lets them go on.
    pub(crate) fn go_on(&mut self) -> Vec<Happened> {
        if !self.is_paused() {
            return Vec::new();
        }
        self.run_clock();
        vec![Happened::Paused(false)]
    }

    pub(super) fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop(self.now);
        }
    }

    /// Lets the clock of whoever is to move run; no turn was played.
    pub(super) fn run_clock(&mut self) {
        let seat = self.position().seat();
        if let Some(clock) = &mut self.clock {
            clock.run(seat, self.now);
        }
    }

    /// A ply was played.
    pub(super) fn pass_clock(&mut self) {
        if self.is_over() {
            return self.stop_clock();
        }
        let seat = self.position().seat();
        if let Some(clock) = &mut self.clock {
            clock.pass(seat, self.now);
        }
    }
}

#[cfg(test)]
mod tests {
    use banqi::Seat;

    use super::super::tests::{plies, session, square, tap, two};
    use super::*;

    const START: &str = "3k/4/4/4/4/4/n3/R3 r - 5 91";

    fn timed() -> Session {
        two("taiwan-club", START).with_clock(Some(Clock::new(60, 5)))
    }

    fn left(game: &Session, now: u64) -> [u64; 2] {
        [Party::Host, Party::Guest].map(|party| game.time_left(party, now).expect("a clock"))
    }

    #[test]
    fn the_clock_of_who_is_to_move_runs() {
        let mut game = timed();
        assert!(!game.is_paused(), "nothing has begun");
        assert!(game.at(1_000_000).is_empty());
        tap(&mut game, &["a1", "b1"]);
        assert_eq!(left(&game, 1_010_000), [60_000, 50_000], "the first turn costs nothing");
        game.at(1_020_000);
        tap(&mut game, &["d8", "d7"]);
        assert_eq!(left(&game, 1_021_000), [59_000, 45_000]);
    }

    #[test]
    fn who_has_no_time_left_has_lost() {
        let mut game = timed();
        tap(&mut game, &["a1", "b1"]);
        assert!(game.at(59_999).is_empty());
        let lost = Outcome::win(Seat::First, Reason::Time);
        assert_eq!(game.at(60_000), [Happened::Over(lost)]);
        assert_eq!(game.outcome(), Some(lost));
        assert!(game.at(90_000).is_empty());
        let record = game.record().expect("written");
        assert!(record.to_string().contains("[Termination \"time\"]"), "{record}");
    }

    #[test]
    fn clocks_stand_until_somebody_taps() {
        let mut game = timed();
        tap(&mut game, &["a1", "b1"]);
        game.at(10_000);
        assert_eq!(game.pause(), [Happened::Paused(true)]);
        assert_eq!(game.pause(), [Happened::Refused(Refusal::NotNow)]);
        game.at(500_000);
        assert_eq!(game.play_turn(&["d8-d7".parse().expect("an action")]), [Happened::Refused(Refusal::Paused)]);
        assert_eq!(tap(&mut game, &["d8"]), [Happened::Paused(false)], "a tap only lets them go on");
        assert_eq!(game.selected(), None);
        assert_eq!(left(&game, 501_000), [60_000, 49_000]);
        tap(&mut game, &["d8", "d7"]);
        assert_eq!(plies(&game).len(), 2);
    }

    #[test]
    fn a_game_that_was_left_stands() {
        let mut game = session("taiwan-club", "", "", None, false).with_clock(Some(Clock::new(300, 0)));
        game.tap(square("b2"));
        game.at(7_000);
        let mut again = Session::resume(&game.record().expect("written")).expect("a game");
        assert!(again.is_paused());
        again.at(900_000);
        assert_eq!(left(&again, 900_000), [300_000, 293_000]);
        again.tap(square("b2"));
        assert!(!again.is_paused());
        let next = again.rematch(|position| banqi_deal::Deal::from_seed(position, 4));
        assert_eq!(left(&next, 0), [300_000; 2]);
    }

    #[test]
    fn what_is_taken_back_gives_no_time_back() {
        let mut game = timed();
        tap(&mut game, &["a1", "b1"]);
        game.at(20_000);
        game.take_back();
        assert_eq!(left(&game, 21_000), [59_000, 40_000]);
    }
}
