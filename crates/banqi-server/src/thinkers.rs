//! Where the server's computer thinks: beside the games' tasks, which go on meanwhile, and not for too many at once.

use std::fmt;
use std::sync::Arc;

use banqi_room::Question;
use banqi_wire::Command;
use metrics::{Gauge, Histogram};
use tokio::sync::{Semaphore, oneshot};

use crate::time::Time;

/// How many questions may wait. Who comes then asks again a little later.
const WAITING: usize = 256;

/// How a question is answered, unless what it is given says that nobody waits for the answer any more.
pub(crate) type Think = dyn Fn(&Question, &dyn Fn() -> bool) -> Option<Command> + Send + Sync;

/// So many threads that think, and a queue before them. An answer depends on the question alone, and not on how much there
/// is to do.
pub(crate) struct Thinkers {
    /// One for each thread. Who waits is served in turn.
    threads: Arc<Semaphore>,
    /// One for each question, those that are thought about included.
    places: Arc<Semaphore>,
    think: Arc<Think>,
    time: Arc<dyn Time>,
    waiting: Gauge,
    seconds: Histogram,
}

/// There are too many questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

impl Thinkers {
    /// So many threads that ask the engine.
    pub(crate) fn new(threads: usize, time: Arc<dyn Time>, waiting: Gauge, seconds: Histogram) -> Self {
        let think = |question: &Question, is_unwanted: &dyn Fn() -> bool| question.answer(&is_unwanted);
        Self::with(threads, WAITING, Arc::new(think), time, waiting, seconds)
    }

    /// With a queue of another length and other thoughts, for tests.
    pub(crate) fn with(
        threads: usize,
        waiting: usize,
        think: Arc<Think>,
        time: Arc<dyn Time>,
        gauge: Gauge,
        seconds: Histogram,
    ) -> Self {
        let threads = threads.clamp(1, Semaphore::MAX_PERMITS - waiting);
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            places: Arc::new(Semaphore::new(threads + waiting)),
            think,
            time,
            waiting: gauge,
            seconds,
        }
    }

    /// Asks. The answer comes later, or nothing if thinking has failed; who does not wait for it any more drops what is
    /// given here, and the question is dropped too.
    pub(crate) fn ask(&self, question: Question) -> Result<oneshot::Receiver<Command>, Full> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Full)?;
        let (mut answer, answered) = oneshot::channel();
        let (threads, think, time) = (Arc::clone(&self.threads), Arc::clone(&self.think), Arc::clone(&self.time));
        let seconds = self.seconds.clone();
        let waiting = Waiting::new(self.waiting.clone());
        tokio::spawn(async move {
            let _place = place;
            let thread = tokio::select! {
                thread = threads.acquire_owned() => thread,
                () = answer.closed() => return,
            };
            drop(waiting);
            let thought = tokio::task::spawn_blocking(move || {
                let started = time.steady();
                if let Some(command) = think(&question, &|| answer.is_closed()) {
                    seconds.record(time.steady().saturating_sub(started));
                    // Whoever asked may be gone.
                    let _ = answer.send(command);
                }
            });
            // If it panics the answer is dropped, and whoever asked sees that.
            drop(thought.await);
            drop(thread);
        });
        Ok(answered)
    }
}

impl fmt::Debug for Thinkers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thinkers({})", self.threads.available_permits())
    }
}

/// Counted while it is there.
struct Waiting(Gauge);

impl Waiting {
    fn new(gauge: Gauge) -> Self {
        gauge.increment(1.0);
        Self(gauge)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.decrement(1.0);
    }
}

