//! A lesson on its screen: a task, the board, and what comes of what is played there.

use std::time::Duration;

use banqi::{Action, Bitboard, Preset, Rules, Square};
use banqi_svg::Orientation;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::address;
use super::attempt::{Attempt, Miss, Stage};
use super::lessons::LESSONS;
use super::progress::Progress;
use crate::board::words::kind;
use crate::board::{BoardOptions, BoardView, Marks, Movement};
use crate::game::session::Happened;
use crate::game::{deal, marks, words};
use crate::live::{Press, block, focus, live, paragraph, span};
use crate::media::{use_small_board, use_wide};
use crate::route::{Address, Route, follow, link};
use crate::settings::use_settings;
use crate::text::{sentences, text};

/// The other side takes so long, so that both moves are seen.
const PAUSE: Duration = Duration::from_millis(500);
/// What goes on has this name.
const ONWARD: &str = "onward";

/// A lesson that somebody works at. All of it are handles.
#[derive(Clone, Copy)]
struct Desk {
    lesson: usize,
    task: RwSignal<usize>,
    attempt: RwSignal<Attempt>,
    /// How far the attempt is: what depends on it is left alone while that stays.
    stage: Memo<Stage>,
    progress: RwSignal<Progress>,
    /// What is to be read of what was tried last.
    note: RwSignal<String>,
    /// What the live region says of it.
    spoken: RwSignal<String>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

/// A lesson, from its first task that was not solved yet.
pub(super) fn lesson(lesson: usize) -> AnyView {
    let tasks = LESSONS[lesson].tasks;
    let progress = Progress::load();
    let task = (0..tasks.len()).find(|task| !progress.is_solved(lesson, *task)).unwrap_or(0);
    let attempt = RwSignal::new(Attempt::new(&tasks[task], deal));
    let desk = Desk {
        lesson,
        task: RwSignal::new(task),
        attempt,
        stage: Memo::new(move |_| attempt.with(Attempt::stage)),
        progress: RwSignal::new(progress),
        note: RwSignal::new(String::new()),
        spoken: RwSignal::new(String::new()),
        timer: StoredValue::new(None),
    };
    on_cleanup(move || desk.stop_waiting());
    let spoken = view! {
        <p class="hidden" role="status">
            {desk.spoken}
        </p>
    };
    let asked = vec![
        paragraph("secondary", (LESSONS[lesson].about)()),
        live(move || desk.tasks()).into_any(),
        live(move || desk.asked()).into_any(),
    ];
    let answered =
        vec![live(move || desk.verdict()).into_any(), live(move || desk.buttons()).into_any(), spoken.into_any()];
    block("lesson-desk", vec![block("lesson-asked", asked), desk.board(), block("lesson-answered", answered)])
}

impl Desk {
    /// Goes to a task, from its beginning.
    fn begin(self, task: usize) {
        self.stop_waiting();
        self.task.set(task);
        self.attempt.set(Attempt::new(&LESSONS[self.lesson].tasks[task], deal));
        self.note.set(String::new());
        self.spoken.set(self.attempt.with_untracked(|attempt| (attempt.task().text)().to_string()));
        request_animation_frame(|| focus("task"));
    }

    fn stop_waiting(self) {
        if let Some(Some(timer)) = self.timer.try_update_value(Option::take) {
            timer.clear();
        }
    }

    fn act(self, does: impl FnOnce(&mut Attempt) -> Vec<Happened>) {
        // Whoever has left the page needs no answer.
        let Some(mut happened) = self.attempt.try_update(does) else { return };
        // That the game is over says the verdict, if it matters.
        happened.retain(|one| !matches!(one, Happened::Over(_)));
        let (note, spoken) = self.attempt.with_untracked(|attempt| {
            let session = attempt.session();
            let refused = happened.iter().find_map(|one| match one {
                Happened::Refused(refusal) => Some(words::why(session, *refusal).text()),
                _ => None,
            });
            let judged = judged(attempt);
            let spoken = sentences([words::said(session, &happened), judged.clone()]);
            (refused.unwrap_or(judged), spoken)
        });
        self.note.set(note);
        self.spoken.set(spoken);
        match self.attempt.with_untracked(Attempt::stage) {
            Stage::Open => {}
            Stage::Waiting => {
                let reply = set_timeout_with_handle(move || self.act(Attempt::reply), PAUSE);
                self.timer.set_value(reply.ok());
            }
            Stage::Solved => {
                self.progress.update(|progress| progress.solve(self.lesson, self.task.get_untracked()));
                self.progress.get_untracked().store();
                request_animation_frame(|| focus(ONWARD));
            }
            Stage::Missed(_) => request_animation_frame(|| focus(ONWARD)),
        }
    }

