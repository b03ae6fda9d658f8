//! The contract of a store. Each part is a function over any store; the list below runs them for each implementation.

mod support;

use std::sync::Arc;

use banqi::Preset;
use banqi_engine::Level;
use banqi_server::{
    Append, Change, Creation, Entry, Filter, Listing, NewAccount, NewSession, Over, Proof, Rating, Seats, SqlStore,
    Store, StoreError, UserId, after_game, day_of, span,
};
use banqi_wire::{Board, Clock, End, FirstMover, Gain, GameId, NewGame, Player, Results, Scoring, Side, Speed, Window};
use support::server::folder;

/// Every part of the contract, for each implementation.
macro_rules! contract {
    ($each:ident) => {
        $each! {
            what_is_created_is_loaded
            a_game_is_created_once
            events_follow_each_other
            of_two_writers_one_is_first
            a_batch_is_taken_one_by_one_when_one_of_it_conflicts
            a_seat_is_taken_once
            a_next_game_comes_with_its_event_or_not_at_all
            games_that_are_over_are_not_unfinished
            a_game_ends_once
            a_user_has_a_list
            guests_come_and_are_forgotten
            idle_guests_expire
            a_fact_stays
            a_guest_becomes_an_account_with_its_games
            of_those_who_want_a_name_one_gets_it
            sessions_begin_and_end
            what_one_signs_in_with_is_changed_by_who_knows_it
            a_guests_games_come_along
            a_rated_game_moves_both_ratings
            ratings_are_the_same_in_whatever_order_games_of_others_end
            stakes_go_from_one_to_the_other
            wins_against_the_computer_bring_points_twenty_times_a_day
            boards_are_the_sums_of_the_scores
            boards_have_pages_and_shared_places
            old_boards_and_sessions_expire
            who_is_deleted_is_nowhere
            a_result_and_a_deletion_at_once
            results_in_one_pool_at_once
            the_archive_is_searched_and_paged
            results_are_counted
            a_closed_store_says_so
        }
    };
}

mod sqlite {
    use std::path::Path;

    use banqi_server::{Games as _, Scores as _};
    use sqlx::Connection as _;

    use super::*;

    async fn open(folder: &Path) -> SqlStore {
        SqlStore::open(&folder.join("games.sqlite")).await.unwrap()
    }

    macro_rules! each_in_a_file {
        ($($part:ident)*) => {$(
            #[tokio::test]
            async fn $part() {
                let folder = folder();
                super::$part(open(folder.path()).await).await;
            }
        )*};
    }
    contract!(each_in_a_file);

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

    /// Games that were kept before there were accounts.
    #[tokio::test]
    async fn a_file_of_the_first_version_is_brought_up_to_date() {
        let folder = folder();
        let path = folder.path().join("games.sqlite");
        let mut migrations = sqlx::migrate!("migrations/sqlite");
        migrations.migrations.to_mut().truncate(1);
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
        migrations.run(&mut old).await.unwrap();
        let created = r#"{"type":"created","game":"0123456789abcdef","rules":"taiwan-quick:dark=trade","clock":{"kind":"fischer",
            "initial":300,"increment":5},"first":"tiles","server_commit":"00"}"#;
        let began = r#"{"type":"began","first":"friend"}"#;
        let played = r#"{"type":"played","action":"a1","spent":0}"#;
        let won = r#"{"type":"finished","outcome":{"winner":"first","reason":"resignation"}}"#;
        let drawn = r#"{"type":"finished","outcome":{"winner":null,"reason":"agreement"}}"#;
        let withheld = r#"{"type":"aborted","reason":"unsealed","by":"creator"}"#;
        for (number, is_over, events) in [
            (1, 1, vec![created, began, played, played, won]),
            (2, 1, vec![created, began, played, drawn]),
            (3, 1, vec![created, withheld]),
            (4, 0, vec![created]),
        ] {
            let insert =
                "INSERT INTO game (id, secret, creator, friend, created, is_over) VALUES ($1, x'07', $2, $3, 7, $4)";
            let query = sqlx::query(insert).bind(game(number).to_string()).bind(guest(1).to_text());
            query.bind(guest(2).to_text()).bind(is_over).execute(&mut old).await.unwrap();
            for (place, event) in (1..).zip(events) {
                let insert = "INSERT INTO event (game, number, at, event) VALUES ($1, $2, $3, $4)";
                let query = sqlx::query(insert).bind(game(number).to_string()).bind(place).bind(100 + place);
                query.bind(event).execute(&mut old).await.unwrap();
            }
        }
        old.close().await.unwrap();

        let store = open(folder.path()).await;
        let mut rows = Vec::new();
        for number in 1..=4 {
            rows.push(store.row(game(number)).await.unwrap().unwrap());
        }
        let fast = Clock::Fischer { initial: 300, increment: 5 };
        for row in &rows {
            assert_eq!((row.listing.rules.as_str(), row.listing.preset()), ("taiwan-quick:dark=trade", "taiwan-quick"));
            assert_eq!((row.listing.clock, row.listing.scoring), (fast, Scoring::Casual));
        }
        let end = |at, winner, reason: &str, aborted, turns| {
            let reason = reason.to_owned();
            Some(End { at, winner, reason, aborted, turns, captures: [0, 0] })
        };
        assert_eq!(rows[0].end, end(105, Some(Player::Friend), "resignation", false, 2));
        assert_eq!(rows[1].end, end(104, None, "agreement", false, 1));
        assert_eq!(rows[2].end, end(102, None, "unsealed", true, 0));
        assert_eq!(rows[3].end, None);
        assert_eq!(store.withheld(guest(1)).await.unwrap(), 1);
        assert_eq!(store.load(game(1)).await.unwrap().unwrap().events.len(), 5);
        assert_eq!(store.unfinished().await.unwrap(), [game(4)]);
        // What was private before stays so.
        assert!(store.archive(Filter { most: 9, ..Filter::default() }).await.unwrap().is_empty());
    }

    /// Names of files that would mean something else in an address.
    #[tokio::test]
    async fn a_file_may_have_any_name() {
        let folder = folder();
        for name in ["a b", "ques?tion=1", "hash#tag", "50%41", "暗棋", "plus+and&"] {
            let path = folder.path().join(name);
            let store = SqlStore::open(&path).await.unwrap();
            store.create(creation(1, None)).await.unwrap();
            assert!(store.load(game(1)).await.unwrap().is_some(), "{name}");
            store.close().await;
            assert!(path.is_file(), "{name}");
        }
    }

    #[tokio::test]
    async fn a_file_of_something_else_is_refused() {
        let folder = folder();
        std::fs::write(folder.path().join("games.sqlite"), "not a database at all, but long enough to be one").unwrap();
        assert!(SqlStore::open(&folder.path().join("games.sqlite")).await.is_err());
    }
}

