//! What the computer finds: the best actions, each with the chance to win and the line that is expected, and what a flip is worth
//! by what comes up.

use banqi::{Action, Colour, Game, Ply};
use banqi_worker::{Analysis, Candidate, Outcome};
use leptos::prelude::*;

use super::desk::Desk;
use super::thinker::State;
use super::words;
use crate::board::Mini;
use crate::board::words::piece as piece_name;
use crate::field::select;
use crate::game::course::effect;
use crate::game::{Shown, drawn_turn};
use crate::live::{live, live_while, press, word};
use crate::text::{Language, text};

/// So many lines are to be seen before anybody asks for more.
const USUAL: &str = "3";

/// The computer's part of the page.
pub(super) fn lines(desk: Desk) -> AnyView {
    let thinker = desk.thinker;
    let wanted = RwSignal::new(USUAL.to_string());
    // Every action of a position has a line, so there are as many until something else is looked at.
    let count = Memo::new(move |_| {
        let found = thinker.found.with(|found| found.as_ref().map_or(0, |found| found.candidates.len()));
        // All of them, where it is no number.
        wanted.with(|wanted| wanted.parse().unwrap_or(usize::MAX)).min(found)
    });
    // Until there are lines, their room is kept.
    let is_awaited = Memo::new(move |_| count.get() == 0 && thinker.state.get() == State::Thinks);
    // Which line's outcomes are to be seen.
    let open = RwSignal::new(None::<Action>);
    let rows = move || {
        let rows: Vec<AnyView> = (0..count.get()).map(|index| row(desk, index, open)).collect();
        let class = if is_awaited.get() { "lines awaited" } else { "lines" };
        view! { <ol class=class>{rows}</ol> }.into_any()
    };
    let numbers = (1..=5).map(|number| (number.to_string(), number.to_string()));
    let numbers = numbers.chain([("all".to_string(), text!(analysis.all).to_string())]).collect();
    let changed: Box<dyn FnMut(web_sys::Event)> =
        Box::new(move |event| thinker.is_on.set(event_target_checked(&event)));
    let say = move |()| {
        let said = desk.shown.with_untracked(|Shown(game)| {
            thinker.found.with_untracked(|found| found.as_ref().map(|found| words::evaluation(game, found)))
        });
        desk.say(said.unwrap_or_else(|| status(desk)));
    };
    view! {
        <section class="thoughts" aria-label=text!(analysis.computer)>
            <div class="thoughts-head">
                <label class="check">
                    <input type="checkbox" role="switch" prop:checked=thinker.is_on on:change=changed />
                    <span class="what">{text!(analysis.computer)}</span>
                </label>
                {select("lines", text!(analysis.lines), numbers, wanted)}
            </div>
            {live(move || chances(desk))}
            {live(rows)}
            <p class="thoughts-state caption">{Signal::derive(move || status(desk))}</p>
            <div class="buttons">
                {word("button small", text!(analysis.say), say)}
                {live_while(
                    move || thinker.state.get() == State::Done,
                    move || word("button small", text!(analysis.deeper), move |()| thinker.look_deeper()),
                )}
                {live_while(
                    move || thinker.state.get() == State::Failed,
                    move || word("button small", text!(analysis.try_again), move |()| thinker.try_again()),
                )}
            </div>
        </section>
    }
    .into_any()
}

/// What the computer is doing, and how far it is.
fn status(desk: Desk) -> String {
    let thinker = desk.thinker;
    let far = thinker.found.with(|found| {
        found.as_ref().map(|found| {
            text!(analysis.depth, depth = found.depth, nodes = words::nodes(found.nodes, Language::current()))
        })
    });
    let state = match thinker.state.get() {
        State::Off => return text!(analysis.off).to_string(),
        State::Over => return text!(analysis.over).to_string(),
        State::Failed => return text!(analysis.failed).to_string(),
        State::Thinks if far.is_none() => text!(analysis.thinks),
        State::Thinks => text!(game.thinking),
        State::Done => text!(analysis.done),
    };
    far.map_or_else(|| state.to_string(), |far| format!("{far} · {state}"))
}

/// Who is to move, and the chance to win, once that is known.
fn chances(desk: Desk) -> AnyView {
    let (position, is_over) = desk.study.with(|study| (*study.position(), study.outcome().is_some()));
    if is_over {
        return ().into_any();
    }
    let best = desk.thinker.found.with(|found| found.as_ref().and_then(|found| Some(found.candidates.first()?.points)));
    let head = best.map_or_else(|| words::to_move(&position), |points| words::standing(&position, points));
    let red = best.map(|points| if position.side() == Some(Colour::Black) { 1000 - points } else { points });
    let bar = position.side().map(|_| {
        view! {
            <div class="share" aria-hidden="true">
                {red.map(|red| view! { <div style:width=width(red)></div> })}
            </div>
        }
    });
    view! {
        <div class="chances">
            <p>{head}</p>
            {bar}
        </div>
    }
    .into_any()
}

