//! A line on standard error that shows how far long work is.

use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// Shows it where a person may be watching.
pub(crate) struct Progress {
    what: &'static str,
    start: Instant,
    shown: Duration,
    is_watched: bool,
    /// The columns that were written to.
    width: usize,
}

impl Progress {
    /// Work that is done before this shows nothing, and the line changes this often.
    const EVERY: Duration = Duration::from_millis(500);

    pub(crate) fn new(what: &'static str) -> Self {
        let is_watched = io::stderr().is_terminal();
        Self { what, start: Instant::now(), shown: Duration::ZERO, is_watched, width: 0 }
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub(crate) fn show(&mut self, percent: u64) {
        self.show_with(percent, "");
    }

    /// Shows something besides, in few words.
    pub(crate) fn show_with(&mut self, percent: u64, more: &str) {
        let elapsed = self.start.elapsed();
        if self.is_watched && elapsed >= self.shown + Self::EVERY {
            self.shown = elapsed;
            // Nothing depends on it being seen.
            let line = format!("{}: {percent} % in {:.0} s {more} ", self.what, elapsed.as_secs_f64());
            self.width = self.width.max(line.len());
            let _ = write!(io::stderr(), "\r{line:<0$}", self.width);
        }
    }

    pub(crate) fn clear(&self) {
        if self.shown > Duration::ZERO {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
        }
    }
}
