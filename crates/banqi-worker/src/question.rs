//! What the page asks.

use std::fmt;
use std::str::FromStr;

use banqi::{Record, Seat};
use banqi_engine::Level;

use crate::{Unreadable, read};

/// What the page asks.
///
/// ```
/// use banqi_worker::{Ask, Question};
/// let text = "3 master 7 draw-second -\n[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n*\n";
/// let question: Question = text.parse()?;
/// assert_eq!((question.number, question.ask, question.nodes), (3, Ask::Draw(banqi::Seat::Second), None));
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Comes back with the answer. Answers to older questions are for nobody.
    pub number: u32,
    /// The game as far as it has been played.
    pub record: Record,
    /// How strong the computer is.
    pub level: Level,
    /// Decides between actions that the engine finds equally good. It has nothing to do with the deal.
    pub seed: u64,
    /// What is asked about the game.
    pub ask: Ask,
    /// The most positions it may look at, instead of the level's own number.
    pub nodes: Option<u64>,
}

/// What is asked about a game.
///
/// ```
/// use banqi_worker::Ask;
/// assert_ne!(Ask::Action, Ask::Draw(banqi::Seat::First));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What the side to move plays, and whether it would rather have a draw.
    Action,
    /// Whether this seat accepts a draw.
    Draw(Seat),
}

impl Ask {
    const ALL: [Self; 3] = [Self::Action, Self::Draw(Seat::First), Self::Draw(Seat::Second)];

    const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Draw(Seat::First) => "draw-first",
            Self::Draw(Seat::Second) => "draw-second",
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {} ", self.number, self.level, self.seed, self.ask.name())?;
        match self.nodes {
            Some(nodes) => write!(f, "{nodes}")?,
            None => f.write_str("-")?,
        }
        write!(f, "\n{}", self.record)
    }
}

impl FromStr for Question {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (words, record) = text.split_once('\n').ok_or(Unreadable)?;
        let mut words = words.split(' ');
        let question = Self {
            number: read(words.next())?,
            level: read(words.next())?,
            seed: read(words.next())?,
            ask: words.next().and_then(|word| Ask::ALL.into_iter().find(|ask| ask.name() == word)).ok_or(Unreadable)?,
            nodes: match words.next() {
                Some("-") => None,
                nodes => Some(read(nodes)?),
            },
            record: read(Some(record))?,
        };
        if words.next().is_none() { Ok(question) } else { Err(Unreadable) }
    }
}

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset};

    use super::*;

    fn question(ask: Ask, level: Level) -> Question {
        let mut game = Game::new(Preset::TaiwanQuick.rules());
        for ply in ["b2=G", "b3=p"] {
            game.play(ply.parse().expect("a ply")).expect("legal");
        }
        Question { number: 7, record: Record::of(&game), level, seed: u64::MAX, ask, nodes: None }
    }

    #[test]
    fn a_question_is_read_as_it_was_written() {
        for level in Level::ALL {
            for ask in Ask::ALL {
                let question = question(ask, level);
                assert_eq!(question.to_string().parse(), Ok(question));
            }
        }
        let question = Question { nodes: Some(9), ..question(Ask::Action, Level::Easy) };
        assert_eq!(question.to_string().parse(), Ok(question));
    }

    #[test]
    fn a_question_tells_no_deal() {
        assert!(!question(Ask::Action, Level::Master).to_string().contains("Deal"));
    }

    #[test]
    fn other_texts_are_no_questions() {
        for text in ["", "7", "7 normal 1 action -", "7 normal 1 action", "x normal 1 action -\n", "7 bench 3"] {
            assert_eq!(text.parse::<Question>(), Err(Unreadable), "{text}");
        }
        let more = question(Ask::Action, Level::Normal).to_string().replacen('\n', " more\n", 1);
        assert_eq!(more.parse::<Question>(), Err(Unreadable));
    }
}
