//! The list of moves, and stepping back through it to look.

use banqi::{Action, Effect as Did, Ply, Seat, Square};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::course::{self, PlayedTurn};
use super::play::{Play, Shown};
use super::session::Session;
use crate::board::Mini;
use crate::board::words::piece as piece_name;
use crate::icon::{Icon, Symbol};
use crate::live::{Press, live, live_while, word};
use crate::text::text;

/// So many rows of a long list are drawn together: those around what is shown.
const PART: usize = 100;

/// A turn as it is written in the list: text, and what came up or was taken.
fn written(plies: &[(Ply, Did)]) -> Vec<(String, Option<banqi::Piece>)> {
    let mut at: Option<Square> = None;
    let mut parts = Vec::new();
    for &(ply, effect) in plies {
        let (text, piece) = match (ply.action, effect) {
            (Action::End, _) => continue,
            (Action::Flip(square), Did::Flipped(piece)) => (square.to_string(), Some(piece)),
            (Action::Flip(square), _) => (square.to_string(), None),
            (Action::Move { from, to }, effect) => {
                let (sign, piece) = match effect {
                    Did::Captured(piece) | Did::TookDark(piece) => ('×', Some(piece)),
                    Did::Bounced(piece) | Did::Lost(piece) => ('–', Some(piece)),
                    _ => ('–', None),
                };
                // A chain goes on from where it is.
                let from = if at == Some(from) { String::new() } else { from.to_string() };
                at = Some(to);
                (format!("{from}{sign}{to}"), piece)
            }
        };
        parts.push((text, piece));
    }
    parts
}

/// A row of the list, with its number: the turns of First and Second.
type Row = (u32, [Option<PlayedTurn>; 2]);

fn rows(turns: Vec<PlayedTurn>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for turn in turns {
        let number = turn.number.div_ceil(2);
        let place = usize::from(turn.seat == Seat::Second);
        match rows.last_mut() {
            Some((last, turns)) if *last == number => turns[place] = Some(turn),
            _ => {
                let mut both = [None, None];
                both[place] = Some(turn);
                rows.push((number, both));
            }
        }
    }
    rows
}

/// What is drawn of a list: all of one that is not very long, or else the rows around the turn that is shown.
#[derive(Clone, PartialEq, Debug)]
struct Part {
    turns: Vec<PlayedTurn>,
    /// How many plies are shown at the row before it, and at the one after it.
    earlier: Option<usize>,
    later: Option<usize>,
}

impl Part {
    /// Looks at no more turns than it takes: there may be thousands.
    fn of(turns: &[PlayedTurn], shown: usize) -> Self {
        let row = |turn: &PlayedTurn| turn.number.div_ceil(2) as usize;
        let first = turns.first().map_or(0, row);
        let count = turns.last().map_or(0, |last| row(last) + 1 - first);
        let at = turns.partition_point(|turn| turn.end < shown);
        let current = turns.get(at).or(turns.last()).map_or(0, |turn| row(turn) - first);
        let rows = drawn_rows(count, current);
        let [start, end] = [rows.start, rows.end].map(|bound| turns.partition_point(|turn| row(turn) - first < bound));
        let beyond = |turn: Option<&PlayedTurn>| turn.map(|turn| turn.end);
        Self {
            turns: turns[start..end].to_vec(),
            earlier: beyond(start.checked_sub(1).map(|before| &turns[before])),
            later: beyond(turns.get(end)),
        }
    }
}

/// Which rows are drawn where this one is shown: all of a list that is not very long, or else its part and those beside it.
fn drawn_rows(count: usize, shown: usize) -> std::ops::Range<usize> {
    if count <= 3 * PART {
        return 0..count;
    }
    let part = shown / PART;
    part.saturating_sub(1) * PART..((part + 2) * PART).min(count)
}

/// The turn that is shown, in the list.
fn current(list: &web_sys::HtmlElement) -> Option<web_sys::HtmlElement> {
    html(list.query_selector("[aria-current]").ok().flatten()?)
}

/// The focus goes along to the turn that is shown next.
fn follow_focus(list: NodeRef<Div>) {
    request_animation_frame(move || {
        let Some(list) = list.try_get_untracked().flatten() else { return };
        if let Some(current) = current(&list) {
            // An element of the page can have the focus.
            let _ = current.focus();
        }
    });
}

fn html(element: web_sys::Element) -> Option<web_sys::HtmlElement> {
    element.dyn_into().ok()
}

