//! Our dialect of UCI, the protocol of chess engines: docs/matches.md has it.

use std::fmt::Write as _;

use banqi::{Game, Position, Rules};

use super::outside::Protocol;
use super::process::{Process, Wait};
use super::{Allowance, Answer, Choice, Failure, Opening, Request};

/// What one says to an engine.
#[derive(Debug)]
pub(crate) struct Uci {
    rules: Rules,
    hash: usize,
}

impl Uci {
    pub(crate) const fn new(rules: Rules, hash: usize) -> Self {
        Self { rules, hash }
    }
}

impl Protocol for Uci {
    const FAREWELL: &'static str = "quit";

    fn greet(&mut self, process: &mut Process, wait: Wait<'_>) -> Result<(), Failure> {
        process.send("uci")?;
        let mut has_hash = false;
        process.await_line(wait, |line| {
            has_hash |= line.starts_with("option name Hash ");
            (line == "uciok").then_some(())
        })?;
        process.send(&format!("setoption name Rules value {}", self.rules))?;
        if has_hash {
            process.send(&format!("setoption name Hash value {}", self.hash))?;
        }
        ready(process, wait)
    }

    fn begin(&mut self, process: &mut Process, _: &Opening<'_>, wait: Wait<'_>) -> Result<(), Failure> {
        process.send("ucinewgame")?;
        ready(process, wait)
    }

    fn choose(&mut self, process: &mut Process, request: &Request<'_>, wait: Wait<'_>) -> Result<Answer, Failure> {
        process.drain();
        process.send(&position(request.game))?;
        process.send(&go(request.allowance))?;
        best_move(process, wait, |word| word.parse().ok())
    }
}

/// Waits until all that was sent has been read.
fn ready(process: &mut Process, wait: Wait<'_>) -> Result<(), Failure> {
    process.send("isready")?;
    process.await_line(wait, |line| (line == "readyok").then_some(()))
}

/// Waits for `bestmove`, and notes the nodes that are told before it.
pub(super) fn best_move(
    process: &mut Process,
    wait: Wait<'_>,
    action: impl Fn(&str) -> Option<banqi::Action>,
) -> Result<Answer, Failure> {
    let mut nodes = None;
    process.await_line(wait, |line| {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("info") => {
                let told = words.skip_while(|word| *word != "nodes").nth(1).and_then(|word| word.parse().ok());
                nodes = told.or(nodes);
                None
            }
            Some("bestmove") => {
                let word = words.next().unwrap_or_default();
                let choice = action(word).map_or_else(|| Choice::Unreadable(word.into()), Choice::Plays);
                Some(Answer { choice, nodes })
            }
            _ => None,
        }
    })
}

/// The position after the last flip or capture and the quiet moves since: all that repetition, cycles and chases count.
fn position(game: &Game) -> String {
    let (start, since) = window(game);
    let mut line =
        if *start == Position::start() { "position startpos".into() } else { format!("position fen {start}") };
    for (index, ply) in game.plies().skip(since).enumerate() {
        let _ = write!(line, "{}{ply}", if index == 0 { " moves " } else { " " });
    }
    line
}

/// The position from which on all moves are quiet, and how many plies were played before it.
pub(super) fn window(game: &Game) -> (&Position, usize) {
    let plies = game.plies().len();
    // Every quiet turn is one ply: flips, captures and chains are not quiet.
    let since = plies.saturating_sub(game.position().quiet() as usize);
    (game.positions().nth(since).unwrap_or(game.position()), since)
}

fn go(allowance: Allowance) -> String {
    match allowance {
        Allowance::Own => "go".into(),
        Allowance::Movetime(time) => format!("go movetime {}", time.as_millis()),
        Allowance::Nodes(nodes) => format!("go nodes {nodes}"),
        Allowance::Clocks { first, second, increment } => {
            let (first, second, increment) = (first.as_millis(), second.as_millis(), increment.as_millis());
            format!("go wtime {first} btime {second} winc {increment} binc {increment}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn told(rules: &str, start: Option<&str>, plies: &str) -> String {
        let start = start.map_or_else(Position::start, |text| text.parse().unwrap());
        let mut game = Game::from_position(rules.parse().unwrap(), start).unwrap();
        plies.split_whitespace().for_each(|ply| assert!(game.play(ply.parse().unwrap()).is_ok(), "{ply}"));
        position(&game)
    }

    #[test]
    fn the_position_goes_back_to_the_last_flip_or_capture() {
        assert_eq!(told("taiwan-club", None, ""), "position startpos");
        let bag = "G2M2R2N2C2P5k1g2m2r2n2c2p5";
        assert_eq!(
            told("taiwan-club", None, "a1=K"),
            format!("position fen ????/????/????/????/????/????/????/K??? b {bag} 0 2")
        );
        let study = "3k/4/4/4/4/4/n3/RG2 r - 7 41";
        assert_eq!(told("taiwan-club", Some(study), ""), format!("position fen {study}"));
        assert_eq!(told("taiwan-club", Some(study), "b1-b2 d8-d7"), format!("position fen {study} moves b1-b2 d8-d7"));
        assert_eq!(
            told("taiwan-club", Some(study), "b1-b2 d8-d7 a1-a2 d7-d8 a2-a3"),
            "position fen 4/3k/4/4/4/4/RG2/4 b - 0 44 moves d7-d8 a2-a3"
        );
        // Inside a chain, from which the engine has to go on.
        assert_eq!(
            told("taiwan-quick:chain=on", Some("3k/4/4/4/4/1npc/1R2/4 r - 0 41"), "b2-b3"),
            "position fen 3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41"
        );
    }

    #[test]
    fn every_allowance_is_told() {
        let ms = Duration::from_millis;
        assert_eq!(go(Allowance::Own), "go");
        assert_eq!(go(Allowance::Movetime(ms(50))), "go movetime 50");
        assert_eq!(go(Allowance::Nodes(9)), "go nodes 9");
        let clocks = Allowance::Clocks { first: ms(10_000), second: ms(9_000), increment: ms(100) };
        assert_eq!(go(clocks), "go wtime 10000 btime 9000 winc 100 binc 100");
    }
}
