//! What came up? Whoever looks into a game says so, or lets chance decide.

use banqi::{Action, Colour, Kind, Piece};
use leptos::prelude::*;

use super::desk::Desk;
use super::words;
use crate::board::Mini;
use crate::board::words::piece as piece_name;
use crate::live::{block, press, span, word};
use crate::sheet::Sheet;
use crate::text::text;

/// The sheet that asks what came up.
pub(super) fn sheet(desk: Desk) -> AnyView {
    view! {
        <Sheet
            open=Signal::derive(move || desk.asked.get().is_some())
            on_close=move |()| desk.asked.set(None)
            label=Signal::derive(move || desk.asked.get().map_or_else(String::new, title))
        >
            {content(desk)}
        </Sheet>
    }
    .into_any()
}

fn title(action: Action) -> String {
    match action {
        Action::Flip(square) | Action::Move { to: square, .. } => text!(analysis.what_came_up, square = square),
        Action::End => String::new(),
    }
}

fn content(desk: Desk) -> AnyView {
    let Some(action) = desk.asked.get() else { return ().into_any() };
    let bag = desk.study.with_untracked(|study| study.position().bag());
    let all = bag.len();
    let choice = |piece: Piece| {
        let count = bag.count(piece);
        let share = text!(analysis.share, count = count, all = all, percent = words::percent(count.into(), all));
        let parts =
            vec![view! { <Mini piece /> }.into_any(), span("came-name", piece_name(piece)), span("came-share", share)];
        (count > 0).then(|| press("came", parts, move |()| desk.came_up(Some(piece))))
    };
    let column = |colour| {
        block("came-column", Kind::ALL.into_iter().filter_map(|kind| choice(Piece::new(colour, kind))).collect())
    };
    view! {
        <h2>{title(action)}</h2>
        <div class="came-all" role="group" aria-label=title(action)>
            {Colour::ALL.map(column).collect_view()}
        </div>
        <div class="buttons">
            {word("button first", text!(analysis.at_random), move |()| desk.came_up(None))}
            {word("button", text!(analysis.cancel), move |()| desk.asked.set(None))}
        </div>
    }
    .into_any()
}
