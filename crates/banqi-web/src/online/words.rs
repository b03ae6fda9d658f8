//! What is said of players, of what games count for, and of questions that got no answer.

use std::time::Duration;

use banqi_wire::{Clock, Rated, Scoring, Side, Speed};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::request::{Failure, encoded};
use crate::game::words::{level, rules as rules_words, time};
use crate::i18n::{Locale, td_string};
use crate::live::span;
use crate::route::link;

pub(crate) fn waiting(locale: Locale) -> &'static str {
    td_string!(locale, players.waiting)
}

pub(crate) fn again(locale: Locale) -> &'static str {
    td_string!(locale, players.again)
}

/// Why there is no answer.
pub(crate) fn failure(locale: Locale, failure: &Failure) -> &'static str {
    match (failure.status, failure.error.as_str()) {
        (0, _) => td_string!(locale, players.unreachable),
        (200, _) => td_string!(locale, players.newer),
        (_, "wrong_credentials") => td_string!(locale, players.wrong_credentials),
        (_, "signed_out") => td_string!(locale, players.signed_out),
        (_, "signed_in") => td_string!(locale, players.signed_in),
        (_, "name_taken") => td_string!(locale, players.name_taken),
        (_, "bad_name") => td_string!(locale, players.bad_name),
        (_, "bad_password") => td_string!(locale, players.bad_password),
        (_, "account_needed") => td_string!(locale, players.account_needed),
        (_, "out_of_range") => td_string!(locale, players.out_of_range),
        (_, "taken") => td_string!(locale, players.taken),
        (_, "over") => td_string!(locale, players.gone),
        (404, _) => td_string!(locale, players.not_found),
        (429, _) => td_string!(locale, players.too_many),
        (500.., _) => td_string!(locale, players.busy),
        _ => td_string!(locale, players.refused),
    }
}

/// How somebody is called.
pub(crate) fn name(locale: Locale, side: &Side) -> String {
    match side {
        Side::Nobody => td_string!(locale, players.nobody).to_string(),
        Side::Guest => td_string!(locale, players.guest).to_string(),
        Side::Account { name, .. } => name.clone(),
        Side::Computer { level: strength } => {
            td_string!(locale, players.computer, level = level(locale, *strength)).to_string()
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
pub(crate) fn player(locale: Locale, side: &Side) -> AnyView {
    let name = name(locale, side);
    let named = match side {
        Side::Account { .. } => link("player", profile_path(&name), vec![span("", name)]),
        _ => span("player", name),
    };
    line_name(rated_name(named, side))
}

/// Somebody and their rating, in the name of a line that leads elsewhere.
pub(crate) fn named(locale: Locale, side: &Side) -> AnyView {
    line_name(rated_name(span("player", name(locale, side)), side))
}

/// Two players and their ratings.
pub(crate) fn both(locale: Locale, creator: &Side, friend: &Side) -> AnyView {
    let [creator, friend] = [creator, friend].map(|side| rated_name(span("player", name(locale, side)), side));
    let and = span("rating", format!(" {} ", td_string!(locale, players.and)));
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
pub(crate) fn scoring(locale: Locale, scoring: Scoring) -> String {
    match scoring {
        Scoring::Casual => td_string!(locale, players.casual).to_string(),
        Scoring::Rated => td_string!(locale, players.rated).to_string(),
        Scoring::Stake { base } => td_string!(locale, players.stake, base = base).to_string(),
        Scoring::Ranked { .. } => td_string!(locale, players.ranked).to_string(),
    }
}

pub(crate) fn speed(locale: Locale, speed: Option<Speed>) -> &'static str {
    match speed {
        Some(Speed::Blitz) => td_string!(locale, players.blitz),
        Some(Speed::Rapid) => td_string!(locale, players.rapid),
        Some(Speed::Days) => td_string!(locale, players.by_days),
        None => td_string!(locale, players.without_clock),
    }
}

/// `5+3`.
pub(crate) fn short_clock(locale: Locale, clock: Clock) -> String {
    match clock {
        Clock::None => td_string!(locale, players.without_clock).to_string(),
        Clock::Fischer { initial, increment } if initial % 60 == 0 => {
            td_string!(locale, players.clock_short, minutes = initial / 60, increment = increment).to_string()
        }
        Clock::Fischer { initial, increment } => {
            td_string!(locale, players.clock_short_seconds, seconds = initial, increment = increment).to_string()
        }
        Clock::Days { days: 1 } => td_string!(locale, players.clock_short_day).to_string(),
        Clock::Days { days } => td_string!(locale, players.clock_short_days, days = days).to_string(),
    }
}

/// Rules as the server writes them, by their name; as they are written where this client does not know them.
pub(crate) fn rules(locale: Locale, written: &str) -> String {
    written.parse().map_or_else(|_| written.to_string(), |rules| rules_words(locale, &rules))
}

/// What is played: `Taiwan, quick · 5 min + 3 s a turn · Rated`.
pub(crate) fn terms(locale: Locale, written: &str, clock: Clock, counts: Scoring) -> String {
    [rules(locale, written), time(locale, clock), scoring(locale, counts)].join(" · ")
}

/// A day as the browser writes it.
pub(crate) fn day(at: u64) -> String {
    date(at, &["dateStyle"])
}

/// A day and the time.
pub(crate) fn moment(at: u64) -> String {
    date(at, &["dateStyle", "timeStyle"])
}

fn date(at: u64, parts: &[&str]) -> String {
    let options = js_sys::Object::new();
    for part in parts {
        // An object takes what is set.
        let _ = js_sys::Reflect::set(&options, &JsValue::from_str(part), &JsValue::from_str("short"));
    }
    // The browser's own language: its way to write days is the one that the player knows.
    let language = window().navigator().language().unwrap_or_default();
    let at = Duration::from_millis(at).as_secs_f64() * 1000.0;
    js_sys::Date::new(&JsValue::from_f64(at)).to_locale_string(&language, &options).into()
}

/// A rating with its games: `1523?`, `7 games, provisional`.
pub(crate) fn rated(locale: Locale, rated: &Rated) -> (String, String) {
    let games = match rated.games {
        1 => td_string!(locale, players.games_rated_1).to_string(),
        count => td_string!(locale, players.games_rated, count = count).to_string(),
    };
    let about = if rated.provisional { format!("{games}, {}", td_string!(locale, players.provisional)) } else { games };
    (written_rating(rated.rating, rated.provisional), about)
}
