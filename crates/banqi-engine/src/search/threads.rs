//! Several threads at one search: lazy SMP.
//!
//! All search the same root by themselves and share the table, which is all that they tell each other: what one has found,
//! another need not look for (the idea is common to chess programs since about 2013). Helpers begin at different depths and
//! in different orders, so that they are not all at the same place at once. The answer is that of the first thread; the
//! others stop with it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use banqi::Game;

use super::{Budget, Choice, Knowledge, Reach, choose};
use crate::eval::Evaluation;
use crate::random::Random;
use crate::{Thought, Watch};

/// Finds the best action as [`choose`] does, with helpers; of the nodes that may be spent each thread has its share.
pub(crate) fn choose_together(
    game: &Game,
    reach: &Reach,
    nodes: u64,
    knowledge: Knowledge<'_>,
    seed: &dyn Fn(u64) -> Random,
    watch: &dyn Watch,
    threads: usize,
) -> Option<(Choice, u64)> {
    let share = nodes.div_ceil(threads.max(1) as u64);
    let (over, spent) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        for number in 1..threads {
            let (over, spent, mut random) = (&over, &spent, seed(number as u64));
            scope.spawn(move || {
                let stop = || over.load(Ordering::Relaxed);
                let mut budget = Budget::new(share, &stop);
                let mut evaluation = Evaluation::new(game.rules());
                let reach = Reach { first: 1 + number as u32 % 2, ..*reach };
                choose(game, &mut evaluation, &reach, &mut budget, knowledge, &mut random, &stop);
                spent.fetch_add(budget.spent(), Ordering::Relaxed);
            });
        }
        let stop = || watch.stop();
        let mut budget = Budget::new(share, &stop);
        let mut evaluation = Evaluation::new(game.rules());
        let told = Counted { watch, threads: threads as u64 };
        let choice = choose(game, &mut evaluation, reach, &mut budget, knowledge, &mut seed(0), &told);
        over.store(true, Ordering::Relaxed);
        Some((choice?, budget.spent()))
    })
    .map(|(choice, first)| (choice, first + spent.into_inner()))
}

/// Tells a watch of the nodes of all threads, as far as the first can know.
struct Counted<'a> {
    watch: &'a dyn Watch,
    threads: u64,
}

impl Watch for Counted<'_> {
    fn stop(&self) -> bool {
        self.watch.stop()
    }

    fn is_timed(&self) -> bool {
        self.watch.is_timed()
    }

    fn reached(&self, thought: &Thought) -> bool {
        self.watch.reached(&Thought { nodes: thought.nodes * self.threads, ..thought.clone() })
    }
}
