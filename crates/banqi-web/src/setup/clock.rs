//! A clock while it is being chosen: what the fields hold, valid or not.

use banqi_wire::Clock;

/// Which kind of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    None,
    /// So many minutes and seconds a turn.
    Preset(u32, u32),
    Own,
    Days,
}

impl Kind {
    pub(super) const ALL: [Self; 6] =
        [Self::None, Self::Preset(5, 3), Self::Preset(10, 5), Self::Preset(15, 10), Self::Own, Self::Days];
    /// Those of two people at one device.
    pub(super) const HERE: [Self; 5] =
        [Self::None, Self::Preset(5, 5), Self::Preset(10, 0), Self::Preset(15, 10), Self::Own];
}

/// A field that may hold what is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Minutes,
    Increment,
    Days,
}

impl Field {
    const ALL: [Self; 3] = [Self::Minutes, Self::Increment, Self::Days];
}

/// A clock while it is being chosen. What was typed stays when another kind is tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    pub(super) kind: Kind,
    texts: [String; 3],
}

impl Default for Draft {
    fn default() -> Self {
        Self { kind: Kind::None, texts: ["20", "10", "2"].map(str::to_string) }
    }
}

impl Draft {
    pub(super) fn of(kind: Kind) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(super) fn text(&self, field: Field) -> &str {
        &self.texts[field as usize]
    }

    pub(super) fn type_in(&mut self, field: Field, text: String) {
        self.texts[field as usize] = text;
    }

    fn number(&self, field: Field) -> Option<u32> {
        let number = self.text(field).trim().parse().ok()?;
        let fits = match field {
            Field::Minutes => 1..=180,
            Field::Increment => 0..=180,
            Field::Days => 1..=14,
        };
        fits.contains(&number).then_some(number)
    }

    /// Whether the field is there, now.
    pub(super) fn has(&self, field: Field) -> bool {
        match field {
            Field::Minutes | Field::Increment => self.kind == Kind::Own,
            Field::Days => self.kind == Kind::Days,
        }
    }

    /// Whether the field is there and holds what is not valid.
    pub(super) fn is_wrong(&self, field: Field) -> bool {
        self.has(field) && self.number(field).is_none()
    }

    /// The clock; or the first field that is not valid.
    pub(super) fn clock(&self) -> Result<Clock, Field> {
        let wrong = Field::ALL.into_iter().find(|field| self.is_wrong(*field));
        let number = |field| self.number(field).unwrap_or_default();
        match (wrong, self.kind) {
            (Some(field), _) => Err(field),
            (None, Kind::None) => Ok(Clock::None),
            (None, Kind::Preset(minutes, increment)) => Ok(Clock::Fischer { initial: minutes * 60, increment }),
            (None, Kind::Own) => {
                Ok(Clock::Fischer { initial: number(Field::Minutes) * 60, increment: number(Field::Increment) })
            }
            (None, Kind::Days) => Ok(Clock::Days { days: number(Field::Days) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(minutes: &str, increment: &str) -> Draft {
        let mut draft = Draft { kind: Kind::Own, ..Draft::default() };
        draft.type_in(Field::Minutes, minutes.to_string());
        draft.type_in(Field::Increment, increment.to_string());
        draft
    }

    #[test]
    fn every_clock_is_one_that_the_server_takes() {
        for kind in Kind::ALL {
            let clock = Draft { kind, ..Draft::default() }.clock().expect("valid");
            assert!(clock.check().is_ok(), "{clock:?}");
        }
        for (minutes, increment) in [("1", "0"), (" 180 ", "180")] {
            let clock = own(minutes, increment).clock().expect("valid");
            assert!(clock.check().is_ok(), "{clock:?}");
        }
    }

    #[test]
    fn what_is_not_valid_is_found() {
        for text in ["0", "181", "", "x", "-1", "1.5"] {
            assert_eq!(own(text, "5").clock(), Err(Field::Minutes), "{text}");
        }
        assert_eq!(own("5", "181").clock(), Err(Field::Increment));
        let mut days = Draft { kind: Kind::Days, ..own("x", "y") };
        assert_eq!(days.clock(), Ok(Clock::Days { days: 2 }), "fields that are not there do not count");
        days.type_in(Field::Days, "15".to_string());
        assert_eq!(days.clock(), Err(Field::Days));
    }
}
