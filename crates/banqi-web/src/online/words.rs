//! What is said of players, of what games count for, and of questions that got no answer.

use std::time::Duration;

use banqi_wire::{Clock, Rated, Scoring, Side, Speed};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::request::{Failure, encoded};
use crate::game::words::{level, rules as rules_words, time};
use crate::live::span;
use crate::route::link;
use crate::text::{Language, list, text};

pub(crate) fn waiting() -> &'static str {
    text!(players.waiting)
}

pub(crate) fn again() -> &'static str {
    text!(players.again)
}

/// Why there is no answer.
pub(crate) fn failure(failure: &Failure) -> &'static str {
    match (failure.status, failure.error.as_str()) {
        (0, _) => text!(players.unreachable),
        (200, _) => text!(players.newer),
        (_, "wrong_credentials") => text!(players.wrong_credentials),
        (_, "signed_out") => text!(players.signed_out),
        (_, "signed_in") => text!(players.signed_in),
        (_, "name_taken") => text!(players.name_taken),
        (_, "bad_name") => text!(players.bad_name),
        (_, "bad_password") => text!(players.bad_password),
        (_, "account_needed") => text!(players.account_needed),
        (_, "out_of_range") => text!(players.out_of_range),
        (_, "taken") => text!(players.taken),
        (_, "over") => text!(players.gone),
        (404, _) => text!(players.not_found),
        (429, _) => text!(players.too_many),
        (500.., _) => text!(players.busy),
        _ => text!(players.refused),
    }
}

/// How somebody is called.
pub(crate) fn name(side: &Side) -> String {
    match side {
        Side::Nobody => text!(players.nobody).to_string(),
        Side::Guest => text!(players.guest).to_string(),
        Side::Account { name, .. } => name.clone(),
        Side::Computer { level: strength } => {
            text!(players.computer, level = level(*strength))
        }
    }
}

/// `1523?`: a mark says that it is provisional.
pub(crate) fn written_rating(rating: i32, provisional: bool) -> String {
    format!("{rating}{}", if provisional { "?" } else { "" })
}

pub(crate) fn rating(side: &Side) -> Option<String> {
    match side {
        Side::Account { rating: Some(rating), provisional, .. } => Some(written_rating(*rating, *provisional)),
        _ => None,
    }
}

/// Somebody and their rating, with a link to their page.
pub(crate) fn player(side: &Side) -> AnyView {
    let name = name(side);
    let named = match side {
        Side::Account { .. } => link("player", profile_path(&name), vec![span("", name)]),
        _ => span("player", name),
    };
    line_name(rated_name(named, side))
}

/// Somebody and their rating, in the name of a line that leads elsewhere.
pub(crate) fn named(side: &Side) -> AnyView {
    line_name(rated_name(span("player", name(side)), side))
}

/// Two players and their ratings.
pub(crate) fn both(creator: &Side, friend: &Side) -> AnyView {
    let [creator, friend] = [creator, friend].map(|side| rated_name(span("player", name(side)), side));
    let and = span("rating", format!(" {} ", text!(players.and)));
    line_name(creator.into_iter().chain([and]).chain(friend).collect())
}

/// The spaces are part of the text, so that a line can be broken there.
fn rated_name(name: AnyView, side: &Side) -> Vec<AnyView> {
    let rating = rating(side).map(|rating| span("rating", format!(" {rating}")));
    std::iter::once(name).chain(rating).collect()
}

pub(crate) fn line_name(parts: Vec<AnyView>) -> AnyView {
    view! { <span class="line-name">{parts}</span> }.into_any()
}

/// A number with the sign that is as wide as a plus.
pub(crate) fn amount(amount: i64) -> String {
    amount.to_string().replace('-', "−")
}

/// As [`amount`], with a plus too: what has changed.
pub(crate) fn change(by: i64) -> String {
    format!("{by:+}").replace('-', "−")
}

pub(crate) fn profile_path(name: &str) -> String {
    format!("/u/{}", encoded(name))
}

/// `Rated`.
pub(crate) fn scoring(scoring: Scoring) -> String {
    match scoring {
        Scoring::Casual => text!(players.casual).to_string(),
        Scoring::Rated => text!(players.rated).to_string(),
        Scoring::Stake { base } => text!(players.stake, base = base),
        Scoring::Ranked { .. } => text!(players.ranked).to_string(),
    }
}

pub(crate) fn speed(speed: Option<Speed>) -> &'static str {
    match speed {
        Some(Speed::Blitz) => text!(players.blitz),
        Some(Speed::Rapid) => text!(players.rapid),
        Some(Speed::Days) => text!(players.by_days),
        None => text!(players.without_clock),
    }
}

/// `5+3`.
pub(crate) fn short_clock(clock: Clock) -> String {
    match clock {
        Clock::None => text!(players.without_clock).to_string(),
        Clock::Fischer { initial, increment } if initial % 60 == 0 => {
            text!(players.clock_short, minutes = initial / 60, increment = increment)
        }
        Clock::Fischer { initial, increment } => {
            text!(players.clock_short_seconds, seconds = initial, increment = increment)
        }
        Clock::Days { days: 1 } => text!(players.clock_short_day).to_string(),
        Clock::Days { days } => text!(players.clock_short_days, days = days),
    }
}

/// Rules as the server writes them, by their name; as they are written where this client does not know them.
pub(crate) fn rules(written: &str) -> String {
    written.parse().map_or_else(|_| written.to_string(), |rules| rules_words(&rules))
}

/// What is played: `Taiwan, quick · 5 min + 3 s a turn · Rated`.
pub(crate) fn terms(written: &str, clock: Clock, counts: Scoring) -> String {
    [rules(written), time(clock), scoring(counts)].join(" · ")
}

/// How long a game was: `41 turns`.
pub(crate) fn turns(turns: u32) -> String {
    match turns {
        1 => text!(players.turns_1).to_string(),
        turns => text!(players.turns, turns = turns),
    }
}

/// A day as the browser writes it.
pub(crate) fn day(at: u64) -> String {
    date(at, &[("dateStyle", "medium")])
}

/// A day and the time.
pub(crate) fn moment(at: u64) -> String {
    date(at, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

fn date(at: u64, parts: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for (part, style) in parts {
        // An object takes what is set.
        let _ = js_sys::Reflect::set(&options, &JsValue::from_str(part), &JsValue::from_str(style));
    }
    // A browser that is in the same language knows how its player writes days: in London other than in Boston.
    let own = window().navigator().language().unwrap_or_default();
    let page = Language::current().tag();
    let language = if own.get(..2) == page.get(..2) { own } else { page.to_string() };
    let at = Duration::from_millis(at).as_secs_f64() * 1000.0;
    js_sys::Date::new(&JsValue::from_f64(at)).to_locale_string(&language, &options).into()
}

/// A rating with its games: `1523?`, `7 games, provisional`.
pub(crate) fn rated(rated: &Rated) -> (String, String) {
    let games = match rated.games {
        1 => text!(players.games_rated_1).to_string(),
        count => text!(players.games_rated, count = count),
    };
    let about = if rated.provisional { list(&[games, text!(players.provisional).to_string()]) } else { games };
    (written_rating(rated.rating, rated.provisional), about)
}
