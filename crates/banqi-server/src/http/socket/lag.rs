//! What the network costs a client: measured by the server, never said by the client.

use std::collections::VecDeque;

use axum::body::Bytes;
use banqi_wire::Role;

use crate::chance::{Chance, draw};

/// A player's socket is pinged every so many milliseconds.
const EVERY: u64 = 5000;
/// A spectator's only needs to be found dead.
const EVERY_FOR_SPECTATORS: u64 = 30_000;
/// Who has not answered after so long is gone.
const SILENCE: u64 = 40_000;
/// How many round trips are remembered.
const SAMPLES: usize = 5;

pub(super) fn every(role: Role) -> u64 {
    if role == Role::Spectator { EVERY_FOR_SPECTATORS } else { EVERY }
}

/// The last few round trips.
#[derive(Debug, Default)]
pub(super) struct Lag {
    /// What has to come back, and since when it is on its way. Nobody can answer it before it has come.
    waiting: Option<([u8; 8], u64)>,
    samples: VecDeque<u64>,
}

impl Lag {
    /// What to send, unless an answer is still to come.
    pub(super) fn ping(&mut self, now: u64, chance: &dyn Chance) -> Option<Bytes> {
        if self.waiting.is_some() {
            return None;
        }
        let payload = draw(chance);
        self.waiting = Some((payload, now));
        Some(Bytes::copy_from_slice(&payload))
    }

    pub(super) fn pong(&mut self, payload: &[u8], now: u64) {
        if let Some((expected, since)) = self.waiting
            && payload == expected
        {
            self.waiting = None;
            if self.samples.len() == SAMPLES {
                self.samples.pop_front();
            }
            self.samples.push_back(now.saturating_sub(since));
        }
    }

    pub(super) fn is_silent(&self, now: u64) -> bool {
        self.waiting.is_some_and(|(_, since)| now.saturating_sub(since) >= SILENCE)
    }

    /// The middle one; one slow answer among quick ones counts for nothing.
    pub(super) fn median(&self) -> u64 {
        let mut samples: Vec<u64> = self.samples.iter().copied().collect();
        samples.sort_unstable();
        // Of an even number the lower one of the middle: nobody gets more than was measured.
        samples.get(samples.len().saturating_sub(1) / 2).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sevens;

    impl Chance for Sevens {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(7);
        }
    }

    #[test]
    fn the_median_of_the_last_five() {
        let mut lag = Lag::default();
        assert_eq!(lag.median(), 0);
        let medians = [40, 900, 60, 20, 80, 30, 30].map(|trip| {
            let payload = lag.ping(1000, &Sevens).unwrap();
            lag.pong(&payload, 1000 + trip);
            lag.median()
        });
        // By hand: 40; 40 900; 40 60 900; 20 40 60 900; 20 40 60 80 900; 20 30 60 80 900; 20 30 30 60 80.
        assert_eq!(medians, [40, 40, 60, 40, 60, 60, 30]);
    }

    #[test]
    fn only_the_answer_counts() {
        let mut lag = Lag::default();
        lag.pong(&[7; 8], 5000);
        assert_eq!(lag.median(), 0, "nobody asked");
        let payload = lag.ping(1000, &Sevens).unwrap();
        assert!(lag.ping(1500, &Sevens).is_none(), "one at a time");
        lag.pong(&[8; 8], 2000);
        assert!(!lag.is_silent(40_999) && lag.is_silent(41_000));
        lag.pong(&payload, 3000);
        lag.pong(&payload, 9000);
        assert_eq!(lag.median(), 2000);
        assert!(!lag.is_silent(100_000));
    }
}
