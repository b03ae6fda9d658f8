//! What a server is asked, and what it tells.

use banqi::{Seat, Square};
use banqi_room::{Ending, FoldError};
use banqi_wire::{self as wire, Command, Numbered};

use super::{Happened, Referee, Refusal, Session, event};
use crate::game::remote::Remote;

impl Session {
    /// Asks the server for a turn or a tile, if that can be had.
    pub(super) fn ask(&mut self, command: Command) -> Vec<Happened> {
        let Some(remote) = self.server_mut() else { return Vec::new() };
        if let Err(refusal) = remote.check(&command) {
            return vec![Happened::Refused((&refusal).into())];
        }
        remote.ask(command);
        Vec::new()
    }

    /// Why the server would not do something now, as far as can be told here.
    pub(crate) fn no(&self, command: &Command) -> Option<Refusal> {
        self.server().map_or(Some(Refusal::NotNow), |remote| remote.check(command).err().map(|why| (&why).into()))
    }

    /// What the server has told.
    ///
    /// # Errors
    ///
    /// [`FoldError`] when it cannot be.
    pub(crate) fn told(&mut self, next: &Numbered) -> Result<Vec<Happened>, FoldError> {
        let Referee::Remote(remote) = &mut self.referee else { return Ok(Vec::new()) };
        let before = *remote.room().game().position();
        let failed = remote.is_contradicted();
        let is_persons = remote.role().player().is_some() && remote.room().to_act() == remote.role().player();
        let seen = remote.take(next)?;
        self.players = remote.players();
        let room = remote.room();
        let seat = |player| room.seat(player).unwrap_or(Seat::First);
        let mut happened = match &next.event {
            wire::Event::Joined => vec![Happened::Joined],
            wire::Event::Sealed { .. } => vec![Happened::Sealed],
            wire::Event::Picked { player, opening } => match *opening {
                banqi_deal::Opening::Tile { tile, kind, .. } => {
                    vec![Happened::Picked { party: remote.party(*player), tile, kind }]
                }
                banqi_deal::Opening::Square { .. } => Vec::new(),
            },
            wire::Event::Began { first } => {
                let first = remote.party(*first);
                vec![if room.picks().is_empty() { Happened::Began { first } } else { Happened::Decided { first } }]
            }
            wire::Event::Played { .. } if seen => Vec::new(),
            wire::Event::Played { .. } => {
                let plies = room.game().plies().len();
                let ply = remote.last();
                self.moving = Some(plies);
                ply.map(|ply| Happened::Played(event(before, ply, room.game()))).into_iter().collect()
            }
            wire::Event::DrawOffered { by } => vec![Happened::Offered(seat(*by))],
            wire::Event::DrawDeclined { by } => vec![Happened::Declined(seat(*by))],
            wire::Event::Paused { .. } => vec![Happened::Paused(true)],
            wire::Event::Continued => vec![Happened::Paused(false)],
            wire::Event::Finished { outcome } => vec![Happened::Over(*outcome)],
            wire::Event::Aborted { .. } => vec![Happened::CalledOff],
            wire::Event::RematchOffered { by } => vec![Happened::RematchOffered(remote.party(*by))],
            wire::Event::Rematch { game } => vec![Happened::Rematch(*game)],
            wire::Event::Created { .. }
            | wire::Event::Committed { .. }
            | wire::Event::Contributed { .. }
            | wire::Event::Revealed { .. } => Vec::new(),
        };
        if matches!(next.event, wire::Event::Played { .. }) && !seen {
            self.put_down(is_persons);
        }
        let Some(remote) = self.server() else { return Ok(happened) };
        let room = remote.room();
        if !failed && remote.is_contradicted() {
            happened.push(Happened::Mismatch);
        }
        if matches!(room.ending(), Some(Ending::Aborted { .. })) {
            self.selected = None;
        }
        // A chain that was typed as a whole goes on.
        if self.chain().is_some() && !self.typed.is_empty() {
            let next = self.typed.remove(0);
            happened.extend(self.play(next));
        } else if !self.server().is_some_and(Remote::waits) {
            self.typed.clear();
        }
        Ok(happened)
    }

    /// The server has refused what was asked after this event.
    pub(crate) fn refused(&mut self, after: Option<u32>, refusal: &wire::Refusal) -> Vec<Happened> {
        let Some(remote) = self.server_mut() else { return Vec::new() };
        if remote.refused(after) {
            self.moving = None;
            self.typed.clear();
            self.premove = None;
            return vec![Happened::Returned, Happened::Refused(refusal.into())];
        }
        match refusal {
            // Two pages of one player do the same for the deal.
            wire::Refusal::NotNow | wire::Refusal::Stale { .. } | wire::Refusal::WrongSecret => Vec::new(),
            other => vec![Happened::Refused(other.into())],
        }
    }

    /// The square that the server is opening, and the tile.
    pub(crate) fn pending(&self) -> (Option<Square>, Option<usize>) {
        self.server().map_or((None, None), Remote::opening)
    }
}
