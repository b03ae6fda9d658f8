//! A line on standard error that shows how far long work is.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Shows it where a person may be watching.
pub(crate) struct Progress {
    what: &'static str,
    start: Instant,
    shown: Duration,
    is_watched: bool,
}

impl Progress {
    /// Work that is done before this shows nothing, and the line changes this often.
    const EVERY: Duration = Duration::from_millis(500);

    pub(crate) fn new(what: &'static str) -> Self {
        let is_watched = io::stderr().is_terminal();
        Self { what, start: Instant::now(), shown: Duration::ZERO, is_watched }
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub(crate) fn show(&mut self, percent: u64) {
        let elapsed = self.start.elapsed();
        if self.is_watched && elapsed >= self.shown + Self::EVERY {
            self.shown = elapsed;
            // Nothing depends on it being seen.
            let _ = write!(io::stderr(), "\r{}: {percent} % in {:.0} s ", self.what, elapsed.as_secs_f64());
        }
    }

    pub(crate) fn clear(&self) {
        if self.shown > Duration::ZERO {
            let _ = write!(io::stderr(), "\r{:32}\r", "");
        }
    }
}
