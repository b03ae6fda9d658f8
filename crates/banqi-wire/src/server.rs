//! What servers say.

use serde::{Deserialize, Serialize};

use crate::{Numbered, Phrase, Player, Refusal, Role, Side};

/// What a server says on the socket of a game.
///
/// ```
/// use banqi_wire::{Refusal, ServerMessage};
/// let message: ServerMessage = serde_json::from_str(r#"{"type":"refused","refusal":{"reason":"not_your_turn"}}"#)?;
/// assert_eq!(message, ServerMessage::Refused { after: None, refusal: Refusal::NotYourTurn });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ServerMessage {
    /// The answer to `hello`.
    Welcome {
        /// [`VERSION`](crate::VERSION).
        version: u16,
        /// What the client is to the game.
        role: Role,
        /// The time by the server's clock, in milliseconds since 1970.
        now: u64,
        /// Who is there.
        presence: Presence,
        /// The events after the one that the client named.
        events: Vec<Numbered>,
    },
    /// Something happened. The player who did it gets this too: it is the acknowledgement, and it is kept for good.
    Event(Numbered),
    /// What the client said was not done.
    Refused {
        /// The number that the command answered to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        after: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// Somebody came or went.
    Presence {
        /// Who is there.
        presence: Presence,
    },
    /// Who the players are, after the welcome and when that changes. Names are no event of a game: who deletes an account is
    /// named nowhere any more.
    Players {
        /// Who made the game.
        creator: Side,
        /// Who joined it.
        friend: Side,
    },
    /// A player says something.
    Said {
        /// Who.
        by: Player,
        /// What.
        phrase: Phrase,
    },
    /// The server goes down for a moment: come back.
    Restarting,
}

/// Who is there.
///
/// ```
/// use banqi_wire::{Presence, Present};
/// let presence = Presence { creator: Present::Here, friend: Present::Away { claim_at: Some(5) }, spectators: 2 };
/// let text = r#"{"creator":{"is":"here"},"friend":{"is":"away","claim_at":5},"spectators":2}"#;
/// assert_eq!(serde_json::to_string(&presence)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// Who made the game.
    pub creator: Present,
    /// Who joined it, or will.
    pub friend: Present,
    /// How many watch.
    pub spectators: u32,
}

impl Presence {
    /// A player's.
    ///
    /// ```
    /// use banqi_wire::{Player, Presence, Present};
    /// let presence = Presence { creator: Present::Here, friend: Present::Away { claim_at: None }, spectators: 0 };
    /// assert_eq!(presence.of(Player::Creator), Present::Here);
    /// ```
    pub const fn of(&self, player: Player) -> Present {
        match player {
            Player::Creator => self.creator,
            Player::Friend => self.friend,
        }
    }
}

/// Whether a player is there.
///
/// ```
/// assert_eq!(serde_json::to_string(&banqi_wire::Present::Here)?, r#"{"is":"here"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase", deny_unknown_fields)]
pub enum Present {
    /// With at least one page.
    Here,
    /// With none.
    Away {
        /// When the other player may claim, if the game goes on, in milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_at: Option<u64>,
    },
}
