//! The editor: what a tap puts on the board, what is face down and what is captured, whose turn it is, and the rules.

use banqi::{Colour, Kind, Piece, Position, Preset};
use leptos::prelude::*;

use super::desk::Desk;
use super::draft::{Brush, Draft};
use super::editing::Editing;
use super::words;
use crate::board::words::{kind as kind_name, piece as piece_name};
use crate::board::{Disc, Mini};
use crate::field::{Arrangement, Choice, opens, radios};
use crate::game::by_kind;
use crate::game::words::rules as rules_words;
use crate::icon::{Icon, Symbol};
use crate::live::{Press, block, live, live_while, paragraph, word};
use crate::text::text;

/// The editor's part of the page.
pub(super) fn editor(desk: Desk, editing: Editing) -> AnyView {
    let draft = editing.draft;
    let side = radios(
        "side",
        text!(analysis.side),
        Arrangement::Row,
        [Some(Colour::Red), Some(Colour::Black), None].map(|side| Choice::new(side, words::mover(side))).to_vec(),
        move || draft.with(Draft::side),
        move |side| draft.update(|draft| draft.set_side(side)),
    );
    let start = move |()| draft.set(Draft::new(&Position::start()));
    let shown = move |()| draft.set(desk.study.with_untracked(|study| Draft::new(study.position())));
    let begin = block(
        "buttons",
        vec![
            word("button small", text!(analysis.start_position), start),
            word("button small", text!(analysis.empty_board), move |()| draft.set(Draft::empty())),
            word("button small", text!(analysis.shown_position), shown),
        ],
    );
    let problem = Memo::new(move |_| editing.position().err());
    view! {
        <section class="set-up" aria-label=text!(analysis.set_up)>
            {begin}
            {palette(editing.brush)}
            {bag(desk, draft)}
            {side}
            <div class="numbers-row">
                {number("turn", text!(analysis.turn), draft, |draft| &mut draft.turn)}
                {number("quiet", text!(game.quiet_title), draft, |draft| &mut draft.quiet)}
            </div>
            {rules(editing)}
            <p class="error" role="status">
                {live(move || problem.get().map(|why| view! { <Icon symbol=Symbol::Forbidden /> <span>{why}</span> }).into_any())}
            </p>
            <div class="buttons">
                {live(move || {
                    let class = if problem.get().is_none() { "button first" } else { "button" };
                    let off = Signal::derive(move || problem.get().is_some());
                    view! {
                        <Press class off on_press=move |()| editing.finish(desk)>
                            <span>{text!(analysis.use_it)}</span>
                        </Press>
                    }
                    .into_any()
                })}
            </div>
        </section>
    }
    .into_any()
}

/// What a tap puts on a square.
fn palette(brush: RwSignal<Brush>) -> AnyView {
    let choice = move |own: Brush| {
        let (name, drawn) = match own {
            Brush::Piece(piece) => (piece_name(piece), view! { <Mini piece /> }.into_any()),
            Brush::FaceDown => (text!(board.face_down), view! { <Disc piece=None /> }.into_any()),
            Brush::Nothing => (text!(analysis.nothing), view! { <Icon symbol=Symbol::Close /> }.into_any()),
        };
        let choose: Box<dyn FnMut(web_sys::Event)> = Box::new(move |_| brush.set(own));
        view! {
            <label class="brush" title=name>
                <input
                    class="hidden"
                    type="radio"
                    name="brush"
                    prop:checked=Signal::derive(move || brush.get() == own)
                    on:change=choose
                />
                {drawn}
                <span class="hidden">{name}</span>
            </label>
        }
        .into_any()
    };
    let pieces = |colour| Vec::from(Kind::ALL.map(|kind| choice(Brush::Piece(Piece::new(colour, kind)))));
    let others = Vec::from([Brush::FaceDown, Brush::Nothing].map(choice));
    view! {
        <fieldset class="palette">
            <legend class="head">{text!(analysis.palette)}</legend>
            <div class="brushes">{pieces(Colour::Red)}</div>
            <div class="brushes">{pieces(Colour::Black)}</div>
            <div class="brushes">{others}</div>
        </fieldset>
    }
    .into_any()
}

/// Of each piece, how many of those that are not face up are face down.
fn bag(desk: Desk, draft: RwSignal<Draft>) -> AnyView {
    let row = |kind: Kind| {
        view! {
            <tr>
                <th scope="row">{kind_name(kind)}</th>
                {Colour::ALL.map(|colour| stepper(desk, draft, Piece::new(colour, kind))).collect_view()}
            </tr>
        }
        .into_any()
    };
    let count = move || {
        let (bag, face_down) = draft.with(|draft| (draft.bag().len(), draft.face_down()));
        text!(analysis.bag_count, bag = bag, face_down = face_down)
    };
    let is_right = Memo::new(move |_| draft.with(|draft| draft.bag().len() == draft.face_down()));
    let mend = move || word("button small", text!(analysis.mend_bag), move |()| draft.update(Draft::mend_bag));
    view! {
        <div class="bag-editor" role="group" aria-label=text!(game.bag)>
            <h2 class="head">{text!(game.bag)}</h2>
            <p class="caption">{text!(analysis.bag_about)}</p>
            {by_kind(row)}
            <div class="bag-sum">
                <p>{Signal::derive(count)}</p>
                {live_while(move || !is_right.get(), mend)}
            </div>
        </div>
    }
    .into_any()
}

