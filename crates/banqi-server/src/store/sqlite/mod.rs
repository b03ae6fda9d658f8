//! The store in one file, with SQLite.
//!
//! Readers have connections of their own. One task writes: it takes what waits, of many games, into one transaction, and
//! answers everybody after the commit, because it is the commit, which waits for the disk, that costs.

mod writer;

use std::path::Path;
use std::time::Duration;

use banqi_wire::{GameId, Player};
use futures_util::future::BoxFuture;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection as _, Row as _, SqliteConnection};

use super::{Answer, Append, Creation, Entry, GameOfUser, Kept, Seats, Store, StoreError};
use crate::UserId;
use writer::{Write, Writer};

/// A guest's last visit is noted once in so long.
const VISIT: u64 = 24 * 3600 * 1000;
/// How many games a guest's list has.
const MOST_LISTED: i64 = 1000;

/// The store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens the file, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or is no database of ours.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk when it is answered.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10));
        // Each game that is played writes on pages of its own, again and again: they stay in memory (32 MB), and are
        // copied from the log into the file (after 32 MB) only when they have been written several times.
        let writing = options.clone().pragma("cache_size", "-32768").pragma("wal_autocheckpoint", "8192");
        let mut connection = SqliteConnection::connect_with(&writing).await?;
        let migrated = sqlx::migrate!("migrations/sqlite").run(&mut connection).await;
        migrated.map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
        let readers = SqlitePoolOptions::new().max_connections(4).connect_with(options.read_only(true)).await?;
        Ok(Self { readers, writer: Writer::start(connection) })
    }

    async fn write(&self, writes: Vec<Write>) -> Result<u64, StoreError> {
        self.writer.write(writes).await
    }
}

