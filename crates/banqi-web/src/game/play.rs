//! A game that is being played on its screen: the session, who is asked, what is told and kept.

use std::time::Duration;

use banqi::{Game, Seat};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::session::{Computer, Happened, Session};
use super::words::{self, Words};
use crate::engine_worker::message::Answer;
use crate::engine_worker::page::EngineWorker;
use crate::i18n::{Locale, td_string};
use crate::media::use_media;
use crate::route::{Route, navigate};
use crate::settings::{Settings, use_settings};
use crate::sound::{Sound, play};
use crate::store::{self, GameId};
use crate::text::use_locale;

/// So long a note stays.
const NOTE: Duration = Duration::from_secs(6);
/// The computer takes at least so many milliseconds, or its move could not be seen.
const PAUSE: Duration = Duration::from_millis(350);
/// The last move is seen before the result is.
const BEFORE_RESULT: Duration = Duration::from_millis(600);

/// Which sheet is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sheets {
    Bag,
    Moves,
    More,
    Resign,
    Result,
}

/// A game on its screen. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Play {
    pub(super) id: GameId,
    pub(super) session: RwSignal<Session>,
    /// The game as far as it is shown.
    pub(super) shown: Memo<Shown>,
    pub(super) settings: RwSignal<Settings>,
    pub(super) locale: Locale,
    pub(super) sheet: RwSignal<Option<Sheets>>,
    pub(super) viewpoint: RwSignal<Seat>,
    pub(super) note: RwSignal<Option<Words>>,
    /// What the live region says.
    pub(super) spoken: RwSignal<String>,
    /// Whether the page is wide enough for three columns.
    pub(super) is_wide: Signal<bool>,
    worker: StoredValue<Worker, LocalStorage>,
    timer: StoredValue<Option<TimeoutHandle>>,
}

/// The worker, and since when it thinks.
#[derive(Default)]
struct Worker {
    engine: Option<EngineWorker>,
    busy_since: Option<f64>,
}

/// A game as it is shown. Positions and plies tell whether it has changed.
#[derive(Clone, Debug)]
pub(super) struct Shown(pub(super) Game);

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        self.0.position() == other.0.position()
            && self.0.outcome() == other.0.outcome()
            && self.0.plies().eq(other.0.plies())
    }
}

impl Play {
    pub(super) fn new(id: GameId, session: Session) -> Self {
        let session = RwSignal::new(session);
        let worker = StoredValue::new_local(Worker::default());
        let play = Self {
            id,
            session,
            shown: Memo::new(move |_| session.with(|session| Shown(session.shown()))),
            settings: use_settings(),
            locale: use_locale(),
            sheet: RwSignal::new(None),
            viewpoint: RwSignal::new(Seat::First),
            note: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            // The style sheet asks the same.
            is_wide: use_media("(min-width: 1000px)"),
            worker,
            timer: StoredValue::new(None),
        };
        // Leaving the game ends whatever the computer is thinking.
        on_cleanup(move || drop(worker.try_update_value(std::mem::take)));
        play.ask();
        play
    }

    /// Does something to the game, tells what came of it, and asks the computer what is to be asked now.
    pub(super) fn act(self, does: impl FnOnce(&mut Session) -> Vec<Happened>) {
        let Some(happened) = self.session.try_update(does) else { return };
        self.note.set(None);
        self.tell(&happened);
        self.ask();
    }

    fn tell(self, happened: &[Happened]) {
        let locale = self.locale;
        let said = self.session.with_untracked(|session| words::said(locale, session, happened));
        self.say(said);
        if let Some(sound) = happened.iter().filter_map(|one| sound(*one)).next_back() {
            play(sound);
        }
        for one in happened {
            match *one {
                Happened::Refused(refusal) => {
                    let words = self.session.with_untracked(|session| words::why(locale, session, refusal));
                    self.show_note(words);
                }
                Happened::Declined(_) => self.show_note(Words::plain(
                    self.session.with_untracked(|session| words::said(locale, session, &[*one])),
                )),
                Happened::Failed => {
                    self.worker.update_value(|worker| *worker = Worker::default());
                    self.show_note(Words::plain(words_of_failure(locale)));
                }
                Happened::Over(_) => self.show_result(),
                _ => {}
            }
        }
        let changed = happened.iter().any(|one| {
            matches!(
                one,
                Happened::Played(_) | Happened::TakenBack { .. } | Happened::Over(_) | Happened::Picked { .. }
            )
        });
        if changed {
            self.keep();
        }
    }

