//! The computer: what it is asked, and what it answers.

use banqi::{Outcome, Reason, Record};
use banqi_engine::Level;
use banqi_worker::{Answer, Ask, Question, Said};

use super::hint::{self, Hint};
use super::{Happened, Session};

/// The computer repeats an offer of a draw after so many turns.
const OFFER_AGAIN: u32 = 20;

/// Where the computer is with its thoughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thinking {
    No,
    /// This was asked.
    Of(Ask),
    /// A person stopped it.
    Stopped,
    /// Something went wrong.
    Failed,
}

/// What the computer is doing, as far as it is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Computer {
    /// It is not its turn.
    Waits,
    Thinks,
    /// It was stopped, and has not played.
    Stopped,
    /// It could not think.
    Failed,
}

impl Session {
    /// What the computer is to be asked now.
    pub(super) fn next_ask(&self) -> Option<Ask> {
        let seat = self.players.computer_seat()?;
        if self.thinking != Thinking::No || self.is_over() || self.is_opening() {
            return None;
        }
        match self.offer {
            Some(by) if by != seat => Some(Ask::Draw(seat)),
            None if self.position().seat() == seat => Some(Ask::Action),
            _ => None,
        }
    }

    /// Whether there is a question to the worker.
    pub(crate) fn wants_to_ask(&self) -> bool {
        self.hint == Hint::Wanted || self.next_ask().is_some()
    }

    /// The question to the worker, if there is one to ask now. It counts as asked.
    pub(crate) fn question(&mut self) -> Option<Question> {
        let number = self.asked + 1;
        let (ask, level, nodes) = if self.hint == Hint::Wanted {
            self.hint = Hint::Asked(number);
            (Ask::Action, Level::Master, Some(hint::NODES))
        } else {
            let (ask, level) = (self.next_ask()?, self.players.level()?);
            self.thinking = Thinking::Of(ask);
            (ask, level, None)
        };
        self.asked = number;
        let record = Record::of(self.game());
        let seed = self.seed.wrapping_add(self.round);
        Some(Question { number, record, level, seed, ask, nodes })
    }

    /// The worker's answer. One to another question than the last changes nothing.
    pub(crate) fn answered(&mut self, answer: &Answer) -> Vec<Happened> {
        if self.hint == Hint::Asked(answer.number) {
            return match answer.said {
                Said::Action { action, .. } => self.give_hint(action),
                _ => self.failed(),
            };
        }
        let (Thinking::Of(ask), Some(seat)) = (self.thinking, self.players.computer_seat()) else { return Vec::new() };
        if answer.number != self.asked {
            return Vec::new();
        }
        self.thinking = Thinking::No;
        match (ask, &answer.said) {
            (Ask::Draw(_), Said::Draw(true)) => self.finish(Outcome::draw(Reason::Agreement)),
            (Ask::Draw(_), Said::Draw(false)) => {
                self.offer = None;
                vec![Happened::Declined(seat)]
            }
            (Ask::Action, &Said::Action { action, offers_draw, .. }) => {
                let turn = self.position().turn();
                let asked_lately = self.declined.is_some_and(|declined| turn < declined + OFFER_AGAIN);
                if offers_draw && !asked_lately {
                    self.offer = Some(seat);
                    self.intended = Some(action);
                    return vec![Happened::Offered(seat)];
                }
                self.play(action)
            }
            _ => self.failed(),
        }
    }

    /// The worker is broken.
    pub(crate) fn failed(&mut self) -> Vec<Happened> {
        if matches!(self.hint, Hint::Wanted | Hint::Asked(_)) {
            self.hint = Hint::None;
            return vec![Happened::Failed];
        }
        // An offer to a computer that cannot answer is no offer.
        if self.offer.is_some_and(|by| !self.players.is_computer(by)) {
            self.offer = None;
        }
        self.thinking = Thinking::Failed;
        vec![Happened::Failed]
    }

    pub(crate) fn computer(&self) -> Computer {
        match self.thinking {
            Thinking::Of(_) => Computer::Thinks,
            Thinking::Stopped => Computer::Stopped,
            Thinking::Failed => Computer::Failed,
            Thinking::No => Computer::Waits,
        }
    }

    /// Stops the computer. Whoever shows the game ends the worker.
    pub(crate) fn stop(&mut self) -> Vec<Happened> {
        if !matches!(self.thinking, Thinking::Of(_)) {
            return Vec::new();
        }
        if self.offer.is_some_and(|by| !self.players.is_computer(by)) {
            self.offer = None;
        }
        self.premove = None;
        let is_its_turn = self.players.is_computer(self.position().seat());
        self.thinking = if is_its_turn { Thinking::Stopped } else { Thinking::No };
        vec![Happened::Stopped]
    }

    /// Lets the computer think again.
    pub(crate) fn think_again(&mut self) {
        if matches!(self.thinking, Thinking::Stopped | Thinking::Failed) {
            self.thinking = Thinking::No;
        }
    }
}