#[cfg(unix)]
mod postgres {
    use banqi_postgres::Postgres;
    use banqi_server::{Games as _, Scores as _, StoreUrl};

    use super::*;

    async fn open(url: &str) -> SqlStore {
        SqlStore::connect(&url.parse().unwrap()).await.unwrap()
    }

    macro_rules! each_in_a_database {
        ($($part:ident)*) => {
            /// In one test, because each would start a server of its own.
            #[tokio::test]
            async fn the_contract() {
                let Some(mut postgres) = super::support::postgres::start().await else { return };
                $(
                    let database = postgres.database().await.unwrap();
                    println!("{}", stringify!($part));
                    super::$part(open(&database).await).await;
                )*
                two_servers_keep_one_history(&mut postgres).await;
                no_error_tells_the_password(&mut postgres).await;
            }
        };
    }
    contract!(each_in_a_database);

    /// Each with a writer of its own, as two machines have.
    async fn two_servers_keep_one_history(postgres: &mut Postgres) {
        let database = postgres.database().await.unwrap();
        let stores = [Arc::new(open(&database).await), Arc::new(open(&database).await)];
        stores[0].create(creation(1, None)).await.unwrap();
        for number in 2..40 {
            let writers =
                stores.clone().map(|store| tokio::spawn(async move { store.append(append(1, number, 1)).await }));
            let answers = futures_util::future::join_all(writers).await;
            let first = answers.iter().filter(|answer| matches!(answer, Ok(Ok(())))).count();
            assert_eq!(first, 1, "{number}");
            assert!(answers.into_iter().all(|answer| matches!(answer, Ok(Ok(()) | Err(StoreError::Conflict)))));
        }

        // And ratings: every game counts, whichever of them it ends at.
        for number in [1, 2, 3] {
            account(&*stores[0], number).await;
        }
        for number in 10..30 {
            let store = &stores[0];
            let pair = [guest(number % 3 + 1), guest((number + 1) % 3 + 1)];
            store.create(counting(number, Scoring::Rated, pair)).await.unwrap();
        }
        let ends = (10..30).map(|number| {
            let store = stores[usize::from(number % 2)].clone();
            tokio::spawn(async move { store.append(won(number, Player::Creator, u64::from(number))).await })
        });
        for end in ends.collect::<Vec<_>>() {
            end.await.unwrap().unwrap();
        }
        let mut games = 0;
        for number in [1, 2, 3] {
            games += stores[1].ratings_of(guest(number)).await.unwrap()[0].games;
        }
        assert_eq!(games, 40);
    }

    async fn no_error_tells_the_password(postgres: &mut Postgres) {
        let _ = postgres.database().await.unwrap();
        let url: StoreUrl = "postgres://banqi:opensesame@127.0.0.1:1/none".parse().unwrap();
        let error = SqlStore::connect(&url).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("opensesame"));
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
        listing: Listing::of(&NewGame::casual(Preset::TaiwanQuick.rules(), Clock::None, FirstMover::Tiles)),
    }
}

fn append(number: u8, first: u32, count: u32) -> Append {
    Append { game: game(number), events: events(first, count), friend: None, over: None }
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
    store.append(Append { over: Some(drawn(2)), ..append(2, 2, 1) }).await.unwrap();
    store.append(append(2, 3, 1)).await.unwrap();
    let mut unfinished = store.unfinished().await.unwrap();
    unfinished.sort_unstable();
    assert_eq!(unfinished, [game(1), game(3)]);
}

