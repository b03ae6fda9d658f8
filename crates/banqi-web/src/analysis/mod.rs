//! The analysis board: any position and any game, played on by whoever looks, with what the computer finds.
//!
//! An address says what is looked into: `/analysis?position=..&rules=..`, `?game=..` of a game that this browser keeps, `?g=..` of
//! one on the server, `?study=..` of what was brought along in this tab. What is played is kept in the tab under its address.

mod carry;
mod chance;
mod desk;
mod draft;
mod editing;
mod editor;
mod kept;
mod lines;
mod reading;
mod study;
mod thinker;
mod words;

use banqi::{Action, Bitboard, Ending, Game, Position, PositionError, Record, Rules};
use banqi_svg::Orientation as Lie;
use leptos::prelude::*;

use crate::board::{BoardOptions, BoardView, CellsView, Marks};
use crate::field::{Arrangement, Choice, radios};
use crate::game::session::Targets;
use crate::game::{Look, MoveList, Shown, note};
use crate::icon::{Symbol, icon};
use crate::live::{Press, block, live, live_while, paragraph, word};
use crate::media::{use_media, use_small_board};
use crate::online::request::{Failure, request};
use crate::online::words as net_words;
use crate::page::{Query, page};
use crate::route::Address;
use crate::settings::{Orientation, use_settings};
use crate::setup::rules_error;
use crate::store;
use crate::text::text;
use crate::whole::Whole;
use carry::Brought;
use desk::{Desk, Tab};
use draft::Draft;
use editing::Editing;
use study::Study;

/// What an address leads to.
enum Opened {
    Study(Box<Study>),
    /// Nothing, and why: what it says is there to be mended.
    Wrong {
        text: String,
        why: String,
    },
}

/// The analysis board at an address.
pub(crate) fn analysis_page(_: Whole, address: Address, query: &Query) -> AnyView {
    if let Some(study) = kept::load(address.text()) {
        return view(address, Opened::Study(Box::new(study)));
    }
    if let Some(id) = query.text("g") {
        return waiting(address, &id);
    }
    view(address, opened(query))
}

fn opened(query: &Query) -> Opened {
    let wrong = |text: &str, why: String| Opened::Wrong { text: text.to_string(), why };
    if let Some(id) = query.text("game") {
        let saved = id.parse().ok().and_then(store::load);
        let kept_at = saved.as_ref().map_or(0, |saved| saved.saved);
        return match saved.map(|saved| saved.game) {
            None => wrong("", text!(game.missing_text).to_string()),
            Some(Err(damaged)) => wrong(&damaged.text, damaged.why),
            Some(Ok(session)) if !session.is_over() => wrong("", text!(analysis.not_over).to_string()),
            Some(Ok(session)) => match session.record() {
                Ok(record) => of_record(store::exported(&record, kept_at)),
                Err(why) => wrong("", why.to_string()),
            },
        };
    }
    if query.text("study").is_some() {
        return wrong("", text!(analysis.study_gone).to_string());
    }
    let usual = use_settings().with_untracked(|settings| settings.rules);
    let rules = query.text("rules").map_or(Ok(usual), |written| written.parse::<Rules>());
    let position = query.text("position");
    let text = position.clone().unwrap_or_default();
    let rules = match rules {
        Ok(rules) => rules,
        Err(error) => return wrong(&text, rules_error(&error)),
    };
    let start = position.map_or(Ok(Position::start()), |written| written.parse::<Position>());
    match start.and_then(|start| Game::from_position(rules, start)) {
        Ok(game) => Opened::Study(Box::new(Study::new(game))),
        Err(error) => wrong(&text, wrong_position(error)),
    }
}

fn wrong_position(error: PositionError) -> String {
    words::unread(&reading::Unread::Position(error))
}

fn of_record(record: Record) -> Opened {
    let text = record.to_string();
    match Study::open(record) {
        Ok(study) => Opened::Study(Box::new(study)),
        Err(why) => Opened::Wrong { text, why: words::no_study(&why) },
    }
}

/// A game of the server's, which is asked for it.
fn waiting(address: Address, id: &str) -> AnyView {
    let answer = RwSignal::new(None::<(u16, String)>);
    // An address that is no game's would be another question.
    let id = id.parse::<banqi_wire::GameId>().ok();
    let ask = move || match id {
        Some(id) => request("GET", &format!("/api/games/{id}/record"), None, move |status, text| {
            answer.try_set(Some((status, text)));
        }),
        None => answer.set(Some((404, String::new()))),
    };
    ask();
    let again = move |()| {
        answer.set(None);
        ask();
    };
    let drawn = move || match answer.get() {
        None => page("page net", text!(analysis.title), vec![paragraph("secondary waits", text!(online.connecting))]),
        // Another board in the place of the game would be taken for it.
        Some((status, _)) if status == 0 || status >= 500 => {
            let why = net_words::failure(&Failure { status, error: String::new() });
            let said = view! { <p role="alert">{why}</p> }.into_any();
            let failure = block("failure", vec![said, word("button small", net_words::again(), again)]);
            page("page net", text!(analysis.title), vec![failure])
        }
        Some((status, text)) => view(address, received(status, text)),
    };
    view! { <div>{live(drawn)}</div> }.into_any()
}

