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
use crate::i18n::{t, t_string, use_i18n};
use crate::icon::{Icon, Symbol};
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

/// The actions.
#[component]
pub(super) fn Actions(play: Play) -> impl IntoView {
    let stage = Memo::new(move |_| {
        let is_wide = play.is_wide.get();
        play.session.with(|session| {
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
        })
    });
    let i18n = use_i18n();
    view! {
        <section class="actions" aria-label=move || t_string!(i18n, game.actions)>
            {move || match stage.get() {
                Stage::Playing => view! { <Usual play /> }.into_any(),
                Stage::Offer(by) => view! { <Answer play by /> }.into_any(),
                Stage::Chain => view! { <EndChain play /> }.into_any(),
                Stage::LookingBack => view! { <Steps play /> }.into_any(),
                Stage::Over => view! { <After play /> }.into_any(),
            }}
        </section>
    }
}

#[component]
fn Button(
    #[prop(into)] on_press: Callback<()>,
    symbol: Symbol,
    /// It can be pressed, and then says why it does nothing.
    #[prop(into, optional)]
    off: Signal<bool>,
    #[prop(optional)] first: bool,
    children: Children,
) -> impl IntoView {
    view! {
        <button
            class=if first { "button first action" } else { "button action" }
            aria-disabled=move || off.get().then_some("true")
            on:click=move |_| on_press.run(())
        >
            <Icon symbol />
            <span>{children()}</span>
        </button>
    }
}

#[component]
fn Usual(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let Play { session, sheet, is_wide, .. } = play;
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
    view! {
        <Show when=move || !is_wide.get()>
            <Button symbol=Symbol::Bag on_press=move |()| sheet.set(Some(play::Sheets::Bag))>
                {t!(i18n, game.bag)}
            </Button>
            <Button symbol=Symbol::List on_press=move |()| sheet.set(Some(play::Sheets::Moves))>
                {t!(i18n, game.moves)}
            </Button>
        </Show>
        <Button symbol=Symbol::Draw off=no_offer on_press=move |()| play.act(Session::offer_draw)>
            {move || if is_wide.get() { t_string!(i18n, game.offer_draw) } else { t_string!(i18n, game.draw) }}
        </Button>
        <Button symbol=Symbol::Flag off=no_resigning on_press=resign>
            {t!(i18n, game.resign)}
        </Button>
        <Show when=move || is_wide.get()>
            <Button symbol=Symbol::Again off=no_takeback on_press=move |()| play.act(Session::take_back)>
                {t!(i18n, game.take_back)}
            </Button>
        </Show>
        <Button symbol=Symbol::More on_press=move |()| sheet.set(Some(play::Sheets::More))>
            {t!(i18n, game.more)}
        </Button>
    }
}

/// A person answers an offer.
#[component]
fn Answer(play: Play, by: Seat) -> impl IntoView {
    let i18n = use_i18n();
    let players = play.session.with_untracked(Session::players);
    view! {
        <div class="asked">
            <p>{move || words::offer(i18n.get_locale(), players, by)}</p>
            <button class="button first" on:click=move |_| play.act(|session| session.answer_offer(true))>
                {t!(i18n, game.accept)}
            </button>
            <button class="button" on:click=move |_| play.act(|session| session.answer_offer(false))>
                {t!(i18n, game.decline)}
            </button>
        </div>
    }
}

#[component]
fn EndChain(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <div class="asked">
            <p>{t!(i18n, game.chain_hint)}</p>
            <button class="button first" on:click=move |_| play.act(Session::end_chain)>
                {t!(i18n, game.end_chain)}
            </button>
        </div>
    }
}