async fn a_user_has_a_list(store: impl Store) {
    store.create(Creation { events: events(1, 1), ..creation(1, Some(guest(1))) }).await.unwrap();
    store.create(Creation { events: events(1, 1), ..creation(2, Some(guest(2))) }).await.unwrap();
    let later = vec![Entry { at: 5000, ..events(1, 1).remove(0) }];
    store.create(Creation { events: later, ..creation(3, Some(guest(1))) }).await.unwrap();
    store.append(Append { friend: Some(guest(1)), over: Some(drawn(2)), ..append(2, 2, 1) }).await.unwrap();

    let games = store.games_of(guest(1)).await.unwrap();
    let listed: Vec<_> = games.iter().map(|game| (game.game, game.player, game.created, game.is_over)).collect();
    assert_eq!(listed[0], (game(3), Player::Creator, 5000, false), "the latest is first");
    assert!(listed.contains(&(game(1), Player::Creator, 1001, false)));
    assert!(listed.contains(&(game(2), Player::Friend, 1001, true)));
    assert_eq!(listed.len(), 3);
    assert_eq!(store.open_games_of(guest(1)).await.unwrap(), 2);
    let rows = |most| store.rows_of(guest(1), most);
    let all = rows(9).await.unwrap();
    assert_eq!(
        all.iter().map(|row| row.game).collect::<Vec<_>>(),
        games.iter().map(|game| game.game).collect::<Vec<_>>()
    );
    // Those that go on are not left out for the sake of others.
    let some = rows(2).await.unwrap();
    assert!(some.len() == 2 && some.iter().all(|row| row.end.is_none()));
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
        store.append(Append { over: Some(drawn(2)), ..append(number, 2, 1) }).await.unwrap();
    }
    // The second was here lately, the third plays.
    store.greet(guest(2), 10 * DAY).await.unwrap();
    assert_eq!(store.expire(9 * DAY, 10 * DAY).await.unwrap(), 1);
    let known = [1, 2, 3].map(|number| store.greet(guest(number), 10 * DAY));
    let known: Vec<bool> =
        futures_util::future::join_all(known).await.into_iter().map(|known| known.unwrap().is_some()).collect();
    assert_eq!(known, [false, true, true]);
    assert_eq!(store.load(game(1)).await.unwrap().unwrap().seats, Seats::default());
    assert_eq!(store.expire(9 * DAY, 10 * DAY).await.unwrap(), 0);
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

const DAY: u64 = 86_400_000;
/// A Wednesday at noon.
const NOON: u64 = 1_700_049_600_000;

const FAST: Clock = Clock::Fischer { initial: 180, increment: 2 };

fn drawn(at: u64) -> Over {
    let reason = "agreement".to_owned();
    Over { end: End { at, winner: None, reason, aborted: false, turns: 3, captures: [0, 0] }, withheld: None }
}

/// The end of a game, so many milliseconds after noon.
fn won(number: u8, winner: Player, after: u64) -> Append {
    let mut over = drawn(NOON + after);
    over.end.winner = Some(winner);
    Append { over: Some(over), ..append(number, 2, 1) }
}

fn counting(number: u8, scoring: Scoring, [creator, friend]: [UserId; 2]) -> Creation {
    let new = NewGame { scoring, ..NewGame::casual(Preset::TaiwanQuick.rules(), FAST, FirstMover::Tiles) };
    let seats = Seats { creator: Some(creator), friend: Some(friend) };
    Creation { listing: Listing::of(&new), seats, ..creation(number, None) }
}

fn new_account(number: u8, name: &str, is_guest: bool) -> NewAccount {
    NewAccount {
        user: guest(number),
        is_guest,
        name: name.to_owned(),
        key: name.to_lowercase(),
        password: format!("hash {number}"),
        recovery: [number; 32],
        at: 50,
    }
}

fn new_session(number: u8, account: UserId) -> NewSession {
    NewSession { token: [number; 32], id: format!("s{number}"), account, device: "Firefox, Linux".into(), at: 50 }
}

/// An account, named after its number.
async fn account(store: &impl Store, number: u8) -> UserId {
    let user = guest(number);
    store.sign_up(new_account(number, &format!("Player{number}"), false), new_session(number, user)).await.unwrap();
    user
}

async fn a_game_ends_once(store: impl Store) {
    let [one, two] = [account(&store, 1).await, account(&store, 2).await];
    store.create(counting(1, Scoring::Stake { base: 1 }, [one, two])).await.unwrap();
    store.append(won(1, Player::Creator, 0)).await.unwrap();
    let again = Append { events: events(3, 1), ..won(1, Player::Friend, 5) };
    assert!(is_conflict(&store.append(again).await));
    let row = store.row(game(1)).await.unwrap().unwrap();
    assert_eq!(row.end.unwrap().winner, Some(Player::Creator));
    assert_eq!(row.players.map(|player| player.name), [Some("Player1".to_owned()), Some("Player2".to_owned())]);
    assert_eq!(count(&store, 1).await, 2);
}

