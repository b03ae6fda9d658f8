//! The Taiwanese protocol of docs/engine-protocols.md.

use banqi::{Action, Cell, Colour, Piece, Ply, Square};

use super::{Driver, Table};
use crate::{error, run_with};

/// What is said up to the answer to a command, and the answer without its number.
fn ask(driver: &mut Driver, command: &str) -> (Vec<String>, String) {
    let number = command.split(' ').next().expect("a number");
    driver.tell(command);
    let mut lines = vec![driver.line()];
    let answers = [format!("={number}"), format!("?{number}")];
    while !answers.iter().any(|answer| lines.last().is_some_and(|line| line.starts_with(answer.as_str()))) {
        lines.push(driver.line());
    }
    let answer = lines.pop().expect("there is an answer");
    assert!(answer.starts_with(&answers[0]), "{command}: {answer}");
    (lines, answer[answers[0].len()..].trim_start().to_string())
}

/// An action in the words of the protocol, and as a referee tells it with what came up.
fn action(words: &str) -> Action {
    let (from, to) = words.split_once(' ').expect("two squares");
    let square = |text: &str| text.parse::<Square>().unwrap_or_else(|error| panic!("{words}: {error}"));
    if from == to { Action::Flip(square(from)) } else { Action::Move { from: square(from), to: square(to) } }
}

fn told(ply: Ply) -> String {
    match (ply.action, ply.revealed) {
        (Action::Flip(square), Some(piece)) => format!("11 flip {square} {}", piece.letter()),
        (Action::Move { from, to }, None) => format!("10 move {from} {to}"),
        _ => panic!("{ply} has no words"),
    }
}

/// The board as engines print it: the far rank first.
fn picture(table: &Table) -> Vec<String> {
    let letter = |square| match table.game.position().cell(square) {
        Cell::FaceUp(piece) => piece.letter(),
        Cell::FaceDown => 'X',
        Cell::Empty | Cell::Outside => '-',
    };
    let rank = |rank: u8| {
        let letters: Vec<String> =
            (0..4).filter_map(|file| Square::at(file, rank)).map(|square| letter(square).to_string()).collect();
        format!("{}  {}", rank + 1, letters.join("  "))
    };
    (0..8).rev().map(rank).collect()
}

fn colour(table: &Table) -> &'static str {
    match table.game.position().side() {
        Some(Colour::Red) => "red",
        Some(Colour::Black) => "black",
        None => "unknown",
    }
}

/// The 32 squares and 14 counts of a position.
fn set_up(table: &Table) -> String {
    let position = table.game.position();
    let squares = picture(table).iter().map(|line| line[1..].trim().to_string()).collect::<Vec<_>>().join(" ");
    let counts = "KkGgMmRrNnCcPp".chars().filter_map(Piece::from_letter).map(|piece| position.bag().count(piece));
    let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
    format!("18 init_board {} {}", squares.split_whitespace().collect::<Vec<_>>().join(" "), counts.join(" "))
}

#[test]
fn it_introduces_itself() {
    let mut driver = Driver::new(&["--protocol", "tcga"]);
    let mut answer = |command: &str| ask(&mut driver, command).1;
    assert_eq!(answer("0 protocol_version"), "1.1.0");
    assert_eq!(answer("1 name"), "Banqi");
    assert_eq!(answer("2 version"), env!("CARGO_PKG_VERSION"));
    for (name, known) in [("genmove", "true"), ("init_board", "true"), ("time_setting", "true"), ("undo", "false")] {
        assert_eq!(answer(&format!("3 known_command {name}")), known);
    }
    assert_eq!(answer("4 list_commands"), "protocol_version");
    let listed: Vec<String> = (1..19).map(|_| driver.line()).collect();
    assert_eq!((listed[0].as_str(), listed[17].as_str()), ("name", "init_board"));
    for command in ["6 boardsize 8 4", "7 reset_board", "8 num_repetition 3", "9 num_moves_to_draw 60", "14 ready"] {
        assert_eq!(ask(&mut driver, command).1, "");
    }
    for command in ["15 time_setting 900000", "16 time_left red 1000", "13 game_over red", "10 move a0 a0", "5 quit"] {
        assert_eq!(ask(&mut driver, command).1, "");
    }
    assert!(driver.leave().is_empty());
}