/// As much of a bar as these points are.
fn width(points: u16) -> String {
    format!("{}.{}%", points / 10, points % 10)
}

/// One of the lines. It stays while what it says changes, and so does the focus.
fn row(desk: Desk, index: usize, open: RwSignal<Option<Action>>) -> AnyView {
    let found = desk.thinker.found;
    let candidate =
        Memo::new(move |_| found.with(|found: &Option<Analysis>| found.as_ref()?.candidates.get(index).cloned()));
    let action = move || candidate.with(|candidate| candidate.as_ref().and_then(Candidate::action));
    let has_outcomes =
        move || candidate.with(|candidate| candidate.as_ref().is_some_and(|candidate| !candidate.outcomes.is_empty()));
    let is_open = Memo::new(move |_| has_outcomes() && open.get() == action() && open.get().is_some());
    let play = move |()| {
        if let Some(action) = untrack(action) {
            desk.play(action);
        }
    };
    let line = move || {
        candidate.with(|candidate| {
            candidate.as_ref().map_or_else(
                || ().into_any(),
                |candidate| desk.shown.with_untracked(|Shown(game)| drawn(game, candidate)),
            )
        })
    };
    let toggle = Callback::new(move |()| {
        let action = untrack(action);
        open.update(|open| *open = if *open == action { None } else { action });
    });
    let id = format!("outcomes-{index}");
    let controls = id.clone();
    let button = move || {
        let expanded = Signal::derive(move || is_open.get().to_string());
        let pressed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| toggle.run(()));
        view! {
            <button
                type="button"
                class="outcomes-switch"
                aria-expanded=expanded
                aria-controls=controls.clone()
                on:click=pressed
            >
                {text!(analysis.outcomes)}
            </button>
        }
        .into_any()
    };
    let outcomes = move || {
        if !is_open.get() {
            return ().into_any();
        }
        candidate.with(|candidate| candidate.as_ref().map_or_else(|| ().into_any(), table))
    };
    view! {
        <li>
            {press("line-play", vec![live(line).into_any()], play)}
            {live_while(has_outcomes, button)}
            <div id=id>{live(outcomes)}</div>
        </li>
    }
    .into_any()
}

/// A line: the chance, and what is expected to be played.
fn drawn(game: &Game, candidate: &Candidate) -> AnyView {
    let mut game = game.clone();
    let mut turns: Vec<(u32, Vec<(Ply, banqi::Effect)>)> = Vec::new();
    for &ply in &candidate.line {
        let before = *game.position();
        if game.play(ply).is_err() {
            break;
        }
        let played = (ply, effect(&before, ply, game.position()));
        match turns.last_mut() {
            Some((turn, plies)) if *turn == before.turn() => plies.push(played),
            _ => turns.push((before.turn(), vec![played])),
        }
    }
    let turns: Vec<AnyView> = turns
        .iter()
        .map(|(_, plies)| view! { <span class="line-turn">{drawn_turn(plies)} " "</span> }.into_any())
        .collect();
    view! {
        <span class="line-chance">
            {words::chance(candidate.points)}
            <span class="line-bar" aria-hidden="true">
                <span style:width=width(candidate.points)></span>
            </span>
        </span>
        <span class="line-turns">{turns}</span>
    }
    .into_any()
}

/// What a flip is worth by what comes up.
fn table(candidate: &Candidate) -> AnyView {
    let all: u32 = candidate.outcomes.iter().map(|outcome| u32::from(outcome.count)).sum();
    let row = |outcome: &Outcome| {
        let Outcome { piece, count, points } = *outcome;
        view! {
            <tr>
                <th scope="row">
                    <span class="outcome">
                        <Mini piece />
                        {piece_name(piece)}
                    </span>
                </th>
                <td>{words::percent(count.into(), all)}</td>
                <td>{words::chance(points)}</td>
            </tr>
        }
        .into_any()
    };
    let mut outcomes = candidate.outcomes.clone();
    outcomes.sort_by_key(|outcome| std::cmp::Reverse(outcome.points));
    let rows: Vec<AnyView> = outcomes.iter().map(row).collect();
    view! {
        <table class="outcomes">
            <thead>
                <tr>
                    <th scope="col">{text!(analysis.outcome)}</th>
                    <th scope="col">{text!(analysis.probability)}</th>
                    <th scope="col">{text!(analysis.chance_then)}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
            <tfoot>
                <tr>
                    <th scope="row">{text!(analysis.mean)}</th>
                    <td>{words::percent(all, all)}</td>
                    <td>{words::chance(candidate.points)}</td>
                </tr>
            </tfoot>
        </table>
    }
    .into_any()
}
