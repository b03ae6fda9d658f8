//! Home: one sentence, one board; then the ways to play, and the games that wait.

mod choice;
mod finished;
mod games;

use banqi::{Position, Square};
use banqi_svg::Orientation;
use banqi_wire::Clock;
use leptos::prelude::*;

use crate::board::{BoardOptions, BoardView, Marks};
use crate::game::{FirstMover, NewGame, Opponent, start_with_flip};
use crate::media::use_wide;
use crate::route::{Address, Route, SetupKind, navigate, onward};
use crate::settings::use_settings;
use crate::text::{Language, text};
use choice::{Opposite, choice};
pub(crate) use finished::finished_page;
use games::Games;

/// Home.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {
    let choices = vec![
        choice(
            "choice first",
            Route::Setup(SetupKind::Computer),
            Opposite::Machine,
            text!(home.computer),
            text!(home.computer_about),
        ),
        choice(
            "choice",
            Route::Setup(SetupKind::Friend),
            Opposite::Linked,
            text!(home.friend),
            text!(home.friend_about),
        ),
        choice(
            "choice",
            Route::Setup(SetupKind::SameScreen),
            Opposite::Upturned,
            text!(home.same_screen),
            text!(home.same_screen_about),
        ),
        choice("choice", Route::Page(Address::LOBBY), Opposite::Nobody, text!(home.find), text!(home.find_about)),
    ];
    let gap = text!(common.sentence_gap);
    view! {
        <div class="home">
            <h1 class="home-line" tabindex="-1">
                {text!(home.line_1)} {gap} <br /> {text!(home.line_2)} {gap} <br class="desk" /> {text!(home.line_3)}
            </h1>
            <StartBoard />
            <nav class="choices" aria-label=text!(home.play)>
                {choices}
            </nav>
            <div class="home-side">
                <Games />
                {finished::link()}
                <section class="new-here" aria-labelledby="new-here">
                    <h2 class="head" id="new-here">
                        {text!(home.new)}
                    </h2>
                    <p class="secondary">{text!(home.new_text)}</p>
                    {onward(Route::Page(Address::LEARN), text!(home.new_learn))}
                    {onward(Route::Rules, text!(home.new_rules))}
                    {onward(Route::Page(Address::BOARDS), text!(home.boards))}
                    {onward(Route::Page(Address::ANALYSIS), text!(home.analysis))}
                </section>
                {languages()}
            </div>
        </div>
    }
}

/// The languages, for those who came to the page in one that they do not read.
fn languages() -> AnyView {
    let settings = use_settings();
    let current = Language::current();
    let choices = Language::ALL.map(|language| {
        let choose: Box<dyn FnMut(web_sys::MouseEvent)> =
            Box::new(move |_| settings.update(|settings| settings.language = Some(language)));
        view! {
            <button type="button" lang=language.tag() aria-pressed=(language == current).to_string() on:click=choose>
                {language.name()}
            </button>
        }
    });
    view! {
        <div class="languages" role="group" aria-label=text!(settings.language)>
            {choices.collect_view()}
        </div>
    }
    .into_any()
}

/// The start of a game against the computer: the first flip begins it, as it was last played.
#[component]
fn StartBoard() -> impl IntoView {
    let settings = use_settings();
    let wide = use_wide();
    let options = Signal::derive(move || BoardOptions {
        orientation: if wide.get() { Orientation::Portrait } else { Orientation::Landscape },
        coordinates: false,
        engraving: settings.with(|settings| settings.engraving),
        ..BoardOptions::default()
    });
    let flip = move |square: Square| {
        let (rules, level) = settings.with_untracked(|settings| (settings.rules, settings.level));
        let new = NewGame { rules, opponent: Opponent::Computer(level), first: FirstMover::Host, clock: Clock::None };
        navigate(Route::Game(start_with_flip(new, square)));
    };
    let start = Position::start();
    let marks = Marks { playable: start.face_down(), ..Marks::default() };
    view! {
        <div class="home-board">
            <BoardView
                position=Signal::stored(start)
                options
                marks=Signal::stored(marks)
                on_square=flip
                label=text!(home.board)
            />
            <p class="home-hint secondary">{text!(home.board_hint)}</p>
        </div>
    }
}
