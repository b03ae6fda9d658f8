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
use crate::i18n::{Locale, t, t_string, use_i18n};
use crate::icon::{Icon, Symbol};

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

/// A row of the list: the turns of First and Second.
fn rows(turns: Vec<PlayedTurn>) -> Vec<(u32, [Option<PlayedTurn>; 2])> {
    let mut rows: Vec<(u32, [Option<PlayedTurn>; 2])> = Vec::new();
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

/// The turn that is shown, in the list.
fn current(list: &web_sys::HtmlElement) -> Option<web_sys::HtmlElement> {
    html(list.query_selector("[aria-current]").ok().flatten()?)
}

fn html(element: web_sys::Element) -> Option<web_sys::HtmlElement> {
    element.dyn_into().ok()
}

/// The list, with the buttons to step through it.
#[component]
pub(super) fn Moves(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let list = NodeRef::<Div>::new();
    let plies = Memo::new(move |_| play.session.with(|session| session.game().plies().collect::<Vec<_>>()));
    let shown = Memo::new(move |_| play.session.with(Session::shown_plies));
    let all = move || plies.with(Vec::len);
    let table = move || {
        plies.track();
        let rows = rows(play.session.with_untracked(|session| course::turns(session.game())));
        rows.into_iter()
            .map(|(number, turns)| {
                let cells = turns.map(|turn| match turn {
                    Some(turn) => view! { <td><Turn play turn shown /></td> }.into_any(),
                    None => view! { <td></td> }.into_any(),
                });
                view! {
                    <tr>
                        <th scope="row">{number}</th>
                        {cells.collect_view()}
                    </tr>
                }
            })
            .collect_view()
    };
    // What is shown is to be seen.
    Effect::new(move || {
        shown.track();
        plies.track();
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
    let pressed = move |event: web_sys::KeyboardEvent| {
        let key = event.key();
        match key.as_str() {
            "ArrowLeft" | "ArrowUp" => play.act(|session| session.look_by_turn(false)),
            "ArrowRight" | "ArrowDown" => play.act(|session| session.look_by_turn(true)),
            "Home" => play.act(|session| session.look(0)),
            "End" | "Escape" if shown.get_untracked() < all() => play.act(|session| session.look(usize::MAX)),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        // The focus goes along.
        request_animation_frame(move || {
            let Some(list) = list.try_get_untracked().flatten() else { return };
            if let Some(current) = current(&list) {
                // An element of the page can have the focus.
                let _ = current.focus();
            }
        });
    };
    view! {
        <section class="moves" aria-label=move || t_string!(i18n, game.moves) on:keydown=pressed>
            <h2>{t!(i18n, game.moves)}</h2>
            <div class="moves-list" node_ref=list>
                <Show
                    when=move || { all() > 0 }
                    fallback=move || view! { <p class="moves-none">{t!(i18n, game.moves_none)}</p> }
                >
                    <table>
                        <colgroup>
                            <col class="number" />
                            <col />
                            <col />
                        </colgroup>
                        <thead class="hidden">
                            <tr>
                                <th scope="col">{t!(i18n, game.move_number)}</th>
                                <th scope="col">{t!(i18n, game.move_first)}</th>
                                <th scope="col">{t!(i18n, game.move_second)}</th>
                            </tr>
                        </thead>
                        <tbody>{table}</tbody>
                    </table>
                </Show>
            </div>
            <Steps play />
        </section>
    }
}

/// The buttons to step back and forth.
#[component]
pub(super) fn Steps(play: Play) -> impl IntoView {
    let i18n = use_i18n();
    let shown = Memo::new(move |_| play.session.with(Session::shown_plies));
    let is_looking = Memo::new(move |_| play.session.with(Session::is_looking_back));
    let where_at = move || {
        let turn = play.shown.with(|Shown(game)| game.position().turn());
        let all = play.session.with(|session| session.game().position().turn());
        if shown.get() == 0 {
            t_string!(i18n, game.looking_start).to_string()
        } else {
            t_string!(i18n, game.looking, turn = turn - 1, all = all - 1).to_string()
        }
    };
    view! {
        <div class="steps">
            <button
                class="button icon-only"
                aria-label=move || t_string!(i18n, game.back)
                aria-disabled=move || if shown.get() == 0 { "true" } else { "false" }
                on:click=move |_| play.act(|session| session.look_by_turn(false))
            >
                <Icon symbol=Symbol::Back />
            </button>
            <button
                class="button icon-only mirrored"
                aria-label=move || t_string!(i18n, game.forward)
                aria-disabled=move || if is_looking.get() { "false" } else { "true" }
                on:click=move |_| play.act(|session| session.look_by_turn(true))
            >
                <Icon symbol=Symbol::Back />
            </button>
            <Show when=move || is_looking.get()>
                <span class="steps-where">{where_at}</span>
                <button class="button first" on:click=move |_| play.act(|session| session.look(usize::MAX))>
                    {t!(i18n, game.back_to_game)}
                </button>
            </Show>
        </div>
    }
}

#[component]
fn Turn(play: Play, turn: PlayedTurn, shown: Memo<usize>) -> impl IntoView {
    let i18n = use_i18n();
    let end = turn.end;
    let is_current = move || shown.get() == end;
    let parts = written(&turn.plies)
        .into_iter()
        .map(|(text, piece)| {
            view! {
                <span>{text}</span>
                {piece.map(|piece| {
                    view! {
                        <Mini piece=piece />
                        <span class="hidden">{move || name(i18n.get_locale(), piece)}</span>
                    }
                })}
            }
        })
        .collect_view();
    view! {
        <button
            class="move"
            aria-current=move || is_current().then_some("step")
            on:click=move |_| play.act(|session| session.look(end))
        >
            {parts}
        </button>
    }
}

fn name(locale: Locale, piece: banqi::Piece) -> String {
    format!(" {}", piece_name(locale, piece))
}

#[cfg(test)]
mod tests {
    use banqi::Game;

    use super::*;

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
