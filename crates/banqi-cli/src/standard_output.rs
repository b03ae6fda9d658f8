//! Standard output, with errors that say that it was standard output.

use std::fmt;
use std::io::{self, Write};

/// What commands print to.
pub(crate) struct StandardOutput<W>(W);

/// Standard output, kept from others until it is dropped.
pub(crate) fn locked() -> StandardOutput<io::StdoutLock<'static>> {
    StandardOutput(io::stdout().lock())
}

/// Standard output, which a handler of signals may write to in between.
pub(crate) fn shared() -> StandardOutput<io::Stdout> {
    StandardOutput(io::stdout())
}

impl<W: Write> Write for StandardOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

/// Keeps the kind: a reader that went away is told apart, and an interrupted call is repeated.
pub(crate) fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), Unwritten(error))
}

#[derive(Debug)]
struct Unwritten(io::Error);

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "standard output cannot be written: {}", self.0)
    }
}

impl std::error::Error for Unwritten {}