    fn ask_hint(self) {
        let action = self.attempt.try_update(Attempt::ask_hint).flatten();
        let hint = match action {
            Some(Action::Move { from, to }) => text!(learn.hint_move, from = from.to_string(), to = to.to_string()),
            Some(Action::Flip(square)) => text!(learn.hint_flip, square = square.to_string()),
            Some(Action::End) | None => return,
        };
        self.note.set(hint.clone());
        self.spoken.set(hint);
    }

    /// The tasks of the lesson, to go to.
    fn tasks(self) -> AnyView {
        let (now, progress) = (self.task.get(), self.progress.get());
        let task = |task: usize| {
            let is_solved = progress.is_solved(self.lesson, task);
            let label = if is_solved {
                text!(learn.task_solved, number = task + 1)
            } else {
                text!(learn.task, number = task + 1)
            };
            let class = match (task == now, is_solved) {
                (true, true) => "task-number now solved",
                (true, false) => "task-number now",
                (false, true) => "task-number solved",
                (false, false) => "task-number",
            };
            let begin = Callback::new(move |()| self.begin(task));
            let number = span("", (task + 1).to_string());
            let current = (task == now).then_some("step");
            view! {
                <li aria-current=current>
                    <Press class label=Signal::stored(label) on_press=begin>
                        {number}
                    </Press>
                </li>
            }
            .into_any()
        };
        let tasks: Vec<AnyView> = (0..LESSONS[self.lesson].tasks.len()).map(task).collect();
        view! { <ol class="tasks">{tasks}</ol> }.into_any()
    }

    /// What is to be done, by which rules, and what is face down.
    fn asked(self) -> AnyView {
        let task = &LESSONS[self.lesson].tasks[self.task.get()];
        let asked = view! {
            <h2 class="task" id="task" tabindex="-1">
                {(task.text)()}
            </h2>
        };
        let mut parts = vec![asked.into_any()];
        let rules: Rules = task.rules.parse().unwrap_or(Preset::default().rules());
        if rules != Preset::default().rules() {
            parts.push(paragraph("caption", text!(learn.by_rules, rules = words::rules(&rules))));
        }
        if self.attempt.with(|attempt| attempt.session().game().first_position().bag().len() > 1) {
            parts.push(paragraph("caption", self.attempt.with(|attempt| words::bag(attempt.session().game()))));
        }
        block("task-asked", parts)
    }

    fn verdict(self) -> AnyView {
        let class = match self.stage.get() {
            Stage::Solved => "verdict solved",
            Stage::Missed(_) => "verdict missed",
            Stage::Open | Stage::Waiting => "verdict",
        };
        paragraph(class, self.note.get())
    }

    fn buttons(self) -> AnyView {
        let button = |class: &'static str, id, what: &'static str, does: fn(Self)| {
            let pressed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| does(self));
            view! { <button type="button" class=class id=id on:click=pressed>{what}</button> }.into_any()
        };
        let restart: fn(Self) = |desk| desk.begin(desk.task.get_untracked());
        let mut parts = Vec::new();
        match self.stage.get() {
            Stage::Open | Stage::Waiting => {
                parts.push(button("button", None, text!(learn.hint), Self::ask_hint));
                parts.push(button("button", None, text!(learn.restart), restart));
            }
            Stage::Missed(_) => parts.push(button("button first", Some(ONWARD), text!(learn.try_again), restart)),
            Stage::Solved if self.task.get() + 1 < LESSONS[self.lesson].tasks.len() => {
                let next: fn(Self) = |desk| desk.begin(desk.task.get_untracked() + 1);
                parts.push(button("button first", Some(ONWARD), text!(learn.next_task), next));
            }
            Stage::Solved => parts.push(self.next_lesson()),
        }
        parts.push(link("button", "/learn/course".to_string(), vec![span("", text!(learn.to_course))]));
        block("lesson-buttons", parts)
    }

