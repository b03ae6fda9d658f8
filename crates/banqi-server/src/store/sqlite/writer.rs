//! The one task that writes.

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::number;
use crate::UserId;
use crate::store::{Append, Creation, Entry, StoreError};

/// How many wait at most; who comes then is told that the store is busy, instead of waiting ever longer.
const QUEUE: usize = 4096;
/// How many are taken into one transaction.
const MOST_AT_ONCE: usize = 512;
/// While several write at once, transactions begin so far from each other.
const BETWEEN: Duration = Duration::from_millis(10);

/// Something to write.
#[derive(Debug)]
pub(super) enum Write {
    Create(Creation),
    Append(Append),
    Admit { guest: UserId, now: u64 },
    See { guest: UserId, now: u64 },
    Forget { guest: UserId },
    Expire { before: u64 },
    Fact { name: &'static str, value: String },
    Alive { now: u64 },
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
    let mut began = Instant::now();
    let mut is_busy = false;
    loop {
        if is_busy {
            // Where several write at once, more come soon. A single one does not wait.
            tokio::time::sleep_until(began + BETWEEN).await;
        }
        if jobs.recv_many(&mut batch, MOST_AT_ONCE).await == 0 {
            break;
        }
        began = Instant::now();
        is_busy = batch.len() > 1;
        let answers = match together(&mut connection, &batch).await {
            Ok(counts) => counts.into_iter().map(Ok).collect(),
            // With one alone it is clear whose it is.
            Err(error) if batch.len() == 1 => vec![Err(error)],
            // Somebody's write cannot be. Whose, shows when each is tried by itself.
            Err(_) => each(&mut connection, &batch).await,
        };
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
    let is_plain = |write: &Write| matches!(write, Write::Append(Append { friend: None, is_over: false, .. }));
    if batch.iter().flat_map(|job| &job.writes).all(is_plain) {
        // What most of them are: turns. A statement is a transaction of its own.
        let events: Vec<_> = batch.iter().flat_map(|job| &job.writes).flat_map(lines).collect();
        insert(connection, &events).await?;
        return Ok(vec![0; batch.len()]);
    }
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
    let written = match written.await {
        Ok(counts) => sqlx::query("COMMIT").execute(&mut *connection).await.map(|_| counts).map_err(StoreError::from),
        Err(error) => Err(error),
    };
    if written.is_err() {
        // Some errors have ended the transaction already.
        let _ = sqlx::query("ROLLBACK").execute(connection).await;
    }
    written
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

/// An event on its way into the table.
#[derive(Serialize)]
struct Line<'a> {
    g: &'a str,
    n: u32,
    a: u64,
    e: &'a str,
}

fn lines(write: &Write) -> Vec<Line<'_>> {
    let (game, events): (_, &[Entry]) = match write {
        Write::Create(creation) => (&creation.game, &creation.events),
        Write::Append(append) => (&append.game, &append.events),
        _ => return Vec::new(),
    };
    let line = |entry| {
        let Entry { number, at, event }: &Entry = entry;
        Line { g: game.as_str(), n: *number, a: *at, e: event }
    };
    events.iter().map(line).collect()
}

async fn insert(connection: &mut SqliteConnection, events: &[Line<'_>]) -> Result<(), StoreError> {
    const INSERT: &str = "INSERT INTO event (game, number, at, event) \
                          SELECT value ->> 'g', value ->> 'n', value ->> 'a', value ->> 'e' FROM json_each($1)";
    if events.is_empty() {
        return Ok(());
    }
    let json = serde_json::to_string(events).expect("lines are texts and numbers");
    match sqlx::query(INSERT).bind(json).execute(connection).await {
        Ok(_) => Ok(()),
        // The trigger's.
        Err(sqlx::Error::Database(error)) if error.message().contains("an event is missing") => {
            Err(StoreError::Conflict)
        }
        Err(error) => Err(error.into()),
    }
}

async fn other_than_events(connection: &mut SqliteConnection, write: &Write) -> Result<u64, StoreError> {
    let text = |guest: &Option<UserId>| guest.map(UserId::to_text);
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
        Write::Alive { now } => sqlx::query(
            "INSERT INTO fact (name, value) VALUES ('alive', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(now.to_string()),
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
