//! A player's bar: who, which colour, what they captured, and whether it is their turn.

use banqi::{Colour, Game, Kind, Piece};
use banqi_table::Party;
use banqi_wire::{Player, Present, Side};
use leptos::prelude::*;

use super::net::Net;
use super::play::{Play, Shown};
use super::players::Person;
use super::session::{Computer, Session};
use super::{clock, far, words};
use crate::board::words::colour as colour_name;
use crate::board::{Disc, Mini};
use crate::live::{Press, block, live, paragraph, span};
use crate::online::connection::Lamp;
use crate::online::words::{name as player_name, rating};
use crate::text::text;

/// Which pieces of a colour were captured, in the order of kinds.
fn captured(game: &Game, lost: Colour) -> Vec<(Piece, u8)> {
    let counts = game.lost_pieces()[lost];
    let of_colour = Kind::ALL.into_iter().zip(counts).map(|(kind, count)| (Piece::new(lost, kind), count));
    of_colour.filter(|(_, count)| *count > 0).collect()
}

/// What stands at the end of a bar.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    Nothing,
    /// It is this player's turn, of this number.
    Turn(u32),
    /// This player picks a tile.
    Pick,
    /// The computer can be stopped.
    Stop,
    /// It can be asked again.
    ThinkAgain,
    /// So much time is left to this player. It changes less often as it is written than it does itself.
    Clock {
        left: String,
        runs: bool,
        is_low: bool,
    },
}

fn end(play: Play, session: &Session, party: Party) -> End {
    let clock = match play.net {
        Some(net) => clock_of(net, session, party),
        None => own_clock(play, session, party),
    };
    if let Some(clock) = clock {
        return clock;
    }
    match session.players().person(party) {
        Person::Computer(_) if session.computer() == Computer::Thinks => End::Stop,
        Person::Computer(_) if matches!(session.computer(), Computer::Stopped | Computer::Failed) => End::ThinkAgain,
        _ if is_to_move(session, party) => End::Turn(session.game().position().turn()),
        _ if session.picker() == Some(party) => End::Pick,
        _ => End::Nothing,
    }
}

/// A player's clock; before the beginning, what it will begin with. None where there is no clock.
fn clock_of(net: Net, session: &Session, party: Party) -> Option<End> {
    let remote = session.server()?;
    let (room, player) = (remote.room(), remote.player(party));
    let left = match room.time_left(player, net.known().now) {
        None => room.clock().initial_ms()?,
        Some(left) => left,
    };
    let runs = room.to_act() == Some(player) && room.paused().is_none();
    Some(End::Clock { left: clock::written(left), runs, is_low: clock::is_low(left) })
}

/// A player's clock, where both are at this device.
fn own_clock(play: Play, session: &Session, party: Party) -> Option<End> {
    let left = session.time_left(party, play.time.get())?;
    let runs = session.clock()?.running() == Some(session.players().seat(party));
    Some(End::Clock { left: clock::written(left), runs, is_low: clock::is_low(left) })
}

fn is_to_move(session: &Session, party: Party) -> bool {
    let position = session.game().position();
    !session.is_over() && !session.is_opening() && position.seat() == session.players().seat(party)
}

/// Who the server says that a player is; none where no server says anything.
fn side_of(play: Play, session: &Session, party: Party) -> Option<Side> {
    Some(play.net?.side(session.server()?.player(party)))
}

/// How a player is called: by name, where the server says one.
fn name(play: Play, session: &Session, party: Party, person: Person) -> String {
    let is_stranger = person == Person::Friend && session.server().is_some_and(|remote| remote.room().is_open());
    match side_of(play, session, party) {
        Some(Side::Account { name, .. }) => name,
        Some(side @ Side::Computer { .. }) if !matches!(person, Person::Computer(_)) => player_name(&side),
        // Of guests the server says nothing.
        _ if is_stranger => player_name(&Side::Guest),
        _ => words::person(person).to_string(),
    }
}

/// A player's bar.
#[component]
pub(super) fn Bar(play: Play, party: Party) -> AnyView {
    let Play { session, shown, .. } = play;
    let colour = move || {
        let seat = session.with(|session| session.players().seat(party));
        shown.with(|Shown(game)| game.colour_of(seat))
    };
    // Who sits where does not change the person.
    let person = session.with_untracked(|session| session.players().person(party));
    let own = words::person(person);
    let name = Signal::derive(move || session.with(|session| name(play, session, party, person)));
    // Whose device it is hears of themselves, and sees the name that others see.
    let label = if person == Person::You { Signal::stored(own.to_string()) } else { name };
    let about = Signal::derive(move || {
        let level = match person {
            Person::Computer(level) => Some(words::level(level)),
            _ => None,
        };
        let side = colour().map(|colour| colour_name(colour));
        let state = session.with(|session| match play.net {
            Some(net) => far_state(net, session, party),
            None => state(session, party),
        });
        if let Some((_, phrase)) = play.net.and_then(|net| net.known().speech).filter(|(by, _)| *by == party) {
            return text!(online.quoted, what = words::phrase(phrase));
        }
        let about = [level, side, state].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        match session.with(|session| side_of(play, session, party)).and_then(|side| rating(&side)) {
            Some(rating) if about.is_empty() => rating,
            Some(rating) => format!("{rating} · {about}"),
            None => about,
        }
    });
    let class = Signal::derive(move || {
        let place = if party == Party::Host { "bar near" } else { "bar far" };
        let to_move = if session.with(|session| is_to_move(session, party)) { " to-move" } else { "" };
        format!("{place}{to_move}")
    });
    let general = Signal::derive(move || colour().map(|colour| Piece::new(colour, Kind::General)));
    let captures = Memo::new(move |_| {
        let of = colour().map(|colour| !colour);
        of.map_or_else(Vec::new, |of| shown.with(|Shown(game)| captured(game, of)))
    });
    let ending = Memo::new(move |_| session.with(|session| end(play, session, party)));
    let lamp = play.net.filter(|_| party == Party::Host).map(lamp);
    view! {
        <section class=class aria-label=label>
            <Disc piece=general />
            <div class="bar-text">
                <p class="bar-name">
                    {lamp}
                    <b>{name}</b>
                    " "
                    <span>{about}</span>
                </p>
                {live(move || captures.with(|captures| drawn(captures, &label.get())))}
            </div>
            {(party == Party::Guest).then(|| far::button(play))}
            {live(move || bar_end(play, ending.get()))}
        </section>
    }
    .into_any()
}

