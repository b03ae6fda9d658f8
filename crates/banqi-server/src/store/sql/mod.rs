//! The store in a database: one file with SQLite, or PostgreSQL. Both understand the same statements but for a few words,
//! which are the [`Backend`]'s.
//!
//! Readers have connections of their own. One task writes: it takes what waits, of many games, into one transaction, and
//! answers everybody after the commit, because it is the commit, which waits for the disk, that costs.

mod accounts;
mod backend;
mod backup;
mod games;
mod row;
mod scores;
mod settle;
mod url;
mod write;
mod writer;

use std::path::Path;

use banqi_wire::{Board, BoardLine, Gain, GameId, Player, RatingPoint, Results, Side, Speed};
use futures_util::future::BoxFuture;
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _};

use super::{
    Accounts, Answer, Append, Change, Creation, Filter, GameOfUser, GameRow, Games, Kept, KeptAccount, KeptRating,
    KeptSession, Lines, NewAccount, NewSession, Scores, Store, StoreError,
};
use crate::UserId;
use backend::Backend;
pub use backup::backup;
pub use url::{StoreUrl, StoreUrlError};
use write::Write;
use writer::Writer;

/// The store in a database.
#[derive(Debug)]
pub struct SqlStore {
    readers: AnyPool,
    writer: Writer,
}

impl SqlStore {
    /// Opens a file of SQLite, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// When the file cannot be opened, or is no database of ours.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let url = |mode| url::of_file(path, mode).map_err(|error| StoreError::from(sqlx::Error::Io(error)));
        Self::with(Backend::Sqlite, &url("rwc")?, &url("ro")?).await
    }

    /// Connects to a PostgreSQL database, and brings it up to date.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached, or is not ours.
    pub async fn connect(url: &StoreUrl) -> Result<Self, StoreError> {
        Self::with(Backend::Postgres, url.as_str(), url.as_str()).await
    }

    async fn with(backend: Backend, writing: &str, reading: &str) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let pool = |most: u32, settings: &'static [&'static str]| {
            AnyPoolOptions::new()
                .max_connections(most)
                // A file does not go away, and a database is asked again by who wants something of it.
                .test_before_acquire(backend == Backend::Postgres)
                .after_connect(move |connection, _| {
                    Box::pin(async move {
                        for setting in settings {
                            connection.execute(*setting).await?;
                        }
                        Ok(())
                    })
                })
        };
        let options = |url: &str| url.parse::<AnyConnectOptions>();
        // A pool tries on for a while and then only says that it did: one connection says what is wrong, and at once.
        let mut first = AnyConnection::connect_with(&options(writing)?).await?;
        for setting in backend.writing() {
            first.execute(*setting).await?;
        }
        first.close().await?;
        let writer = pool(1, backend.writing()).connect_with(options(writing)?).await?;
        let migrated = match backend {
            Backend::Sqlite => sqlx::migrate!("migrations/sqlite").run(&writer).await,
            Backend::Postgres => sqlx::migrate!("migrations/postgres").run(&writer).await,
        };
        migrated.map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
        let readers = pool(backend.readers(), backend.reading()).connect_with(options(reading)?).await?;
        Ok(Self { readers, writer: Writer::start(writer, backend) })
    }

    async fn write(&self, write: Write) -> Result<u64, StoreError> {
        self.writer.write(vec![write]).await
    }

    /// Writes, and it does not matter how much that concerned.
    fn keep(&self, write: Write) -> Answer<'_, ()> {
        Box::pin(async move { self.write(write).await.map(drop) })
    }
}

impl Games for SqlStore {
    fn create(&self, creation: Creation) -> Answer<'_, ()> {
        self.keep(Write::Create(creation))
    }

    fn append(&self, append: Append) -> Answer<'_, ()> {
        self.keep(Write::Append(append))
    }

    fn succeed(&self, creation: Creation, append: Append) -> Answer<'_, ()> {
        Box::pin(async move { self.writer.write(vec![Write::Create(creation), Write::Append(append)]).await.map(drop) })
    }

    fn load(&self, game: GameId) -> Answer<'_, Option<Kept>> {
        Box::pin(games::load(&self.readers, game))
    }

    fn unfinished(&self) -> Answer<'_, Vec<GameId>> {
        Box::pin(games::unfinished(&self.readers))
    }

    fn games_of(&self, user: UserId) -> Answer<'_, Vec<GameOfUser>> {
        Box::pin(games::of_user(&self.readers, user))
    }

    fn rows_of(&self, user: UserId, most: u32) -> Answer<'_, Vec<GameRow>> {
        Box::pin(games::rows_of_user(&self.readers, user, most))
    }

    fn open_games_of(&self, user: UserId) -> Answer<'_, u32> {
        Box::pin(games::open_of_user(&self.readers, user))
    }

    fn archive(&self, filter: Filter) -> Answer<'_, Vec<GameRow>> {
        Box::pin(games::archive(&self.readers, filter))
    }

    fn row(&self, game: GameId) -> Answer<'_, Option<GameRow>> {
        Box::pin(games::row(&self.readers, game))
    }
}

