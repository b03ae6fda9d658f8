//! Home: one sentence, one board; then the ways to play, and the games that wait.

mod choice;
mod games;

use banqi::{Position, Square};
use banqi_svg::Orientation;
use leptos::prelude::*;

use crate::board::{BoardOptions, BoardView, Marks};
use crate::game::{FirstMover, NewGame, Opponent, start_with_flip};
use crate::i18n::td_string;
use crate::media::use_wide;
use crate::route::{Address, Route, SetupKind, navigate, onward};
use crate::settings::use_settings;
use crate::text::use_locale;
use choice::{Opposite, choice};
use games::Games;

/// Home.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {
    let locale = use_locale();
    let choices = vec![
        choice(
            "choice first",
            Route::Setup(SetupKind::Computer),
            Opposite::Machine,
            td_string!(locale, home.computer),
            td_string!(locale, home.computer_about),
        ),
        choice(
            "choice",
            Route::Setup(SetupKind::Friend),
            Opposite::Linked,
            td_string!(locale, online.play),
            td_string!(locale, online.play_about),
        ),
        choice(
            "choice",
            Route::Setup(SetupKind::SameScreen),
            Opposite::Upturned,
            td_string!(locale, home.same_screen),
            td_string!(locale, home.same_screen_about),
        ),
        choice(
            "choice",
            Route::Net(Address::LOBBY),
            Opposite::Nobody,
            td_string!(locale, home.find),
            td_string!(locale, home.find_about),
        ),
    ];
    view! {
        <div class="home">
            <h1 class="home-line" tabindex="-1">
                {td_string!(locale, home.line_1)} " " <br /> {td_string!(locale, home.line_2)} " " <br class="desk" /> {td_string!(locale, home.line_3)}
            </h1>
            <StartBoard />
            <nav class="choices" aria-label=td_string!(locale, home.play)>
                {choices}
            </nav>
            <div class="home-side">
                <Games />
                <section class="new-here" aria-labelledby="new-here">
                    <h2 class="head" id="new-here">
                        {td_string!(locale, home.new)}
                    </h2>
                    <p class="secondary">{td_string!(locale, home.new_text)}</p>
                    {onward(Route::Rules, td_string!(locale, home.new_rules))}
                    {onward(Route::Net(Address::BOARDS), td_string!(locale, home.boards))}
                </section>
            </div>
        </div>
    }
}

/// The start of a game against the computer: the first flip begins it, as it was last played.
#[component]
fn StartBoard() -> impl IntoView {
    let locale = use_locale();
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
        let new = NewGame { rules, opponent: Opponent::Computer(level), first: FirstMover::Host };
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
                label=td_string!(locale, home.board)
            />
            <p class="home-hint secondary">{td_string!(locale, home.board_hint)}</p>
        </div>
    }
}
