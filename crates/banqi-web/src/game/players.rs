//! Who plays a game, and where they sit.

use banqi::Seat;
use banqi_engine::Level;
use banqi_table::Party;

/// Who plays a game, and where they sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Players {
    /// How strong the computer is, if it is the guest.
    pub(crate) computer: Option<Level>,
    /// Who sits First.
    pub(crate) first: Party,
}

/// How somebody is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Person {
    /// The one person at the device.
    You,
    Computer(Level),
    /// One of two people at the device.
    Player(Party),
}

impl Players {
    pub(crate) fn party(self, seat: Seat) -> Party {
        if seat == Seat::First { self.first } else { self.first.other() }
    }

    pub(crate) fn seat(self, party: Party) -> Seat {
        if party == self.first { Seat::First } else { Seat::Second }
    }

    pub(crate) fn computer_seat(self) -> Option<Seat> {
        self.computer.map(|_| self.seat(Party::Guest))
    }

    pub(crate) fn is_computer(self, seat: Seat) -> bool {
        self.computer_seat() == Some(seat)
    }

    /// The seat of the one person, if there is only one.
    pub(crate) fn own_seat(self) -> Option<Seat> {
        self.computer.map(|_| self.seat(Party::Host))
    }

    pub(crate) fn person(self, party: Party) -> Person {
        match (self.computer, party) {
            (None, party) => Person::Player(party),
            (Some(_), Party::Host) => Person::You,
            (Some(level), Party::Guest) => Person::Computer(level),
        }
    }

    pub(crate) fn person_at(self, seat: Seat) -> Person {
        self.person(self.party(seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_computer_is_the_guest() {
        let players = Players { computer: Some(Level::Easy), first: Party::Guest };
        assert_eq!(players.computer_seat(), Some(Seat::First));
        assert_eq!(players.own_seat(), Some(Seat::Second));
        assert_eq!(players.person_at(Seat::First), Person::Computer(Level::Easy));
        assert_eq!(players.person_at(Seat::Second), Person::You);
    }

    #[test]
    fn two_people_have_no_computer() {
        let players = Players { computer: None, first: Party::Host };
        assert_eq!(players.computer_seat(), None);
        assert_eq!(players.own_seat(), None);
        assert_eq!(players.person_at(Seat::Second), Person::Player(Party::Guest));
    }
}
