//! The command box: moves and a few words, typed.

use banqi::{Action, Turn};
use leptos::prelude::*;

use super::play::{Play, Sheets};
use super::session::{Happened, Session};
use super::words::{self, Words};
use crate::text::text;

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    Turn(Vec<Action>),
    EndChain,
    Bag,
    Draw,
    Resign,
    TakeBack,
    TurnBoard,
    Clock,
}

/// Moves are written as in a record, and the words are the same in every language.
fn read(text: &str) -> Option<Command> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "end" => return Some(Command::EndChain),
        "bag" => return Some(Command::Bag),
        "draw" => return Some(Command::Draw),
        "resign" => return Some(Command::Resign),
        "undo" | "back" => return Some(Command::TakeBack),
        "clock" => return Some(Command::Clock),
        "turn" => return Some(Command::TurnBoard),
        _ => {}
    }
    // People write a move with a space or a dash of another length.
    let squares = text.split(['-', '–', '—', ' ', '×', 'x']).filter(|square| !square.is_empty());
    let text = squares.collect::<Vec<_>>().join("-");
    let Turn(plies) = text.parse().ok()?;
    plies.iter().all(|ply| ply.revealed.is_none()).then(|| Command::Turn(plies.iter().map(|ply| ply.action).collect()))
}

/// The command box.
#[component]
pub(super) fn CommandBox(play: Play) -> AnyView {
    let typed = RwSignal::new(String::new());
    let done = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = typed.get_untracked();
        if text.trim().is_empty() {
            return;
        }
        if let Some(command) = read(&text) {
            obey(play, command);
            typed.set(String::new());
        } else {
            let words = text!(game.command_unknown, text = text.trim());
            play.say(words.clone());
            play.show_note(Words::plain(words));
        }
    };
    view! {
        <form class="command" on:submit=done>
            <label for="command">{text!(game.command)}</label>
            <input
                id="command"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                placeholder=text!(game.command_hint)
                prop:value=typed
                on:input=move |event| typed.set(event_target_value(&event))
            />
        </form>
    }
    .into_any()
}

fn obey(play: Play, command: Command) {
    match command {
        Command::Turn(actions) => play.act(|session| session.play_turn(&actions)),
        Command::EndChain => play.act(Session::end_chain),
        Command::Draw => play.offer_draw(),
        Command::TakeBack => play.act(Session::take_back),
        Command::TurnBoard => play.viewpoint.update(|seat| *seat = !*seat),
        Command::Resign => {
            if play.session.with_untracked(Session::resigning).is_some() {
                play.sheet.set(Some(Sheets::Resign));
            } else {
                play.act(|_| vec![Happened::Refused(super::session::Refusal::Over)]);
            }
        }
        Command::Bag => tell(play, play.session.with_untracked(|session| words::bag(session.game()))),
        Command::Clock => match play.clocks() {
            Some(words) => tell(play, words),
            None => play.act(|_| vec![Happened::Refused(super::session::Refusal::NoClock)]),
        },
    }
}

fn tell(play: Play, words: String) {
    play.say(words.clone());
    play.show_note(Words::plain(words));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(actions: &[&str]) -> Command {
        Command::Turn(actions.iter().map(|action| action.parse().expect("an action")).collect())
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        assert_eq!(read("b4"), Some(turn(&["b4"])));
        for text in ["c4-b4", " C4-B4 ", "c4b4", "c4 b4", "c4–b4", "c4×b4", "c4xb4", "c4 - b4"] {
            assert_eq!(read(text), Some(turn(&["c4-b4"])), "{text}");
        }
        assert_eq!(read("b2-b3-c3"), Some(turn(&["b2-b3", "b3-c3"])));
    }

    #[test]
    fn words_are_read() {
        assert_eq!(read("Bag"), Some(Command::Bag));
        assert_eq!(read("end"), Some(Command::EndChain));
        assert_eq!(read("undo"), Some(Command::TakeBack));
    }

    #[test]
    fn nobody_says_what_comes_up() {
        for text in ["b4=K", "c4-b4=K", "hello", "z9", "", "-"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
