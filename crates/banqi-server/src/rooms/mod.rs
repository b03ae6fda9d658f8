//! The games that are played now.
//!
//! Each is a task, which alone decides what happens in it: it takes commands one after the other, has what comes of them
//! kept, and only then tells everybody. It is started when somebody asks for it and ends when nobody is there. What is to
//! happen by itself later, in a game without a task, is in the calendar, which wakes it.

mod actor;
mod calendar;
mod lobby;
pub(crate) mod log;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use banqi_room::{Dealer, Ending, Referee, Room};
use banqi_wire::{AbortReason, Command, Event, GameId, NewGame, Numbered, Phrase, Player, Role, Side, Speed};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::chance::{Chance, draw};
use crate::metrics::Metrics;
use crate::store::{Append, Creation, Entry, Kept, Listing, Over, Seats, Store, StoreError};
use crate::thinkers::Thinkers;
use crate::time::Time;
use crate::{Key, UserId};

use calendar::Calendar;
use lobby::Lobby;
pub(crate) use lobby::{Joining, Listed};

/// How many messages to a game may wait.
const INBOX: usize = 64;

/// What games need from outside.
pub(crate) struct World {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) key: Key,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) chance: Arc<dyn Chance>,
    /// Another way to deal, for tests that compare deals.
    pub(crate) dealer: Option<Dealer>,
    pub(crate) metrics: Metrics,
    pub(crate) thinkers: Thinkers,
    /// How long a game stays in memory when nobody is there, in milliseconds.
    pub(crate) idle: u64,
    /// How many messages may wait for a client before it is too slow.
    pub(crate) outbox: usize,
}

impl World {
    fn referee(&self, secret: banqi_deal::Secret) -> Referee {
        self.directed(Referee::new(secret))
    }

    fn directed(&self, referee: Referee) -> Referee {
        match &self.dealer {
            Some(dealer) => referee.with_dealer(dealer.clone()),
            None => referee,
        }
    }
}

/// All games that are played now.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Inner>);

struct Inner {
    world: World,
    live: Mutex<HashMap<GameId, Live>>,
    calendar: Calendar,
    lobby: Lobby,
    is_stopping: AtomicBool,
    /// Told when the last game has ended.
    ended: Notify,
}

/// A game that has a task.
struct Live {
    inbox: mpsc::Sender<Message>,
    /// Two tasks of one game, one after the other, are told apart by it.
    generation: u64,
}

/// What a game is asked.
pub(crate) enum Message {
    /// Somebody takes the free seat.
    Join { user: UserId, joining: Joining, answer: oneshot::Sender<Result<Player, JoinError>> },
    /// A socket comes.
    Attach { guest: Option<UserId>, after: u32, answer: oneshot::Sender<Result<Attached, u32>> },
    /// A socket goes.
    Detach { socket: u64 },
    /// A player does something.
    Do { socket: u64, after: u32, command: Command, lag: u64 },
    /// A player says something.
    Say { socket: u64, phrase: Phrase },
    /// A guest is forgotten: who plays gives up.
    Leave { guest: UserId, answer: oneshot::Sender<()> },
    /// A guest is an account from now on, of the same id or another, and plays on.
    Adopt { guest: UserId, account: UserId, answer: oneshot::Sender<()> },
    /// Something is due.
    Wake,
    /// The server stops.
    Stop,
}

/// A socket's side of a game.
pub(crate) struct Attached {
    /// What it is named in messages.
    pub(crate) socket: u64,
    pub(crate) role: Role,
    /// The first is the welcome.
    pub(crate) outbox: mpsc::Receiver<Out>,
}

/// What is sent to a socket.
#[derive(Clone, Debug)]
pub(crate) enum Out {
    Text(Utf8Bytes),
    /// The last one: the server goes down.
    Restarting,
    /// The last one: who it is was forgotten.
    Forgotten,
}

/// Why a seat was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JoinError {
    /// Somebody else has it.
    Taken,
    /// The game does not wait for anybody any more.
    Over,
    /// It counts for something, which it does not for guests.
    AccountNeeded,
    /// The rating is not one that is asked for.
    OutOfRange,
    /// It could not be kept.
    Unavailable,
}

/// Why a game did not answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum RoomError {
    #[error("there is no such game")]
    NotFound,
    #[error("the server stops")]
    Stopping,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the game cannot be read: {0}")]
    Damaged(String),
}

