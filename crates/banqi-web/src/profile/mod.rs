//! A player's page: what everybody can see.

mod graph;

use banqi_wire::{Profile, Results, Speed};
use leptos::prelude::*;

use crate::archive::{Search, lines};
use crate::field::{Arrangement, Choice, radios};
use crate::icon::{Symbol, icon};
use crate::live::{block, figures, live, paragraph, section, span};
use crate::online::answer::{game_page, head_to_head, profile, rating_graph};
use crate::online::fetch::Fetch;
use crate::online::me::{Me, me};
use crate::online::request::encoded;
use crate::online::words;
use crate::page::page;
use crate::route::{Address, Route, link, onward};
use crate::text::text;
use crate::whole::Whole;

/// A player's page.
pub(crate) fn profile_page(_: Whole, name: &str) -> AnyView {
    let drawn = Fetch::new(format!("/api/users/{}", encoded(name)))
        .draw(move |fields| profile(fields).map(|profile| drawn(&profile)));
    page("page net profile", name, vec![drawn])
}

fn drawn(profile: &Profile) -> AnyView {
    let since = text!(players.since, day = words::day(profile.since));
    let number = |name: &'static str, number: i64| (name.to_string(), span("", words::amount(number)));
    let numbers = figures(
        "numbers",
        vec![
            number(text!(players.points), profile.points),
            number(text!(players.best_day), profile.best_day),
            number(text!(players.balance), profile.balance),
        ],
    );
    let withheld =
        (profile.withheld > 0).then(|| paragraph("secondary", text!(players.withheld, count = profile.withheld)));
    let mut left = vec![paragraph("secondary since", since), own(profile.name.clone()), numbers];
    left.push(section("", text!(players.ratings), vec![ratings(profile)]));
    left.push(section("", text!(players.results), vec![results(profile.results), withheld.into_any()]));
    left.push(between(profile.name.clone()));
    let mut right = Vec::new();
    if let Some(rated) = profile.ratings.first() {
        right.push(over_time(profile, rated.speed));
    }
    right.push(latest(&profile.name));
    block("halves", vec![block("", left), block("", right)])
}

fn ratings(profile: &Profile) -> AnyView {
    if profile.ratings.is_empty() {
        return paragraph("empty", text!(players.no_ratings));
    }
    let rated = profile.ratings.iter().map(|rated| {
        let (rating, about) = words::rated(rated);
        let value = vec![span("", rating), span("about-figure", about)].into_any();
        (words::speed(Some(rated.speed)).to_string(), value)
    });
    figures("lines-of-figures", rated.collect())
}

fn results(results: Results) -> AnyView {
    let number = |name: &'static str, number: u32| (name.to_string(), span("", number.to_string()));
    figures(
        "numbers",
        vec![
            number(text!(players.won), results.won),
            number(text!(players.drawn), results.drawn),
            number(text!(players.lost), results.lost),
        ],
    )
}

/// The line of each speed that the player has a rating of.
fn over_time(profile: &Profile, first: Speed) -> AnyView {
    let chosen = RwSignal::new(first);
    let speeds: Vec<Speed> = profile.ratings.iter().map(|rated| rated.speed).collect();
    let tabs = (speeds.len() > 1).then(|| {
        let choices = speeds.iter().map(|&speed| Choice::new(speed, words::speed(Some(speed)))).collect();
        let legend = text!(players.graph);
        radios("speed", legend, Arrangement::Tabs, choices, move || chosen.get(), move |speed| chosen.set(speed))
    });
    let name = profile.name.clone();
    let drawn = live(move || {
        let speed = chosen.get();
        Fetch::new(format!("/api/users/{}/ratings/{}", encoded(&name), speed.name()))
            .draw(move |fields| rating_graph(fields).map(|points| graph::graph(speed, &points)))
    });
    section("", text!(players.graph), vec![tabs.into_any(), drawn.into_any()])
}

fn latest(name: &str) -> AnyView {
    let archive = Search::of(name).address();
    let games = Fetch::new(format!("/api/users/{}/games", encoded(name))).draw(move |fields| {
        let games = game_page(fields)?.games;
        if games.is_empty() {
            return Some(paragraph("empty", text!(players.no_games)));
        }
        let all = vec![span("", text!(players.latest_all)), icon(Symbol::Go)];
        let latest = games.get(..10).unwrap_or(&games);
        Some(block("", vec![lines(latest), link("onward", archive.clone(), all)]))
    });
    section("", text!(players.latest), vec![games])
}

/// To whoever looks at the page that others see of them: that it is their own, and the way to what only they see.
fn own(name: String) -> AnyView {
    let me = me();
    let drawn = move || {
        let is_own = me.with(|me| me.account().is_some_and(|account| is_same(&account.name, &name)));
        if !is_own {
            return ().into_any();
        }
        onward(Route::Page(Address::ACCOUNT), text!(players.your_profile))
    };
    live(drawn).into_any()
}

/// Whether both are one player: names differ by more than their capitals.
fn is_same(name: &str, other: &str) -> bool {
    name.to_lowercase() == other.to_lowercase()
}

/// How the player and the one who looks did against each other.
fn between(name: String) -> AnyView {
    let me = me();
    let drawn = move || {
        let own = match me.get() {
            Me::Account(account) if !is_same(&account.name, &name) => account.name,
            _ => return ().into_any(),
        };
        let path = format!("/api/users/{}/against/{}", encoded(&own), encoded(&name));
        let drawn = Fetch::new(path).draw(move |fields| {
            let both = head_to_head(fields)?;
            let Results { won, drawn, lost } = both.results;
            if both.games.is_empty() && won + drawn + lost == 0 {
                return Some(paragraph("empty", text!(players.head_to_head_none)));
            }
            let text = text!(players.head_to_head_text, won = won, drawn = drawn, lost = lost);
            let games = both.games.get(..5).unwrap_or(&both.games);
            Some(block("", vec![paragraph("lead", text), lines(games)]))
        });
        section("", text!(players.head_to_head), vec![drawn])
    };
    live(drawn).into_any()
}