async fn a_guest_becomes_an_account_with_its_games(store: impl Store) {
    store.admit(guest(1), 10).await.unwrap();
    store.create(creation(1, Some(guest(1)))).await.unwrap();
    assert_eq!(store.side(guest(1), None).await.unwrap(), Side::Guest);
    let (new, session) = (new_account(1, "Anna", true), new_session(1, guest(1)));
    store.sign_up(new.clone(), session.clone()).await.unwrap();
    assert_eq!(store.greet(guest(1), 20).await.unwrap(), None, "it is no guest any more");
    assert_eq!(store.games_of(guest(1)).await.unwrap().len(), 1);
    let kept = store.account_named("anna".into()).await.unwrap().unwrap();
    assert!(store.account(guest(1)).await.unwrap().unwrap() == kept);
    assert_eq!((kept.user, kept.name.as_str(), kept.since), (guest(1), "Anna", 50));
    assert_eq!((kept.password.as_str(), kept.recovery), ("hash 1", [1; 32]));
    let side = store.side(guest(1), Some(Speed::Blitz)).await.unwrap();
    assert_eq!(side, Side::Account { name: "Anna".into(), rating: None, provisional: false });
    assert_eq!(store.session([1; 32], 0, 60).await.unwrap().unwrap().account, guest(1));
    assert!(store.account_named("Anna".into()).await.unwrap().is_none(), "names are compared by their key");

    // The guest is there no more, so nobody can become the account a second time; and nothing of a refusal is left.
    assert!(is_conflict(&store.sign_up(NewAccount { key: "b".into(), ..new }, session).await));
    assert!(store.account_named("b".into()).await.unwrap().is_none());
    store.admit(guest(2), 10).await.unwrap();
    assert!(is_conflict(&store.sign_up(new_account(2, "ANNA", true), new_session(2, guest(2))).await));
    assert!(store.greet(guest(2), 20).await.unwrap().is_some(), "who did not get the name is still a guest");
    assert!(store.session([2; 32], 0, 60).await.unwrap().is_none());
}

async fn of_those_who_want_a_name_one_gets_it(store: impl Store) {
    let store = Arc::new(store);
    let asking = (1..=20).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let (account, session) = (new_account(number, "Anna", false), new_session(number, guest(number)));
            (number, store.sign_up(account, session).await)
        })
    });
    let mut winners = Vec::new();
    for asked in asking.collect::<Vec<_>>() {
        match asked.await.unwrap() {
            (number, Ok(())) => winners.push(number),
            (_, Err(error)) => assert!(matches!(error, StoreError::Conflict), "{error}"),
        }
    }
    assert_eq!(winners.len(), 1);
    let kept = store.account_named("anna".into()).await.unwrap().unwrap();
    assert_eq!(kept.user, guest(winners[0]));
    for number in 1..=20 {
        let session = store.session([number; 32], 0, 60).await.unwrap();
        assert_eq!(session.is_some(), number == winners[0], "{number}");
    }
}

async fn sessions_begin_and_end(store: impl Store) {
    const HOUR: u64 = 3_600_000;
    let user = account(&store, 1).await;
    assert!(is_conflict(&store.begin_session(new_session(9, guest(9))).await), "there is no such account");
    for number in 2..=4 {
        store.begin_session(new_session(number, user)).await.unwrap();
    }
    assert!(is_conflict(&store.begin_session(new_session(4, user)).await), "a token is one session's");
    let used = store.session([3; 32], 0, 50 + HOUR).await.unwrap().unwrap();
    assert_eq!((used.id.as_str(), used.name.as_str(), used.device.as_str()), ("s3", "Player1", "Firefox, Linux"));
    let all = store.sessions_of(user).await.unwrap();
    assert_eq!((all.len(), all[0].id.as_str(), all[0].seen), (4, "s3", 50 + HOUR));
    assert!(store.session([2; 32], 51, 60).await.unwrap().is_none(), "it was not used for too long");

    assert!(!store.end_session(guest(2), "s2".into()).await.unwrap(), "it is not that account's");
    assert!(store.end_session(user, "s2".into()).await.unwrap());
    assert!(!store.end_session(user, "s2".into()).await.unwrap());
    assert_eq!(store.end_other_sessions(user, "s3".into()).await.unwrap(), 2);
    let left: Vec<_> = store.sessions_of(user).await.unwrap().into_iter().map(|session| session.id).collect();
    assert_eq!(left, ["s3"]);
    assert!(store.session([1; 32], 0, 60).await.unwrap().is_none());
}

async fn what_one_signs_in_with_is_changed_by_who_knows_it(store: impl Store) {
    let user = account(&store, 1).await;
    let change = |proof, session| Change {
        user,
        proof,
        password: Some("new hash".into()),
        recovery: None,
        session: Some(new_session(session, user)),
    };
    assert!(is_conflict(&store.change(change(Proof::Password("hash 2".into()), 5)).await));
    assert!(store.session([1; 32], 0, 60).await.unwrap().is_some(), "nothing has changed");
    store.change(change(Proof::Password("hash 1".into()), 5)).await.unwrap();
    assert!(store.session([1; 32], 0, 60).await.unwrap().is_none(), "all other sessions end");
    assert!(store.session([5; 32], 0, 60).await.unwrap().is_some());
    assert!(is_conflict(&store.change(change(Proof::Password("hash 1".into()), 6)).await), "it is the old one");

    let code = Change { recovery: Some([7; 32]), ..change(Proof::Recovery([1; 32]), 6) };
    store.change(code.clone()).await.unwrap();
    assert!(is_conflict(&store.change(code).await), "a code is used up");
    let kept = store.account(user).await.unwrap().unwrap();
    assert_eq!((kept.password.as_str(), kept.recovery), ("new hash", [7; 32]));
}

