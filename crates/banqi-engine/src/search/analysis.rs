//! Every action of a position with its own value, and every outcome of those that turn a piece over.

use banqi::{Action, Game, Ply};

use super::chance::mean;
use super::{Budget, INFINITE, Knowledge, Reach, Search, expected};
use crate::engine::{Analysis, Candidate, Chance};
use crate::eval::Evaluation;
use crate::{Value, Watch};

/// Looks at all actions with full windows, deeper by a ply at a time; none if the game is over.
///
/// What the last depth that was finished has found.
pub(crate) fn analyse(
    game: &Game,
    evaluation: &mut Evaluation,
    reach: &Reach,
    budget: &mut Budget<'_>,
    knowledge: Knowledge<'_>,
    watch: &dyn Watch,
) -> Option<Analysis> {
    let actions = game.actions();
    let value = Value::new(evaluation.value(game.position()));
    let unknown =
        |&action: &Action| Candidate { action, value, line: vec![expected(game, action)], outcomes: Vec::new() };
    let mut analysis = Analysis {
        candidates: actions.iter().map(unknown).collect(),
        nodes: 0,
        depth: 0,
        selective_depth: 0,
        table_full: 0,
        endgame_hits: 0,
    };
    if actions.is_empty() {
        return None;
    }
    let mut search = Search::new(game, evaluation, reach, budget, knowledge);
    while analysis.depth < reach.depth {
        let depth = analysis.depth + 1;
        let mut candidates = Vec::new();
        for candidate in &analysis.candidates {
            candidates.push(search.candidate(candidate.action, depth.cast_signed()));
            if search.budget.is_over() {
                analysis.nodes = search.budget.spent();
                return Some(analysis);
            }
        }
        candidates.sort_by_key(|candidate| -candidate.value.get());
        analysis = Analysis {
            candidates,
            nodes: search.budget.spent(),
            depth,
            selective_depth: search.selective as u32,
            table_full: knowledge.table.full(),
            endgame_hits: search.endgame_hits,
        };
        if !watch.analysed(&analysis) {
            break;
        }
    }
    Some(analysis)
}

impl Search<'_, '_> {
    fn candidate(&mut self, action: Action, depth: i32) -> Candidate {
        if !self.game.reveals(action) {
            let value = self.turn(action.into(), depth, -INFINITE, INFINITE, 0, 0);
            let line = [&[action.into()], self.lines.line(1).plies()].concat();
            return Candidate { action, value: Value::new(value), line, outcomes: Vec::new() };
        }
        let bag = self.game.position().bag();
        let mut outcomes = Vec::new();
        let mut line = Vec::new();
        let mut sum = 0;
        for (piece, count) in bag {
            let played = Ply::new(action, Some(piece));
            let value = self.turn(played, depth, -INFINITE, INFINITE, 0, 1);
            if expected(&self.game, action) == played {
                line = [&[played], self.lines.line(1).plies()].concat();
            }
            sum += i64::from(count) * i64::from(value);
            outcomes.push(Chance { piece, count, value: Value::new(value) });
        }
        Candidate { action, value: Value::new(mean(sum, bag.len().into())), line, outcomes }
    }
}
