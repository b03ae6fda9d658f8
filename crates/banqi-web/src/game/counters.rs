//! The counters: turns without progress, positions that come back, chases. Each says what it counts to.

use banqi::{Game, Piece};
use leptos::prelude::*;

use super::play::{Play, Shown};
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::live::live;
use crate::text::{sentences, text};

/// More pips than this are a number.
const MOST_PIPS: u16 = 8;

/// Turns without a flip or a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Quiet {
    pub(super) turns: u32,
    pub(super) limit: Option<u16>,
    /// The turn after which none were.
    since: u32,
}

impl Quiet {
    pub(super) fn of(game: &Game) -> Self {
        let position = game.position();
        let (turns, limit) = (position.quiet(), game.rules().parameters().quiet);
        Self { turns, limit, since: position.turn().saturating_sub(turns + 1) }
    }

    /// How many are left, in the last sixth.
    pub(super) fn last_chance(self) -> Option<u32> {
        let left = u32::from(self.limit?).saturating_sub(self.turns);
        (left * 6 <= u32::from(self.limit?)).then_some(left)
    }
}

/// A running chase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Running {
    pub(super) chaser: Piece,
    pub(super) target: Piece,
    pub(super) count: u16,
    pub(super) limit: u16,
}

/// The chase that has gone on longest.
pub(super) fn chase(game: &Game) -> Option<Running> {
    let limit = game.rules().parameters().chase?;
    let longest = game.chases().max_by_key(|chase| chase.count)?;
    let position = game.position();
    Some(Running {
        chaser: position.piece(longest.chaser)?,
        target: position.piece(longest.target)?,
        count: longest.count,
        limit,
    })
}

/// How often this position has come up, where that matters and it has.
pub(super) fn repeated(game: &Game) -> Option<(u32, u16)> {
    let limit = game.rules().parameters().repetition?;
    let count = game.occurrences();
    (count > 1).then_some((count, limit))
}

/// All counters.
#[component]
pub(super) fn Counters(play: Play) -> AnyView {
    let Play { shown, .. } = play;
    let drawn = move || {
        shown.with(|Shown(game)| {
            view! {
                {quiet_counter(Quiet::of(game))}
                {repeated(game).map(|(count, limit)| repeat_counter(count, limit))}
                {chase(game).map(chase_counter)}
            }
            .into_any()
        })
    };
    view! { <div class="counters">{live(drawn)}</div> }.into_any()
}

/// What all counters have: the count, out of what, a title, and why it matters; `short` is for where there is no room.
struct Counter {
    class: &'static str,
    count: u32,
    limit: Option<u16>,
    title: String,
    short: String,
    why: String,
    /// Between title and explanation.
    picture: Option<AnyView>,
}

impl Counter {
    fn drawn(self) -> AnyView {
        let Self { class, count, limit, title, short, why, picture } = self;
        view! {
            <section class=class>
                <p class="counter-number">
                    {count.to_string()} {limit.map(|limit| view! { <small>{format!("/{limit}")}</small> })}
                </p>
                <div class="counter-text">
                    <h2>{title}</h2>
                    {picture}
                    <p class="counter-short">{short}</p>
                    <p class="counter-why">{why}</p>
                </div>
            </section>
        }
        .into_any()
    }
}

fn quiet_counter(quiet: Quiet) -> AnyView {
    let Quiet { turns, limit, since } = quiet;
    let why = match (limit, turns) {
        (None, _) => text!(game.quiet_none).to_string(),
        (Some(limit), 0) => text!(game.quiet_at, limit = limit),
        (Some(limit), _) => text!(game.quiet_since, turn = since, limit = limit),
    };
    let soon = quiet.last_chance().map(|left| text!(game.quiet_soon, left = left));
    let meter = limit.map(|limit| {
        let width = format!("{}%", (turns * 100 / u32::from(limit)).min(100));
        view! {
            <div class="meter" aria-hidden="true">
                <div style:width=width></div>
            </div>
        }
        .into_any()
    });
    Counter {
        class: if soon.is_some() { "counter quiet last-chance" } else { "counter quiet" },
        count: turns,
        limit,
        title: text!(game.quiet_title).to_string(),
        why: soon.as_ref().map_or_else(|| why.clone(), |soon| sentences([soon.as_str(), &why])),
        short: soon.unwrap_or_else(|| text!(game.quiet_turns).to_string()),
        picture: meter,
    }
    .drawn()
}

fn repeat_counter(count: u32, limit: u16) -> AnyView {
    Counter {
        class: "counter",
        count,
        limit: Some(limit),
        title: text!(game.repeated_title).to_string(),
        short: text!(game.repeated).to_string(),
        why: text!(game.repeated_why, count = count, limit = limit),
        picture: None,
    }
    .drawn()
}

fn chase_counter(running: Running) -> AnyView {
    let Running { chaser, target, count, limit } = running;
    let left = limit.saturating_sub(count);
    let (more, short) = match left {
        0 => (text!(game.chase_full).to_string(), text!(game.chase_full_short).to_string()),
        1 => (text!(game.chase_more_1).to_string(), text!(game.chase_more_short_1).to_string()),
        _ => (text!(game.chase_more, left = left), text!(game.chase_more_short, left = left)),
    };
    let begins = text!(game.chase_short, count = count, limit = limit);
    let clears = text!(game.chase_clears);
    let (chaser_name, target_name) = (kind_name(chaser.kind), kind_name(target.kind));
    let pips = (limit <= MOST_PIPS).then(|| {
        let pip = |pip| view! { <span class=if pip < count { "pip full" } else { "pip" }></span> };
        view! { <p class="pips" aria-hidden="true">{(0..limit).map(pip).collect_view()}</p> }
    });
    let picture = view! {
        <p class="chase-minis" aria-hidden="true">
            <Mini piece=chaser />
            <span class="chase-arrow">"→"</span>
            <Mini piece=target />
        </p>
        {pips}
    };
    Counter {
        class: "counter chase",
        count: count.into(),
        limit: Some(limit),
        title: text!(game.chase_title, chaser = chaser_name, target = target_name),
        short: sentences([begins, short]),
        why: sentences([more.as_str(), clears]),
        picture: Some(picture.into_any()),
    }
    .drawn()
}
