//! Before the first turn: tiles, and who picks them.

use banqi::{Kind, Seat};
use banqi_deal::Tiles;
use banqi_room::Stage;
use banqi_table::Party;
use banqi_wire::Command;

use super::{Happened, Referee, Session};
use crate::game::remote::Remote;

impl Session {
    /// Whether nobody is to move yet: tiles are being drawn, or a server's deal is not there.
    pub(crate) fn is_opening(&self) -> bool {
        match &self.referee {
            Referee::Table(_) => self.tiles && self.picks.len() < 2 && self.game().plies().len() == 0,
            Referee::Remote(remote) => remote.room().stage() < Stage::Playing,
        }
    }

    /// Whether tiles are to be shown.
    pub(crate) fn shows_tiles(&self) -> bool {
        match &self.referee {
            Referee::Table(_) => self.is_opening(),
            Referee::Remote(remote) => remote.picker().is_some() && remote.has_tiles(),
        }
    }

    /// Who picks the next tile.
    pub(crate) fn picker(&self) -> Option<Party> {
        if let Some(remote) = self.server() {
            return remote.picker();
        }
        self.is_opening().then_some(if self.picks.is_empty() { Party::Host } else { Party::Guest })
    }

    /// What is to be seen of the tiles: those that were picked.
    pub(crate) fn tiles(&self) -> [Option<(Party, Kind)>; Tiles::COUNT] {
        if let Some(remote) = self.server() {
            return remote.tiles();
        }
        let tiles = Tiles::from_seed(self.seed.wrapping_add(self.round));
        let mut seen = [None; Tiles::COUNT];
        for (&pick, party) in self.picks.iter().zip([Party::Host, Party::Guest]) {
            seen[pick] = tiles.kind(pick).map(|kind| (party, kind));
        }
        seen
    }

    /// Picks a tile. The computer picks its own after a person's.
    pub(crate) fn pick(&mut self, tile: usize) -> Vec<Happened> {
        if self.server().is_some() {
            let waits = self.server().is_some_and(Remote::waits);
            return if waits { Vec::new() } else { self.ask(Command::Pick { tile }) };
        }
        let mut happened = Vec::new();
        let mut next = Some(tile);
        while let (Some(party), Some(tile)) = (self.picker(), next.take()) {
            let tiles = Tiles::from_seed(self.seed.wrapping_add(self.round));
            let Some(kind) = tiles.kind(tile).filter(|_| !self.picks.contains(&tile)) else { break };
            self.picks.push(tile);
            happened.push(Happened::Picked { party, tile, kind });
            if let Ok(&[host, guest]) = <&[usize; 2]>::try_from(self.picks.as_slice())
                && let Ok([seat, _]) = tiles.seats([host, guest])
            {
                self.players.first = if seat == Seat::First { Party::Host } else { Party::Guest };
                happened.push(Happened::Decided { first: self.players.first });
            } else if self.players.level().is_some() {
                // Nobody has looked, so any tile is as good as another.
                next = Some((tile + 1 + (self.seed % 4) as usize) % Tiles::COUNT);
            }
        }
        happened
    }
}
