//! A new game: against whom, under which rules, and who goes first.

mod chart;
mod clock;
mod clock_fields;
mod draft;
mod editor;
mod wishes;
pub(crate) mod words;

use banqi::Preset;
use banqi_engine::Level;
use leptos::prelude::*;

use crate::field::{Arrangement, Choice, radios, tick};
use crate::game::words as game_words;
use crate::game::{FirstMover, NewGame, Opponent, start};
use crate::icon::{Icon, Symbol};
use crate::live::{block, focus, live_while, paragraph, section};
use crate::points;
use crate::route::{Route, SetupKind, navigate, onward};
use crate::settings::use_settings;
use crate::text::{labelled, text};
use crate::whole::Whole;
pub(crate) use chart::Chart;
use draft::Draft;
use editor::Editor;
use wishes::Wishes;
pub(crate) use wishes::make;
pub(crate) use words::error as rules_error;

/// Before a new game. It begins with what was played last.
#[component]
pub(crate) fn SetupScreen(kind: SetupKind) -> impl IntoView {
    let settings = use_settings();
    let (level, rules) = settings.with_untracked(|settings| (settings.level, settings.rules));
    let level = RwSignal::new(level);
    let draft = RwSignal::new(Draft::new(&rules));
    // Single rules are out of the way until somebody wants them.
    let is_open = RwSignal::new(draft.with_untracked(Draft::changes) > 0);
    let first = RwSignal::new(match kind {
        SetupKind::Computer => FirstMover::Host,
        _ => FirstMover::Tiles,
    });
    let wishes = Whole::here().filter(|_| kind.is_online()).map(|whole| Wishes::new(whole, kind));
    // Two people at one device may have clocks.
    let clock = RwSignal::new(clock::Draft::default());
    let wrong_here = move || clock.with(clock::Draft::clock).err().map(clock_fields::id);
    let wrong = move || wishes.map_or_else(wrong_here, Wishes::wrong);

    let invalid = Memo::new(move |_| draft.with(|draft| draft.rules().err()));
    let is_blocked = move || invalid.get().is_some() || wrong().is_some();
    let problem = Signal::derive(move || match wishes {
        _ if invalid.get().is_some() => text!(setup.start_blocked),
        Some(wishes) => wishes.problem(),
        None if wrong().is_some() => text!(setup.clock_blocked),
        None => "",
    });
    let begin = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match draft.with_untracked(Draft::rules) {
            Err(field) => {
                is_open.set(true);
                request_animation_frame(move || editor::go_to(field));
            }
            Ok(rules) => {
                let level = level.get_untracked();
                settings.update(|settings| (settings.level, settings.rules) = (level, rules));
                if let Some(id) = untrack(wrong) {
                    return focus(id);
                }
                if let Some(wishes) = wishes {
                    return wishes.create(rules, level);
                }
                let opponent = match kind {
                    SetupKind::Computer => Opponent::Computer(level),
                    _ => Opponent::SameScreen,
                };
                let clock = clock.with_untracked(clock::Draft::clock).unwrap_or_default();
                navigate(Route::Game(start(NewGame { rules, opponent, first: first.get_untracked(), clock })));
            }
        }
    };
    view! {
        <form class="page setup" on:submit=begin novalidate=true>
            <h1 class="page-head" tabindex="-1">
                {title(kind)}
            </h1>
            <div class="setup-who">
                {matches!(kind, SetupKind::Computer | SetupKind::Ranked).then(|| strength(kind, level))}
                {(kind == SetupKind::Computer).then(for_points)}
                {wishes.map_or_else(|| first_mover(kind, first), wishes::fields)}
                {(kind == SetupKind::SameScreen).then(|| two_people(clock))}
            </div>
            <div class="setup-rules">
                {wishes.map(Wishes::first_mover)}
                {presets(text!(setup.rules), draft)}
                <HouseRules draft is_open />
            </div>
            <div class="setup-chart">
                <Chart rules=Signal::derive(move || draft.with(Draft::last_rules)) />
            </div>
            <div class="setup-start">
                <div role="status">
                    {live_while(
                        move || !problem.get().is_empty(),
                        move || {
                            view! {
                                <p class="error" id="blocked">
                                    <Icon symbol=Symbol::Forbidden />
                                    {problem}
                                </p>
                            }
                                .into_any()
                        },
                    )}
                </div>
                <button
                    class="button first"
                    type="submit"
                    aria-disabled=Signal::derive(move || is_blocked().to_string())
                    aria-describedby=Signal::derive(move || is_blocked().then_some("blocked"))
                >
                    {match kind {
                        SetupKind::Friend => text!(online.create),
                        SetupKind::Anybody => text!(lobby.offer),
                        _ => text!(setup.start),
                    }}
                    <Icon symbol=Symbol::Go />
                </button>
            </div>
        </form>
    }
}

