//! What can be done besides playing: offers, resigning, taking back, and the sheets behind the buttons.

use banqi::Seat;
use banqi_room as room;
use banqi_table::Party;
use banqi_wire::{Command, Phrase};
use leptos::prelude::*;

use super::bag::Bag;
use super::counters::Counters;
use super::moves::{Moves, Steps};
use super::net::Net;
use super::play::{self, Play};
use super::players::Opponent;
use super::screen::ShowWhat;
use super::session::{Offer, Session};
use super::{far, notify, words};
use crate::copy::copy;
use crate::download::download;
use crate::icon::{Icon, Symbol};
use crate::live::{Press, block, heading, live, paragraph, word};
use crate::online::words::scoring;
use crate::route::{Route, navigate};
use crate::setup::Chart;
use crate::sheet::Sheet;
use crate::store;
use crate::text::text;
use crate::whole::Whole;

/// What stands where the actions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Playing,
    /// An offer waits for a person's answer.
    Offer(Seat),
    Chain,
    /// The clocks of two people at this device stand.
    Paused,
    LookingBack,
    Over,
    /// What only a game over the net has.
    Remote(Whole, RemoteStage),
}

/// What stands there in a game over the net, besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RemoteStage {
    /// Nobody has taken the second seat yet.
    Inviting,
    /// It can be taken from here.
    Free,
    /// The devices put the deal together.
    Sealing,
    /// The other player is away, and something can be claimed.
    Claim,
    Watching,
}

fn stage(play: Play, session: &Session, is_wide: bool) -> Stage {
    if let Some(net) = play.net
        && let Some(stage) = stage_of_remote(net, session, is_wide)
    {
        return Stage::Remote(net.whole, stage);
    }
    if let Offer::ToAnswer(by) = session.offer() {
        Stage::Offer(by)
    } else if session.is_looking_back() && !is_wide {
        Stage::LookingBack
    } else if session.is_over() {
        Stage::Over
    } else if session.is_paused() {
        Stage::Paused
    } else if session.chain().is_some() {
        Stage::Chain
    } else {
        Stage::Playing
    }
}

/// What only a game over the net has.
fn stage_of_remote(net: Net, session: &Session, is_wide: bool) -> Option<RemoteStage> {
    let remote = session.server()?;
    let is_watched = remote.role().player().is_none();
    match remote.room().stage() {
        room::Stage::Inviting if is_watched => Some(RemoteStage::Free),
        room::Stage::Inviting => Some(RemoteStage::Inviting),
        room::Stage::Sealing => Some(RemoteStage::Sealing),
        room::Stage::Playing if !is_watched => {
            let claim_at = net.claim_at(remote.near().other())?;
            let is_due = claim_at <= net.known().now && net.known().patient != Some(claim_at);
            is_due.then_some(RemoteStage::Claim)
        }
        // Who looks back, or at the result, finds the same there as everywhere.
        room::Stage::Picking | room::Stage::Playing if is_watched && (is_wide || !session.is_looking_back()) => {
            Some(RemoteStage::Watching)
        }
        _ => None,
    }
}

/// The actions.
#[component]
pub(super) fn Actions(play: Play) -> AnyView {
    let Play { session, is_wide, .. } = play;
    let stage = Memo::new(move |_| {
        let is_wide = is_wide.get();
        (session.with(|session| stage(play, session, is_wide)), is_wide)
    });
    let drawn = move || match stage.get() {
        (Stage::Playing, is_wide) => usual(play, is_wide),
        (Stage::Offer(by), _) => answer(play, by),
        (Stage::Chain, _) => end_chain(play),
        (Stage::Paused, _) => paused(play),
        (Stage::LookingBack, _) => view! { <Steps play /> }.into_any(),
        (Stage::Over, is_wide) => after(play, is_wide),
        (Stage::Remote(_, RemoteStage::Inviting), _) => inviting(play),
        (Stage::Remote(_, RemoteStage::Free), _) => free(play),
        (Stage::Remote(_, RemoteStage::Sealing), _) => sealing(play),
        (Stage::Remote(_, RemoteStage::Claim), _) => claim(play),
        (Stage::Remote(_, RemoteStage::Watching), is_wide) => watching(play, is_wide),
    };
    view! {
        <section class="actions" aria-label=text!(game.actions)>
            {live(drawn)}
        </section>
    }
    .into_any()
}