/// As a referee does it: asks whose turn it is, and tells both what happened.
#[test]
fn two_engines_play_whole_games() {
    for (seed, more) in [(1, &[][..]), (2, &["15 time_settings 60000"])] {
        let mut table = Table::new("taiwan-league:quiet=40", seed);
        let mut drivers = [(); 2]
            .map(|()| Driver::new(&["--protocol", "tcga", "--level", if more.is_empty() { "normal" } else { "easy" }]));
        for driver in &mut drivers {
            for command in
                ["7 reset_board", "8 num_repetition 3", "9 num_moves_to_draw 40", "14 ready"].iter().chain(more)
            {
                assert_eq!(ask(driver, command).1, "");
            }
        }
        for turn in (0..2).cycle() {
            let colour = colour(&table);
            if !more.is_empty() && colour != "unknown" {
                ask(&mut drivers[turn], &format!("16 time_left {colour} 5000"));
            }
            let (_, words) = ask(&mut drivers[turn], &format!("12 genmove {colour}"));
            let told = told(table.play(action(&words)));
            for driver in &mut drivers {
                assert_eq!(ask(driver, &told).1, "");
                let (shown, _) = ask(driver, "17 showboard");
                assert_eq!(shown[..8], picture(&table), "{told}");
            }
            if table.outcome().is_some() {
                break;
            }
        }
        for driver in drivers {
            assert!(driver.leave().is_empty());
        }
    }
}

#[test]
fn a_position_can_be_set_up() {
    let mut table = Table::new("taiwan-league", 7);
    let mut player = Driver::new(&["--protocol", "tcga", "--level", "normal"]);
    let mut guest = Driver::new(&["--protocol", "tcga", "--level", "normal"]);
    for turn in 0..60 {
        if table.outcome().is_some() {
            break;
        }
        let (_, words) = ask(&mut player, &format!("12 genmove {}", colour(&table)));
        if turn % 7 == 0 {
            assert_eq!(ask(&mut guest, &set_up(&table)).1, "");
            assert_eq!(ask(&mut guest, "17 showboard").0[..8], picture(&table));
            let (_, other) = ask(&mut guest, &format!("12 genmove {}", colour(&table)));
            assert!(table.game.check(action(&other)).is_ok(), "{other} in {}", table.game.position());
            // Whoever's turn it was, the other side is next.
            ask(&mut guest, &told(table.deal.ply(table.game.position(), action(&words))));
        }
        ask(&mut player, &told(table.play(action(&words))));
    }
    assert!(player.leave().is_empty() && guest.leave().is_empty());
}

#[test]
fn who_is_to_move_after_a_set_up_shows_later() {
    let board = "- - - - - - - - - - - - - - - - - - - - - - - - k - - - X - K -";
    let counts = "0 0 0 0 0 0 0 0 0 0 0 0 0 1";
    let set_up = format!("18 init_board {board} {counts}");
    let input = |lines: &[&str]| {
        let text = format!("{set_up}\n{}\n", lines.join("\n"));
        let said = run_with(&["engine", "--protocol", "tcga", "--level", "normal"], text.as_bytes());
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        said.out.lines().map(str::to_string).collect::<Vec<_>>()
    };
    let answers = input(&["12 genmove unknown", "11 flip a1 p", "11 flip a1 p", "10 move a1 b1", "10 move a2 a3"]);
    assert!(answers[1].starts_with("?12 it is not known whose turn it is"), "{answers:?}");
    assert_eq!(answers[2], "=11");
    assert!(answers[3].starts_with("?11 "), "{answers:?}");
    // Black's Soldier steps, then Black's General: the referee knows whose turn it is.
    assert_eq!(answers[4..], ["=10", "=10"]);
    for colour in ["red", "black"] {
        let answers = input(&[&format!("12 genmove {colour}"), "10 move c1 d1"]);
        let from = answers[1].split(' ').nth(1).expect("a square");
        assert!([if colour == "red" { "c1" } else { "a2" }, "a1"].contains(&from), "{answers:?}");
        assert_eq!(answers[2], "=10");
    }
}

/// The referee goes on although the game is drawn by our count; a set limit is a limit.
#[test]
fn the_referee_decides_when_a_game_is_over() {
    let set_up = format!("18 init_board K {} k 0 0 0 0 0 0 0 0 0 0 0 0 0 0", vec!["-"; 30].join(" "));
    let mut driver = Driver::new(&["--protocol", "tcga", "--level", "normal"]);
    ask(&mut driver, "9 num_moves_to_draw 2");
    ask(&mut driver, &set_up);
    for moves in ["a8 b8", "d1 c1", "b8 c8", "c1 b1", "c8 d8"] {
        assert_eq!(ask(&mut driver, &format!("10 move {moves}")).1, "");
    }
    let (_, words) = ask(&mut driver, "12 genmove black");
    assert!(words.starts_with("b1 "), "{words}");
    // Where nothing can be done, all that is left is to resign.
    ask(&mut driver, &format!("18 init_board K {} 0 0 0 0 0 0 0 0 0 0 0 0 0 0", vec!["-"; 31].join(" ")));
    assert_eq!(ask(&mut driver, "12 genmove black").1, "a0 a0");
    assert!(driver.leave().is_empty());
}

