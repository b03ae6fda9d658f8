//! A game between two devices and a referee, without a net between them.

#![allow(dead_code, reason = "each test file uses a part of it")]

use banqi::Action;
use banqi_deal::Secret;
use banqi_room::{Moment, Referee, Room, Stage};
use banqi_wire::{Clock, Command, Event, FirstMover, GameId, NewGame, Numbered, Player, Refusal};

/// The referee's side, and what everybody was told.
pub(crate) struct Match {
    pub(crate) referee: Referee,
    pub(crate) room: Room,
    pub(crate) events: Vec<Numbered>,
    pub(crate) now: u64,
    pub(crate) lag: u64,
    /// Since when each player is gone.
    pub(crate) away: [Option<u64>; 2],
}

pub(crate) const C1: [u8; 32] = [1; 32];
pub(crate) const C2: [u8; 32] = [2; 32];
pub(crate) const START: u64 = 1_700_000_000_000;

pub(crate) fn new_game(rules: &str, clock: Clock, first: FirstMover) -> NewGame {
    NewGame::casual(rules.parse().expect("rules"), clock, first)
}

impl Match {
    pub(crate) fn create(new: &NewGame, secret: u8) -> Self {
        let id = GameId::from_bits([secret; 10]);
        let (referee, created) = Referee::create(Secret::from_bytes([secret; 32]), id, new);
        Self::from_events(referee, vec![created])
    }

    pub(crate) fn from_events(referee: Referee, events: Vec<Event>) -> Self {
        let mut events = events.into_iter();
        let first = Numbered { number: 1, at: START, event: events.next().expect("a first event") };
        let room = Room::open(&first).expect("a game");
        let mut made = Self { referee, room, events: vec![first], now: START, lag: 0, away: [None; 2] };
        made.keep(events.collect());
        made
    }

    /// Created, joined and sealed.
    pub(crate) fn sealed(new: &NewGame, secret: u8) -> Self {
        let mut made = Self::create(new, secret);
        made.seal_it();
        made
    }

    pub(crate) fn seal_it(&mut self) {
        let commitment = Secret::from_bytes(C1).seat1_commit(&self.room.terms());
        self.told(Player::Creator, Command::Commit { commitment });
        if self.room.stage() == Stage::Inviting {
            self.join().expect("a free seat");
        }
        self.told(Player::Friend, Command::Contribute { secret: Secret::from_bytes(C2) });
        self.told(Player::Creator, Command::Seal { secret: Secret::from_bytes(C1) });
    }

    /// Sealed, and begun by the creator.
    pub(crate) fn begun(rules: &str, clock: Clock, secret: u8) -> Self {
        let made = Self::sealed(&new_game(rules, clock, FirstMover::Creator), secret);
        assert_eq!(made.room.stage(), Stage::Playing);
        made
    }

    pub(crate) fn join(&mut self) -> Result<(), Refusal> {
        let events = self.referee.join(&self.room)?;
        self.keep(events);
        Ok(())
    }

    /// A player does something, having seen everything.
    pub(crate) fn try_tell(&mut self, by: Player, command: &Command) -> Result<(), Refusal> {
        self.try_tell_after(by, self.room.number(), command)
    }

    pub(crate) fn try_tell_after(&mut self, by: Player, after: u32, command: &Command) -> Result<(), Refusal> {
        let moment = Moment { now: self.now, lag: self.lag, away_since: self.away[by.other() as usize] };
        let before = self.room.clone();
        match self.referee.decide(&self.room, by, after, command, &moment) {
            Ok(events) => {
                self.keep(events);
                Ok(())
            }
            Err(refusal) => {
                assert_eq!(format!("{before:?}"), format!("{:?}", self.room));
                Err(refusal)
            }
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "tests read better")]
    pub(crate) fn told(&mut self, by: Player, command: Command) {
        self.try_tell(by, &command).unwrap_or_else(|refusal| panic!("{by}: {command:?}: {refusal:?}"));
    }

    /// Whoever is to move plays this.
    pub(crate) fn plays(&mut self, action: &str) {
        let action: Action = action.parse().expect("an action");
        let by = self.room.to_act().expect("somebody is to move");
        self.told(by, Command::Play { action });
    }

    pub(crate) fn later(&mut self, milliseconds: u64) {
        self.now += milliseconds;
    }

    /// What happened by itself.
    pub(crate) fn elapse(&mut self) {
        let events = self.referee.elapse(&self.room, self.now);
        self.keep(events);
    }

    pub(crate) fn keep(&mut self, events: Vec<Event>) {
        for event in events {
            let next = Numbered { number: self.room.number() + 1, at: self.now, event };
            self.room.apply(&next).unwrap_or_else(|error| panic!("{next:?}: {error}"));
            self.events.push(next);
        }
    }

    pub(crate) fn last(&self) -> &Event {
        &self.events.last().expect("there is one").event
    }

    /// The events of the last thing that happened, from the end back to this one.
    pub(crate) fn ended_with(&self, count: usize) -> Vec<&Event> {
        self.events[self.events.len() - count..].iter().map(|next| &next.event).collect()
    }
}
