//! The clocks of two people at one device.

use std::fmt;
use std::str::FromStr;

use banqi::Seat;

/// The most seconds that a clock begins with, or adds for a turn: more than anybody waits for.
const MOST: u32 = 24 * 60 * 60;

/// The clocks of two people at one device: a time for the whole game, and what each turn adds.
///
/// It does not know what time it is. Whoever has it says so, in milliseconds of any clock that does not go back.
///
/// ```
/// use banqi::Seat;
/// use banqi_table::Clock;
///
/// let mut clock = Clock::new(300, 5);
/// clock.pass(Seat::Second, 1_000);
/// assert_eq!(clock.left(Seat::Second, 21_000), 280_000);
/// clock.pass(Seat::First, 21_000);
/// assert_eq!(clock.left(Seat::Second, 60_000), 285_000, "the turn has added five seconds, and it stands");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// In seconds.
    initial: u32,
    increment: u32,
    /// In milliseconds, as it was when the running one began to run.
    left: [u64; 2],
    running: Option<(Seat, u64)>,
}

impl Clock {
    /// Both clocks, standing, with so many seconds on each; so many are added for each turn.
    ///
    /// ```
    /// use banqi_table::Clock;
    /// assert_eq!(Clock::new(300, 5).time(), (300, 5));
    /// ```
    #[must_use]
    pub fn new(initial: u32, increment: u32) -> Self {
        Self { initial, increment, left: [u64::from(initial) * 1000; 2], running: None }
    }

    /// How many seconds there were in the beginning, and are added for each turn.
    ///
    /// ```
    /// assert_eq!(banqi_table::Clock::new(600, 0).time(), (600, 0));
    /// ```
    pub const fn time(&self) -> (u32, u32) {
        (self.initial, self.increment)
    }

    /// The same clocks before a game.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_table::Clock;
    /// let mut clock = Clock::new(600, 0);
    /// clock.run(Seat::First, 0);
    /// assert_eq!(clock.anew(), Clock::new(600, 0));
    /// ```
    #[must_use]
    pub fn anew(&self) -> Self {
        Self::new(self.initial, self.increment)
    }

    /// Whose clock runs.
    ///
    /// ```
    /// assert_eq!(banqi_table::Clock::new(600, 0).running(), None);
    /// ```
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// How many milliseconds are left.
    ///
    /// ```
    /// use banqi::Seat;
    /// assert_eq!(banqi_table::Clock::new(600, 0).left(Seat::First, 99), 600_000);
    /// ```
    pub fn left(&self, seat: Seat, now: u64) -> u64 {
        let used = match self.running {
            Some((running, since)) if running == seat => now.saturating_sub(since),
            _ => 0,
        };
        self.left[seat as usize].saturating_sub(used)
    }

    /// Whose time has run out.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_table::Clock;
    /// let mut clock = Clock::new(60, 0);
    /// clock.run(Seat::Second, 0);
    /// assert_eq!((clock.fallen(59_999), clock.fallen(60_000)), (None, Some(Seat::Second)));
    /// ```
    pub fn fallen(&self, now: u64) -> Option<Seat> {
        self.running().filter(|seat| self.left(*seat, now) == 0)
    }

    /// Lets one clock run, the other one stand.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_table::Clock;
    /// let mut clock = Clock::new(60, 5);
    /// clock.run(Seat::First, 0);
    /// clock.run(Seat::Second, 1_000);
    /// assert_eq!(clock.left(Seat::First, 2_000), 59_000, "nothing is added: no turn was played");
    /// ```
    pub fn run(&mut self, seat: Seat, now: u64) {
        self.stop(now);
        self.running = Some((seat, now));
    }

    /// Lets both stand.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_table::Clock;
    /// let mut clock = Clock::new(60, 5);
    /// clock.run(Seat::First, 0);
    /// clock.stop(1_000);
    /// assert_eq!((clock.running(), clock.left(Seat::First, 9_000)), (None, 59_000));
    /// ```
    pub fn stop(&mut self, now: u64) {
        if let Some(seat) = self.running() {
            self.left[seat as usize] = self.left(seat, now);
        }
        self.running = None;
    }

    /// It is this player's turn now. Whoever has played gets what a turn adds. The first turn of a game costs nothing: nobody
    /// can think about what is face down.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_table::Clock;
    /// let mut clock = Clock::new(60, 5);
    /// clock.pass(Seat::Second, 0);
    /// clock.pass(Seat::Second, 1_000);
    /// assert_eq!(clock.left(Seat::Second, 2_000), 58_000, "a turn of several parts is one");
    /// ```
    pub fn pass(&mut self, to: Seat, now: u64) {
        match self.running() {
            Some(mover) if mover == to => {}
            Some(mover) => {
                self.run(to, now);
                self.left[mover as usize] += u64::from(self.increment) * 1000;
            }
            None => self.run(to, now),
        }
    }
}

/// As it is kept, standing: `300+5 285000 300000`, what is left to First and to Second in milliseconds.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { initial, increment, left: [first, second], .. } = self;
        write!(f, "{initial}+{increment} {first} {second}")
    }
}

/// A text that is no clock.
///
/// ```
/// assert_eq!("five minutes".parse::<banqi_table::Clock>(), Err(banqi_table::NoClock));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoClock;

impl fmt::Display for NoClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no clock; one is written like 300+5 285000 300000")
    }
}

impl std::error::Error for NoClock {}

impl FromStr for Clock {
    type Err = NoClock;

    fn from_str(text: &str) -> Result<Self, NoClock> {
        let words: Vec<&str> = text.split(' ').collect();
        let [time, first, second] = words[..] else { return Err(NoClock) };
        let (initial, increment) = time.split_once('+').ok_or(NoClock)?;
        let [initial, increment] = [initial, increment].map(|number| number.parse().ok().filter(|most| *most <= MOST));
        let [first, second] = [first, second].map(|left| left.parse().ok().filter(|left| *left < u64::MAX / 2));
        let left = [first.ok_or(NoClock)?, second.ok_or(NoClock)?];
        Ok(Self { left, ..Self::new(initial.ok_or(NoClock)?, increment.ok_or(NoClock)?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_read_as_it_was_written() {
        let mut clock = Clock::new(300, 5);
        clock.pass(Seat::Second, 0);
        clock.pass(Seat::First, 20_500);
        clock.stop(21_000);
        assert_eq!(clock.to_string(), "300+5 299500 284500");
        assert_eq!(clock.to_string().parse(), Ok(clock));
    }

    #[test]
    fn other_texts_are_no_clocks() {
        for text in ["", "300+5", "300 1 2", "300+5 1", "300+5 1 2 3", "300+5 -1 2", "99999999+5 1 2", "a+5 1 2"] {
            assert_eq!(text.parse::<Clock>(), Err(NoClock), "{text}");
        }
        assert_eq!(format!("300+5 {} 2", u64::MAX).parse::<Clock>(), Err(NoClock));
    }

    #[test]
    fn a_clock_that_is_set_back_takes_nothing() {
        let mut clock = Clock::new(60, 0);
        clock.run(Seat::First, 5_000);
        assert_eq!(clock.left(Seat::First, 1_000), 60_000);
        clock.stop(1_000);
        assert_eq!(clock.left(Seat::First, 0), 60_000);
    }
}
