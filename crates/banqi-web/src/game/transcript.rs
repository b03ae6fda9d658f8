//! A whole game as it is heard, typed against the computer: what somebody has who sees nothing of the page.
//!
//! The transcript stands in `transcript.txt`, for people to read. When what is said changes on purpose, this writes it anew:
//! `BANQI_BLESS=1 cargo nextest run -p banqi-web transcript`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use banqi::{Action, Cell, Game, Position, Preset, Square};
use banqi_deal::Deal;
use banqi_engine::{Engine, Level, Limits};
use banqi_table::Party;
use banqi_worker::{Answer, Ask, Said};

use super::command::heard;
use super::players::{Opponent, Players};
use super::session::Session;
use super::words;
use crate::board::words::piece;

fn think(game: &Game, level: Level, nodes: u64) -> Action {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    Engine::new(level, 4).think(game, &limits, &|| false).expect("it goes on").action
}

/// What the computer plays, as it is heard.
fn computer(session: &mut Session) -> Option<String> {
    let question = session.question()?;
    let said = match question.ask {
        Ask::Draw(_) => Said::Draw(false),
        Ask::Action => {
            let action = think(session.game(), question.level, 500);
            Said::Action { action, value: 0, line: Vec::new(), nodes: 1, depth: 1, offers_draw: false }
        }
    };
    let happened = session.answered(&Answer { number: question.number, said });
    Some(words::said(session, &happened))
}

/// Plays until somebody has won: what is typed, and what is heard.
fn play() -> (Session, Vec<(String, String)>) {
    let game = Game::new(Preset::TaiwanQuick.rules());
    let deal = Deal::from_seed(game.position(), 11);
    let players = Players { opponent: Opponent::Computer(Level::Easy), first: Party::Host };
    let mut session = Session::new(game, deal, players, false, 1);
    let mut all = Vec::new();
    for question in ["help", "who", "board"] {
        all.push((question.to_string(), heard(&mut session, question)));
    }
    let mut turn = 0;
    while !session.is_over() {
        let action = think(session.game(), Level::Master, 3_000);
        if let (0, Action::Move { from, .. }) = (turn % 9, action) {
            let asked = format!("moves {from}");
            all.push((asked.clone(), heard(&mut session, &asked)));
        }
        let typed = action.to_string();
        all.push((typed.clone(), heard(&mut session, &typed)));
        all.extend(computer(&mut session).map(|said| (String::new(), said)));
        turn += 1;
        if turn % 15 == 0 {
            for question in ["who", "limits", "captured", "bag", "row b", "last"] {
                all.push((question.to_string(), heard(&mut session, question)));
            }
        }
    }
    (session, all)
}

fn written(all: &[(String, String)]) -> String {
    let mut text = String::new();
    for (typed, said) in all {
        if !typed.is_empty() {
            let _ = writeln!(text, "> {typed}");
        }
        let _ = writeln!(text, "{said}");
    }
    text
}

#[test]
fn a_whole_game_is_heard() {
    let (_, all) = play();
    let text = written(&all);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/game/transcript.txt");
    if std::env::var_os("BANQI_BLESS").is_some() {
        std::fs::write(path, &text).expect("the transcript is written");
    }
    let kept = std::fs::read_to_string(path).expect("there is a transcript");
    assert!(kept == text, "what is heard has changed; BANQI_BLESS=1 writes it anew");
}

/// Who only listens knows the whole board at the end.
#[test]
fn what_is_heard_is_enough_to_know_the_board() {
    let (session, all) = play();
    let mut board: BTreeMap<Square, String> = Square::all().map(|square| (square, "face down".to_string())).collect();
    // What is asked was heard before.
    for (_, said) in all.iter().filter(|(typed, _)| typed != "last") {
        for part in said.trim_start_matches("Computer: ").split(". ") {
            note(&mut board, part.trim_end_matches('.').trim_start_matches("Computer: "));
        }
    }
    let position: &Position = session.game().position();
    for (square, heard) in board {
        let is = match position.cell(square) {
            Cell::FaceUp(found) => piece(found),
            Cell::FaceDown => "face down",
            Cell::Empty | Cell::Outside => "empty",
        };
        assert_eq!(heard, is, "{square}");
    }
    assert!(all.last().is_some_and(|(_, said)| said.contains("You win. ") || said.contains("Draw. ")), "{all:?}");
}

/// Notes a part of what was said on a board.
fn note(board: &mut BTreeMap<Square, String>, part: &str) {
    let square = |text: &str| text.parse::<Square>().ok();
    if let Some((at, found)) = part.split_once(" flipped: ")
        && let Some(at) = square(at)
    {
        board.insert(at, found.to_string());
        return;
    }
    let Some((mover, way)) = part.split_once(", ") else { return };
    let (from, to) = match way.split_once(" takes ") {
        Some((from, taken)) => (from, taken.rsplit_once(" on ").map_or("", |(_, to)| to)),
        None => way.split_once(" to ").unwrap_or_default(),
    };
    if let (Some(from), Some(to)) = (square(from), square(to)) {
        assert_eq!(board[&from], mover, "{part}");
        board.insert(from, "empty".to_string());
        board.insert(to, mover.to_string());
    }
}
