//! The one task that writes.

use std::fmt;
use std::sync::Mutex;

use serde::Serialize;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::number;
use crate::GuestId;
use crate::store::{Append, Creation, Entry, StoreError};

/// How many wait at most; who comes then is told that the store is busy, instead of waiting ever longer.
const QUEUE: usize = 4096;
/// How many are taken into one transaction.
const MOST_AT_ONCE: usize = 512;

/// Something to write.
#[derive(Debug)]
pub(super) enum Write {
    Create(Creation),
    Append(Append),
    Admit { guest: GuestId, now: u64 },
    See { guest: GuestId, now: u64 },
    Forget { guest: GuestId },
    Expire { before: u64 },
    Fact { name: &'static str, value: String },
}

/// What belongs together, and who waits for it.
struct Job {
    writes: Vec<Write>,
    answer: oneshot::Sender<Result<u64, StoreError>>,
}

/// Hands over to the task.
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer(..)")
    }
}

impl Writer {
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (sender, jobs) = mpsc::channel(QUEUE);
        let task = tokio::spawn(run(connection, jobs));
        Self { jobs: Mutex::new(Some(sender)), task: Mutex::new(Some(task)) }
    }

    /// Writes all of it or nothing, and answers how many lines the last part concerned, once it is on the disk.
    pub(super) async fn write(&self, writes: Vec<Write>) -> Result<u64, StoreError> {
        let jobs = self.jobs.lock().map_err(|_| StoreError::Closed)?.clone().ok_or(StoreError::Closed)?;
        let (answer, answered) = oneshot::channel();
        jobs.try_send(Job { writes, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => StoreError::Closed,
        })?;
        drop(jobs);
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.jobs.lock().is_ok_and(|jobs| jobs.as_ref().is_none_or(mpsc::Sender::is_closed))
    }

    /// Writes what waits, and ends.
    pub(super) async fn close(&self) {
        let task = {
            if let Ok(mut jobs) = self.jobs.lock() {
                jobs.take();
            }
            self.task.lock().ok().and_then(|mut task| task.take())
        };
        if let Some(task) = task {
            // If it has panicked, the database is as after a crash.
            let _ = task.await;
        }
    }
}

async fn run(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        let answers = match together(&mut connection, &batch).await {
            Ok(counts) => counts.into_iter().map(Ok).collect(),
            // Somebody's write cannot be. Whose, shows when each is tried by itself.
            Err(_) => each(&mut connection, &batch).await,
        };
        tracing::trace!(jobs = batch.len(), "committed");
        for (job, answer) in batch.drain(..).zip(answers) {
            // Who has gone away reads it from the store.
            let _ = job.answer.send(answer);
        }
    }
    if let Err(error) = connection.close().await {
        tracing::warn!(%error, "closing the database");
    }
}

/// All jobs in one transaction, all events in one statement.
async fn together(connection: &mut SqliteConnection, batch: &[Job]) -> Result<Vec<u64>, StoreError> {
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let written = async {
        let mut counts = Vec::with_capacity(batch.len());
        let mut events = Vec::new();
        for job in batch {
            let mut count = 0;
            for write in &job.writes {
                count = other_than_events(connection, write).await?;
                events.extend(lines(write));
            }
            counts.push(count);
        }
        insert(connection, &events).await?;
        Ok(counts)
    };
    match written.await {
        Ok(counts) => {
            if let Err(error) = sqlx::query("COMMIT").execute(&mut *connection).await {
                roll_back(connection).await;
                return Err(error.into());
            }
            Ok(counts)
        }
        Err(error) => {
            roll_back(connection).await;
            Err(error)
        }
    }
}

/// Each job in a transaction of its own.
async fn each(connection: &mut SqliteConnection, batch: &[Job]) -> Vec<Result<u64, StoreError>> {
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        let answer = together(connection, std::slice::from_ref(job)).await;
        answers.push(answer.map(|counts| counts.first().copied().unwrap_or(0)));
    }
    answers
}

async fn roll_back(connection: &mut SqliteConnection) {
    // Some errors have ended the transaction already.
    let _ = sqlx::query("ROLLBACK").execute(connection).await;
}

/// An event on its way into the table.
#[derive(Serialize)]
struct Line<'a> {
    g: &'a str,
    n: u32,
    /// The number of the first that is appended together with it: the one before that has to be there.
    f: u32,
    a: u64,
    e: &'a str,
}

