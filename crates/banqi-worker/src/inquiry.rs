//! What the page asks about every action of a position, and what comes back while the worker looks deeper and deeper.
//!
//! Apart from the questions of games, so that the page that plays has no reader of it.

use std::fmt;
use std::str::FromStr;

use banqi::Record;

use crate::{Analysis, Unreadable, read};

/// What the page asks about every action of a position.
///
/// ```
/// use banqi_worker::Inquiry;
/// let text = "3 analyse 9000\n[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n*\n";
/// let inquiry: Inquiry = text.parse()?;
/// assert_eq!((inquiry.number, inquiry.nodes), (3, 9000));
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inquiry {
    /// Comes back with all that is found.
    pub number: u32,
    /// The game up to the position.
    pub record: Record,
    /// The most positions it may look at.
    pub nodes: u64,
}

/// What was found so far, or why nothing is.
///
/// ```
/// use banqi_worker::Finding;
/// let finding: Finding = "3 trouble the game is over".parse()?;
/// assert_eq!(finding.found, Err("the game is over".to_string()));
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Which inquiry it is about.
    pub number: u32,
    /// What was found.
    pub found: Result<Analysis, String>,
}

impl fmt::Display for Inquiry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} analyse {}\n{}", self.number, self.nodes, self.record)
    }
}

impl FromStr for Inquiry {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (words, record) = text.split_once('\n').ok_or(Unreadable)?;
        let (number, nodes) = words.split_once(" analyse ").ok_or(Unreadable)?;
        Ok(Self { number: read(Some(number))?, nodes: read(Some(nodes))?, record: read(Some(record))? })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Ok(analysis) => write!(f, "{} found {analysis}", self.number),
            Err(why) => write!(f, "{} trouble {why}", self.number),
        }
    }
}

impl FromStr for Finding {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (number, said) = text.split_once(' ').ok_or(Unreadable)?;
        let found = match said.split_once(' ').ok_or(Unreadable)? {
            ("found", analysis) => Ok(analysis.parse()?),
            ("trouble", why) => Err(why.to_owned()),
            _ => return Err(Unreadable),
        };
        Ok(Self { number: read(Some(number))?, found })
    }
}

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset};

    use super::*;

    #[test]
    fn both_are_read_as_they_were_written() {
        let mut game = Game::new(Preset::TaiwanQuick.rules());
        game.play("b2=G".parse().expect("a ply")).expect("legal");
        let inquiry = Inquiry { number: 7, record: Record::of(&game), nodes: u64::MAX };
        assert_eq!(inquiry.to_string().parse(), Ok(inquiry));
        let analysis = "9 2 goes-on\n734 - a1-a2\n512 K:1:301,p:2:618 b2=p a1-a2".parse().expect("an analysis");
        for found in [Ok(analysis), Err("found nothing\n".to_string())] {
            let finding = Finding { number: u32::MAX, found };
            assert_eq!(finding.to_string().parse(), Ok(finding));
        }
    }

    #[test]
    fn other_texts_are_neither() {
        let record = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n*\n";
        for head in ["", "7", "7 analyse", "7 analyse ", "7 analyse -", "x analyse 1", "7 analyse 1 1", "7 bench 1"] {
            assert_eq!(format!("{head}\n{record}").parse::<Inquiry>(), Err(Unreadable), "{head}");
        }
        for text in ["7 analyse 1", "7 analyse 1\n", "7 analyse 1\nnothing"] {
            assert_eq!(text.parse::<Inquiry>(), Err(Unreadable), "{text}");
        }
        for text in ["", "7", "7 found", "7 found ", "7 sing 1", "x trouble no", "7 found 9 2 done\n500 - a1-a9"] {
            assert_eq!(text.parse::<Finding>(), Err(Unreadable), "{text}");
        }
    }
}