fn received(status: u16, text: String) -> Opened {
    let wrong = |why: &str| Opened::Wrong { text: String::new(), why: why.to_string() };
    match (status, text.parse::<Record>()) {
        (200, Ok(record)) if record.ending == Ending::Unterminated => wrong(text!(analysis.not_over)),
        (200, Ok(record)) => of_record(record),
        (200, Err(why)) => Opened::Wrong { text, why: text!(analysis.text_no_record, why = why) },
        _ => wrong(text!(online.missing_text)),
    }
}

fn view(address: Address, opened: Opened) -> AnyView {
    let start = || Study::new(Game::new(use_settings().with_untracked(|settings| settings.rules)));
    let brought = Brought::new();
    let (study, is_wrong) = match opened {
        Opened::Study(study) => (*study, false),
        Opened::Wrong { text, why } => {
            brought.text.set(text);
            brought.unread.set(Some(why));
            (start(), true)
        }
    };
    let editing = Editing::of(address, &study);
    let desk = Desk::new(address, study);
    if is_wrong {
        desk.tab.set(Tab::Carry);
    } else if editing.is_changed() {
        desk.tab.set(Tab::SetUp);
    }
    follow_keys(desk);
    let spoken = desk.spoken;
    let parts = vec![
        tabs(desk, editing),
        block("study-board", vec![board(desk, editing), live(move || noted(desk)).into_any(), steps(desk)]),
        live(move || beside(desk, editing, brought)).into_any(),
        chance::sheet(desk),
        view! {
            <p class="hidden" role="status" aria-live="polite">
                {spoken}
            </p>
        }
        .into_any(),
    ];
    page("page study", text!(analysis.title), parts)
}

fn tabs(desk: Desk, editing: Editing) -> AnyView {
    let choose = move |tab| {
        desk.note.set(None);
        if tab == Tab::SetUp && desk.tab.get_untracked() != tab && !editing.is_changed() {
            // It begins with what is looked at, unless it has begun.
            desk.study.with_untracked(|study| editing.begin(study));
        }
        desk.tab.set(tab);
    };
    radios(
        "tab",
        text!(analysis.beside),
        Arrangement::Tabs,
        vec![
            Choice::new(Tab::Look, text!(analysis.look)),
            Choice::new(Tab::SetUp, text!(analysis.set_up)),
            Choice::new(Tab::Carry, text!(analysis.carry)),
        ],
        move || desk.tab.get(),
        choose,
    )
}

fn beside(desk: Desk, editing: Editing, brought: Brought) -> AnyView {
    let parts = match desk.tab.get() {
        Tab::Look => vec![lines::lines(desk), moves(desk)],
        Tab::SetUp => vec![editor::editor(desk, editing)],
        Tab::Carry => vec![carry::carry(desk, brought)],
    };
    let class = if parts.len() > 1 { "study-beside two" } else { "study-beside" };
    block(class, parts)
}

fn moves(desk: Desk) -> AnyView {
    let turns = Memo::new(move |_| {
        desk.version.track();
        desk.study.with_untracked(Study::turns)
    });
    let shown = Memo::new(move |_| desk.study.with(Study::shown));
    let look = Callback::new(move |look| desk.look(look));
    view! {
        <MoveList turns shown look>
            ""
        </MoveList>
    }
    .into_any()
}

fn board(desk: Desk, editing: Editing) -> AnyView {
    let settings = use_settings();
    let is_wide = use_media("(min-width: 1000px)");
    let is_small = use_small_board();
    let options = Signal::derive(move || {
        let (orientation, engraving) = settings.with(|settings| (settings.orientation, settings.engraving));
        let orientation = match orientation {
            Orientation::Portrait => Lie::Portrait,
            Orientation::Landscape => Lie::Landscape,
            // On a phone the lines are to be seen below the board.
            Orientation::Auto if is_wide.get() => Lie::Portrait,
            Orientation::Auto => Lie::Landscape,
        };
        let engraving = engraving && !(orientation == Lie::Landscape && is_small.get());
        BoardOptions { orientation, viewpoint: desk.viewpoint.get(), coordinates: true, engraving }
    });
    let on_square = Callback::new(move |square| match desk.tab.get_untracked() {
        Tab::SetUp => editing.tap(desk, square),
        _ => desk.tap(square),
    });
    let on_page = Callback::new(move |later| desk.look(Look::Turn { later }));
    let position = Signal::derive(move || desk.study.with(|study| *study.position()));
    let marks = Memo::new(move |_| marks(desk));
    let cells = Signal::derive(move || editing.draft.with(Draft::cells));
    let any = Signal::stored(Marks { playable: Bitboard::ALL, ..Marks::default() });
    let is_set_up = Memo::new(move |_| desk.tab.get() == Tab::SetUp);
    let drawn = move || {
        if is_set_up.get() {
            view! { <CellsView cells options marks=any on_square label=text!(analysis.set_up) /> }.into_any()
        } else {
            view! {
                <BoardView
                    position
                    options
                    marks
                    on_square
                    on_escape=Callback::new(move |()| desk.escape())
                    on_page
                    label=text!(board.board)
                />
            }
            .into_any()
        }
    };
    let lies = Memo::new(move |_| options.get().orientation == Lie::Landscape);
    let class = Signal::derive(move || if lies.get() { "study-table lying" } else { "study-table" });
    view! { <div class=class>{live(drawn)}</div> }.into_any()
}