/// A button with an icon and a word. While it is `off` it can be pressed, and then says why it does nothing.
pub(super) fn action(
    class: &'static str,
    symbol: Symbol,
    text: &'static str,
    off: Option<Signal<bool>>,
    on_press: impl Fn(()) + Send + Sync + 'static,
) -> AnyView {
    let off = off.unwrap_or_else(|| Signal::stored(false));
    view! {
        <Press class off on_press=Callback::new(on_press)>
            <Icon symbol />
            <span>{text}</span>
        </Press>
    }
    .into_any()
}

const BUTTON: &str = "button action";

fn usual(play: Play, is_wide: bool) -> AnyView {
    let open = move |which| move |()| play.sheet.set(Some(which));
    let narrow = (!is_wide).then(|| {
        [
            action(BUTTON, Symbol::Bag, text!(game.bag), None, open(play::Sheets::Bag)),
            action(BUTTON, Symbol::List, text!(game.moves), None, open(play::Sheets::Moves)),
        ]
    });
    // Nobody talks to the computer.
    let is_ranked = is_ranked(play);
    let wide = (is_wide && !is_ranked).then(|| {
        if play.net.is_some() {
            return action(BUTTON, Symbol::Say, text!(online.say), None, open(play::Sheets::Phrases));
        }
        take_back(play)
    });
    let mut all: Vec<AnyView> = narrow.into_iter().flatten().collect();
    all.push(draw(play, if is_wide { text!(game.offer_draw) } else { text!(game.draw) }));
    all.push(resign_button(play));
    all.extend(wide);
    if is_wide {
        all.extend(here(play));
    }
    all.push(action(BUTTON, Symbol::More, text!(game.more), None, open(play::Sheets::More)));
    all.into_any()
}

/// What there is only where this device is the referee.
fn here(play: Play) -> Vec<AnyView> {
    let (has_hints, has_clock) =
        play.session.with_untracked(|session| (session.has_hints(), session.clock().is_some()));
    let pause = || {
        let off = Signal::derive(move || play.session.with(|session| session.no_pause().is_some()));
        action(BUTTON, Symbol::Pause, text!(game.pause), Some(off), after_sheet(play, Play::pause))
    };
    has_hints.then(|| hint(play)).into_iter().chain(has_clock.then(pause)).collect()
}

/// Closes the sheet that the button may be on, and does it.
fn after_sheet(play: Play, does: fn(Play)) -> impl Fn(()) + Send + Sync + 'static {
    move |()| {
        play.sheet.set(None);
        does(play);
    }
}

fn draw(play: Play, label: &'static str) -> AnyView {
    let off = Signal::derive(move || play.session.with(|session| session.no_offer().is_some()));
    action(BUTTON, Symbol::Draw, label, Some(off), after_sheet(play, Play::offer_draw))
}

fn resign_button(play: Play) -> AnyView {
    let off = Signal::derive(move || play.session.with(|session| session.resigning().is_none()));
    let resign = move |()| {
        let calls_off = play.session.with_untracked(|session| session.no(&Command::Abort).is_none());
        if off.get_untracked() && !calls_off {
            play.act(Session::resign);
        } else {
            play.sheet.set(Some(play::Sheets::Resign));
        }
    };
    action(BUTTON, Symbol::Flag, text!(game.resign), Some(off), resign)
}

fn take_back(play: Play) -> AnyView {
    let off = Signal::derive(move || play.session.with(|session| session.no_takeback().is_some()));
    action(
        BUTTON,
        Symbol::Again,
        text!(game.take_back),
        Some(off),
        after_sheet(play, |play| play.act(Session::take_back)),
    )
}

/// What can be done now, for a sheet of somebody who does not reach the buttons.
pub(super) fn now(play: Play) -> AnyView {
    let asked = match play.session.with(|session| stage(play, session, true)) {
        Stage::Offer(by) => answer(play, by),
        Stage::Chain => end_chain(play),
        Stage::Paused => paused(play),
        _ => ().into_any(),
    };
    let mut all = vec![draw(play, text!(game.draw)), resign_button(play), take_back(play)];
    all.extend(here(play));
    all.push(rules_button(play));
    vec![asked, block("more-list", all)].into_any()
}

fn rules_button(play: Play) -> AnyView {
    action(BUTTON, Symbol::Book, text!(setup.rules), None, move |()| play.sheet.set(Some(play::Sheets::Rules)))
}

/// The clocks stand until somebody wants them to go on.
fn paused(play: Play) -> AnyView {
    asked(text!(game.said_paused), vec![word("button first", text!(game.go_on), move |()| play.go_on())])
}

