//! What is agreed with a friend besides the rules: the clock, and who goes first; and how the game is made.

use banqi::Rules;
use banqi_wire::{FirstMover, NewGame};
use leptos::prelude::*;

use super::clock::{Draft, Field, Kind};
use crate::field::{Arrangement, Choice, radios};
use crate::game::words;
use crate::i18n::{Locale, td_string};
use crate::icon::{Symbol, icon};
use crate::live::{block, live_while, span};
use crate::online::Online;
use crate::online::request::request;
use crate::route::{Route, navigate};
use crate::text::use_locale;

/// What is agreed with a friend besides the rules. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Wishes(RwSignal<Wanted>, Online);

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wanted {
    clock: Draft,
    first: FirstMover,
    /// Why there is no game yet, or that it is being made.
    state: Option<State>,
}

/// How far the making of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Creating,
    Unreachable,
    Refused,
}

impl Wishes {
    pub(super) fn new(online: Online) -> Self {
        Self(RwSignal::new(Wanted { clock: Draft::default(), first: FirstMover::Tiles, state: None }), online)
    }

    /// Why there is no game yet, or that it is being made; nothing where all is well.
    pub(super) fn problem(self, locale: Locale) -> &'static str {
        match self.0.with(|wanted| wanted.state) {
            _ if self.wrong().is_some() => td_string!(locale, online.blocked),
            Some(State::Creating) => td_string!(locale, online.creating),
            Some(State::Unreachable) => td_string!(locale, online.create_unreachable),
            Some(State::Refused) => td_string!(locale, online.create_failed),
            None => "",
        }
    }

    /// The id of the first field that is not valid.
    pub(super) fn wrong(self) -> Option<&'static str> {
        self.0.with(|wanted| wanted.clock.clock().err()).map(id)
    }

    /// Asks the server for a game, and goes there.
    pub(super) fn create(self, rules: Rules) {
        let wanted = self.0.get_untracked();
        let Ok(clock) = wanted.clock.clock() else { return };
        if wanted.state == Some(State::Creating) {
            return;
        }
        self.0.update(|wanted| wanted.state = Some(State::Creating));
        let new = NewGame::casual(rules, clock, wanted.first);
        let body = serde_json::to_string(&new).expect("a game is words and numbers");
        request("POST", "/api/games", Some(&body), move |status, text| {
            let made: Option<serde_json::Value> = serde_json::from_str(&text).ok().filter(|_| status == 201);
            if let Some(id) = made.and_then(|made| made.get("id")?.as_str()?.parse().ok()) {
                navigate(Route::Online(id));
            } else {
                let state = if status == 0 { State::Unreachable } else { State::Refused };
                self.0.try_update(|wanted| wanted.state = Some(state));
            }
        });
    }
}

fn id(field: Field) -> &'static str {
    match field {
        Field::Minutes => "minutes",
        Field::Increment => "increment",
        Field::Days => "days",
    }
}

/// The fields.
pub(super) fn fields(wishes: Wishes) -> AnyView {
    let locale = use_locale();
    let Wishes(wanted, _) = wishes;
    let choice =
        |kind| match kind {
            Kind::None => Choice::new(kind, td_string!(locale, online.clock_none))
                .about(td_string!(locale, online.clock_none_about)),
            Kind::Preset(minutes, increment) => {
                Choice::new(kind, words::time(locale, banqi_wire::Clock::Fischer { initial: minutes * 60, increment }))
            }
            Kind::Own => Choice::new(kind, td_string!(locale, online.clock_own))
                .about(td_string!(locale, online.clock_own_about)),
            Kind::Days => Choice::new(kind, td_string!(locale, online.clock_by_days))
                .about(td_string!(locale, online.clock_by_days_about)),
        };
    let clocks = radios(
        "clock",
        td_string!(locale, online.clock),
        Arrangement::Rows,
        Kind::ALL.map(choice).to_vec(),
        move || wanted.with(|wanted| wanted.clock.kind),
        move |kind| wanted.update(|wanted| wanted.clock.kind = kind),
    );
    let alternates = td_string!(locale, online.first_alternates);
    let firsts = radios(
        "first",
        td_string!(locale, setup.first),
        Arrangement::Rows,
        vec![
            Choice::new(FirstMover::Tiles, td_string!(locale, online.first_tiles))
                .about(td_string!(locale, setup.first_tiles_about)),
            Choice::new(FirstMover::Random, td_string!(locale, online.first_random))
                .about(td_string!(locale, online.first_random_about)),
            Choice::new(FirstMover::Creator, td_string!(locale, online.first_me)).about(alternates),
            Choice::new(FirstMover::Friend, td_string!(locale, online.first_friend)).about(alternates),
            Choice::new(FirstMover::Loser, td_string!(locale, online.first_loser))
                .about(td_string!(locale, online.first_loser_about)),
        ],
        move || wanted.with(|wanted| wanted.first),
        move |first| wanted.update(|wanted| wanted.first = first),
    );
    let field = move |field, what, error| {
        live_while(move || wanted.with(|wanted| wanted.clock.has(field)), move || number(wanted, field, what, error))
    };
    let minutes = field(Field::Minutes, td_string!(locale, online.minutes), td_string!(locale, online.minutes_error));
    let increment =
        field(Field::Increment, td_string!(locale, online.increment), td_string!(locale, online.increment_error));
    let days = field(Field::Days, td_string!(locale, online.days), td_string!(locale, online.days_error));
    let numbers = vec![minutes.into_any(), increment.into_any(), days.into_any()];
    vec![block("", vec![clocks, block("clock-fields", numbers)]), firsts].into_any()
}

fn number(wanted: RwSignal<Wanted>, field: Field, what: &'static str, error: &'static str) -> AnyView {
    let is_wrong = Memo::new(move |_| wanted.with(|wanted| wanted.clock.is_wrong(field)));
    let typed: Box<dyn FnMut(web_sys::Event)> =
        Box::new(move |event| wanted.update(|wanted| wanted.clock.type_in(field, event_target_value(&event))));
    let shown = move || block("error", vec![icon(Symbol::Forbidden), span("", error)]);
    view! {
        <div>
            <label>
                <span class="what">{what}</span>
                <input
                    class="input"
                    id=id(field)
                    inputmode="numeric"
                    autocomplete="off"
                    aria-invalid=Signal::derive(move || is_wrong.get().to_string())
                    prop:value=wanted.with_untracked(|wanted| wanted.clock.text(field).to_string())
                    on:input=typed
                />
            </label>
            <div role="alert">{live_while(move || is_wrong.get(), shown)}</div>
        </div>
    }
    .into_any()
}
