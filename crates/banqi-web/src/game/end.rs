//! The sheet with the result: who, why in words, and what comes next.

use banqi::{Colour, Kind, Piece};
use banqi_table::Party;
use leptos::prelude::*;

use super::play::{Play, Sheets};
use super::players::Person;
use super::session::Session;
use super::words;
use crate::board::Disc;
use crate::i18n::{t, t_string, use_i18n};
use crate::icon::{Icon, Symbol};
use crate::route::{Route, navigate};
use crate::sheet::Sheet;

/// The sheet with the result.
#[component]
pub(super) fn EndSheet(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Sheet
            open=Signal::derive(move || play.sheet.get() == Some(Sheets::Result))
            on_close=move |()| play.sheet.set(None)
            label=Signal::derive(move || t_string!(i18n, game.result).to_string())
        >
            <Result play />
        </Sheet>
    }
}

#[component]
fn Result(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let Some(outcome) = play.session.with_untracked(Session::outcome) else { return ().into_any() };
    let words = move || play.session.with_untracked(|session| words::end(i18n.get_locale(), session, outcome));
    let winner = play.session.with_untracked(|session| session.game().colour_of(outcome.winner?));
    // A draw shows both.
    let shown: Vec<Colour> = match (outcome.winner, winner) {
        (Some(_), Some(winner)) => vec![winner],
        (Some(_), None) => Vec::new(),
        (None, _) => Colour::ALL.to_vec(),
    };
    let discs =
        shown.into_iter().map(|colour| view! { <Disc piece=Some(Piece::new(colour, Kind::General)) /> }).collect_view();
    let turns = play
        .session
        .with_untracked(|session| session.game().position().turn() - session.game().first_position().turn());
    let captures = [Party::Host, Party::Guest].map(|party| {
        let count = play
            .session
            .with_untracked(|session| session.game().captures_by(session.players().seat(party)).unwrap_or(0));
        let person = play.session.with_untracked(|session| session.players().person(party));
        let label = move || match person {
            Person::You => t_string!(i18n, game.you_captured),
            Person::Computer(_) => t_string!(i18n, game.computer_captured),
            Person::Player(Party::Host) => t_string!(i18n, game.player_1_captured),
            Person::Player(Party::Guest) => t_string!(i18n, game.player_2_captured),
        };
        view! {
            <div>
                <dt>{label}</dt>
                <dd>{count}</dd>
            </div>
        }
    });
    let go = move |sheet| play.sheet.set(sheet);
    view! {
        <div class="end">
            <div class="end-head">
                <div class="end-discs" aria-hidden="true">{discs}</div>
                <div>
                    <h2>{move || words().0}</h2>
                    <p>{move || words().1}</p>
                </div>
            </div>
            <dl class="figures">
                <div>
                    <dt>{t!(i18n, game.reason)}</dt>
                    <dd>{move || words::reason(i18n.get_locale(), outcome.reason)}</dd>
                </div>
                <div>
                    <dt>{t!(i18n, game.turns)}</dt>
                    <dd>{turns}</dd>
                </div>
                {captures.collect_view()}
            </dl>
            <div class="buttons">
                <button class="button first" autofocus on:click=move |_| play.rematch()>
                    <Icon symbol=Symbol::Again />
                    <span>{t!(i18n, game.rematch)}</span>
                </button>
                <button class="button" on:click=move |_| go(None)>
                    <span>{t!(i18n, game.look_at_board)}</span>
                </button>
            </div>
            <div class="end-foot">
                <button class="action" on:click=move |_| go(if play.is_wide.get_untracked() { None } else { Some(Sheets::Moves) })>
                    <Icon symbol=Symbol::List />
                    <span>{t!(i18n, game.moves)}</span>
                </button>
                <button class="action" on:click=move |_| navigate(new_game(play))>
                    <Icon symbol=Symbol::Go />
                    <span>{t!(i18n, game.new_game)}</span>
                </button>
                <button class="action" on:click=move |_| navigate(Route::Home)>
                    <Icon symbol=Symbol::Home />
                    <span>{t!(i18n, game.home)}</span>
                </button>
            </div>
        </div>
    }
    .into_any()
}

/// Where a new game of the same sort is set up.
fn new_game(play: Play) -> Route {
    use crate::route::SetupKind;
    let alone = play.session.with_untracked(|session| session.level().is_some());
    Route::Setup(if alone { SetupKind::Computer } else { SetupKind::SameScreen })
}
