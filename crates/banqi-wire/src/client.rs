//! What clients say.

use banqi::{Action, Rules};
use banqi_deal::{Commitment, Secret};
use serde::{Deserialize, Serialize};

use crate::{Clock, FirstMover, Phrase, Scoring};

/// What a client says on the socket of a game.
///
/// ```
/// use banqi_wire::ClientMessage;
/// let message: ClientMessage = serde_json::from_str(r#"{"type":"hello","version":1,"after":0}"#)?;
/// assert_eq!(message, ClientMessage::Hello { version: 1, after: 0 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// [`VERSION`](crate::VERSION).
        version: u16,
        /// The number of the last event that the client has; 0 for none. It gets those that follow.
        after: u32,
    },
    /// A player does something.
    Do {
        /// The number of the last event that the player had seen. If somebody has played or picked a tile since, the player
        /// meant another moment, and `play` and `pick` are refused: so they are done once, however often they are sent.
        after: u32,
        /// What.
        command: Command,
    },
    /// A player says something. It is not part of the game.
    Say {
        /// What.
        phrase: Phrase,
    },
}

/// What a player does.
///
/// ```
/// use banqi_wire::Command;
/// let command: Command = serde_json::from_str(r#"{"do":"pick","tile":2}"#)?;
/// assert_eq!(command, Command::Pick { tile: 2 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", from = "Fields")]
pub enum Command {
    /// The creator commits to c1, once.
    Commit {
        /// H(c1).
        commitment: Commitment,
    },
    /// The friend tells c2, after both commitments.
    Contribute {
        /// c2.
        secret: Secret,
    },
    /// The creator tells c1, after c2: the deal is sealed.
    Seal {
        /// c1.
        secret: Secret,
    },
    /// Picks a tile.
    Pick {
        /// Which, from 0.
        tile: usize,
    },
    /// Plays an action.
    Play {
        /// What.
        action: Action,
    },
    /// Offers a draw, or accepts the other's offer.
    OfferDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Gives up.
    Resign,
    /// Calls the game off, before both have played.
    Abort,
    /// Claims the win: the other one is gone.
    ClaimWin,
    /// Claims a draw: the other one is gone.
    ClaimDraw,
    /// Would like another game, after the end.
    Rematch,
}

/// A command as it is read: serde takes no notice of unknown fields beside a variant without any, but of those beside an empty
/// list of them.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Fields {
    Commit { commitment: Commitment },
    Contribute { secret: Secret },
    Seal { secret: Secret },
    Pick { tile: usize },
    Play { action: Action },
    OfferDraw {},
    DeclineDraw {},
    Resign {},
    Abort {},
    ClaimWin {},
    ClaimDraw {},
    Rematch {},
}

impl From<Fields> for Command {
    fn from(fields: Fields) -> Self {
        match fields {
            Fields::Commit { commitment } => Self::Commit { commitment },
            Fields::Contribute { secret } => Self::Contribute { secret },
            Fields::Seal { secret } => Self::Seal { secret },
            Fields::Pick { tile } => Self::Pick { tile },
            Fields::Play { action } => Self::Play { action },
            Fields::OfferDraw {} => Self::OfferDraw,
            Fields::DeclineDraw {} => Self::DeclineDraw,
            Fields::Resign {} => Self::Resign,
            Fields::Abort {} => Self::Abort,
            Fields::ClaimWin {} => Self::ClaimWin,
            Fields::ClaimDraw {} => Self::ClaimDraw,
            Fields::Rematch {} => Self::Rematch,
        }
    }
}

/// What is asked for when a game is made: the body of `POST /api/games`.
///
/// ```
/// use banqi_wire::{Clock, FirstMover, NewGame};
/// let game: NewGame = serde_json::from_str(r#"{"rules":"hong-kong:chain=on"}"#)?;
/// assert_eq!((game.clock, game.first), (Clock::None, FirstMover::Tiles));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Its rules.
    pub rules: Rules,
    /// Its clock; none if it is not said.
    #[serde(default)]
    pub clock: Clock,
    /// How it is decided who moves first; by tiles if it is not said.
    #[serde(default)]
    pub first: FirstMover,
    /// What it counts for; nothing if it is not said.
    #[serde(default)]
    pub scoring: Scoring,
    /// Whether everybody finds it in the lobby, and not only who has its link.
    #[serde(default)]
    pub open: bool,
    /// The ratings of those who may join, both included; everybody if it is not said.
    #[serde(default)]
    pub range: Option<[i32; 2]>,
}

impl NewGame {
    /// A game for nothing, between those who have its link.
    ///
    /// ```
    /// use banqi_wire::{Clock, FirstMover, NewGame};
    /// let new = NewGame::casual(banqi::Preset::Mainland.rules(), Clock::None, FirstMover::Tiles);
    /// assert!(new.scoring.is_casual() && !new.open);
    /// ```
    pub const fn casual(rules: Rules, clock: Clock, first: FirstMover) -> Self {
        Self { rules, clock, first, scoring: Scoring::Casual, open: false, range: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<Command> {
        let secret = Secret::from_bytes([7; 32]);
        vec![
            Command::Commit { commitment: Commitment::from_bytes([1; 32]) },
            Command::Contribute { secret: secret.clone() },
            Command::Seal { secret },
            Command::Pick { tile: 2 },
            Command::Play { action: "b2-b3".parse().expect("an action") },
            Command::OfferDraw,
            Command::DeclineDraw,
            Command::Resign,
            Command::Abort,
            Command::ClaimWin,
            Command::ClaimDraw,
            Command::Rematch,
        ]
    }

    #[test]
    fn commands_are_read_as_they_are_written_and_with_nothing_else() {
        for command in commands() {
            let text = serde_json::to_string(&command).expect("written");
            assert_eq!(serde_json::from_str::<Command>(&text).expect("read"), command);
            let more = text.replace('}', r#","x":1}"#);
            assert!(serde_json::from_str::<Command>(&more).is_err(), "{more}");
        }
    }

    #[test]
    fn clocks_take_nothing_else() {
        for text in [r#"{"kind":"none","x":1}"#, r#"{"kind":"days","days":1,"x":1}"#, r#"{"kind":"none","days":1}"#] {
            assert!(serde_json::from_str::<Clock>(text).is_err(), "{text}");
        }
        assert_eq!(serde_json::from_str::<Clock>(r#"{"kind":"none"}"#).expect("read"), Clock::None);
    }
}
