//! Games, as they are kept and listed.

use std::sync::Arc;

use banqi_wire::{Clock, End, GameId, Player, Scoring, Speed};

use super::Answer;
use crate::UserId;

/// Keeps games.
pub trait Games {
    /// Keeps a new game.
    fn create(&self, creation: Creation) -> Answer<'_, ()>;

    /// Keeps what happened next in a game: all of it or nothing. With the end of a game that counts, what it counts for.
    fn append(&self, append: Append) -> Answer<'_, ()>;

    /// Keeps a new game together with what happens in another one because of it.
    fn succeed(&self, creation: Creation, append: Append) -> Answer<'_, ()>;

    /// A game with all its events, if there is one.
    fn load(&self, game: GameId) -> Answer<'_, Option<Kept>>;

    /// All games that are not over.
    fn unfinished(&self) -> Answer<'_, Vec<GameId>>;

    /// The games of a user, the latest first.
    fn games_of(&self, user: UserId) -> Answer<'_, Vec<GameOfUser>>;

    /// At most so many of them, as lists show them; none that goes on is left out for one that is over.
    fn rows_of(&self, user: UserId, most: u32) -> Answer<'_, Vec<GameRow>>;

    /// How many games of a user are not over.
    fn open_games_of(&self, user: UserId) -> Answer<'_, u32>;

    /// Games that are over and open to everybody, the latest first.
    fn archive(&self, filter: Filter) -> Answer<'_, Vec<GameRow>>;

    /// A game as lists show it, if there is one.
    fn row(&self, game: GameId) -> Answer<'_, Option<GameRow>>;
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
    /// Which player a user is, if it is one.
    ///
    /// ```
    /// use banqi_server::{UserId, Seats};
    /// let guest = UserId::from_bits([1; 16]);
    /// let seats = Seats { creator: Some(guest), friend: None };
    /// assert_eq!(seats.player(guest), Some(banqi_wire::Player::Creator));
    /// assert_eq!(seats.player(UserId::from_bits([2; 16])), None);
    /// ```
    pub fn player(&self, user: UserId) -> Option<Player> {
        match Some(user) {
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
    /// What lists show of it.
    pub listing: Listing,
}

/// What lists show of a game from its beginning.
///
/// ```
/// use banqi_server::Listing;
/// use banqi_wire::{Clock, FirstMover, NewGame, Scoring};
/// let new = NewGame::casual("taiwan-quick:dark=trade".parse().unwrap(), Clock::None, FirstMover::Tiles);
/// let listing = Listing::of(&new);
/// assert_eq!((listing.preset(), listing.is_listed()), ("taiwan-quick", false));
/// assert!(Listing { scoring: Scoring::Rated, ..listing }.is_listed());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Its rules, as text.
    pub rules: String,
    /// Its clock.
    pub clock: Clock,
    /// What it counts for.
    pub scoring: Scoring,
    /// Whether it was open to everybody.
    pub open: bool,
}

impl Listing {
    /// What lists show of a game that is asked for.
    pub fn of(new: &banqi_wire::NewGame) -> Self {
        Self { rules: new.rules.to_string(), clock: new.clock, scoring: new.scoring, open: new.open }
    }

    /// The name of the rules without what was changed about them.
    pub fn preset(&self) -> &str {
        self.rules.split(':').next().unwrap_or_default()
    }

    /// How fast it is.
    pub fn speed(&self) -> Option<Speed> {
        Speed::of(self.clock)
    }

    /// Whether everybody finds it.
    pub fn is_listed(&self) -> bool {
        self.scoring.is_public(self.open)
    }
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
    /// How the game ended, if it is over with this.
    pub over: Option<Over>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// What lists show of it.
    pub end: End,
    /// Who did not do their part of the deal, where that was the reason.
    pub withheld: Option<Player>,
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

/// A game in the list of a user's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOfUser {
    /// Which.
    pub game: GameId,
    /// What the user is in it.
    pub player: Player,
    /// When it was made.
    pub created: u64,
    /// Whether it is over.
    pub is_over: bool,
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Which.
    pub game: GameId,
    /// What it is.
    pub listing: Listing,
    /// The creator and the friend.
    pub players: [PlayerOfGame; 2],
    /// When it was made.
    pub created: u64,
    /// How it ended.
    pub end: Option<End>,
}

/// A player of a game in a list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerOfGame {
    /// Who; none where nobody is yet, or somebody was forgotten, or the computer plays.
    pub user: Option<UserId>,
    /// The name of an account.
    pub name: Option<String>,
    /// The account's rating now, of this speed: rating and deviation.
    pub rating: Option<[f64; 2]>,
}

/// Which games of the archive are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// In which this user plays.
    pub player: Option<UserId>,
    /// Against this one.
    pub against: Option<UserId>,
    /// With rules of this preset.
    pub preset: Option<String>,
    /// That count for this, as [`Scoring::kind`] names it.
    pub kind: Option<String>,
    /// That ended before this game, which ended then.
    pub before: Option<(u64, GameId)>,
    /// At most so many.
    pub most: u32,
}
