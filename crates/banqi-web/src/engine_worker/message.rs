//! What page and worker say to each other.
//!
//! A question holds what both players know, as a record: rules, start and plies. There is no place in it for a deal, so
//! the engine cannot be given one.

use banqi::{Action, Ply, Record, Seat};
use banqi_engine::{Engine, Level, Limits};
use serde::{Deserialize, Serialize};

/// What the page asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    /// Comes back with the answer. Answers to older questions are for nobody.
    pub(crate) number: u32,
    pub(crate) record: Record,
    #[serde(with = "level")]
    pub(crate) level: Level,
    /// Decides between actions that the engine finds equally good. It has nothing to do with the deal.
    pub(crate) seed: u64,
    pub(crate) ask: Ask,
    /// The most positions it may look at, instead of the level's own number.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Ask {
    /// What the side to move plays, and whether it would rather have a draw.
    Action,
    /// Whether this seat accepts a draw.
    Draw(Seat),
}

/// What the worker answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) number: u32,
    pub(crate) said: Said,
}

/// The answer itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// Levels by name.
mod level {
    use banqi_engine::Level;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(level.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
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
            let text = serde_json::to_string(&question).expect("written");
            assert_eq!(serde_json::from_str::<Question>(&text).expect("read"), question);
        }
    }

    #[test]
    fn a_question_tells_no_deal() {
        let mut tagged = question(Ask::Action);
        assert!(!serde_json::to_string(&tagged).expect("written").contains("Deal"));
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
        let text = serde_json::to_string(&answer).expect("written");
        assert_eq!(serde_json::from_str::<Answer>(&text).expect("read"), answer);
    }

    #[test]
    fn a_draw_is_answered() {
        assert_eq!(question(Ask::Draw(Seat::First)).answer().said, Said::Draw(false));
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