impl Rooms {
    pub(crate) fn new(world: World) -> Self {
        Self(Arc::new_cyclic(|rooms| {
            let time = world.time.clone();
            Inner {
                world,
                live: Mutex::default(),
                calendar: Calendar::start(rooms.clone(), time),
                lobby: Lobby::default(),
                is_stopping: AtomicBool::new(false),
                ended: Notify::new(),
            }
        }))
    }

    pub(crate) fn world(&self) -> &World {
        &self.0.world
    }

    /// What everybody finds.
    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    /// Takes up the games that were under way when the server last stopped.
    pub(crate) async fn resume(&self) -> Result<usize, StoreError> {
        let world = &self.0.world;
        let games = world.store.unfinished().await?;
        // A store from before the server said so tells nothing: then nobody is charged for what passed.
        let alive = world.store.last_alive().await?.unwrap_or(0);
        let count = games.len();
        for game in games {
            match self.resume_one(game, alive).await {
                Ok(()) => {}
                // One that is broken is no reason not to play the others.
                Err(RoomError::Store(error @ (StoreError::Busy | StoreError::Closed | StoreError::Database(_)))) => {
                    return Err(error);
                }
                Err(error) => tracing::error!(%game, %error, "a game cannot be taken up"),
            }
        }
        Ok(count)
    }

    async fn resume_one(&self, game: GameId, alive: u64) -> Result<(), RoomError> {
        let world = &self.0.world;
        let mut loaded = Loaded::load(world, game).await?;
        let events = loaded.referee.restarted(&loaded.room, alive);
        if !events.is_empty() {
            let numbered = number(&loaded.room, world.time.now(), events);
            let events = numbered.iter().map(Entry::of).collect();
            world.store.append(Append { game, events, friend: None, over: None }).await?;
            for event in &numbered {
                loaded.room.apply(event).map_err(|error| RoomError::Damaged(error.to_string()))?;
            }
        }
        if let Some(due) = loaded.referee.due(&loaded.room) {
            self.0.calendar.note(due, game);
        }
        self.0.lobby.note(game, Listed::of(&loaded.room, loaded.seats.creator, &loaded.sides));
        Ok(())
    }

    /// Makes a game.
    pub(crate) async fn create(&self, guest: UserId, new: &NewGame) -> Result<GameId, RoomError> {
        let world = &self.0.world;
        if self.0.is_stopping.load(Ordering::Relaxed) {
            return Err(RoomError::Stopping);
        }
        let (game, secret) = draw_game(world);
        let (referee, created) = Referee::create(secret, game, new);
        let seats = Seats { creator: Some(guest), friend: None };
        let room = creation(world, game, &referee, seats, vec![created])?;
        let Creating { creation, room } = room;
        let sides = sides(world, &room, seats).await?;
        world.store.create(creation).await?;
        self.0.lobby.note(game, Listed::of(&room, seats.creator, &sides));
        world.metrics.games_created.increment(1);
        if let Some(due) = referee.due(&room) {
            self.0.calendar.note(due, game);
        }
        tracing::info!(%game, "created");
        Ok(game)
    }

