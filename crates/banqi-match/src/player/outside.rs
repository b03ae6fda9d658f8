//! An engine that is a program of its own, in any of the protocols.

use std::sync::Arc;

use banqi::{Game, Ply};

use super::process::{Process, Wait};
use super::{Answer, Failure, Hurry, Opening, Player, Request};

/// What to say to a program, and how to understand it.
pub(crate) trait Protocol {
    /// What makes it leave.
    const FAREWELL: &'static str;

    /// The first words with a program that was started.
    fn greet(&mut self, _process: &mut Process, _wait: Wait<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// A game begins.
    fn begin(&mut self, process: &mut Process, opening: &Opening<'_>, wait: Wait<'_>) -> Result<(), Failure>;

    /// Asks for an action.
    fn choose(&mut self, process: &mut Process, request: &Request<'_>, wait: Wait<'_>) -> Result<Answer, Failure>;

    /// Tells what was played.
    fn played(&mut self, _process: &mut Process, _ply: Ply, _game: &Game, _wait: Wait<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Tells that the game is over.
    fn ended(&mut self, _process: &mut Process, _game: &Game, _wait: Wait<'_>) -> Result<(), Failure> {
        Ok(())
    }
}

/// A program that plays. It is started when it is needed, and started anew after it failed.
#[derive(Debug)]
pub(crate) struct Outside<P: Protocol> {
    words: Arc<[String]>,
    protocol: P,
    process: Option<Process>,
}

impl<P: Protocol> Outside<P> {
    pub(crate) const fn new(words: Arc<[String]>, protocol: P) -> Self {
        Self { words, protocol, process: None }
    }

    /// Says something to the program; if that fails, it is ended.
    fn with<T>(&mut self, say: impl FnOnce(&mut P, &mut Process) -> Result<T, Failure>) -> Result<T, Failure> {
        let Some(process) = &mut self.process else { return Err(Failure::Gone("it is not running".into())) };
        let said = say(&mut self.protocol, process);
        if said.is_err() {
            self.process = None;
        }
        said
    }
}

impl<P: Protocol> Player for Outside<P> {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Failure> {
        if self.process.as_mut().is_some_and(Process::has_ended) {
            self.process = None;
        }
        if self.process.is_some() {
            let begun = self.with(|protocol, process| protocol.begin(process, opening, opening.hurry.into()));
            // What fails now may be well after a new start.
            if matches!(begun, Ok(()) | Err(Failure::Stopped)) {
                return begun;
            }
        }
        let process = Process::start(&self.words).map_err(|error| Failure::Gone(error.to_string()))?;
        self.process = Some(process);
        self.with(|protocol, process| protocol.greet(process, opening.hurry.into()))?;
        self.with(|protocol, process| protocol.begin(process, opening, opening.hurry.into()))
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
        self.with(|protocol, process| protocol.choose(process, request, request.hurry.into()))
    }

    fn played(&mut self, ply: Ply, game: &Game, hurry: &Hurry<'_>) -> Result<(), Failure> {
        self.with(|protocol, process| protocol.played(process, ply, game, Wait::from(*hurry)))
    }

    fn ended(&mut self, game: &Game, hurry: &Hurry<'_>) {
        if self.process.is_some() {
            // The game is over: whoever does not listen is asked again at the next one.
            let _ = self.with(|protocol, process| protocol.ended(process, game, Wait::from(*hurry)));
        }
    }
}

impl<P: Protocol> Drop for Outside<P> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.leave(P::FAREWELL);
        }
    }
}
