//! Which tasks were solved, as it is kept in the browser: `step:3 rank:7`, of each lesson a bit for each task.

use std::fmt;

use super::lesson::Lesson;
use super::lessons::LESSONS;
use crate::store::storage;

const KEY: &str = "banqi.course";

/// Which tasks of each lesson were solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::learn) struct Progress([u8; LESSONS.len()]);

impl Progress {
    /// As it was kept. What cannot be read is as if it had never been.
    pub(in crate::learn) fn load() -> Self {
        let kept = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        Self::read(&kept.unwrap_or_default())
    }

    /// A browser that keeps nothing is no reason to stop.
    pub(super) fn store(self) {
        if let Some(storage) = storage() {
            let _ = storage.set_item(KEY, &self.to_string());
        }
    }

    pub(super) fn solve(&mut self, lesson: usize, task: usize) {
        self.0[lesson] |= 1 << task;
    }

    pub(super) fn is_solved(self, lesson: usize, task: usize) -> bool {
        self.0[lesson] & (1 << task) != 0
    }

    /// How many tasks of a lesson were solved.
    pub(super) fn count(self, lesson: usize) -> usize {
        (0..LESSONS[lesson].tasks.len()).filter(|task| self.is_solved(lesson, *task)).count()
    }

    /// How many lessons were done to the end.
    pub(in crate::learn) fn lessons(self) -> usize {
        (0..LESSONS.len()).filter(|lesson| self.count(*lesson) == LESSONS[*lesson].tasks.len()).count()
    }

    fn read(text: &str) -> Self {
        let of = |Lesson { name, .. }: &Lesson| {
            let mut words = text.split(' ').filter_map(|word| word.split_once(':'));
            words.find(|(other, _)| other == name).and_then(|(_, bits)| bits.parse().ok()).unwrap_or(0)
        };
        Self(LESSONS.each_ref().map(of))
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (lesson, bits)) in LESSONS.iter().zip(self.0).enumerate() {
            write!(f, "{}{}:{bits}", if index == 0 { "" } else { " " }, lesson.name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read() {
        let mut progress = Progress::default();
        for task in 0..LESSONS[1].tasks.len() {
            progress.solve(1, task);
        }
        progress.solve(3, 2);
        assert_eq!(Progress::read(&progress.to_string()), progress);
        assert_eq!((progress.count(1), progress.count(3), progress.lessons()), (3, 1, 1));
        assert!(progress.is_solved(3, 2) && !progress.is_solved(3, 0));
    }

    #[test]
    fn what_cannot_be_read_counts_for_nothing() {
        assert_eq!(Progress::read("step:x rank gone:7 cannon:256"), Progress::default());
        assert_eq!(Progress::read("gone:7 rank:1").count(1), 1);
    }
}
