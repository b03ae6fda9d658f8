//! The events of a game as they are sent.

use std::fmt::Write as _;

use crate::Entry;

/// The events of a game, written one after the other as they stand in a message: who comes gets a part of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    text: String,
    /// Where each begins.
    starts: Vec<u32>,
}

impl Log {
    pub(crate) fn of(entries: &[Entry]) -> Self {
        let mut log = Self::default();
        for entry in entries {
            log.push(entry);
        }
        log
    }

    pub(crate) fn push(&mut self, entry: &Entry) {
        if !self.text.is_empty() {
            self.text.push(',');
        }
        self.starts.push(self.text.len() as u32);
        let Entry { number, at, event } = entry;
        // Writing into a string does not fail.
        let _ = write!(self.text, r#"{{"number":{number},"at":{at},"event":{event}}}"#);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Those after a number, as the items of a JSON array.
    pub(crate) fn after(&self, number: u32) -> &str {
        self.starts.get(number as usize).map_or("", |&start| &self.text[start as usize..])
    }
}

/// An event as the message that tells it.
pub(crate) fn message(entry: &Entry) -> String {
    let Entry { number, at, event } = entry;
    format!(r#"{{"type":"event","number":{number},"at":{at},"event":{event}}}"#)
}

#[cfg(test)]
mod tests {
    use banqi_wire::{Event, Numbered, Player, ServerMessage};

    use super::*;

    fn events() -> Vec<Numbered> {
        let began = Event::Began { first: Player::Friend };
        let offered = Event::DrawOffered { by: Player::Creator };
        let numbered = |(index, event): (u32, Event)| Numbered { number: index + 1, at: 100 + u64::from(index), event };
        (0..).zip([Event::Joined, began, offered]).map(numbered).collect()
    }

    #[test]
    fn a_part_of_the_log_is_the_list_that_serde_writes() {
        let events = events();
        let log = Log::of(&events.iter().map(Entry::of).collect::<Vec<_>>());
        for after in 0..=4 {
            let expected = serde_json::to_string(&events[after.min(3)..]).unwrap();
            assert_eq!(format!("[{}]", log.after(after as u32)), expected);
        }
    }

    #[test]
    fn a_message_is_what_serde_writes() {
        for event in events() {
            let expected = serde_json::to_string(&ServerMessage::Event(event.clone())).unwrap();
            assert_eq!(message(&Entry::of(&event)), expected);
        }
    }
}
