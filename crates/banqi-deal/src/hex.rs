//! Bytes as text: two lower-case hexadecimal digits each.

use std::fmt;

/// Writes bytes in hexadecimal digits.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Reads exactly N bytes; `what` names them in the error.
pub(crate) fn read<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N], HexError> {
    let error = |problem| HexError { what, digits: 2 * N, problem };
    if let Some((at, found)) = text.char_indices().find(|(_, character)| digit(*character).is_none()) {
        return Err(error(HexProblem::Character { at: at + 1, found }));
    }
    // Every character is a digit, and so one byte long.
    if text.len() != 2 * N {
        return Err(error(HexProblem::Length { found: text.len() }));
    }
    let mut digits = text.chars().filter_map(digit);
    let mut bytes = [0; N];
    for byte in &mut bytes {
        *byte = digits.next().unwrap_or(0) << 4 | digits.next().unwrap_or(0);
    }
    Ok(bytes)
}

fn digit(character: char) -> Option<u8> {
    // Upper case is refused, so that everything has one spelling only.
    let value = character.to_digit(16).filter(|_| !character.is_ascii_uppercase())?;
    u8::try_from(value).ok()
}

/// Why a text is not what it should be in hexadecimal digits.
///
/// ```
/// use banqi_deal::{Commitment, Salt};
/// let error = "9c6a8".parse::<Commitment>().unwrap_err();
/// assert_eq!(error.to_string(), "commitment: 5 characters; it has 64, all of 0123456789abcdef");
/// let error = "9C6A8".parse::<Salt>().unwrap_err();
/// assert_eq!(error.to_string(), "salt: 'C' at character 2; it has 32, all of 0123456789abcdef");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexError {
    what: &'static str,
    digits: usize,
    problem: HexProblem,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HexProblem {
    Length { found: usize },
    Character { at: usize, found: char },
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.what)?;
        match self.problem {
            HexProblem::Length { found } => write!(f, "{found} characters")?,
            HexProblem::Character { at, found } => write!(f, "{found:?} at character {at}")?,
        }
        write!(f, "; it has {}, all of 0123456789abcdef", self.digits)
    }
}

impl std::error::Error for HexError {}
