//! The command box: moves and a few words, typed.

use banqi::{Action, Square, Turn};
use leptos::prelude::*;

use super::play::{Play, Sheets};
use super::session::{Happened, Offer, Session};
use super::told::{self, Row};
use super::words::{self, Words};
use crate::text::text;

/// What was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Command {
    Turn(Vec<Action>),
    EndChain,
    Draw,
    Resign,
    TakeBack,
    TurnBoard,
    Clock,
    Hint,
    Pause,
    GoOn,
    /// An offer of a draw is answered.
    Answer(bool),
    Rules,
    Asked(Asked),
}

/// What is asked about the game, and answered in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Help,
    Board,
    Row(Row),
    Last,
    Moves(Square),
    Who,
    Captured,
    Limits,
    Bag,
}

/// Moves are written as in a record, and the words are the same in every language.
fn read(text: &str) -> Option<Command> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "end" => return Some(Command::EndChain),
        "bag" => return Some(Command::Asked(Asked::Bag)),
        "help" | "?" => return Some(Command::Asked(Asked::Help)),
        "board" => return Some(Command::Asked(Asked::Board)),
        "last" => return Some(Command::Asked(Asked::Last)),
        "who" => return Some(Command::Asked(Asked::Who)),
        "captured" => return Some(Command::Asked(Asked::Captured)),
        "limits" => return Some(Command::Asked(Asked::Limits)),
        "hint" => return Some(Command::Hint),
        "pause" => return Some(Command::Pause),
        "go" => return Some(Command::GoOn),
        "accept" | "yes" => return Some(Command::Answer(true)),
        "decline" | "no" => return Some(Command::Answer(false)),
        "rules" => return Some(Command::Rules),
        "draw" => return Some(Command::Draw),
        "resign" => return Some(Command::Resign),
        "undo" | "back" => return Some(Command::TakeBack),
        "clock" => return Some(Command::Clock),
        "turn" => return Some(Command::TurnBoard),
        _ => {}
    }
    if let Some((word, what)) = text.split_once(' ') {
        let what = what.trim();
        match word {
            "row" => return Row::read(what).map(Asked::Row).map(Command::Asked),
            "moves" => return what.parse().ok().map(Asked::Moves).map(Command::Asked),
            _ => {}
        }
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
        Command::TurnBoard => play.turn_board(),
        Command::Resign => {
            if play.session.with_untracked(Session::resigning).is_some() {
                play.sheet.set(Some(Sheets::Resign));
            } else {
                play.act(|_| vec![Happened::Refused(super::session::Refusal::Over)]);
            }
        }
        Command::Hint => play.act(Session::want_hint),
        Command::Pause => play.pause(),
        Command::GoOn => play.go_on(),
        Command::Answer(accept) => {
            if matches!(play.session.with_untracked(Session::offer), Offer::ToAnswer(_)) {
                play.answer_offer(accept);
            } else {
                tell(play, text!(game.command_not_now).to_string());
            }
        }
        Command::Rules => play.sheet.set(Some(Sheets::Rules)),
        Command::Asked(asked) => tell(play, play.session.with_untracked(|session| answer(session, asked))),
        Command::Clock => match play.clocks() {
            Some(words) => tell(play, words),
            None => play.act(|_| vec![Happened::Refused(super::session::Refusal::NoClock)]),
        },
    }
}

/// What is asked, in words.
fn answer(session: &Session, asked: Asked) -> String {
    let game = session.game();
    match asked {
        Asked::Help => text!(game.command_help).to_string(),
        Asked::Board => told::board(game),
        Asked::Row(row) => told::row(game, row),
        Asked::Last => told::last(session),
        Asked::Moves(square) => told::moves(session, square),
        Asked::Who => told::who(session),
        Asked::Captured => told::captured(session),
        Asked::Limits => told::limits(game),
        Asked::Bag => words::bag(game),
    }
}

/// What is heard of what is typed, where this device is the referee.
#[cfg(test)]
pub(super) fn heard(session: &mut Session, text: &str) -> String {
    let happened = match read(text) {
        Some(Command::Turn(actions)) => session.play_turn(&actions),
        Some(Command::EndChain) => session.end_chain(),
        Some(Command::Draw) => session.offer_draw(),
        Some(Command::Resign) => session.resign(),
        Some(Command::TakeBack) => session.take_back(),
        Some(Command::Hint) => session.want_hint(),
        Some(Command::Answer(accept)) => session.answer_offer(accept),
        Some(Command::Asked(asked)) => return answer(session, asked),
        other => panic!("{text}: {other:?}"),
    };
    words::said(session, &happened)
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
        assert_eq!(read("Bag"), Some(Command::Asked(Asked::Bag)));
        assert_eq!(read("row b"), Some(Command::Asked(Asked::Row(Row::File(1)))));
        assert_eq!(read("Row 3"), Some(Command::Asked(Asked::Row(Row::Rank(2)))));
        assert_eq!(read("moves b2"), Some(Command::Asked(Asked::Moves("b2".parse().expect("a square")))));
        assert_eq!(read("yes"), Some(Command::Answer(true)));
        assert_eq!(read("row e"), None);
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
