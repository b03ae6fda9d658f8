//! What the engine says of a search.

use std::fmt::Write as _;
use std::time::Duration;

use banqi_engine::Thought;

use crate::engine::quoted;

/// A line about a thought, for programs.
pub(super) fn report(thought: &Thought, elapsed: Duration) -> String {
    let Thought { value, nodes, depth, selective_depth, table_full, endgame_hits, ref line, .. } = *thought;
    let (time, per_mille) = (elapsed.as_millis(), value.per_mille());
    let speed = u128::from(nodes) * 1_000_000 / elapsed.as_micros().max(1);
    let mut report = format!(
        "info depth {depth} seldepth {selective_depth} nodes {nodes} nps {speed} time {time} score wp {}.{:03} cp {} \
         hashfull {table_full} tbhits {endgame_hits} pv",
        per_mille / 1000,
        per_mille % 1000,
        value.centi(),
    );
    for ply in line {
        // Text can be written.
        let _ = write!(report, " {ply}");
    }
    report
}

/// The last line about a search.
pub(super) fn bestmove(thought: Option<&Thought>) -> String {
    thought.map_or_else(|| "bestmove none".to_string(), |thought| format!("bestmove {}", thought.action))
}

/// What was wrong with a line, for people. It may quote what somebody else wrote.
pub(super) fn complaint(what: &str) -> String {
    format!("info string {}", quoted(what))
}

#[cfg(test)]
mod tests {
    use banqi::{Action, Ply};
    use banqi_engine::Value;

    use super::*;

    fn thought() -> Thought {
        let plies = ["b2-b3", "c3"].map(|ply| ply.parse::<Ply>().expect("a ply"));
        Thought {
            action: plies[0].action,
            value: Value::DRAW,
            line: plies.to_vec(),
            nodes: 12_345,
            depth: 5,
            selective_depth: 9,
            table_full: 17,
            endgame_hits: 0,
        }
    }

    #[test]
    fn a_report_has_its_words_in_their_order() {
        // 12345 nodes in 250 ms are 49380 a second.
        assert_eq!(
            report(&thought(), Duration::from_millis(250)),
            "info depth 5 seldepth 9 nodes 12345 nps 49380 time 250 score wp 0.500 cp 0 hashfull 17 tbhits 0 \
             pv b2-b3 c3"
        );
        let lost = Thought { value: -Value::WIN, ..thought() };
        assert!(report(&lost, Duration::ZERO).contains(" time 0 score wp 0.000 cp -"));
        let won = Thought { value: Value::WIN, ..thought() };
        assert!(report(&won, Duration::ZERO).contains(" score wp 1.000 cp "));
    }

    #[test]
    fn the_best_action_is_one_action() {
        assert_eq!(bestmove(Some(&thought())), "bestmove b2-b3");
        assert_eq!(bestmove(Some(&Thought { action: Action::End, ..thought() })), "bestmove end");
        assert_eq!(bestmove(None), "bestmove none");
    }

    #[test]
    fn a_complaint_is_a_short_line() {
        assert_eq!(complaint("no \u{1b}[31mfile\nhere"), "info string no  [31mfile here");
        assert!(complaint(&"漢".repeat(10_000)).chars().count() < 500);
    }
}
