//! What can be done besides playing: offers, resigning, taking back, and the sheets behind the buttons.

use banqi::Seat;
use banqi_table::Party;
use leptos::prelude::*;

use super::bag::Bag;
use super::counters::Counters;
use super::moves::{Moves, Steps};
use super::play::{self, Play};
use super::screen::ShowWhat;
use super::session::{Offer, Session};
use super::words;
use crate::i18n::td_string;
use crate::icon::{Icon, Symbol};
use crate::live::{Press, live};
use crate::route::{Route, navigate};
use crate::sheet::Sheet;

/// What stands where the actions are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Playing,
    /// An offer waits for a person's answer.
    Offer(Seat),
    Chain,
    LookingBack,
    Over,
}

fn stage(session: &Session, is_wide: bool) -> Stage {
    if let Offer::ToAnswer(by) = session.offer() {
        Stage::Offer(by)
    } else if session.is_looking_back() && !is_wide {
        Stage::LookingBack
    } else if session.outcome().is_some() {
        Stage::Over
    } else if session.chain().is_some() {
        Stage::Chain
    } else {
        Stage::Playing
    }
}

/// The actions.
#[component]
pub(super) fn Actions(play: Play) -> AnyView {
    let Play { session, is_wide, locale, .. } = play;
    let stage = Memo::new(move |_| {
        let is_wide = is_wide.get();
        (session.with(|session| stage(session, is_wide)), is_wide)
    });
    let drawn = move || match stage.get() {
        (Stage::Playing, is_wide) => usual(play, is_wide),
        (Stage::Offer(by), _) => answer(play, by),
        (Stage::Chain, _) => end_chain(play),
        (Stage::LookingBack, _) => view! { <Steps play /> }.into_any(),
        (Stage::Over, is_wide) => after(play, is_wide),
    };
    view! {
        <section class="actions" aria-label=td_string!(locale, game.actions)>
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
    let Play { session, sheet, locale, .. } = play;
    let no_offer = Signal::derive(move || session.with(|session| session.no_offer().is_some()));
    let no_takeback = Signal::derive(move || session.with(|session| session.no_takeback().is_some()));
    let no_resigning = Signal::derive(move || session.with(|session| session.resigning().is_none()));
    let resign = move |()| {
        if no_resigning.get_untracked() {
            play.act(Session::resign);
        } else {
            sheet.set(Some(play::Sheets::Resign));
        }
    };
    let open = move |which| move |()| sheet.set(Some(which));
    let draw = if is_wide { td_string!(locale, game.offer_draw) } else { td_string!(locale, game.draw) };
    let narrow = (!is_wide).then(|| {
        [
            action(BUTTON, Symbol::Bag, td_string!(locale, game.bag), None, open(play::Sheets::Bag)),
            action(BUTTON, Symbol::List, td_string!(locale, game.moves), None, open(play::Sheets::Moves)),
        ]
    });
    let take_back = move |()| play.act(Session::take_back);
    let wide = is_wide
        .then(|| action(BUTTON, Symbol::Again, td_string!(locale, game.take_back), Some(no_takeback), take_back));
    let mut all: Vec<AnyView> = narrow.into_iter().flatten().collect();
    all.push(action(BUTTON, Symbol::Draw, draw, Some(no_offer), move |()| play.act(Session::offer_draw)));
    all.push(action(BUTTON, Symbol::Flag, td_string!(locale, game.resign), Some(no_resigning), resign));
    all.extend(wide);
    all.push(action(BUTTON, Symbol::More, td_string!(locale, game.more), None, open(play::Sheets::More)));
    all.into_any()
}

/// A person answers an offer.
fn answer(play: Play, by: Seat) -> AnyView {
    let locale = play.locale;
    let players = play.session.with_untracked(Session::players);
    view! {
        <div class="asked">
            <p>{words::offer(locale, players, by)}</p>
            <Press class="button first" on_press=move |()| play.act(|session| session.answer_offer(true))>
                {td_string!(locale, game.accept)}
            </Press>
            <Press class="button" on_press=move |()| play.act(|session| session.answer_offer(false))>
                {td_string!(locale, game.decline)}
            </Press>
        </div>
    }
    .into_any()
}

fn end_chain(play: Play) -> AnyView {
    let locale = play.locale;
    view! {
        <div class="asked">
            <p>{td_string!(locale, game.chain_hint)}</p>
            <Press class="button first" on_press=move |()| play.act(Session::end_chain)>
                {td_string!(locale, game.end_chain)}
            </Press>
        </div>
    }
    .into_any()
}

/// Once the game is over.
fn after(play: Play, is_wide: bool) -> AnyView {
    let Play { sheet, locale, .. } = play;
    let open = move |which| move |()| sheet.set(Some(which));
    let mut all = vec![
        action(BUTTON, Symbol::Again, td_string!(locale, game.rematch), None, move |()| play.rematch()),
        action(BUTTON, Symbol::Check, td_string!(locale, game.result), None, open(play::Sheets::Result)),
    ];
    if !is_wide {
        all.push(action(BUTTON, Symbol::List, td_string!(locale, game.moves), None, open(play::Sheets::Moves)));
    }
    all.push(action(BUTTON, Symbol::Home, td_string!(locale, game.home), None, |()| navigate(Route::Home)));
    all.push(action(BUTTON, Symbol::More, td_string!(locale, game.more), None, open(play::Sheets::More)));
    all.into_any()
}

/// Everything that slides over the game, but for its result.
#[component]
pub(super) fn Sheets(play: Play) -> AnyView {
    use play::Sheets;
    let locale = play.locale;
    let sheet = move |which, label: &'static str, content: fn(Play) -> AnyView| {
        view! {
            <Sheet
                open=Signal::derive(move || play.sheet.get() == Some(which))
                on_close=Callback::new(move |()| play.sheet.set(None))
                label
            >
                {content(play)}
            </Sheet>
        }
        .into_any()
    };
    vec![
        sheet(Sheets::Bag, td_string!(locale, game.bag), bag),
        sheet(Sheets::Moves, td_string!(locale, game.moves), moves),
        sheet(Sheets::More, td_string!(locale, game.more), more),
        sheet(Sheets::Resign, td_string!(locale, game.resign_title), resign),
    ]
    .into_any()
}

