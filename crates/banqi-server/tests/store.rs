//! The contract of a store. Each part is a function over any store; the list below runs them for each implementation.

mod support;

use std::sync::Arc;

use banqi_server::{Append, Creation, Entry, Seats, SqliteStore, Store, StoreError, UserId};
use banqi_wire::{GameId, Player};
use support::server::folder;

/// Runs every part of the contract on a store of its own. `$open` gives a store for a folder, new or found there.
macro_rules! contract {
    ($open:path: $($part:ident)*) => {$(
        #[tokio::test]
        async fn $part() {
            let folder = folder();
            super::$part($open(folder.path()).await).await;
        }
    )*};
}

mod sqlite {
    use std::path::Path;

    use super::*;

    async fn open(folder: &Path) -> SqliteStore {
        SqliteStore::open(&folder.join("games.sqlite")).await.unwrap()
    }

    contract!(open:
        what_is_created_is_loaded
        a_game_is_created_once
        events_follow_each_other
        of_two_writers_one_is_first
        a_batch_is_taken_one_by_one_when_one_of_it_conflicts
        a_seat_is_taken_once
        a_next_game_comes_with_its_event_or_not_at_all
        games_that_are_over_are_not_unfinished
        a_guest_has_a_list
        guests_come_and_are_forgotten
        idle_guests_expire
        a_fact_stays
        a_closed_store_says_so
    );

    #[tokio::test]
    async fn what_was_kept_is_there_the_next_time() {
        let folder = folder();
        let store = open(folder.path()).await;
        store.create(creation(1, None)).await.unwrap();
        store.append(append(1, 2, 3)).await.unwrap();
        store.close().await;
        let kept = open(folder.path()).await.load(game(1)).await.unwrap().unwrap();
        assert_eq!(kept.events.len(), 4);
    }

    /// Nothing is closed: this is what a killed process leaves.
    #[tokio::test]
    async fn what_was_answered_is_there_after_a_kill() {
        let folder = folder();
        let store = open(folder.path()).await;
        store.create(creation(1, None)).await.unwrap();
        let copy = super::folder();
        for file in std::fs::read_dir(folder.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
        }
        assert!(open(copy.path()).await.load(game(1)).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_file_of_something_else_is_refused() {
        let folder = folder();
        std::fs::write(folder.path().join("games.sqlite"), "not a database at all, but long enough to be one").unwrap();
        assert!(SqliteStore::open(&folder.path().join("games.sqlite")).await.is_err());
    }
}

fn game(number: u8) -> GameId {
    GameId::from_bits([number; 10])
}

fn guest(number: u8) -> UserId {
    UserId::from_bits([number; 16])
}

fn events(first: u32, count: u32) -> Vec<Entry> {
    let entry = |number| Entry { number, at: 1000 + u64::from(number), event: format!(r#"{{"n":{number}}}"#).into() };
    (first..first + count).map(entry).collect()
}

fn creation(number: u8, creator: Option<UserId>) -> Creation {
    Creation {
        game: game(number),
        secret: vec![number; 72],
        seats: Seats { creator, friend: None },
        events: events(1, 1),
    }
}

fn append(number: u8, first: u32, count: u32) -> Append {
    Append { game: game(number), events: events(first, count), friend: None, is_over: false }
}

fn is_conflict<T>(answer: &Result<T, StoreError>) -> bool {
    matches!(answer, Err(StoreError::Conflict))
}

async fn count(store: &impl Store, number: u8) -> usize {
    store.load(game(number)).await.unwrap().unwrap().events.len()
}

async fn what_is_created_is_loaded(store: impl Store) {
    let creation = creation(1, Some(guest(1)));
    store.create(creation.clone()).await.unwrap();
    let kept = store.load(game(1)).await.unwrap().unwrap();
    assert_eq!((kept.secret, kept.seats, kept.events), (creation.secret, creation.seats, creation.events));
    assert!(store.load(game(2)).await.unwrap().is_none());
    store.ready().await.unwrap();
}

async fn a_game_is_created_once(store: impl Store) {
    store.create(creation(1, Some(guest(1)))).await.unwrap();
    assert!(is_conflict(&store.create(creation(1, Some(guest(2)))).await));
    assert_eq!(store.load(game(1)).await.unwrap().unwrap().seats.creator, Some(guest(1)));
}

async fn events_follow_each_other(store: impl Store) {
    store.create(creation(1, None)).await.unwrap();
    assert!(is_conflict(&store.append(append(1, 1, 1)).await), "there is a first one");
    assert!(is_conflict(&store.append(append(1, 3, 1)).await), "there is no second one");
    assert!(is_conflict(&store.append(append(2, 2, 1)).await), "there is no such game");
    store.append(append(1, 2, 3)).await.unwrap();
    store.append(append(1, 5, 1)).await.unwrap();
    assert!(is_conflict(&store.append(append(1, 5, 2)).await));
    let kept = store.load(game(1)).await.unwrap().unwrap();
    assert_eq!(kept.events, events(1, 5));
}

async fn of_two_writers_one_is_first(store: impl Store) {
    let store = Arc::new(store);
    store.create(creation(1, None)).await.unwrap();
    for number in 2..30 {
        let writers = (0..4).map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.append(append(1, number, 2)).await })
        });
        let mut first = 0;
        for writer in writers.collect::<Vec<_>>() {
            match writer.await.unwrap() {
                Ok(()) => first += 1,
                Err(error) => assert!(matches!(error, StoreError::Conflict), "{error}"),
            }
        }
        // Every second number is taken by the append before.
        assert_eq!(first, (number + 1) % 2, "{number}");
    }
}