    /// After the last task: the next lesson, and after the last one all there is to learn.
    fn next_lesson(self) -> AnyView {
        let (to, what) = match LESSONS.get(self.lesson + 1) {
            Some(next) => (address(self.lesson + 1), text!(learn.next_lesson, title = (next.title)())),
            None => (Route::Page(Address::LEARN).to_string(), text!(learn.course_over).to_string()),
        };
        let followed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(|event| follow(&event));
        view! {
            <a class="button first" id=ONWARD href=to on:click=followed>
                {what}
            </a>
        }
        .into_any()
    }

    fn board(self) -> AnyView {
        let Self { attempt, .. } = self;
        let settings = use_settings();
        let is_wide = use_wide();
        let is_small = use_small_board();
        let options = Signal::derive(move || BoardOptions {
            // On a phone the board lies, so that the task and the board are seen together.
            orientation: if is_wide.get() { Orientation::Portrait } else { Orientation::Landscape },
            engraving: settings.with(|settings| settings.engraving) && !is_small.get(),
            ..BoardOptions::default()
        });
        let marks =
            Memo::new(move |_| attempt.with(|attempt| settings.with(|settings| pointed_out(attempt, settings))));
        let movement = Signal::derive(move || {
            attempt.with(|attempt| {
                let (number, game) = (attempt.session().moving()?, attempt.session().game());
                let before = *game.positions().nth(number - 1)?;
                Some(Movement { number, before, ply: game.plies().nth(number - 1)? })
            })
        });
        let position = Signal::derive(move || attempt.with(|attempt| *attempt.session().game().position()));
        let board = view! {
            <BoardView
                position
                options
                marks
                movement
                on_square=move |square| self.act(|attempt| attempt.tap(square))
                on_escape=Callback::new(move |()| self.act(Attempt::escape))
                label=text!(board.board)
            />
        };
        block("lesson-board", vec![board.into_any()])
    }
}

/// What the board shows besides the pieces.
fn pointed_out(attempt: &Attempt, settings: &crate::settings::Settings) -> Marks {
    let session = attempt.session();
    let hint = match attempt.hint() {
        Some(Action::Move { from, to }) => Bitboard::from(from) | to.into(),
        Some(Action::Flip(square)) => square.into(),
        Some(Action::End) | None => Bitboard::EMPTY,
    };
    let aim = attempt.task().goal.square().map_or(Bitboard::EMPTY, |square: Square| square.into());
    let all = marks(session, session.game(), settings);
    let playable = if attempt.stage() == Stage::Open { all.playable } else { Bitboard::EMPTY };
    Marks { playable, highlighted: hint | aim, ..all }
}

/// What came of an attempt; nothing while it goes on.
fn judged(attempt: &Attempt) -> String {
    let why = match attempt.stage() {
        Stage::Open | Stage::Waiting => return String::new(),
        Stage::Solved => (attempt.task().done)().to_string(),
        Stage::Missed(Miss::Astray) => text!(learn.missed).to_string(),
        Stage::Missed(Miss::Over(reason)) => text!(learn.missed_over, reason = words::reason(reason)),
        Stage::Missed(Miss::Risk) => text!(learn.missed_risk).to_string(),
    };
    let Some((target, flipped, risk)) = attempt.risk() else { return why };
    let game = attempt.session().game();
    let what = game.first_position().piece(target).map_or("", |piece| kind(piece.kind));
    let square = flipped.to_string();
    let counted = if risk.count == 0 {
        text!(learn.risk_none, all = risk.all, kind = what, square = square)
    } else {
        text!(learn.risk_count, count = risk.count, all = risk.all, kind = what, square = square)
    };
    sentences([counted, why])
}
