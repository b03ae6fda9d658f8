//! Text in lines that fit a terminal.

use std::io::{self, Write};

/// Writes a title in a column of `indent` and the text beside it, in lines of at most 100 columns where there are
/// spaces to break at.
pub(crate) fn write_wrapped(out: &mut impl Write, title: &str, indent: usize, text: &str) -> io::Result<()> {
    const WIDTH: usize = 100;
    let mut column = indent;
    write!(out, "{title:<indent$}")?;
    for (index, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if index > 0 && column + 1 + width > WIDTH {
            write!(out, "\n{:indent$}", "")?;
            column = indent;
        } else if index > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += width;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_before_column_100() {
        let mut out = Vec::new();
        let text = format!("{} {} {}", "a".repeat(45), "b".repeat(50), "c".repeat(200));
        write_wrapped(&mut out, "t", 4, &text).expect("memory can be written");
        let expected = format!("t   {} {}\n    {}\n", "a".repeat(45), "b".repeat(50), "c".repeat(200));
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }
}
