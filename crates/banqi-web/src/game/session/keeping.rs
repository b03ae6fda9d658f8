//! How a game is kept: as its record, with all that it takes to go on.

use banqi::{Ending, Record, Seat, TagError};
use banqi_deal::Tiles;
use banqi_table::Resume;

use super::{Referee, Session};
use crate::game::players::{Opponent, Players};

/// The tag that tells which tiles were picked.
const PICKS: &str = "Tiles";
/// The tag that tells what is left on the clocks.
const CLOCK: &str = "Clock";
/// The tag that tells whose offer of a draw waits for an answer.
const OFFER: &str = "Offer";
/// The tag that tells how many hints were given.
const HINTS: &str = "Hints";

impl Session {
    /// The record, with all that it takes to go on.
    pub(crate) fn record(&self) -> Result<Record, TagError> {
        let table = match &self.referee {
            Referee::Table(table) => table,
            Referee::Remote(remote) => return Ok(remote.room().record()),
        };
        let mut record = Record::of(table.game());
        if let Some(level) = self.players.level() {
            let tag = if self.players.computer_seat() == Some(Seat::First) { "First" } else { "Second" };
            record.tags.set(tag, &format!("Computer ({level})"))?;
        }
        if record.ending != Ending::Unterminated {
            record.tags.set("Deal", &table.deal().to_string())?;
        }
        if !self.picks.is_empty() {
            let picks: Vec<String> = self.picks.iter().map(usize::to_string).collect();
            record.tags.set(PICKS, &picks.join(" "))?;
        }
        if self.hints > 0 {
            record.tags.set(HINTS, &self.hints.to_string())?;
        }
        if let Some(mut clock) = self.clock {
            clock.stop(self.now);
            record.tags.set(CLOCK, &clock.to_string())?;
        }
        // The computer offers again by itself.
        if let Some(by) = self.offer.filter(|by| !self.players.is_computer(*by)) {
            record.tags.set(OFFER, if by == Seat::First { "first" } else { "second" })?;
        }
        let resume = Resume {
            deal: table.deal().clone(),
            seed: self.seed,
            round: self.round,
            computer: self.players.level(),
            first: self.players.first,
            tiles: self.tiles,
        };
        let sealed = resume.seal(&record);
        record.tags.set(Resume::TAG, &sealed)?;
        Ok(record)
    }

    /// The game of a record.
    ///
    /// # Errors
    ///
    /// Why it cannot go on, in words for a person.
    pub(crate) fn resume(record: &Record) -> Result<Self, String> {
        let game = record.replay().map_err(|error| error.to_string())?;
        let sealed = record.tags.get(Resume::TAG).ok_or("the tag Resume is missing")?;
        let resume = Resume::open(sealed, record).map_err(|damaged| damaged.to_string())?;
        if !resume.deal.fits(game.position()) {
            return Err("the deal does not fit the position".to_string());
        }
        let opponent = resume.computer.map_or(Opponent::SameScreen, Opponent::Computer);
        let players = Players { opponent, first: resume.first };
        let picks = record.tags.get(PICKS).unwrap_or_default();
        let picks: Vec<usize> = picks.split(' ').filter_map(|pick| pick.parse().ok()).collect();
        let is_valid =
            picks.len() <= 2 && picks.iter().all(|&pick| pick < Tiles::COUNT) && picks.first() != picks.get(1);
        let new = Self::new(game, resume.deal, players, resume.tiles, resume.seed);
        let clock = record.tags.get(CLOCK).and_then(|clock| clock.parse().ok());
        let offer = match record.tags.get(OFFER) {
            Some("first") => Some(Seat::First),
            Some("second") => Some(Seat::Second),
            _ => None,
        };
        // An offer is of this turn, and there is one in a turn.
        let offer = offer.filter(|_| new.outcome().is_none());
        let offered = offer.map(|_| new.position().turn());
        let hints = record.tags.get(HINTS).and_then(|hints| hints.parse().ok()).unwrap_or(0);
        Ok(Self {
            round: resume.round,
            picks: if is_valid { picks } else { Vec::new() },
            hints,
            clock,
            offer,
            offered,
            ..new
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alone, two};
    use super::super::{Happened, Offer, Refusal};
    use super::*;

    fn again(game: &Session) -> Session {
        Session::resume(&game.record().expect("written")).expect("a game")
    }

    #[test]
    fn an_offer_of_a_draw_waits_across_a_reload() {
        let mut game = two("taiwan-classic", "3k/4/4/4/4/4/4/R3 b - 50 92");
        game.offer_draw();
        let mut next = again(&game);
        assert_eq!(next.offer(), Offer::ToAnswer(Seat::Second));
        next.answer_offer(false);
        assert_eq!(next.no_offer(), Some(Refusal::OfferedAlready), "and it was made on this turn");
        assert_eq!(again(&next).offer(), Offer::None);
        assert!(matches!(again(&game).answer_offer(true)[..], [Happened::Over(_)]));
        // The computer is asked again.
        let mut game = alone("taiwan-classic", "3k/4/4/4/4/4/4/R3 r - 50 91");
        game.offer_draw();
        assert!(again(&game).wants_to_ask());
    }
}