async fn a_guests_games_come_along(store: impl Store) {
    let user = account(&store, 1).await;
    store.admit(guest(5), 10).await.unwrap();
    store.create(creation(1, Some(guest(5)))).await.unwrap();
    store.create(creation(2, Some(guest(3)))).await.unwrap();
    store.append(Append { friend: Some(guest(5)), ..append(2, 2, 1) }).await.unwrap();
    // Nobody plays against themselves.
    store.create(counting(3, Scoring::Casual, [user, guest(5)])).await.unwrap();
    store.adopt(guest(5), user).await.unwrap();
    let seats = |number| {
        let loading = store.load(game(number));
        async { loading.await.unwrap().unwrap().seats }
    };
    assert_eq!(seats(1).await, Seats { creator: Some(user), friend: None });
    assert_eq!(seats(2).await, Seats { creator: Some(guest(3)), friend: Some(user) });
    assert_eq!(seats(3).await, Seats { creator: Some(user), friend: None });
    assert_eq!(store.greet(guest(5), 20).await.unwrap(), None);
    assert!(is_conflict(&store.adopt(guest(3), guest(9)).await));
}

async fn a_rated_game_moves_both_ratings(store: impl Store) {
    let pair = [account(&store, 1).await, account(&store, 2).await];
    store.create(counting(1, Scoring::Rated, pair)).await.unwrap();
    store.append(won(1, Player::Friend, 0)).await.unwrap();
    let expected = after_game([Rating::default(); 2], Some(1), [0; 2]);
    for (user, expected) in pair.into_iter().zip(expected) {
        let kept = store.ratings_of(user).await.unwrap();
        assert_eq!((kept.len(), kept[0].speed, kept[0].rating), (1, Speed::Blitz, expected));
        assert_eq!((kept[0].games, kept[0].at), (1, NOON));
        let history = store.rating_history(user, Speed::Blitz, 10).await.unwrap();
        assert_eq!((history.len(), f64::from(history[0].rating)), (1, expected.rating.round()));
    }
    let gains = store.gains(game(1)).await.unwrap();
    let after = expected.map(|rating| rating.rating.round() as i32);
    let gain = |after| Gain { amount: 0, rating: Some([1500, after]) };
    assert_eq!(gains, [(Player::Creator, gain(after[0])), (Player::Friend, gain(after[1]))]);
    // Nobody who is provisional is on a board.
    let board = store.lines(Board::Rating(Speed::Blitz), span(Window::All, NOON), 0, 10).await.unwrap();
    assert_eq!(board.players, 0);

    // Games that were called off, and those with a guest, count for nothing.
    store.admit(guest(3), 1).await.unwrap();
    store.create(counting(2, Scoring::Rated, [pair[0], guest(3)])).await.unwrap();
    store.append(won(2, Player::Creator, 10)).await.unwrap();
    store.create(counting(3, Scoring::Rated, pair)).await.unwrap();
    let mut aborted = won(3, Player::Creator, 10);
    aborted.over.as_mut().unwrap().end.aborted = true;
    store.append(aborted).await.unwrap();
    assert_eq!(store.ratings_of(pair[0]).await.unwrap()[0].games, 1);

    // One who plays long enough is on the board.
    for number in 10..60 {
        store.create(counting(number, Scoring::Rated, pair)).await.unwrap();
        let winner = if number % 2 == 0 { Player::Creator } else { Player::Friend };
        store.append(won(number, winner, u64::from(number))).await.unwrap();
    }
    for window in Window::ALL {
        let board = store.lines(Board::Rating(Speed::Blitz), span(window, NOON), 0, 10).await.unwrap();
        assert_eq!(board.players, 2, "{window:?}");
    }
    let kept = store.ratings_of(pair[0]).await.unwrap()[0];
    let line = store.standing(pair[0], Board::Rating(Speed::Blitz), "all".into()).await.unwrap().unwrap();
    assert_eq!(line.amount, kept.rating.rating.round() as i64);
    assert_eq!(store.rating_history(pair[0], Speed::Blitz, 10).await.unwrap().len(), 10);
}

/// What [`after_game`] makes of the games one after the other is what the store has in the end.
async fn ratings_are_the_same_in_whatever_order_games_of_others_end(store: impl Store) {
    let store = Arc::new(store);
    for number in 1..=6 {
        account(&*store, number).await;
    }
    let mut expected = [Rating::default(); 6];
    for round in 0..5_u8 {
        let ends = (0..3_u8).map(|pair| {
            let (number, creator, friend) = (10 + 3 * round + pair, 2 * pair, 2 * pair + 1);
            let winner = if round % 2 == 0 { Player::Creator } else { Player::Friend };
            let both = [expected[usize::from(creator)], expected[usize::from(friend)]];
            let after = after_game(both, Some(winner as usize), [if round == 0 { 0 } else { DAY }; 2]);
            expected[usize::from(creator)] = after[0];
            expected[usize::from(friend)] = after[1];
            let store = store.clone();
            tokio::spawn(async move {
                let players = [guest(creator + 1), guest(friend + 1)];
                store.create(counting(number, Scoring::Rated, players)).await.unwrap();
                store.append(won(number, winner, u64::from(round) * DAY)).await.unwrap();
            })
        });
        for end in ends.collect::<Vec<_>>() {
            end.await.unwrap();
        }
    }
    for (number, expected) in (1..).zip(expected) {
        let kept = store.ratings_of(guest(number)).await.unwrap()[0];
        assert_eq!((kept.rating, kept.games), (expected, 5));
    }
}

