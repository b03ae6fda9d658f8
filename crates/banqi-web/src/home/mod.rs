//! Home: one sentence, one board; then the ways to play, and the games that wait.

mod choice;
mod games;

use banqi::{Position, Square};
use banqi_svg::Orientation;
use leptos::prelude::*;

use crate::board::{BoardOptions, BoardView, Marks};
use crate::game::{FirstMover, NewGame, Opponent, start_with_flip};
use crate::i18n::{t, t_string, use_i18n};
use crate::icon::{Icon, Symbol};
use crate::media::use_wide;
use crate::route::{Link, Route, SetupKind, navigate};
use crate::settings::use_settings;
use choice::{Choice, Opposite};
use games::Games;

/// Home.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="home">
            <h1 class="home-line" tabindex="-1">
                {t!(i18n, home.line_1)} " " <br /> {t!(i18n, home.line_2)} " " <br class="desk" /> {t!(i18n, home.line_3)}
            </h1>
            <StartBoard />
            <nav class="choices" aria-label=move || t_string!(i18n, home.play)>
                <Choice to=Route::Setup(SetupKind::Computer) opposite=Opposite::Machine first=true>
                    <span class="choice-name">{t!(i18n, home.computer)}</span>
                    <span class="choice-about">{t!(i18n, home.computer_about)}</span>
                </Choice>
                <Choice to=Route::Setup(SetupKind::SameScreen) opposite=Opposite::Upturned>
                    <span class="choice-name">{t!(i18n, home.same_screen)}</span>
                    <span class="choice-about">{t!(i18n, home.same_screen_about)}</span>
                </Choice>
            </nav>
            <div class="home-side">
                <Games />
                <section class="new-here" aria-labelledby="new-here">
                    <h2 class="head" id="new-here">
                        {t!(i18n, home.new)}
                    </h2>
                    <p class="secondary">{t!(i18n, home.new_text)}</p>
                    <Link to=Route::Setup(SetupKind::Computer) class="onward">
                        {t!(i18n, home.new_rules)}
                        <Icon symbol=Symbol::Go />
                    </Link>
                </section>
            </div>
        </div>
    }
}

/// The start of a game against the computer: the first flip begins it, as it was last played.
#[component]
fn StartBoard() -> impl IntoView {
    let i18n = use_i18n();
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
                label=Signal::derive(move || t_string!(i18n, home.board).to_string())
            />
            <p class="home-hint secondary">{t!(i18n, home.board_hint)}</p>
        </div>
    }
}
