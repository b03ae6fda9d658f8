//! All that is on the table of the analysis board, and what is done with it.

use banqi::{Action, Ply, Position, Rules, Seat, Square};
use leptos::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;

use super::study::{Study, Tapped};
use super::thinker::Thinker;
use super::{kept, words};
use crate::board::words::piece;
use crate::game::words::{Words, illegal, said_ply};
use crate::game::{Look, Shown};
use crate::online::request::encoded;
use crate::route::{Address, Route, navigate};
use crate::text::{sentences, text};

/// What is beside the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tab {
    /// Lines and turns.
    Look,
    /// The editor.
    SetUp,
    /// What is brought in and taken out.
    Carry,
}

/// The analysis board. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) address: Address,
    pub(super) study: RwSignal<Study>,
    /// Tells when something else was played, and not when something else is shown.
    pub(super) version: Memo<u32>,
    /// The game as far as it is shown.
    pub(super) shown: Memo<Shown>,
    pub(super) thinker: Thinker,
    pub(super) tab: RwSignal<Tab>,
    pub(super) viewpoint: RwSignal<Seat>,
    /// What turns a piece over, of which nobody has said yet what came up.
    pub(super) asked: RwSignal<Option<Action>>,
    /// Why something was not done.
    pub(super) note: RwSignal<Option<Words>>,
    /// Whether what was played last has replaced something.
    pub(super) replaced: RwSignal<bool>,
    /// What the live region says.
    pub(super) spoken: RwSignal<String>,
}

impl Desk {
    pub(super) fn new(address: Address, study: Study) -> Self {
        let study = RwSignal::new(study);
        let shown = Memo::new(move |_| study.with(|study| Shown(study.here().clone())));
        let tab = RwSignal::new(Tab::Look);
        let desk = Self {
            address,
            study,
            version: Memo::new(move |_| study.with(Study::version)),
            shown,
            thinker: Thinker::new(shown, Signal::derive(move || tab.get() == Tab::Look)),
            tab,
            viewpoint: RwSignal::new(Seat::First),
            asked: RwSignal::new(None),
            note: RwSignal::new(None),
            replaced: RwSignal::new(false),
            spoken: RwSignal::new(String::new()),
        };
        Effect::new(move |before: Option<(u32, usize)>| {
            let now = study.with(|study| (study.version(), study.shown()));
            let address = desk.address.text();
            study.with_untracked(|study| match before {
                Some((version, _)) if version != study.version() => kept::keep(address, study),
                Some(before) if before != now => kept::keep_shown(address, study),
                // What the address says by itself need not be kept.
                _ => {}
            });
            now
        });
        desk
    }

    /// Says something to those who listen.
    pub(super) fn say(self, what: impl Into<String>) {
        self.spoken.set(what.into());
    }

    /// Says why something was not done.
    pub(super) fn refuse(self, why: Words) {
        self.say(why.text());
        self.note.set(Some(why));
    }

    pub(super) fn tap(self, square: Square) {
        if let Some(tapped) = self.study.try_update(|study| study.tap(square)) {
            self.hear(tapped);
        }
    }

    pub(super) fn escape(self) {
        if let Some(tapped) = self.study.try_update(Study::drop_selected) {
            self.hear(tapped);
        }
    }

    pub(super) fn play(self, action: Action) {
        if let Some(tapped) = self.study.try_update(|study| study.play(action)) {
            self.hear(tapped);
        }
    }

    /// Says what came up, and so plays what was asked about; at random if it is none.
    pub(super) fn came_up(self, found: Option<banqi::Piece>) {
        let Some(action) = self.asked.get_untracked() else { return };
        self.asked.set(None);
        let bag = self.study.with_untracked(|study| study.position().bag());
        let random = || {
            let number = SysRng.try_next_u32().ok()? % bag.len().max(1);
            bag.iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).nth(number as usize)
        };
        let ply = Ply::new(action, found.or_else(random));
        if let Some(Some(played)) = self.study.try_update(|study| study.play_ply(ply)) {
            self.hear(Tapped::Played(played));
        }
    }

    fn hear(self, tapped: Tapped) {
        self.note.set(None);
        let name = |square| self.study.with_untracked(|study| study.position().piece(square).map_or("", piece));
        match tapped {
            Tapped::Nothing => {}
            Tapped::Selected(square) => {
                let targets = self.study.with_untracked(Study::targets);
                let (steps, captures) = (targets.steps.count(), targets.captures.count());
                self.say(text!(
                    game.said_selected,
                    piece = name(square),
                    square = square,
                    steps = steps,
                    captures = captures
                ));
            }
            Tapped::Stuck(square) => {
                self.refuse(Words::plain(text!(game.why_stuck, piece = name(square), square = square)));
            }
            Tapped::Dropped(square) => self.say(text!(game.said_dropped, square = square)),
            Tapped::Asks(action) => self.asked.set(Some(action)),
            Tapped::Refused(why) => self.refuse(illegal(why, false)),
            Tapped::Played(played) => {
                let outcome =
                    self.shown.with_untracked(|Shown(game)| game.outcome().map(|outcome| words::result(game, outcome)));
                let replaced = (played.replaced > 0).then(|| text!(analysis.said_replaced).to_string());
                let said = sentences([said_ply(&played.event)].into_iter().chain(outcome).chain(replaced));
                self.replaced.set(played.replaced > 0);
                self.say(said);
            }
        }
    }

    pub(super) fn look(self, look: Look) {
        self.note.set(None);
        self.replaced.set(false);
        self.study.update(|study| match look {
            Look::Turn { later } => study.look_by_turn(later),
            Look::Plies(plies) => study.look(plies),
        });
        let turn = self.study.with_untracked(|study| study.position().turn());
        self.say(match self.study.with_untracked(Study::shown) {
            0 => text!(game.said_looking_start).to_string(),
            _ => text!(game.said_looking, turn = turn.saturating_sub(1)),
        });
    }

    pub(super) fn undo(self) {
        self.note.set(None);
        self.replaced.set(false);
        if self.study.try_update(Study::undo) == Some(true) {
            self.say(text!(analysis.said_undone));
        }
    }

    pub(super) fn redo(self) {
        self.note.set(None);
        if self.study.try_update(Study::redo) == Some(true) {
            self.say(text!(analysis.said_redone));
        }
    }

    /// Looks at a position, which has an address of its own.
    pub(super) fn go_to(self, rules: &Rules, position: &Position) {
        let Ok(game) = banqi::Game::from_position(*rules, *position) else { return };
        self.open(&address(rules, position), Study::new(game));
    }

    /// Looks at something else, at its own address.
    pub(super) fn open(self, address: &str, study: Study) {
        kept::keep(address, &study);
        let to = Route::of(address);
        if to == Route::Page(self.address) {
            // It is here already; what was played is begun anew.
            self.study.set(study);
            self.tab.set(Tab::Look);
        } else {
            navigate(to);
        }
    }
}

/// The address of a position under rules.
pub(super) fn address(rules: &Rules, position: &Position) -> String {
    format!("/analysis?position={}&rules={}", encoded(&position.to_string()), encoded(&rules.to_string()))
}