fn marks(desk: Desk) -> Marks {
    let hint = desk.thinker.found.with(|found| found.as_ref().and_then(|found| found.candidates.first()?.action()));
    let shows_last = use_settings().with(|settings| settings.show_last);
    desk.study.with(|study| {
        let last = desk.shown.with(|Shown(game)| crate::game::course::last_turn(game));
        let last = last.filter(|_| shows_last).map_or_else(Vec::new, |turn| turn.plies);
        let Targets { steps, captures, forbidden, chases } = study.targets();
        Marks {
            playable: study.playable(),
            selected: study.selected(),
            steps,
            chases,
            captures,
            forbidden,
            last: last.into_iter().map(|(ply, _)| ply).collect(),
            hint,
            ..Marks::default()
        }
    })
}

/// Below the board: why something was not done, how the game ended, what a tap does.
fn noted(desk: Desk) -> AnyView {
    if let Some(words) = desk.note.get() {
        return note(words);
    }
    if desk.tab.get() == Tab::SetUp {
        return editor::hint();
    }
    let result = desk.study.with(|study| {
        let outcome = study.outcome()?;
        Some(words::result(study.here(), outcome))
    });
    match result {
        Some(result) => paragraph("study-result", result),
        None if desk.replaced.get() => paragraph("caption", text!(analysis.replaced)),
        // There the lines say it.
        None if desk.tab.get() == Tab::Look => ().into_any(),
        None => paragraph("caption", words::to_move(&desk.study.with(|study| *study.position()))),
    }
}

fn steps(desk: Desk) -> AnyView {
    let study = desk.study;
    let is_first = Signal::derive(move || study.with(|study| study.shown() == 0));
    let is_last = Signal::derive(move || study.with(|study| study.shown() == study.plies()));
    let cannot_undo = Signal::derive(move || study.with(|study| !study.can_undo()));
    let cannot_redo = Signal::derive(move || study.with(|study| !study.can_redo()));
    let chain = move || study.with(|study| study.position().chain().is_some());
    let turn = move |()| desk.viewpoint.update(|viewpoint| *viewpoint = !*viewpoint);
    let looks = move || {
        view! {
            <Press
                class="button icon-only"
                label=text!(game.back)
                off=is_first
                on_press=move |()| desk.look(Look::Turn { later: false })
            >
                {icon(Symbol::Back)}
            </Press>
            <Press
                class="button icon-only mirrored"
                label=text!(game.forward)
                off=is_last
                on_press=move |()| desk.look(Look::Turn { later: true })
            >
                {icon(Symbol::Back)}
            </Press>
            <Press class="button" off=cannot_undo on_press=move |()| desk.undo()>
                <span>{text!(analysis.undo)}</span>
            </Press>
            <Press class="button" off=cannot_redo on_press=move |()| desk.redo()>
                <span>{text!(analysis.redo)}</span>
            </Press>
            {live_while(chain, move || word("button", text!(game.end_chain), move |()| desk.play(Action::End)))}
        }
        .into_any()
    };
    view! {
        <div class="steps">
            {live_while(move || desk.tab.get() != Tab::SetUp, looks)}
            <Press class="button icon-only" label=text!(game.turn_board) on_press=turn>
                {icon(Symbol::Turn)}
            </Press>
        </div>
    }
    .into_any()
}

/// The arrow keys step through the game wherever they mean nothing else, and what was done is undone as everywhere.
fn follow_keys(desk: Desk) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let is_elsewhere = event.target().is_some_and(|target| {
            let element = wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok();
            let selector = "input, textarea, select, pre, [role=grid], dialog";
            element.is_some_and(|element| element.closest(selector).ok().flatten().is_some())
        });
        if event.default_prevented() || is_elsewhere || desk.tab.get_untracked() == Tab::SetUp || event.alt_key() {
            return;
        }
        match (event.key().as_str(), event.ctrl_key() || event.meta_key()) {
            ("ArrowLeft" | "PageUp", false) => desk.look(Look::Turn { later: false }),
            ("ArrowRight" | "PageDown", false) => desk.look(Look::Turn { later: true }),
            ("z" | "Z", true) if event.shift_key() => desk.redo(),
            ("z", true) => desk.undo(),
            ("y", true) => desk.redo(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
