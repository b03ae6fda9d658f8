//! How a clock is written, and when that changes.

use crate::text::text;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// Below this there are tenths.
const TENTHS: u64 = 10 * SECOND;

/// What is left: `4:18`, `9.4`, `1:02:30`, or `2 d 5 h` of days.
pub(crate) fn written(left: u64) -> String {
    if left >= DAY {
        let hours = left.div_ceil(HOUR);
        return text!(online.days_left, days = hours / 24, hours = hours % 24);
    }
    if left < TENTHS {
        let tenths = left / 100;
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    let seconds = left.div_ceil(SECOND);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// Whether so little is left that it is pointed out.
pub(super) const fn is_low(left: u64) -> bool {
    left < 20 * SECOND
}

/// How many seconds are to be said when the time falls from one to the other.
pub(super) fn warning(before: u64, left: u64) -> Option<u64> {
    [10, 60].into_iter().find(|seconds| before > seconds * SECOND && left <= seconds * SECOND && left > 0)
}

/// After how many milliseconds something else is to be written; none when nothing is left.
pub(super) fn next_change(left: u64) -> Option<u64> {
    // Tenths are rounded down, so that nobody is told of time that is gone; seconds up, as clocks count them.
    match left {
        0 => None,
        1..TENTHS => Some(left % 100 + 1),
        TENTHS..DAY => Some(((left - 1) % SECOND + 1).min(left - TENTHS + 1)),
        _ => Some((left - 1) % MINUTE + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_written_as_clocks_do() {
        for (left, text) in [
            (0, "0.0"),
            (1, "0.0"),
            (9_999, "9.9"),
            (10_000, "0:10"),
            (10_001, "0:11"),
            (258_000, "4:18"),
            (600_000, "10:00"),
            (3_599_001, "1:00:00"),
            (3_750_000, "1:02:30"),
            (2 * DAY, "2 d 0 h"),
            (3 * DAY - 1, "3 d 0 h"),
        ] {
            assert_eq!(written(left), text, "{left}");
        }
    }

    #[test]
    fn what_is_written_changes_when_it_is_said_to() {
        for start in [400, 9_950, 10_000, 10_001, 61_250, 3_600_000, DAY - 1] {
            let change = next_change(start).expect("it runs");
            let (before, after) = (written(start), written(start.saturating_sub(change)));
            assert_ne!(before, after, "{start}");
            assert!(change < 2 || written(start - (change - 1)) == before, "{start}: too late");
        }
        assert_eq!(next_change(0), None);
    }

    #[test]
    fn warnings_are_given_once() {
        assert_eq!(warning(61_000, 60_000), Some(60));
        assert_eq!(warning(60_000, 59_000), None);
        assert_eq!(warning(10_400, 9_990), Some(10));
        assert_eq!(warning(90_000, 5_000), Some(10), "a page that slept says the smaller one");
        assert_eq!(warning(5_000, 10_000), None, "time was added");
    }
}