fn lines(write: &Write) -> Vec<Line<'_>> {
    let (game, events): (_, &[Entry]) = match write {
        Write::Create(creation) => (&creation.game, &creation.events),
        Write::Append(append) => (&append.game, &append.events),
        _ => return Vec::new(),
    };
    let first = events.first().map_or(0, |event| event.number);
    let line = events.iter().map(|Entry { number, at, event }| Line {
        g: game.as_str(),
        n: *number,
        f: first,
        a: *at,
        e: event,
    });
    line.collect()
}

async fn insert(connection: &mut SqliteConnection, events: &[Line<'_>]) -> Result<(), StoreError> {
    const INSERT: &str = "INSERT INTO event (game, number, at, event) \
                          SELECT value ->> 'g', value ->> 'n', value ->> 'a', value ->> 'e' FROM json_each($1) AS line \
                          WHERE value ->> 'f' = 1 OR EXISTS \
                          (SELECT 1 FROM event WHERE game = value ->> 'g' AND number = (value ->> 'f') - 1)";
    if events.is_empty() {
        return Ok(());
    }
    let json = serde_json::to_string(events).expect("lines are texts and numbers");
    let inserted = sqlx::query(INSERT).bind(json).execute(connection).await?.rows_affected();
    // What would leave a gap is not inserted.
    if inserted == events.len() as u64 { Ok(()) } else { Err(StoreError::Conflict) }
}

async fn other_than_events(connection: &mut SqliteConnection, write: &Write) -> Result<u64, StoreError> {
    let text = |guest: &Option<GuestId>| guest.map(GuestId::to_text);
    let query = match write {
        Write::Create(Creation { game, secret, seats, events }) => {
            let created = events.first().map_or(0, |event| event.at);
            sqlx::query("INSERT INTO game (id, secret, creator, friend, created) VALUES ($1, $2, $3, $4, $5)")
                .bind(game.as_str())
                .bind(secret)
                .bind(text(&seats.creator))
                .bind(text(&seats.friend))
                .bind(number(created))
        }
        Write::Append(Append { friend: None, is_over: false, .. }) => return Ok(0),
        Write::Append(Append { game, friend, is_over, .. }) => {
            let query = sqlx::query(
                "UPDATE game SET friend = coalesce($2, friend), is_over = max(is_over, $3) \
                 WHERE id = $1 AND ($2 IS NULL OR friend IS NULL)",
            )
            .bind(game.as_str())
            .bind(text(friend))
            .bind(*is_over);
            let found = query.execute(connection).await?.rows_affected();
            return if found == 1 { Ok(found) } else { Err(StoreError::Conflict) };
        }
        Write::Admit { guest, now } => sqlx::query("INSERT INTO guest (id, since, seen) VALUES ($1, $2, $2)")
            .bind(guest.to_text())
            .bind(number(*now)),
        Write::See { guest, now } => {
            sqlx::query("UPDATE guest SET seen = max(seen, $2) WHERE id = $1").bind(guest.to_text()).bind(number(*now))
        }
        Write::Forget { guest } => {
            let guest = guest.to_text();
            for forget in
                ["UPDATE game SET creator = NULL WHERE creator = $1", "UPDATE game SET friend = NULL WHERE friend = $1"]
            {
                sqlx::query(forget).bind(&guest).execute(&mut *connection).await?;
            }
            sqlx::query("DELETE FROM guest WHERE id = $1").bind(guest)
        }
        Write::Expire { before } => return expire(connection, number(*before)).await,
        Write::Fact { name, value } => {
            sqlx::query("INSERT INTO fact (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING").bind(*name).bind(value)
        }
    };
    Ok(query.execute(connection).await?.rows_affected())
}

async fn expire(connection: &mut SqliteConnection, before: i64) -> Result<u64, StoreError> {
    // The same condition three times: SQLite has no table for the length of a transaction that a pool of statements
    // would not find again in the next.
    for forget in [
        "UPDATE game SET creator = NULL WHERE is_over = 1 AND creator IN (SELECT id FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id)))",
        "UPDATE game SET friend = NULL WHERE is_over = 1 AND friend IN (SELECT id FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id)))",
    ] {
        sqlx::query(forget).bind(before).execute(&mut *connection).await?;
    }
    let forget = sqlx::query(
        "DELETE FROM guest WHERE seen < $1 AND NOT EXISTS \
         (SELECT 1 FROM game AS open WHERE open.is_over = 0 AND (open.creator = guest.id OR open.friend = guest.id))",
    );
    Ok(forget.bind(before).execute(connection).await?.rows_affected())
}