/// Asks the computer what it would play.
fn hint(play: Play) -> AnyView {
    let off = Signal::derive(move || play.session.with(|session| session.no_hint().is_some()));
    action(BUTTON, Symbol::Hint, text!(game.hint), Some(off), after_sheet(play, |play| play.act(Session::want_hint)))
}

/// A person answers an offer.
fn answer(play: Play, by: Seat) -> AnyView {
    let players = play.session.with_untracked(Session::players);
    view! {
        <div class="asked">
            <p>{words::offer(players, by)}</p>
            <Press class="button first" on_press=move |()| play.answer_offer(true)>
                {text!(game.accept)}
            </Press>
            <Press class="button" on_press=move |()| play.answer_offer(false)>
                {text!(game.decline)}
            </Press>
        </div>
    }
    .into_any()
}

fn end_chain(play: Play) -> AnyView {
    view! {
        <div class="asked">
            <p>{text!(game.chain_hint)}</p>
            <Press class="button first" on_press=move |()| play.act(Session::end_chain)>
                {text!(game.end_chain)}
            </Press>
        </div>
    }
    .into_any()
}

/// Once the game is over.
fn after(play: Play, is_wide: bool) -> AnyView {
    let Play { sheet, .. } = play;
    let open = move |which| move |()| sheet.set(Some(which));
    let mut all = vec![
        live(move || rematch(play, BUTTON)).into_any(),
        action(BUTTON, Symbol::Check, text!(game.result), None, open(play::Sheets::Result)),
    ];
    if !is_wide {
        all.push(action(BUTTON, Symbol::List, text!(game.moves), None, open(play::Sheets::Moves)));
    }
    all.push(action(BUTTON, Symbol::Home, text!(game.home), None, |()| navigate(Route::Home)));
    all.push(action(BUTTON, Symbol::More, text!(game.more), None, open(play::Sheets::More)));
    all.into_any()
}

/// Another game of the same players. Over the net both have to want it.
pub(super) fn rematch(play: Play, class: &'static str) -> AnyView {
    let (own, other, next) = play.session.with(|session| {
        session.server().map_or((false, false, None), |remote| {
            let (room, near) = (remote.room(), remote.near());
            (room.offers_rematch(near), room.offers_rematch(near.other()), room.rematch())
        })
    });
    let is_watched = play.session.with_untracked(|session| session.players().opponent == Opponent::Watched);
    if let Some(next) = next {
        let go = move |()| navigate(Route::Online(next));
        return action(class, Symbol::Go, text!(online.rematch_go), None, go);
    }
    if is_watched {
        return ().into_any();
    }
    if is_ranked(play) {
        return action(class, Symbol::Again, text!(lobby.ranked_again), None, move |()| play.another());
    }
    let text = match (own, other) {
        (true, _) => text!(online.rematch_waits),
        (false, true) => text!(online.rematch_accept),
        (false, false) => text!(game.rematch),
    };
    action(class, Symbol::Again, text, Some(Signal::stored(own)), move |()| play.rematch())
}

/// Whether it is against the server's computer.
fn is_ranked(play: Play) -> bool {
    let is_ranked = || play.session.with_untracked(|session| matches!(session.players().opponent, Opponent::Ranked(_)));
    Whole::here().is_some() && is_ranked()
}

/// What is to be decided, in the place of the actions.
fn asked(text: &'static str, buttons: Vec<AnyView>) -> AnyView {
    let mut parts = vec![paragraph("", text)];
    parts.extend(buttons);
    block("asked", parts)
}

/// Asks whether the game is to be called off.
fn call_off(play: Play) -> AnyView {
    let ask = move |()| play.sheet.set(Some(play::Sheets::Resign));
    word("button", text!(online.call_off), ask)
}

fn inviting(play: Play) -> AnyView {
    let invite = move |()| play.sheet.set(Some(play::Sheets::Invite));
    let is_open = play.session.with_untracked(|session| session.server().is_some_and(|remote| remote.room().is_open()));
    asked(
        if is_open { text!(lobby.waits) } else { text!(online.waiting) },
        vec![word("button first", text!(online.invite), invite), call_off(play)],
    )
}

fn free(play: Play) -> AnyView {
    let take = move |()| {
        if let Some(net) = play.net {
            net.join(play);
        }
    };
    asked(text!(online.seat_free), vec![word("button first", text!(online.take_seat), take)])
}

