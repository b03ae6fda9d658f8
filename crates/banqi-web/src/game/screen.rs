//! The screen of a game.

use std::time::Duration;

use banqi::{Bitboard, Game};
use leptos::prelude::*;

use super::actions::{self, Actions};
use super::bag::Bag;
use super::bars::Bar;
use super::command::CommandBox;
use super::counters::Counters;
use super::end::EndSheet;
use super::moves::Moves;
use super::net::{Entry, Net};
use super::play::{Play, Sheets, Shown};
use super::session::{Session, Targets};
use super::tiles::TilesTable;
use super::words::Words;
use super::{course, far, invite, seal, words};
use crate::board::{BoardOptions, BoardView, Marks, Movement};
use crate::copy::copy;
use crate::download::download;
use crate::gone::{gone, to_board};
use crate::icon::{Icon, Symbol};
use crate::live::{Press, block, focus_at, live, live_while, paragraph, word};
use crate::online::request::Failure;
use crate::online::words::{again as again_words, failure as failure_words};
use crate::page::page;
use crate::route::{Route, navigate};
use crate::settings::{Orientation, Settings};
use crate::store::{self, Damaged, GameId, SavedGame};
use crate::text::{labelled, text};
use crate::whole::Whole;
use banqi_room::Stage;
use banqi_table::{Clock, Party};
use banqi_wire::Present;

/// So long tiles are to be seen once both are turned over.
const TILES: Duration = Duration::from_secs(4);

/// The screen of a game.
#[component]
pub(crate) fn GameScreen(id: GameId) -> AnyView {
    match store::load(id) {
        None => gone(text!(game.missing_title), text!(game.missing_text)),
        Some(SavedGame { game: Err(damaged), .. }) => damaged_game(id, damaged),
        Some(SavedGame { game: Ok(session), .. }) => view! { <Playing id=Some(id) net=None session /> }.into_any(),
    }
}

/// The screen of a game over the net.
#[component]
pub(crate) fn OnlineScreen(whole: Whole, id: banqi_wire::GameId) -> AnyView {
    let net = Net::open(whole, id);
    let drawn = move || {
        net.entry.with(|entry| match entry {
            Entry::Waiting => notice(text!(online.connecting), text!(online.connecting_text), None),
            Entry::Failed(failure) => unreached(net, failure),
            Entry::Gone => gone(text!(game.missing_title), text!(online.missing_text)),
            Entry::Broken(why) => notice(text!(online.broken_title), text!(online.broken_text), Some(why.clone())),
            Entry::Newer => notice(text!(online.broken_title), text!(online.why_version), None),
            Entry::Game(session) => view! { <Playing id=None net=Some(net) session=(**session).clone() /> }.into_any(),
        })
    };
    view! { <div>{live(drawn)}</div> }.into_any()
}

/// In the place of a game: that the server does not answer.
fn unreached(net: Net, failure: &Failure) -> AnyView {
    let why = view! { <p role="alert">{failure_words(failure)}</p> }.into_any();
    let ways = vec![word("button first", again_words(), move |()| net.try_again()), to_board()];
    page("page gone", text!(online.unreached), vec![why, block("buttons", ways)])
}

/// That a game cannot be shown, and the technical reason if it takes one.
fn notice(title: &'static str, text: &'static str, why: Option<String>) -> AnyView {
    let parts = vec![paragraph("", text), why.map(reason).into_any(), block("buttons", vec![to_board()])];
    page("page gone", title, parts)
}

/// A reason for people who can do something about it. It is in no other language.
fn reason(why: String) -> AnyView {
    view! {
        <p class="caption">
            {labelled(text!(game.technical_reason), "")} <span lang="en">{why}</span>
        </p>
    }
    .into_any()
}

