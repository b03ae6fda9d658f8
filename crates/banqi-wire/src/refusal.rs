//! Why a server does not do what it was asked for.

use serde::{Deserialize, Serialize};

/// Why a server does not do what it was asked for. Nothing has changed then.
///
/// ```
/// use banqi_wire::Refusal;
/// let refusal: Refusal = serde_json::from_str(r#"{"reason":"stale","number":14}"#)?;
/// assert_eq!(refusal, Refusal::Stale { number: 14 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case", deny_unknown_fields)]
pub enum Refusal {
    /// No message of the protocol.
    Malformed {
        /// What is wrong with it.
        why: String,
    },
    /// More than a message may have.
    TooLarge {
        /// The most bytes.
        limit: usize,
    },
    /// Too many messages.
    TooFast,
    /// The first message has to be `hello`, and no other may be.
    Hello,
    /// The server speaks another version.
    Version {
        /// Which.
        version: u16,
    },
    /// Something has happened since that the sender had not seen.
    Stale {
        /// The number of the last event.
        number: u32,
    },
    /// Only players do this.
    Spectator,
    /// It is the other player's turn to do this.
    NotYourTurn,
    /// It cannot be done now: the game has not come so far, or is beyond it.
    NotNow,
    /// The rules do not allow it.
    Illegal {
        /// Why, in English. A client that knows the rules can say it better.
        why: String,
    },
    /// c1 is not the secret that was committed to.
    WrongSecret,
    /// There is no such tile, or the other player has it.
    NoTile,
    /// A draw was offered lately.
    OfferedLately {
        /// After so many own turns it can be offered again.
        turns: u32,
    },
    /// The other player is there, or has not been gone for long enough.
    NotGone {
        /// After so many milliseconds of absence it can be claimed; none while the player is there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wait: Option<u64>,
    },
    /// The server cannot keep it now. Try again.
    Unavailable,
}
