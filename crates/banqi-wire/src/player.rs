//! Who takes part in a game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two who play, whoever moves first.
///
/// ```
/// use banqi_wire::Player;
/// assert_eq!(Player::Creator.other(), Player::Friend);
/// assert_eq!(serde_json::to_string(&Player::Friend)?, r#""friend""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Who made the game: seat 1 of the sealed deal.
    Creator,
    /// Who joined it.
    Friend,
}

impl Player {
    /// Both.
    ///
    /// ```
    /// assert_eq!(banqi_wire::Player::ALL.len(), 2);
    /// ```
    pub const ALL: [Self; 2] = [Self::Creator, Self::Friend];

    /// The other one.
    ///
    /// ```
    /// use banqi_wire::Player;
    /// assert_eq!(Player::Friend.other(), Player::Creator);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Creator => Self::Friend,
            Self::Friend => Self::Creator,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Creator => "creator",
            Self::Friend => "friend",
        })
    }
}

/// What somebody is to a game.
///
/// ```
/// use banqi_wire::{Player, Role};
/// assert_eq!(Role::from(Player::Creator).player(), Some(Player::Creator));
/// assert_eq!(Role::Spectator.player(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Made the game.
    Creator,
    /// Joined it.
    Friend,
    /// Watches it.
    Spectator,
}

impl Role {
    /// Which player it is, if it is one.
    ///
    /// ```
    /// assert!(banqi_wire::Role::Friend.player().is_some());
    /// ```
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::Creator => Some(Player::Creator),
            Self::Friend => Some(Player::Friend),
            Self::Spectator => None,
        }
    }
}

impl From<Player> for Role {
    fn from(player: Player) -> Self {
        match player {
            Player::Creator => Self::Creator,
            Player::Friend => Self::Friend,
        }
    }
}

/// How it is decided who moves first.
///
/// ```
/// use banqi_wire::FirstMover;
/// assert_eq!(serde_json::from_str::<FirstMover>(r#""tiles""#)?, FirstMover::Tiles);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstMover {
    /// Each picks one of five tiles; the higher one goes first.
    #[default]
    Tiles,
    /// Tiles 0 and 1 are opened, of which the first is the creator's: as random as the deal, and as well proved.
    Random,
    /// Who made the game.
    Creator,
    /// Who joined it.
    Friend,
    /// Who lost the last game, or went second in it when it was drawn. In the first game of a series tiles decide.
    Loser,
}

/// What players can say to each other. There is nothing else, because nobody is there to moderate.
///
/// ```
/// use banqi_wire::Phrase;
/// assert_eq!(serde_json::from_str::<Phrase>(r#""well_played""#)?, Phrase::WellPlayed);
/// assert_eq!(Phrase::ALL.len(), 8);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// Hello!
    Hello,
    /// Good luck!
    GoodLuck,
    /// Well played!
    WellPlayed,
    /// Thank you!
    Thanks,
    /// What luck!
    WhatLuck,
    /// Oops!
    Oops,
    /// One moment, please.
    OneMoment,
    /// Goodbye!
    Goodbye,
}

impl Phrase {
    /// All of them.
    ///
    /// ```
    /// assert!(banqi_wire::Phrase::ALL.contains(&banqi_wire::Phrase::Oops));
    /// ```
    pub const ALL: [Self; 8] = [
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::Thanks,
        Self::WhatLuck,
        Self::Oops,
        Self::OneMoment,
        Self::Goodbye,
    ];
}