/// What is kept of a game that cannot go on, for whoever can mend it.
fn damaged_game(id: GameId, damaged: Damaged) -> AnyView {
    let Damaged { text, why } = damaged;
    let remove = move |()| {
        store::remove(id);
        navigate(Route::Home);
    };
    let (copied, saved) = (text.clone(), text.clone());
    // A browser that refuses leaves the clipboard.
    let save = move |()| drop(download("banqi.txt", &saved));
    let buttons = vec![
        to_board(),
        copy("button", text!(common.copy_record), move || copied.clone()),
        word("button", text!(common.download_record), save),
    ];
    let parts = vec![
        paragraph("", text!(game.damaged_text)),
        reason(why),
        block("buttons", buttons),
        view! { <pre>{text}</pre> }.into_any(),
        word("button small", text!(game.remove), remove),
    ];
    page("page gone", text!(game.damaged_title), parts)
}

#[component]
fn Playing(id: Option<GameId>, net: Option<Net>, session: Session) -> AnyView {
    let players = session.players();
    // The tiles stay on the table until the players have seen them.
    let tiles = RwSignal::new(session.shows_tiles());
    let is_inviting = session.server().is_some_and(|remote| remote.room().stage() == Stage::Inviting);
    let play = Play::new(id, net, session);
    let Play { session, settings, is_wide, .. } = play;
    if net.is_some() {
        // Clocks do not wait until everybody has looked at the tiles.
        Effect::new(move |shown: Option<bool>| {
            let shows = session.with(Session::shows_tiles);
            if shows {
                tiles.set(true);
            } else if shown == Some(true) {
                set_timeout(move || leave_tiles(tiles), TILES);
            }
            shows
        });
    }
    if is_inviting {
        play.sheet.set(Some(Sheets::Invite));
    }
    let is_landscape = Memo::new(move |_| match settings.with(|settings| settings.orientation) {
        Orientation::Portrait => false,
        Orientation::Landscape => true,
        Orientation::Auto => is_wide.get(),
    });
    // Whoever is elsewhere sees whose move it is.
    Effect::new(move || {
        document().set_title(&text!(game.page_title, title = play.title()));
    });
    let class = Signal::derive(move || {
        let lies = if is_landscape.get() { " lying" } else { "" };
        let online = if net.is_some() { " online" } else { "" };
        format!("game{online}{lies}{}", far::class(play))
    });
    let table = move || {
        if tiles.get() {
            view! { <TilesTable play on_begin=move |()| leave_tiles(tiles) /> }.into_any()
        } else {
            view! { <GameBoard play is_landscape /> }.into_any()
        }
    };
    let narrow = move |view: fn(Play) -> AnyView| live_while(move || !is_wide.get(), move || view(play));
    let wide = move |view: fn(Play) -> AnyView| live_while(move || is_wide.get(), move || view(play));
    let counters = |play| view! { <Counters play /> }.into_any();
    let beside = |play| view! { <Moves play /> }.into_any();
    let waits = Memo::new(move |_| waits_for_friend(play));
    let noted = move || match play.note.get() {
        Some(words) => note(words),
        None if waits.get() => block("note", vec![paragraph("", text!(online.sealing_away))]),
        None => ().into_any(),
    };
    let spoken = Signal::derive(move || play.spoken.get());
    view! {
        <div class=class>
            <h1 class="hidden" tabindex="-1">
                {words::title(players)}
            </h1>
            <Bar play party=Party::Guest />
            <div class="game-board">{live(table)}</div>
            <div class="game-side">
                <Bag play />
                {narrow(counters)}
                {about(play)}
                {net.map(|_| seal::chip(play))}
            </div>
            {wide(counters)}
            <Bar play party=Party::Host />
            {wide(|play| view! { <ShowWhat play /> }.into_any())}
            <div class="game-right">
                {wide(beside)}
                <CommandBox play />
                {live(noted)}
                <Actions play />
            </div>
            <actions::Sheets play />
            {net.map(|net| online_sheets(play, net))}
            <EndSheet play />
            <p class="hidden" role="status" aria-live="polite">
                {spoken}
            </p>
        </div>
    }
    .into_any()
}

