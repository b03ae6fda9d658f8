//! An engine for the tests: it speaks the three protocols, plays the first legal action, and misbehaves when it is asked
//! to. Written from the descriptions of the protocols, so that it does not share the mistakes of what it tests.
//!
//! `fake uci|misty|tcga [MISDEED@N] [--log FILE]`: what it does at the Nth question for an action, once in its life.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, Write as _};
use std::process::{self, Command};
use std::thread;

use banqi::{Action, Game, Ply, Rules};

fn main() {
    let mut fake = Fake::new();
    if fake.misdeed == "deaf" {
        fake.deaf();
    }
    if fake.misdeed == "mute" || fake.protocol == "asleep" {
        wait();
    }
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        fake.note(&line);
        match fake.protocol.as_str() {
            "tcga" => fake.tcga(&line),
            _ => fake.uci(&line),
        }
    }
}

struct Fake {
    protocol: String,
    misdeed: String,
    at: u32,
    asked: u32,
    log: Option<File>,
    /// The name of the log.
    mark: String,
    rules: Rules,
    game: Game,
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        process::exit(0);
    }
}

fn wait() -> ! {
    loop {
        thread::park();
    }
}

impl Fake {
    fn new() -> Self {
        let mut arguments = std::env::args().skip(1);
        let protocol = arguments.next().expect("a protocol");
        let (mut misdeed, mut at, mut log, mut mark) = (String::new(), 1, None, String::new());
        while let Some(argument) = arguments.next() {
            if argument == "--log" {
                let path = arguments.next().expect("a file");
                log = Some(OpenOptions::new().append(true).create(true).open(&path).expect("a log"));
                mark = path;
            } else {
                let (what, number) = argument.split_once('@').unwrap_or((&argument, "1"));
                (misdeed, at) = (what.into(), number.parse().expect("a number"));
            }
        }
        let preset = if protocol == "tcga" { "taiwan-league" } else { "taiwan-club" };
        let rules: Rules = preset.parse().expect("a preset");
        Self { protocol, misdeed, at, asked: 0, log, mark, rules, game: Game::new(rules) }
    }

    fn note(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            writeln!(log, "{line}").expect("a log");
        }
    }

    /// Does what it is to do instead of an answer, if it is time for that.
    fn misbehave(&mut self) {
        self.asked += 1;
        if self.asked != self.at {
            return;
        }
        match self.misdeed.as_str() {
            "crash" => process::exit(3),
            "late" => wait(),
            "illegal" => self.answer(if self.protocol == "misty" { "a0h3" } else { "a1-d8" }),
            "garbage" => self.answer("no\u{1b}[31midea"),
            "flood" => loop {
                say("info string there is always more to say");
            },
            // A very long line without an end, and what follows it.
            "long" => {
                let _ = io::stdout().write_all(&vec![b'x'; 10 << 20]);
                say("");
            }
            // Bytes that are no text.
            "binary" => {
                let _ = io::stdout().write_all(b"\xff\xfe\0\x01\n=99 a1 a1\n?12\xff\n");
            }
            // Something that outlives it, and holds its output.
            "orphan" => {
                let program = std::env::current_exe().expect("a program");
                Command::new(program).args(["asleep", &self.mark]).spawn().expect("a child");
                process::exit(4);
            }
            _ => {}
        }
    }

    fn answer(&self, text: &str) {
        match self.protocol.as_str() {
            "tcga" => say(&format!("=12 {}", text.replace('-', " "))),
            _ => say(&format!("bestmove {text}")),
        }
    }

    /// Answers without reading a word.
    fn deaf(&self) -> ! {
        say("uciok");
        say("readyok");
        say("readyok");
        loop {
            self.answer("a1");
        }
    }

    fn first_action(&self) -> Action {
        // Backwards: the moves stand behind the flips, and games end.
        *self.game.actions().last().expect("the game is not over")
    }

    fn uci(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] => {
                say("id name Fake");
                say("option name Hash type spin default 1 min 1 max 9999");
                say("uciok");
            }
            ["isready"] => say("readyok"),
            ["setoption", "name", "Rules", "value", rules] => self.rules = rules.parse().expect("rules"),
            ["setoption", ..] | ["ucinewgame"] => {}
            ["position", rest @ ..] => {
                let (start, moves) = rest.split_at(rest.iter().position(|word| *word == "moves").unwrap_or(rest.len()));
                let is_misty = self.protocol == "misty";
                let start = match start {
                    ["startpos"] => banqi::Position::start(),
                    ["fen", fields @ ..] if is_misty => misty::position(fields).parse().expect("a position"),
                    ["fen", fields @ ..] => fields.join(" ").parse().expect("a position"),
                    _ => panic!("{line}"),
                };
                self.game = Game::from_position(self.rules, start).expect("a game");
                for word in moves.iter().skip(1) {
                    let ply = if is_misty { misty::action(word).into() } else { word.parse().expect("a ply") };
                    self.game.play(ply).expect(line);
                }
            }
            ["go", ..] => {
                self.misbehave();
                say("info depth 1 nodes 7 score cp 0 pv a1");
                let action = self.first_action();
                self.answer(&if self.protocol == "misty" { misty::name(action) } else { action.to_string() });
            }
            ["quit"] if self.misdeed == "stubborn" => wait(),
            ["quit"] => process::exit(0),
            _ => panic!("{line}"),
        }
    }

    fn tcga(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (id, arguments) = (words[0], &words[2..]);
        say("Anything may stand here.");
        match (id, arguments) {
            ("1", []) => say("=1 Fake"),
            ("5", []) => {
                say("=5");
                process::exit(0);
            }
            ("7", []) => {
                self.game = Game::new(self.rules);
                say("=7");
            }
            ("10", [from, to]) => self.follow(id, &format!("{from}-{to}")),
            ("11", [square, piece]) => self.follow(id, &format!("{square}={piece}")),
            ("12", [_colour]) => {
                self.misbehave();
                let text = match self.first_action() {
                    Action::Flip(square) => format!("{square}-{square}"),
                    action => action.to_string(),
                };
                self.answer(&text);
            }
            ("8" | "9" | "13" | "14" | "15" | "16", _) => say(&format!("={id}")),
            _ => say(&format!("?{id} what is {line}")),
        }
    }

    fn follow(&mut self, id: &str, ply: &str) {
        let ply: Ply = ply.parse().expect("a ply");
        match self.game.play(ply) {
            Ok(_) => say(&format!("={id}")),
            Err(error) => say(&format!("?{id} {error}")),
        }
    }
}

