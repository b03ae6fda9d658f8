//! Leaderboards: points, ratings and stakes, of today, this week and all time.

use banqi_wire::{Board, BoardLine, BoardPage, Window};
use leptos::prelude::*;

use crate::icon::{Symbol, icon};
use crate::live::{block, paragraph, span};
use crate::online::answer::board_page;
use crate::online::fetch::Fetch;
use crate::online::words::{amount, profile_path, speed};
use crate::page::page;
use crate::route::link;
use crate::text::text;
use crate::whole::Whole;

/// A page of a leaderboard; `number` is from 1.
pub(crate) fn boards_page(_: Whole, board: Board, window: Window, number: u32) -> AnyView {
    let path = format!("/api/boards/{}?window={}&page={}", board.name(), window.name(), number - 1);
    let boards = Board::ALL.map(|other| tab(name(other), address(other, window, 1), other == board));
    let windows = Window::ALL.map(|other| tab(window_name(other), address(board, other, 1), other == window));
    let about = match board {
        Board::Points => text!(players.about_points),
        Board::Stake => text!(players.about_stake),
        Board::Rating(_) => text!(players.about_rating),
    };
    let lines = Fetch::new(path).draw(move |fields| board_page(fields).map(|page| lines(board, window, &page)));
    let parts = vec![
        tabs(text!(players.board), boards.into()),
        tabs(text!(players.window), windows.into()),
        lines,
        paragraph("secondary about-board", about),
        link("onward", "/archive".to_string(), vec![span("", text!(players.archive)), icon(Symbol::Go)]),
    ];
    page("page net boards", text!(players.boards), parts)
}

fn name(board: Board) -> &'static str {
    match board {
        Board::Points => text!(players.board_points),
        Board::Stake => text!(players.board_stake),
        Board::Rating(of) => speed(Some(of)),
    }
}

fn window_name(window: Window) -> &'static str {
    match window {
        Window::Day => text!(players.day),
        Window::Week => text!(players.week),
        Window::All => text!(players.all),
    }
}

fn address(board: Board, window: Window, number: u32) -> String {
    let window = match window {
        Window::All => String::new(),
        other => format!("window={}", other.name()),
    };
    let number = if number > 1 { format!("page={number}") } else { String::new() };
    let between = if window.is_empty() || number.is_empty() { "" } else { "&" };
    let question = if window.is_empty() && number.is_empty() { "" } else { "?" };
    format!("/boards/{}{question}{window}{between}{number}", board.name())
}

fn tab(name: &'static str, to: String, is_current: bool) -> AnyView {
    if is_current {
        return view! { <a aria-current="page">{name}</a> }.into_any();
    }
    link("", to, vec![span("", name)])
}

fn tabs(label: &'static str, tabs: Vec<AnyView>) -> AnyView {
    view! {
        <nav class="tabs" aria-label=label>
            {tabs}
        </nav>
    }
    .into_any()
}

fn lines(board: Board, window: Window, page: &BoardPage) -> AnyView {
    if page.players == 0 {
        let mut parts = vec![paragraph("empty", text!(players.board_empty))];
        if board == Board::Points {
            let to_points = vec![span("", text!(players.to_points)), icon(Symbol::Go)];
            parts.push(link("button", "/ranked".to_string(), to_points));
        }
        return block("nothing", parts);
    }
    let own = page.own.as_ref();
    let place = own.map(|own| {
        let place = text!(players.own_place, place = own.place, players = page.players);
        paragraph("own-place", place)
    });
    let mut rows: Vec<AnyView> = page.lines.iter().map(|of| line(board, of, own == Some(of))).collect();
    // Who is elsewhere on the board is shown below what is here.
    if let Some(own) = own.filter(|own| !page.lines.contains(own)) {
        rows.push(line(board, own, true));
    }
    let counted = match board {
        Board::Points => text!(players.points),
        Board::Stake => text!(players.balance),
        Board::Rating(_) => text!(players.rating),
    };
    let best = has_days(board).then(|| view! { <th scope="col">{text!(players.best_day)}</th> });
    let table = view! {
        <table class="places">
            <thead>
                <tr>
                    <th scope="col">{text!(players.place)}</th>
                    <th scope="col">{text!(players.player)}</th>
                    <th scope="col">{counted}</th>
                    {best}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any();
    let mut parts: Vec<AnyView> = place.into_iter().collect();
    parts.push(table);
    let pages = page.players.div_ceil(page.size.max(1));
    if pages > 1 {
        parts.push(pager(board, window, page.page + 1, pages));
    }
    block("", parts)
}

/// Whether there is a best day of it.
fn has_days(board: Board) -> bool {
    !matches!(board, Board::Rating(_))
}

fn line(board: Board, line: &BoardLine, is_own: bool) -> AnyView {
    let best = has_days(board).then(|| view! { <td>{amount(line.best_day)}</td> });
    view! {
        <tr class=if is_own { "own" } else { "" }>
            <td>{line.place.to_string()}</td>
            <th scope="row">{link("player", profile_path(&line.name), vec![span("", line.name.clone())])}</th>
            <td>{amount(line.amount)}</td>
            {best}
        </tr>
    }
    .into_any()
}

fn pager(board: Board, window: Window, number: u32, pages: u32) -> AnyView {
    let to =
        |number: u32, words: &'static str| link("button small", address(board, window, number), vec![span("", words)]);
    let before = (number > 1).then(|| to(number - 1, text!(players.earlier_page)));
    let next = (number < pages).then(|| to(number + 1, text!(players.next_page)));
    let here = text!(players.page_of, page = number, pages = pages);
    view! {
        <nav class="pager" aria-label=text!(players.pages)>
            {before} <p>{here}</p> {next}
        </nav>
    }
    .into_any()
}
