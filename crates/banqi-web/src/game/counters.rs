//! The counters: turns without progress, positions that come back, chases. Each says what it counts to.

use banqi::{Game, Kind, Piece};
use leptos::prelude::*;

use super::play::{Play, Shown};
use crate::board::Mini;
use crate::board::words::kind as kind_name;
use crate::i18n::{t, t_string, use_i18n};

/// More pips than this are a number.
const MOST_PIPS: u16 = 8;

/// Turns without a flip or a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Quiet {
    turns: u32,
    limit: Option<u16>,
    /// The turn after which none were.
    since: u32,
}

impl Quiet {
    fn of(game: &Game) -> Self {
        let position = game.position();
        let (turns, limit) = (position.quiet(), game.rules().parameters().quiet);
        Self { turns, limit, since: position.turn().saturating_sub(turns + 1) }
    }

    /// How many are left, in the last sixth.
    fn last_chance(self) -> Option<u32> {
        let left = u32::from(self.limit?).saturating_sub(self.turns);
        (left * 6 <= u32::from(self.limit?)).then_some(left)
    }
}

/// A running chase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    chaser: Piece,
    target: Piece,
    count: u16,
    limit: u16,
}

/// The chase that has gone on longest.
fn chase(game: &Game) -> Option<Running> {
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
fn repeated(game: &Game) -> Option<(u32, u16)> {
    let limit = game.rules().parameters().repetition?;
    let count = game.occurrences();
    (count > 1).then_some((count, limit))
}

/// All counters.
#[component]
pub(super) fn Counters(play: Play) -> impl IntoView {
    let quiet = Memo::new(move |_| play.shown.with(|Shown(game)| Quiet::of(game)));
    let chase = Memo::new(move |_| play.shown.with(|Shown(game)| chase(game)));
    let repeated = Memo::new(move |_| play.shown.with(|Shown(game)| repeated(game)));
    view! {
        <div class="counters">
            <QuietCounter quiet />
            {move || repeated.get().map(|(count, limit)| view! { <RepeatCounter count limit /> })}
            {move || chase.get().map(|running| view! { <ChaseCounter running /> })}
        </div>
    }
}

#[component]
fn QuietCounter(quiet: Memo<Quiet>) -> impl IntoView {
    let i18n = use_i18n();
    let limit = move || quiet.get().limit;
    let why = move || {
        let Quiet { turns, limit, since } = quiet.get();
        match (limit, turns) {
            (None, _) => t_string!(i18n, game.quiet_none).to_string(),
            (Some(limit), 0) => t_string!(i18n, game.quiet_at, limit = limit).to_string(),
            (Some(limit), _) => t_string!(i18n, game.quiet_since, turn = since, limit = limit).to_string(),
        }
    };
    let soon = move || {
        let left = quiet.get().last_chance()?;
        Some(t_string!(i18n, game.quiet_soon, left = left).to_string())
    };
    let width = move || {
        let Quiet { turns, limit, .. } = quiet.get();
        let share = f64::from(turns) / f64::from(limit.unwrap_or(1)) * 100.0;
        format!("{:.2}%", share.min(100.0))
    };
    view! {
        <section class="counter" class:last-chance=move || quiet.get().last_chance().is_some()>
            <p class="counter-number">
                {move || quiet.get().turns} {move || limit().map(|limit| view! { <small>"/"{limit}</small> })}
            </p>
            <div class="counter-text">
                <h2>{t!(i18n, game.quiet_title)}</h2>
                <p class="counter-short">
                    {move || soon().unwrap_or_else(|| t_string!(i18n, game.quiet_turns).to_string())}
                </p>
                {move || limit().map(|_| view! { <div class="meter" aria-hidden="true"><div style:width=width></div></div> })}
                <p class="counter-why">{move || soon().map(|soon| view! { <b>{soon} ". "</b> })} {why}</p>
            </div>
        </section>
    }
}

#[component]
fn RepeatCounter(count: u32, limit: u16) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <section class="counter">
            <p class="counter-number">{count} <small>"/"{limit}</small></p>
            <div class="counter-text">
                <h2>{t!(i18n, game.repeated_title)}</h2>
                <p class="counter-short">{t!(i18n, game.repeated)}</p>
                <p class="counter-why">{t!(i18n, game.repeated_why, count = count, limit = limit)}</p>
            </div>
        </section>
    }
}

#[component]
fn ChaseCounter(running: Running) -> impl IntoView {
    let i18n = use_i18n();
    let Running { chaser, target, count, limit } = running;
    let left = limit.saturating_sub(count);
    let name = move |kind: Kind| kind_name(i18n.get_locale(), kind);
    let title =
        move || t_string!(i18n, game.chase_title, chaser = name(chaser.kind), target = name(target.kind)).to_string();
    let more = move || match left {
        0 => t_string!(i18n, game.chase_full).to_string(),
        1 => t_string!(i18n, game.chase_more_1).to_string(),
        _ => t_string!(i18n, game.chase_more, left = left).to_string(),
    };
    let short = move || match left {
        0 => t_string!(i18n, game.chase_full_short).to_string(),
        1 => t_string!(i18n, game.chase_more_short_1).to_string(),
        _ => t_string!(i18n, game.chase_more_short, left = left).to_string(),
    };
    let pips = (limit <= MOST_PIPS).then(|| {
        let pips = (0..limit).map(|pip| view! { <span class="pip" class:full=pip < count></span> }).collect_view();
        view! { <p class="pips" aria-hidden="true">{pips}</p> }
    });
    view! {
        <section class="counter chase">
            <p class="counter-number">{count} <small>"/"{limit}</small></p>
            <div class="counter-text">
                <p class="chase-minis" aria-hidden="true">
                    <Mini piece=chaser />
                    <span class="chase-arrow">"→"</span>
                    <Mini piece=target />
                </p>
                <h2>{title}</h2>
                {pips}
                <p class="counter-short">
                    {t!(i18n, game.chase_short, count = count, limit = limit)} " " {short}
                </p>
                <p class="counter-why">{more} " " {t!(i18n, game.chase_clears)}</p>
            </div>
        </section>
    }
}
