//! Decision nodes: principal variation search (Marsland and Campbell, "Parallel search of strongly ordered game trees",
//! 1982; also NegaScout), in its fail-soft form.

use banqi::Action;

use super::order::Ordered;
use super::table::Entry;
use super::{DEEPEST, INFINITE, Search, expected};
use crate::Value;

impl Search<'_, '_> {
    /// The value for the side to move, when `depth` more plies are looked at in full.
    ///
    /// Exact between `alpha` and `beta`, else a bound. Meaningless once the budget is over.
    pub(super) fn decide(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> i32 {
        self.lines.clear(ply);
        if self.techniques.returns && self.is_return() {
            return Value::DRAW.get();
        }
        if depth <= 0 || ply >= DEEPEST {
            return self.quiescence(self.captures, alpha, beta, ply);
        }
        if !self.budget.spend() {
            return Value::DRAW.get();
        }
        if let Some(value) = self.decided() {
            return value;
        }
        let key = self.key(flips);
        let entry = self.recall(key);
        let principal = beta - alpha > 1;
        if let Some(entry) = entry
            && (!principal || self.techniques.table == super::Transpositions::Exact)
            && self.trusts(&entry, depth, alpha, beta)
        {
            return entry.value;
        }

        let face_down = self.game.position().face_down();
        let in_chain = self.game.position().chain().is_some();
        let can_flip = !face_down.is_empty() && !in_chain;
        let open = !principal && !in_chain && beta.abs() < Value::DECIDED;
        let calm = if open { self.evaluation.value(self.game.position()) } else { 0 };
        if open && self.techniques.margins && depth <= 3 && calm - MARGIN * depth >= beta {
            return calm;
        }
        if open && self.techniques.passes && can_flip && depth >= 3 && calm >= beta && self.passed != ply {
            let value = self.pass(depth - 2, beta - 1, beta, ply, flips);
            if value >= beta && !self.budget.is_over() {
                return value.min(Value::DECIDED);
            }
        }

        let weighs_flips = flips < self.techniques.flips && depth > self.techniques.shallow;
        let mut node = Node { alpha, beta, best: -INFINITE, action: None };
        // Something can always be turned over, which is hardly worse than doing nothing.
        if can_flip && !weighs_flips {
            node.best = self.pass(depth, alpha, beta, ply, flips);
            node.alpha = alpha.max(node.best);
        }
        if node.best < beta {
            self.actions(&mut node, depth, ply, flips, entry.and_then(|entry| entry.action), weighs_flips);
        }
        if self.budget.is_over() {
            return Value::DRAW.get();
        }
        self.keep(key, node.best, depth, Entry::bound_of(node.best, alpha, beta), node.action);
        node.best
    }

    fn actions(
        &mut self,
        node: &mut Node,
        depth: i32,
        ply: usize,
        flips: u32,
        remembered: Option<Action>,
        weighs_flips: bool,
    ) {
        let face_down = self.game.position().face_down();
        let considered = if !weighs_flips {
            banqi::Bitboard::EMPTY
        } else if self.techniques.grouping {
            self.distinct_flips()
        } else {
            face_down
        };
        let actions = self.game.actions();
        let is_considered = |action: &Action| match *action {
            Action::Flip(square) => considered.contains(square),
            _ => true,
        };
        let actions = actions.iter().copied().filter(is_considered);
        let mut ordered = Ordered::new(self, ply, remembered, actions);
        let principal = node.beta - node.alpha > 1;
        let mut tried = 0;
        while let Some((action, promise)) = ordered.next() {
            let reveals = self.game.reveals(action);
            let quiet = !reveals && promise.is_quiet();
            let late = self.techniques.reductions && depth >= 3 && tried >= 2 && node.best > -Value::DECIDED;
            let reduced = if !late {
                0
            } else if reveals {
                1 + i32::from(depth >= 5)
            } else if quiet {
                1 + i32::from(tried >= 6) + i32::from(depth >= 6 && tried >= 12) - i32::from(principal && tried < 6)
            } else {
                i32::from(promise.is_losing())
            };
            let value = self.tried(action, depth, reduced, node, ply, flips, tried == 0);
            if self.budget.is_over() {
                return;
            }
            tried += 1;
            if value > node.best {
                node.best = value;
                if value > node.alpha {
                    node.alpha = value;
                    node.action = Some(action);
                    self.lines.set(ply, expected(&self.game, action));
                }
                if value >= node.beta {
                    if quiet {
                        self.memory.cut(self.game.position().side(), action, depth, ply);
                        ordered.punish(&mut self.memory, self.game.position().side(), action, depth);
                    }
                    return;
                }
            }
        }
    }

    /// What an action is worth, by the narrowest windows and the least depth that tell.
    #[expect(clippy::too_many_arguments, reason = "the state of one node of the search")]
    fn tried(
        &mut self,
        action: Action,
        depth: i32,
        reduced: i32,
        node: &Node,
        ply: usize,
        flips: u32,
        first: bool,
    ) -> i32 {
        let Node { alpha, beta, .. } = *node;
        if first || !self.techniques.scout {
            return self.action(action, depth, alpha, beta, ply, flips);
        }
        let mut value = self.action(action, depth - reduced, alpha, alpha + 1, ply, flips);
        if value > alpha && reduced > 0 && !self.budget.is_over() {
            value = self.action(action, depth, alpha, alpha + 1, ply, flips);
        }
        if value > alpha && value < beta && !self.budget.is_over() {
            value = self.action(action, depth, alpha, beta, ply, flips);
        }
        value
    }

    /// What an action is worth to the side to move.
    pub(super) fn action(&mut self, action: Action, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> i32 {
        if self.game.reveals(action) {
            self.chance(action, depth, alpha, beta, ply, flips + 1)
        } else {
            self.turn(action.into(), depth, alpha, beta, ply, flips)
        }
    }

    /// The value of the action that looks best, when `depth` plies are looked at from here; none if no action can be told to
    /// be best without looking.
    pub(super) fn first_reply(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> Option<i32> {
        if depth <= 0 || !self.budget.spend() {
            return None;
        }
        if self.techniques.returns && self.is_return() {
            return None;
        }
        let entry = self.recall(self.key(flips));
        if let Some(entry) = entry
            && self.trusts(&entry, depth, alpha, beta)
        {
            return Some(entry.value);
        }
        let remembered = entry.and_then(|entry| entry.action);
        let actions = self.game.actions();
        let actions = actions.iter().copied();
        let (action, _) = Ordered::new(self, ply, remembered, actions).next()?;
        if self.game.reveals(action) {
            return None;
        }
        let value = self.turn(action.into(), depth, alpha, beta, ply, flips);
        (!self.budget.is_over()).then_some(value)
    }
}

/// By how much a ply changes a calm position at most, as a rule.
const MARGIN: i32 = 3_000;

/// What is known of a position while its actions are tried.
struct Node {
    alpha: i32,
    beta: i32,
    best: i32,
    action: Option<Action>,
}