/// Where in a game to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    /// A turn further back, or forth.
    Turn { later: bool },
    /// After so many plies, or as many as there are.
    Plies(usize),
}

/// The list, with the buttons to step through it.
#[component]
pub(super) fn Moves(play: Play) -> AnyView {
    let Play { session, .. } = play;
    let turns = Memo::new(move |_| session.with(|session| course::turns(session.game())));
    let shown = Memo::new(move |_| session.with(Session::shown_plies));
    let look = move |look| match look {
        Look::Turn { later } => play.act(|session| session.look_by_turn(later)),
        Look::Plies(plies) => play.act(|session| session.look(plies)),
    };
    view! {
        <MoveList turns shown look>
            <Steps play />
        </MoveList>
    }
    .into_any()
}

/// The turns of a game, of which one is shown, with what leads through them.
#[component]
pub(crate) fn MoveList(
    turns: Memo<Vec<PlayedTurn>>,
    /// So many plies are shown.
    shown: Memo<usize>,
    #[prop(into)] look: Callback<Look>,
    children: Children,
) -> AnyView {
    let list = NodeRef::<Div>::new();
    // Until another part of it is shown, nothing is drawn anew.
    let part = Memo::new(move |_| turns.with(|turns| Part::of(turns, shown.get())));
    let listed = move || {
        let Part { turns, earlier, later } = part.get();
        if turns.is_empty() {
            return view! { <p class="moves-none">{text!(game.moves_none)}</p> }.into_any();
        }
        let beyond = |what: &'static str, plies: usize| {
            let go = move |()| {
                look.run(Look::Plies(plies));
                follow_focus(list);
            };
            word("button small", what, go)
        };
        let earlier = earlier.map(|plies| beyond(text!(game.moves_earlier), plies));
        let later = later.map(|plies| beyond(text!(game.moves_later), plies));
        let table = table(look, shown, rows(turns));
        earlier.into_iter().chain([table]).chain(later).collect_view().into_any()
    };
    // What is shown is to be seen.
    Effect::new(move || {
        shown.track();
        turns.track();
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            // Places are counted from the table, which begins where the list does.
            let row = current(&list).and_then(|current| html(current.closest("tr").ok().flatten()?));
            let Some(row) = row else { return list.set_scroll_top(0) };
            let (top, height, row) = (row.offset_top(), list.client_height(), row.offset_height());
            if top < list.scroll_top() || top + 2 * row > list.scroll_top() + height {
                list.set_scroll_top(top + 2 * row - height);
            }
        });
    });
    let is_last = move || {
        let end = turns.with_untracked(|turns| turns.last().map_or(0, |turn| turn.end));
        shown.get_untracked() == end
    };
    let pressed = move |event: web_sys::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" | "ArrowUp" => look.run(Look::Turn { later: false }),
            "ArrowRight" | "ArrowDown" => look.run(Look::Turn { later: true }),
            "Home" => look.run(Look::Plies(0)),
            "End" => look.run(Look::Plies(usize::MAX)),
            "Escape" if !is_last() => look.run(Look::Plies(usize::MAX)),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        follow_focus(list);
    };
    view! {
        <section class="moves" aria-label=text!(game.moves) on:keydown=pressed>
            <h2>{text!(game.moves)}</h2>
            <div class="moves-list" node_ref=list>
                {live(listed)}
            </div>
            {children()}
        </section>
    }
    .into_any()
}

