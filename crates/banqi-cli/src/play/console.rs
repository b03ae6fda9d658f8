//! The conversation with whoever sits at the terminal: lines come in, text goes out.
//!
//! A terminal's lines come through rustyline, with history and completion. From anything else they are read as they
//! come, whatever they hold.

use std::fmt;
use std::io::{self, BufRead, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::wrapped::paragraph;

/// Why nobody answers any more.
#[derive(Debug)]
pub(super) enum Leave {
    /// The input is at its end.
    EndOfInput,
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The player has had enough; nothing is left to save.
    Quit,
    /// Reading or writing failed.
    Failed(io::Error),
}

impl From<io::Error> for Leave {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// Where a player's lines come from.
pub(super) trait Listen {
    /// Asks for one line. `words` are what the line probably begins with, for completion.
    fn listen(&mut self, output: &mut dyn Write, prompt: &str, words: &[String]) -> Result<String, Leave>;
}

/// Lines from a pipe, a file, or a terminal that can do nothing.
pub(super) struct Plain<R> {
    input: R,
    /// Whether the lines have to be written out, because no terminal shows what is typed.
    echo: bool,
}

/// More of a line than this is thrown away.
const LONGEST_LINE: usize = 1000;

impl<R: BufRead> Plain<R> {
    pub(super) fn new(input: R, echo: bool) -> Self {
        Self { input, echo }
    }

    /// The next line as bytes, without its end; none at the end of the input.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut begun = false;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(begun.then_some(line));
            }
            begun = true;
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Listen for Plain<R> {
    fn listen(&mut self, output: &mut dyn Write, prompt: &str, _: &[String]) -> Result<String, Leave> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let Some(line) = self.line()? else {
            writeln!(output)?;
            return Err(Leave::EndOfInput);
        };
        let line = printable(&String::from_utf8_lossy(&line));
        if self.echo {
            writeln!(output, "{line}")?;
        }
        Ok(line)
    }
}

/// Lines from a terminal.
pub(super) struct Edited {
    editor: Editor<Words, MemHistory>,
}

impl Edited {
    pub(super) fn new() -> rustyline::Result<Self> {
        // Pasted lines are lines, each with its answer.
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        editor.set_helper(Some(Words::default()));
        Ok(Self { editor })
    }
}

impl Listen for Edited {
    fn listen(&mut self, output: &mut dyn Write, prompt: &str, words: &[String]) -> Result<String, Leave> {
        output.flush()?;
        if let Some(helper) = self.editor.helper_mut() {
            words.clone_into(&mut helper.0);
        }
        match self.editor.readline(prompt) {
            Ok(line) => Ok(printable(&line)),
            Err(ReadlineError::Eof) => Err(Leave::EndOfInput),
            Err(ReadlineError::Interrupted) => Err(Leave::Interrupted),
            Err(ReadlineError::Io(error)) => Err(Leave::Failed(error)),
            Err(error) => Err(Leave::Failed(io::Error::other(error))),
        }
    }
}

/// What can be completed: the legal actions and the names of the commands.
#[derive(Default)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let begun = &line[..place];
        let start = begun.rfind(' ').map_or(0, |space| space + 1);
        let candidates = self.0.iter().filter(|word| word.starts_with(&begun[start..])).cloned().collect();
        Ok((start, candidates))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Without what could disturb a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The two directions together.
pub(super) struct Console<'a> {
    input: Box<dyn Listen + 'a>,
    output: Box<dyn Write + 'a>,
    width: fn() -> usize,
}

impl<'a> Console<'a> {
    /// `width` tells how many columns there are now.
    pub(super) fn new(input: impl Listen + 'a, output: impl Write + 'a, width: fn() -> usize) -> Self {
        Self { input: Box::new(input), output: Box::new(output), width }
    }

    pub(super) fn width(&self) -> usize {
        (self.width)()
    }

    /// Writes a paragraph, broken between words.
    pub(super) fn say(&mut self, text: impl fmt::Display) -> io::Result<()> {
        self.item(text, 0)
    }

    /// Writes a paragraph whose further lines are indented.
    pub(super) fn item(&mut self, text: impl fmt::Display, indent: usize) -> io::Result<()> {
        self.lines(paragraph(&text.to_string(), self.width(), indent))
    }

    /// Writes lines as they are.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| writeln!(self.output, "{}", line.trim_end()))
    }

    pub(super) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.output)
    }

    /// Asks for a line, without the space around it.
    pub(super) fn ask(&mut self, prompt: &str, words: &[String]) -> Result<String, Leave> {
        let line = self.input.listen(&mut *self.output, prompt, words)?;
        Ok(line.trim().to_string())
    }

    /// Asks a question that may be longer than a line.
    pub(super) fn ask_at_length(&mut self, question: &str, words: &[String]) -> Result<String, Leave> {
        let mut lines = paragraph(question, self.width() - 2, 0);
        let last = lines.pop().unwrap_or_default();
        self.lines(lines)?;
        self.ask(&format!("{last} "), words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(input: &[u8]) -> Vec<String> {
        let mut plain = Plain::new(input, false);
        let mut lines = Vec::new();
        loop {
            match plain.listen(&mut Vec::new(), "> ", &[]) {
                Ok(line) => lines.push(line),
                Err(Leave::EndOfInput) => return lines,
                Err(leave) => panic!("{leave:?}"),
            }
        }
    }

    #[test]
    fn lines_are_read_whatever_they_hold() {
        assert_eq!(heard(b"b2\r\nb2-b3\n\nlast"), ["b2 ", "b2-b3", "", "last"]);
        assert_eq!(heard(b"\xff\xfe\x00b2\x1b[31m\n"), ["\u{fffd}\u{fffd} b2 [31m"]);
        assert_eq!(heard(b""), [""; 0]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut input = vec![b'x'; 3_000_000];
        input.extend_from_slice(b"\nb2\n");
        let lines = heard(&input);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1..], ["b2"]);
    }

    #[test]
    fn completion_is_of_the_last_word() {
        let words = Words(["b2", "b2-b3", "bag"].map(str::to_string).to_vec());
        let history = MemHistory::new();
        let context = Context::new(&history);
        let complete = |line: &str| words.complete(line, line.len(), &context).expect("completion cannot fail");
        assert_eq!(complete("b2"), (0, vec!["b2".to_string(), "b2-b3".to_string()]));
        assert_eq!(complete("why b2-"), (4, vec!["b2-b3".to_string()]));
        assert_eq!(complete("é b"), (3, vec!["b2".to_string(), "b2-b3".to_string(), "bag".to_string()]));
    }
}
