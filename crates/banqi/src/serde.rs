//! With the feature `serde`: what has a written form is that text.

use alloc::string::String;
use core::fmt::Display;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Action, Piece, Ply, Position, Preset, Record, Rules, Square, Turn};

struct Written<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Written::<Self>(PhantomData))
            }
        }
    )*};
}

as_text!(Action, Ply, Position, Preset, Record, Rules, Square, Turn);

/// The piece's letter.
impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Piece {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Self::from_letter(letter).ok_or_else(|| {
            let mut message = String::from("a piece is a letter of KGMRNCPkgmrncp, not ");
            message.push(letter);
            D::Error::custom(message)
        })
    }
}