fn state(session: &Session, party: Party) -> Option<&'static str> {
    let state = match (session.players().person(party), session.computer()) {
        _ if session.picker() == Some(party) => text!(game.to_pick),
        _ if !is_to_move(session, party) => return None,
        (Person::Computer(_), Computer::Stopped) => text!(game.stopped),
        (Person::Computer(_), Computer::Failed) => text!(game.failed),
        (Person::Computer(_), _) => text!(game.thinking),
        _ if session.chain().is_some() => text!(game.chain_open),
        _ if session.is_paused() => text!(game.paused),
        (Person::You, _) => text!(game.your_move),
        (Person::Friend | Person::Player(_), _) => text!(game.to_move),
    };
    Some(state)
}

/// The state of a player in a game over the net: the connection, whether they are here, and whose turn it is.
fn far_state(net: Net, session: &Session, party: Party) -> Option<&'static str> {
    let remote = session.server()?;
    let player = remote.player(party);
    let is_own = remote.role().player() == Some(player);
    let is_free = player == Player::Friend && remote.room().joined().is_none();
    match net.known().lamp {
        Lamp::Connecting if party == Party::Host => return Some(text!(online.reconnecting)),
        Lamp::Offline if party == Party::Host => return Some(text!(online.offline)),
        _ => {}
    }
    match net.known().presence.of(player) {
        // The computer needs no page.
        _ if remote.room().computer().is_some() && player == Player::Friend => state(session, party),
        _ if is_free => Some(text!(online.not_here)),
        Present::Away { .. } if !is_own => Some(text!(online.away)),
        _ => state(session, party),
    }
}

/// How the connection is. What is beside it says so too when there is none.
fn lamp(net: Net) -> AnyView {
    let drawn = move || {
        let (class, words) = match net.known().lamp {
            Lamp::Connected => ("lamp on", text!(online.connected)),
            Lamp::Connecting => ("lamp half", ""),
            Lamp::Offline => ("lamp", ""),
        };
        vec![span(class, ""), span("hidden", words)].into_any()
    };
    live(drawn).into_any()
}

fn clock(text: String, runs: bool, low: bool) -> AnyView {
    let class = match (runs, low) {
        (true, true) => "bar-end clock runs low",
        (true, false) => "bar-end clock runs",
        _ => "bar-end clock",
    };
    let label = text!(game.time_left, time = &text);
    block(class, vec![view! { <span aria-hidden="true">{text}</span> }.into_any(), span("hidden", label)])
}

fn drawn(captures: &[(Piece, u8)], who: &str) -> AnyView {
    if captures.is_empty() {
        return ().into_any();
    }
    // Above eight, equal kinds overlap.
    let overlaps = captures.iter().map(|(_, count)| u32::from(*count)).sum::<u32>() > 8;
    let items = captures.iter().map(|&(piece, count)| {
        let name = words::counted(piece, count);
        let minis = (0..count).map(|_| view! { <Mini piece /> }).collect_view();
        view! {
            <li>
                <span class="hidden">{name}</span>
                {minis}
            </li>
        }
    });
    view! {
        <ul
            class=if overlaps { "captures overlapping" } else { "captures" }
            aria-label=text!(game.captured_by, who = who)
        >
            {items.collect_view()}
        </ul>
    }
    .into_any()
}

fn bar_end(play: Play, end: End) -> AnyView {
    match end {
        End::Nothing => ().into_any(),
        End::Clock { left, runs, is_low } => clock(left, runs, is_low),
        End::Turn(number) => paragraph("bar-end turn", text!(game.turn, number = number)),
        End::Pick => paragraph("bar-end turn", text!(game.pick)),
        End::Stop => view! {
            <Press class="button bar-end late" on_press=move |()| play.stop()>
                {text!(game.stop)}
            </Press>
        }
        .into_any(),
        End::ThinkAgain => view! {
            <Press class="button first bar-end" on_press=move |()| play.think_again()>
                {text!(game.think_again)}
            </Press>
        }
        .into_any(),
    }
}
