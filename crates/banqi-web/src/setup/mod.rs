//! A new game: against whom, under which rules, and who goes first.

mod chart;
mod draft;
mod editor;
mod words;

use banqi::Preset;
use banqi_engine::Level;
use leptos::prelude::*;

use crate::field::{Choice, Radios};
use crate::game::words as game_words;
use crate::game::{FirstMover, NewGame, Opponent, start};
use crate::i18n::{t, t_string, td_string, use_i18n};
use crate::icon::{Icon, Symbol};
use crate::route::{Route, SetupKind, navigate};
use crate::settings::use_settings;
use chart::Chart;
use draft::Draft;
use editor::Editor;

/// Before a new game. It begins with what was played last.
#[component]
pub(crate) fn SetupScreen(kind: SetupKind) -> impl IntoView {
    let i18n = use_i18n();
    let settings = use_settings();
    let (level, rules) = settings.with_untracked(|settings| (settings.level, settings.rules));
    let level = RwSignal::new(level);
    let draft = RwSignal::new(Draft::new(&rules));
    // Single rules are out of the way until somebody wants them.
    let is_open = RwSignal::new(draft.with_untracked(Draft::changes) > 0);
    let first = RwSignal::new(match kind {
        SetupKind::Computer => FirstMover::Host,
        SetupKind::SameScreen => FirstMover::Tiles,
    });

    let invalid = Memo::new(move |_| draft.with(|draft| draft.rules().err()));
    let begin = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match draft.with_untracked(Draft::rules) {
            Err(field) => {
                is_open.set(true);
                request_animation_frame(move || editor::go_to(field));
            }
            Ok(rules) => {
                let opponent = match kind {
                    SetupKind::Computer => Opponent::Computer(level.get_untracked()),
                    SetupKind::SameScreen => Opponent::SameScreen,
                };
                settings.update(|settings| {
                    settings.level = level.get_untracked();
                    settings.rules = rules;
                });
                navigate(Route::Game(start(NewGame { rules, opponent, first: first.get_untracked() })));
            }
        }
    };
    view! {
        <form class="page setup" on:submit=begin novalidate=true>
            <div class="setup-who">
                <h1 class="page-head" tabindex="-1">
                    {move || match kind {
                        SetupKind::Computer => t_string!(i18n, home.computer),
                        SetupKind::SameScreen => t_string!(i18n, home.same_screen),
                    }}
                </h1>
                {(kind == SetupKind::Computer).then(|| view! { <Strength level /> })}
                <First kind first />
            </div>
            <div class="setup-rules">
                <Presets draft />
                <HouseRules draft is_open />
            </div>
            <div class="setup-chart">
                <Chart rules=Signal::derive(move || draft.with(Draft::last_rules)) />
            </div>
            <div class="setup-start">
                <Show when=move || invalid.get().is_some()>
                    <p class="error" id="blocked">
                        <Icon symbol=Symbol::Forbidden />
                        {t!(i18n, setup.start_blocked)}
                    </p>
                </Show>
                <button
                    class="button first"
                    type="submit"
                    aria-disabled=move || invalid.get().is_some().to_string()
                    aria-describedby=move || invalid.get().map(|_| "blocked")
                >
                    {t!(i18n, setup.start)}
                    <Icon symbol=Symbol::Go />
                </button>
            </div>
        </form>
    }
}

#[component]
fn Strength(level: RwSignal<Level>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = move || {
        let locale = i18n.get_locale();
        let about = |level| match level {
            Level::Easy => td_string!(locale, setup.easy_about),
            Level::Normal => td_string!(locale, setup.normal_about),
            Level::Expert => td_string!(locale, setup.expert_about),
        };
        Level::ALL.map(|level| Choice::new(level, game_words::level(locale, level)).about(about(level))).to_vec()
    };
    view! {
        <Radios
            name="strength"
            legend=Signal::derive(move || t_string!(i18n, setup.strength).to_string())
            choices=Signal::derive(choices)
            value=level
            on_choose=move |chosen| level.set(chosen)
        />
    }
}

#[component]
fn First(kind: SetupKind, first: RwSignal<FirstMover>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = move || {
        let locale = i18n.get_locale();
        let tiles = Choice::new(FirstMover::Tiles, td_string!(locale, setup.first_tiles))
            .about(td_string!(locale, setup.first_tiles_about));
        match kind {
            SetupKind::Computer => vec![
                Choice::new(FirstMover::Host, td_string!(locale, setup.first_you)),
                Choice::new(FirstMover::Guest, td_string!(locale, setup.first_computer)),
                tiles,
            ],
            SetupKind::SameScreen => vec![
                tiles,
                Choice::new(FirstMover::Host, td_string!(locale, setup.first_player))
                    .about(td_string!(locale, setup.first_player_about)),
            ],
        }
    };
    view! {
        <Radios
            name="first"
            legend=Signal::derive(move || t_string!(i18n, setup.first).to_string())
            choices=Signal::derive(choices)
            value=first
            on_choose=move |chosen| first.set(chosen)
        />
    }
}

#[component]
fn Presets(draft: RwSignal<Draft>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = move || {
        let locale = i18n.get_locale();
        let choice = |preset: Preset| {
            Choice::new(preset, &game_words::rules(locale, &preset.rules())).about(words::about(locale, preset))
        };
        Preset::ALL.map(choice).to_vec()
    };
    view! {
        <Radios
            name="rules"
            legend=Signal::derive(move || t_string!(i18n, setup.rules).to_string())
            choices=Signal::derive(choices)
            value=Signal::derive(move || draft.with(Draft::preset))
            on_choose=move |preset: Preset| draft.set(Draft::new(&preset.rules()))
        />
    }
}

#[component]
fn HouseRules(draft: RwSignal<Draft>, is_open: RwSignal<bool>) -> impl IntoView {
    let i18n = use_i18n();
    let changes = Memo::new(move |_| draft.with(Draft::changes));
    let about = move || match changes.get() {
        0 => t_string!(i18n, setup.house_about).to_string(),
        1 => t_string!(i18n, setup.house_changed_1).to_string(),
        count => t_string!(i18n, setup.house_changed, count = count).to_string(),
    };
    view! {
        <section class="house">
            <h2>
                <button
                    class="house-switch"
                    type="button"
                    aria-expanded=move || is_open.get().to_string()
                    aria-controls="house"
                    on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
                >
                    <span>
                        <span class="what">{t!(i18n, setup.house)}</span>
                        <span class="gloss">{about}</span>
                    </span>
                    <Icon symbol=Signal::derive(move || if is_open.get() { Symbol::Up } else { Symbol::Down }) />
                </button>
            </h2>
            <div id="house" hidden=move || !is_open.get()>
                <Editor draft />
            </div>
        </section>
    }
}
