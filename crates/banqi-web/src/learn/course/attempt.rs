//! A task that somebody tries.

use banqi::{Action, Colour, Ply, Position, Reason, Square};
use banqi_deal::Deal;
use banqi_table::Party;

use super::goal::{Goal, last_flip};
use super::lesson::Task;
use super::risk::Risk;
use super::solve::{reply, solve};
use crate::game::players::{Opponent, Players};
use crate::game::session::{Happened, Session};

/// How far an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Something is to be played.
    Open,
    /// The other side is to move.
    Waiting,
    Solved,
    /// What was played was legal, but cannot do it any more.
    Missed(Miss),
}

/// Why a legal turn does not do what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Miss {
    /// It leads elsewhere.
    Astray,
    /// It ended the game.
    Over(Reason),
    /// Another flip would have been less of a risk.
    Risk,
}

/// A task that somebody tries.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    task: &'static Task,
    /// Whose task it is.
    own: Colour,
    session: Session,
    stage: Stage,
    /// How many turns of one's own are left.
    turns: u8,
    hint: Option<Action>,
}

impl Attempt {
    pub(super) fn new(task: &'static Task, deal: impl FnOnce(&Position) -> Deal) -> Self {
        let game = task.game();
        let deal = deal(game.position());
        // Both sides are played at this device: one by the learner, one by `reply`.
        let players = Players { opponent: Opponent::SameScreen, first: Party::Host };
        let session = Session::new(game, deal, players, false, 0);
        Self { task, own: task.own(), session, stage: Stage::Open, turns: task.turns, hint: None }
    }

    pub(super) fn task(&self) -> &'static Task {
        self.task
    }

    pub(super) fn session(&self) -> &Session {
        &self.session
    }

    pub(super) fn stage(&self) -> Stage {
        self.stage
    }

    pub(super) fn hint(&self) -> Option<Action> {
        self.hint
    }

    /// What a tap on a square does.
    pub(super) fn tap(&mut self, square: Square) -> Vec<Happened> {
        if self.stage != Stage::Open {
            return Vec::new();
        }
        let plies = self.session.game().plies().len();
        let happened = self.session.tap(square);
        if self.session.game().plies().len() > plies {
            self.hint = None;
            self.turns -= 1;
            self.stage = self.judge();
        }
        happened
    }

    /// Puts down what was picked up.
    pub(super) fn escape(&mut self) -> Vec<Happened> {
        self.session.escape()
    }

    /// The turn of the other side, if it is its turn.
    pub(super) fn reply(&mut self) -> Vec<Happened> {
        if self.stage != Stage::Waiting {
            return Vec::new();
        }
        self.stage = Stage::Open;
        let action = reply(self.task.goal, self.own, self.session.game(), self.turns);
        action.map_or_else(Vec::new, |action| self.session.play_turn(&[action]))
    }

    /// Asks what to play.
    pub(super) fn ask_hint(&mut self) -> Option<Action> {
        if self.stage == Stage::Open {
            let solved = solve(self.task.goal, self.own, self.session.game(), self.turns);
            self.hint = solved.map(|(action, _)| action);
        }
        self.hint
    }

    /// What the last flip put at risk, if that is what the task is about: which piece, where, and by what chance.
    pub(super) fn risk(&self) -> Option<(Square, Square, Risk)> {
        let Goal::LeastRisk(target) = self.task.goal else { return None };
        let target = target.parse().ok()?;
        let game = self.session.game();
        let (before, flipped) = last_flip(game)?;
        Some((target, flipped, Risk::of(before, game.rules(), flipped, target)))
    }

    /// After one's own turn.
    fn judge(&self) -> Stage {
        let (goal, own, game) = (self.task.goal, self.own, self.session.game());
        if goal.is_met(own, game) {
            return Stage::Solved;
        }
        let miss = match (game.outcome(), self.risk()) {
            (Some(outcome), _) => Miss::Over(outcome.reason),
            (None, Some(_)) => Miss::Risk,
            (None, None) => Miss::Astray,
        };
        if game.outcome().is_some() || self.turns == 0 {
            return Stage::Missed(miss);
        }
        // It must still be possible whatever is answered: so with the answer that holds out longest.
        let mut next = game.clone();
        let answer = reply(goal, own, game, self.turns);
        let holds = answer.is_some_and(|answer| {
            next.play(Ply::new(answer, None)).is_ok() && solve(goal, own, &next, self.turns).is_some()
        });
        if holds { Stage::Waiting } else { Stage::Missed(miss) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::course::lessons::LESSONS;

    fn attempt(lesson: &str, number: usize) -> Attempt {
        let lesson = LESSONS.iter().find(|other| other.name == lesson).expect("a lesson");
        Attempt::new(&lesson.tasks[number - 1], |position| Deal::from_seed(position, 3))
    }

    fn tap(attempt: &mut Attempt, squares: &[&str]) {
        for square in squares {
            attempt.tap(square.parse().expect("a square"));
        }
    }

    #[test]
    fn who_follows_the_hints_solves_every_task() {
        for (lesson, number) in LESSONS.iter().flat_map(|lesson| (1..=lesson.tasks.len()).map(move |n| (lesson, n))) {
            let mut attempt = attempt(lesson.name, number);
            for _ in 0..attempt.task().turns {
                let squares = match attempt.ask_hint() {
                    Some(Action::Move { from, to }) => vec![from, to],
                    Some(Action::Flip(square)) => vec![square],
                    other => panic!("{} {number}: {other:?}", lesson.name),
                };
                for square in squares {
                    attempt.tap(square);
                }
                attempt.reply();
            }
            assert_eq!(attempt.stage(), Stage::Solved, "{} {number}", lesson.name);
        }
    }

    #[test]
    fn a_turn_that_leads_elsewhere_is_missed() {
        let mut one = attempt("winning", 4);
        tap(&mut one, &["b7", "c7"]);
        assert_eq!(one.stage(), Stage::Missed(Miss::Astray));
        // Nothing can be played on.
        tap(&mut one, &["d1", "c1"]);
        assert_eq!(one.session().game().plies().len(), 1);
    }

    #[test]
    fn a_draw_says_what_it_is() {
        let mut quiet = attempt("limits", 2);
        tap(&mut quiet, &["d2", "d1"]);
        assert_eq!(quiet.stage(), Stage::Missed(Miss::Over(Reason::NoProgress)));
        let mut again = attempt("limits", 3);
        tap(&mut again, &["b3", "b2"]);
        assert_eq!(again.stage(), Stage::Missed(Miss::Over(Reason::Repetition)));
    }

    #[test]
    fn the_rules_themselves_refuse_what_is_not_legal() {
        let mut chase = attempt("limits", 1);
        tap(&mut chase, &["a1", "a2"]);
        assert_eq!(chase.stage(), Stage::Open);
        tap(&mut chase, &["d8", "d7"]);
        assert_eq!(chase.stage(), Stage::Solved);
    }

    #[test]
    fn the_risk_of_a_flip_is_told() {
        let mut beside = attempt("risk", 1);
        tap(&mut beside, &["a4"]);
        assert_eq!(beside.stage(), Stage::Missed(Miss::Risk));
        assert_eq!(beside.risk().map(|(_, _, risk)| risk), Some(Risk { count: 2, all: 3 }));
        let mut away = attempt("risk", 1);
        tap(&mut away, &["d8"]);
        assert_eq!(away.stage(), Stage::Solved);
    }
}