fn sealing(play: Play) -> AnyView {
    let (is_lost, is_watched) = play.session.with(|session| {
        let remote = session.server();
        (remote.is_some_and(|remote| !remote.vouches()), remote.is_none_or(|remote| remote.role().player().is_none()))
    });
    let text = if is_lost { text!(online.sealing_lost) } else { text!(online.sealing) };
    asked(text, if is_watched { Vec::new() } else { vec![call_off(play)] })
}

fn claim(play: Play) -> AnyView {
    let wait = move |()| {
        if let Some(net) = play.net {
            let other = play.session.with_untracked(|session| session.server().map(|remote| remote.near().other()));
            let until = other.and_then(|other| untrack(|| net.claim_at(other)));
            net.note(|known| known.patient = until);
        }
    };
    asked(
        text!(online.claim_text),
        vec![
            word("button first", text!(online.claim_win), move |()| play.command(Command::ClaimWin)),
            word("button", text!(online.claim_draw), move |()| play.command(Command::ClaimDraw)),
            word("button", text!(online.wait), wait),
        ],
    )
}

fn watching(play: Play, is_wide: bool) -> AnyView {
    let Play { sheet, .. } = play;
    let open = move |which| move |()| sheet.set(Some(which));
    let mut all = Vec::new();
    if !is_wide {
        all.push(action(BUTTON, Symbol::Bag, text!(game.bag), None, open(play::Sheets::Bag)));
        all.push(action(BUTTON, Symbol::List, text!(game.moves), None, open(play::Sheets::Moves)));
    }
    all.push(action(BUTTON, Symbol::Home, text!(game.home), None, |()| navigate(Route::Home)));
    all.push(action(BUTTON, Symbol::More, text!(game.more), None, open(play::Sheets::More)));
    all.into_any()
}

/// Everything that the players can say to each other.
pub(super) fn phrases(play: Play, net: Net) -> AnyView {
    let phrase = |phrase| {
        let say = move |()| {
            play.sheet.set(None);
            net.say_phrase(phrase);
        };
        word("button", words::phrase(phrase), say)
    };
    let phrases = block("phrases", Phrase::ALL.map(phrase).into());
    vec![heading(text!(online.say)), phrases, close(play)].into_any()
}

/// A sheet over the game.
pub(super) fn sheet(
    play: Play,
    which: play::Sheets,
    label: impl Into<Signal<String>>,
    content: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    view! {
        <Sheet
            open=Signal::derive(move || play.sheet.get() == Some(which))
            on_close=Callback::new(move |()| play.sheet.set(None))
            label=label.into()
        >
            {content()}
        </Sheet>
    }
    .into_any()
}

/// Everything that slides over the game, but for its result.
#[component]
pub(super) fn Sheets(play: Play) -> AnyView {
    use play::Sheets;
    let sheet = move |which, label: &'static str, content: fn(Play) -> AnyView| {
        sheet(play, which, label, move || content(play))
    };
    // Before the play there is nothing to resign.
    let resign_label = Signal::derive(move || {
        let calls_off = play.session.with(|session| session.resigning().is_none() && session.server().is_some());
        if calls_off { text!(online.call_off_title) } else { text!(game.resign_title) }.to_string()
    });
    vec![
        sheet(Sheets::Bag, text!(game.bag), bag),
        sheet(Sheets::Moves, text!(game.moves), moves),
        sheet(Sheets::More, text!(game.more), more),
        sheet(Sheets::Rules, text!(setup.rules), rules),
        sheet(Sheets::Far, text!(game.far_actions), far::content),
        self::sheet(play, Sheets::Resign, resign_label, move || resign(play)),
    ]
    .into_any()
}

pub(super) fn close(play: Play) -> AnyView {
    view! {
        <Press class="button sheet-close" on_press=move |()| play.sheet.set(None)>
            {text!(game.close)}
        </Press>
    }
    .into_any()
}

fn bag(play: Play) -> AnyView {
    view! {
        <div class="bag-sheet">
            <Bag play />
            <Counters play />
            {close(play)}
        </div>
    }
    .into_any()
}

fn moves(play: Play) -> AnyView {
    view! {
        <Moves play />
        {close(play)}
    }
    .into_any()
}

