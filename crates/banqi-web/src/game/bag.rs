//! The bag: what is still face down, by kind, and what comes up next.

use banqi::{Bag as Pieces, Colour, Kind, Piece};
use leptos::prelude::*;

use super::play::{Play, Shown};
use crate::board::Mini;
use crate::board::words::{colour as colour_name, kind as kind_name};
use crate::live::live;
use crate::text::{labelled, text};

/// The bag.
#[component]
pub(super) fn Bag(play: Play) -> AnyView {
    let Play { shown, .. } = play;
    // Most turns leave it as it is.
    let bag = Memo::new(move |_| shown.with(|Shown(game)| game.position().bag()));
    view! {
        <section class="bag" aria-label=text!(game.bag)>
            {live(move || drawn(bag.get()))}
        </section>
    }
    .into_any()
}

/// A table of two colours, with a row for each kind.
pub(crate) fn by_kind(row: impl FnMut(Kind) -> AnyView) -> AnyView {
    let heads = Colour::ALL.map(|colour| view! { <th scope="col">{colour_name(colour)}</th> }).collect_view();
    let rows: Vec<AnyView> = Kind::ALL.into_iter().map(row).collect();
    view! {
        <table>
            <thead>
                <tr>
                    <th scope="col">
                        <span class="hidden">{text!(game.kind)}</span>
                    </th>
                    {heads}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn drawn(bag: Pieces) -> AnyView {
    let count = bag.len();
    let [red, black] = Colour::ALL.map(|colour| bag.of(colour));
    let share = text!(game.next_flip_share, red = red, black = black, all = count);
    // An empty bag has no shares.
    let width = format!("{}%", red * 100 / count.max(1));
    let next = text!(game.next_flip);
    view! {
        <p class="bag-count">
            <b>{count.to_string()}</b>
            " "
            <span>{text!(game.face_down)}</span>
        </p>
        {by_kind(|kind| row(kind, bag))}
        <div class=if count == 0 { "next-flip empty" } else { "next-flip" }>
            <span class="hidden">{labelled(next, &share)}</span>
            <p aria-hidden="true">
                <span>{next}</span>
                {part(red, count)}
                {part(black, count)}
            </p>
            <div class="share" aria-hidden="true">
                <div style:width=width></div>
            </div>
        </div>
    }
    .into_any()
}

fn part(part: u32, all: u32) -> AnyView {
    view! {
        <span class="part">{part.to_string()} <small>{format!("/{all}")}</small></span>
    }
    .into_any()
}

fn row(kind: Kind, bag: Pieces) -> AnyView {
    let cells = Colour::ALL.map(|colour| {
        let piece = Piece::new(colour, kind);
        let count = bag.count(piece);
        view! {
            <td class=if count == 0 { "none" } else { "" }>
                <Mini piece />
                <span>{count.to_string()}</span>
            </td>
        }
    });
    view! {
        <tr>
            <th scope="row">{kind_name(kind)}</th>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}
