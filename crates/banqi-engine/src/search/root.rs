//! The root: every legal action of the game, deeper by a ply at a time.

use banqi::{Action, Game, Ply};

use super::table::Bound;
use super::{Budget, INFINITE, Knowledge, Reach, Search, expected};
use crate::eval::Evaluation;
use crate::random::Random;
use crate::{Thought, Value, Watch};

/// An action and what it was found to be worth.
#[derive(Clone)]
struct Candidate {
    action: Action,
    value: i32,
    line: Vec<Ply>,
}

/// What a search came to.
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) value: Value,
    pub(crate) line: Vec<Ply>,
    pub(crate) depth: u32,
    pub(crate) selective: u32,
    pub(crate) endgame_hits: u64,
}

/// Finds the best action, or none if the game is over.
///
/// Actions of equal value are in an order drawn from `random`, and the first of them is taken.
pub(crate) fn choose(
    game: &Game,
    evaluation: &mut Evaluation,
    reach: &Reach,
    budget: &mut Budget<'_>,
    knowledge: Knowledge<'_>,
    random: &mut Random,
    watch: &dyn Watch,
) -> Option<Choice> {
    let mut actions = game.actions().to_vec();
    random.shuffle(&mut actions);
    let value = evaluation.value(game.position());
    let candidate = |action: Action| Candidate { action, value, line: vec![expected(game, action)] };
    let mut candidates: Vec<Candidate> = actions.into_iter().map(candidate).collect();

    let mut root = Root { search: Search::new(game, evaluation, reach, budget, knowledge), flips: reach.flips };
    let mut depth = reach.first.saturating_sub(1);
    // What follows from a position that a table has, tables have too.
    let deepest = if root.search.tabled().is_some() { depth + 1 } else { reach.depth };
    // Before there are sides all flips are alike.
    if game.position().side().is_some() {
        while depth < deepest && root.deepen(&mut candidates, depth + 1) {
            depth += 1;
            let best = candidates.first()?;
            let thought = Thought {
                action: best.action,
                value: Value::new(best.value),
                line: root.playable(&best.line),
                nodes: root.search.budget.spent(),
                depth,
                selective_depth: root.search.selective as u32,
                table_full: knowledge.table.full(),
                endgame_hits: root.search.endgame_hits,
            };
            if !watch.reached(&thought) || candidates.len() == 1 && !reach.techniques.aspiration {
                break;
            }
        }
    }
    let best = candidates.first()?;
    Some(Choice {
        action: best.action,
        value: Value::new(best.value),
        line: root.playable(&best.line),
        depth,
        selective: root.search.selective as u32,
        endgame_hits: root.search.endgame_hits,
    })
}

/// Half the width of the first window around the value of the depth before.
const NARROW: i32 = 600;

struct Root<'a, 'stop> {
    search: Search<'a, 'stop>,
    flips: bool,
}

impl Root<'_, '_> {
    /// Judges the candidates at a depth and puts the best first; answers whether it came to the end.
    ///
    /// When the budget ends on the way, those that were judged still count: the best of the depth before was the first
    /// of them.
    fn deepen(&mut self, candidates: &mut [Candidate], depth: u32) -> bool {
        let Some(expected) = candidates.first().map(|candidate| candidate.value) else { return false };
        let mut width = NARROW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.search.techniques.aspiration && depth >= 4 {
            (alpha, beta) = ((expected - width).max(-INFINITE), (expected + width).min(INFINITE));
        }
        loop {
            let Some(best) = self.judge_all(candidates, depth.cast_signed(), alpha, beta) else { return false };
            // Outside the window the value is only a bound: a wider one on that side.
            width *= 4;
            if best <= alpha {
                alpha = (best - width).max(-INFINITE);
            } else if best >= beta {
                beta = (best + width).min(INFINITE);
            } else {
                return true;
            }
        }
    }

    /// The best value in this window, or none when the budget ended.
    fn judge_all(&mut self, candidates: &mut [Candidate], depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let (mut best, mut bound) = (-INFINITE, alpha);
        for index in 0..candidates.len() {
            let action = candidates[index].action;
            let value = self.judge(action, depth, bound, beta, index == 0);
            if self.search.budget.is_over() {
                return None;
            }
            if value > best {
                best = value;
                if value > bound {
                    bound = value;
                    let candidate = &mut candidates[index];
                    candidate.value = value;
                    candidate.line = self.line(action);
                    // To the front, the others keep their order.
                    candidates[..=index].rotate_right(1);
                }
                if value >= beta {
                    break;
                }
            }
        }
        let (key, action) = (self.search.key(0), candidates.first().map(|candidate| candidate.action));
        self.search.keep(key, best, depth, if best >= beta { Bound::Lower } else { Bound::Exact }, action);
        Some(best)
    }

    fn line(&self, action: Action) -> Vec<Ply> {
        let mut line = vec![expected(&self.search.game, action)];
        line.extend_from_slice(self.search.lines.line(1).plies());
        line
    }

    /// What an action is worth to the side to move; a bound outside the window.
    fn judge(&mut self, action: Action, depth: i32, alpha: i32, beta: i32, first: bool) -> i32 {
        if matches!(action, Action::Flip(_)) && !self.flips {
            let value = self.pass(depth, alpha, beta);
            self.search.lines.clear(1);
            return value;
        }
        if first || !self.search.techniques.scout {
            return self.search.action(action, depth, alpha, beta, 0, 0);
        }
        let reduced = i32::from(self.search.techniques.reductions && depth >= 4 && self.search.game.reveals(action));
        let mut value = self.search.action(action, depth - reduced, alpha, alpha + 1, 0, 0);
        if value > alpha && reduced > 0 && !self.search.budget.is_over() {
            value = self.search.action(action, depth, alpha, alpha + 1, 0, 0);
        }
        if value > alpha && value < beta && !self.search.budget.is_over() {
            value = self.search.action(action, depth, alpha, beta, 0, 0);
        }
        value
    }

    /// The value of leaving everything as it is.
    fn pass(&mut self, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.search.pass(depth, alpha, beta, 0, 0)
    }

    /// As much of a line as can be played: the table may have cut it, and chases may forbid it.
    fn playable(&mut self, line: &[Ply]) -> Vec<Ply> {
        let mut game = self.search.game.clone();
        let mut line = line.to_vec();
        let played = line.iter().take_while(|&&ply| game.play(ply).is_ok()).count();
        line.truncate(played.max(1));
        line
    }
}
