//! The games that wait in this browser.

use banqi::{Colour, Kind, Piece};
use banqi_engine::Level;
use leptos::prelude::*;

use crate::board::Disc;
use crate::game::session::Session;
use crate::game::words;
use crate::icon::{Icon, Symbol};
use crate::live::focus_at;
use crate::online::kept::{self, Against, Kept, Waits};
use crate::online::request::request;
use crate::route::{Link, Route};
use crate::sheet::Sheet;
use crate::store::{self, GameId};
use crate::text::text;

/// Which game it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Listed {
    Here(GameId),
    Online(banqi_wire::GameId),
}

impl Listed {
    fn route(self) -> Route {
        match self {
            Self::Here(id) => Route::Game(id),
            Self::Online(id) => Route::Online(id),
        }
    }
}

/// What a line of the list says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Line {
    game: Listed,
    /// A side's general, where the person has one; face down where not.
    piece: Option<Piece>,
    name: String,
    about: String,
    state: String,
}

impl Line {
    fn new(saved: &store::SavedGame) -> Self {
        let game = Listed::Here(saved.id);
        let Ok(session) = &saved.game else {
            return Self {
                game,
                piece: None,
                name: text!(home.game_damaged).to_string(),
                about: text!(home.game_damaged_about).to_string(),
                state: text!(home.look).to_string(),
            };
        };
        Self {
            game,
            piece: colour(session).map(|colour| Piece { colour, kind: Kind::General }),
            name: name(session),
            about: about(session),
            state: state(session),
        }
    }

    /// A game over the net, as it was last seen. None for one that is over, or was only watched.
    fn online(id: banqi_wire::GameId, kept: &Kept) -> Option<Self> {
        let rules = words::rules(&kept.rules);
        let state = match kept.waits {
            Waits::Invited => text!(home.state_invited),
            Waits::Tiles => text!(home.state_tiles),
            Waits::You => text!(home.your_move),
            Waits::Them => text!(home.state_them),
            Waits::Watched | Waits::Over => return None,
        };
        Some(Self {
            game: Listed::Online(id),
            piece: None,
            name: against(kept),
            about: text!(home.game_turn, turn = kept.turn, rules = rules),
            state: state.to_string(),
        })
    }
}

/// Against whom a game over the net is.
pub(super) fn against(kept: &Kept) -> String {
    match &kept.against {
        Against::Friend => text!(game.friend).to_string(),
        Against::Computer(level) => computer(*level),
        Against::Player(name) => name.clone(),
    }
}

/// Asks the server what has become of the games over the net that are listed, if there are any, and calls if that is news.
fn ask_server(changed: impl FnOnce() + 'static) {
    let listed = || kept::dated().into_iter().filter(|(_, id, kept)| Line::online(*id, kept).is_some());
    if listed().next().is_none() {
        return;
    }
    request("GET", "/api/me/games", None, move |status, text| {
        let news = |(saved, id, kept)| Some((saved, id, kept::news(&text, id, &kept)?));
        let news: Vec<_> = listed().filter(|_| status == 200).filter_map(news).collect();
        if !news.is_empty() {
            for (saved, id, kept) in &news {
                kept::save_as_of(*id, kept, *saved);
            }
            changed();
        }
    });
}

/// All games that can be gone on with: those over the net first, where somebody else waits.
fn lines() -> Vec<Line> {
    let online = kept::list().into_iter().filter_map(|(id, kept)| Line::online(id, &kept));
    let here = store::list();
    online.chain(here.iter().map(Line::new)).collect()
}

/// Whose general stands for the game: the person's own, or that of the side to move where two people play.
fn colour(session: &Session) -> Option<Colour> {
    let position = session.game().position();
    position.colour_of(session.players().own_seat().unwrap_or(position.seat()))
}

fn name(session: &Session) -> String {
    match session.level() {
        Some(level) => computer(level),
        None => text!(home.game_same_screen).to_string(),
    }
}

pub(super) fn computer(level: Level) -> String {
    text!(home.game_computer, level = words::level(level))
}

fn about(session: &Session) -> String {
    let rules = words::rules(session.rules());
    if session.picker().is_some() {
        text!(home.game_tiles, rules = rules)
    } else {
        text!(home.game_turn, turn = session.game().position().turn(), rules = rules)
    }
}

fn remove_text(line: &Line) -> String {
    if matches!(line.game, Listed::Online(_)) {
        return text!(home.remove_online_text, game = &line.name, state = &line.about);
    }
    text!(home.remove_text, game = &line.name, state = &line.about)
}

fn state(session: &Session) -> String {
    let position = session.game().position();
    let state = if session.picker().is_some() {
        text!(home.who_first)
    } else if session.level().is_some() {
        if session.players().is_computer(position.seat()) { text!(home.computers_move) } else { text!(home.your_move) }
    } else {
        match position.side() {
            None => text!(home.first_flip),
            Some(Colour::Red) => text!(home.red_move),
            Some(Colour::Black) => text!(home.black_move),
        }
    };
    state.to_string()
}

/// The games that wait in this browser; nothing where there is none.
#[component]
pub(super) fn Games() -> impl IntoView {
    let lines = RwSignal::new(lines());
    ask_server(move || drop(lines.try_set(self::lines())));
    // The one that is asked about.
    let asked = RwSignal::new(None::<Line>);
    let remove = move |_| {
        if let Some(line) = asked.get_untracked() {
            match line.game {
                Listed::Here(id) => store::remove(id),
                Listed::Online(id) => kept::remove(id),
            }
            lines.set(self::lines());
            // The button that opened the sheet is gone; once the sheet is too, the focus stays with the list.
            let to = if lines.with_untracked(Vec::is_empty) { ".home-line" } else { "#your-games" };
            request_animation_frame(move || focus_at(to));
        }
        asked.set(None);
    };
    let keep = move || asked.set(None);
    view! {
        <Show when=move || lines.with(|lines| !lines.is_empty())>
            <section class="games" aria-labelledby="your-games">
                <h2 class="head" id="your-games" tabindex="-1">
                    {text!(home.games)}
                </h2>
                <ul class="rows">
                    <For each=move || lines.get() key=Line::clone let:line>
                        <GameLine line asked />
                    </For>
                </ul>
            </section>
        </Show>
        <Sheet
            open=Signal::derive(move || asked.with(Option::is_some))
            on_close=keep
            label=text!(home.remove_title)
        >
            <h2>{text!(home.remove_title)}</h2>
            <p class="sheet-text">
                {Signal::derive(move || asked.with(|line| line.as_ref().map(remove_text)))}
            </p>
            <div class="sheet-actions">
                <button class="button first" type="button" on:click=move |_| keep()>
                    {text!(home.keep)}
                </button>
                <button class="button" type="button" on:click=remove>
                    {text!(home.remove)}
                </button>
            </div>
        </Sheet>
    }
}

#[component]
fn GameLine(line: Line, asked: RwSignal<Option<Line>>) -> impl IntoView {
    let Line { game, piece, name, about, state } = line.clone();
    let label = text!(home.remove_label, game = &name, state = &about);
    view! {
        <li class="game-line">
            <Link to=game.route()>
                <Disc piece=piece />
                <span class="game-name">{name}</span>
                <span class="game-state">{state}</span>
                <span class="game-about">{about}</span>
            </Link>
            <button class="icon-button" type="button" aria-label=label on:click=move |_| asked.set(Some(line.clone()))>
                <Icon symbol=Symbol::Close />
            </button>
        </li>
    }
}
