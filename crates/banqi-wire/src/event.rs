//! What happens in a game.

use banqi::{Action, Outcome, Rules};
use banqi_deal::{Commitment, Leaves, Opening, SealHash, Secret};
use serde::{Deserialize, Serialize};

use crate::{Clock, FirstMover, GameId, Player, Scoring};

/// What happens in a game, in the order in which it can.
///
/// ```
/// use banqi_wire::{Event, Player};
/// let event: Event = serde_json::from_str(r#"{"type":"began","first":"friend"}"#)?;
/// assert_eq!(event, Event::Began { first: Player::Friend });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The game is made, and the server held to its secret.
    Created {
        /// Its name.
        game: GameId,
        /// Its rules.
        rules: Rules,
        /// Its clock.
        clock: Clock,
        /// How it is decided who moves first.
        first: FirstMover,
        /// H(S).
        server_commit: Commitment,
        /// Who moves first, where that is known from the beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        begins: Option<Player>,
        /// The game before it in a series.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<GameId>,
        /// What it counts for.
        #[serde(default, skip_serializing_if = "Scoring::is_casual")]
        scoring: Scoring,
        /// The version of the engine that plays, where the computer does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        engine: Option<String>,
        /// Whether everybody finds it in the lobby.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        open: bool,
        /// The ratings of those who may join, both included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<[i32; 2]>,
    },
    /// The creator's device is held to its secret.
    Committed {
        /// H(c1).
        commitment: Commitment,
    },
    /// Somebody took the free seat.
    Joined,
    /// The friend's device added its secret.
    Contributed {
        /// c2.
        secret: Secret,
    },
    /// The creator's device told its secret: the deal is sealed.
    Sealed {
        /// c1.
        secret: Secret,
        /// The salted hashes of all tiles and squares.
        leaves: Box<Leaves>,
        /// The hash of everything up to here, whose code both players see.
        seal: SealHash,
    },
    /// A player picked a tile, or the server opened one for the player.
    Picked {
        /// Whose it is.
        player: Player,
        /// What is on it.
        opening: Opening,
    },
    /// It is decided who moves first, and the clocks run.
    Began {
        /// Who.
        first: Player,
    },
    /// A player played an action. Those of a chain are events of their own.
    Played {
        /// What.
        action: Action,
        /// What was turned over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<Opening>,
        /// What it took of the player's time, in milliseconds, less what the network cost.
        spent: u64,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        by: Player,
    },
    /// The other player declines. To play on declines too, without a word.
    DrawDeclined {
        /// Who.
        by: Player,
    },
    /// The server was away. The clocks stand still.
    Paused {
        /// What the player to move had used of the time before, in milliseconds.
        spent: u64,
    },
    /// The clocks run again.
    Continued,
    /// The game has a result.
    Finished {
        /// Which.
        outcome: Outcome,
    },
    /// The game was called off.
    Aborted {
        /// Why.
        reason: AbortReason,
        /// Who did it, or did not do what was their turn to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Player>,
    },
    /// The server tells its secret: everybody can make the whole deal again and compare.
    Revealed {
        /// S.
        secret: Secret,
    },
    /// A player would like another game.
    RematchOffered {
        /// Who.
        by: Player,
    },
    /// Both would: here it is.
    Rematch {
        /// Its name.
        game: GameId,
    },
}

/// Why a game was called off.
///
/// ```
/// use banqi_wire::AbortReason;
/// assert_eq!(serde_json::to_string(&AbortReason::Unsealed)?, r#""unsealed""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AbortReason {
    /// A player called it off, before both had played.
    Player,
    /// Nobody took the free seat in time.
    Unjoined,
    /// The deal was not sealed in time. A device withheld its secret, or was gone.
    Unsealed,
    /// A player did not pick a tile in time.
    Unpicked,
    /// The server's computer could not go on.
    Computer,
}

impl AbortReason {
    /// All reasons.
    ///
    /// ```
    /// assert_eq!(banqi_wire::AbortReason::ALL.len(), 5);
    /// ```
    pub const ALL: [Self; 5] = [Self::Player, Self::Unjoined, Self::Unsealed, Self::Unpicked, Self::Computer];

    /// The reason's name in messages.
    ///
    /// ```
    /// use banqi_wire::AbortReason;
    /// for reason in AbortReason::ALL {
    ///     assert_eq!(serde_json::to_string(&reason)?, format!("\"{}\"", reason.name()));
    /// }
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Unjoined => "unjoined",
            Self::Unsealed => "unsealed",
            Self::Unpicked => "unpicked",
            Self::Computer => "computer",
        }
    }
}

/// An event with its place in the game.
///
/// ```
/// use banqi_wire::{Event, Numbered};
/// let text = r#"{"number":3,"at":1700000000000,"event":{"type":"joined"}}"#;
/// let third: Numbered = serde_json::from_str(text)?;
/// assert_eq!(third, Numbered { number: 3, at: 1_700_000_000_000, event: Event::Joined });
/// assert_eq!(serde_json::to_string(&third)?, text);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbered {
    /// From 1, without a gap.
    pub number: u32,
    /// When, by the server's clock, in milliseconds since 1970.
    pub at: u64,
    /// What.
    pub event: Event,
}