/// Once the game is over.
#[component]
fn After(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Button symbol=Symbol::Again on_press=move |()| play.rematch()>
            {t!(i18n, game.rematch)}
        </Button>
        <Button symbol=Symbol::Check on_press=move |()| play.sheet.set(Some(play::Sheets::Result))>
            {t!(i18n, game.result)}
        </Button>
        <Show when=move || !play.is_wide.get()>
            <Button symbol=Symbol::List on_press=move |()| play.sheet.set(Some(play::Sheets::Moves))>
                {t!(i18n, game.moves)}
            </Button>
        </Show>
        <Button symbol=Symbol::Home on_press=move |()| navigate(Route::Home)>
            {t!(i18n, game.home)}
        </Button>
        <Button symbol=Symbol::More on_press=move |()| play.sheet.set(Some(play::Sheets::More))>
            {t!(i18n, game.more)}
        </Button>
    }
}

/// Everything that slides over the game, but for its result.
#[component]
pub(super) fn Sheets(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let sheet = play.sheet;
    let is_open = move |which| Signal::derive(move || sheet.get() == Some(which));
    let close = move |()| sheet.set(None);
    view! {
        <Sheet
            open=is_open(play::Sheets::Bag)
            on_close=close
            label=Signal::derive(move || t_string!(i18n, game.bag).to_string())
        >
            <div class="bag-sheet">
                <Bag play />
                <Counters play />
                <Close play />
            </div>
        </Sheet>
        <Sheet
            open=is_open(play::Sheets::Moves)
            on_close=close
            label=Signal::derive(move || t_string!(i18n, game.moves).to_string())
        >
            <Moves play />
            <Close play />
        </Sheet>
        <Sheet
            open=is_open(play::Sheets::More)
            on_close=close
            label=Signal::derive(move || t_string!(i18n, game.more).to_string())
        >
            <More play />
        </Sheet>
        <Sheet
            open=is_open(play::Sheets::Resign)
            on_close=close
            label=Signal::derive(move || t_string!(i18n, game.resign_title).to_string())
        >
            <Resign play />
        </Sheet>
    }
}

#[component]
fn Close(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <button class="button sheet-close" on:click=move |_| play.sheet.set(None)>
            {t!(i18n, game.close)}
        </button>
    }
}

#[component]
fn More(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let no_takeback = Signal::derive(move || play.session.with(|session| session.no_takeback().is_some()));
    let then = move |does: fn(Play)| {
        move |()| {
            play.sheet.set(None);
            does(play);
        }
    };
    view! {
        <h2>{t!(i18n, game.more)}</h2>
        <div class="more-list">
            <Button symbol=Symbol::Again off=no_takeback on_press=then(|play| play.act(Session::take_back))>
                {t!(i18n, game.take_back)}
            </Button>
            <Button symbol=Symbol::Turn on_press=then(|play| play.viewpoint.update(|seat| *seat = !*seat))>
                {t!(i18n, game.turn_board)}
            </Button>
            <Button symbol=Symbol::Gear on_press=then(|_| navigate(Route::Settings))>
                {t!(i18n, game.settings)}
            </Button>
            <Button symbol=Symbol::Home on_press=then(|_| navigate(Route::Home))>
                {t!(i18n, game.home)}
            </Button>
        </div>
        <Show when=move || !play.is_wide.get()>
            <ShowWhat play />
        </Show>
        <p class="caption">{t!(i18n, game.new_game_note)}</p>
        <Close play />
    }
}

#[component]
fn Resign(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let who = play.session.with_untracked(|session| session.resigning().map(|seat| session.players().party(seat)));
    let alone = play.session.with_untracked(|session| session.level().is_some());
    let what = move || match who {
        _ if alone => t_string!(i18n, game.resign_computer),
        Some(Party::Guest) => t_string!(i18n, game.resign_player_2),
        _ => t_string!(i18n, game.resign_player_1),
    };
    let resign = move |_| {
        play.sheet.set(None);
        play.act(Session::resign);
    };
    view! {
        <h2>{t!(i18n, game.resign_title)}</h2>
        <p>{what}</p>
        <div class="buttons">
            <button class="button first" on:click=resign>
                {t!(i18n, game.resign)}
            </button>
            <button class="button" on:click=move |_| play.sheet.set(None)>
                {t!(i18n, game.cancel)}
            </button>
        </div>
    }
}
