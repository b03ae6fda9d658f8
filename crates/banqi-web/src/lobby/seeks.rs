//! Who waits for somebody to play with.

use std::cell::RefCell;
use std::rc::Rc;

use banqi_wire::{ClientMessage, Command, Event, GameId, Scoring, Seek, ServerMessage, Speed, VERSION};
use leptos::prelude::*;

use super::Desk;
use crate::field::select;
use crate::icon::{Symbol, icon};
use crate::live::{block, list, paragraph, section, span};
use crate::online::answer::lobby;
use crate::online::connection::{Calls, Connection};
use crate::online::{message, words};
use crate::route::link;
use crate::text::text;

/// Which of them are shown. What is empty lets everything through.
#[derive(Clone, Copy)]
struct Filter {
    speed: RwSignal<String>,
    rules: RwSignal<String>,
    scoring: RwSignal<String>,
}

/// The name of a game's speed among the filters.
fn speed_name(seek: &Seek) -> &'static str {
    Speed::of(seek.clock).map_or("none", Speed::name)
}

fn preset_name(seek: &Seek) -> &str {
    seek.rules.split(':').next().unwrap_or_default()
}

impl Filter {
    fn lets(self, seek: &Seek) -> bool {
        let lets = |filter: RwSignal<String>, name: &str| filter.with(|filter| filter.is_empty() || filter == name);
        let lets = [
            lets(self.speed, speed_name(seek)),
            lets(self.rules, preset_name(seek)),
            lets(self.scoring, seek.scoring.kind()),
        ];
        lets.iter().all(|lets| *lets)
    }
}

/// The list, one's own game first, and what leads to another one.
pub(super) fn seeks(desk: Desk, has_account: Memo<bool>) -> AnyView {
    let filter = Filter {
        speed: RwSignal::new(String::new()),
        rules: RwSignal::new(String::new()),
        scoring: RwSignal::new(String::new()),
    };
    let drawn = desk.fetch.draw(move |fields| {
        let seeks = lobby(fields)?.seeks;
        let (own, others): (Vec<&Seek>, Vec<&Seek>) = seeks.iter().partition(|seek| seek.yours);
        let shown: Vec<&Seek> = own.into_iter().chain(others.into_iter().filter(|seek| filter.lets(seek))).collect();
        if shown.is_empty() {
            let empty = if seeks.is_empty() { text!(lobby.seeks_none) } else { text!(lobby.seeks_filtered) };
            return Some(paragraph("empty", empty));
        }
        let lines = shown.into_iter().map(|seek| line(desk, seek, has_account)).collect();
        Some(list("rows seeks", lines))
    });
    let new = vec![span("", text!(lobby.new)), icon(Symbol::Go)];
    section("", text!(lobby.seeks), vec![filters(filter), drawn, link("button", "/lobby/new".to_string(), new)])
}

fn filters(filter: Filter) -> AnyView {
    let any = || (String::new(), text!(lobby.any).to_string());
    let word = |word: &str, what: String| (word.to_string(), what);
    let mut speeds: Vec<_> = Speed::ALL.map(|speed| word(speed.name(), words::speed(Some(speed)).to_string())).into();
    speeds.insert(0, any());
    speeds.push(word("none", words::speed(None).to_string()));
    let mut rules: Vec<_> =
        banqi::Preset::ALL.map(|preset| (preset.to_string(), crate::game::words::rules(&preset.rules()))).into();
    rules.insert(0, any());
    let scoring = vec![
        any(),
        word("casual", words::scoring(Scoring::Casual)),
        word("rated", words::scoring(Scoring::Rated)),
        word("stake", text!(players.board_stake).to_string()),
    ];
    block(
        "filters",
        vec![
            select("filter-speed", text!(lobby.speed), speeds, filter.speed),
            select("filter-rules", text!(lobby.rules), rules, filter.rules),
            select("filter-scoring", text!(lobby.scoring), scoring, filter.scoring),
        ],
    )
}

fn line(desk: Desk, seek: &Seek, has_account: Memo<bool>) -> AnyView {
    let id = seek.id;
    let mut terms = words::terms(&seek.rules, seek.clock, seek.scoring);
    if let Some([least, most]) = seek.range {
        terms = format!("{terms} · {}", text!(lobby.range, least = least, most = most));
    }
    let (name, end) = if seek.yours {
        let label = text!(lobby.cancel_label, terms = &terms);
        let open = link("button small", format!("/g/{id}"), vec![span("", text!(lobby.open))]);
        let cancel = button(id, text!(lobby.cancel), label, "button small", move |()| cancel(desk, id));
        (words::line_name(vec![span("player", text!(lobby.yours))]), vec![open, cancel].into_any())
    } else if seek.open_to_you {
        let who = words::name(&seek.by);
        let label = text!(lobby.accept_label, name = who, terms = &terms);
        let join = move |()| desk.go(&format!("/api/games/{id}/join"), None, Some(id));
        let accept = button(id, text!(lobby.accept), label, "button first small", join);
        (words::player(&seek.by), accept)
    } else {
        let why = if has_account.get() || seek.scoring == Scoring::Casual {
            text!(lobby.not_for_you)
        } else {
            text!(lobby.not_for_you_account)
        };
        (words::player(&seek.by), span("caption", why))
    };
    block(
        if seek.yours { "seek own" } else { "seek" },
        vec![name, span("line-about", terms), view! { <span class="seek-end">{end}</span> }.into_any()],
    )
}

/// A button about a game, with a name of its own, so that it keeps the focus when the list is drawn anew.
fn button(
    id: GameId,
    what: &'static str,
    label: String,
    class: &'static str,
    on_press: impl Fn(()) + Send + Sync + 'static,
) -> AnyView {
    let press: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| on_press(()));
    view! {
        <button type="button" id=format!("seek-{id}") class=class aria-label=label on:click=press>
            {what}
        </button>
    }
    .into_any()
}

/// Calls one's own game off. That is said in the game itself, so a connection is made for as long as it takes.
fn cancel(desk: Desk, id: GameId) {
    let connection: Rc<RefCell<Option<Connection>>> = Rc::default();
    let held = connection.clone();
    let end = {
        let held = connection.clone();
        move || {
            // It is being used just now.
            let held = held.clone();
            request_animation_frame(move || drop(held.take()));
            desk.fetch.again();
        }
    };
    let ended = end.clone();
    let heard = move |text: String| {
        let say = |message: &ClientMessage| {
            let text = serde_json::to_string(message).expect("a message is words and numbers");
            if let Some(connection) = held.borrow().as_ref() {
                connection.say(&text);
            }
        };
        match message::read(&text) {
            Some(ServerMessage::Welcome { events, .. }) => {
                let after = events.last().map_or(0, |last| last.number);
                say(&ClientMessage::Do { after, command: Command::Abort });
            }
            Some(ServerMessage::Event(event)) if !matches!(event.event, Event::Aborted { .. }) => {}
            Some(ServerMessage::Event(_) | ServerMessage::Refused { .. }) => ended(),
            _ => {}
        }
    };
    let hello = || {
        serde_json::to_string(&ClientMessage::Hello { version: VERSION, after: 0 })
            .expect("a message is words and numbers")
    };
    let calls = Calls { hello: Box::new(hello), heard: Box::new(heard), lamp: Box::new(|_| {}), failed: Box::new(end) };
    *connection.borrow_mut() = Some(Connection::open(&format!("/api/games/{id}/socket"), calls));
}
