//! Points for wins against the computer on this device. They stay in this browser, and nobody checks them.

use banqi_engine::Level;
use banqi_wire::Scoring;

use crate::store::{now, storage};

/// The points, the day of the last win, and the wins of that day against each level, as numbers.
const KEY: &str = "banqi.points";
const DAY: u64 = 24 * 60 * 60 * 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Kept {
    total: u64,
    day: u64,
    wins: [u64; 4],
}

impl Kept {
    /// What is no such list is as if nothing was kept.
    fn read(text: &str) -> Option<Self> {
        let mut numbers = text.split(' ').map(|number| number.parse().ok());
        let mut next = || numbers.next().flatten();
        Some(Self { total: next()?, day: next()?, wins: [next()?, next()?, next()?, next()?] })
    }

    fn write(self) -> String {
        let [easy, normal, expert, master] = self.wins;
        format!("{} {} {easy} {normal} {expert} {master}", self.total, self.day)
    }

    /// A win on this day; the points of it.
    fn win(&mut self, level: Level, day: u64) -> u32 {
        if self.day != day {
            (self.day, self.wins) = (day, [0; 4]);
        }
        let wins = &mut self.wins[level as usize];
        if *wins >= u64::from(Scoring::WINS_A_DAY) {
            return 0;
        }
        *wins += 1;
        let points = banqi_wire::points(level);
        self.total = self.total.saturating_add(points.into());
        points
    }
}

fn load() -> Kept {
    let text = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    text.and_then(|text| Kept::read(&text)).unwrap_or_default()
}

/// All points that were won here.
pub(crate) fn total() -> u64 {
    load().total
}

/// Counts a win; the points of it. Where the browser keeps nothing there are none the next time.
pub(crate) fn win(level: Level) -> u32 {
    let mut kept = load();
    let points = kept.win(level, now() / DAY);
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, &kept.write());
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_wins_against_each_level_count_on_one_day() {
        let mut kept = Kept::default();
        let mut win = |level, day| kept.win(level, day);
        assert_eq!(Level::ALL.map(|level| win(level, 7)), [10, 30, 100, 300]);
        assert!((1..20).all(|_| win(Level::Easy, 7) == 10));
        assert_eq!((win(Level::Easy, 7), win(Level::Normal, 7)), (0, 30));
        assert_eq!(win(Level::Easy, 8), 10);
        assert_eq!(kept.total, 440 + 19 * 10 + 30 + 10);
    }

    #[test]
    fn what_is_written_is_read() {
        let kept = Kept { total: 140, day: 20_000, wins: [1, 2, 3, 4] };
        assert_eq!(Kept::read(&kept.write()), Some(kept));
        for text in ["", "140", "140 1 2 3 4", "a b c d e f", "-1 0 0 0 0 0"] {
            assert_eq!(Kept::read(text), None, "{text}");
        }
    }
}
