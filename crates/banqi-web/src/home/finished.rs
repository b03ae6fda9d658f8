//! The games that ended on this device, and those by link of which it knows.

use std::cmp::Reverse;

use banqi::{Colour, Ending, Kind, Outcome, Piece, Record, Rules, Seat};
use banqi_wire::GameId;
use leptos::prelude::*;

use super::games::{against, computer};
use crate::board::Disc;
use crate::download::download;
use crate::game::words;
use crate::icon::{Icon, Symbol};
use crate::live::{block, focus, focus_at, live, live_while, paragraph, word};
use crate::online::kept::{self, Kept, Waits};
use crate::online::words::{day, turns as turns_words};
use crate::page::page;
use crate::route::{Link, Route, onward};
use crate::store::{self, FINISHED, FinishedGame, NotKept};
use crate::text::{sentences, text};
use crate::whole::Whole;

/// The way to them, where there are any.
pub(super) fn link() -> AnyView {
    let has_any = store::has_finished() || kept::list().iter().any(|(_, kept)| kept.waits == Waits::Over);
    has_any.then(|| block("games", vec![onward(Route::Finished, text!(home.finished))])).into_any()
}

/// A game that is over.
#[derive(Clone)]
enum Over {
    Here(FinishedGame),
    /// By link. Its record is the server's.
    Online {
        id: GameId,
        saved: u64,
        kept: Kept,
    },
}

/// All of them, the last one first.
fn all() -> Vec<Over> {
    let online = kept::dated().into_iter().filter(|(_, _, kept)| kept.waits == Waits::Over);
    let online = online.map(|(saved, id, kept)| Over::Online { id, saved, kept });
    let mut all: Vec<Over> = store::finished().into_iter().map(Over::Here).chain(online).collect();
    all.sort_by_key(|game| Reverse(game.saved()));
    all
}

impl Over {
    /// When it was last kept, in milliseconds since 1970.
    fn saved(&self) -> u64 {
        match self {
            Self::Here(game) => game.saved,
            Self::Online { saved, .. } => *saved,
        }
    }

    fn route(&self) -> Route {
        match self {
            Self::Here(game) => Route::Game(game.id),
            Self::Online { id, .. } => Route::Online(*id),
        }
    }

    fn remove(&self) {
        match self {
            Self::Here(game) => store::remove(game.id),
            Self::Online { id, .. } => kept::remove(*id),
        }
    }

    /// Brings it back.
    fn restore(self) -> Result<(), NotKept> {
        match self {
            Self::Here(game) => store::restore(game),
            Self::Online { id, saved, kept } => {
                kept::save_as_of(id, &kept, saved);
                Ok(())
            }
        }
    }

    fn exported(&self) -> Option<String> {
        match self {
            Self::Here(game) => Some(game.exported()),
            Self::Online { .. } => None,
        }
    }

    fn line(&self) -> Line {
        match self {
            Self::Here(game) => Line::new(game),
            Self::Online { saved, kept, .. } => Line {
                piece: None,
                name: against(kept),
                state: text!(players.finished_over),
                about: about(*saved, kept.turn.saturating_sub(1), &kept.rules),
            },
        }
    }
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
            about: about(game.saved, record.turns.len() as u32, &record.rules),
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
fn about(saved: u64, turns: u32, rules: &Rules) -> String {
    // When an odd one was is not known.
    let date = store::is_date(saved).then(|| day(saved));
    date.into_iter().chain([turns_words(turns), words::rules(rules)]).collect::<Vec<_>>().join(" · ")
}

/// What was done with the list.
#[derive(Clone)]
enum Done {
    Nothing,
    /// These are gone, and can be brought back.
    Removed(Vec<Over>),
    /// Or not, as is told.
    Restored(String),
}

/// The page of them.
pub(crate) fn finished_page(_whole: Whole) -> AnyView {
    let games = RwSignal::new(all());
    let done = RwSignal::new(Done::Nothing);
    let undo = move |()| {
        let Some(Done::Removed(removed)) = done.try_update(|done| std::mem::replace(done, Done::Nothing)) else {
            return;
        };
        // The one that was removed last was pressed last.
        let last = removed.last().map(|game| game.route().to_string()).unwrap_or_default();
        let said = match removed.len() {
            1 => text!(players.restored, game = removed[0].line().name),
            count => text!(players.restored_all, count = count),
        };
        let kept: Vec<Result<(), NotKept>> = removed.into_iter().map(Over::restore).collect();
        let why = kept.into_iter().find_map(Result::err);
        let said = why.map_or(said, |why| words::not_kept(why).to_string());
        done.set(Done::Restored(sentences([said].into_iter().chain(words::made_room(store::made_room())))));
        games.set(all());
        request_animation_frame(move || focus_at(&format!(".finished a[href='{last}']")));
    };
    let status = move || {
        let said = match done.get() {
            Done::Nothing => return ().into_any(),
            Done::Restored(said) => return paragraph("", said),
            Done::Removed(removed) if removed.len() == 1 => text!(players.removed, game = removed[0].line().name),
            Done::Removed(removed) => text!(players.removed_all, count = removed.len()),
        };
        let undo = view! { <div id="undo" tabindex="-1">{word("button", text!(players.undo), undo)}</div> };
        block("undo", vec![paragraph("", said), undo.into_any()])
    };
    let rows = move || {
        let lines: Vec<AnyView> = games.get().into_iter().map(|game| line(game, games, done)).collect();
        if lines.is_empty() {
            paragraph("empty", text!(players.finished_none))
        } else {
            view! { <ul class="rows">{lines}</ul> }.into_any()
        }
    };
    // A file may hold many records, one after the other.
    let save = move |()| {
        let records: Vec<String> = games.with_untracked(|games| games.iter().filter_map(Over::exported).collect());
        let _ = download("banqi-games.txt", &records.join("\n"));
    };
    // The records of those by link are the server's.
    let has_records = move || games.with(|games| games.iter().any(|game| matches!(game, Over::Here(_))));
    let parts = vec![
        paragraph("secondary lead", text!(players.finished_kept, count = FINISHED)),
        view! { <div role="status">{live(status)}</div> }.into_any(),
        live(rows).into_any(),
        live_while(has_records, move || word("button", text!(players.download_all), save)).into_any(),
    ];
    page("page net finished", text!(home.finished), parts)
}

fn line(game: Over, games: RwSignal<Vec<Over>>, done: RwSignal<Done>) -> AnyView {
    let Line { piece, name, state, about } = game.line();
    let to = game.route();
    let label = text!(home.remove_label, game = &name, state = &about);
    let remove: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| {
        game.remove();
        games.set(all());
        done.update(|done| match done {
            Done::Removed(removed) => removed.push(game.clone()),
            _ => *done = Done::Removed(vec![game.clone()]),
        });
        request_animation_frame(|| focus("undo"));
    });
    view! {
        <li class="game-line">
            <Link to>
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
