//! The course: lessons of a few tasks each, on a board that takes legal moves only.

mod attempt;
mod goal;
mod lesson;
mod lessons;
mod progress;
mod risk;
mod screen;
mod solve;

use leptos::prelude::*;

use super::{Chapter, line, neighbours};
use crate::live::{list, paragraph};
use crate::page::page;
use crate::text::text;
use crate::whole::Whole;
use lessons::LESSONS;
pub(super) use progress::Progress;

/// How many lessons there are.
pub(super) const fn lessons() -> usize {
    LESSONS.len()
}

/// All lessons, and how far one is with each.
pub(super) fn course_page(_: Whole) -> AnyView {
    let progress = Progress::load();
    let lesson = |(index, lesson): (usize, &lesson::Lesson)| {
        let (done, all) = (progress.count(index), lesson.tasks.len());
        let state = if done == all {
            text!(learn.lesson_done).to_string()
        } else {
            text!(learn.tasks_done, done = done, all = all)
        };
        line(address(index), (lesson.title)(), state, (lesson.about)())
    };
    let parts = vec![
        paragraph("lead secondary", text!(learn.course_lead)),
        list("rows lessons", LESSONS.iter().enumerate().map(lesson).collect()),
        neighbours(Chapter::Course),
    ];
    page("page net learn course", text!(learn.course), parts)
}

/// The lesson of this name. `None` if there is none.
pub(super) fn lesson_page(_: Whole, name: &str) -> Option<AnyView> {
    let index = LESSONS.iter().position(|lesson| lesson.name == name)?;
    Some(page("page learn lesson", (LESSONS[index].title)(), vec![screen::lesson(index)]))
}

fn address(lesson: usize) -> String {
    format!("/learn/course/{}", LESSONS[lesson].name)
}
