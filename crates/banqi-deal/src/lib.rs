//! What lies under the face-down pieces of a game of Banqi, and the tiles that decide who goes first.
//!
//! Both are known to a referee and to nobody else: a game between two people at one terminal has the command for
//! referee, a game over the net the server. Neither players nor engines hold a [`Deal`]; what they hold is a
//! [`Game`](banqi::Game), into which the referee plays what came up.
//!
//! ```
//! use banqi::{Game, Preset};
//! use banqi_deal::Deal;
//!
//! let mut game = Game::new(Preset::TaiwanTournament.rules());
//! let deal = Deal::from_seed(game.position(), 7);
//! let ply = deal.ply(game.position(), "b2".parse()?);
//! game.play(ply)?;
//! assert_eq!(game.position().piece("b2".parse()?), deal.piece("b2".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A shuffle takes its randomness from outside. The seeded ones give the same for the same seed for ever: records and
//! tests may rely on them.
//!
//! Over the net nobody should have to trust the referee. There a [`SealedDeal`] comes from the [`Secret`]s of the server
//! and of both players, none of whom could choose theirs by the others'; everybody gets its [`Seal`] before the first
//! turn, checks each [`Opening`] against it, and recomputes all of it when the game is over ([`Seal::verify`],
//! [`verify_record`]). docs/fairness.md says what that proves, and has the construction.
//!
//! The feature `serde` writes all of it as text: bytes in hexadecimal digits, openings as small objects.

#![deny(missing_docs)]

mod commitment;
mod deal;
mod engine_seed;
mod hash;
mod hex;
mod opening;
mod seal;
mod sealed;
mod secret;
#[cfg(feature = "serde")]
mod serde;
mod shuffle;
mod tiles;
mod transcript;
mod verify;

pub use commitment::Commitment;
pub use deal::{Deal, DealError};
pub use engine_seed::EngineSeed;
pub use hex::HexError;
pub use opening::{Leaf, Leaves, Opening, Salt, Salts};
pub use seal::{Seal, SealCode, SealCodeError, SealHash};
pub use sealed::SealedDeal;
pub use secret::Secret;
pub use tiles::{PickError, Tiles};
pub use transcript::{Terms, TermsError, Transcript};
pub use verify::{Mismatch, verify_record};

/// The sealed deal that docs/fairness.md takes for its example. Everybody knows its secrets: it is for examples only.
#[doc(hidden)]
#[allow(clippy::missing_panics_doc, reason = "it has no parameters, and examples show that it does not panic")]
pub fn example() -> SealedDeal {
    let [server, c1, c2] =
        [0, 32, 64].map(|first| Secret::from_bytes(std::array::from_fn(|index| first + index as u8)));
    let rules = banqi::Preset::TaiwanTournament.rules();
    let terms = Terms::new("0123456789abcdef", &rules).expect("a game's id");
    let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    let transcript = Transcript { terms, server_commit, seat1_commit, c1, c2: Some(c2) };
    SealedDeal::new(transcript, server).expect("the commitments were made of these secrets")
}
