//! The fields for single rules.

use banqi::{Colour, Kind, Parameter, Piece};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::draft::{Draft, Field, LIMITS};
use super::words;
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::field::{Choice, Radios, Tick};
use crate::i18n::{t, t_string, td_string, use_i18n};
use crate::icon::{Icon, Symbol};

/// The fields for single rules.
#[component]
pub(super) fn Editor(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    let is_changed = move || draft.with(|draft| draft.changes() > 0);
    let undo = move |_| draft.update(|draft| *draft = Draft::new(&draft.preset().rules()));
    let tick = move |parameter: Parameter| {
        view! {
            <Tick
                what=Signal::derive(move || words::name(i18n.get_locale(), parameter).to_string())
                about=Signal::derive(move || words::meaning(i18n.get_locale(), parameter).to_string())
                value=Signal::derive(move || draft.with(|draft| draft.value(parameter) == "on"))
                on_change=move |on: bool| draft.update(|draft| draft.set(parameter, if on { "on" } else { "off" }))
            />
        }
    };
    view! {
        <div class="editor">
            <Ranks draft />
            <Cannon draft />
            <Dark draft />
            <fieldset>
                <legend class="head">{t!(i18n, setup.further)}</legend>
                <div class="rows">
                    {[Parameter::Chain, Parameter::Rush, Parameter::Diagonal, Parameter::Elimination]
                        .map(tick)
                        .collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend class="head">{t!(i18n, setup.limits)}</legend>
                <div class="rows">
                    {LIMITS.map(|parameter| view! { <LimitField draft parameter /> }).collect_view()}
                </div>
            </fieldset>
            <Written draft />
            <button
                class="button"
                type="button"
                aria-disabled=move || (!is_changed()).to_string()
                on:click=undo
            >
                <Icon symbol=Symbol::Again />
                {t!(i18n, setup.undo)}
            </button>
        </div>
    }
}

#[component]
fn Cannon(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = move || {
        let locale = i18n.get_locale();
        vec![
            Choice::new("jump", td_string!(locale, setup.cannon_jump))
                .about(td_string!(locale, setup.cannon_jump_about)),
            Choice::new("step", td_string!(locale, setup.cannon_step))
                .about(td_string!(locale, setup.cannon_step_about)),
        ]
    };
    view! { <Words draft parameter=Parameter::Cannon name="cannon" choices=Signal::derive(choices) /> }
}

#[component]
fn Dark(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = move || {
        let locale = i18n.get_locale();
        vec![
            Choice::new("off", td_string!(locale, setup.dark_off)).about(td_string!(locale, setup.dark_off_about)),
            Choice::new("probe", td_string!(locale, setup.dark_probe))
                .about(td_string!(locale, setup.dark_probe_about)),
            Choice::new("trade", td_string!(locale, setup.dark_trade))
                .about(td_string!(locale, setup.dark_trade_about)),
        ]
    };
    view! { <Words draft parameter=Parameter::Dark name="dark" choices=Signal::derive(choices) /> }
}

/// A parameter whose value is one of a few words.
#[component]
fn Words(
    draft: RwSignal<Draft>,
    parameter: Parameter,
    name: &'static str,
    choices: Signal<Vec<Choice<&'static str>>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let value = move || {
        let value = draft.with(|draft| draft.value(parameter));
        choices.with(|choices| choices.iter().map(|choice| choice.value).find(|word| *word == value).unwrap_or(""))
    };
    view! {
        <Radios
            name
            legend=Signal::derive(move || words::name(i18n.get_locale(), parameter).to_string())
            choices
            value=Signal::derive(value)
            on_choose=move |word: &'static str| draft.update(|draft| draft.set(parameter, word))
        />
    }
}

