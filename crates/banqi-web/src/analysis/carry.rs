//! Import and export: a position or records that somebody brings along, and what can be taken elsewhere.

use banqi::Record;
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use super::desk::{Desk, address};
use super::reading::{MOST_BYTES, Text, Unread, read};
use super::study::Study;
use super::{kept, words};
use crate::copy::copy;
use crate::download::download;
use crate::icon::{Symbol, icon};
use crate::live::{block, heading, list, live, paragraph, span, word};
use crate::store::file_name;
use crate::text::text;

/// More games than these are not listed.
const MOST_LISTED: usize = 500;

/// What somebody brings along. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Brought {
    pub(super) text: RwSignal<String>,
    /// Why it cannot be read.
    pub(super) unread: RwSignal<Option<String>>,
    /// Its games, where it has several.
    games: RwSignal<Vec<Record>>,
}

impl Brought {
    pub(super) fn new() -> Self {
        Self { text: RwSignal::new(String::new()), unread: RwSignal::new(None), games: RwSignal::new(Vec::new()) }
    }

    /// Reads it, and looks into it.
    fn open(self, desk: Desk) {
        self.games.set(Vec::new());
        let opened = match self.text.with_untracked(|text| read(text)) {
            Ok(Text::Position(position)) => {
                let rules = desk.study.with_untracked(|study| *study.rules());
                let fits = position.check(&rules).map_err(Unread::Position);
                fits.map(|()| desk.go_to(&rules, &position))
            }
            Ok(Text::Games(mut all)) if all.len() == 1 => return self.look_into(desk, all.remove(0)),
            Ok(Text::Games(all)) => {
                self.games.set(all);
                Ok(())
            }
            Err(why) => Err(why),
        };
        self.unread.set(opened.err().map(|why| words::unread(&why)));
    }

    fn look_into(self, desk: Desk, record: Record) {
        match Study::open(record) {
            Ok(study) => desk.open(&kept::new_address(), study),
            Err(why) => self.unread.set(Some(words::no_study(&why))),
        }
    }
}

/// The part of the page for what comes and goes.
pub(super) fn carry(desk: Desk, brought: Brought) -> AnyView {
    view! {
        <section class="carry" aria-label=text!(analysis.carry)>
            {bring(desk, brought)}
            {live(move || listed(desk, brought))}
            {take(desk)}
        </section>
    }
    .into_any()
}

fn bring(desk: Desk, brought: Brought) -> AnyView {
    let Brought { text, unread, .. } = brought;
    let typed: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| {
        text.set(event_target_value(&event));
        unread.set(None);
    });
    // What the browser calls once the file is read has to be there until then.
    let reading = StoredValue::new_local(None);
    let chosen: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| {
        let input: web_sys::HtmlInputElement = event_target(&event);
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        // The same file can be chosen again, once it was changed.
        input.set_value("");
        if file.size() > f64::from(MOST_BYTES) {
            unread.set(Some(words::unread(&Unread::TooLong)));
            return;
        }
        let read = Closure::<dyn FnMut(JsValue)>::new(move |read: JsValue| {
            if text.try_set(read.as_string().unwrap_or_default()).is_none() {
                brought.open(desk);
            }
        });
        let failed = Closure::<dyn FnMut(JsValue)>::new(move |_: JsValue| {
            unread.try_set(Some(text!(analysis.file_unread).to_string()));
        });
        let _ = file.text().then2(&read, &failed);
        reading.set_value(Some((read, failed)));
    });
    view! {
        <div class="bring">
            <h2 class="head">{text!(analysis.bring)}</h2>
            <label class="caption" for="brought">
                {text!(analysis.bring_about)}
            </label>
            <textarea
                class="input written"
                id="brought"
                rows="6"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-invalid=Signal::derive(move || unread.with(Option::is_some).to_string())
                aria-describedby="unread"
                prop:value=text
                on:input=typed
            ></textarea>
            <p class="error" id="unread" role="alert">
                {live(move || unread.get().map(|why| vec![icon(Symbol::Forbidden), span("", why)]).into_any())}
            </p>
            <div class="buttons">
                {word("button first", text!(analysis.open), move |()| brought.open(desk))}
                <label class="button file">
                    <input class="hidden" type="file" accept=".txt,.pgn,text/plain" on:change=chosen />
                    {text!(analysis.open_file)}
                </label>
            </div>
        </div>
    }
    .into_any()
}

/// The games of a text, to choose one.
fn listed(desk: Desk, brought: Brought) -> AnyView {
    let games = brought.games;
    let line = |(index, record): (usize, &Record)| {
        let chosen = move |()| {
            if let Some(record) = games.with_untracked(|games| games.get(index).cloned()) {
                brought.look_into(desk, record);
            }
        };
        word("brought-game", format!("{}. {}", index + 1, words::game(record)), chosen)
    };
    games.with(|games| {
        if games.is_empty() {
            return ().into_any();
        }
        let lines = games.iter().enumerate().take(MOST_LISTED).map(line).collect();
        let more =
            (games.len() > MOST_LISTED).then(|| paragraph("caption", text!(analysis.more_games, count = MOST_LISTED)));
        let parts = vec![heading(text!(analysis.choose)), list("rows brought-games", lines)];
        block("choose", parts.into_iter().chain(more).collect())
    })
}

/// What can be taken elsewhere.
fn take(desk: Desk) -> AnyView {
    let study = desk.study;
    let position = Memo::new(move |_| study.with(|study| study.position().to_string()));
    let record = Memo::new(move |_| {
        desk.version.track();
        study.with_untracked(|study| study.record().to_string())
    });
    let here = move || {
        let origin = window().location().origin().unwrap_or_default();
        origin + &untrack(|| study.with(|study| address(study.rules(), study.position())))
    };
    // A browser that refuses has said why to the player.
    let save = move |()| {
        let name = study.with_untracked(|study| file_name(&study.record(), ""));
        drop(download(&name, &record.get_untracked()));
    };
    view! {
        <div class="take">
            <h2 class="head">{text!(analysis.take)}</h2>
            <h3>{text!(analysis.position)}</h3>
            <p class="written" tabindex="0">
                {position}
            </p>
            <div class="buttons">
                {copy("button small", text!(analysis.copy_position), move || position.get_untracked())}
                {copy("button small", text!(analysis.copy_link), here)}
            </div>
            <h3>{text!(analysis.record)}</h3>
            <pre class="written" tabindex="0">
                {record}
            </pre>
            <div class="buttons">
                {copy("button small", text!(analysis.copy_record), move || record.get_untracked())}
                {word("button small", text!(analysis.download), save)}
            </div>
        </div>
    }
    .into_any()
}