async fn stakes_go_from_one_to_the_other(store: impl Store) {
    let pair = [account(&store, 1).await, account(&store, 2).await];
    // Document 003: by what the loser has captured.
    for (number, captured, amount) in [(1, 5, 50), (2, 6, 30), (3, 13, 10)] {
        store.create(counting(number, Scoring::Stake { base: 10 }, pair)).await.unwrap();
        let mut end = won(number, Player::Creator, u64::from(number));
        end.over.as_mut().unwrap().end.captures = [16, captured];
        store.append(end).await.unwrap();
        let gain = |amount| Gain { amount, rating: None };
        let gains = store.gains(game(number)).await.unwrap();
        assert_eq!(gains, [(Player::Creator, gain(amount)), (Player::Friend, gain(-amount))]);
    }
    store.create(counting(4, Scoring::Stake { base: 10 }, pair)).await.unwrap();
    let mut draw = drawn(NOON);
    draw.end.captures = [3, 4];
    store.append(Append { over: Some(draw), ..append(4, 2, 1) }).await.unwrap();
    assert!(store.gains(game(4)).await.unwrap().is_empty(), "draws score nothing");
    let row = store.row(game(4)).await.unwrap().unwrap();
    assert_eq!(row.end.unwrap().captures, [3, 4], "but their captures are recorded");
    let balance = |user| store.standing(user, Board::Stake, "all".into());
    assert_eq!(balance(pair[0]).await.unwrap().unwrap().amount, 90);
    assert_eq!(balance(pair[1]).await.unwrap().unwrap().amount, -90);
}

async fn wins_against_the_computer_bring_points_twenty_times_a_day(store: impl Store) {
    let user = account(&store, 1).await;
    let ranked = |number, level| {
        let creation = counting(number, Scoring::Ranked { level }, [user, user]);
        Creation { seats: Seats { creator: Some(user), friend: None }, ..creation }
    };
    for number in 1..=25 {
        store.create(ranked(number, Level::Easy)).await.unwrap();
        store.append(won(number, Player::Creator, u64::from(number))).await.unwrap();
    }
    store.create(ranked(26, Level::Master)).await.unwrap();
    store.append(won(26, Player::Creator, 26)).await.unwrap();
    store.create(ranked(27, Level::Master)).await.unwrap();
    store.append(won(27, Player::Friend, 27)).await.unwrap();
    let points = |window, at| store.standing(user, Board::Points, span(window, at));
    assert_eq!(points(Window::Day, NOON).await.unwrap().unwrap().amount, 20 * 10 + 300);
    // The next day they count again.
    store.create(ranked(28, Level::Easy)).await.unwrap();
    store.append(won(28, Player::Creator, DAY)).await.unwrap();
    assert_eq!(points(Window::Day, NOON + DAY).await.unwrap().unwrap().amount, 10);
    let all = points(Window::All, NOON).await.unwrap().unwrap();
    assert_eq!((all.amount, all.best_day), (510, 500));
    assert!(points(Window::Day, NOON + 2 * DAY).await.unwrap().is_none());
}

async fn boards_are_the_sums_of_the_scores(store: impl Store) {
    for number in 1..=3 {
        account(&store, number).await;
    }
    let mut sums = [0_i64; 3];
    let mut week = [0_i64; 3];
    for number in 0..60_u8 {
        let (creator, friend) = (usize::from(number % 3), usize::from((number + 1) % 3));
        let base = u32::from(number) + 1;
        let players = [guest(number % 3 + 1), guest((number + 1) % 3 + 1)];
        store.create(counting(10 + number, Scoring::Stake { base }, players)).await.unwrap();
        let winner = if number % 5 < 2 { Player::Creator } else { Player::Friend };
        let after = u64::from(number % 10) * DAY;
        store.append(won(10 + number, winner, after)).await.unwrap();
        let (gets, gives) = if winner == Player::Creator { (creator, friend) } else { (friend, creator) };
        let is_this_week = span(Window::Week, NOON + after) == span(Window::Week, NOON);
        for sums in [Some(&mut sums), is_this_week.then_some(&mut week)].into_iter().flatten() {
            sums[gets] += i64::from(base) * 5;
            sums[gives] -= i64::from(base) * 5;
        }
    }
    for (number, (all, week)) in (1..).zip(sums.into_iter().zip(week)) {
        let of = |window| store.standing(guest(number), Board::Stake, span(window, NOON));
        assert_eq!(of(Window::All).await.unwrap().unwrap().amount, all);
        assert_eq!(of(Window::Week).await.unwrap().unwrap().amount, week);
    }
}

