//! Actions, plies and whole turns as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{Action, Piece, Ply, Square};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flip(square) => square.fmt(f),
            Self::Move { from, to } => write!(f, "{from}-{to}"),
            Self::End => f.write_str("end"),
        }
    }
}

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        match text.parse::<Ply>() {
            Ok(Ply { action, revealed: None }) => Ok(action),
            _ => Err(ActionError::new(text)),
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.action.fmt(f)?;
        self.revealed.map_or(Ok(()), |piece| write!(f, "={}", piece.letter()))
    }
}

/// Takes also `b2(G)`, `b2-b3(G)` and `b2b3`.
impl FromStr for Ply {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        match text.parse::<Turn>()?.0.as_slice() {
            [ply] => Ok(*ply),
            _ => Err(ActionError::new(text)),
        }
    }
}

/// The plies of a whole turn: one, or several in a chain.
///
/// Written joined by `-`, with nothing implied: `b2-b3-c3` leaves the chain open if it can go on, `b2-b3-c3-end` stops
/// it. Never empty when read.
///
/// ```
/// use banqi::Turn;
///
/// let turn: Turn = "b2-b3=p-c3=k-end".parse()?;
/// assert_eq!(turn.0.len(), 3);
/// assert_eq!(turn.0[1].to_string(), "b3-c3=k");
/// assert_eq!(turn.to_string(), "b2-b3=p-c3=k-end");
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn(pub Vec<Ply>);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, ply) in self.0.iter().enumerate() {
            match ply.action {
                _ if index == 0 => ply.fmt(f)?,
                // A chain goes on from where the ply before it arrived.
                Action::Move { to, .. } => {
                    write!(f, "-{to}")?;
                    ply.revealed.map_or(Ok(()), |piece| write!(f, "={}", piece.letter()))?;
                }
                _ => write!(f, "-{ply}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Turn {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Self, ActionError> {
        let error = || ActionError::new(text);
        if text == "end" {
            return Ok(Self(Vec::from([Action::End.into()])));
        }
        // The short form of the first move.
        let separated = match (text.get(..2), text.get(2..)) {
            (Some(from), Some(rest)) if rest.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                Some(alloc::format!("{from}-{rest}"))
            }
            _ => None,
        };
        let mut items = separated.as_deref().unwrap_or(text).split('-');
        let (mut from, revealed) = place(items.next().unwrap_or_default()).ok_or_else(error)?;
        let mut plies = Vec::new();
        let mut ended = false;
        for item in items {
            if ended {
                return Err(error());
            }
            if item == "end" && !plies.is_empty() {
                ended = true;
                plies.push(Action::End.into());
            } else {
                let (to, revealed) = place(item).ok_or_else(error)?;
                plies.push(Ply::new(Action::Move { from, to }, revealed));
                from = to;
            }
        }
        match (plies.is_empty(), revealed) {
            (true, _) => Ok(Self(Vec::from([Ply::new(Action::Flip(from), revealed)]))),
            (false, None) => Ok(Self(plies)),
            // What came up belongs to where a move ends.
            (false, Some(_)) => Err(error()),
        }
    }
}

/// A square, and what came up on it if that is written: `b2`, `b2=G`, `b2(G)`.
fn place(text: &str) -> Option<(Square, Option<Piece>)> {
    let square = text.get(..2)?.parse().ok()?;
    let mut rest = text.get(2..)?.chars();
    let piece = match (rest.next(), rest.next(), rest.next(), rest.next()) {
        (None, ..) => return Some((square, None)),
        (Some('='), Some(letter), None, _) | (Some('('), Some(letter), Some(')'), None) => Piece::from_letter(letter)?,
        _ => return None,
    };
    Some((square, Some(piece)))
}

/// A text that is no action.
///
/// ```
/// let error = "b2-".parse::<banqi::Action>().unwrap_err();
/// assert_eq!(error.to_string(), "\"b2-\" is no action; write b2 or b2=G (flip), b2-b3 (move), b2-b3-c3 (chain) or end");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionError {
    found: String,
}

impl ActionError {
    fn new(found: &str) -> Self {
        Self { found: excerpt(found) }
    }
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no action; write b2 or b2=G (flip), b2-b3 (move), b2-b3-c3 (chain) or end", self.found)
    }
}

impl core::error::Error for ActionError {}

/// The beginning of a text, which may be very long, for error messages.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => alloc::format!("{}..", &text[..end]),
        None => text.to_string(),
    }
}