fn close(play: Play) -> AnyView {
    view! {
        <Press class="button sheet-close" on_press=move |()| play.sheet.set(None)>
            {td_string!(play.locale, game.close)}
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
    let locale = play.locale;
    let no_takeback = Signal::derive(move || play.session.with(|session| session.no_takeback().is_some()));
    let then = move |does: fn(Play)| {
        move |()| {
            play.sheet.set(None);
            does(play);
        }
    };
    let take_back = then(|play| play.act(Session::take_back));
    let turn_board = then(|play| play.viewpoint.update(|seat| *seat = !*seat));
    let show = (!play.is_wide.get_untracked()).then(|| view! { <ShowWhat play /> });
    view! {
        <h2>{td_string!(locale, game.more)}</h2>
        <div class="more-list">
            {action(BUTTON, Symbol::Again, td_string!(locale, game.take_back), Some(no_takeback), take_back)}
            {action(BUTTON, Symbol::Turn, td_string!(locale, game.turn_board), None, turn_board)}
            {action(BUTTON, Symbol::Gear, td_string!(locale, game.settings), None, then(|_| navigate(Route::Settings)))}
            {action(BUTTON, Symbol::Home, td_string!(locale, game.home), None, then(|_| navigate(Route::Home)))}
        </div>
        {show}
        <p class="caption">{td_string!(locale, game.new_game_note)}</p>
        {close(play)}
    }
    .into_any()
}

fn resign(play: Play) -> AnyView {
    let locale = play.locale;
    let what = play.session.with_untracked(|session| {
        let party = session.resigning().map(|seat| session.players().party(seat));
        match party {
            _ if session.level().is_some() => td_string!(locale, game.resign_computer),
            Some(Party::Guest) => td_string!(locale, game.resign_player_2),
            _ => td_string!(locale, game.resign_player_1),
        }
    });
    let resign = move |()| {
        play.sheet.set(None);
        play.act(Session::resign);
    };
    view! {
        <h2>{td_string!(locale, game.resign_title)}</h2>
        <p>{what}</p>
        <div class="buttons">
            <Press class="button first" on_press=resign>
                {td_string!(locale, game.resign)}
            </Press>
            <Press class="button" on_press=move |()| play.sheet.set(None)>
                {td_string!(locale, game.cancel)}
            </Press>
        </div>
    }
    .into_any()
}
