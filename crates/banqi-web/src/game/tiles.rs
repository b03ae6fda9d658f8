//! Drawing tiles for the first turn.

use banqi::{Colour, Piece};
use banqi_deal::{Seal, Tiles};
use banqi_table::Party;
use leptos::prelude::*;

use super::play::Play;
use super::players::Person;
use super::session::Session;
use super::words;
use crate::board::Disc;
use crate::board::words::kind as kind_name;
use crate::live::{Press, live_while};
use crate::text::text;

/// The tiles, where the board will be.
#[component]
pub(super) fn TilesTable(play: Play, #[prop(into)] on_begin: Callback<()>) -> AnyView {
    let Play { session, .. } = play;
    let asked = Signal::derive(move || session.with(|session| asked(session).to_string()));
    let tiles = (0..Tiles::COUNT).map(|tile| tile_button(play, tile)).collect_view();
    // It is there before anything is turned over.
    let seal =
        session.with_untracked(|session| session.server().and_then(|remote| remote.room().seal()).map(Seal::code));
    let seal = seal.map(|code| {
        view! { <p class="tiles-seal">{text!(online.seal_code, code = code.to_string())}</p> }
    });
    let begin = move || {
        view! {
            <Press class="button first" on_press=on_begin>
                {text!(game.begin)}
            </Press>
        }
        .into_any()
    };
    view! {
        <section class="tiles">
            <h2>{text!(game.tiles_title)}</h2>
            <p>{text!(game.tiles_rule)}</p>
            {seal}
            <div class="tiles-row">{tiles}</div>
            <p class="tiles-asked">{asked}</p>
            {live_while(move || session.with(|session| session.picker().is_none()), begin)}
        </section>
    }
    .into_any()
}

/// What is to be done, or what came of it.
fn asked(session: &Session) -> &'static str {
    let players = session.players();
    match session.picker().map(|party| players.person(party)) {
        Some(Person::Friend) => text!(online.tiles_friend),
        Some(Person::Player(Party::Host)) => text!(game.tiles_player_1),
        Some(Person::Player(Party::Guest)) => text!(game.tiles_player_2),
        Some(_) => text!(game.tiles_you),
        None => words::goes_first(players.person(players.first)),
    }
}

fn tile_button(play: Play, tile: usize) -> AnyView {
    let Play { session, .. } = play;
    let seen = move || session.with(|session| session.tiles()[tile]);
    let who = move || {
        let (party, _) = seen()?;
        Some(words::person(session.with(|session| session.players().person(party))))
    };
    let label = Signal::derive(move || match (seen(), who()) {
        (Some((_, kind)), Some(who)) => {
            let kind = kind_name(kind);
            text!(game.tile_picked, number = tile + 1, kind = kind, who = who)
        }
        _ => text!(game.tile, number = tile + 1),
    });
    // A tile has no colour in the game that follows; red is drawn.
    let piece = Signal::derive(move || seen().map(|(_, kind)| Piece::new(Colour::Red, kind)));
    let shown = Signal::derive(move || who().unwrap_or_default().to_string());
    let pick = move |()| play.act(|session| session.pick(tile));
    let class = Signal::derive(move || {
        if session.with(|session| session.pending().1 == Some(tile)) { "tile-face pending" } else { "tile-face" }
    });
    view! {
        <Press class="tile" label off=Signal::derive(move || seen().is_some()) on_press=pick>
            <span class=class>
                <Disc piece />
            </span>
            <span aria-hidden="true">{shown}</span>
        </Press>
    }
    .into_any()
}
