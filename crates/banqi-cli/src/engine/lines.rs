//! Lines from another program, whatever it writes.

use std::io::{self, BufRead, Read as _};

/// One line, without its end.
///
/// ```
/// use banqi_cli::engine::Line;
/// let lines: Vec<Line> = Line::all(&b"isready\r\n\xff"[..]).map(Result::unwrap).collect();
/// assert_eq!(lines, [Line::Whole("isready".into()), Line::Whole("\u{fffd}".into())]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// All of it. What is not UTF-8 is read as `U+FFFD`, which is part of no command.
    Whole(String),
    /// The beginning of a line that is longer than any that makes sense.
    Beginning(String),
}

impl Line {
    /// The longest line that is read whole, in bytes: the turns of a hundred thousand games' length.
    ///
    /// ```
    /// assert!(banqi_cli::engine::Line::LONGEST > 100_000);
    /// ```
    pub const LONGEST: usize = 1 << 20;

    /// How much is kept of a longer one.
    const KEPT: usize = 40;

    /// The lines of an input to its end, or to an error.
    ///
    /// ```
    /// use banqi_cli::engine::Line;
    /// let long = vec![b'x'; 2 * Line::LONGEST];
    /// assert!(matches!(Line::all(&long[..]).next(), Some(Ok(Line::Beginning(_)))));
    /// ```
    pub fn all(mut input: impl BufRead) -> impl Iterator<Item = io::Result<Self>> {
        let mut bytes = Vec::new();
        std::iter::from_fn(move || Self::next(&mut input, &mut bytes).transpose())
    }

    fn next(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Option<Self>> {
        bytes.clear();
        if input.by_ref().take(Self::LONGEST as u64 + 1).read_until(b'\n', bytes)? == 0 {
            return Ok(None);
        }
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if bytes.len() > Self::LONGEST {
            if !ended {
                input.skip_until(b'\n')?;
            }
            return Ok(Some(Self::Beginning(String::from_utf8_lossy(&bytes[..Self::KEPT]).into_owned())));
        }
        bytes.pop_if(|byte| *byte == b'\r');
        Ok(Some(Self::Whole(String::from_utf8_lossy(bytes).into_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        Line::all(input).map(|line| line.expect("memory can be read")).collect()
    }

    #[test]
    fn the_last_line_needs_no_end() {
        let whole = |text: &str| Line::Whole(text.to_string());
        assert_eq!(lines(b"a\n\r\nb c\r\n\nd"), ["a", "", "b c", "", "d"].map(whole));
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [whole("")]);
    }

    #[test]
    fn a_line_is_read_whole_up_to_the_longest() {
        let mut input = vec![b'x'; Line::LONGEST];
        input.extend(b"\ny");
        assert!(matches!(&lines(&input)[..], [Line::Whole(long), Line::Whole(_)] if long.len() == Line::LONGEST));
        for more in [1, 2, 10_000] {
            let mut input = b"10 move ".to_vec();
            input.resize(Line::LONGEST + more, b'x');
            input.extend(b"\nisready");
            let lines = lines(&input);
            assert!(matches!(&lines[0], Line::Beginning(text) if text.starts_with("10 move x") && text.len() == 40));
            assert_eq!(lines[1..], [Line::Whole("isready".to_string())]);
        }
    }
}
