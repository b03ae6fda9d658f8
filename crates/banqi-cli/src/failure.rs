//! How a command ends, and how it says why it could not do what it was asked.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::wrapped::{error_terminal, write_wrapped};

/// How a command that did its work ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Exit code 0.
    Done,
    /// Exit code 1: what was to be checked is wrong.
    CheckFailed,
    /// Exit code 130: a signal came, and what there was so far was told.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::CheckFailed => Self::from(1),
            Exit::Interrupted => Self::from(130),
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
        f.write_str(&words(&self.error))
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

/// An error and its causes, each once: some say themselves what caused them.
pub(crate) fn words(error: &anyhow::Error) -> String {
    let mut causes = error.chain().map(ToString::to_string);
    let mut before = causes.next().unwrap_or_default();
    let mut words = before.clone();
    for cause in causes {
        if !before.contains(&cause) {
            words = format!("{words}: {cause}");
        }
        before = cause;
    }
    words
}

/// Writes an error to standard error, one line and what to do, and answers the exit code 2.
///
/// Where the system refused something, no list of commands helps.
///
/// When the reader of our output went away there is nobody to tell, and nothing went wrong: `banqi perft | head`.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.chain().any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let help = match error.downcast_ref::<Advised>() {
        Some(advised) => Some(advised.help.as_str()),
        None if error.chain().any(<dyn Error>::is::<io::Error>) => None,
        None => Some("'banqi help' lists the commands, 'banqi help COMMAND' shows how one is called"),
    };
    let message = one_line(&words(error));
    let (mut out, width) = (io::stderr().lock(), error_terminal());
    // If standard error is closed too, the exit code has to do.
    let _ = write_wrapped(&mut out, "error: ", 7, &message, width);
    let _ = help.map(|help| write_wrapped(&mut out, "help: ", 6, help, width));
    ExitCode::from(2)
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A message on one line: file names and the like may hold line breaks and terminal control codes.
pub(crate) fn one_line(message: &str) -> String {
    without_number(message).chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// An error's words without the system's number for it, `(os error 2)`, which tells people nothing.
pub(crate) fn without_number(error: impl fmt::Display) -> String {
    let mut text = error.to_string();
    while let Some(start) = text.find(" (os error ") {
        let Some(end) = text[start..].find(')') else { break };
        text.replace_range(start..=start + end, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cannot_break_the_line_or_the_terminal() {
        assert_eq!(one_line("no \u{1b}[31mfile\nhere"), "no  [31mfile here");
    }

    #[test]
    fn a_message_has_no_number_of_the_system() {
        let error = io::Error::from_raw_os_error(2);
        assert!(error.to_string().contains("os error 2"));
        assert!(!without_number(&error).contains("os error"));
        assert_eq!(without_number("a: no (os error 2): b (os error 13)"), "a: no: b");
        assert_eq!(without_number("a (os error 2"), "a (os error 2");
    }

    #[test]
    fn every_cause_is_told_once() {
        use anyhow::Context as _;
        let said = |error: anyhow::Error| words(&error);
        // A turn's error says its cause, which is its source too.
        let record = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K a1=k *";
        let replayed = record.parse::<banqi::Record>().unwrap().replay().unwrap_err();
        assert!(std::error::Error::source(&replayed).is_some_and(|cause| !cause.to_string().is_empty()));
        let told = format!("game.txt: {replayed}");
        assert_eq!(said(anyhow::Error::new(replayed.clone()).context("game.txt")), told);
        assert_eq!(
            said(Err::<(), _>(replayed).context("game.txt").advise("help").context("").unwrap_err()),
            format!(": {told}")
        );
        assert_eq!(said(anyhow::anyhow!("c").context("b").context("a")), "a: b: c");
        assert_eq!(said(anyhow::anyhow!("c").context("b: c").context("a")), "a: b: c");
        assert_eq!(said(anyhow::anyhow!("c").context("b").context("a: b")), "a: b: c");
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
