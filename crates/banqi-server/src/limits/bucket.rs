//! The token bucket.

use std::time::Duration;

use serde::Deserialize;

/// How often something may be done: so many at once, and so many more in each second.
///
/// ```
/// use banqi_server::Rate;
/// let rate: Rate = "20/s burst 40".parse()?;
/// assert_eq!(rate, Rate { burst: 40, per_second: 20.0 });
/// assert_eq!("30/h burst 10".parse::<Rate>()?.to_string(), "30/h burst 10");
/// # Ok::<(), banqi_server::RateError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How many more in each second.
    pub per_second: f64,
}

const UNITS: [(&str, f64); 3] = [("s", 1.0), ("min", 60.0), ("h", 3600.0)];

impl std::str::FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let read = || {
            let (rate, burst) = text.split_once(" burst ")?;
            let (count, unit) = rate.split_once('/')?;
            let (_, seconds) = UNITS.into_iter().find(|(name, _)| *name == unit.trim())?;
            let count: u32 = count.trim().parse().ok()?;
            Some(Self { burst: burst.trim().parse().ok()?, per_second: f64::from(count) / seconds })
        };
        read().filter(|rate| rate.burst > 0).ok_or_else(|| RateError(text.to_owned()))
    }
}

impl TryFrom<String> for Rate {
    type Error = RateError;

    fn try_from(text: String) -> Result<Self, RateError> {
        text.parse()
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_whole = |seconds: f64| (self.per_second * seconds - (self.per_second * seconds).round()).abs() < 1e-6;
        let (unit, seconds) = UNITS.into_iter().find(|(_, seconds)| is_whole(*seconds)).unwrap_or(("s", 1.0));
        write!(f, "{}/{unit} burst {}", (self.per_second * seconds).round(), self.burst)
    }
}

/// A text that is no rate.
///
/// ```
/// use banqi_server::Rate;
/// let error = "often".parse::<Rate>().unwrap_err();
/// assert_eq!(error.to_string(), r#""often" is no rate; one is written 20/s burst 40, with s, min or h"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no rate; one is written 20/s burst 40, with s, min or h")]
pub struct RateError(String);

/// Tokens, of which each thing done takes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: u64,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: u64) -> Self {
        Self { tokens: f64::from(rate.burst), at: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: u64) -> bool {
        self.fill(rate, now);
        let has = self.tokens >= 1.0;
        if has {
            self.tokens -= 1.0;
        }
        has
    }

    /// Whether it says no more than a new one.
    pub(crate) fn is_full(&mut self, rate: Rate, now: u64) -> bool {
        self.fill(rate, now);
        self.tokens >= f64::from(rate.burst)
    }

    fn fill(&mut self, rate: Rate, now: u64) {
        // Somebody who sets the clock back gives no tokens and takes none.
        let seconds = Duration::from_millis(now.saturating_sub(self.at)).as_secs_f64();
        self.tokens = (self.tokens + seconds * rate.per_second).min(f64::from(rate.burst));
        self.at = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_the_rate() {
        let rate: Rate = "2/s burst 3".parse().unwrap();
        let mut bucket = Bucket::full(rate, 1000);
        let taken = |bucket: &mut Bucket, now| (0..10).filter(|_| bucket.take(rate, now)).count();
        assert_eq!(taken(&mut bucket, 1000), 3);
        assert_eq!(taken(&mut bucket, 1499), 0);
        assert_eq!(taken(&mut bucket, 1500), 1);
        assert_eq!(taken(&mut bucket, 500), 0, "the clock was set back");
        assert!(!bucket.is_full(rate, 1000));
        assert!(bucket.is_full(rate, 100_000));
        assert_eq!(taken(&mut bucket, 100_000), 3);
    }

    #[test]
    fn what_is_no_rate_is_refused() {
        for text in ["", "20", "20/s", "20/d burst 4", "x/s burst 4", "20/s burst 0", "20/s burst -1", "1e3/s burst 4"]
        {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
    }
}
