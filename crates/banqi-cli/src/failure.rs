//! How a command ends, and how it says why it could not do what it was asked.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// How a command that did its work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Exit code 0.
    Done,
    /// Exit code 1: what was to be checked is wrong.
    CheckFailed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::CheckFailed => Self::from(1),
        }
    }
}

/// An error together with what to do about it.
#[derive(Debug)]
struct Advised {
    error: anyhow::Error,
    help: String,
}

impl fmt::Display for Advised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

impl Error for Advised {}

/// Adds to an error what the user can do about it.
pub(crate) trait Advice<T> {
    /// The help is the second line of the message.
    fn advise(self, help: impl Into<String>) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Advice<T> for Result<T, E> {
    fn advise(self, help: impl Into<String>) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::Error::new(Advised { error: error.into(), help: help.into() }))
    }
}

/// Writes an error to standard error, one line and what to do, and answers the exit code 2.
///
/// When the reader of our output went away there is nobody to tell, and nothing went wrong: `banqi perft | head`.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let help = match error.downcast_ref::<Advised>() {
        Some(advised) => advised.help.as_str(),
        None => "'banqi help' lists the commands, 'banqi help COMMAND' shows how one is called",
    };
    let message = one_line(&format!("{error:#}"));
    // If standard error is closed too, the exit code has to do.
    let _ = writeln!(io::stderr(), "error: {message}\nhelp: {help}");
    ExitCode::from(2)
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A message on one line: file names and the like may hold line breaks and terminal control codes.
fn one_line(message: &str) -> String {
    message.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cannot_break_the_line_or_the_terminal() {
        assert_eq!(one_line("no \u{1b}[31mfile\nhere"), "no  [31mfile here");
    }

    #[test]
    fn advice_survives_more_context() {
        use anyhow::Context as _;
        let result: Result<(), _> = Err(io::Error::other("deep")).advise("do this");
        let error = result.context("outer").unwrap_err();
        assert_eq!(format!("{error:#}"), "outer: deep");
        assert_eq!(error.downcast_ref::<Advised>().map(|advised| advised.help.as_str()), Some("do this"));
    }

    #[test]
    fn a_broken_pipe_is_found_below_context() {
        use anyhow::Context as _;
        let error = Err::<(), _>(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing").unwrap_err();
        assert!(error.chain().any(is_broken_pipe));
    }
}
