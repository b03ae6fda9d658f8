//! The screen of a game.

use banqi::Bitboard;
use leptos::prelude::*;

use super::actions::{Actions, Sheets};
use super::bag::Bag;
use super::bars::Bar;
use super::command::CommandBox;
use super::counters::Counters;
use super::end::EndSheet;
use super::moves::Moves;
use super::play::{Play, Shown};
use super::session::{Offer, Session, Targets};
use super::tiles::TilesTable;
use super::{course, words};
use crate::board::{BoardOptions, BoardView, Marks, Movement};
use crate::i18n::{t, t_string, use_i18n};
use crate::route::{Route, navigate};
use crate::settings::{Orientation, Settings};
use crate::store::{self, Damaged, GameId, SavedGame};
use banqi_table::Party;

/// The screen of a game.
#[component]
pub(crate) fn GameScreen(id: GameId) -> impl IntoView {
    match store::load(id) {
        None => view! { <Missing /> }.into_any(),
        Some(SavedGame { game: Err(damaged), .. }) => view! { <DamagedGame id damaged /> }.into_any(),
        Some(SavedGame { game: Ok(session), .. }) => view! { <Playing id session /> }.into_any(),
    }
}

#[component]
fn Missing() -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="game-gone">
            <h1>{t!(i18n, game.missing_title)}</h1>
            <p>{t!(i18n, game.missing_text)}</p>
            <button class="button" on:click=move |_| navigate(Route::Home)>
                {t!(i18n, game.home)}
            </button>
        </div>
    }
}

#[component]
fn DamagedGame(id: GameId, damaged: Damaged) -> impl IntoView {
    let i18n = use_i18n();
    let Damaged { text, why } = damaged;
    let remove = move |_| {
        store::remove(id);
        navigate(Route::Home);
    };
    view! {
        <div class="game-gone">
            <h1>{t!(i18n, game.damaged_title)}</h1>
            <p>{t!(i18n, game.damaged_text, why = why)}</p>
            <pre tabindex="0">{text}</pre>
            <div class="buttons">
                <button class="button" on:click=move |_| navigate(Route::Home)>
                    {t!(i18n, game.home)}
                </button>
                <button class="button" on:click=remove>
                    {t!(i18n, game.remove)}
                </button>
            </div>
        </div>
    }
}

#[component]
fn Playing(id: GameId, session: Session) -> impl IntoView {
    let i18n = use_i18n();
    let begins = session.is_opening();
    let play = Play::new(id, session);
    let players = Memo::new(move |_| play.session.with(Session::players));
    // The tiles stay on the table until the players have seen them.
    let tiles = RwSignal::new(begins);
    let is_landscape = Memo::new(move |_| match play.settings.with(|settings| settings.orientation) {
        Orientation::Portrait => false,
        Orientation::Landscape => true,
        Orientation::Auto => play.is_wide.get(),
    });
    let title = move || words::title(i18n.get_locale(), players.get());
    // Whoever is elsewhere sees whose move it is.
    Effect::new(move || {
        let page = play.session.with(|session| match session.outcome() {
            Some(outcome) => words::end(i18n.get_locale(), session, outcome).0,
            None if session.is_persons_turn() && session.level().is_some() => {
                t_string!(i18n, game.title_your_move).to_string()
            }
            None => words::title(i18n.get_locale(), session.players()),
        });
        document().set_title(&t_string!(i18n, game.page_title, title = page).to_string());
    });
    view! {
        <div class="game" class:lying=move || is_landscape.get()>
            <h1 class="hidden" tabindex="-1">{title}</h1>
            <Bar play party=Party::Guest />
            <div class="game-board">
                <Show when=move || tiles.get() fallback=move || view! { <GameBoard play is_landscape /> }>
                    <TilesTable play on_begin=move || tiles.set(false) />
                </Show>
            </div>
            <div class="game-side">
                <Bag play />
                <Show when=move || !play.is_wide.get()>
                    <Counters play />
                </Show>
                <About play />
            </div>
            <Show when=move || play.is_wide.get()>
                <Counters play />
            </Show>
            <Bar play party=Party::Host />
            <Show when=move || play.is_wide.get()>
                <ShowWhat play />
            </Show>
            <div class="game-right">
                <Show when=move || play.is_wide.get()>
                    <Moves play />
                    <CommandBox play />
                </Show>
                <Note play />
                <Actions play />
            </div>
            <Sheets play />
            <EndSheet play />
            <p class="hidden" role="status" aria-live="polite">
                {move || play.spoken.get()}
            </p>
        </div>
    }
}

