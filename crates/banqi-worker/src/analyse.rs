//! Looks at every action of a position, deeper and deeper.

use banqi_engine::{Engine, Level, Limits, Watch};
use banqi_worker::{Analysis, Candidate, Finding, Inquiry, Outcome};

/// What it learns is kept in so many MB.
const TABLE: usize = 32;

/// Says what is found at each depth, and answers with the last of it.
pub(crate) fn answer(inquiry: &Inquiry, say: &dyn Fn(Finding)) -> Finding {
    let number = inquiry.number;
    let say = |analysis| say(Finding { number, found: Ok(analysis) });
    Finding { number, found: found(inquiry, &say) }
}

fn found(inquiry: &Inquiry, say: &dyn Fn(Analysis)) -> Result<Analysis, String> {
    let game = inquiry.record.replay().map_err(|error| error.to_string())?;
    // All that it can do, and the same each time.
    let engine = Engine::new(Level::Master, 0).with_table(TABLE);
    let limits = Limits { nodes: Some(inquiry.nodes), ..Limits::default() };
    let analysis = engine.analyse(&game, &limits, &Following { say }).ok_or("the game is over")?;
    Ok(told(&analysis, true))
}

/// Says what was found at each depth. Nothing stops it but the end of the worker.
struct Following<'a> {
    say: &'a dyn Fn(Analysis),
}

impl Watch for Following<'_> {
    fn analysed(&self, analysis: &banqi_engine::Analysis) -> bool {
        (self.say)(told(analysis, false));
        true
    }
}

/// What the engine found, as the page is told.
fn told(analysis: &banqi_engine::Analysis, is_done: bool) -> Analysis {
    let candidate = |found: &banqi_engine::Candidate| {
        let outcomes = found.outcomes.iter().map(|chance| Outcome {
            piece: chance.piece,
            count: chance.count,
            points: chance.value.points(),
        });
        Candidate { points: found.value.points(), line: found.line.clone(), outcomes: outcomes.collect() }
    };
    Analysis {
        candidates: analysis.candidates.iter().map(candidate).collect(),
        nodes: analysis.nodes,
        depth: analysis.depth,
        is_done,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use banqi::{Game, Preset, Record};

    use super::*;

    /// The analysis of a position under quick rules, depth by depth.
    fn analysed(position: &str, nodes: u64) -> Vec<Analysis> {
        let start = position.parse().expect("a position");
        let game = Game::from_position(Preset::TaiwanQuick.rules(), start).expect("fits");
        let inquiry = Inquiry { number: 7, record: Record::of(&game), nodes };
        let said = RefCell::new(Vec::new());
        let last = answer(&inquiry, &|finding| said.borrow_mut().push(finding));
        let all = said.into_inner().into_iter().chain([last]);
        all.map(|finding| finding.found.expect("it goes on")).collect()
    }

    #[test]
    fn an_analysis_goes_deeper_and_deeper() {
        let analyses = analysed("3k/4/4/4/4/1npc/1R?1/4 r P1 0 41", 20_000);
        let (last, before) = analyses.split_last().expect("one at least");
        assert!(last.is_done && before.iter().all(|analysis| !analysis.is_done));
        assert_eq!(
            before.iter().map(|analysis| analysis.depth).collect::<Vec<_>>(),
            (1..=last.depth).collect::<Vec<_>>()
        );
        for Candidate { points, line, outcomes } in &last.candidates {
            assert!(!line.is_empty() && *points <= 1000);
            assert_eq!(outcomes.is_empty(), line[0].revealed.is_none());
        }
    }

    #[test]
    fn the_last_piece_is_taken() {
        // Red's Chariot takes Black's last piece and has won; any other step leaves it alive.
        let analyses = analysed("4/4/4/4/4/4/n3/R3 r - 0 41", 20_000);
        let best = &analyses.last().expect("one").candidates[0];
        assert_eq!((best.points, best.line[0].to_string().as_str()), (1000, "a1-a2"));
    }

    #[test]
    fn a_flip_is_worth_the_mean_of_what_may_come_up() {
        let analyses = analysed("3k/4/4/4/4/4/???1/P3 r R1r2 18 69", 20_000);
        for Candidate { points, outcomes, .. } in &analyses.last().expect("one").candidates {
            if outcomes.is_empty() {
                continue;
            }
            let counts: u32 = outcomes.iter().map(|outcome| u32::from(outcome.count)).sum();
            assert_eq!(counts, 3);
            let sum: u32 = outcomes.iter().map(|outcome| u32::from(outcome.count) * u32::from(outcome.points)).sum();
            // Each was rounded.
            assert!((sum / counts).abs_diff(u32::from(*points)) <= 1, "{points} {outcomes:?}");
        }
    }

    #[test]
    fn what_is_over_has_no_analysis() {
        let start = "4/4/4/4/4/4/4/K3 b - 0 30".parse().expect("a position");
        let game = Game::from_position(Preset::TaiwanQuick.rules(), start).expect("fits");
        let inquiry = Inquiry { number: 7, record: Record::of(&game), nodes: 9 };
        assert!(answer(&inquiry, &|_| ()).found.is_err());
    }

    #[test]
    fn a_deal_is_not_taken() {
        // A record of a game that goes on must not have one.
        let mut record = Record::of(&Game::new(Preset::TaiwanQuick.rules()));
        record.tags.set("Deal", &"K".repeat(32)).expect("a tag");
        assert!(answer(&Inquiry { number: 7, record, nodes: 9 }, &|_| ()).found.is_err());
    }
}