/// The kinds in their order, each with two buttons; the arrow keys do the same on either.
#[component]
fn Ranks(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    let ranks = Memo::new(move |_| draft.with(|draft| draft.parameters().ranks));
    let said = RwSignal::new(String::new());
    let move_kind = move |kind: Kind, up: bool| {
        let Some(place) = draft.try_update(|draft| draft.move_rank(kind, up)).flatten() else { return };
        let locale = i18n.get_locale_untracked();
        said.set(td_string!(locale, setup.rank_now, kind = kind_name(locale, kind), place = place).to_string());
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
        let label = move || {
            let kind = kind_name(i18n.get_locale(), kind);
            if up {
                t_string!(i18n, setup.rank_up, kind = kind).to_string()
            } else {
                t_string!(i18n, setup.rank_down, kind = kind).to_string()
            }
        };
        let is_last = move || ranks.with(|ranks| ranks[if up { 0 } else { 6 }] == kind);
        view! {
            <button
                class="icon-button"
                type="button"
                id=button_id(kind, up)
                aria-label=label
                aria-disabled=move || is_last().to_string()
                on:click=move |_| move_kind(kind, up)
                on:keydown=move |event| pressed(&event, kind)
            >
                <Icon symbol=if up { Symbol::Up } else { Symbol::Down } />
            </button>
        }
    };
    view! {
        <fieldset class="ranks">
            <legend class="head">{t!(i18n, setup.ranks)}</legend>
            <p class="caption">{t!(i18n, setup.ranks_about)}</p>
            <ol class="rows">
                <For each=move || ranks.get() key=|kind| *kind let:kind>
                    <li>
                        <Mini piece=Piece { colour: Colour::Red, kind } />
                        <Mini piece=Piece { colour: Colour::Black, kind } />
                        <span class="rank-kind">{move || kind_name(i18n.get_locale(), kind)}</span>
                        {button(kind, true)}
                        {button(kind, false)}
                    </li>
                </For>
            </ol>
            <p class="hidden" role="status">
                {move || said.get()}
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

fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(element) = element {
        // An element of the page can have the focus.
        let _ = element.focus();
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
    let i18n = use_i18n();
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
                    {move || words::name(i18n.get_locale(), parameter)}
                </label>
                <p class="gloss caption" id=about>
                    {move || words::meaning(i18n.get_locale(), parameter)}
                </p>
            </div>
            <input
                class="input"
                id=limit_id(parameter)
                inputmode="numeric"
                autocomplete="off"
                maxlength="6"
                disabled=is_none
                aria-invalid=move || (!is_valid.get()).to_string()
                aria-describedby=described
                prop:value=move || draft.with(|draft| draft.limit(parameter).text.clone())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    draft.update(|draft| draft.type_limit(parameter, &text));
                }
            />
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=is_none
                    on:change=move |event| {
                        let is_none = event_target_checked(&event);
                        draft.update(|draft| draft.set_no_limit(parameter, is_none));
                    }
                />
                <span>
                    {t!(i18n, setup.none)}
                    <span class="hidden">": " {move || words::name(i18n.get_locale(), parameter)}</span>
                </span>
            </label>
            <p class="error" id=error role="alert">
                <Show when=move || !is_valid.get()>
                    <Icon symbol=Symbol::Forbidden />
                    {move || words::limit_error(i18n.get_locale(), parameter)}
                </Show>
            </p>
        </div>
    }
}

/// The rules as they are written, which can be typed in too.
#[component]
fn Written(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    // What is being typed, which does not change under the hand, and the rules that came of it.
    let typed = RwSignal::new(None::<(String, Draft)>);
    let error =
        Memo::new(move |_| draft.with(|draft| draft.error().map(|error| words::error(i18n.get_locale(), error))));
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
                {t!(i18n, setup.written)}
            </label>
            <p class="gloss caption" id="written-about">
                {t!(i18n, setup.written_about)}
            </p>
            <input
                class="input written"
                id=WRITTEN
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-invalid=move || error.with(Option::is_some).to_string()
                aria-describedby="written-error written-about"
                prop:value=text
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
