//! With the feature `serde`: what has a written form is that text.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use banqi::{Kind, Piece, Rules, Square};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex::Hex;
use crate::{Commitment, Leaf, Leaves, Opening, Salt, Seal, SealCode, SealHash, Secret, Terms, Transcript};

struct Written<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for Written<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty, |$value:ident| $text:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Written::<Self>(PhantomData))
            }
        }
    )*};
}

// To serialize a secret or a salt is to tell it.
as_text! {
    Commitment, |commitment| commitment;
    Leaf, |leaf| leaf;
    Salt, |salt| Hex(salt.as_bytes());
    SealCode, |code| code;
    SealHash, |hash| hash;
    Secret, |secret| Hex(secret.as_bytes());
}

impl<'de> Deserialize<'de> for Terms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            game: String,
            rules: Rules,
        }
        let Fields { game, rules } = Fields::deserialize(deserializer)?;
        Self::new(&game, &rules).map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            transcript: Transcript,
            leaves: Leaves,
        }
        let Fields { transcript, leaves } = Fields::deserialize(deserializer)?;
        Self::new(transcript, leaves).map_err(D::Error::custom)
    }
}

/// An opening as an object with either two of these fields.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tile: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    piece: Option<Piece>,
    salt: Salt,
}

impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = match *self {
            Self::Tile { tile, kind, salt } => {
                Fields { tile: Some(tile), kind: Some(kind), square: None, piece: None, salt }
            }
            Self::Square { square, piece, salt } => {
                Fields { tile: None, kind: None, square: Some(square), piece: Some(piece), salt }
            }
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Opening {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Fields::deserialize(deserializer)? {
            Fields { tile: Some(tile), kind: Some(kind), square: None, piece: None, salt } => {
                Ok(Self::Tile { tile, kind, salt })
            }
            Fields { tile: None, kind: None, square: Some(square), piece: Some(piece), salt } => {
                Ok(Self::Square { square, piece, salt })
            }
            _ => Err(D::Error::custom("an opening has tile and kind, or square and piece, and salt")),
        }
    }
}
