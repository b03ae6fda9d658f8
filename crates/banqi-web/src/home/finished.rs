//! The games that ended on this device.

use banqi::{Colour, Ending, Kind, Outcome, Piece, Record, Seat};
use leptos::prelude::*;

use super::games::computer;
use crate::board::Disc;
use crate::download::download;
use crate::game::words;
use crate::icon::{Icon, Symbol};
use crate::live::{block, focus, live, live_while, paragraph, word};
use crate::online::words::day;
use crate::page::page;
use crate::route::{Link, Route, onward};
use crate::store::{self, FINISHED, FinishedGame};
use crate::text::text;
use crate::whole::Whole;

/// The way to them, where there are any.
pub(super) fn link() -> AnyView {
    store::has_finished().then(|| block("games", vec![onward(Route::Finished, text!(home.finished))])).into_any()
}

/// What a line of the list says.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    /// The general of whoever won; face down where nobody did.
    piece: Option<Piece>,
    name: String,
    state: &'static str,
    about: String,
}

impl Line {
    fn new(game: &FinishedGame) -> Self {
        let (Some(record), Some(resume)) = (&game.record, game.resume()) else {
            return Self {
                piece: None,
                name: text!(home.game_damaged).to_string(),
                state: text!(home.look),
                about: text!(home.game_damaged_about).to_string(),
            };
        };
        let outcome = match record.ending {
            Ending::Finished(outcome) => Some(outcome),
            Ending::Unterminated | Ending::Aborted => None,
        };
        let own =
            resume.computer.map(|_| if resume.first == banqi_table::Party::Host { Seat::First } else { Seat::Second });
        let winner = outcome.and_then(|outcome| outcome.winner).and_then(|seat| colour(record, seat));
        Self {
            piece: winner.map(|colour| Piece { colour, kind: Kind::General }),
            name: resume.computer.map_or_else(|| text!(home.game_same_screen).to_string(), computer),
            state: state(outcome, own, winner),
            about: about(game.saved, record),
        }
    }
}

fn colour(record: &Record, seat: Seat) -> Option<Colour> {
    let first = record.first_colour()?;
    Some(if seat == Seat::First { first } else { !first })
}

/// How it ended, for the one person, or for both.
fn state(outcome: Option<Outcome>, own: Option<Seat>, winner: Option<Colour>) -> &'static str {
    match (outcome.and_then(|outcome| outcome.winner), own, winner) {
        (None, ..) => text!(game.drawn),
        (Some(seat), Some(own), _) if seat == own => text!(players.finished_won),
        (Some(_), Some(_), _) => text!(players.finished_lost),
        (Some(_), None, Some(Colour::Red)) => text!(game.wins_red),
        (Some(_), None, Some(Colour::Black)) => text!(game.wins_black),
        (Some(Seat::First), None, None) => text!(game.wins_player_1),
        (Some(Seat::Second), None, None) => text!(game.wins_player_2),
    }
}

/// When it was, how long, and under which rules.
fn about(saved: u64, record: &Record) -> String {
    text!(players.finished_about, date = day(saved), turns = record.turns.len(), rules = words::rules(&record.rules))
}

/// The page of them.
pub(crate) fn finished_page(_whole: Whole) -> AnyView {
    let games = RwSignal::new(store::finished());
    let removed = RwSignal::new(None::<FinishedGame>);
    let undo = move |()| {
        if let Some(game) = removed.try_update(Option::take).flatten() {
            // Where nothing is kept there was nothing to remove.
            let _ = store::restore(game);
            games.set(store::finished());
        }
    };
    let status = move || {
        let Some(name) = removed.with(|game| game.as_ref().map(|game| Line::new(game).name)) else {
            return ().into_any();
        };
        let said = paragraph("", text!(players.removed, game = name));
        let undo = view! { <div id="undo" tabindex="-1">{word("button", text!(players.undo), undo)}</div> };
        block("undo", vec![said, undo.into_any()])
    };
    let rows = move || {
        let lines: Vec<AnyView> = games.get().into_iter().map(|game| line(game, games, removed)).collect();
        if lines.is_empty() {
            paragraph("empty", text!(players.finished_none))
        } else {
            view! { <ul class="rows">{lines}</ul> }.into_any()
        }
    };
    // A file may hold many records, one after the other.
    let all = move |()| {
        let records: Vec<String> = games.with_untracked(|games| games.iter().map(FinishedGame::exported).collect());
        let _ = download("banqi-games.txt", &records.join("\n"));
    };
    let parts = vec![
        paragraph("secondary lead", text!(players.finished_kept, count = FINISHED)),
        view! { <div role="status">{live(status)}</div> }.into_any(),
        live(rows).into_any(),
        live_while(
            move || games.with(|games| !games.is_empty()),
            move || word("button", text!(players.download_all), all),
        )
        .into_any(),
    ];
    page("page net finished", text!(home.finished), parts)
}

fn line(game: FinishedGame, games: RwSignal<Vec<FinishedGame>>, removed: RwSignal<Option<FinishedGame>>) -> AnyView {
    let Line { piece, name, state, about } = Line::new(&game);
    let id = game.id;
    let label = text!(home.remove_label, game = &name, state = &about);
    let remove: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| {
        store::remove(id);
        games.set(store::finished());
        removed.set(Some(game.clone()));
        request_animation_frame(|| focus("undo"));
    });
    view! {
        <li class="game-line">
            <Link to=Route::Game(id)>
                <Disc piece=piece />
                <span class="game-name">{name}</span>
                <span class="game-state">{state}</span>
                <span class="game-about">{about}</span>
            </Link>
            <button class="icon-button" type="button" aria-label=label on:click=remove>
                <Icon symbol=Symbol::Close />
            </button>
        </li>
    }
    .into_any()
}
