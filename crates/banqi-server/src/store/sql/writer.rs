//! The one task that writes.

use std::fmt;
use std::sync::Mutex;
use std::time::Duration;

use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::AnyPool;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::backend::{Backend, is_passing};
use super::write::{Write, other_than_events};
use crate::store::{Append, Entry, StoreError};

/// How many wait at most; who comes then is told that the store is busy, instead of waiting ever longer.
const QUEUE: usize = 4096;
/// How many are taken into one transaction.
const MOST_AT_ONCE: usize = 512;
/// While several write at once, transactions begin so far from each other.
const BETWEEN: Duration = Duration::from_millis(10);
/// How often a transaction is tried again in whose way another one was.
const TRIES: usize = 5;

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
    /// Starts the task, with a pool of one connection: one that is lost is made again.
    pub(super) fn start(connection: AnyPool, backend: Backend) -> Self {
        let (sender, jobs) = mpsc::channel(QUEUE);
        let task = tokio::spawn(run(connection, backend, jobs));
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

async fn run(pool: AnyPool, backend: Backend, mut jobs: mpsc::Receiver<Job>) {
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
        let answers = match pool.acquire().await {
            Ok(mut connection) => answers(&mut connection, backend, &batch).await,
            Err(error) => {
                let error = StoreError::from(error);
                batch.iter().map(|_| Err(error.clone())).collect()
            }
        };
        for (job, answer) in batch.drain(..).zip(answers) {
            // Who has gone away reads it from the store.
            let _ = job.answer.send(answer);
        }
    }
    pool.close().await;
}

async fn answers(connection: &mut AnyConnection, backend: Backend, batch: &[Job]) -> Vec<Result<u64, StoreError>> {
    match together(connection, backend, batch).await {
        Ok(counts) => counts.into_iter().map(Ok).collect(),
        // With one alone it is clear whose it is.
        Err(error) if batch.len() == 1 && !is_passing(&error) => vec![Err(error)],
        // Somebody's write cannot be. Whose, shows when each is tried by itself.
        Err(_) => each(connection, backend, batch).await,
    }
}

/// All jobs in one transaction, all events in one statement.
async fn together(connection: &mut AnyConnection, backend: Backend, batch: &[Job]) -> Result<Vec<u64>, StoreError> {
    let is_plain = |write: &Write| matches!(write, Write::Append(Append { friend: None, over: None, .. }));
    if batch.iter().flat_map(|job| &job.writes).all(is_plain) {
        // What most of them are: turns. A statement is a transaction of its own.
        let events: Vec<_> = batch.iter().flat_map(|job| &job.writes).flat_map(lines).collect();
        insert(connection, backend, &events).await?;
        return Ok(vec![0; batch.len()]);
    }
    sqlx::query(backend.begin()).execute(&mut *connection).await?;
    let written = async {
        let mut counts = Vec::with_capacity(batch.len());
        let mut events = Vec::new();
        for job in batch {
            let mut count = 0;
            for write in &job.writes {
                count = other_than_events(connection, backend, write).await?;
                events.extend(lines(write));
            }
            counts.push(count);
        }
        insert(connection, backend, &events).await?;
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
async fn each(connection: &mut AnyConnection, backend: Backend, batch: &[Job]) -> Vec<Result<u64, StoreError>> {
    let mut answers = Vec::with_capacity(batch.len());
    for job in batch {
        let mut answer = together(connection, backend, std::slice::from_ref(job)).await;
        for _ in 0..TRIES {
            if !matches!(&answer, Err(error) if is_passing(error)) {
                break;
            }
            answer = together(connection, backend, std::slice::from_ref(job)).await;
        }
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

async fn insert(connection: &mut AnyConnection, backend: Backend, events: &[Line<'_>]) -> Result<(), StoreError> {
    if events.is_empty() {
        return Ok(());
    }
    let json = serde_json::to_string(events).expect("lines are texts and numbers");
    match sqlx::query(backend.insert_events()).bind(json).execute(connection).await {
        Ok(_) => Ok(()),
        // The trigger's.
        Err(sqlx::Error::Database(error)) if error.message().contains("an event is missing") => {
            Err(StoreError::Conflict)
        }
        Err(error) => Err(error.into()),
    }
}
