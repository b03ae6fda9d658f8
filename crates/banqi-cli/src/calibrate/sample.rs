//! Positions of games, and what the engine expects of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use anyhow::{Context as _, Result};
use banqi::{Ending, Game, Outcome, Record, Seat};
use banqi_engine::{Engine, Level, Limits};

use super::Sample;
use crate::engine_args::Settings;

/// Which positions, and how far they are searched.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    pub(super) nodes: u64,
    pub(super) every: u32,
    pub(super) seed: u64,
}

impl Sampling {
    /// The samples of finished games, in their order, from so many threads; tells how many games are done.
    pub(super) fn take(
        self,
        records: &[Record],
        concurrency: usize,
        mut tell: impl FnMut(usize),
    ) -> Result<Vec<Sample>> {
        let next = AtomicUsize::new(0);
        let mut found: Vec<(usize, Vec<Sample>)> = thread::scope(|scope| {
            // Whoever goes on after an error finds nobody to tell.
            let (sender, receiver) = channel();
            for _ in 0..concurrency.min(records.len()).max(1) {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || self.work(records, next, &sender));
            }
            drop(sender);
            let mut found = Vec::new();
            while let Ok((index, samples)) = receiver.recv() {
                found.push((index, samples?));
                tell(found.len());
            }
            Ok::<_, anyhow::Error>(found)
        })?;
        found.sort_unstable_by_key(|(index, _)| *index);
        Ok(found.into_iter().flat_map(|(_, samples)| samples).collect())
    }

    fn work(self, records: &[Record], next: &AtomicUsize, sender: &Sender<(usize, Result<Vec<Sample>>)>) {
        /// A table for short searches.
        const TABLE: u32 = 8;
        let engine = Settings { level: Level::Master, hash: TABLE, threads: 1, tables: None }.engine(None);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(record) = records.get(index) else { return };
            if sender.send((index, self.of_game(index, record, &engine))).is_err() {
                return;
            }
        }
    }

    /// Every so-manieth turn, from one that the seed and the game's number choose.
    fn of_game(self, index: usize, record: &Record, engine: &Engine) -> Result<Vec<Sample>> {
        let limits = Limits { nodes: Some(self.nodes), depth: Some(64) };
        let chosen = (mixed(self.seed.wrapping_add(index as u64)) % u64::from(self.every)) as u32;
        let mut game = Game::from_position(record.rules, record.start).context("the record has no start")?;
        let mut samples = Vec::new();
        for (number, turn) in (0..).zip(&record.turns) {
            // Before the first flip there is nothing to expect.
            if number % self.every == chosen && game.position().side().is_some() {
                // What was found of other positions must not count: it depends on which were before.
                engine.forget();
                if let (Some(thought), Some(result)) =
                    (engine.think(&game, &limits, &|| false), points(record.ending, game.position().seat()))
                {
                    samples.push(Sample { predicted: f64::from(thought.value.per_mille()) / 1000.0, result });
                }
            }
            for ply in &turn.turn.0 {
                game.play(*ply).context("the record cannot be replayed")?;
            }
        }
        Ok(samples)
    }
}

/// What a player made of a finished game.
fn points(ending: Ending, seat: Seat) -> Option<f64> {
    match ending {
        Ending::Finished(Outcome { winner: None, .. }) => Some(0.5),
        Ending::Finished(Outcome { winner: Some(winner), .. }) => Some(if winner == seat { 1.0 } else { 0.0 }),
        Ending::Unterminated | Ending::Aborted => None,
    }
}

/// A number from which the next one cannot be told: the step of SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: &str = "[Rules \"mainland\"]\n[Result \"0-1\"]\n[Termination \"elimination\"]\n\
        [Position \"4/4/4/4/4/4/k3/P2p r - 0 41\"]\n\n21. a1-b1 d1-c1 22. b1-b2 a2-a3 23. b2-b3 c1-c2 24. b3-b2 c2-b2 0-1\n";

    fn take(every: u32, seed: u64, concurrency: usize) -> Vec<Sample> {
        let records = vec![WON.parse().expect("a record"); 6];
        Sampling { nodes: 500, every, seed }.take(&records, concurrency, |_| ()).expect("samples")
    }

    #[test]
    fn results_are_those_of_the_side_to_move() {
        let results: Vec<f64> = take(1, 0, 1).iter().take(8).map(|sample| sample.result).collect();
        assert_eq!(results, [0.0, 1.0].repeat(4));
        // The last capture is seen.
        assert!(take(1, 0, 1)[7].predicted > 0.999);
        let drawn = Ending::Finished(Outcome::draw(banqi::Reason::NoProgress));
        assert_eq!((points(drawn, Seat::First), points(Ending::Aborted, Seat::First)), (Some(0.5), None));
    }

    #[test]
    fn threads_make_no_difference() {
        assert_eq!(take(2, 5, 1), take(2, 5, 4));
        assert_eq!(take(2, 5, 1).len(), 24);
        assert_eq!(take(1, 0, 3).len(), 48);
    }

    #[test]
    fn the_seed_chooses_the_turns() {
        // Eight turns, one in eight: each game gives one, which is another from game to game.
        let seeds: Vec<Vec<Sample>> = (0..4).map(|seed| take(8, seed, 2)).collect();
        assert!(seeds.iter().all(|samples| samples.len() == 6));
        assert!(seeds.iter().any(|samples| samples != &seeds[0]));
        assert_eq!(seeds[1], take(8, 1, 1));
    }
}