/// Half of the processors, so that games between people have the others; one at least.
pub(crate) fn half_of_the_processors() -> usize {
    std::thread::available_parallelism().map_or(1, |processors| (processors.get() / 2).max(1))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use banqi_deal::Secret;
    use banqi_room::{Moment, Referee, Room};
    use banqi_wire::{Clock, FirstMover, GameId, NewGame, Numbered, Player, Scoring};

    use super::*;
    use crate::metrics::Metrics;
    use crate::time::ManualTime;

    /// What the computer is asked in a game in which the creator has turned over a1.
    fn question() -> Question {
        let rules = banqi::Preset::Mainland.rules();
        let scoring = Scoring::Ranked { level: "normal".parse().unwrap() };
        let new = NewGame { scoring, ..NewGame::casual(rules, Clock::None, FirstMover::Tiles) };
        let (referee, event) = Referee::create(Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &new);
        let mut room = Room::open(&Numbered { number: 1, at: 0, event }).unwrap();
        let play = Command::Play { action: "a1".parse().unwrap() };
        for command in [Command::Seal { secret: Secret::from_bytes([8; 32]) }, play] {
            let now = Moment { now: 0, lag: 0, away_since: None };
            for event in referee.decide(&room, Player::Creator, room.number(), &command, &now).unwrap() {
                room.apply(&Numbered { number: room.number() + 1, at: 0, event }).unwrap();
            }
        }
        referee.question(&room).unwrap().unwrap()
    }

    fn thinkers(threads: usize, waiting: usize, think: Arc<Think>) -> (Thinkers, Metrics) {
        let metrics = Metrics::new();
        let time = Arc::new(ManualTime::new(0));
        let (gauge, seconds) = (metrics.thinking_waiting.clone(), metrics.thinking_seconds.clone());
        (Thinkers::with(threads, waiting, think, time, gauge, seconds), metrics)
    }

    fn real() -> Arc<Think> {
        Arc::new(|question, is_unwanted| question.answer(&is_unwanted))
    }

    #[tokio::test]
    async fn the_answer_is_the_questions_own_however_many_are_asked() {
        let question = question();
        let alone = question.answer(&|| false);
        let (thinkers, metrics) = thinkers(3, 20, real());
        let answers: Vec<_> = (0..20).map(|_| thinkers.ask(question.clone()).unwrap()).collect();
        for answer in answers {
            assert_eq!(Some(answer.await.unwrap()), alone);
        }
        let told = metrics.render();
        assert!(
            told.contains("banqi_thinking_seconds_count 20") && told.contains("banqi_thinking_waiting 0"),
            "{told}"
        );
    }

    #[tokio::test]
    async fn not_more_think_than_there_are_threads_and_not_more_wait_than_may() {
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let counting: Arc<Think> = {
            let (now, most) = (now.clone(), most.clone());
            Arc::new(move |question, is_unwanted| {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                let answer = question.answer(&is_unwanted);
                now.fetch_sub(1, Ordering::SeqCst);
                answer
            })
        };
        let (thinkers, metrics) = thinkers(2, 3, counting);
        let question = question();
        let answers: Vec<_> = (0..5).map(|_| thinkers.ask(question.clone()).unwrap()).collect();
        assert_eq!(thinkers.ask(question.clone()).unwrap_err(), Full);
        assert!(metrics.render().contains("banqi_thinking_waiting 5"), "nothing has been begun yet");
        for answer in answers {
            answer.await.unwrap();
        }
        assert!(most.load(Ordering::SeqCst) <= 2);
        while thinkers.ask(question.clone()).is_err() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_answer_that_does_not_come_and_the_thread_is_free_again() {
        let panicking = AtomicUsize::new(1);
        let think: Arc<Think> = Arc::new(move |question, is_unwanted| {
            assert!(panicking.swap(0, Ordering::SeqCst) == 0, "as a test wants it");
            question.answer(&is_unwanted)
        });
        let (thinkers, _metrics) = thinkers(1, 1, think);
        let (first, second) = (thinkers.ask(question()).unwrap(), thinkers.ask(question()).unwrap());
        assert!(first.await.is_err());
        assert_eq!(second.await.ok(), question().answer(&|| false));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_not_thought_about() {
        let (begun, count) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let think: Arc<Think> = {
            let (begun, count) = (begun.clone(), count.clone());
            Arc::new(move |_, is_unwanted| {
                begun.fetch_add(1, Ordering::SeqCst);
                while !is_unwanted() {
                    std::thread::yield_now();
                }
                count.fetch_add(1, Ordering::SeqCst);
                None
            })
        };
        let (thinkers, metrics) = thinkers(1, 2, think);
        let first = thinkers.ask(question()).unwrap();
        let waiting = [thinkers.ask(question()).unwrap(), thinkers.ask(question()).unwrap()];
        while begun.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        drop(waiting);
        while !metrics.render().contains("banqi_thinking_waiting 0") {
            tokio::task::yield_now().await;
        }
        drop(first);
        while count.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(begun.load(Ordering::SeqCst), 1, "the others were never begun");
    }
}
