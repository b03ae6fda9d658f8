//! Text in lines that fit a terminal.

use std::io::{self, Write};

use terminal_size::{Width, terminal_size, terminal_size_of};

/// The columns of prose where no terminal says how many it has.
pub(crate) const USUAL: usize = 80;

/// The columns of the terminal behind standard output; none if there is no terminal.
pub(crate) fn terminal() -> Option<usize> {
    terminal_size().map(fit)
}

/// The columns of the terminal behind standard error.
pub(crate) fn error_terminal() -> Option<usize> {
    terminal_size_of(io::stderr()).map(fit)
}

/// The columns for prose on standard output.
pub(crate) fn prose() -> usize {
    terminal().unwrap_or(USUAL)
}

/// Lines longer than 100 columns are hard to read, in ones shorter than 20 hardly a word has room.
fn fit((Width(columns), _): (Width, terminal_size::Height)) -> usize {
    usize::from(columns).clamp(20, 100)
}

/// Writes a title in a column of `indent` and the text beside it, in lines of at most `width` columns where there are
/// spaces to break at. Without a width the text stays on one line, for programs to read.
pub(crate) fn write_wrapped(
    out: &mut impl Write,
    title: &str,
    indent: usize,
    text: &str,
    width: Option<usize>,
) -> io::Result<()> {
    let text = format!("{title:<indent$}{text}");
    match width {
        None => writeln!(out, "{}", text.trim_end()),
        Some(width) => paragraph(&text, width, indent).iter().try_for_each(|line| writeln!(out, "{line}")),
    }
}

/// A paragraph in lines of at most so many columns, the further ones indented; longer words stay whole.
pub(crate) fn paragraph(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for (index, word) in text.split(' ').enumerate() {
        if !line.trim().is_empty() && columns(&line) + 1 + columns(word) > width {
            let full = std::mem::replace(&mut line, " ".repeat(indent));
            lines.push(full.trim_end().to_string());
        } else if index > 0 {
            line.push(' ');
        }
        line += word;
    }
    lines.push(line.trim_end().to_string());
    lines
}

/// The columns that a text takes on a terminal. Every character here that is not ASCII is a wide one or a name's.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(title: &str, text: &str, width: Option<usize>) -> String {
        let mut out = Vec::new();
        write_wrapped(&mut out, title, 4, text, width).expect("memory can be written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn lines_break_at_spaces_before_the_width() {
        let text = format!("{} {} {}", "a".repeat(45), "b".repeat(30), "c".repeat(200));
        let expected = format!("t   {} {}\n    {}\n", "a".repeat(45), "b".repeat(30), "c".repeat(200));
        assert_eq!(written("t", &text, Some(80)), expected);
        assert_eq!(written("t", &text, None), format!("t   {text}\n"));
        // The second word would end in column 81.
        let text = format!("{} {}", "a".repeat(45), "b".repeat(31));
        assert_eq!(written("t", &text, Some(80)).lines().count(), 2);
    }

    #[test]
    fn paragraphs_are_broken_between_words() {
        assert_eq!(paragraph("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(paragraph("one two three", 8, 2), ["one two", "  three"]);
        assert_eq!(paragraph("incomprehensible", 7, 0), ["incomprehensible"]);
        assert_eq!(paragraph("", 7, 0), [""]);
        assert_eq!(paragraph("車 車 車", 5, 0), ["車 車", "車"]);
    }
}