#[component]
fn GameBoard(play: Play, is_landscape: Memo<bool>) -> impl IntoView {
    let Play { session, shown, settings, .. } = play;
    let i18n = use_i18n();
    let position = Memo::new(move |_| shown.with(|Shown(game)| *game.position()));
    let options = Memo::new(move |_| BoardOptions {
        orientation: if is_landscape.get() {
            banqi_svg::Orientation::Landscape
        } else {
            banqi_svg::Orientation::Portrait
        },
        viewpoint: play.viewpoint.get(),
        coordinates: true,
        engraving: settings.with(|settings| settings.engraving),
    });
    let marks = Memo::new(move |_| {
        session.with(|session| shown.with(|shown| settings.with(|settings| marks(session, shown, settings))))
    });
    let movement = Memo::new(move |_| {
        let number = session.with(Session::moving)?;
        shown.with(|Shown(game)| {
            let before = *game.positions().nth(number - 1)?;
            Some(Movement { number, before, ply: game.plies().nth(number - 1)? })
        })
    });
    view! {
        <BoardView
            position
            options
            marks
            movement
            on_square=move |square| play.act(|session| session.tap(square))
            on_escape=move |()| play.act(Session::escape)
            on_page=move |later| play.act(|session| session.look_by_turn(later))
            label=Signal::derive(move || t_string!(i18n, board.board).to_string())
        />
    }
}

fn marks(session: &Session, Shown(game): &Shown, settings: &Settings) -> Marks {
    let position = game.position();
    let last = if settings.show_last { course::turns(game).pop().map(|turn| turn.plies) } else { None };
    let last = last.into_iter().flatten().map(|(ply, _)| ply).collect();
    let watched = session.players().own_seat().unwrap_or(position.seat());
    let threatened = match position.colour_of(watched) {
        Some(colour) if settings.show_threats => Session::threatened(game, colour),
        _ => Bitboard::EMPTY,
    };
    let selected = session.selected();
    let targets = selected.map(|from| session.targets(from)).unwrap_or_default();
    let is_open = session.is_persons_turn() && !session.is_looking_back() && session.offer() == Offer::None;
    let playable = match position.chain() {
        _ if !is_open => Bitboard::EMPTY,
        Some(_) => targets.captures,
        None => {
            let own = position.side().map_or(Bitboard::EMPTY, |side| position.of(side));
            own | position.face_down() | targets.steps | targets.captures
        }
    };
    let Targets { steps, captures, forbidden, chases } = if settings.show_moves { targets } else { Targets::default() };
    Marks { playable, selected, steps, chases, captures, forbidden, threatened, last }
}

/// What is played here: the rules, against whom.
#[component]
fn About(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let rules = move || play.session.with(|session| words::rules(i18n.get_locale(), session.rules()));
    let against = move || match play.session.with(|session| session.players().computer) {
        Some(level) => {
            let level = words::level(i18n.get_locale(), level);
            t_string!(i18n, game.opponent_computer, level = level).to_string()
        }
        None => t_string!(i18n, game.opponent_same_screen).to_string(),
    };
    view! {
        <div class="about">
            <p class="about-rules">{rules}</p>
            <p class="about-more">{against}</p>
            <p class="about-more">{t!(i18n, game.kept_here)}</p>
        </div>
    }
}

/// The switches for what is pointed out on the board.
#[component]
pub(super) fn ShowWhat(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let settings = play.settings;
    view! {
        <div class="show-what" role="group" aria-label=move || t_string!(i18n, game.show)>
            <h2>{t!(i18n, game.show)}</h2>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || settings.with(|settings| settings.show_moves)
                    on:change=move |event| settings.update(|settings| settings.show_moves = event_target_checked(&event))
                />
                {t!(i18n, game.show_moves)}
            </label>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || settings.with(|settings| settings.show_last)
                    on:change=move |event| settings.update(|settings| settings.show_last = event_target_checked(&event))
                />
                {t!(i18n, game.show_last)}
            </label>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || settings.with(|settings| settings.show_threats)
                    on:change=move |event| settings.update(|settings| settings.show_threats = event_target_checked(&event))
                />
                {t!(i18n, game.show_threats)}
            </label>
        </div>
    }
}

/// Why something was not done. The live region says it too.
#[component]
fn Note(play: Play) -> impl IntoView {
    let shown = move || {
        play.note.get().map(|words| {
            view! {
                <div class="note">
                    <crate::icon::Icon symbol=crate::icon::Symbol::Forbidden />
                    <p>
                        {words.head.map(|head| view! { <b>{head}</b> " " })}
                        {words.body}
                    </p>
                </div>
            }
        })
    };
    view! { {shown} }
}
