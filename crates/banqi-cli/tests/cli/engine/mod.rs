//! `banqi engine`, driven through pipes as other programs drive it.

mod tcga;
mod uci;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use banqi::{Action, Game, Outcome};
use banqi_deal::Deal;

use crate::{banqi, error};

/// A program that drives the engine.
struct Driver {
    child: Child,
    /// None when there is nothing more to say.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Driver {
    /// So long is waited for a line before a test fails; it says nothing of how long one may take.
    const PATIENCE: Duration = Duration::from_mins(2);

    fn new(arguments: &[&str]) -> Self {
        let mut child =
            banqi(&[&["engine"], arguments].concat()).stdin(Stdio::piped()).spawn().expect("the command starts");
        let stdout = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.expect("the engine writes UTF-8")).is_err() {
                    break;
                }
            }
        });
        Self { stdin: child.stdin.take(), child, lines }
    }

    fn tell(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("the engine is still listening");
        stdin.write_all(format!("{line}\n").as_bytes()).expect("the engine listens");
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(Self::PATIENCE).expect("the engine answers")
    }

    /// The lines up to the first with this beginning, that one included.
    fn up_to(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.starts_with(beginning)) {
            lines.push(self.line());
        }
        lines
    }

    /// What is said besides until the engine has left, which has nothing to complain of.
    fn leave(mut self) -> Vec<String> {
        drop(self.stdin.take());
        let rest = self.lines.iter().collect();
        let output = self.child.wait_with_output().expect("the engine ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
        rest
    }
}

/// A game with what lies face down in it: the referee's side.
struct Table {
    game: Game,
    deal: Deal,
}

impl Table {
    fn new(rules: &str, seed: u64) -> Self {
        let game = Game::new(rules.parse().expect("rules"));
        let deal = Deal::from_seed(game.position(), seed);
        Self { game, deal }
    }

    /// Plays an action, with what comes up; it must be legal.
    fn play(&mut self, action: Action) -> banqi::Ply {
        let ply = self.deal.ply(self.game.position(), action);
        let position = self.game.position().to_string();
        self.game.play(ply).unwrap_or_else(|error| panic!("{ply} in {position}: {error}"));
        ply
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }
}

/// The examples of docs/engine-protocols.md, as far as they do not depend on what the engine thinks.
#[test]
fn the_documented_conversations_are_held() {
    let document = std::fs::read_to_string("../../docs/engine-protocols.md").expect("the document");
    let examples: Vec<&str> = document.split("### An example").skip(1).collect();
    assert_eq!(examples.len(), 2);
    for (protocol, example) in ["uci", "tcga"].into_iter().zip(examples) {
        let block = example.split("```").nth(1).expect("a block of code");
        let mut driver = Driver::new(&["--protocol", protocol]);
        let mut is_cut = false;
        for line in block.lines().skip(1) {
            let (side, words) = line.split_once(' ').expect("who says what");
            match (side, words) {
                (">", _) => driver.tell(words),
                ("<", "..") => is_cut = true,
                ("<", _) => {
                    let kept = ["info depth ", "bestmove ", "=12 "].into_iter().find(|kept| words.starts_with(kept));
                    let said = driver.up_to(kept.unwrap_or(words));
                    assert!(is_cut || said.len() == 1, "{words}: {said:?}");
                    assert!(kept.is_some() || said.last().is_some_and(|said| said == words), "{words}: {said:?}");
                    is_cut = false;
                }
                _ => panic!("{line}"),
            }
        }
        assert!(driver.leave().is_empty());
    }
}

#[test]
fn wrong_calls() {
    assert!(error(&["engine", "--rules", "taiwan-quik"]).contains("did you mean 'taiwan-quick'?"));
    for arguments in [["--level", "hard"], ["--protocol", "xboard"], ["--hash", "0"], ["--threads", "257"]] {
        let said = crate::run(&[&["engine"][..], &arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn a_reader_may_leave() {
    for (protocol, line) in [("uci", "isready\n"), ("tcga", "1 name\n")] {
        let mut child =
            banqi(&["engine", "--protocol", protocol]).stdin(Stdio::piped()).spawn().expect("the command starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("standard input is piped");
        // The engine may be gone before it has read all.
        let _ = stdin.write_all(line.repeat(10_000).as_bytes());
        drop(stdin);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
}