async fn a_batch_is_taken_one_by_one_when_one_of_it_conflicts(store: impl Store) {
    let store = Arc::new(store);
    for number in 1..=40 {
        store.create(creation(number, None)).await.unwrap();
    }
    // All at once, so that some share a transaction; every fourth leaves a gap, or is there already.
    let first = |number: u8| match number % 4 {
        0 => 3,
        1 => 1,
        _ => 2,
    };
    let writers = (1..=40).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { (number, store.append(append(number, first(number), 2)).await) })
    });
    for writer in writers.collect::<Vec<_>>() {
        let (number, answer) = writer.await.unwrap();
        assert_eq!(answer.is_ok(), first(number) == 2, "{number}");
        assert_eq!(count(&*store, number).await, if first(number) == 2 { 3 } else { 1 });
    }
}

async fn a_seat_is_taken_once(store: impl Store) {
    store.create(creation(1, Some(guest(1)))).await.unwrap();
    store.append(Append { friend: Some(guest(2)), ..append(1, 2, 1) }).await.unwrap();
    assert!(is_conflict(&store.append(Append { friend: Some(guest(3)), ..append(1, 3, 1) }).await));
    let kept = store.load(game(1)).await.unwrap().unwrap();
    assert_eq!(kept.seats, Seats { creator: Some(guest(1)), friend: Some(guest(2)) });
    assert_eq!(kept.events.len(), 2, "who did not get the seat has left no event");
}

async fn a_next_game_comes_with_its_event_or_not_at_all(store: impl Store) {
    store.create(creation(1, None)).await.unwrap();
    assert!(is_conflict(&store.succeed(creation(2, None), append(1, 5, 1)).await));
    assert!(store.load(game(2)).await.unwrap().is_none());
    store.succeed(creation(2, None), append(1, 2, 1)).await.unwrap();
    assert_eq!((count(&store, 1).await, count(&store, 2).await), (2, 1));
    assert!(is_conflict(&store.succeed(creation(2, None), append(1, 3, 1)).await));
    assert_eq!(count(&store, 1).await, 2);
}

async fn games_that_are_over_are_not_unfinished(store: impl Store) {
    for number in [1, 2, 3] {
        store.create(creation(number, None)).await.unwrap();
    }
    store.append(Append { is_over: true, ..append(2, 2, 1) }).await.unwrap();
    store.append(append(2, 3, 1)).await.unwrap();
    let mut unfinished = store.unfinished().await.unwrap();
    unfinished.sort_unstable();
    assert_eq!(unfinished, [game(1), game(3)]);
}

