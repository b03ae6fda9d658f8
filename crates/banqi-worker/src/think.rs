//! Answers a question about a game.

use banqi_engine::{Engine, Limits};
use banqi_worker::{Answer, Ask, Question, Said};

/// Thinks.
pub(crate) fn answer(question: &Question) -> Answer {
    let said = said(question).unwrap_or_else(Said::Trouble);
    Answer { number: question.number, said }
}

fn said(question: &Question) -> Result<Said, String> {
    let game = question.record.replay().map_err(|error| error.to_string())?;
    let engine = Engine::new(question.level, question.seed);
    match question.ask {
        Ask::Draw(seat) => Ok(Said::Draw(engine.accepts_draw(&game, seat))),
        Ask::Action => {
            let limits = Limits { nodes: question.nodes, ..Limits::default() };
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

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset, Record, Seat};
    use banqi_engine::Level;

    use super::*;

    fn question(ask: Ask, level: Level, nodes: Option<u64>) -> Question {
        let mut game = Game::new(Preset::TaiwanQuick.rules());
        for ply in ["b2=G", "b3=p"] {
            game.play(ply.parse().expect("a ply")).expect("legal");
        }
        Question { number: 7, record: Record::of(&game), level, seed: u64::MAX, ask, nodes }
    }

    #[test]
    fn the_answer_is_the_engines() {
        for (level, nodes) in [(Level::Easy, None), (Level::Normal, None), (Level::Master, Some(20_000))] {
            let question = question(Ask::Action, level, nodes);
            let game = question.record.replay().expect("a game");
            let limits = Limits { nodes, ..Limits::default() };
            let thought = Engine::new(level, u64::MAX).think(&game, &limits, &|| false).expect("it goes on");
            let answer = answer(&question);
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
    }

    #[test]
    fn a_draw_is_answered() {
        let question = question(Ask::Draw(Seat::First), Level::Normal, None);
        assert_eq!(answer(&question).said, Said::Draw(false));
    }

    #[test]
    fn a_deal_is_not_taken() {
        // A record of a game that goes on must not have one.
        let mut tagged = question(Ask::Action, Level::Normal, None);
        tagged.record.tags.set("Deal", &"K".repeat(32)).expect("a tag");
        assert!(matches!(answer(&tagged).said, Said::Trouble(_)));
    }

    #[test]
    fn what_is_over_has_no_action() {
        let mut question = question(Ask::Action, Level::Normal, None);
        let start = "4/4/4/4/4/4/4/K3 b - 0 30".parse().expect("a position");
        let game = Game::from_position(Preset::TaiwanQuick.rules(), start).expect("fits");
        question.record = Record::of(&game);
        assert!(matches!(answer(&question).said, Said::Trouble(_)));
    }
}
