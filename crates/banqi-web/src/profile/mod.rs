//! A player's page: what everybody can see.

mod graph;

use banqi_wire::{Profile, Results, Speed};
use leptos::prelude::*;

use crate::archive::{Search, lines};
use crate::field::{Arrangement, Choice, radios};
use crate::i18n::{Locale, td_string};
use crate::icon::{Symbol, icon};
use crate::live::{block, figures, live, paragraph, section, span};
use crate::online::Online;
use crate::online::answer::{game_page, head_to_head, profile, rating_graph};
use crate::online::fetch::Fetch;
use crate::online::me::{Me, me};
use crate::online::request::encoded;
use crate::online::words;
use crate::page::page;
use crate::route::link;
use crate::text::use_locale;

/// A player's page.
pub(crate) fn profile_page(_: Online, name: &str) -> AnyView {
    let locale = use_locale();
    let drawn = Fetch::new(format!("/api/users/{}", encoded(name)))
        .draw(move |fields| profile(fields).map(|profile| drawn(locale, &profile)));
    page("page net profile", name, vec![drawn])
}

fn drawn(locale: Locale, profile: &Profile) -> AnyView {
    let since = td_string!(locale, players.since, day = words::day(profile.since)).to_string();
    let number = |name: &'static str, number: i64| (name.to_string(), span("", words::amount(number)));
    let numbers = figures(
        "numbers",
        vec![
            number(td_string!(locale, players.points), profile.points),
            number(td_string!(locale, players.best_day), profile.best_day),
            number(td_string!(locale, players.balance), profile.balance),
        ],
    );
    let withheld = (profile.withheld > 0)
        .then(|| paragraph("secondary", td_string!(locale, players.withheld, count = profile.withheld).to_string()));
    let mut left = vec![paragraph("secondary lead", since), numbers];
    left.push(section("", td_string!(locale, players.ratings), vec![ratings(locale, profile)]));
    left.push(section(
        "",
        td_string!(locale, players.results),
        vec![results(locale, profile.results), withheld.into_any()],
    ));
    left.push(between(locale, profile.name.clone()));
    let mut right = Vec::new();
    if let Some(rated) = profile.ratings.first() {
        right.push(over_time(locale, profile, rated.speed));
    }
    right.push(latest(locale, &profile.name));
    block("halves", vec![block("", left), block("", right)])
}

fn ratings(locale: Locale, profile: &Profile) -> AnyView {
    if profile.ratings.is_empty() {
        return paragraph("empty", td_string!(locale, players.no_ratings));
    }
    let rated = profile.ratings.iter().map(|rated| {
        let (rating, about) = words::rated(locale, rated);
        let value = vec![span("", rating), span("about-figure", about)].into_any();
        (words::speed(locale, Some(rated.speed)).to_string(), value)
    });
    figures("lines-of-figures", rated.collect())
}

fn results(locale: Locale, results: Results) -> AnyView {
    let number = |name: &'static str, number: u32| (name.to_string(), span("", number.to_string()));
    figures(
        "numbers",
        vec![
            number(td_string!(locale, players.won), results.won),
            number(td_string!(locale, players.drawn), results.drawn),
            number(td_string!(locale, players.lost), results.lost),
        ],
    )
}

/// The line of each speed that the player has a rating of.
fn over_time(locale: Locale, profile: &Profile, first: Speed) -> AnyView {
    let chosen = RwSignal::new(first);
    let speeds: Vec<Speed> = profile.ratings.iter().map(|rated| rated.speed).collect();
    let tabs = (speeds.len() > 1).then(|| {
        let choices = speeds.iter().map(|&speed| Choice::new(speed, words::speed(locale, Some(speed)))).collect();
        let legend = td_string!(locale, players.graph);
        radios("speed", legend, Arrangement::Tabs, choices, move || chosen.get(), move |speed| chosen.set(speed))
    });
    let name = profile.name.clone();
    let drawn = live(move || {
        let speed = chosen.get();
        Fetch::new(format!("/api/users/{}/ratings/{}", encoded(&name), speed.name()))
            .draw(move |fields| rating_graph(fields).map(|points| graph::graph(locale, speed, &points)))
    });
    section("", td_string!(locale, players.graph), vec![tabs.into_any(), drawn.into_any()])
}

fn latest(locale: Locale, name: &str) -> AnyView {
    let archive = Search::of(name).address();
    let games = Fetch::new(format!("/api/users/{}/games", encoded(name))).draw(move |fields| {
        let games = game_page(fields)?.games;
        if games.is_empty() {
            return Some(paragraph("empty", td_string!(locale, players.no_games)));
        }
        let all = vec![span("", td_string!(locale, players.latest_all)), icon(Symbol::Go)];
        let latest = games.get(..10).unwrap_or(&games);
        Some(block("", vec![lines(locale, latest), link("onward", archive.clone(), all)]))
    });
    section("", td_string!(locale, players.latest), vec![games])
}

/// How the player and the one who looks did against each other.
fn between(locale: Locale, name: String) -> AnyView {
    let me = me();
    let drawn = move || {
        let own = match me.get() {
            Me::Account(account) => account.name,
            _ => return ().into_any(),
        };
        if own.to_lowercase() == name.to_lowercase() {
            return paragraph("secondary", td_string!(locale, players.your_profile));
        }
        let path = format!("/api/users/{}/against/{}", encoded(&own), encoded(&name));
        let drawn = Fetch::new(path).draw(move |fields| {
            let both = head_to_head(fields)?;
            let Results { won, drawn, lost } = both.results;
            if both.games.is_empty() && won + drawn + lost == 0 {
                return Some(paragraph("empty", td_string!(locale, players.head_to_head_none)));
            }
            let text = td_string!(locale, players.head_to_head_text, won = won, drawn = drawn, lost = lost).to_string();
            let games = both.games.get(..5).unwrap_or(&both.games);
            Some(block("", vec![paragraph("lead", text), lines(locale, games)]))
        });
        section("", td_string!(locale, players.head_to_head), vec![drawn])
    };
    live(drawn).into_any()
}