/// The other dialect, from the comments in its source: eight files a to h, four ranks, rank 4 first in the position,
/// ranks 0 to 3 in moves. Which of our squares is which is free as long as neighbours stay neighbours; the tests take the
/// one in which its a3 is our a1 and its h0 our d8.
mod misty {
    use banqi::{Action, Square};

    const THEIRS: &str = "GAERHCSgaerhcs";
    const OURS: &str = "KGMRNCPkgmrncp";

    fn ours(letter: char) -> char {
        THEIRS.chars().zip(OURS.chars()).find(|(theirs, _)| *theirs == letter).map_or(letter, |(_, ours)| ours)
    }

    fn square(file: usize, rank: usize) -> Square {
        let name = format!("{}{}", ['d', 'c', 'b', 'a'][rank], file + 1);
        name.parse().expect("a square")
    }

    pub(crate) fn action(word: &str) -> Action {
        let digits: Vec<usize> =
            word.bytes().zip([b'a', b'0', b'a', b'0']).map(|(byte, zero)| usize::from(byte - zero)).collect();
        let (from, to) = (square(digits[0], digits[1]), square(digits[2], digits[3]));
        if from == to { Action::Flip(from) } else { Action::Move { from, to } }
    }

    pub(crate) fn name(action: Action) -> String {
        let name = |square: Square| format!("{}{}", char::from(b'a' + square.rank()), 3 - square.file());
        match action {
            Action::Flip(square) => name(square).repeat(2),
            Action::Move { from, to } => name(from) + &name(to),
            Action::End => unreachable!("it has no chains"),
        }
    }

    pub(crate) fn position(fields: &[&str]) -> String {
        let [board, side, bag, quiet, turn] = fields else { panic!("{fields:?}") };
        let mut cells = [[' '; 8]; 4];
        for (row, line) in board.split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    cells[3 - row][file] = if letter == 'X' { '?' } else { ours(letter) };
                    file += 1;
                }
            }
            assert_eq!(file, 8, "{board}");
        }
        let line = |file: usize| -> String {
            let cell = |rank: usize| if cells[rank][file] == ' ' { '1' } else { cells[rank][file] };
            [3, 2, 1, 0].map(cell).iter().collect()
        };
        let lines: Vec<String> = (0..8).rev().map(line).collect();
        let bag: String = bag.chars().map(ours).collect();
        format!("{} {side} {bag} {quiet} {turn}", lines.join("/"))
    }
}
