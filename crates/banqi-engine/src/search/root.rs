//! The root: every legal action of the game, deeper by a ply at a time.

use banqi::{Action, Colour, Game, Ply, Position, Setup};

use super::line::Lines;
use super::{Budget, INFINITE, Reach, Search};
use crate::Value;
use crate::eval::Evaluation;
use crate::random::Random;

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
}

/// Finds the best action, or none if the game is over.
///
/// Actions of equal value are in an order drawn from `random`, and the first of them is taken.
pub(crate) fn choose(
    game: &Game,
    evaluation: &Evaluation<'_>,
    reach: Reach,
    budget: &mut Budget<'_>,
    random: &mut Random,
) -> Option<Choice> {
    let mut actions = game.actions().to_vec();
    random.shuffle(&mut actions);
    let value = evaluation.centi(game.position());
    let candidate = |action: Action| Candidate { action, value, line: vec![action.into()] };
    let mut candidates: Vec<Candidate> = actions.into_iter().map(candidate).collect();

    let quiet_run = game.positions().rev().take(game.position().quiet() as usize + 1);
    let mut seen: Vec<u64> = quiet_run.map(Position::hash).collect();
    seen.reverse();
    let mut root = Root {
        game: game.clone(),
        search: Search { rules: game.rules(), evaluation, reach, budget, lines: Lines::new(), seen },
    };
    let mut depth = 0;
    // Before there are sides all flips are alike.
    if game.position().side().is_some() {
        while depth < reach.depth && root.deepen(&mut candidates, depth + 1) {
            depth += 1;
        }
    }
    let best = candidates.into_iter().next()?;
    Some(Choice { action: best.action, value: Value::from_centi(best.value), line: root.playable(best.line), depth })
}

/// A search at its root: the game says what no position by itself knows, repetition and forbidden chases.
struct Root<'a, 'stop> {
    game: Game,
    search: Search<'a, 'stop>,
}

impl Root<'_, '_> {
    /// Judges the candidates at a depth and puts the best first; answers whether it came to the end.
    ///
    /// When the budget ends on the way, those that were judged still count: the best of the depth before was the first
    /// of them.
    fn deepen(&mut self, candidates: &mut [Candidate], depth: u32) -> bool {
        let mut alpha = -INFINITE;
        let mut judged = 0;
        for candidate in candidates.iter_mut() {
            let value = self.judge(candidate.action, depth, alpha);
            if self.search.budget.is_over() {
                break;
            }
            candidate.value = value;
            if value > alpha {
                alpha = value;
                candidate.line.truncate(1);
                candidate.line.extend_from_slice(self.search.lines.from(1));
            }
            judged += 1;
        }
        candidates[..judged].sort_by_key(|candidate| -candidate.value);
        judged == candidates.len()
    }

    /// What an action is worth to the side to move; a bound if it is not more than `alpha`.
    fn judge(&mut self, action: Action, depth: u32, alpha: i32) -> i32 {
        let position = *self.game.position();
        if self.game.reveals(action) {
            let value = match action {
                Action::Flip(_) if !self.search.reach.flips => self.pass(depth, alpha),
                _ => self.search.chance(&position, action, depth),
            };
            self.search.lines.clear(1);
            return value;
        }
        self.game.play_unchecked(action.into());
        let value = self.judge_played(position.side(), depth, alpha);
        self.game.undo();
        value
    }

    fn judge_played(&mut self, side: Option<Colour>, depth: u32, alpha: i32) -> i32 {
        let child = *self.game.position();
        if let Some(outcome) = self.game.outcome() {
            self.search.lines.clear(1);
            let value = Search::decided(&child, outcome, 1);
            return if child.side() == side { value } else { -value };
        }
        if child.side() == side {
            self.search.alphabeta(&child, depth, alpha, INFINITE, 1)
        } else {
            -self.search.alphabeta(&child, depth - 1, -INFINITE, -alpha, 1)
        }
    }

    /// The value of leaving everything as it is.
    fn pass(&mut self, depth: u32, alpha: i32) -> i32 {
        let mut setup = Setup::from(*self.game.position());
        setup.side = setup.side.map(|side| !side);
        setup.turn += 1;
        setup.quiet = 0;
        match setup.try_into() {
            Ok(passed) => -self.search.alphabeta(&passed, depth - 1, -INFINITE, -alpha, 1),
            Err(_) => self.search.evaluation.centi(self.game.position()),
        }
    }

    /// As much of a line as the game's rules allow, up to what turns a piece over: the search knows of no chases.
    fn playable(&mut self, mut line: Vec<Ply>) -> Vec<Ply> {
        let played = line.iter().take_while(|&&ply| self.game.play(ply).is_ok()).count();
        line.truncate(played.max(1));
        line
    }
}
