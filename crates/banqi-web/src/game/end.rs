//! The sheet with the result: who, why in words, and what comes next.

use banqi::{Colour, Kind, Piece};
use banqi_table::Party;
use banqi_wire::{Player, Scoring};
use leptos::prelude::*;

use super::actions::{action, rematch};
use super::play::{Play, Sheets};
use super::players::{Opponent, Person};
use super::session::Session;
use super::{seal, words};
use crate::board::Disc;
use crate::icon::Symbol;
use crate::live::{Press, live, paragraph};
use crate::online::answer::score;
use crate::online::fetch::Fetch;
use crate::online::words::change;
use crate::route::{Address, Route, SetupKind, navigate};
use crate::sheet::Sheet;
use crate::text::text;

/// The sheet with the result.
#[component]
pub(super) fn EndSheet(play: Play) -> AnyView {
    view! {
        <Sheet
            open=Signal::derive(move || play.sheet.get() == Some(Sheets::Result))
            on_close=move |()| play.sheet.set(None)
            label=text!(game.result)
        >
            {play.session.with_untracked(|session| result(play, session))}
        </Sheet>
    }
    .into_any()
}

fn result(play: Play, session: &Session) -> AnyView {
    if !session.is_over() {
        return ().into_any();
    }
    let (title, why) = words::end(session);
    let game = session.game();
    let outcome = session.outcome();
    // A draw shows both.
    let shown: Vec<Colour> = match outcome.and_then(|outcome| outcome.winner) {
        Some(winner) => game.colour_of(winner).into_iter().collect(),
        None => Colour::ALL.to_vec(),
    };
    let disc = |colour| view! { <Disc piece=Some(Piece::new(colour, Kind::General)) /> };
    let discs = shown.into_iter().map(disc).collect_view();
    let turns = game.position().turn() - game.first_position().turn();
    let captures = |party| {
        let count = game.captures_by(session.players().seat(party)).unwrap_or(0).to_string();
        let label = match session.players().person(party) {
            Person::You => text!(game.you_captured),
            Person::Computer(_) => text!(game.computer_captured),
            Person::Friend => text!(online.friend_captured),
            Person::Player(Party::Host) => text!(game.player_1_captured),
            Person::Player(Party::Guest) => text!(game.player_2_captured),
        };
        figure(label, count)
    };
    // Only who could have won points misses them.
    let own = session.players().own_seat().filter(|_| session.level().is_some());
    let is_won = own.is_some() && outcome.and_then(|outcome| outcome.winner) == own;
    let hints = match session.hints() {
        count if count == 0 || !is_won => None,
        1 => Some(text!(game.hinted_1).to_string()),
        count => Some(text!(game.hinted, count = count)),
    };
    let points = play.points();
    let close = move |()| play.sheet.set(None);
    // A desktop has the moves beside the board.
    let moves = move |()| play.sheet.set((!play.is_wide.get_untracked()).then_some(Sheets::Moves));
    let is_open = session.server().is_some_and(|remote| remote.room().is_open());
    let next = match session.players().opponent {
        Opponent::Computer(_) => Route::Setup(SetupKind::Computer),
        Opponent::SameScreen => Route::Setup(SetupKind::SameScreen),
        Opponent::Ranked(_) => Route::Setup(SetupKind::Ranked),
        Opponent::Friend | Opponent::Watched if is_open => Route::Page(Address::LOBBY),
        Opponent::Friend | Opponent::Watched => Route::Setup(SetupKind::Friend),
    };
    let reason = outcome.map(|outcome| figure(text!(game.reason), words::reason(outcome.reason).to_string()));
    view! {
        <div class="end">
            <div class="end-head">
                <div class="end-discs" aria-hidden="true">
                    {discs}
                </div>
                <div>
                    <h2>{title}</h2>
                    <p>{why}</p>
                </div>
            </div>
            <dl class="figures">
                {reason}
                {figure(text!(game.turns), turns.to_string())}
                {captures(Party::Host)}
                {captures(Party::Guest)}
                {(points > 0).then(|| figure(text!(game.gained_points), format!("+{points}")))}
                {gained(session)}
            </dl>
            {hints.map(|hints| paragraph("secondary", hints))}
            <div class="buttons">
                {live(move || rematch(play, "button first"))}
                <Press class="button" on_press=close>
                    <span>{text!(game.look_at_board)}</span>
                </Press>
            </div>
            {play.net.map(|_| seal::chip(play))}
            <div class="end-foot">
                {action("action", Symbol::List, text!(game.moves), None, moves)}
                {looked_into(play).map(|address| {
                    action("action", Symbol::Chart, text!(game.analyse), None, move |()| navigate(Route::of(&address)))
                })}
                {action("action", Symbol::Go, text!(game.new_game), None, move |()| navigate(next))}
                {action("action", Symbol::Home, text!(game.home), None, |()| navigate(Route::Home))}
            </div>
        </div>
    }
    .into_any()
}

/// Where the game can be analysed.
fn looked_into(play: Play) -> Option<String> {
    let net = || play.session.with_untracked(|session| Some(format!("/analysis?g={}", session.server()?.room().id())));
    play.id.map(|id| format!("/analysis?game={id}")).or_else(net)
}

/// What a game over the net has brought its player.
fn gained(session: &Session) -> AnyView {
    let gained = || {
        let room = session.server()?.room();
        let player = session.server()?.role().player()?;
        let counts = room.scoring();
        let path = format!("/api/games/{}/score", room.id());
        (!counts.is_casual() && session.outcome().is_some()).then(|| {
            Fetch::new(path).draw_beside(move |fields| {
                let both = score(fields)?;
                let gain = if player == Player::Creator { both.creator } else { both.friend };
                let amount = change(gain.amount);
                let mut figures = Vec::new();
                if let Some([before, after]) = gain.rating {
                    figures.push(figure(
                        text!(lobby.gained_rating),
                        format!("{after} ({})", change((after - before).into())),
                    ));
                }
                match counts {
                    Scoring::Stake { .. } => figures.push(figure(text!(lobby.gained_stake), amount)),
                    Scoring::Ranked { .. } => figures.push(figure(text!(game.gained_points), amount)),
                    _ => {}
                }
                Some(figures.into_any())
            })
        })
    };
    gained().into_any()
}

fn figure(label: &'static str, value: String) -> AnyView {
    view! {
        <div>
            <dt>{label}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}
