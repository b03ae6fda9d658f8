//! A conversation with another program: one thread hears, one thinks, and this one decides and speaks.
//!
//! So `stop` and `isready` are answered while a search is going on. What has to wait for its end waits in the order in
//! which it came.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use banqi_engine::{Engine, Pace, Thought, Watch};

use super::{Line, Next, Protocol, Reaction, Search};
use crate::engine_args::Settings;
use crate::table_folder::TableFolder;

/// What a conversation is told.
enum Event {
    Heard(Heard),
    /// There are no more lines, or they cannot be read.
    Closed(io::Result<()>),
    Reached(Thought),
    /// A search is over; an error where it panicked.
    Over(thread::Result<Option<Thought>>),
}

/// A line, and when it came or had its turn.
struct Heard {
    line: Line,
    at: Instant,
    /// Whether it was told to stop before it was its turn.
    is_stopped: bool,
}

/// Speaks a protocol to the end of the input, or until told to quit.
pub(super) fn hold(protocol: impl Protocol, input: impl BufRead + Send + 'static, output: impl Write) -> Result<()> {
    /// Whoever writes faster than this reads has to wait.
    const AHEAD: usize = 64;
    let (sender, events) = sync_channel(AHEAD);
    let ears = sender.clone();
    // It ends with the process: nothing can call it back from a read.
    thread::Builder::new()
        .name("ears".to_string())
        .spawn(move || listen(input, &ears))
        .context("there is no thread to listen with")?;
    Conversation::new(protocol, output, sender)?.hold(&events)
}

fn listen(input: impl BufRead, sender: &SyncSender<Event>) {
    let mut closed = Ok(());
    for line in Line::all(input) {
        let event = match line {
            Ok(line) => Event::Heard(Heard { line, at: Instant::now(), is_stopped: false }),
            Err(error) => {
                closed = Err(error);
                break;
            }
        };
        if sender.send(event).is_err() {
            return;
        }
    }
    // The conversation may be over already.
    let _ = sender.send(Event::Closed(closed));
}

struct Conversation<P, W> {
    protocol: P,
    output: W,
    engine: Engine,
    /// What the engine was made with.
    settings: Settings,
    /// Its endgame tables, if they come from a folder.
    folder: Option<Arc<TableFolder>>,
    sender: SyncSender<Event>,
    /// What was heard and has to wait for the end of the search; nothing when there is none.
    waiting: VecDeque<Heard>,
    thinking: Option<Thinking>,
    is_closed: bool,
    /// What to say when the search is over, and then no more.
    farewell: Option<Vec<String>>,
}

/// A search that is going on, or whose answer is kept.
struct Thinking {
    start: Instant,
    stop: Arc<AtomicBool>,
    infinite: bool,
    kept: Option<Conclusion>,
}

/// What a search came to: nothing where the game is over.
struct Conclusion(Option<Thought>);

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    End,
}

impl<P: Protocol, W: Write> Conversation<P, W> {
    fn new(protocol: P, output: W, sender: SyncSender<Event>) -> Result<Self> {
        let settings = protocol.settings();
        // What was asked for on the command line must be there; what is asked for later is complained about.
        let folder = settings.named_table_folder()?;
        Ok(Self {
            engine: settings.engine(folder.as_ref()),
            settings,
            folder,
            protocol,
            output,
            sender,
            waiting: VecDeque::new(),
            thinking: None,
            is_closed: false,
            farewell: None,
        })
    }

    fn hold(mut self, events: &Receiver<Event>) -> Result<()> {
        while !self.is_closed || self.thinking.is_some() {
            let flow = match events.recv().context("there is nothing more to hear")? {
                // Whoever said goodbye has said all.
                Event::Heard(_) if self.farewell.is_some() => Flow::On,
                Event::Heard(heard) => self.hear(heard, true)?,
                Event::Closed(read) => {
                    read.context("standard input cannot be read")?;
                    self.is_closed = true;
                    // Nobody will say stop.
                    if self.thinking.as_ref().is_some_and(|thinking| thinking.infinite) {
                        self.stop()?
                    } else {
                        Flow::On
                    }
                }
                Event::Reached(thought) => self.report(&thought)?,
                Event::Over(Ok(thought)) => self.over(thought)?,
                Event::Over(Err(_)) => bail!("the search has failed"),
            };
            if flow == Flow::End {
                break;
            }
        }
        Ok(())
    }

    /// Acts on a line, which is fresh or has waited.
    fn hear(&mut self, heard: Heard, fresh: bool) -> Result<Flow> {
        let Reaction { said, next } = self.protocol.hear(&heard.line, self.thinking.is_some());
        if matches!(next, Next::Quit) && self.thinking.is_some() {
            self.waiting.clear();
            self.farewell = Some(said);
            return self.stop();
        }
        self.say(&said)?;
        match next {
            Next::Listen => {}
            Next::Later if fresh => self.waiting.push_back(heard),
            Next::Later => self.waiting.push_front(heard),
            Next::Think(search) => self.think(*search, &heard)?,
            Next::Stop => {
                // It is meant for all that was asked before.
                self.waiting.iter_mut().for_each(|heard| heard.is_stopped = true);
                return self.stop();
            }
            Next::Forget => self.engine.forget(),
            Next::Quit => return Ok(Flow::End),
        }
        let settings = self.protocol.settings();
        if settings != self.settings {
            match settings.table_folder() {
                Ok(folder) => self.folder = folder,
                Err(error) => {
                    self.folder = None;
                    self.warn(&format!("option Tables: the folder cannot be read: {error}"))?;
                }
            }
            self.engine = settings.engine(self.folder.as_ref());
            self.settings = settings;
        }
        Ok(Flow::On)
    }

