//! The far side of a game on the same screen: what the person opposite sees and does, turned round for them.

use banqi::Seat;
use banqi_table::Party;
use leptos::prelude::*;

use super::actions;
use super::play::{Play, Sheets};
use super::players::Opponent;
use super::session::{Offer, Session};
use crate::field::tick;
use crate::icon::{Symbol, icon};
use crate::live::{Press, live, live_while};
use crate::text::text;

/// Whether there is somebody opposite for whom it can be turned.
pub(super) fn is_there(play: Play) -> bool {
    play.session.with_untracked(|session| session.players().opponent == Opponent::SameScreen)
}

/// Whether it is turned.
pub(super) fn is_turned(play: Play) -> bool {
    is_there(play) && play.settings.with(|settings| settings.far_turned)
}

/// What the style sheet has to know.
pub(super) fn class(play: Play) -> &'static str {
    let is_theirs = |session: &Session| {
        let players = session.players();
        let seat = match session.offer() {
            Offer::ToAnswer(by) => !by,
            _ => session.game().position().seat(),
        };
        players.party(seat) == Party::Guest
    };
    if !is_turned(play) {
        return "";
    }
    let is_theirs = play.session.with(is_theirs);
    match play.sheet.get() {
        Some(Sheets::Far) => " far-turned from-far",
        Some(Sheets::Resign) if is_theirs => " far-turned from-far",
        _ if is_theirs => " far-turned far-moves",
        _ => " far-turned",
    }
}

/// Opens what the person opposite can do.
pub(super) fn button(play: Play) -> AnyView {
    let open = move |()| {
        play.sheet.set(Some(Sheets::Far));
    };
    let drawn = move || {
        view! {
            <Press
                class="icon-button"
                label=Signal::stored(text!(game.far_actions).to_string())
                on_press=Callback::new(open)
            >
                {icon(Symbol::More)}
            </Press>
        }
        .into_any()
    };
    live_while(move || is_turned(play), drawn).into_any()
}

/// The person opposite is to answer an offer: they have it before them.
pub(super) fn offered(play: Play, by: Seat) {
    let is_theirs = play.session.with_untracked(|session| session.players().party(by)) == Party::Host;
    if is_theirs && untrack(|| is_turned(play)) {
        play.sheet.set(Some(Sheets::Far));
    }
}

/// The switch that turns it round.
pub(super) fn switch(play: Play) -> AnyView {
    tick(
        text!(setup.far_turned),
        text!(setup.far_turned_about),
        move || play.settings.with(|settings| settings.far_turned),
        move |is_on| play.settings.update(|settings| settings.far_turned = is_on),
    )
}

/// What the person opposite can do: the same as from the near side.
pub(super) fn content(play: Play) -> AnyView {
    view! {
        <h2>{text!(game.far_actions)}</h2>
        <div class="far-actions">{live(move || actions::now(play))}</div>
        {actions::close(play)}
    }
    .into_any()
}
