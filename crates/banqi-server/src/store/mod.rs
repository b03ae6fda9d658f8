//! What is kept: games, as their lists of events, and who plays in them.
//!
//! A game's state is nowhere but in its events. `append` is one transaction, and the number of an event is its key: who
//! comes second with a number gets [`StoreError::Conflict`], loads the game again and decides anew. What the functions
//! here have answered with success survives the end of the process, and of the machine.

mod sqlite;

use std::sync::Arc;

use banqi_wire::{GameId, Player};
use futures_util::future::BoxFuture;

use crate::UserId;

pub use sqlite::SqliteStore;

/// What a store answers, later.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// Keeps games and guests. All times are milliseconds since 1970.
///
/// `tests/store.rs` has the contract that every implementation passes.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new game.
    fn create(&self, creation: Creation) -> Answer<'_, ()>;

    /// Keeps what happened next in a game: all of it or nothing.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// Keeps a new game together with what happens in another one because of it.
    fn succeed(&self, creation: Creation, append: Append) -> Answer<'_, ()>;

    /// A game with all its events, if there is one.
    fn load(&self, game: GameId) -> Answer<'_, Option<Kept>>;

    /// All games that are not over.
    fn unfinished(&self) -> Answer<'_, Vec<GameId>>;

    /// Keeps a guest, who is new.
    fn admit(&self, guest: UserId, now: u64) -> Answer<'_, ()>;

    /// Since when a guest is known, if it is one; and notes, not to the minute, that it was here.
    fn greet(&self, guest: UserId, now: u64) -> Answer<'_, Option<u64>>;

    /// The games of a guest, the latest first.
    fn games_of(&self, guest: UserId) -> Answer<'_, Vec<GameOfUser>>;

    /// How many games of a guest are not over.
    fn open_games_of(&self, guest: UserId) -> Answer<'_, u32>;

    /// Forgets a guest; its games stay, without it.
    fn forget(&self, guest: UserId) -> Answer<'_, ()>;

    /// Forgets all guests who were not here since then and have no game that goes on, and says how many they were.
    fn expire(&self, before: u64) -> Answer<'_, u64>;

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

/// An event as it is kept.
///
/// ```
/// use banqi_server::Entry;
/// let entry = Entry { number: 2, at: 5, event: r#"{"type":"joined"}"#.into() };
/// assert_eq!(entry.read().unwrap().event, banqi_wire::Event::Joined);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u32,
    /// When it was.
    pub at: u64,
    /// What: an [`Event`](banqi_wire::Event) as JSON.
    pub event: Arc<str>,
}

impl Entry {
    /// An event, written.
    #[allow(clippy::missing_panics_doc, reason = "an event has no map whose keys are no text")]
    pub fn of(numbered: &banqi_wire::Numbered) -> Self {
        let event = serde_json::to_string(&numbered.event).expect("every event can be written");
        Self { number: numbered.number, at: numbered.at, event: event.into() }
    }

    /// The event, read.
    ///
    /// # Errors
    ///
    /// When the text is no event.
    pub fn read(&self) -> Result<banqi_wire::Numbered, serde_json::Error> {
        let event = serde_json::from_str(&self.event)?;
        Ok(banqi_wire::Numbered { number: self.number, at: self.at, event })
    }
}

/// Who plays; none where nobody does yet, or somebody was forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seats {
    /// Who made the game.
    pub creator: Option<UserId>,
    /// Who joined it.
    pub friend: Option<UserId>,
}

impl Seats {
    /// Which player a guest is, if it is one.
    ///
    /// ```
    /// use banqi_server::{UserId, Seats};
    /// let guest = UserId::from_bits([1; 16]);
    /// let seats = Seats { creator: Some(guest), friend: None };
    /// assert_eq!(seats.player(guest), Some(banqi_wire::Player::Creator));
    /// assert_eq!(seats.player(UserId::from_bits([2; 16])), None);
    /// ```
    pub fn player(&self, guest: UserId) -> Option<Player> {
        match Some(guest) {
            seat if seat == self.creator => Some(Player::Creator),
            seat if seat == self.friend => Some(Player::Friend),
            _ => None,
        }
    }
}

/// A new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Creation {
    /// Its name.
    pub game: GameId,
    /// S, sealed.
    pub secret: Vec<u8>,
    /// Who plays.
    pub seats: Seats,
    /// Its first events.
    pub events: Vec<Entry>,
}

/// What happened next in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// In which.
    pub game: GameId,
    /// What: at least one event, numbered on from the last that is kept.
    pub events: Vec<Entry>,
    /// Who took the free seat, if that happened.
    pub friend: Option<UserId>,
    /// Whether the game is over with this.
    pub is_over: bool,
}

/// A game as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// S, sealed.
    pub secret: Vec<u8>,
    /// Who plays.
    pub seats: Seats,
    /// All events, in their order.
    pub events: Vec<Entry>,
}

/// A game in the list of a guest's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOfUser {
    /// Which.
    pub game: GameId,
    /// What the guest is in it.
    pub player: Player,
    /// When it was made.
    pub created: u64,
    /// Whether it is over.
    pub is_over: bool,
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
