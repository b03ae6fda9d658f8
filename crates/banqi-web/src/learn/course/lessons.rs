//! The lessons: their positions, and what is to be done in them.

use banqi::Kind;

use super::goal::Goal;
use super::lesson::{Lesson, Task};
use crate::text::text;

/// Most tasks are by the rules that are played where nothing else was chosen.
const USUAL: &str = "taiwan-tournament";

/// All lessons, in the order in which they build on each other.
pub(super) static LESSONS: [Lesson; 7] = [
    Lesson {
        name: "step",
        title: || text!(learn.step),
        about: || text!(learn.step_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "3p/4/4/4/4/1N2/4/4 r - 0 41",
                before: "",
                goal: Goal::Reach(Kind::Horse, "b4"),
                turns: 1,
                text: || text!(learn.step_1),
                done: || text!(learn.step_1_done),
            },
            Task {
                rules: USUAL,
                position: "3p/4/4/4/4/4/4/R3 r - 0 41",
                before: "",
                goal: Goal::Reach(Kind::Chariot, "b2"),
                turns: 2,
                text: || text!(learn.step_2),
                done: || text!(learn.step_2_done),
            },
            Task {
                rules: USUAL,
                position: "3p/4/4/4/4/4/P3/M?2 r p1 0 41",
                before: "",
                goal: Goal::Reach(Kind::Elephant, "a2"),
                turns: 2,
                text: || text!(learn.step_3),
                done: || text!(learn.step_3_done),
            },
        ],
    },
    Lesson {
        name: "rank",
        title: || text!(learn.rank),
        about: || text!(learn.rank_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "3p/4/4/4/1r2/1Mg1/4/4 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::Chariot),
                turns: 1,
                text: || text!(learn.rank_1),
                done: || text!(learn.rank_1_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/4/4/2n1/2Nr/4/4 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::Horse),
                turns: 1,
                text: || text!(learn.rank_2),
                done: || text!(learn.rank_2_done),
            },
            Task {
                rules: USUAL,
                position: "3p/4/4/2N1/1Rm1/2G1/4/4 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::Elephant),
                turns: 1,
                text: || text!(learn.rank_3),
                done: || text!(learn.rank_3_done),
            },
        ],
    },
    Lesson {
        name: "general",
        title: || text!(learn.general),
        about: || text!(learn.general_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "4/3p/4/4/4/Rk2/1P2/4 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::General),
                turns: 1,
                text: || text!(learn.general_1),
                done: || text!(learn.general_1_done),
            },
            Task {
                rules: USUAL,
                position: "4/3p/4/4/2p1/1gK1/4/4 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::Advisor),
                turns: 1,
                text: || text!(learn.general_2),
                done: || text!(learn.general_2_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/4/4/4/1p2/1K2/2p1 r - 0 41",
                before: "",
                goal: Goal::Safe(Kind::General),
                turns: 1,
                text: || text!(learn.general_3),
                done: || text!(learn.general_3_done),
            },
        ],
    },
    Lesson {
        name: "cannon",
        title: || text!(learn.cannon),
        about: || text!(learn.cannon_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "4/4/1k2/4/4/1P2/4/nC2 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::General),
                turns: 1,
                text: || text!(learn.cannon_1),
                done: || text!(learn.cannon_1_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/g3/4/C1?r/4/4/4 r p1 0 41",
                before: "",
                goal: Goal::Take(Kind::Chariot),
                turns: 1,
                text: || text!(learn.cannon_2),
                done: || text!(learn.cannon_2_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/kp2/4/4/1N2/4/C3 r - 0 41",
                before: "",
                goal: Goal::Take(Kind::General),
                turns: 2,
                text: || text!(learn.cannon_3),
                done: || text!(learn.cannon_3_done),
            },
        ],
    },
    Lesson {
        name: "risk",
        title: || text!(learn.risk),
        about: || text!(learn.risk_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "3?/4/4/4/?R?1/4/4/4 r P1k1m1 0 41",
                before: "",
                goal: Goal::LeastRisk("b4"),
                turns: 1,
                text: || text!(learn.risk_1),
                done: || text!(learn.risk_1_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/4/1?2/1P2/?R?1/4/4 r g1c2 0 41",
                before: "",
                goal: Goal::LeastRisk("b3"),
                turns: 1,
                text: || text!(learn.risk_2),
                done: || text!(learn.risk_2_done),
            },
            Task {
                rules: USUAL,
                position: "4/4/4/1?2/1?2/?C??/1P2/1?2 r k1r2n1c1p1 0 41",
                before: "",
                goal: Goal::LeastRisk("b3"),
                turns: 1,
                text: || text!(learn.risk_3),
                done: || text!(learn.risk_3_done),
            },
        ],
    },
    Lesson {
        name: "limits",
        title: || text!(learn.limits),
        about: || text!(learn.limits_about),
        tasks: &[
            Task {
                // The example of docs/rules.md.
                rules: "taiwan-chase",
                position: "3P/4/4/4/4/4/n3/1R2 r - 0 41",
                before: "b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2 a1-b1 b2-a2 b1-a1 a2-b2",
                goal: Goal::GoOn,
                turns: 1,
                text: || text!(learn.limits_1),
                done: || text!(learn.limits_1_done),
            },
            Task {
                rules: "taiwan-quick",
                position: "p3/4/4/4/4/1n2/1R1G/4 r - 19 61",
                before: "",
                goal: Goal::Take(Kind::Horse),
                turns: 1,
                text: || text!(learn.limits_2),
                done: || text!(learn.limits_2_done),
            },
            Task {
                rules: USUAL,
                position: "3p/4/4/4/4/4/1G2/4 b - 0 40",
                before: "d8-d7 b2-b3 d7-d8 b3-b2 d8-d7 b2-b3 d7-d8",
                goal: Goal::GoOn,
                turns: 1,
                text: || text!(learn.limits_3),
                done: || text!(learn.limits_3_done),
            },
        ],
    },
    Lesson {
        name: "winning",
        title: || text!(learn.winning),
        about: || text!(learn.winning_about),
        tasks: &[
            Task {
                rules: USUAL,
                position: "4/4/4/4/4/4/PR2/1n2 r - 0 61",
                before: "",
                goal: Goal::Win,
                turns: 1,
                text: || text!(learn.winning_1),
                done: || text!(learn.winning_1_done),
            },
            Task {
                rules: USUAL,
                position: "c3/PP2/4/4/4/4/4/4 r - 0 61",
                before: "",
                goal: Goal::Win,
                turns: 1,
                text: || text!(learn.winning_2),
                done: || text!(learn.winning_2_done),
            },
            Task {
                rules: USUAL,
                position: "n3/4/1R2/4/4/4/4/4 r - 0 61",
                before: "",
                goal: Goal::Win,
                turns: 2,
                text: || text!(learn.winning_3),
                done: || text!(learn.winning_3_done),
            },
            Task {
                rules: USUAL,
                position: "n3/1R2/4/4/4/4/4/3P r - 6 61",
                before: "",
                goal: Goal::Win,
                turns: 2,
                text: || text!(learn.winning_4),
                done: || text!(learn.winning_4_done),
            },
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::learn::course::solve::solve;
    use crate::route::{Address, Route};

    fn tasks() -> impl Iterator<Item = (String, &'static Task)> {
        let of = |lesson: &'static Lesson| {
            (1..).zip(lesson.tasks).map(move |(number, task)| (format!("{} {number}", lesson.name), task))
        };
        LESSONS.iter().flat_map(of)
    }

    #[test]
    fn each_task_is_solved_in_its_turns_and_no_fewer() {
        for (name, task) in tasks() {
            let game = task.game();
            let solved = solve(task.goal, task.own(), &game, task.turns);
            assert_eq!(solved.map(|(_, turns)| turns), Some(task.turns), "{name}");
        }
    }

    #[test]
    fn not_every_turn_solves_a_task() {
        for (name, task) in tasks() {
            let game = task.game();
            let forbidden = game.forbidden().iter().count();
            let actions = game.actions();
            let others = actions.iter().filter(|action| {
                let mut next = game.clone();
                let revealed =
                    next.position().bag().iter().next().map(|(piece, _)| piece).filter(|_| next.reveals(**action));
                next.play_unchecked(banqi::Ply::new(**action, revealed));
                !task.goal.is_met(task.own(), &next)
            });
            // Of the first one about chases, the rules themselves refuse what is wrong.
            assert!(others.count() + forbidden > 0, "{name}");
        }
    }

    #[test]
    fn names_are_addresses() {
        let names: BTreeSet<&str> = LESSONS.iter().map(|lesson| lesson.name).collect();
        assert_eq!(names.len(), LESSONS.len());
        for name in names {
            assert!(matches!(Route::of(&format!("/learn/course/{name}")), Route::Page(_)), "{name}");
        }
        assert_eq!(Route::of("/learn"), Route::Page(Address::LEARN));
    }
}