    /// Asks a game, which is loaded if need be.
    pub(crate) async fn ask<T>(
        &self,
        game: GameId,
        message: impl Fn(oneshot::Sender<T>) -> Message,
    ) -> Result<T, RoomError> {
        // A task that has just ended takes its last messages with it: then the next one is asked.
        const TRIES: usize = 3;
        for _ in 0..TRIES {
            let inbox = self.inbox(game).await?;
            let (answer, answered) = oneshot::channel();
            if inbox.send(message(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(RoomError::Stopping)
    }

    /// Tells a game about its players. One that is not there or cannot be read need not know.
    pub(crate) async fn tell(
        &self,
        game: GameId,
        message: impl Fn(oneshot::Sender<()>) -> Message,
    ) -> Result<(), RoomError> {
        match self.ask(game, message).await {
            Ok(()) | Err(RoomError::Damaged(_) | RoomError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The way to a game's task.
    pub(crate) async fn inbox(&self, game: GameId) -> Result<mpsc::Sender<Message>, RoomError> {
        if self.0.is_stopping.load(Ordering::Relaxed) {
            return Err(RoomError::Stopping);
        }
        if let Some(live) = self.live().get(&game) {
            return Ok(live.inbox.clone());
        }
        let loaded = Loaded::load(&self.0.world, game).await?;
        // Somebody else may have loaded it meanwhile; nothing was done with ours yet.
        let mut games = self.live();
        if self.0.is_stopping.load(Ordering::Relaxed) {
            return Err(RoomError::Stopping);
        }
        if let Some(live) = games.get(&game) {
            return Ok(live.inbox.clone());
        }
        let (inbox, messages) = mpsc::channel(INBOX);
        let generation = u64::from_be_bytes(draw(&*self.0.world.chance));
        games.insert(game, Live { inbox: inbox.clone(), generation });
        self.0.world.metrics.rooms.increment(1.0);
        tokio::spawn(actor::Actor::new(self.clone(), loaded, generation).run(messages));
        Ok(inbox)
    }

    /// Whether a game is in memory.
    pub(crate) fn is_live(&self, game: GameId) -> bool {
        self.live().contains_key(&game)
    }

    /// Ends all games' tasks; their sockets are told.
    pub(crate) async fn stop(&self) {
        let inboxes: Vec<_> = {
            let live = self.live();
            self.0.is_stopping.store(true, Ordering::Relaxed);
            live.values().map(|live| live.inbox.clone()).collect()
        };
        for inbox in inboxes {
            // Closed: it has ended by itself.
            let _ = inbox.send(Message::Stop).await;
        }
        loop {
            let ended = self.0.ended.notified();
            if self.live().is_empty() {
                return;
            }
            ended.await;
        }
    }

    fn live(&self) -> MutexGuard<'_, HashMap<GameId, Live>> {
        self.0.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A task is about to end: messages go to another one from now on.
    fn leave(&self, game: GameId, generation: u64, due: Option<u64>) {
        let mut live = self.live();
        if live.get(&game).is_some_and(|live| live.generation == generation) {
            live.remove(&game);
            self.0.lobby.left(game);
            self.0.world.metrics.rooms.decrement(1.0);
        }
        if let Some(due) = due {
            self.0.calendar.note(due, game);
        }
        if live.is_empty() {
            self.0.ended.notify_waiters();
        }
    }
}

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rooms({})", self.live().len())
    }
}

/// A game from the store, with all that belongs to it.
pub(crate) struct Loaded {
    pub(crate) room: Room,
    referee: Referee,
    pub(crate) seats: Seats,
    /// What everybody sees of who plays.
    sides: [Side; 2],
    pub(crate) log: log::Log,
}

impl Loaded {
    pub(crate) async fn load(world: &World, game: GameId) -> Result<Self, RoomError> {
        let Kept { secret, seats, events } = world.store.load(game).await?.ok_or(RoomError::NotFound)?;
        let secret = world.key.open(game, &secret);
        let secret = secret.ok_or_else(|| RoomError::Damaged("its secret was sealed with another key".to_owned()))?;
        let log = log::Log::of(&events);
        let room = fold(&events)?;
        let sides = sides(world, &room, seats).await?;
        Ok(Self { room, referee: world.referee(secret), seats, sides, log })
    }
}

/// What everybody sees of who plays.
async fn sides(world: &World, room: &Room, seats: Seats) -> Result<[Side; 2], StoreError> {
    let speed = Speed::of(room.clock());
    let side = async |user: Option<UserId>| match user {
        Some(user) => world.store.side(user, speed).await,
        // Who was there and is nobody any more.
        None => Ok(Side::Guest),
    };
    let friend = match room.computer() {
        Some(level) => Side::Computer { level },
        None if room.joined().is_none() => Side::Nobody,
        None => side(seats.friend).await?,
    };
    Ok([side(seats.creator).await?, friend])
}

/// A game from the store without what its referee holds.
pub(crate) fn fold(entries: &[Entry]) -> Result<Room, RoomError> {
    let damaged = |error: &dyn fmt::Display| RoomError::Damaged(error.to_string());
    let events: Result<Vec<Numbered>, _> = entries.iter().map(Entry::read).collect();
    Room::fold(&events.map_err(|error| damaged(&error))?).map_err(|error| damaged(&error))
}

/// Numbers what happened on from what had.
fn number(room: &Room, at: u64, events: Vec<Event>) -> Vec<Numbered> {
    (room.number() + 1..).zip(events).map(|(number, event)| Numbered { number, at, event }).collect()
}

fn draw_game(world: &World) -> (GameId, banqi_deal::Secret) {
    let game = GameId::from_bits(draw(&*world.chance));
    (game, banqi_deal::Secret::from_bytes(draw(&*world.chance)))
}

/// A game that is to be kept, and what it will be then.
struct Creating {
    creation: Creation,
    room: Room,
}

fn creation(
    world: &World,
    game: GameId,
    referee: &Referee,
    seats: Seats,
    events: Vec<Event>,
) -> Result<Creating, RoomError> {
    let at = world.time.now();
    let events: Vec<Numbered> = (1..).zip(events).map(|(number, event)| Numbered { number, at, event }).collect();
    let room = Room::fold(&events).map_err(|error| RoomError::Damaged(error.to_string()))?;
    let secret = world.key.seal(game, referee.secret(), &*world.chance);
    let events = events.iter().map(Entry::of).collect();
    let listing =
        Listing { rules: room.rules().to_string(), clock: room.clock(), scoring: room.scoring(), open: room.is_open() };
    Ok(Creating { creation: Creation { game, secret, seats, events, listing }, room })
}

/// How a game ended, for the store.
fn over(room: &Room) -> Option<Over> {
    let withheld = match room.ending()? {
        Ending::Aborted { reason: AbortReason::Unsealed | AbortReason::Unpicked, by } => by,
        _ => None,
    };
    Some(Over { end: room.end()?, withheld })
}

#[cfg(test)]
mod tests {
    use banqi_wire::{Clock, FirstMover};

    use super::*;
    use crate::thinkers::Think;
    use crate::time::ManualTime;
    use crate::{SqlStore, SystemChance};

    /// Games with room for so many waiting messages, and the clock.
    async fn rooms(outbox: usize) -> (Rooms, ManualTime, tempfile::TempDir) {
        rooms_where(outbox, None).await
    }

    /// The same with other thoughts, one at a time, of which so many may wait.
    async fn rooms_where(outbox: usize, think: Option<(Arc<Think>, usize)>) -> (Rooms, ManualTime, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = SqlStore::open(&folder.path().join("games.sqlite")).await.unwrap();
        let time = ManualTime::new(1_000_000);
        let metrics = Metrics::new();
        let (waiting, seconds) = (metrics.thinking_waiting.clone(), metrics.thinking_seconds.clone());
        let clock = Arc::new(time.clone());
        let thinkers = match think {
            None => Thinkers::new(1, clock, waiting, seconds),
            Some((think, places)) => Thinkers::with(1, places, think, clock, waiting, seconds),
        };
        let world = World {
            store: Arc::new(store),
            key: Key::from_bytes([7; 32]),
            time: Arc::new(time.clone()),
            chance: Arc::new(SystemChance),
            dealer: None,
            metrics,
            thinkers,
            idle: 60_000,
            outbox,
        };
        (Rooms::new(world), time, folder)
    }

    fn guest(byte: u8) -> UserId {
        UserId::from_bits([byte; 16])
    }

    async fn make(rooms: &Rooms) -> GameId {
        let rules = banqi::Preset::TaiwanQuick.rules();
        let new = NewGame::casual(rules, Clock::None, FirstMover::Tiles);
        rooms.create(guest(1), &new).await.unwrap()
    }

    async fn attach(rooms: &Rooms, game: GameId, guest: UserId) -> Attached {
        let attach = |answer| Message::Attach { guest: Some(guest), after: 0, answer };
        rooms.ask(game, attach).await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn who_takes_nothing_is_let_go_and_nobody_else_notices() {
        let (rooms, _time, _folder) = rooms(4).await;
        let game = make(&rooms).await;
        let mut slow = attach(&rooms, game, guest(2)).await;
        let mut quick = attach(&rooms, game, guest(1)).await;
        let inbox = rooms.inbox(game).await.unwrap();
        for _ in 0..10 {
            inbox.send(Message::Say { socket: quick.socket, phrase: Phrase::Hello }).await.unwrap();
            // The first is the welcome.
            assert!(matches!(quick.outbox.recv().await, Some(Out::Text(_))));
        }
        let mut waiting = 0;
        while slow.outbox.recv().await.is_some() {
            waiting += 1;
        }
        assert_eq!(waiting, 4, "no more than these are kept for it");
        assert!(rooms.world().metrics.render().contains("banqi_slow_sockets_total 1"));
    }

    #[tokio::test]
    async fn a_game_leaves_the_memory_when_nobody_is_there() {
        let (rooms, time, _folder) = rooms(4).await;
        let game = make(&rooms).await;
        let attached = attach(&rooms, game, guest(1)).await;
        time.advance(3_600_000);
        tokio::task::yield_now().await;
        assert_eq!(rooms.live().len(), 1, "somebody is there");
        rooms.inbox(game).await.unwrap().send(Message::Detach { socket: attached.socket }).await.unwrap();
        // The game notes when it was left, so that has to be behind it.
        rooms
            .ask(game, |answer| Message::Join { user: guest(1), joining: Joining::default(), answer })
            .await
            .unwrap()
            .unwrap();
        time.advance(60_000);
        while !rooms.live().is_empty() {
            tokio::task::yield_now().await;
        }
        // And comes back when somebody asks.
        attach(&rooms, game, guest(1)).await;
    }

    #[tokio::test]
    async fn games_stop_together_and_none_begins_after_that() {
        let (rooms, _time, _folder) = rooms(4).await;
        let mut outboxes = Vec::new();
        for _ in 0..5 {
            let game = make(&rooms).await;
            outboxes.push(attach(&rooms, game, guest(1)).await.outbox);
        }
        rooms.stop().await;
        assert!(rooms.live().is_empty());
        for outbox in &mut outboxes {
            let mut last = None;
            while let Some(out) = outbox.recv().await {
                last = Some(out);
            }
            assert!(matches!(last, Some(Out::Restarting)));
        }
        let game = GameId::from_bits([1; 10]);
        assert!(matches!(rooms.inbox(game).await, Err(RoomError::Stopping)));
    }

    /// A ranked game in which the creator has just played: it is the computer's turn.
    async fn ranked(rooms: &Rooms) -> (GameId, Attached) {
        let rules = banqi::Preset::TaiwanQuick.rules();
        let scoring = banqi_wire::Scoring::Ranked { level: "easy".parse().unwrap() };
        let new = NewGame { scoring, ..NewGame::casual(rules, Clock::None, FirstMover::Tiles) };
        let game = rooms.create(guest(1), &new).await.unwrap();
        let mut attached = attach(rooms, game, guest(1)).await;
        let seal = Command::Seal { secret: banqi_deal::Secret::from_bytes([9; 32]) };
        act(rooms, game, &attached, 1, seal).await;
        act(rooms, game, &attached, 3, Command::Play { action: "a1".parse().unwrap() }).await;
        // The welcome, sealed, begun, played.
        for _ in 0..4 {
            told(&mut attached).await;
        }
        (game, attached)
    }

    async fn act(rooms: &Rooms, game: GameId, by: &Attached, after: u32, command: Command) {
        let act = Message::Do { socket: by.socket, after, command, lag: 0 };
        rooms.inbox(game).await.unwrap().send(act).await.unwrap();
    }

    /// The next message, but for the one that says who plays.
    async fn told(attached: &mut Attached) -> String {
        loop {
            match attached.outbox.recv().await {
                Some(Out::Text(text)) if is_about_players(&text) => {}
                Some(Out::Text(text)) => return text.to_string(),
                other => panic!("{other:?}"),
            }
        }
    }

    fn is_about_players(text: &str) -> bool {
        text.starts_with(r#"{"type":"players""#)
    }

    /// Thinks until nobody waits for the answer any more.
    fn never() -> Arc<Think> {
        Arc::new(|_, is_unwanted| {
            while !is_unwanted() {
                std::thread::yield_now();
            }
            None
        })
    }

    #[tokio::test]
    async fn a_game_that_is_loaded_again_is_thought_about_again() {
        let (rooms, time, folder) = rooms_where(16, Some((never(), 0))).await;
        let (game, _attached) = ranked(&rooms).await;
        rooms.stop().await;
        drop(rooms);

        // The next server has the same store and key.
        let store = SqlStore::open(&folder.path().join("games.sqlite")).await.unwrap();
        let metrics = Metrics::new();
        let (waiting, seconds) = (metrics.thinking_waiting.clone(), metrics.thinking_seconds.clone());
        let time = Arc::new(time);
        let thinkers = Thinkers::new(1, time.clone(), waiting, seconds);
        let (store, key) = (Arc::new(store), Key::from_bytes([7; 32]));
        let (chance, idle) = (Arc::new(SystemChance), 60_000);
        let next = Rooms::new(World { store, key, time, chance, dealer: None, metrics, thinkers, idle, outbox: 16 });
        assert_eq!(next.resume().await.unwrap(), 1);
        let mut attached = attach(&next, game, guest(1)).await;
        // It may have answered before the welcome.
        let welcome = told(&mut attached).await;
        if !welcome.contains(r#""number":5"#) {
            assert!(told(&mut attached).await.contains(r#""number":5"#));
        }
        assert!(next.world().metrics.render().contains("banqi_thinking_seconds_count 1"));
    }

    #[tokio::test]
    async fn what_was_thought_for_an_earlier_moment_is_dropped() {
        // The first thought ends when it is no longer wanted, and then answers all the same.
        let think: Arc<Think> = Arc::new(|question, is_unwanted| {
            while question.number() == 4 && !is_unwanted() {
                std::thread::yield_now();
            }
            question.answer(&|| false)
        });
        let (rooms, _time, _folder) = rooms_where(16, Some((think, 1))).await;
        let (game, mut attached) = ranked(&rooms).await;
        // Something happens while the computer thinks about its turn, whose answer is for number 4.
        act(&rooms, game, &attached, 4, Command::OfferDraw).await;
        for (number, event) in [(5, "draw_offered"), (6, "draw_declined"), (7, "played")] {
            let text = told(&mut attached).await;
            assert!(text.contains(&format!(r#""number":{number},"#)) && text.contains(event), "{text}");
        }
    }

    #[tokio::test]
    async fn a_game_in_which_the_computer_fails_goes_on_for_some_tries_and_is_called_off() {
        let think: Arc<Think> = Arc::new(|_, _| panic!("as a test wants it"));
        let (rooms, time, _folder) = rooms_where(16, Some((think, 0))).await;
        let (game, mut attached) = ranked(&rooms).await;
        let (failed, mut failures) = (["aborted", "revealed"], 0);
        let mut texts = Vec::new();
        // Each try comes a little later; the game says nothing until the last.
        while texts.len() < failed.len() {
            match attached.outbox.try_recv() {
                Ok(Out::Text(text)) if is_about_players(&text) => {}
                Ok(Out::Text(text)) => texts.push(text.to_string()),
                Ok(out) => panic!("{out:?}"),
                Err(_) => {
                    time.advance(50);
                    failures += 1;
                    tokio::task::yield_now().await;
                }
            }
        }
        assert!(failures > 1, "not at once");
        for (text, event) in texts.iter().zip(failed) {
            assert!(text.contains(event), "{text}");
        }
        assert!(texts[0].contains(r#""reason":"computer""#), "{}", texts[0]);
        // The game is there, and over: it is not asked about any more.
        attach(&rooms, game, guest(2)).await;
        assert!(rooms.world().metrics.render().contains("banqi_games_over_total 1"));
    }

    #[tokio::test]
    async fn a_game_that_finds_no_thread_asks_again() {
        let (rooms, time, _folder) = rooms_where(16, Some((never(), 0))).await;
        let (first, attached) = ranked(&rooms).await;
        let (second, mut other) = ranked(&rooms).await;
        // The only thread is taken, and nothing may wait. What the second one hears comes from elsewhere.
        rooms
            .inbox(second)
            .await
            .unwrap()
            .send(Message::Say { socket: other.socket, phrase: Phrase::Hello })
            .await
            .unwrap();
        assert!(told(&mut other).await.contains("said"));
        // The first game is given up: its question is dropped, and the thread free.
        act(&rooms, first, &attached, 4, Command::Resign).await;
        let busy = |rooms: &Rooms| format!("{:?}", rooms.world().thinkers);
        while busy(&rooms) == "Thinkers(0)" {
            tokio::task::yield_now().await;
        }
        time.advance(250);
        while busy(&rooms) == "Thinkers(1)" {
            tokio::task::yield_now().await;
        }
        rooms.stop().await;
    }
}