fn table(look: Callback<Look>, shown: Memo<usize>, rows: Vec<Row>) -> AnyView {
    let rows = rows.into_iter().map(|(number, turns)| {
        let cell = |turn: Option<PlayedTurn>| view! { <td>{turn.map(|turn| button(look, &turn, shown))}</td> };
        view! {
            <tr>
                <th scope="row">{number.to_string()}</th>
                {turns.map(cell).collect_view()}
            </tr>
        }
    });
    view! {
        <table>
            <colgroup>
                <col class="number" />
                <col />
                <col />
            </colgroup>
            <thead class="hidden">
                <tr>
                    <th scope="col">{text!(game.move_number)}</th>
                    <th scope="col">{text!(game.move_first)}</th>
                    <th scope="col">{text!(game.move_second)}</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

fn button(look: Callback<Look>, turn: &PlayedTurn, shown: Memo<usize>) -> AnyView {
    let end = turn.end;
    let is_current = Signal::derive(move || (shown.get() == end).then_some("step"));
    let pressed: Box<dyn FnMut(web_sys::MouseEvent)> = Box::new(move |_| look.run(Look::Plies(end)));
    view! {
        <button type="button" class="move" aria-current=is_current on:click=pressed>
            {drawn(&turn.plies)}
        </button>
    }
    .into_any()
}

/// A turn as it is drawn in a line.
pub(crate) fn drawn(plies: &[(Ply, Did)]) -> Vec<AnyView> {
    let part = |(text, piece): (String, Option<banqi::Piece>)| {
        let piece = piece.map(|piece| {
            view! {
                <Mini piece />
                <span class="hidden">{format!(" {}", piece_name(piece))}</span>
            }
        });
        view! {
            <span>{text}</span>
            {piece}
        }
        .into_any()
    };
    written(plies).into_iter().map(part).collect()
}

/// The buttons to step back and forth.
#[component]
pub(super) fn Steps(play: Play) -> AnyView {
    let Play { session, shown, .. } = play;
    let is_first = Signal::derive(move || session.with(|session| session.shown_plies() == 0));
    let is_last = Signal::derive(move || session.with(|session| !session.is_looking_back()));
    let place = Signal::derive(move || {
        let turn = shown.with(|Shown(game)| game.position().turn());
        let all = session.with(|session| session.game().position().turn());
        if is_first.get() {
            text!(game.looking_start).to_string()
        } else {
            text!(game.looking, turn = turn - 1, all = all - 1)
        }
    });
    let back = move || {
        view! {
            <span class="steps-where">{place}</span>
            <Press class="button first" on_press=move |()| play.act(|session| session.look(usize::MAX))>
                {text!(game.back_to_game)}
            </Press>
        }
        .into_any()
    };
    let step = move |later| move |()| play.act(|session| session.look_by_turn(later));
    view! {
        <div class="steps">
            <Press class="button icon-only" label=text!(game.back) off=is_first on_press=step(false)>
                <Icon symbol=Symbol::Back />
            </Press>
            <Press
                class="button icon-only mirrored"
                label=text!(game.forward)
                off=is_last
                on_press=step(true)
            >
                <Icon symbol=Symbol::Back />
            </Press>
            {live_while(move || !is_last.get(), back)}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use banqi::Game;

    use super::*;

    #[test]
    fn of_a_long_list_a_part_is_drawn() {
        assert_eq!(drawn_rows(300, 150), 0..300);
        assert_eq!(drawn_rows(2500, 0), 0..200);
        assert_eq!(drawn_rows(2500, 99), 0..200);
        assert_eq!(drawn_rows(2500, 100), 0..300);
        assert_eq!(drawn_rows(2500, 1234), 1100..1400);
        assert_eq!(drawn_rows(2500, 2499), 2300..2500);
    }

    #[test]
    fn a_part_knows_what_is_beyond_it() {
        let turn = |number: u32| PlayedTurn {
            number,
            seat: if number % 2 == 1 { Seat::First } else { Seat::Second },
            end: number as usize - 40,
            plies: Vec::new(),
        };
        // The first turn is Second's, so that there are 501 rows.
        let turns: Vec<PlayedTurn> = (42..=1042).map(turn).collect();
        let part = |shown| {
            let Part { turns, earlier, later } = Part::of(&turns, shown);
            (turns.len(), earlier, later)
        };
        assert_eq!(part(0), (399, None, Some(401)));
        assert_eq!(part(500), (600, Some(200), Some(801)));
        assert_eq!(part(1002), (202, Some(800), None));
        assert_eq!(Part::of(&[], 0).turns.len(), 0);
        assert_eq!(Part::of(&turns[..500], 7).turns.len(), 500);
    }

    #[test]
    fn turns_are_written_as_the_design_has_them() {
        let start = "3k/4/4/4/4/1npc/1R2/?3 r p1 0 41".parse().expect("a position");
        let mut game = Game::from_position("taiwan-quick:chain=on".parse().expect("rules"), start).expect("fits");
        for ply in ["b2-b3", "b3-c3", "end", "d8-d7", "a1=p"] {
            game.play(ply.parse().expect("a ply")).expect("legal");
        }
        let turns = course::turns(&game);
        let texts: Vec<Vec<String>> =
            turns.iter().map(|turn| written(&turn.plies).into_iter().map(|(text, _)| text).collect()).collect();
        assert_eq!(texts, [vec!["b2×b3", "×c3"], vec!["d8–d7"], vec!["a1"]]);
        let rows = rows(turns);
        assert_eq!(rows.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [21, 22]);
        assert!(rows[1].1[1].is_none());
    }
}