#[test]
fn rules_that_it_has_no_words_for_are_refused() {
    let refused = |rules| error(&["engine", "--protocol", "tcga", "--rules", rules]);
    assert!(refused("mainland:chain=on").contains("chain=on: the tcga protocol has no word"));
    assert!(refused("mainland:dark=trade").contains("dark: the tcga protocol has no word"));
    assert!(refused("hong-kong:dark=probe").contains("the uci protocol can play it"));
}

#[test]
fn what_is_wrong_is_answered_as_such() {
    let mut board: Vec<&str> = vec!["X"; 32];
    let start = "1 1 2 2 2 2 2 2 2 2 2 2 5 5";
    let set_up = |board: &[&str], counts: &str| format!("18 init_board {} {counts}", board.join(" "));
    board[3] = "Z";
    let unknown = set_up(&board, start);
    board[3] = "K";
    let too_many = set_up(&board, start);
    let wrong = [
        "6 boardsize",
        "6 boardsize 9 10",
        "8 num_repetition",
        "8 num_repetition 1",
        "8 num_repetition -3",
        "9 num_moves_to_draw many",
        "9 num_moves_to_draw 99999",
        "10 move",
        "10 move a1",
        "10 move a1 a2",
        "10 move e9 a2",
        "10 move a0 a1",
        "10 move a1 a2 a3",
        "11 flip",
        "11 flip a1",
        "11 flip a1 X",
        "11 flip a1 KK",
        "11 flip a0 K",
        "12 genmove",
        "12 genmove green",
        "15 time_settings",
        "15 time_settings soon",
        "16 time_left red",
        "16 time_left green 5",
        "16 time_left 5 red",
        "18 init_board",
        "18 init_board X",
        &unknown,
        &too_many,
        "19",
        "19 undo",
        "4294967295 x",
    ];
    let mut driver = Driver::new(&["--protocol", "tcga"]);
    for line in wrong {
        driver.tell(line);
        let answer = driver.line();
        let number = line.split(' ').next().expect("a number");
        assert!(answer.starts_with(&format!("?{number} ")), "{line}: {answer}");
    }
    for line in ["name", "=1", "-1 name", "1.0 name", "99999999999999999999 name", "\u{0}"] {
        driver.tell(line);
        assert!(driver.line().starts_with("? "), "{line}");
    }
    driver.tell("");
    let (shown, _) = ask(&mut driver, "17 showboard");
    assert_eq!(shown[0], "8  X  X  X  X");
    assert_eq!(shown[8], "   a  b  c  d");
    assert!(driver.leave().is_empty());
}

#[test]
fn no_bytes_end_a_conversation() {
    let mut input = format!("10 move {}\n1 name\n", "a1 ".repeat(1 << 19)).into_bytes();
    input.extend(b"\xff\xfe\n11 flip \xff K\n\0\n1\r\n17\xc3\x28\n");
    input.extend(format!("11 flip a1 {}\n", "漢".repeat(9999)).bytes());
    input.extend(b"1 name");
    let said = run_with(&["engine", "--protocol", "tcga"], &input);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = said.out.lines().collect();
    let begin = ["?10 a line has", "=1 Banqi", "? ", "?11 ", "? ", "=1 Banqi", "? ", "?11 ", "=1 Banqi"];
    assert_eq!(lines.len(), begin.len(), "{lines:?}");
    for (line, begin) in lines.iter().zip(begin) {
        assert!(line.starts_with(begin) && line.len() < 2000, "{line}");
    }
}

#[test]
fn quitting_breaks_off() {
    let mut driver = Driver::new(&["--protocol", "tcga"]);
    // A search without end, but for the clock.
    driver.tell(&format!("18 init_board K - k P {} 0 0 2 2 2 2 2 2 2 2 2 2 4 4", vec!["X"; 28].join(" ")));
    driver.tell("15 time_settings 3600000");
    driver.tell("12 genmove red");
    driver.tell("1 name");
    driver.tell("5 quit");
    let rest = driver.leave();
    let begin: Vec<&str> = rest.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(begin, ["=18", "=15", "=12", "=5"], "{rest:?}");
}
