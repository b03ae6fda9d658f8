//! JSON that the server says, read by hand: what serde's derive makes for it would be a large part of the program.

use std::str::FromStr;

use banqi_engine::Level;
use banqi_wire::{Clock, FirstMover, Player, Role, Scoring, Side};
use serde_json::Value;

/// An object's fields.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(pub(crate) &'a Value);

impl<'a> Fields<'a> {
    pub(crate) fn of(self, name: &str) -> Option<Self> {
        self.0.get(name).map(Self)
    }

    /// As [`Self::of`], but nothing where there is null.
    pub(crate) fn some(self, name: &str) -> Option<Self> {
        self.of(name).filter(|fields| !fields.0.is_null())
    }

    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        self.0.get(name)?.as_str()
    }

    pub(crate) fn string(self, name: &str) -> Option<String> {
        self.text(name).map(str::to_string)
    }

    /// What has a written form.
    pub(crate) fn parse<T: FromStr>(self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    pub(crate) fn number(self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub(crate) fn small(self, name: &str) -> Option<u32> {
        self.number(name)?.try_into().ok()
    }

    /// What may be below zero.
    pub(crate) fn amount(self, name: &str) -> Option<i64> {
        self.0.get(name)?.as_i64()
    }

    pub(crate) fn rating(self, name: &str) -> Option<i32> {
        self.amount(name)?.try_into().ok()
    }

    /// Whether it is so; not if it is not said.
    pub(crate) fn flag(self, name: &str) -> bool {
        self.0.get(name).is_some_and(|value| value == &Value::Bool(true))
    }

    pub(crate) fn player(self, name: &str) -> Option<Player> {
        player(self.text(name)?)
    }

    /// Two ratings.
    pub(crate) fn pair(self, name: &str) -> Option<[i32; 2]> {
        let number = |at: usize| self.0.get(name)?.get(at)?.as_i64()?.try_into().ok();
        Some([number(0)?, number(1)?])
    }

    /// The items of a list.
    pub(crate) fn list(self, name: &str) -> Option<impl Iterator<Item = Self> + use<'a>> {
        Some(self.0.get(name)?.as_array()?.iter().map(Fields))
    }

    /// A list of what can all be read.
    pub(crate) fn all<T>(self, name: &str, read: impl FnMut(Self) -> Option<T>) -> Option<Vec<T>> {
        self.list(name)?.map(read).collect()
    }
}

pub(crate) fn player(text: &str) -> Option<Player> {
    role(text)?.player()
}

pub(crate) fn role(text: &str) -> Option<Role> {
    Some(match text {
        "creator" => Role::Creator,
        "friend" => Role::Friend,
        "spectator" => Role::Spectator,
        _ => return None,
    })
}

pub(crate) fn clock(fields: Fields<'_>) -> Option<Clock> {
    Some(match fields.text("kind")? {
        "none" => Clock::None,
        "fischer" => Clock::Fischer { initial: fields.small("initial")?, increment: fields.small("increment")? },
        "days" => Clock::Days { days: fields.small("days")? },
        _ => return None,
    })
}

pub(crate) fn first(text: &str) -> Option<FirstMover> {
    Some(match text {
        "tiles" => FirstMover::Tiles,
        "random" => FirstMover::Random,
        "creator" => FirstMover::Creator,
        "friend" => FirstMover::Friend,
        "loser" => FirstMover::Loser,
        _ => return None,
    })
}

pub(crate) fn level(fields: Fields<'_>) -> Option<Level> {
    fields.parse("level")
}

pub(crate) fn scoring(fields: Fields<'_>) -> Option<Scoring> {
    Some(match fields.text("kind")? {
        "casual" => Scoring::Casual,
        "rated" => Scoring::Rated,
        "stake" => Scoring::Stake { base: fields.small("base")? },
        "ranked" => Scoring::Ranked { level: level(fields)? },
        _ => return None,
    })
}

pub(crate) fn side(fields: Fields<'_>) -> Option<Side> {
    Some(match fields.text("is")? {
        "nobody" => Side::Nobody,
        "account" => Side::Account {
            name: fields.string("name")?,
            rating: fields.rating("rating"),
            provisional: fields.flag("provisional"),
        },
        "guest" => Side::Guest,
        "computer" => Side::Computer { level: level(fields)? },
        _ => return None,
    })
}
