//! What is measured.

use std::fmt;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};

/// How long the server took to acknowledge turns.
#[derive(Clone, Default)]
pub(crate) struct Meter(Arc<Mutex<Vec<Duration>>>);

impl Meter {
    pub(crate) fn acknowledge(&self, after: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(after);
    }

    pub(crate) fn turns(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// None before the first turn.
    pub(crate) fn acknowledged(&self) -> Option<Percentiles> {
        Percentiles::of(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// Of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Percentiles {
    pub(crate) median: Duration,
    pub(crate) high: Duration,
    pub(crate) most: Duration,
}

impl Percentiles {
    /// The smallest times that so many of a hundred do not exceed; none of none.
    pub(crate) fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let at = |hundredths: usize| times.get((times.len() * hundredths).div_ceil(100).checked_sub(1)?).copied();
        Some(Self { median: at(50)?, high: at(99)?, most: at(100)? })
    }
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [median, high, most] = [self.median, self.high, self.most].map(|time| time.as_secs_f64() * 1000.0);
        write!(f, "{median:.1} ms median, {high:.1} ms 99th percentile, {most:.1} ms at most")
    }
}

/// What a process has used.
#[derive(Clone, Copy)]
pub(crate) struct Usage {
    /// Of CPU time.
    pub(crate) seconds: f64,
    /// In bytes.
    pub(crate) memory: u64,
}

/// Linux counts processor time in these, whatever the machine.
const TICKS_PER_SECOND: f64 = 100.0;

impl Usage {
    /// As Linux tells it: proc(5).
    pub(crate) fn of(pid: u32) -> Result<Self> {
        let read = |file: &str| {
            let path = format!("/proc/{pid}/{file}");
            fs::read_to_string(&path).with_context(|| path)
        };
        let stat = read("stat")?;
        // The command's name is in parentheses, and may have spaces in it.
        let (_, fields) = stat.rsplit_once(')').context("/proc/PID/stat has no name")?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>).sum::<Result<u64, _>>()?;
        let status = read("status")?;
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("/proc/PID/status has no VmRSS")?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(Self { seconds: ticks as f64 / TICKS_PER_SECOND, memory: kilobytes * 1024 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let of = |times: &[u64]| {
            let times = Percentiles::of(times.iter().copied().map(Duration::from_millis).collect())?;
            Some([times.median, times.high, times.most].map(|time| time.as_millis()))
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[7]), Some([7, 7, 7]));
        assert_eq!(of(&[3, 1, 2]), Some([2, 3, 3]));
        let hundred: Vec<u64> = (1..=100).rev().collect();
        assert_eq!(of(&hundred), Some([50, 99, 100]));
        let thousand: Vec<u64> = (1..=1000).collect();
        assert_eq!(of(&thousand), Some([500, 990, 1000]));
    }
}
