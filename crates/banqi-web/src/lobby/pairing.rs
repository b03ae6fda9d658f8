//! Quick pairing: a clock is all that is chosen.

use banqi_wire::{Clock, Pairing, Scoring, Speed};
use leptos::prelude::*;

use super::Desk;
use crate::field::tick;
use crate::game::words::rules as rules_words;
use crate::icon::{Symbol, icon};
use crate::live::{block, live, paragraph, press, section, span};
use crate::online::words;
use crate::route::link;
use crate::settings::use_settings;
use crate::text::{sentences, text};

const CLOCKS: [Clock; 4] = [
    Clock::Fischer { initial: 180, increment: 2 },
    Clock::Fischer { initial: 300, increment: 5 },
    Clock::Fischer { initial: 600, increment: 5 },
    Clock::Days { days: 1 },
];

/// The buttons, and whether the game is rated.
pub(super) fn pairing(desk: Desk, has_account: Memo<bool>) -> AnyView {
    let settings = use_settings();
    let is_rated = RwSignal::new(true);
    let button = |clock: Clock| {
        let pair = move |()| {
            let scoring =
                if has_account.get_untracked() && is_rated.get_untracked() { Scoring::Rated } else { Scoring::Casual };
            let rules = settings.with_untracked(|settings| settings.rules.preset().rules());
            let pairing = Pairing { rules, clock, scoring };
            desk.say(text!(lobby.pairing));
            let body = serde_json::to_string(&pairing).expect("a game is words and numbers");
            desk.go("/api/lobby/pair", Some(&body), None);
        };
        let parts =
            vec![span("clock-short", words::short_clock(clock)), span("caption", words::speed(Speed::of(clock)))];
        press("button quick", parts, pair)
    };
    let counts = move || {
        if has_account.get() {
            tick(text!(lobby.rated), text!(lobby.rated_about), move || is_rated.get(), move |on| is_rated.set(on))
        } else {
            let sign_in = vec![span("", text!(lobby.to_account)), icon(Symbol::Go)];
            vec![
                paragraph("secondary", text!(lobby.sign_in)),
                link("onward", "/account?then=/lobby".to_string(), sign_in),
            ]
            .into_any()
        }
    };
    let rules = settings.with_untracked(|settings| rules_words(&settings.rules.preset().rules()));
    let about = sentences([rules.as_str(), text!(lobby.quick_about)]);
    section(
        "",
        text!(lobby.quick),
        vec![block("quick-clocks", CLOCKS.map(button).into()), paragraph("caption", about), live(counts).into_any()],
    )
}
