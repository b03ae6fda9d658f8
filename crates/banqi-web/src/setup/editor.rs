//! The fields for single rules.

use banqi::{Colour, Kind, Parameter, Piece};
use leptos::prelude::*;

use super::draft::{Draft, Field, LIMITS};
use super::words;
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::field::{Arrangement, Choice, radios, tick};
use crate::icon::{Icon, Symbol};
use crate::live::focus;
use crate::text::text;

/// The fields for single rules.
#[component]
pub(super) fn Editor(draft: RwSignal<Draft>) -> impl IntoView {
    let is_changed = move || draft.with(Draft::is_changed);
    let undo = move |_| draft.update(|draft| *draft = Draft::new(&draft.preset().rules()));
    let switch = move |parameter: Parameter| {
        tick(
            words::name(parameter),
            words::meaning(parameter),
            move || draft.with(|draft| draft.value(parameter) == "on"),
            move |on| draft.update(|draft| draft.set(parameter, if on { "on" } else { "off" })),
        )
    };
    view! {
        <div class="editor">
            <Ranks draft />
            {cannon(draft)}
            {dark(draft)}
            <fieldset>
                <legend class="head">{text!(setup.further)}</legend>
                <div class="rows">
                    {[Parameter::Chain, Parameter::Rush, Parameter::Diagonal, Parameter::Elimination]
                        .map(switch)
                        .collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend class="head">{text!(setup.limits)}</legend>
                <div class="rows">
                    {LIMITS.map(|parameter| view! { <LimitField draft parameter /> }).collect_view()}
                </div>
            </fieldset>
            <Written draft />
            <button
                class="button"
                type="button"
                aria-disabled=Signal::derive(move || (!is_changed()).to_string())
                on:click=undo
            >
                <Icon symbol=Symbol::Again />
                {text!(setup.undo)}
            </button>
        </div>
    }
}

fn cannon(draft: RwSignal<Draft>) -> AnyView {
    let choices = vec![
        Choice::new("jump", text!(setup.cannon_jump)).about(text!(setup.cannon_jump_about)),
        Choice::new("step", text!(setup.cannon_step)).about(text!(setup.cannon_step_about)),
    ];
    one_word(draft, Parameter::Cannon, "cannon", choices)
}

fn dark(draft: RwSignal<Draft>) -> AnyView {
    let choices = vec![
        Choice::new("off", text!(setup.dark_off)).about(text!(setup.dark_off_about)),
        Choice::new("probe", text!(setup.dark_probe)).about(text!(setup.dark_probe_about)),
        Choice::new("trade", text!(setup.dark_trade)).about(text!(setup.dark_trade_about)),
    ];
    one_word(draft, Parameter::Dark, "dark", choices)
}

/// A parameter whose value is one of a few words.
fn one_word(
    draft: RwSignal<Draft>,
    parameter: Parameter,
    name: &'static str,
    choices: Vec<Choice<&'static str>>,
) -> AnyView {
    let words: Vec<&str> = choices.iter().map(Choice::value).collect();
    let value = move || {
        let value = draft.with(|draft| draft.value(parameter));
        words.iter().copied().find(|word| *word == value).unwrap_or("")
    };
    let legend = words::name(parameter);
    radios(name, legend, Arrangement::Rows, choices, value, move |word| {
        draft.update(|draft| draft.set(parameter, word));
    })
}

/// The kinds in their order, each with two buttons; the arrow keys do the same on either.
#[component]
fn Ranks(draft: RwSignal<Draft>) -> impl IntoView {
    let ranks = Memo::new(move |_| draft.with(|draft| draft.parameters().ranks));
    let said = RwSignal::new(String::new());
    let move_kind = move |kind: Kind, up: bool| {
        let Some(place) = draft.try_update(|draft| draft.move_rank(kind, up)).flatten() else { return };
        said.set(text!(setup.rank_now, kind = kind_name(kind), place = place));
        // What is moved in the document loses the focus.
        request_animation_frame(move || focus(&button_id(kind, up)));
    };
    let pressed = move |event: &web_sys::KeyboardEvent, kind: Kind| {
        let up = match event.key().as_str() {
            "ArrowUp" => true,
            "ArrowDown" => false,
            _ => return,
        };
        event.prevent_default();
        move_kind(kind, up);
    };
    let button = move |kind: Kind, up: bool| {
        let label = if up {
            text!(setup.rank_up, kind = kind_name(kind))
        } else {
            text!(setup.rank_down, kind = kind_name(kind))
        };
        let is_last = move || ranks.with(|ranks| ranks[if up { 0 } else { 6 }] == kind);
        view! {
            <button
                class="icon-button"
                type="button"
                id=button_id(kind, up)
                aria-label=label
                aria-disabled=Signal::derive(move || is_last().to_string())
                on:click=move |_| move_kind(kind, up)
                on:keydown=move |event| pressed(&event, kind)
            >
                <Icon symbol=if up { Symbol::Up } else { Symbol::Down } />
            </button>
        }
    };
    view! {
        <fieldset class="ranks">
            <legend class="head">{text!(setup.ranks)}</legend>
            <p class="caption">{text!(setup.ranks_about)}</p>
            <ol class="rows">
                <For each=move || ranks.get() key=|kind| *kind let:kind>
                    <li>
                        <Mini piece=Piece { colour: Colour::Red, kind } />
                        <Mini piece=Piece { colour: Colour::Black, kind } />
                        <span class="rank-kind">{kind_name(kind)}</span>
                        {button(kind, true)}
                        {button(kind, false)}
                    </li>
                </For>
            </ol>
            <p class="hidden" role="status">
                {said}
            </p>
        </fieldset>
    }
}

fn button_id(kind: Kind, up: bool) -> String {
    format!("rank-{kind}-{}", if up { "up" } else { "down" })
}

/// Puts the focus on a field that has to be mended.
pub(super) fn go_to(field: Field) {
    match field {
        Field::Limit(parameter) => focus(&limit_id(parameter)),
        Field::Written => focus(WRITTEN),
    }
}

/// The field for the whole rule set.
const WRITTEN: &str = "written";

/// The field of a limit.
fn limit_id(parameter: Parameter) -> String {
    format!("limit-{parameter}")
}

/// A number, or none.
#[component]
fn LimitField(draft: RwSignal<Draft>, parameter: Parameter) -> impl IntoView {
    let is_none = move || draft.with(|draft| draft.limit(parameter).is_none);
    let is_valid = Memo::new(move |_| draft.with(|draft| draft.is_valid(parameter)));
    let (about, error) = (format!("{}-about", limit_id(parameter)), format!("{}-error", limit_id(parameter)));
    let described = {
        let (about, error) = (about.clone(), error.clone());
        move || if is_valid.get() { about.clone() } else { format!("{error} {about}") }
    };
    view! {
        <div class="limit">
            <div class="limit-what">
                <label class="what" for=limit_id(parameter)>
                    {words::name(parameter)}
                </label>
                <p class="gloss caption" id=about>
                    {words::meaning(parameter)}
                </p>
            </div>
            <input
                class="input"
                id=limit_id(parameter)
                inputmode="numeric"
                autocomplete="off"
                maxlength="6"
                disabled=Signal::derive(is_none)
                aria-invalid=Signal::derive(move || (!is_valid.get()).to_string())
                aria-describedby=Signal::derive(described)
                prop:value=Signal::derive(move || draft.with(|draft| draft.limit(parameter).text.clone()))
                on:input=move |event| {
                    let text = event_target_value(&event);
                    draft.update(|draft| draft.type_limit(parameter, &text));
                }
            />
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=Signal::derive(is_none)
                    on:change=move |event| {
                        let is_none = event_target_checked(&event);
                        draft.update(|draft| draft.set_no_limit(parameter, is_none));
                    }
                />
                <span>
                    {text!(setup.none)}
                    <span class="hidden">{text!(common.labelled, what = "", value = words::name(parameter))}</span>
                </span>
            </label>
            <p class="error" id=error role="alert">
                <Show when=move || !is_valid.get()>
                    <Icon symbol=Symbol::Forbidden />
                    {words::limit_error(parameter)}
                </Show>
            </p>
        </div>
    }
}

/// The rules as they are written, which can be typed in too.
#[component]
fn Written(draft: RwSignal<Draft>) -> impl IntoView {
    // What is being typed, which does not change under the hand, and the rules that came of it.
    let typed = RwSignal::new(None::<(String, Draft)>);
    let error = Memo::new(move |_| draft.with(|draft| draft.error().map(words::error)));
    // When another field has changed the rules since, they are written anew.
    let text = move || {
        draft.with(|draft| {
            typed.with(|typed| match typed {
                Some((text, result)) if result == draft => text.clone(),
                _ => draft.last_rules().to_string(),
            })
        })
    };
    let input = move |event| {
        let text = event_target_value(&event);
        let mut result = draft.get_untracked();
        result.write(&text);
        typed.set(Some((text, result.clone())));
        draft.set(result);
    };
    let left = move |_| {
        if error.with_untracked(Option::is_none) {
            typed.set(None);
        }
    };
    // Here it means that the text is finished, not that the game begins.
    let pressed = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" {
            event.prevent_default();
        }
    };
    view! {
        <div class="written-field">
            <label class="what" for=WRITTEN>
                {text!(setup.written)}
            </label>
            <p class="gloss caption" id="written-about">
                {text!(setup.written_about)}
            </p>
            <input
                class="input written"
                id=WRITTEN
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-invalid=Signal::derive(move || error.with(Option::is_some).to_string())
                aria-describedby="written-error written-about"
                prop:value=Signal::derive(text)
                on:input=input
                on:blur=left
                on:keydown=pressed
            />
            <p class="error" id="written-error" role="alert">
                {move || {
                    error
                        .get()
                        .map(|error| {
                            view! {
                                <Icon symbol=Symbol::Forbidden />
                                <span>{error}</span>
                            }
                        })
                }}
            </p>
        </div>
    }
}