async fn a_guest_has_a_list(store: impl Store) {
    store.create(Creation { events: events(1, 1), ..creation(1, Some(guest(1))) }).await.unwrap();
    store.create(Creation { events: events(1, 1), ..creation(2, Some(guest(2))) }).await.unwrap();
    let later = vec![Entry { at: 5000, ..events(1, 1).remove(0) }];
    store.create(Creation { events: later, ..creation(3, Some(guest(1))) }).await.unwrap();
    store.append(Append { friend: Some(guest(1)), is_over: true, ..append(2, 2, 1) }).await.unwrap();

    let games = store.games_of(guest(1)).await.unwrap();
    let listed: Vec<_> = games.iter().map(|game| (game.game, game.player, game.created, game.is_over)).collect();
    assert_eq!(listed[0], (game(3), Player::Creator, 5000, false), "the latest is first");
    assert!(listed.contains(&(game(1), Player::Creator, 1001, false)));
    assert!(listed.contains(&(game(2), Player::Friend, 1001, true)));
    assert_eq!(listed.len(), 3);
    assert_eq!(store.open_games_of(guest(1)).await.unwrap(), 2);
    assert!(store.games_of(guest(9)).await.unwrap().is_empty());
}

async fn guests_come_and_are_forgotten(store: impl Store) {
    assert_eq!(store.greet(guest(1), 10).await.unwrap(), None);
    store.admit(guest(1), 10).await.unwrap();
    assert_eq!(store.greet(guest(1), 20).await.unwrap(), Some(10));
    store.create(creation(1, Some(guest(1)))).await.unwrap();
    store.create(creation(2, Some(guest(2)))).await.unwrap();
    store.append(Append { friend: Some(guest(1)), ..append(2, 2, 1) }).await.unwrap();

    store.forget(guest(1)).await.unwrap();
    assert_eq!(store.greet(guest(1), 30).await.unwrap(), None);
    assert!(store.games_of(guest(1)).await.unwrap().is_empty());
    let seats = |number| {
        let loading = store.load(game(number));
        async { loading.await.unwrap().unwrap().seats }
    };
    assert_eq!(seats(1).await, Seats::default());
    assert_eq!(seats(2).await, Seats { creator: Some(guest(2)), friend: None });
    assert_eq!(count(&store, 2).await, 2, "the game stays");
}

async fn idle_guests_expire(store: impl Store) {
    const DAY: u64 = 86_400_000;
    for number in [1, 2, 3] {
        store.admit(guest(number), 0).await.unwrap();
        store.create(creation(number, Some(guest(number)))).await.unwrap();
    }
    for number in [1, 2] {
        store.append(Append { is_over: true, ..append(number, 2, 1) }).await.unwrap();
    }
    // The second was here lately, the third plays.
    store.greet(guest(2), 10 * DAY).await.unwrap();
    assert_eq!(store.expire(9 * DAY).await.unwrap(), 1);
    let known = [1, 2, 3].map(|number| store.greet(guest(number), 10 * DAY));
    let known: Vec<bool> =
        futures_util::future::join_all(known).await.into_iter().map(|known| known.unwrap().is_some()).collect();
    assert_eq!(known, [false, true, true]);
    assert_eq!(store.load(game(1)).await.unwrap().unwrap().seats, Seats::default());
    assert_eq!(store.expire(9 * DAY).await.unwrap(), 0);
}

async fn a_fact_stays(store: impl Store) {
    assert_eq!(store.fact("key", "one".to_owned()).await.unwrap(), "one");
    assert_eq!(store.fact("key", "two".to_owned()).await.unwrap(), "one");
}

async fn a_closed_store_says_so(store: impl Store) {
    let store = Arc::new(store);
    store.create(creation(1, None)).await.unwrap();
    let writing = tokio::spawn({
        let store = store.clone();
        async move { store.append(append(1, 2, 1)).await }
    });
    // The task above has begun, so its events are written.
    tokio::task::yield_now().await;
    store.close().await;
    writing.await.unwrap().unwrap();
    assert!(matches!(store.append(append(1, 3, 1)).await, Err(StoreError::Closed)));
    assert!(store.ready().await.is_err());
}
