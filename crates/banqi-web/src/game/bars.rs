//! A player's bar: who, which colour, what they captured, and whether it is their turn.

use banqi::{Colour, Game, Kind, Piece};
use banqi_table::Party;
use leptos::prelude::*;

use super::play::{Play, Shown};
use super::players::Person;
use super::session::{Computer, Session};
use super::words;
use crate::board::words::{colour as colour_name, piece as piece_name};
use crate::board::{Disc, Mini};
use crate::i18n::{t, t_string, use_i18n};

/// Which pieces of a colour were captured, in the order of kinds.
fn captured(game: &Game, lost: Colour) -> Vec<(Piece, u8)> {
    let counts = game.lost_pieces()[lost];
    Kind::ALL
        .into_iter()
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| (Piece::new(lost, kind), count))
        .collect()
}

/// A player's bar.
#[component]
pub(super) fn Bar(play: Play, party: Party) -> impl IntoView {
    let i18n = use_i18n();
    let Play { session, shown, .. } = play;
    let person = Memo::new(move |_| session.with(|session| session.players().person(party)));
    let seat = Memo::new(move |_| session.with(|session| session.players().seat(party)));
    let colour = Memo::new(move |_| shown.with(|Shown(game)| game.colour_of(seat.get())));
    let is_to_move = Memo::new(move |_| {
        session.with(|session| {
            session.outcome().is_none() && !session.is_opening() && session.game().position().seat() == seat.get()
        })
    });
    let computer = Memo::new(move |_| session.with(Session::computer));
    let captures = Memo::new(move |_| {
        let of = colour.get().map(|colour| !colour);
        of.map_or_else(Vec::new, |of| shown.with(|Shown(game)| captured(game, of)))
    });

    let side = move || colour.get().map(|colour| colour_name(i18n.get_locale(), colour));
    let level = move || match person.get() {
        Person::Computer(level) => Some(words::level(i18n.get_locale(), level)),
        _ => None,
    };
    let state = move || {
        if !is_to_move.get() {
            return None;
        }
        Some(match (person.get(), computer.get()) {
            (Person::Computer(_), Computer::Stopped) => t_string!(i18n, game.stopped),
            (Person::Computer(_), Computer::Failed) => t_string!(i18n, game.failed),
            (Person::Computer(_), _) => t_string!(i18n, game.thinking),
            _ if session.with(|session| session.chain().is_some()) => t_string!(i18n, game.chain_open),
            (Person::You, _) => t_string!(i18n, game.your_move),
            (Person::Player(_), _) => t_string!(i18n, game.to_move),
        })
    };
    let second = move || [level(), side(), state()].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let general = move || colour.get().map(|colour| Piece::new(colour, Kind::General));
    let class = if party == Party::Host { "bar near" } else { "bar far" };
    view! {
        <section class=class class:to-move=move || is_to_move.get() aria-label=move || words::person(i18n.get_locale(), person.get())>
            <Disc piece=Signal::derive(general) />
            <div class="bar-text">
                <p class="bar-name">
                    <b>{move || words::person(i18n.get_locale(), person.get())}</b>
                    " "
                    <span>{second}</span>
                </p>
                <Captures captures person />
            </div>
            <BarEnd play person is_to_move computer />
        </section>
    }
}

#[component]
fn Captures(captures: Memo<Vec<(Piece, u8)>>, person: Memo<Person>) -> impl IntoView {
    let i18n = use_i18n();
    let label = move || {
        let who = words::person(i18n.get_locale(), person.get());
        t_string!(i18n, game.captured_by, who = who).to_string()
    };
    let items = move || {
        let captures = captures.get();
        // Above eight, equal kinds overlap.
        let overlaps = captures.iter().map(|(_, count)| u32::from(*count)).sum::<u32>() > 8;
        let items = captures.into_iter().map(|(piece, count)| {
            let name = t_string!(i18n, game.captured_item, count = count, piece = piece_name(i18n.get_locale(), piece))
                .to_string();
            let minis = (0..count).map(|_| view! { <Mini piece=piece /> }).collect_view();
            view! {
                <li>
                    <span class="hidden">{name}</span>
                    {minis}
                </li>
            }
        });
        view! { <ul class="captures" class:overlapping=overlaps aria-label=label>{items.collect_view()}</ul> }
    };
    move || (!captures.with(Vec::is_empty)).then(items)
}

/// At the end of the bar: the turn's number where it is this player's, and what stops the computer.
#[component]
fn BarEnd(play: Play, person: Memo<Person>, is_to_move: Memo<bool>, computer: Memo<Computer>) -> impl IntoView {
    let i18n = use_i18n();
    let is_computer = move || matches!(person.get(), Person::Computer(_));
    let turn = Memo::new(move |_| play.session.with(|session| session.game().position().turn()));
    move || match computer.get() {
        Computer::Thinks if is_computer() => view! {
            <button class="button bar-end late" on:click=move |_| play.stop()>
                {t!(i18n, game.stop)}
            </button>
        }
        .into_any(),
        Computer::Stopped | Computer::Failed if is_computer() => view! {
            <button class="button first bar-end" on:click=move |_| play.think_again()>
                {t!(i18n, game.think_again)}
            </button>
        }
        .into_any(),
        _ if is_to_move.get() => {
            view! { <p class="bar-end turn">{t!(i18n, game.turn, number = move || turn.get())}</p> }.into_any()
        }
        _ => ().into_any(),
    }
}