async fn boards_have_pages_and_shared_places(store: impl Store) {
    let levels = [Level::Easy, Level::Normal, Level::Normal, Level::Normal, Level::Expert, Level::Master];
    for (number, level) in (1..).zip(levels) {
        let user = account(&store, number).await;
        let seats = Seats { creator: Some(user), friend: None };
        let creation = counting(number, Scoring::Ranked { level }, [user, user]);
        store.create(Creation { seats, ..creation }).await.unwrap();
        store.append(won(number, Player::Creator, 0)).await.unwrap();
    }
    let page = |left_out, most| store.lines(Board::Points, "all".into(), left_out, most);
    let places =
        |lines: &[banqi_wire::BoardLine]| lines.iter().map(|line| (line.place, line.amount)).collect::<Vec<_>>();
    let all = page(0, 10).await.unwrap();
    assert_eq!(all.players, 6);
    assert_eq!(places(&all.lines), [(1, 300), (2, 100), (3, 30), (3, 30), (3, 30), (6, 10)]);
    assert_eq!(all.lines[0].name, "Player6");
    let rest = page(3, 2).await.unwrap();
    assert_eq!(rest.lines, all.lines[3..5]);
    assert!(page(6, 10).await.unwrap().lines.is_empty());
    let own = store.standing(guest(1), Board::Points, "all".into()).await.unwrap().unwrap();
    assert_eq!((own.place, own.amount, own.name.as_str()), (6, 10, "Player1"));
    assert!(page(u64::MAX, u32::MAX).await.unwrap().lines.is_empty());
}

async fn old_boards_and_sessions_expire(store: impl Store) {
    let user = account(&store, 1).await;
    store.create(counting(1, Scoring::Ranked { level: Level::Easy }, [user, user])).await.unwrap();
    store.append(won(1, Player::Creator, 0)).await.unwrap();
    store.expire(0, NOON + 7 * DAY).await.unwrap();
    let of = |window| store.standing(user, Board::Points, span(window, NOON));
    assert!(of(Window::Day).await.unwrap().is_some() && of(Window::Week).await.unwrap().is_some());
    store.expire(0, NOON + 30 * DAY).await.unwrap();
    assert!(of(Window::Day).await.unwrap().is_none() && of(Window::Week).await.unwrap().is_none());
    assert_eq!(of(Window::All).await.unwrap().unwrap().amount, 10);
    // Begun in 1970.
    assert!(store.session([1; 32], 0, NOON).await.unwrap().is_none());
}

async fn who_is_deleted_is_nowhere(store: impl Store) {
    let pair = [account(&store, 1).await, account(&store, 2).await];
    store.create(counting(1, Scoring::Rated, pair)).await.unwrap();
    store.append(won(1, Player::Creator, 0)).await.unwrap();
    store.create(counting(2, Scoring::Stake { base: 1 }, pair)).await.unwrap();
    store.append(won(2, Player::Creator, 1)).await.unwrap();
    let others = store.ratings_of(pair[1]).await.unwrap();
    store.forget(pair[0]).await.unwrap();
    assert!(store.account(pair[0]).await.unwrap().is_none());
    assert!(store.account_named("player1".into()).await.unwrap().is_none());
    assert!(store.session([1; 32], 0, 60).await.unwrap().is_none());
    assert!(store.ratings_of(pair[0]).await.unwrap().is_empty());
    assert!(store.rating_history(pair[0], Speed::Blitz, 9).await.unwrap().is_empty());
    assert!(store.standing(pair[0], Board::Stake, "all".into()).await.unwrap().is_none());
    assert_eq!(store.side(pair[0], None).await.unwrap(), Side::Guest);
    let row = store.row(game(1)).await.unwrap().unwrap();
    assert_eq!((row.players[0].user, row.players[1].name.as_deref()), (None, Some("Player2")));
    assert_eq!(store.ratings_of(pair[1]).await.unwrap(), others, "what others have stays");
    assert_eq!(store.standing(pair[1], Board::Stake, "all".into()).await.unwrap().unwrap().amount, -5);
    // The name can be had again.
    store.sign_up(new_account(3, "Player1", false), new_session(3, guest(3))).await.unwrap();
}

async fn a_result_and_a_deletion_at_once(store: impl Store) {
    let store = Arc::new(store);
    for number in 0..40 {
        let pair = [account(&*store, 2 * number + 1).await, account(&*store, 2 * number + 2).await];
        store.create(counting(number, Scoring::Rated, pair)).await.unwrap();
        let ending = tokio::spawn({
            let store = store.clone();
            async move { store.append(won(number, Player::Friend, 0)).await }
        });
        let deleting = tokio::spawn({
            let store = store.clone();
            async move { store.forget(pair[0]).await }
        });
        ending.await.unwrap().unwrap();
        deleting.await.unwrap().unwrap();
        assert!(store.ratings_of(pair[0]).await.unwrap().is_empty(), "nothing is left of who is deleted");
        // The other one has the win or, with nobody to have won against, has not.
        let kept = store.ratings_of(pair[1]).await.unwrap();
        assert!(kept.iter().all(|kept| kept.games == 1 && kept.rating.rating > 1500.0));
        let row = store.row(game(number)).await.unwrap().unwrap();
        assert_eq!(row.end.unwrap().winner, Some(Player::Friend), "the result is kept");
    }
}

