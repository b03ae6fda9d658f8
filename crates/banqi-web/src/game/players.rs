//! Who plays a game, and where they sit.

use banqi::Seat;
use banqi_engine::Level;
use banqi_table::Party;

/// Who sits opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Computer(Level),
    /// A second person at this device.
    SameScreen,
    /// A person elsewhere.
    Friend,
    /// The server's computer, for points.
    Ranked(Level),
    /// Two people elsewhere play, and are watched from here.
    Watched,
}

/// Who plays a game, and where they sit. The host is the person at the device; of two people who are watched, it is the one
/// who made the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Players {
    /// Who the guest is.
    pub(crate) opponent: Opponent,
    /// Who sits First.
    pub(crate) first: Party,
}

/// How somebody is spoken of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Person {
    /// The one person at the device.
    You,
    Computer(Level),
    Friend,
    /// One of two people, both at the device or both elsewhere.
    Player(Party),
}

impl Players {
    pub(crate) fn party(self, seat: Seat) -> Party {
        if seat == Seat::First { self.first } else { self.first.other() }
    }

    pub(crate) fn seat(self, party: Party) -> Seat {
        if party == self.first { Seat::First } else { Seat::Second }
    }

    /// How strong the computer is, if it is the guest and thinks on this device.
    pub(crate) fn level(self) -> Option<Level> {
        match self.opponent {
            Opponent::Computer(level) => Some(level),
            _ => None,
        }
    }

    /// How strong the computer is, if it is the guest, wherever it thinks.
    pub(crate) fn strength(self) -> Option<Level> {
        match self.opponent {
            Opponent::Computer(level) | Opponent::Ranked(level) => Some(level),
            Opponent::SameScreen | Opponent::Friend | Opponent::Watched => None,
        }
    }

    pub(crate) fn computer_seat(self) -> Option<Seat> {
        self.level().map(|_| self.seat(Party::Guest))
    }

    pub(crate) fn is_computer(self, seat: Seat) -> bool {
        self.computer_seat() == Some(seat)
    }

    /// The seat of the one person at the device, if there is only one.
    pub(crate) fn own_seat(self) -> Option<Seat> {
        matches!(self.opponent, Opponent::Computer(_) | Opponent::Ranked(_) | Opponent::Friend)
            .then(|| self.seat(Party::Host))
    }

    pub(crate) fn person(self, party: Party) -> Person {
        match (self.opponent, party) {
            (Opponent::SameScreen | Opponent::Watched, party) => Person::Player(party),
            (_, Party::Host) => Person::You,
            (Opponent::Computer(level) | Opponent::Ranked(level), Party::Guest) => Person::Computer(level),
            (Opponent::Friend, Party::Guest) => Person::Friend,
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
        let players = Players { opponent: Opponent::Computer(Level::Easy), first: Party::Guest };
        assert_eq!(players.computer_seat(), Some(Seat::First));
        assert_eq!(players.own_seat(), Some(Seat::Second));
        assert_eq!(players.person_at(Seat::First), Person::Computer(Level::Easy));
        assert_eq!(players.person_at(Seat::Second), Person::You);
    }

    #[test]
    fn two_people_have_no_computer() {
        let players = Players { opponent: Opponent::SameScreen, first: Party::Host };
        assert_eq!(players.computer_seat(), None);
        assert_eq!(players.own_seat(), None);
        assert_eq!(players.person_at(Seat::Second), Person::Player(Party::Guest));
    }

    #[test]
    fn a_friend_is_one_person_and_two_who_are_watched_are_none() {
        let players = Players { opponent: Opponent::Friend, first: Party::Guest };
        assert_eq!((players.own_seat(), players.person_at(Seat::First)), (Some(Seat::Second), Person::Friend));
        let players = Players { opponent: Opponent::Watched, ..players };
        assert_eq!((players.own_seat(), players.person_at(Seat::First)), (None, Person::Player(Party::Guest)));
    }
}
