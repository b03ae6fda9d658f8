//! Drawing tiles for the first turn.

use banqi_deal::Tiles;
use banqi_table::Party;
use leptos::prelude::*;

use super::play::Play;
use super::players::Person;
use super::session::Session;
use super::words;
use crate::board::Disc;
use crate::board::words::kind as kind_name;
use crate::i18n::{t, t_string, use_i18n};

/// The tiles, where the board will be.
#[component]
pub(super) fn TilesTable(play: Play, #[prop(into)] on_begin: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    let session = play.session;
    let picker = Memo::new(move |_| session.with(Session::picker));
    let asked = move || match picker.get().map(|party| session.with(|session| session.players().person(party))) {
        Some(Person::Player(Party::Host)) => t_string!(i18n, game.tiles_player_1),
        Some(Person::Player(Party::Guest)) => t_string!(i18n, game.tiles_player_2),
        Some(_) => t_string!(i18n, game.tiles_you),
        None => {
            let first = session.with(|session| session.players().person(session.players().first));
            words::goes_first(i18n.get_locale(), first)
        }
    };
    let tiles = (0..Tiles::COUNT).map(|tile| view! { <Tile play tile /> }).collect_view();
    view! {
        <section class="tiles">
            <h2>{t!(i18n, game.tiles_title)}</h2>
            <p>{t!(i18n, game.tiles_rule)}</p>
            <div class="tiles-row">{tiles}</div>
            <p class="tiles-asked">{asked}</p>
            <Show when=move || picker.get().is_none()>
                <button class="button first" on:click=move |_| on_begin.run(())>
                    {t!(i18n, game.begin)}
                </button>
            </Show>
        </section>
    }
}

#[component]
fn Tile(play: Play, tile: usize) -> impl IntoView {
    let i18n = use_i18n();
    let seen = Memo::new(move |_| play.session.with(|session| session.tiles()[tile]));
    let number = tile + 1;
    let who = move || {
        seen.get().map(|(party, _)| {
            words::person(i18n.get_locale(), play.session.with(|session| session.players().person(party)))
        })
    };
    let label = move || match (seen.get(), who()) {
        (Some((_, kind)), Some(who)) => {
            let kind = kind_name(i18n.get_locale(), kind);
            t_string!(i18n, game.tile_picked, number = number, kind = kind, who = who).to_string()
        }
        _ => t_string!(i18n, game.tile, number = number).to_string(),
    };
    // A tile has no colour in the game that follows; red is drawn.
    let piece = move || seen.get().map(|(_, kind)| banqi::Piece::new(banqi::Colour::Red, kind));
    view! {
        <button
            class="tile"
            aria-label=label
            aria-disabled=move || seen.get().map(|_| "true")
            on:click=move |_| play.act(|session| session.pick(tile))
        >
            <Disc piece=Signal::derive(piece) />
            <span aria-hidden="true">{who}</span>
        </button>
    }
}