async fn results_in_one_pool_at_once(store: impl Store) {
    let store = Arc::new(store);
    let pair = [account(&*store, 1).await, account(&*store, 2).await];
    for number in 10..60 {
        store.create(counting(number, Scoring::Rated, pair)).await.unwrap();
    }
    let ends = (10..60).map(|number| {
        let store = store.clone();
        tokio::spawn(async move { store.append(won(number, Player::Creator, 7)).await })
    });
    for end in ends.collect::<Vec<_>>() {
        end.await.unwrap().unwrap();
    }
    let mut expected = [Rating::default(); 2];
    for _ in 10..60 {
        expected = after_game(expected, Some(0), [0; 2]);
    }
    for (user, expected) in pair.into_iter().zip(expected) {
        let kept = store.ratings_of(user).await.unwrap()[0];
        assert_eq!((kept.games, kept.rating), (50, expected), "none is lost and none counts twice");
    }
}

async fn the_archive_is_searched_and_paged(store: impl Store) {
    let [one, two, three] = [account(&store, 1).await, account(&store, 2).await, account(&store, 3).await];
    let pairs = [[one, two], [two, one], [two, three], [three, one]];
    for number in 0..20_u8 {
        let scoring = if number % 2 == 0 { Scoring::Rated } else { Scoring::Stake { base: 1 } };
        let mut creation = counting(10 + number, scoring, pairs[usize::from(number % 4)]);
        if number >= 16 {
            creation.listing.rules = "hong-kong:chain=on".into();
        }
        store.create(creation).await.unwrap();
        // Pairs of games end at one time.
        store.append(won(10 + number, Player::Creator, u64::from(number / 2))).await.unwrap();
    }
    // These are nobody else's business, or go on.
    store.create(counting(1, Scoring::Casual, [one, two])).await.unwrap();
    store.append(won(1, Player::Creator, 99)).await.unwrap();
    store.create(counting(2, Scoring::Rated, [one, two])).await.unwrap();

    let all = store.archive(Filter { most: 100, ..Filter::default() }).await.unwrap();
    assert_eq!(all.len(), 20);
    let key = |row: &banqi_server::GameRow| (row.end.as_ref().map(|end| end.at).unwrap(), row.game);
    assert!(all.windows(2).all(|two| key(&two[0]) > key(&two[1])), "the latest is first, and none comes twice");
    let mut paged = Vec::new();
    let mut before = None;
    loop {
        let page = store.archive(Filter { most: 3, before, ..Filter::default() }).await.unwrap();
        let Some(last) = page.last() else { break };
        before = Some(key(last));
        paged.extend(page);
    }
    assert_eq!(paged, all);

    let find = |filter: Filter| store.archive(Filter { most: 100, ..filter });
    let of_one = find(Filter { player: Some(one), ..Filter::default() }).await.unwrap();
    let plays = |row: &banqi_server::GameRow, user| row.players.iter().any(|player| player.user == Some(user));
    assert_eq!(of_one, all.iter().filter(|row| plays(row, one)).cloned().collect::<Vec<_>>());
    let both = find(Filter { player: Some(one), against: Some(two), ..Filter::default() }).await.unwrap();
    assert_eq!(both, all.iter().filter(|row| plays(row, one) && plays(row, two)).cloned().collect::<Vec<_>>());
    let kind = Some("stake".to_owned());
    let stakes = find(Filter { player: Some(two), kind: kind.clone(), ..Filter::default() }).await.unwrap();
    assert!(stakes.iter().all(|row| row.listing.scoring == Scoring::Stake { base: 1 }) && !stakes.is_empty());
    let preset = Some("hong-kong".to_owned());
    let rare = find(Filter { preset: preset.clone(), kind, ..Filter::default() }).await.unwrap();
    assert_eq!(rare.iter().map(|row| row.game).collect::<Vec<_>>(), [game(29), game(27)]);
    assert_eq!(find(Filter { preset, ..Filter::default() }).await.unwrap().len(), 4);
    let hostile = Filter { preset: Some("' OR 1=1 --".into()), kind: Some("$1".into()), ..Filter::default() };
    assert!(find(hostile).await.unwrap().is_empty());
}

async fn results_are_counted(store: impl Store) {
    let [one, two, three] = [account(&store, 1).await, account(&store, 2).await, account(&store, 3).await];
    for (number, pair, winner) in [
        (1, [one, two], Some(Player::Creator)),
        (2, [two, one], Some(Player::Creator)),
        (3, [two, one], None),
        (4, [three, one], Some(Player::Friend)),
    ] {
        store.create(counting(number, Scoring::Rated, pair)).await.unwrap();
        let mut over = drawn(NOON);
        over.end.winner = winner;
        store.append(Append { over: Some(over), ..append(number, 2, 1) }).await.unwrap();
    }
    store.create(counting(5, Scoring::Rated, [one, two])).await.unwrap();
    let mut withheld = drawn(NOON);
    withheld.end.aborted = true;
    withheld.withheld = Some(Player::Friend);
    store.append(Append { over: Some(withheld), ..append(5, 2, 1) }).await.unwrap();
    assert_eq!(store.results(one, None).await.unwrap(), Results { won: 2, drawn: 1, lost: 1 });
    assert_eq!(store.results(one, Some(two)).await.unwrap(), Results { won: 1, drawn: 1, lost: 1 });
    assert_eq!(store.results(three, Some(one)).await.unwrap(), Results { won: 0, drawn: 0, lost: 1 });
    assert_eq!((store.withheld(two).await.unwrap(), store.withheld(one).await.unwrap()), (1, 0));
    assert_eq!(day_of(NOON) + DAY / 2, NOON);
}
