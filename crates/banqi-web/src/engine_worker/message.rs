//! What page and worker say to each other.
//!
//! A question holds what both players know, as a record: rules, start and plies. There is no place in it for a deal, so
//! the engine cannot be given one.
//!
//! Both are lines of words and not JSON: the readers of a record and of plies are in the program anyway, and what would read
//! JSON into these types was a thirtieth of the first load.
//!
//! - a question: `NUMBER LEVEL SEED ASK NODES`, where ASK is `action`, `draw-first` or `draw-second`, and NODES may be `-`; then the
//!   record on lines of its own;
//! - an answer: `NUMBER action ACTION VALUE NODES DEPTH MOOD PLY..`, where MOOD is `plays` or `offers-draw`; `NUMBER draw yes` or
//!   `no`; or `NUMBER trouble` and why.

use std::fmt;
use std::str::FromStr;

use banqi::{Action, Ply, Record, Seat};
use banqi_engine::{Engine, Level, Limits};

/// What the page asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Comes back with the answer. Answers to older questions are for nobody.
    pub(crate) number: u32,
    pub(crate) record: Record,
    pub(crate) level: Level,
    /// Decides between actions that the engine finds equally good. It has nothing to do with the deal.
    pub(crate) seed: u64,
    pub(crate) ask: Ask,
    /// The most positions it may look at, instead of the level's own number.
    pub(crate) nodes: Option<u64>,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ask {
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

/// What the worker answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) number: u32,
    pub(crate) said: Said,
}

/// The answer itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Action {
        action: Action,
        /// In hundredths of a unit, as the side to move sees it.
        value: i32,
        line: Vec<Ply>,
        nodes: u64,
        depth: u32,
        /// It would agree to a draw instead.
        offers_draw: bool,
    },
    Draw(bool),
    /// What was asked cannot be answered, and why.
    Trouble(String),
}

/// A text that is no question, or no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unreadable;

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

fn read<T: FromStr>(word: Option<&str>) -> Result<T, Unreadable> {
    word.and_then(|word| word.parse().ok()).ok_or(Unreadable)
}

impl Question {
    /// Thinks. This is all that the worker does.
    pub(crate) fn answer(&self) -> Answer {
        let said = self.said().unwrap_or_else(Said::Trouble);
        Answer { number: self.number, said }
    }

    fn said(&self) -> Result<Said, String> {
        let game = self.record.replay().map_err(|error| error.to_string())?;
        let engine = Engine::new(self.level, self.seed);
        match self.ask {
            Ask::Draw(seat) => Ok(Said::Draw(engine.accepts_draw(&game, seat))),
            Ask::Action => {
                let limits = Limits { nodes: self.nodes, ..Limits::default() };
                // Stopping is ending the worker: it has one thread, which hears nothing while it thinks.
                let thought = engine.think(&game, &limits, &|| false).ok_or("the game is over")?;
                let position = game.position();
                let offers_draw = position.chain().is_none() && engine.offers_draw(&game, position.seat());
                Ok(Said::Action {
                    action: thought.action,
                    value: thought.value.centi(),
                    line: thought.line,
                    nodes: thought.nodes,
                    depth: thought.depth,
                    offers_draw,
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset};

    use super::*;

    fn question(ask: Ask) -> Question {
        let mut game = Game::new(Preset::TaiwanQuick.rules());
        for ply in ["b2=G", "b3=p"] {
            game.play(ply.parse().expect("a ply")).expect("legal");
        }
        Question { number: 7, record: Record::of(&game), level: Level::Normal, seed: u64::MAX, ask, nodes: None }
    }

    #[test]
    fn a_question_is_read_as_it_was_written() {
        for ask in [Ask::Action, Ask::Draw(Seat::Second)] {
            let question = question(ask);
            assert_eq!(question.to_string().parse(), Ok(question));
        }
    }

    #[test]
    fn a_question_tells_no_deal() {
        let mut tagged = question(Ask::Action);
        assert!(!tagged.to_string().contains("Deal"));
        // Nor could the worker take one: a record of a game that goes on must not have it.
        tagged.record.tags.set("Deal", &"K".repeat(32)).expect("a tag");
        assert!(matches!(tagged.answer().said, Said::Trouble(_)));
    }

    #[test]
    fn the_answer_is_the_engines() {
        let question = question(Ask::Action);
        let game = question.record.replay().expect("a game");
        let thought =
            Engine::new(Level::Normal, u64::MAX).think(&game, &Limits::default(), &|| false).expect("it goes on");
        let answer = question.answer();
        assert_eq!(answer.number, 7);
        let Said::Action { action, value, line, nodes, depth, offers_draw } = answer.said.clone() else {
            panic!("{answer:?}");
        };
        assert_eq!(
            (action, value, nodes, depth),
            (thought.action, thought.value.centi(), thought.nodes, thought.depth)
        );
        assert_eq!(line, thought.line);
        assert!(!offers_draw);
        assert_eq!(answer.to_string().parse(), Ok(answer));
    }

    #[test]
    fn a_draw_is_answered() {
        assert_eq!(question(Ask::Draw(Seat::First)).answer().said, Said::Draw(false));
    }

    #[test]
    fn every_answer_is_read_as_it_was_written() {
        let answers = [Said::Draw(true), Said::Draw(false), Said::Trouble("the game is over: yes".to_owned())];
        for said in answers {
            let answer = Answer { number: 9, said };
            assert_eq!(answer.to_string().parse(), Ok(answer));
        }
    }

    #[test]
    fn other_texts_are_neither() {
        for text in [
            "",
            "7",
            "7 normal 1 action -",
            "7 normal 1 action",
            "x normal 1 action -\n",
            "7 draw maybe",
            "7 action b2",
            "7 sing",
        ] {
            assert_eq!(text.parse::<Question>(), Err(Unreadable), "{text}");
            assert_eq!(text.parse::<Answer>(), Err(Unreadable), "{text}");
        }
        let more = question(Ask::Action).to_string().replacen('\n', " more\n", 1);
        assert_eq!(more.parse::<Question>(), Err(Unreadable));
    }

    #[test]
    fn what_is_over_has_no_action() {
        let mut question = question(Ask::Action);
        let start = "4/4/4/4/4/4/4/K3 b - 0 30".parse().expect("a position");
        let game = Game::from_position(Preset::TaiwanQuick.rules(), start).expect("fits");
        question.record = Record::of(&game);
        assert!(matches!(question.answer().said, Said::Trouble(_)));
    }
}
