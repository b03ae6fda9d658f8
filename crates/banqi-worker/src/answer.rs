//! What the worker answers.

use std::fmt;
use std::str::FromStr;

use banqi::{Action, Ply};

use crate::{Unreadable, read};

/// What the worker answers.
///
/// ```
/// use banqi_worker::{Answer, Said};
/// let answer: Answer = "3 draw yes".parse()?;
/// assert_eq!(answer, Answer { number: 3, said: Said::Draw(true) });
/// # Ok::<(), banqi_worker::Unreadable>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Which question it answers.
    pub number: u32,
    /// The answer itself.
    pub said: Said,
}

/// The answer itself.
///
/// ```
/// use banqi_worker::{Answer, Said};
/// let answer = Answer { number: 3, said: Said::Trouble("the game is over".into()) };
/// assert_eq!(answer.to_string(), "3 trouble the game is over");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// What the side to move plays.
    Action {
        /// The action. What it turns over, nobody knows yet.
        action: Action,
        /// In hundredths of a unit, as the side to move sees it.
        value: i32,
        /// What is expected to be played, with what may come up.
        line: Vec<Ply>,
        /// How many positions were looked at.
        nodes: u64,
        /// How many plies ahead every action was considered.
        depth: u32,
        /// It would agree to a draw instead.
        offers_draw: bool,
    },
    /// Whether a draw is accepted.
    Draw(bool),
    /// What was asked cannot be answered, and why.
    Trouble(String),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.number)?;
        match &self.said {
            Said::Action { action, value, line, nodes, depth, offers_draw } => {
                let mood = if *offers_draw { "offers-draw" } else { "plays" };
                write!(f, "action {action} {value} {nodes} {depth} {mood}")?;
                line.iter().try_for_each(|ply| write!(f, " {ply}"))
            }
            Said::Draw(accepts) => f.write_str(if *accepts { "draw yes" } else { "draw no" }),
            Said::Trouble(why) => write!(f, "trouble {why}"),
        }
    }
}

impl FromStr for Answer {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let (number, said) = text.split_once(' ').ok_or(Unreadable)?;
        let (what, rest) = said.split_once(' ').ok_or(Unreadable)?;
        let mut words = rest.split(' ');
        let said = match (what, rest) {
            ("action", _) => Said::Action {
                action: read(words.next())?,
                value: read(words.next())?,
                nodes: read(words.next())?,
                depth: read(words.next())?,
                offers_draw: match words.next() {
                    Some("plays") => false,
                    Some("offers-draw") => true,
                    _ => return Err(Unreadable),
                },
                line: words.map(|word| read(Some(word))).collect::<Result<_, _>>()?,
            },
            ("draw", "yes") => Said::Draw(true),
            ("draw", "no") => Said::Draw(false),
            ("trouble", why) => Said::Trouble(why.to_owned()),
            _ => return Err(Unreadable),
        };
        Ok(Self { number: read(Some(number))?, said })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_is_read_as_it_was_written() {
        // Steps, a capture that turns a piece over, a flip, the end of a chain.
        let line = ["b2=G", "b3-b2", "c3-c4=p", "end"].map(|ply| ply.parse().expect("a ply"));
        let action = "b2".parse().expect("an action");
        for said in [
            Said::Action { action, value: -20, line: line.to_vec(), nodes: 1_000_000, depth: 4, offers_draw: false },
            Said::Action { action, value: 0, line: Vec::new(), nodes: 0, depth: 0, offers_draw: true },
            Said::Draw(true),
            Said::Draw(false),
            Said::Trouble("the game is over: yes".to_owned()),
        ] {
            let answer = Answer { number: 9, said };
            assert_eq!(answer.to_string().parse(), Ok(answer));
        }
    }

    #[test]
    fn other_texts_are_no_answers() {
        for text in ["", "7", "7 draw maybe", "7 action b2", "7 action b2 1 1 1 plays b2 b9", "7 sing", "x draw yes"] {
            assert_eq!(text.parse::<Answer>(), Err(Unreadable), "{text}");
        }
    }
}