impl Store for SqliteStore {
    fn create(&self, creation: Creation) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Create(creation)]).await.map(drop) })
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Append(append)]).await.map(drop) })
    }

    fn succeed(&self, creation: Creation, append: Append) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Create(creation), Write::Append(append)]).await.map(drop) })
    }

    fn load(&self, game: GameId) -> Answer<'_, Option<Kept>> {
        Box::pin(async move {
            // One snapshot for both.
            let mut reading = self.readers.begin().await?;
            let row = sqlx::query("SELECT secret, creator, friend FROM game WHERE id = $1")
                .bind(game.as_str())
                .fetch_optional(&mut *reading)
                .await?;
            let Some(row) = row else { return Ok(None) };
            let events = sqlx::query("SELECT number, at, event FROM event WHERE game = $1 ORDER BY number")
                .bind(game.as_str())
                .fetch_all(&mut *reading)
                .await?;
            let seats = Seats { creator: guest(&row, "creator")?, friend: guest(&row, "friend")? };
            let events = events.iter().map(entry).collect::<Result<_, _>>()?;
            Ok(Some(Kept { secret: row.try_get("secret")?, seats, events }))
        })
    }

    fn unfinished(&self) -> Answer<'_, Vec<GameId>> {
        Box::pin(async move {
            let rows =
                sqlx::query("SELECT id FROM game WHERE is_over = 0 ORDER BY id").fetch_all(&self.readers).await?;
            rows.iter().map(|row| game_id(row, "id")).collect()
        })
    }

    fn admit(&self, guest: UserId, now: u64) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Admit { guest, now }]).await.map(drop) })
    }

    fn greet(&self, guest: UserId, now: u64) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            let row = sqlx::query("SELECT since, seen FROM guest WHERE id = $1")
                .bind(guest.to_text())
                .fetch_optional(&self.readers)
                .await?;
            let Some(row) = row else { return Ok(None) };
            if time(&row, "seen")? + VISIT <= now {
                self.write(vec![Write::See { guest, now }]).await?;
            }
            time(&row, "since").map(Some)
        })
    }

    fn games_of(&self, guest: UserId) -> Answer<'_, Vec<GameOfUser>> {
        const ALL: &str = "SELECT id, created, is_over, 0 AS is_friend FROM game WHERE creator = $1 \
                           UNION ALL SELECT id, created, is_over, 1 FROM game WHERE friend = $1 \
                           ORDER BY created DESC, id LIMIT $2";
        Box::pin(async move {
            let query = sqlx::query(ALL).bind(guest.to_text()).bind(MOST_LISTED);
            let rows = query.fetch_all(&self.readers).await?;
            let read = |row: &SqliteRow| {
                let player = if row.try_get("is_friend")? { Player::Friend } else { Player::Creator };
                let (game, created) = (game_id(row, "id")?, time(row, "created")?);
                Ok(GameOfUser { game, player, created, is_over: row.try_get("is_over")? })
            };
            rows.iter().map(read).collect()
        })
    }

    fn open_games_of(&self, guest: UserId) -> Answer<'_, u32> {
        const COUNT: &str = "SELECT (SELECT count(*) FROM game WHERE creator = $1 AND is_over = 0) \
                             + (SELECT count(*) FROM game WHERE friend = $1 AND is_over = 0)";
        Box::pin(async move {
            let count: i64 = sqlx::query_scalar(COUNT).bind(guest.to_text()).fetch_one(&self.readers).await?;
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        })
    }

    fn forget(&self, guest: UserId) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Forget { guest }]).await.map(drop) })
    }

    fn expire(&self, before: u64) -> Answer<'_, u64> {
        Box::pin(async move { self.write(vec![Write::Expire { before }]).await })
    }

    fn fact(&self, name: &'static str, value: String) -> Answer<'_, String> {
        Box::pin(async move {
            self.write(vec![Write::Fact { name, value }]).await?;
            let kept = sqlx::query_scalar("SELECT value FROM fact WHERE name = $1").bind(name);
            Ok(kept.fetch_one(&self.readers).await?)
        })
    }

    fn alive(&self, now: u64) -> Answer<'_, ()> {
        Box::pin(async move { self.write(vec![Write::Alive { now }]).await.map(drop) })
    }

    fn last_alive(&self) -> Answer<'_, Option<u64>> {
        Box::pin(async move {
            let kept: Option<String> =
                sqlx::query_scalar("SELECT value FROM fact WHERE name = 'alive'").fetch_optional(&self.readers).await?;
            Ok(kept.and_then(|kept| kept.parse().ok()))
        })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            if self.writer.is_closed() {
                return Err(StoreError::Closed);
            }
            sqlx::query("SELECT 1 FROM fact").fetch_optional(&self.readers).await?;
            Ok(())
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // The last connection folds the log into the file, which a connection that only reads cannot.
            self.readers.close().await;
            self.writer.close().await;
        })
    }
}

fn entry(row: &SqliteRow) -> Result<Entry, StoreError> {
    let number: i64 = row.try_get("number")?;
    let event: String = row.try_get("event")?;
    let number = u32::try_from(number).map_err(|why| damaged("number", &why))?;
    Ok(Entry { number, at: time(row, "at")?, event: event.into() })
}

fn time(row: &SqliteRow, column: &'static str) -> Result<u64, StoreError> {
    let time: i64 = row.try_get(column)?;
    u64::try_from(time).map_err(|why| damaged(column, &why))
}

fn game_id(row: &SqliteRow, column: &'static str) -> Result<GameId, StoreError> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|why| damaged(column, &why))
}

fn guest(row: &SqliteRow, column: &'static str) -> Result<Option<UserId>, StoreError> {
    let text: Option<&str> = row.try_get(column)?;
    text.map(|text| text.parse().map_err(|why| damaged(column, &why))).transpose()
}

fn damaged(what: &str, why: &dyn std::fmt::Display) -> StoreError {
    StoreError::Damaged { what: what.to_owned(), why: why.to_string() }
}

/// SQLite's numbers have a sign; times do not come so far.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
