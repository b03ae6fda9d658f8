//! What a server of Banqi and its clients say to each other, and nothing else. docs/protocol.md tells it for people who
//! write clients.
//!
//! A game is its list of [`Event`]s, numbered from 1 without a gap: the server keeps it, everybody gets the same, and
//! whoever missed some asks again from the last number known. No event before [`Event::Revealed`] tells more of the deal
//! than a [`Position`](banqi::Position) can.
//!
//! ```
//! use banqi_wire::{ClientMessage, Command};
//! let text = r#"{"type":"do","after":12,"command":{"do":"play","action":"b2-b3"}}"#;
//! let message: ClientMessage = serde_json::from_str(text)?;
//! let action = "b2-b3".parse().map_err(|_| "an action")?;
//! assert_eq!(message, ClientMessage::Do { after: 12, command: Command::Play { action } });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod account;
mod board;
mod client;
mod clock;
mod event;
mod game_id;
mod lobby;
mod player;
mod profile;
mod refusal;
mod scoring;
mod server;

pub use account::{Account, Confirmation, Credentials, Guest, Me, NewPassword, Recovery, RecoveryCode, Session};
pub use board::{Board, BoardLine, BoardPage, Window};
pub use client::{ClientMessage, Command, NewGame, NewGameError};
pub use clock::{Clock, ClockError};
pub use event::{AbortReason, Event, Numbered};
pub use game_id::{GameId, GameIdError};
pub use lobby::{LiveGame, Lobby, Pairing, Seek};
pub use player::{FirstMover, Phrase, Player, Role};
pub use profile::{
    End, Gain, GameLine, GamePage, HeadToHead, Profile, Rated, RatingGraph, RatingPoint, Results, Score, Side,
};
pub use refusal::Refusal;
pub use scoring::{Scoring, Speed, points, stake};
pub use server::{Presence, Present, ServerMessage};

/// The version of the protocol. A server refuses a client of another one.
pub const VERSION: u16 = 1;
