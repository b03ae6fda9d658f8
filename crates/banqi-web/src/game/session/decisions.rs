//! What players decide besides their turns: draws, resigning, taking back.

use banqi::{Outcome, Reason, Seat};
use banqi_wire::Command;

use super::computer::Thinking;
use super::hint::Hint;
use super::{Happened, Referee, Refusal, Session};
use crate::game::players::Opponent;

/// What can be done about a draw now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    None,
    /// A person at the device has to answer this seat's offer.
    ToAnswer(Seat),
    /// The computer has to answer.
    Pending,
}

impl Session {
    pub(crate) fn offer(&self) -> Offer {
        let offer = match self.server() {
            Some(remote) => remote.room().offer().and_then(|by| remote.room().seat(by)),
            None => self.offer,
        };
        match offer {
            None => Offer::None,
            Some(by) if self.players.level().is_some() && !self.players.is_computer(by) => Offer::Pending,
            Some(by) if self.server().is_some() && self.players.own_seat() != Some(!by) => Offer::Pending,
            Some(by) => Offer::ToAnswer(by),
        }
    }

    /// Why no draw can be offered now.
    pub(crate) fn no_offer(&self) -> Option<Refusal> {
        if self.server().is_some() {
            let waits = self.offer() == Offer::Pending;
            return if waits { Some(Refusal::OfferWaits) } else { self.no(&Command::OfferDraw) };
        }
        match self.closed() {
            Some(Refusal::LookingBack) | None if !self.is_over() => {
                let turn = self.position().turn();
                self.offered.filter(|&offered| offered == turn).map(|_| Refusal::OfferedAlready)
            }
            refusal => refusal,
        }
    }

    /// Whoever is to move offers a draw.
    pub(crate) fn offer_draw(&mut self) -> Vec<Happened> {
        if let Some(refusal) = self.no_offer() {
            return vec![Happened::Refused(refusal)];
        }
        let seat = self.position().seat();
        self.offer = Some(seat);
        self.offered = Some(self.position().turn());
        if matches!(self.thinking, Thinking::Failed) {
            self.thinking = Thinking::No;
        }
        vec![Happened::Offered(seat)]
    }

    /// A person answers an offer.
    pub(crate) fn answer_offer(&mut self, accept: bool) -> Vec<Happened> {
        let Offer::ToAnswer(by) = self.offer() else { return Vec::new() };
        if accept {
            return self.finish(Outcome::draw(Reason::Agreement));
        }
        self.offer = None;
        let mut happened = vec![Happened::Declined(!by)];
        if self.players.is_computer(by) {
            self.declined = Some(self.position().turn());
            if let Some(action) = self.intended.take() {
                happened.extend(self.play(action));
            }
        }
        happened
    }

    /// Whoever would resign now: the one person, or the one to move.
    pub(crate) fn resigning(&self) -> Option<Seat> {
        let goes_on = !self.is_over() && !self.is_opening() && self.players.opponent != Opponent::Watched;
        goes_on.then(|| self.players.own_seat().unwrap_or(self.position().seat()))
    }

    /// A person gives up.
    pub(crate) fn resign(&mut self) -> Vec<Happened> {
        match self.resigning() {
            Some(seat) => self.finish(Outcome::win(!seat, Reason::Resignation)),
            None => vec![Happened::Refused(Refusal::Over)],
        }
    }

    pub(super) fn finish(&mut self, outcome: Outcome) -> Vec<Happened> {
        let Referee::Table(table) = &mut self.referee else { return Vec::new() };
        if table.game_mut().finish(outcome).is_err() {
            return Vec::new();
        }
        self.selected = None;
        self.premove = None;
        self.hint = Hint::None;
        self.stop_clock();
        self.offer = None;
        self.intended = None;
        self.thinking = Thinking::No;
        vec![Happened::Over(outcome)]
    }

    /// How many plies a person could take back.
    fn takeback(&self) -> Result<usize, Refusal> {
        match &self.referee {
            _ if self.is_over() => Err(Refusal::Over),
            Referee::Table(table) => table.takeback(self.players.own_seat()).map_err(Refusal::NoTakeback),
            Referee::Remote(_) => Err(Refusal::NotNow),
        }
    }

    /// Why nothing can be taken back now.
    pub(crate) fn no_takeback(&self) -> Option<Refusal> {
        self.takeback().err()
    }

    /// Takes back the last turn; against the computer, one's own last turn and what followed.
    pub(crate) fn take_back(&mut self) -> Vec<Happened> {
        match (self.takeback(), &mut self.referee) {
            (Err(refusal), _) => vec![Happened::Refused(refusal)],
            (Ok(_), Referee::Remote(_)) => Vec::new(),
            (Ok(plies), Referee::Table(table)) => {
                table.take_back(plies);
                self.selected = None;
                self.premove = None;
                self.hint = Hint::None;
                self.looking = None;
                self.offer = None;
                self.intended = None;
                self.thinking = Thinking::No;
                self.moving = None;
                self.run_clock();
                vec![Happened::TakenBack { plies }]
            }
        }
    }
}