    /// Says what somebody should know who looks after the engine.
    fn warn(&mut self, what: &str) -> Result<()> {
        if let Some(line) = self.protocol.remark(what) {
            return self.say(&[line]);
        }
        // Nobody's work depends on it being seen.
        let _ = writeln!(io::stderr(), "banqi: {what}");
        Ok(())
    }

    fn think(&mut self, search: Search, heard: &Heard) -> Result<()> {
        /// What a program's first thread has on most systems: a search goes deep.
        const STACK: usize = 8 << 20;

        let start = heard.at;
        // Of a search without end nobody is left to say stop.
        let stop = Arc::new(AtomicBool::new(heard.is_stopped || search.infinite && self.is_closed));
        self.thinking = Some(Thinking { start, stop: Arc::clone(&stop), infinite: search.infinite, kept: None });
        let (engine, sender) = (self.engine.clone(), self.sender.clone());
        let mind = move || {
            let follower = Follower { start, stop, pace: search.pace, sender: &sender };
            // Whoever waits for an answer is told when there will be none.
            let thought = catch_unwind(AssertUnwindSafe(|| engine.think(&search.game, &search.limits, &follower)));
            let _ = sender.send(Event::Over(thought));
        };
        let thread = thread::Builder::new().name("mind".to_string()).stack_size(STACK).spawn(mind);
        thread.context("there is no thread to think with")?;
        Ok(())
    }

    fn report(&mut self, thought: &Thought) -> Result<Flow> {
        let Some(thinking) = &self.thinking else { return Ok(Flow::On) };
        let report = self.protocol.report(thought, thinking.start.elapsed());
        self.say(report.as_slice())?;
        Ok(Flow::On)
    }

    fn over(&mut self, thought: Option<Thought>) -> Result<Flow> {
        match &mut self.thinking {
            Some(thinking) if thinking.infinite && !thinking.stop.load(Ordering::Relaxed) => {
                thinking.kept = Some(Conclusion(thought));
                Ok(Flow::On)
            }
            _ => self.answer(thought.as_ref()),
        }
    }

    fn stop(&mut self) -> Result<Flow> {
        let Some(thinking) = &mut self.thinking else { return Ok(Flow::On) };
        thinking.stop.store(true, Ordering::Relaxed);
        match thinking.kept.take() {
            Some(Conclusion(thought)) => self.answer(thought.as_ref()),
            None => Ok(Flow::On),
        }
    }

    /// Says what the search came to, and goes on with what has waited.
    fn answer(&mut self, thought: Option<&Thought>) -> Result<Flow> {
        let Some(thinking) = self.thinking.take() else { return Ok(Flow::On) };
        for fault in self.folder.as_ref().map(|folder| folder.faults()).unwrap_or_default() {
            self.warn(&format!("played on without a table: {fault}"))?;
        }
        let answer = self.protocol.answer(thought, thinking.start.elapsed());
        self.say(&answer)?;
        if let Some(farewell) = self.farewell.take() {
            self.say(&farewell)?;
            return Ok(Flow::End);
        }
        while let Some(mut heard) = self.waiting.pop_front() {
            // Its time begins with its turn.
            heard.at = Instant::now();
            let left = self.waiting.len();
            if self.hear(heard, false)? == Flow::End {
                return Ok(Flow::End);
            }
            // The next search has begun, and the line waits again.
            if self.waiting.len() > left {
                break;
            }
        }
        Ok(Flow::On)
    }

    /// Lines go out at once: the other program waits for them.
    fn say(&mut self, lines: &[String]) -> Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        self.output.write_all(text.as_bytes())?;
        Ok(self.output.flush()?)
    }
}

impl Drop for Thinking {
    /// A conversation that breaks off leaves nobody thinking.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Follows a search on the thread that thinks.
struct Follower<'a> {
    start: Instant,
    stop: Arc<AtomicBool>,
    pace: Option<Pace>,
    sender: &'a SyncSender<Event>,
}

impl Watch for Follower<'_> {
    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.pace.is_some_and(|pace| self.start.elapsed() >= pace.hard)
    }

    fn is_timed(&self) -> bool {
        self.pace.is_some()
    }

    fn reached(&self, thought: &Thought) -> bool {
        let is_heard = self.sender.send(Event::Reached(thought.clone())).is_ok();
        is_heard && self.pace.is_none_or(|pace| self.start.elapsed() < pace.soft)
    }
}
