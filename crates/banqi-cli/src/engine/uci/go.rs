//! What a search is limited by.

use std::time::Duration;

use banqi::{Game, Seat};
use banqi_engine::{Clock, Limits, Pace};

use crate::engine::Search;

/// What follows `go`.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct Request {
    depth: Option<u64>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    /// First's and Second's, in milliseconds, like the increments.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    infinite: bool,
    unknown: Option<String>,
}

impl Request {
    pub(super) fn read(words: &[&str]) -> Result<Self, String> {
        let mut request = Self::default();
        let mut words = words.iter();
        while let Some(&key) = words.next() {
            let mut number = || number(key, words.next().copied());
            match key {
                "depth" => request.depth = Some(number()?),
                "nodes" => request.nodes = Some(number()?),
                "movetime" => request.move_time = Some(number()?),
                "wtime" => request.time[0] = Some(number()?),
                "btime" => request.time[1] = Some(number()?),
                "winc" => request.increment[0] = number()?,
                "binc" => request.increment[1] = number()?,
                "infinite" => request.infinite = true,
                _ => request.unknown = request.unknown.or_else(|| Some(key.to_string())),
            }
        }
        Ok(request)
    }

    /// What was not understood, although there will be a search.
    pub(super) fn remarks(&self, game: &Game) -> Vec<String> {
        let unknown = self.unknown.iter().map(|word| format!("go: {word:?} is not understood and left out"));
        let seat = game.position().seat();
        let is_missing = self.time.iter().any(Option::is_some) && self.time[index(seat)].is_none();
        let missing = is_missing.then(|| {
            let key = ["wtime", "btime"][index(seat)];
            format!("go: {seat} is to move and has no {key}, so the clock does not count")
        });
        unknown.chain(missing).collect()
    }

    /// What to think about.
    pub(super) fn search(&self, game: &Game) -> Search {
        let seat = index(game.position().seat());
        let clock = self.time[seat].map(|time| Clock {
            remaining: Duration::from_millis(time),
            increment: Duration::from_millis(self.increment[seat]),
        });
        let fixed = self.move_time.map(|time| Pace::fixed(Duration::from_millis(time)));
        let paced = clock.map(|clock| Pace::of(clock, game));
        let pace = match (fixed, paced) {
            (Some(fixed), Some(paced)) => {
                Some(Pace { soft: fixed.soft.min(paced.soft), hard: fixed.hard.min(paced.hard) })
            }
            (fixed, paced) => fixed.or(paced),
        };
        let is_limited = self.infinite || pace.is_some() || self.nodes.is_some() || self.depth.is_some();
        let limits = match clock {
            Some(_) => Search::limits_on_clock(game, self.nodes, self.depth),
            None if is_limited => Search::limits(self.nodes, self.depth),
            None => Limits::default(),
        };
        Search { game: game.clone(), limits, pace, infinite: self.infinite }
    }
}

fn index(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// A number, however large. Less than nothing is nothing: programs tell of clocks that are overdrawn.
fn number(key: &str, word: Option<&str>) -> Result<u64, String> {
    let word = word.ok_or_else(|| format!("go: {key} is followed by a number"))?;
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("go: {key} is followed by a number, not {word:?}"));
    }
    Ok(if word.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use banqi::Rules;

    use super::*;

    fn read(line: &str) -> Result<Request, String> {
        Request::read(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn search(line: &str, plies: &[&str]) -> Search {
        let mut game = Game::new(Rules::default());
        for ply in plies {
            game.play(ply.parse().expect("a ply")).expect("legal");
        }
        read(line).expect("limits").search(&game)
    }

    #[test]
    fn a_limit_puts_the_levels_own_out_of_force() {
        assert_eq!(search("", &[]).limits, Limits::default());
        let all = Limits { nodes: Some(u64::MAX), depth: Some(64) };
        for line in ["infinite", "movetime 100", "wtime 1000"] {
            assert_eq!(search(line, &[]).limits, all, "{line}");
        }
        assert_eq!(search("nodes 1000", &[]).limits, Limits { nodes: Some(1000), ..all });
        assert_eq!(search("depth 3", &[]).limits, Limits { depth: Some(3), ..all });
        assert_eq!(search("depth 0", &[]).limits.depth, Some(1));
        assert_eq!(search("depth 99999999999", &[]).limits.depth, Some(64));
        assert!(search("infinite", &[]).infinite && !search("depth 3", &[]).infinite);
    }

    #[test]
    fn the_clock_is_that_of_the_seat_to_move() {
        let line = "wtime 60000 winc 0 btime 1000 binc 0";
        let (first, second) = (search(line, &[]), search(line, &["a1=K"]));
        let hard = |search: Search| search.pace.expect("a pace").hard;
        let (first, second) = (hard(first), hard(second));
        assert!(first > second && second < Duration::from_secs(1), "{first:?} {second:?}");
        // Black moves as First here: the clock is the seat's, not the colour's.
        assert_eq!(hard(search(line, &["a1=k", "a2=p"])), hard(search("wtime 60000", &["a1=k", "a2=p"])));
        assert!(search("btime 1000", &[]).pace.is_none());
        assert_eq!(search("btime 1000", &[]).limits, Limits::default());
    }

    #[test]
    fn the_clock_is_not_for_the_only_action() {
        let position = "4/4/4/4/4/1k2/4/1?2 b P1 0 40".parse().expect("a position");
        let game = |rules: &str| Game::from_position(rules.parse().expect("rules"), position).expect("a game");
        let depth = |line, game: &Game| read(line).expect("limits").search(game).limits.depth;
        assert_eq!(depth("btime 1000", &game("mainland")), Some(64));
        let position = "4/4/4/4/4/4/P3/k?2 b P1 0 40".parse().expect("a position");
        let alone = Game::from_position("mainland".parse().expect("rules"), position).expect("a game");
        // The Soldier in the way cannot be taken.
        assert_eq!(alone.actions().len(), 1);
        assert_eq!((depth("btime 1000", &alone), depth("movetime 1000", &alone)), (Some(1), Some(64)));
    }

    #[test]
    fn the_shorter_time_counts() {
        let hard = |line| search(line, &[]).pace.expect("a pace").hard;
        assert_eq!(hard("movetime 10 wtime 3600000"), hard("movetime 10"));
        assert_eq!(hard("movetime 100000 wtime 1000"), hard("wtime 1000"));
        assert_eq!(hard("wtime -50"), Duration::ZERO);
        assert!(hard("movetime 100") < Duration::from_millis(100));
    }

    #[test]
    fn no_number_is_too_large() {
        let huge = "9".repeat(100);
        let line = format!("wtime {huge} winc {huge} movetime {huge} nodes {huge} depth {huge}");
        assert_eq!(search(&line, &[]).limits, Limits { nodes: Some(u64::MAX), depth: Some(64) });
    }

    #[test]
    fn what_is_wrong_is_named() {
        for line in ["depth", "depth x", "nodes 1.5", "movetime -", "wtime", "btime +5", "winc ten", "nodes infinite"] {
            let error = read(line).expect_err(line);
            assert!(error.contains("is followed by a number"), "{line}: {error}");
        }
        let game = Game::new(Rules::default());
        let remarks = |line| read(line).expect(line).remarks(&game);
        assert_eq!(remarks("ponder depth 3 mate 5"), ["go: \"ponder\" is not understood and left out"]);
        assert_eq!(remarks("btime 5"), ["go: first is to move and has no wtime, so the clock does not count"]);
        assert!(remarks("wtime 5 btime 5 depth 3").is_empty());
    }
}