/// The board takes the place of the tiles. Whoever was at them goes on there.
fn leave_tiles(tiles: RwSignal<bool>) {
    let focused = document().active_element();
    let is_there = focused.is_some_and(|focused| focused.closest(".tiles").ok().flatten().is_some());
    tiles.try_set(false);
    if is_there {
        request_animation_frame(|| focus_at(".game-board [tabindex='0']"));
    }
}

/// Whether the deal cannot be put together before the other player's device is back.
fn waits_for_friend(play: Play) -> bool {
    let other = play.session.with(|session| {
        let remote = session.server()?;
        let does_wait = remote.room().stage() == Stage::Sealing && remote.role().player().is_some() && remote.vouches();
        does_wait.then(|| remote.near().other())
    });
    other.zip(play.net).is_some_and(|(other, net)| net.known().presence.of(other) != Present::Here)
}

/// The sheets that only a game over the net has.
fn online_sheets(play: Play, net: Net) -> AnyView {
    vec![
        actions::sheet(play, Sheets::Invite, text!(online.invite), move || invite::content(play, net)),
        actions::sheet(play, Sheets::Seal, text!(online.seal), move || seal::content(play)),
        actions::sheet(play, Sheets::Phrases, text!(online.say), move || actions::phrases(play, net)),
    ]
    .into_any()
}

#[component]
fn GameBoard(play: Play, is_landscape: Memo<bool>) -> AnyView {
    let Play { session, shown, settings, viewpoint, .. } = play;
    let position = Signal::derive(move || shown.with(|Shown(game)| *game.position()));
    let options = Signal::derive(move || BoardOptions {
        orientation: if is_landscape.get() {
            banqi_svg::Orientation::Landscape
        } else {
            banqi_svg::Orientation::Portrait
        },
        viewpoint: viewpoint.get(),
        coordinates: true,
        engraving: settings.with(|settings| settings.engraving),
    });
    let marks = Memo::new(move |_| {
        session.with(|session| shown.with(|Shown(game)| settings.with(|settings| marks(session, game, settings))))
    });
    let movement = Signal::derive(move || {
        let number = session.with(Session::moving)?;
        shown.with(|Shown(game)| {
            let before = *game.positions().nth(number - 1)?;
            Some(Movement { number, before, ply: game.plies().nth(number - 1)? })
        })
    });
    view! {
        <BoardView
            position
            options
            marks
            movement
            on_square=move |square| play.act(|session| session.tap(square))
            on_drag=Callback::new(move |drag| play.act(|session| session.drag(drag)))
            on_escape=Callback::new(move |()| play.act(Session::escape))
            on_page=Callback::new(move |later| play.act(|session| session.look_by_turn(later)))
            label=text!(board.board)
        />
    }
    .into_any()
}

/// What is pointed out of a session's game, as far as that is shown.
pub(crate) fn marks(session: &Session, game: &Game, settings: &Settings) -> Marks {
    let position = game.position();
    let last = if settings.show_last { course::last_turn(game).map(|turn| turn.plies) } else { None };
    let last = last.into_iter().flatten().map(|(ply, _)| ply).collect();
    let watched = session.players().own_seat().unwrap_or(position.seat());
    let threatened = match position.colour_of(watched) {
        Some(colour) if settings.show_threats && shows_threats(session) => Session::threatened(game, colour),
        _ => Bitboard::EMPTY,
    };
    let selected = session.selected();
    let targets = selected.map(|from| session.targets(from)).unwrap_or_default();
    let is_open = session.may_play();
    let playable = match position.chain() {
        _ if let Some(own) = session.ahead() => position.of(own) | targets.steps | targets.captures,
        _ if !is_open => Bitboard::EMPTY,
        Some(_) => targets.captures,
        None => {
            let own = position.side().map_or(Bitboard::EMPTY, |side| position.of(side));
            own | position.face_down() | targets.steps | targets.captures
        }
    };
    let draggable = match (position.chain(), session.ahead()) {
        (Some(chain), None) if is_open => chain.into(),
        (None, None) if is_open => position.side().map_or(Bitboard::EMPTY, |side| position.of(side)),
        (_, Some(own)) => position.of(own),
        _ => Bitboard::EMPTY,
    };
    let Targets { steps, captures, forbidden, chases } = if settings.show_moves { targets } else { Targets::default() };
    let (pending, _) = session.pending();
    let hint = session.hint();
    let premove = session.premove().map(|premove| (premove.from, premove.to));
    Marks {
        playable,
        draggable,
        selected,
        steps,
        chases,
        captures,
        forbidden,
        threatened,
        last,
        premove,
        hint,
        pending,
        ..Marks::default()
    }
}

