//! What is kept: games, as their lists of events, and who plays in them.
//!
//! A game's state is nowhere but in its events. `append` is one transaction, and the number of an event is its key: who
//! comes second with a number gets [`StoreError::Conflict`], loads the game again and decides anew. What the functions
//! here have answered with success survives the end of the process, and of the machine.
//!
//! What lists of games, boards and profiles show is kept beside the events, in the transaction with which a game ends.

mod accounts;
mod games;
mod scores;
mod sql;

use std::sync::Arc;

use futures_util::future::BoxFuture;

pub use accounts::{Accounts, Change, KeptAccount, KeptSession, NewAccount, NewSession, Proof};
pub use games::{
    Append, Creation, Entry, Filter, GameOfUser, GameRow, Games, Kept, Listing, Over, PlayerOfGame, Seats,
};
pub(crate) use scores::whole;
pub use scores::{KeptRating, Lines, Scores, day_of, span};
pub use sql::backup;
pub use sql::{SqlStore, StoreUrl, StoreUrlError};

/// What a store answers, later.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// Keeps everything. All times are milliseconds since 1970.
///
/// `tests/store.rs` has the contract that every implementation passes.
pub trait Store: Games + Accounts + Scores + Send + Sync + 'static {
    /// Forgets all guests who were not here since then and have no game that goes on, and says how many they were; and what
    /// nobody will ask for any more at this time: old sessions, and boards of days and weeks before the last.
    fn expire(&self, before: u64, now: u64) -> Answer<'_, u64>;

    /// Keeps a fact under a name, unless there is one already, and answers the one that is kept.
    fn fact(&self, name: &'static str, value: String) -> Answer<'_, String>;

    /// Notes that the server is there at this time, in milliseconds since 1970.
    fn alive(&self, now: u64) -> Answer<'_, ()>;

    /// When a server was there last, if one was.
    fn last_alive(&self) -> Answer<'_, Option<u64>>;

    /// Whether it answers.
    fn ready(&self) -> Answer<'_, ()>;

    /// Keeps what is under way, and lets go of the database.
    fn close(&self) -> BoxFuture<'_, ()>;
}

/// Why something was not kept, or not found.
///
/// ```
/// assert_eq!(banqi_server::StoreError::Conflict.to_string(), "somebody else was first");
/// ```
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Somebody else kept something with this number or name first.
    #[error("somebody else was first")]
    Conflict,
    /// There is too much to keep.
    #[error("the store has more to do than it can")]
    Busy,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
    /// What is kept cannot be read: which, and why.
    #[error("{what} in the store cannot be read: {why}")]
    Damaged {
        /// Which part.
        what: String,
        /// Why.
        why: String,
    },
    /// The database does not do it.
    #[error("the database: {0}")]
    Database(#[source] Arc<sqlx::Error>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(database) if database.is_unique_violation() => Self::Conflict,
            _ => Self::Database(Arc::new(error)),
        }
    }
}
