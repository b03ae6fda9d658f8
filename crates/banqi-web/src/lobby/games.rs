//! What is played and may be watched.

use std::fmt::Write as _;

use banqi::{Bitboard, Colour, Position};
use banqi_wire::LiveGame;
use leptos::prelude::*;

use super::Desk;
use crate::live::{list, paragraph, section, span};
use crate::online::answer::lobby;
use crate::online::words;
use crate::route::link;
use crate::text::text;

/// The games that are open to everybody.
pub(super) fn games(desk: Desk) -> AnyView {
    let drawn = desk.fetch.draw_beside(move |fields| {
        let games = lobby(fields)?.games;
        if games.is_empty() {
            return Some(paragraph("empty", text!(lobby.games_none)));
        }
        Some(list("rows live-games", games.iter().map(line).collect()))
    });
    section("", text!(lobby.games), vec![drawn])
}

fn line(game: &LiveGame) -> AnyView {
    let position = game.position.parse::<Position>().ok();
    let mut about = words::terms(&game.rules, game.clock, game.scoring);
    if let Some(position) = &position {
        about = format!("{} · {about}", text!(lobby.turn, turn = position.turn()));
    }
    match game.spectators {
        0 => {}
        1 => about = format!("{about} · {}", text!(lobby.watching_1)),
        count => about = format!("{about} · {}", text!(lobby.watching, count = count)),
    }
    let parts = vec![
        position.map(|position| thumbnail(&position)).into_any(),
        words::both(&game.creator, &game.friend),
        span("line-state", text!(lobby.watch)),
        span("line-about", about),
    ];
    link("line", format!("/g/{}", game.id), parts)
}

/// The board as small as can be: where something lies, and whose it is.
fn thumbnail(position: &Position) -> AnyView {
    let discs = |class: &'static str, squares: Bitboard| {
        let mut path = String::new();
        for square in squares {
            let (x, y) = (square.rank() * 10 + 1, square.file() * 10 + 5);
            // A text takes whatever is written to it.
            let _ = write!(path, "M{x} {y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z");
        }
        view! { <path class=class d=path /> }.into_any()
    };
    view! {
        <svg class="thumbnail" viewBox="0 0 80 40" aria-hidden="true">
            <rect width="80" height="40" rx="2" />
            {discs("thumb-dark", position.face_down())}
            {discs("thumb-red", position.of(Colour::Red))}
            {discs("thumb-black", position.of(Colour::Black))}
        </svg>
    }
    .into_any()
}
