//! What every action of a position is worth, as far as the worker has looked.

use std::fmt;
use std::str::FromStr;

use banqi::{Action, Piece, Ply};

use crate::{Unreadable, read};

/// What every action of a position is worth, as far as the worker has looked.
///
/// ```
/// use banqi_worker::Analysis;
/// let analysis: Analysis = "9000 2 done\n734 - a1-a2\n512 K:1:301,p:2:618 b2=p a1-a2".parse()?;
/// assert_eq!(analysis.candidates[1].outcomes.len(), 2);
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// All legal actions, the best first.
    pub candidates: Vec<Candidate>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many plies ahead every action was considered.
    pub depth: u32,
    /// No deeper one follows.
    pub is_done: bool,
}

/// An action, and what it is worth to the side to move.
///
/// ```
/// use banqi_worker::Candidate;
/// let candidate: Candidate = "734 - a1-a2 b4=p".parse()?;
/// assert_eq!(candidate.action().map(|action| action.to_string()).as_deref(), Some("a1-a2"));
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// In thousandths of a point; a draw is worth half a point. 0 and 1000 are games that are lost or won by force.
    pub points: u16,
    /// What is expected to be played, from the action on.
    pub line: Vec<Ply>,
    /// For an action that turns a piece over, what may come up.
    pub outcomes: Vec<Outcome>,
}

/// One thing that may come up.
///
/// ```
/// assert_eq!("p:2:618".parse::<banqi_worker::Outcome>()?.count, 2);
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What comes up.
    pub piece: Piece,
    /// How many of it the bag holds.
    pub count: u8,
    /// What the action is then worth.
    pub points: u16,
}

impl Candidate {
    /// The action itself.
    ///
    /// ```
    /// # let candidate: banqi_worker::Candidate = "0 - b2=p".parse()?;
    /// assert_eq!(candidate.action(), "b2".parse().ok());
    /// # Ok::<(), banqi_worker::Unreadable>(())
    /// ```
    pub fn action(&self) -> Option<Action> {
        self.line.first().map(|ply| ply.action)
    }
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.nodes, self.depth, if self.is_done { "done" } else { "goes-on" })?;
        self.candidates.iter().try_for_each(|candidate| write!(f, "\n{candidate}"))
    }
}

impl FromStr for Analysis {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut lines = text.split('\n');
        let mut words = lines.next().unwrap_or_default().split(' ');
        let analysis = Self {
            nodes: read(words.next())?,
            depth: read(words.next())?,
            is_done: match words.next() {
                Some("done") => true,
                Some("goes-on") => false,
                _ => return Err(Unreadable),
            },
            candidates: lines.map(str::parse).collect::<Result<_, _>>()?,
        };
        if words.next().is_none() { Ok(analysis) } else { Err(Unreadable) }
    }
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.points)?;
        if self.outcomes.is_empty() {
            f.write_str("-")?;
        }
        for (index, outcome) in self.outcomes.iter().enumerate() {
            write!(f, "{}{outcome}", if index > 0 { "," } else { "" })?;
        }
        self.line.iter().try_for_each(|ply| write!(f, " {ply}"))
    }
}

impl FromStr for Candidate {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut words = text.split(' ');
        let candidate = Self {
            points: points(words.next())?,
            outcomes: match words.next() {
                Some("-") => Vec::new(),
                Some(outcomes) => outcomes.split(',').map(str::parse).collect::<Result<_, _>>()?,
                None => return Err(Unreadable),
            },
            line: words.map(|word| read(Some(word))).collect::<Result<_, _>>()?,
        };
        // Without a first ply there is no action.
        if candidate.line.is_empty() { Err(Unreadable) } else { Ok(candidate) }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.piece.letter(), self.count, self.points)
    }
}

impl FromStr for Outcome {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let mut parts = text.split(':');
        let mut letters = parts.next().ok_or(Unreadable)?.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { return Err(Unreadable) };
        let outcome = Self {
            piece: Piece::from_letter(letter).ok_or(Unreadable)?,
            count: read(parts.next())?,
            points: points(parts.next())?,
        };
        if parts.next().is_none() { Ok(outcome) } else { Err(Unreadable) }
    }
}

/// Thousandths of a point.
fn points(word: Option<&str>) -> Result<u16, Unreadable> {
    read(word).and_then(|points| if points <= 1000 { Ok(points) } else { Err(Unreadable) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(texts: &[&str]) -> Vec<Ply> {
        texts.iter().map(|ply| ply.parse().expect("a ply")).collect()
    }

    #[test]
    fn an_analysis_is_read_as_it_was_written() {
        let outcome =
            |letter, count, points| Outcome { piece: Piece::from_letter(letter).expect("a piece"), count, points };
        let candidates = vec![
            Candidate { points: 1000, line: plies(&["b3-b2", "end"]), outcomes: Vec::new() },
            Candidate {
                points: 0,
                line: plies(&["c3-c4=p"]),
                outcomes: vec![outcome('K', 1, 300), outcome('p', 5, 0)],
            },
        ];
        for is_done in [false, true] {
            let analysis = Analysis { candidates: candidates.clone(), nodes: u64::MAX, depth: 64, is_done };
            assert_eq!(analysis.to_string().parse(), Ok(analysis));
        }
        let none = Analysis { candidates: Vec::new(), nodes: 0, depth: 0, is_done: true };
        assert_eq!(none.to_string().parse(), Ok(none));
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "9 2",
            "9 2 perhaps",
            "9 2 done more",
            "9 -2 done",
            "x 2 done",
            "9 2 done\n",
            "9 2 done\n500",
            "9 2 done\n500 -",
            "9 2 done\n1001 - a1-a2",
            "9 2 done\n-1 - a1-a2",
            "9 2 done\n500 - a1-a9",
            "9 2 done\n500  a1-a2",
            "9 2 done\n500 K a1=K",
            "9 2 done\n500 K:1 a1=K",
            "9 2 done\n500 K:1:5000 a1=K",
            "9 2 done\n500 K:1:500: a1=K",
            "9 2 done\n500 KK:1:500 a1=K",
            "9 2 done\n500 x:1:500 a1=K",
            "9 2 done\n500 K:999:500 a1=K",
            "9 2 done\n500 K:1:500, a1=K",
            "9 2 done\r\n500 - a1-a2",
        ] {
            assert_eq!(text.parse::<Analysis>(), Err(Unreadable), "{text}");
        }
    }
}