fn more(play: Play) -> AnyView {
    let then = |does: fn(Play)| after_sheet(play, does);
    let say = then(|play| play.sheet.set(Some(play::Sheets::Phrases)));
    let can_say = play.session.with_untracked(|session| session.players().own_seat().is_some()) && !is_ranked(play);
    let is_wide = play.is_wide.get_untracked();
    // What stands beside the board while the game goes on is not here too.
    let is_beside = is_wide && !play.session.with_untracked(Session::is_over);
    let first = match play.net {
        _ if is_beside => None,
        None => Some(take_back(play)),
        Some(_) if can_say => Some(action(BUTTON, Symbol::Say, text!(online.say), None, say)),
        Some(_) => None,
    };
    let here = if is_wide { Vec::new() } else { here(play) };
    let notify = (play.net.is_some() && notify::can_ask())
        .then(|| action(BUTTON, Symbol::Check, text!(online.notify), None, then(|_| notify::allow())));
    let note = play.net.is_none().then(|| text!(game.new_game_note));
    let turn_board = then(Play::turn_board);
    let show = (!is_wide).then(|| view! { <ShowWhat play /> });
    view! {
        <h2>{text!(game.more)}</h2>
        <div class="more-list">
            {first}
            {here}
            {action(BUTTON, Symbol::Turn, text!(game.turn_board), None, turn_board)}
            {rules_button(play)}
            {action(BUTTON, Symbol::Gear, text!(game.settings), None, then(|_| navigate(Route::Settings)))}
            {action(BUTTON, Symbol::Home, text!(game.home), None, then(|_| navigate(Route::Home)))}
            {notify}
        </div>
        {show}
        {play.session.with_untracked(Session::is_over).then(|| export(play))}
        {far::is_there(play).then(|| block("rows", vec![far::switch(play)]))}
        <p class="caption">{note}</p>
        {close(play)}
    }
    .into_any()
}

/// The record of a game that is over.
fn export(play: Play) -> AnyView {
    let record = move || play.exported();
    let text = move || record().map_or_else(String::new, |record| record.to_string());
    let save = move |()| {
        let Some(record) = record() else { return };
        // A browser that refuses leaves the clipboard.
        drop(download(&store::file_name(&record, &play.against()), &record.to_string()));
    };
    block(
        "buttons",
        vec![copy("button", text!(common.copy_record), text), word("button", text!(common.download_record), save)],
    )
}

fn rules(play: Play) -> AnyView {
    let rules = play.session.with_untracked(|session| *session.rules());
    view! {
        // The only button is at the end: the focus on it would show that end.
        <h2 tabindex="-1" autofocus=true>
            {words::rules(&rules)}
        </h2>
        {counts(play)}
        <Chart rules=Signal::stored(rules) />
        {close(play)}
    }
    .into_any()
}

/// What a game over the net counts for, and its clock.
fn counts(play: Play) -> AnyView {
    let counts = play.session.with_untracked(|session| {
        let room = session.server()?.room();
        let counts = words::counts(room.scoring()).unwrap_or_else(|| scoring(room.scoring()));
        Some(format!("{} · {counts}", words::time(room.clock())))
    });
    counts.map(|counts| paragraph("secondary", counts)).into_any()
}

fn resign(play: Play) -> AnyView {
    let (resigns, calls_off) =
        play.session.with_untracked(|session| (session.resigning().is_some(), session.no(&Command::Abort).is_none()));
    let call_off = calls_off.then(|| {
        let class = if resigns { "button" } else { "button first" };
        let call_off = move |()| {
            play.sheet.set(None);
            play.command(Command::Abort);
        };
        word(class, text!(online.call_off), call_off)
    });
    if !resigns {
        let cancel = word("button", text!(game.cancel), move |()| play.sheet.set(None));
        return vec![
            heading(text!(online.call_off_title)),
            paragraph("", text!(online.call_off_text)),
            block("buttons", call_off.into_iter().chain([cancel]).collect()),
        ]
        .into_any();
    }
    let about_call_off = calls_off.then(|| text!(online.call_off_text));
    let what = play.session.with_untracked(|session| {
        let party = session.resigning().map(|seat| session.players().party(seat));
        match party {
            _ if session.strength().is_some() => text!(game.resign_computer),
            _ if session.server().is_some() => text!(online.resign_text),
            Some(Party::Guest) => text!(game.resign_player_2),
            _ => text!(game.resign_player_1),
        }
    });
    let resign = move |()| {
        play.sheet.set(None);
        play.resign();
    };
    view! {
        <h2>{text!(game.resign_title)}</h2>
        <p>{what} {text!(common.sentence_gap)} {about_call_off}</p>
        <div class="buttons">
            <Press class="button first" on_press=resign>
                {text!(game.resign)}
            </Press>
            {call_off}
            <Press class="button" on_press=move |()| play.sheet.set(None)>
                {text!(game.cancel)}
            </Press>
        </div>
    }
    .into_any()
}
