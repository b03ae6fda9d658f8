//! What clients say.

use banqi::{Action, Rules};
use banqi_deal::{Commitment, Secret};
use serde::{Deserialize, Serialize};

use crate::{Clock, FirstMover, Phrase};

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
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
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
}
