//! Who plays, where they sit, and how they are spoken of.

use banqi::Seat;
use banqi_engine::Level;
use banqi_table::Party;

/// The players of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Players {
    /// The host's name, used only in records when the guest is the computer.
    pub(super) host: String,
    /// The second person's name, unused when the guest is the computer.
    pub(super) guest: String,
    /// How strong the computer is, if it is the guest.
    pub(super) computer: Option<Level>,
    /// Who sits First.
    pub(super) first: Party,
}

impl Players {
    pub(super) fn party(&self, seat: Seat) -> Party {
        if seat == Seat::First { self.first } else { self.first.other() }
    }

    pub(super) fn seat(&self, party: Party) -> Seat {
        if party == self.first { Seat::First } else { Seat::Second }
    }

    /// The computer's seat.
    pub(super) fn computer_seat(&self) -> Option<Seat> {
        self.computer.map(|_| self.seat(Party::Guest))
    }

    pub(super) fn is_computer(&self, seat: Seat) -> bool {
        self.computer_seat() == Some(seat)
    }

    /// Whether a seat is spoken to as "you": there is one person only.
    fn is_you(&self, seat: Seat) -> bool {
        self.computer.is_some() && !self.is_computer(seat)
    }

    fn name(&self, seat: Seat) -> &str {
        match self.party(seat) {
            Party::Host => &self.host,
            Party::Guest => &self.guest,
        }
    }

    /// The name in a record.
    pub(super) fn recorded(&self, seat: Seat) -> String {
        match self.computer {
            Some(level) if self.is_computer(seat) => format!("Computer ({level})"),
            _ => self.name(seat).to_string(),
        }
    }

    /// The level that the computer's name in a record tells; none for other names.
    pub(super) fn recorded_level(name: &str) -> Option<Level> {
        name.strip_prefix("Computer (")?.strip_suffix(')')?.parse().ok()
    }

    /// At the beginning of a line: `You`, `Computer`, `Ann`.
    pub(super) fn label(&self, seat: Seat) -> &str {
        match self.computer {
            Some(_) if self.is_computer(seat) => "Computer",
            Some(_) => "You",
            None => self.name(seat),
        }
    }

    /// `you win`, `the computer wins`, `Ann wins`.
    pub(super) fn does(&self, seat: Seat, you: &str, other: &str) -> String {
        match self.computer {
            Some(_) if self.is_computer(seat) => format!("the computer {other}"),
            Some(_) => format!("you {you}"),
            None => format!("{} {other}", self.name(seat)),
        }
    }

    /// `your horse`, `the computer's horse`, `Ann's horse`.
    pub(super) fn possessive(&self, seat: Seat) -> String {
        if self.is_you(seat) { "your".to_string() } else { self.belongs(seat) }
    }

    /// `it is yours`, `the computer's`, `Ann's`.
    pub(super) fn belongs(&self, seat: Seat) -> String {
        match self.computer {
            Some(_) if self.is_computer(seat) => "the computer's".to_string(),
            Some(_) => "yours".to_string(),
            None => format!("{}'s", self.name(seat)),
        }
    }
}

/// The sentence with a capital letter.
pub(super) fn capitalised(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_spoken_of_by_who_they_are() {
        let alone =
            Players { host: "Ann".into(), guest: String::new(), computer: Some(Level::Easy), first: Party::Guest };
        assert_eq!(alone.computer_seat(), Some(Seat::First));
        assert_eq!(alone.label(Seat::First), "Computer");
        assert_eq!(alone.does(Seat::Second, "win", "wins"), "you win");
        assert_eq!(alone.possessive(Seat::Second), "your");
        assert_eq!(alone.belongs(Seat::Second), "yours");
        assert_eq!(alone.recorded(Seat::First), "Computer (easy)");
        assert_eq!(alone.recorded(Seat::Second), "Ann");

        let two = Players { host: "Ann".into(), guest: "Ben".into(), computer: None, first: Party::Host };
        assert_eq!(two.computer_seat(), None);
        assert_eq!(two.label(Seat::Second), "Ben");
        assert_eq!(two.does(Seat::First, "win", "wins"), "Ann wins");
        assert_eq!(two.possessive(Seat::Second), "Ben's");
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        assert_eq!(capitalised("the computer wins"), "The computer wins");
        assert_eq!(capitalised(""), "");
    }
}
