//! The bag: what is still face down, by kind, and what comes up next.

use banqi::{Bag as Pieces, Colour, Kind, Piece};
use leptos::prelude::*;

use super::play::{Play, Shown};
use crate::board::Mini;
use crate::board::words::{colour as colour_name, kind as kind_name};
use crate::i18n::{t, t_string, use_i18n};

/// The bag.
#[component]
pub(super) fn Bag(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let bag = Memo::new(move |_| play.shown.with(|Shown(game)| game.position().bag()));
    let count = move || bag.get().len();
    let of = move |colour| bag.get().of(colour);
    let rows = Kind::ALL.map(|kind| view! { <Row kind bag /> }).collect_view();
    let share = move || {
        t_string!(i18n, game.next_flip_share, red = of(Colour::Red), black = of(Colour::Black), all = count())
            .to_string()
    };
    // An empty bag has no shares.
    let red = move || f64::from(of(Colour::Red)) / f64::from(count().max(1)) * 100.0;
    let part = move |colour| {
        view! {
            <span class="part">
                {move || of(colour)} <small>"/"{count}</small>
            </span>
        }
    };
    view! {
        <section class="bag" aria-label=move || t_string!(i18n, game.bag)>
            <p class="bag-count">
                <b>{count}</b>
                " "
                <span>{t!(i18n, game.face_down)}</span>
            </p>
            <table>
                <thead>
                    <tr>
                        <th scope="col">
                            <span class="hidden">{t!(i18n, game.kind)}</span>
                        </th>
                        {Colour::ALL
                            .map(|colour| {
                                view! { <th scope="col">{move || colour_name(i18n.get_locale(), colour)}</th> }
                            })
                            .collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <div class="next-flip" class:empty=move || count() == 0>
                <span class="hidden">{t!(i18n, game.next_flip)} ": " {share}</span>
                <p aria-hidden="true">
                    <span>{t!(i18n, game.next_flip)}</span>
                    {part(Colour::Red)}
                    {part(Colour::Black)}
                </p>
                <div class="share" aria-hidden="true">
                    <div style:width=move || format!("{:.2}%", red())></div>
                </div>
            </div>
        </section>
    }
}

#[component]
fn Row(kind: Kind, bag: Memo<Pieces>) -> impl IntoView {
    let i18n = use_i18n();
    let cell = move |colour| {
        let piece = Piece::new(colour, kind);
        let count = move || bag.get().count(piece);
        view! {
            <td class:none=move || count() == 0>
                <Mini piece=piece />
                <span>{count}</span>
            </td>
        }
    };
    view! {
        <tr>
            <th scope="row">{move || kind_name(i18n.get_locale(), kind)}</th>
            {Colour::ALL.map(cell).collect_view()}
        </tr>
    }
}