/// What the page of a new game is called.
pub(crate) fn title(kind: SetupKind) -> &'static str {
    match kind {
        SetupKind::Computer => text!(home.computer),
        SetupKind::SameScreen => text!(home.same_screen),
        SetupKind::Friend => text!(home.friend),
        SetupKind::Anybody => text!(lobby.new),
        SetupKind::Ranked => text!(lobby.ranked),
    }
}

/// The points that were won on this device, and the way to those that are compared.
fn for_points() -> AnyView {
    let mut parts = vec![
        onward(Route::Setup(SetupKind::Ranked), text!(setup.ranked_link)),
        paragraph("caption", text!(setup.ranked_link_about)),
    ];
    let here = points::total();
    if here > 0 {
        parts.insert(0, paragraph("", labelled(text!(setup.device_points), &here.to_string())));
    }
    block("", parts)
}

/// The rules before anybody plays: those that were played last, and every other preset.
#[component]
pub(crate) fn RulesScreen() -> AnyView {
    let draft = RwSignal::new(Draft::new(&use_settings().with_untracked(|settings| settings.rules)));
    view! {
        <div class="page setup rules-page">
            <h1 class="page-head" tabindex="-1">
                {text!(setup.rules)}
            </h1>
            <div class="setup-rules">{presets(text!(setup.rules_choose), draft)}</div>
            <div class="setup-chart">
                <Chart rules=Signal::derive(move || draft.with(Draft::last_rules)) />
            </div>
        </div>
    }
    .into_any()
}

fn strength(kind: SetupKind, level: RwSignal<Level>) -> AnyView {
    let about = |level| match level {
        Level::Easy => text!(setup.easy_about),
        Level::Normal => text!(setup.normal_about),
        Level::Expert => text!(setup.expert_about),
        Level::Master => text!(setup.master_about),
    };
    let choice = |level| {
        let mut what = game_words::level(level).to_string();
        if kind == SetupKind::Ranked {
            what = format!("{what} · {}", text!(lobby.ranked_points, points = banqi_wire::points(level)));
        }
        Choice::new(level, what).about(about(level))
    };
    radios(
        "strength",
        text!(setup.strength),
        Arrangement::Rows,
        Level::ALL.map(choice).to_vec(),
        move || level.get(),
        move |chosen| level.set(chosen),
    )
}

fn first_mover(kind: SetupKind, first: RwSignal<FirstMover>) -> AnyView {
    let tiles = Choice::new(FirstMover::Tiles, text!(setup.first_tiles)).about(text!(setup.first_tiles_about));
    let choices = match kind {
        SetupKind::Computer => vec![
            Choice::new(FirstMover::Host, text!(setup.first_you)),
            Choice::new(FirstMover::Guest, text!(setup.first_computer)),
            tiles,
        ],
        _ => {
            vec![tiles, Choice::new(FirstMover::Host, text!(setup.first_player)).about(text!(setup.first_player_about))]
        }
    };
    let legend = text!(setup.first);
    radios("first", legend, Arrangement::Rows, choices, move || first.get(), move |chosen| first.set(chosen))
}

/// What two people at one device may want besides: clocks, and the far side turned round.
fn two_people(clock: RwSignal<clock::Draft>) -> AnyView {
    let settings = use_settings();
    let turned = tick(
        text!(setup.far_turned),
        text!(setup.far_turned_about),
        move || settings.with(|settings| settings.far_turned),
        move |is_on| settings.update(|settings| settings.far_turned = is_on),
    );
    let turned = block("rows", vec![turned]);
    vec![clock_fields::fields(clock, &clock::Kind::HERE), section("", text!(setup.far), vec![turned])].into_any()
}

fn presets(legend: &'static str, draft: RwSignal<Draft>) -> AnyView {
    let choice = |preset: Preset| Choice::new(preset, game_words::rules(&preset.rules())).about(words::about(preset));
    radios(
        "rules",
        legend,
        Arrangement::Rows,
        Preset::ALL.map(choice).to_vec(),
        move || draft.with(Draft::preset),
        move |preset: Preset| draft.set(Draft::new(&preset.rules())),
    )
}

#[component]
fn HouseRules(draft: RwSignal<Draft>, is_open: RwSignal<bool>) -> impl IntoView {
    let changes = Memo::new(move |_| draft.with(Draft::changes));
    let about = move || match changes.get() {
        0 => text!(setup.house_about).to_string(),
        1 => text!(setup.house_changed_1).to_string(),
        count => text!(setup.house_changed, count = count),
    };
    view! {
        <section class="house">
            <h2>
                <button
                    class="house-switch"
                    type="button"
                    aria-expanded=Signal::derive(move || is_open.get().to_string())
                    aria-controls="house"
                    on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
                >
                    <span>
                        <span class="what">{text!(setup.house)}</span>
                        <span class="gloss">{Signal::derive(about)}</span>
                    </span>
                    <Icon symbol=Signal::derive(move || if is_open.get() { Symbol::Up } else { Symbol::Down }) />
                </button>
            </h2>
            <div id="house" hidden=Signal::derive(move || !is_open.get())>
                <Editor draft />
            </div>
        </section>
    }
}