    fn keep(self) {
        if self.session.with_untracked(|session| store::save(self.id, session)).is_err() {
            let text = td_string!(self.locale, game.not_kept);
            self.show_note(Words::plain(text));
        }
    }

    fn show_result(self) {
        let open = move || {
            self.sheet.try_set(Some(Sheets::Result));
        };
        if self.moves() { set_timeout(open, BEFORE_RESULT) } else { open() }
    }

    /// Says something in the live region. The same once more is said once more.
    pub(super) fn say(self, text: String) {
        if !text.is_empty() {
            self.spoken.update(|spoken| *spoken = if *spoken == text { format!("{text}\u{a0}") } else { text });
        }
    }

    /// Shows a note, until the next tap or for a while.
    pub(super) fn show_note(self, words: Words) {
        self.timer.update_value(|timer| {
            if let Some(timer) = timer.take() {
                timer.clear();
            }
        });
        self.note.set(Some(words));
        let over = set_timeout_with_handle(move || drop(self.note.try_set(None)), NOTE);
        self.timer.set_value(over.ok());
    }

    /// Whether pieces are to be seen moving.
    pub(super) fn moves(self) -> bool {
        self.settings.with_untracked(|settings| settings.motion) && !prefers_less_motion()
    }

    // The computer.

    /// Ends what the worker thinks in vain, and asks what is to be asked.
    fn ask(self) {
        let thinks = self.session.with_untracked(|session| session.computer() == Computer::Thinks);
        self.worker.update_value(|worker| {
            if worker.busy_since.is_some() && !thinks {
                *worker = Worker::default();
            }
        });
        if self.session.with_untracked(|session| session.level().is_none() || session.outcome().is_some()) {
            return;
        }
        // It is started before it is needed, so that it has its program when it is.
        let started = self.worker.try_update_value(|worker| {
            if worker.engine.is_none() {
                worker.engine = self.start().ok();
            }
            worker.engine.is_some()
        });
        if !self.session.with_untracked(Session::wants_to_ask) {
            return;
        }
        let Some(question) = self.session.try_update(Session::question).flatten() else { return };
        let asked = self.worker.try_update_value(|worker| {
            worker.busy_since = Some(js_sys::Date::now());
            worker.engine.as_ref().is_some_and(|engine| engine.ask(&question).is_ok())
        });
        if started != Some(true) || asked != Some(true) {
            self.act(Session::failed);
        }
    }

    fn start(self) -> Result<EngineWorker, wasm_bindgen::JsValue> {
        let answered = move |answer: Answer| {
            let since = self.worker.try_update_value(|worker| worker.busy_since.take()).flatten();
            // A clock that was set back counts as none.
            let thought = since.map_or(0.0, |since| js_sys::Date::now() - since).max(0.0);
            let left = PAUSE.saturating_sub(Duration::try_from_secs_f64(thought / 1000.0).unwrap_or(PAUSE));
            let tell = move || self.act(|session| session.answered(&answer));
            if self.moves() && !left.is_zero() { set_timeout(tell, left) } else { tell() }
        };
        EngineWorker::start(answered, move || self.act(Session::failed))
    }

    pub(super) fn stop(self) {
        self.worker.update_value(|worker| *worker = Worker::default());
        self.act(Session::stop);
    }

    pub(super) fn think_again(self) {
        self.act(|session| {
            session.think_again();
            Vec::new()
        });
    }

    // Other games.

    /// Begins the next game of the same players.
    pub(super) fn rematch(self) {
        let next = self.session.with_untracked(|session| session.rematch(super::deal));
        navigate(Route::Game(super::keep_new(&next)));
    }
}

fn words_of_failure(locale: Locale) -> &'static str {
    td_string!(locale, game.said_failed)
}

fn sound(happened: Happened) -> Option<Sound> {
    use banqi::Effect;
    match happened {
        Happened::Played(event) => match event.effect {
            Effect::Flipped(_) | Effect::Bounced(_) => Some(Sound::Flip),
            Effect::Stepped => Some(Sound::Step),
            Effect::Captured(_) | Effect::TookDark(_) | Effect::Lost(_) => Some(Sound::Capture),
            Effect::Ended => None,
        },
        Happened::Picked { .. } => Some(Sound::Flip),
        Happened::Over(outcome) => outcome.winner.map(|_| Sound::Win),
        Happened::Refused(_) => Some(Sound::Refusal),
        _ => None,
    }
}

fn prefers_less_motion() -> bool {
    window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches())
}