fn stepper(desk: Desk, draft: RwSignal<Draft>, piece: Piece) -> AnyView {
    let counts = Memo::new(move |_| draft.with(|draft| (draft.bag().count(piece), draft.captured(piece))));
    let said = move |draft: &Draft| {
        let (bag, captured) = (draft.bag().count(piece), draft.captured(piece));
        text!(analysis.said_counts, piece = piece_name(piece), bag = bag, captured = captured)
    };
    let step = move |by: fn(&mut Draft, Piece)| {
        draft.update(|draft| by(draft, piece));
        desk.say(draft.with_untracked(said));
    };
    let button = move |sign: &'static str, label: String, is_off: Signal<bool>, by: fn(&mut Draft, Piece)| {
        view! {
            <Press class="step" label=Signal::stored(label) off=is_off on_press=move |()| step(by)>
                <span aria-hidden="true">{sign}</span>
            </Press>
        }
        .into_any()
    };
    let none_in_bag = Signal::derive(move || counts.get().0 == 0);
    let none_captured = Signal::derive(move || counts.get().1 == 0);
    let name = piece_name(piece);
    view! {
        <td>
            <div class="stepper">
                <Mini piece />
                {button("−", text!(analysis.fewer, piece = name), none_in_bag, Draft::empty_of)}
                <span class="hidden">{Signal::derive(move || draft.with(said))}</span>
                <span class="stepper-count" aria-hidden="true">
                    {Signal::derive(move || counts.get().0.to_string())}
                    <small>{Signal::derive(move || format!("/{}", counts.get().0 + counts.get().1))}</small>
                </span>
                {button("+", text!(analysis.more, piece = name), none_captured, Draft::fill)}
            </div>
        </td>
    }
    .into_any()
}

fn number(
    id: &'static str,
    what: &'static str,
    draft: RwSignal<Draft>,
    field: fn(&mut Draft) -> &mut String,
) -> AnyView {
    let typed: Box<dyn FnMut(web_sys::Event)> =
        Box::new(move |event| draft.update(|draft| *field(draft) = event_target_value(&event)));
    let is_early = Signal::derive(move || draft.with(|draft| draft.side().is_none()));
    view! {
        <div class="typed">
            <label class="what" for=id>
                {what}
            </label>
            <input
                class="input"
                id=id
                inputmode="numeric"
                autocomplete="off"
                maxlength="9"
                disabled=is_early
                prop:value=Signal::derive(move || field(&mut draft.get()).clone())
                on:input=typed
            />
        </div>
    }
    .into_any()
}

/// A preset, and all of the rules as they are written.
fn rules(editing: Editing) -> AnyView {
    let rules = editing.rules;
    let preset = move || editing.rules().ok().map(|rules| rules.preset());
    let option = |own: Preset| {
        let is_chosen = Signal::derive(move || preset() == Some(own));
        view! {
            <option value=own.to_string() prop:selected=is_chosen>
                {rules_words(&own.rules())}
            </option>
        }
        .into_any()
    };
    let options: Vec<AnyView> = Preset::ALL.into_iter().map(option).collect();
    let chosen: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| rules.set(event_target_value(&event)));
    let typed: Box<dyn FnMut(web_sys::Event)> = Box::new(move |event| rules.set(event_target_value(&event)));
    let is_wrong = Signal::derive(move || editing.rules().is_err().to_string());
    view! {
        <fieldset class="rules-fields">
            <legend class="head">{text!(setup.rules)}</legend>
            <div class="typed">
                <label class="what" for="preset">
                    {text!(analysis.preset)}
                </label>
                {opens(view! {
                    <select class="input" id="preset" on:change=chosen>
                        {options}
                    </select>
                }
                    .into_any())}
            </div>
            <div class="typed">
                <label class="what" for="written">
                    {text!(setup.written)}
                </label>
                <input
                    class="input written"
                    id="written"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    aria-invalid=is_wrong
                    aria-describedby="written-about"
                    prop:value=rules
                    on:input=typed
                />
                <span class="gloss" id="written-about">
                    {text!(setup.written_about)}
                </span>
            </div>
        </fieldset>
    }
    .into_any()
}

/// What the page says while the board is the editor's.
pub(super) fn hint() -> AnyView {
    paragraph("caption", text!(analysis.set_up_hint))
}