/// Whether threats may be pointed out: not where people measure who sees them.
fn shows_threats(session: &Session) -> bool {
    session.server().is_none_or(|remote| remote.room().scoring().is_casual())
}

/// What is played here: the rules, against whom.
fn about(play: Play) -> AnyView {
    let (rules, against, counts) = play.session.with_untracked(|session| {
        let against = match (session.strength(), session.server()) {
            (Some(level), _) => {
                text!(game.opponent_computer, level = words::level(level))
            }
            (None, Some(remote)) => words::time(remote.room().clock()),
            (None, None) => match session.clock().map(Clock::time) {
                Some((initial, increment)) => words::time(banqi_wire::Clock::Fischer { initial, increment }),
                None => text!(game.opponent_same_screen).to_string(),
            },
        };
        let counts = session.server().and_then(|remote| words::counts(remote.room().scoring()));
        (words::rules(session.rules()), against, counts)
    });
    let watching = move || match play.net.map(|net| net.known().presence.spectators) {
        None => text!(game.kept_here).to_string(),
        Some(0) => String::new(),
        Some(1) => text!(online.watching_1).to_string(),
        Some(count) => text!(online.watching, count = count),
    };
    let label = text!(game.rules_of, rules = &rules);
    view! {
        <div class="about">
            <Press class="about-rules" label=Signal::stored(label) on_press=move |()| play.sheet.set(Some(Sheets::Rules))>
                {rules}
            </Press>
            <p class="about-more">{against}</p>
            {counts.map(|counts| paragraph("about-more", counts))}
            <p class="about-more">{Signal::derive(watching)}</p>
        </div>
    }
    .into_any()
}

/// The switches for what is pointed out on the board.
#[component]
pub(super) fn ShowWhat(play: Play) -> AnyView {
    let Play { settings, .. } = play;
    let switch = move |text: &'static str, field: fn(&mut Settings) -> &mut bool| {
        let checked = Signal::derive(move || *field(&mut settings.get()));
        let changed: Box<dyn FnMut(web_sys::Event)> =
            Box::new(move |event| settings.update(|settings| *field(settings) = event_target_checked(&event)));
        view! {
            <label>
                <input type="checkbox" prop:checked=checked on:change=changed />
                {text}
            </label>
        }
        .into_any()
    };
    let threats = play.session.with_untracked(shows_threats);
    let show = text!(game.show);
    view! {
        <div class="show-what" role="group" aria-label=show>
            <h2>{show}</h2>
            {switch(text!(game.show_moves), |settings| &mut settings.show_moves)}
            {switch(text!(game.show_last), |settings| &mut settings.show_last)}
            {threats.then(|| switch(text!(game.show_threats), |settings| &mut settings.show_threats))}
        </div>
    }
    .into_any()
}

/// Why something was not done. The live region says it too.
pub(crate) fn note(words: Words) -> AnyView {
    view! {
        <div class="note">
            {words.is_refusal.then(|| view! { <Icon symbol=Symbol::Forbidden /> })}
            <p>
                {words.head.map(|head| view! { <b>{head}</b> {text!(common.sentence_gap)} })}
                {words.body}
            </p>
        </div>
    }
    .into_any()
}