impl Accounts for SqlStore {
    fn admit(&self, guest: UserId, now: u64) -> Answer<'_, ()> {
        self.keep(Write::Admit { guest, now })
    }

    fn greet(&self, guest: UserId, now: u64) -> Answer<'_, Option<u64>> {
        Box::pin(accounts::greet(self, guest, now))
    }

    fn forget(&self, user: UserId) -> Answer<'_, ()> {
        self.keep(Write::Forget { user })
    }

    fn adopt(&self, guest: UserId, account: UserId) -> Answer<'_, ()> {
        self.keep(Write::Adopt { guest, account })
    }

    fn sign_up(&self, account: NewAccount, session: NewSession) -> Answer<'_, ()> {
        self.keep(Write::SignUp { account, session })
    }

    fn account(&self, user: UserId) -> Answer<'_, Option<KeptAccount>> {
        Box::pin(accounts::account(&self.readers, user))
    }

    fn account_named(&self, key: String) -> Answer<'_, Option<KeptAccount>> {
        Box::pin(accounts::account_named(&self.readers, key))
    }

    fn change(&self, change: Change) -> Answer<'_, ()> {
        self.keep(Write::Change(change))
    }

    fn begin_session(&self, session: NewSession) -> Answer<'_, ()> {
        self.keep(Write::BeginSession(session))
    }

    fn session(&self, token: [u8; 32], before: u64, now: u64) -> Answer<'_, Option<KeptSession>> {
        Box::pin(accounts::session(self, token, before, now))
    }

    fn sessions_of(&self, account: UserId) -> Answer<'_, Vec<KeptSession>> {
        Box::pin(accounts::sessions_of(&self.readers, account))
    }

    fn end_session(&self, account: UserId, id: String) -> Answer<'_, bool> {
        Box::pin(async move { self.write(Write::EndSession { account, id }).await.map(|ended| ended > 0) })
    }

    fn end_other_sessions(&self, account: UserId, but: String) -> Answer<'_, u64> {
        Box::pin(self.write(Write::EndOtherSessions { account, but }))
    }

    fn side(&self, user: UserId, speed: Option<Speed>) -> Answer<'_, Side> {
        Box::pin(accounts::side(&self.readers, user, speed))
    }
}

impl Scores for SqlStore {
    fn ratings_of(&self, account: UserId) -> Answer<'_, Vec<KeptRating>> {
        Box::pin(scores::ratings_of(&self.readers, account))
    }

    fn rating_history(&self, account: UserId, speed: Speed, most: u32) -> Answer<'_, Vec<RatingPoint>> {
        Box::pin(scores::rating_history(&self.readers, account, speed, most))
    }

    fn lines(&self, board: Board, span: String, left_out: u64, most: u32) -> Answer<'_, Lines> {
        Box::pin(scores::lines(&self.readers, board, span, left_out, most))
    }

    fn standing(&self, account: UserId, board: Board, span: String) -> Answer<'_, Option<BoardLine>> {
        Box::pin(scores::standing(&self.readers, account, board, span))
    }

    fn results(&self, account: UserId, against: Option<UserId>) -> Answer<'_, Results> {
        Box::pin(scores::results(&self.readers, account, against))
    }

    fn withheld(&self, user: UserId) -> Answer<'_, u32> {
        Box::pin(scores::withheld(&self.readers, user))
    }

    fn gains(&self, game: GameId) -> Answer<'_, Vec<(Player, Gain)>> {
        Box::pin(scores::gains(&self.readers, game))
    }
}

impl Store for SqlStore {
    fn expire(&self, before: u64, now: u64) -> Answer<'_, u64> {
        Box::pin(self.write(Write::Expire { before, now }))
    }

    fn fact(&self, name: &'static str, value: String) -> Answer<'_, String> {
        Box::pin(async move {
            self.write(Write::Fact { name, value }).await?;
            let kept = sqlx::query_scalar("SELECT value FROM fact WHERE name = $1").bind(name);
            Ok(kept.fetch_one(&self.readers).await?)
        })
    }

    fn alive(&self, now: u64) -> Answer<'_, ()> {
        self.keep(Write::Alive { now })
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
            // The last connection folds SQLite's log into the file, which a connection that only reads cannot.
            self.readers.close().await;
            self.writer.close().await;
        })
    }
}
