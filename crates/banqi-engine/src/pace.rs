//! How much of a clock to spend on one action. The clock itself is the caller's.

use std::time::Duration;

use banqi::Game;

/// What is left on a player's clock.
///
/// ```
/// use banqi_engine::Clock;
/// use std::time::Duration;
/// let clock = Clock { remaining: Duration::from_secs(60), increment: Duration::ZERO };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// For all of the game.
    pub remaining: Duration,
    /// Added after each turn.
    pub increment: Duration,
}

/// How long to think about one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// No new depth is begun after this.
    pub soft: Duration,
    /// The search is stopped at this.
    pub hard: Duration,
}

impl Pace {
    /// Exactly so long, less what it takes to answer.
    ///
    /// ```
    /// use banqi_engine::Pace;
    /// use std::time::Duration;
    /// let pace = Pace::fixed(Duration::from_millis(100));
    /// assert!(pace.hard < Duration::from_millis(100));
    /// ```
    pub fn fixed(time: Duration) -> Self {
        let hard = time.saturating_sub(margin(time));
        Self { soft: hard, hard }
    }

    /// A share of the clock. A game of Banqi has some sixty turns of each side, fewer the more has been captured.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_engine::{Clock, Pace};
    /// use std::time::Duration;
    /// let clock = Clock { remaining: Duration::from_secs(60), increment: Duration::ZERO };
    /// let pace = Pace::of(clock, &Game::new(Preset::TaiwanClub.rules()));
    /// assert!(pace.soft < pace.hard && pace.hard < clock.remaining);
    /// ```
    pub fn of(clock: Clock, game: &Game) -> Self {
        let pieces = game.position().occupied().count();
        // From 45 turns to come at the start down to 25: an ending may last.
        let turns = 25 + pieces * 20 / 32;
        let usable = clock.remaining.saturating_sub(margin(clock.remaining));
        let share = (usable / turns + clock.increment * 3 / 4).min(usable / 2);
        Self { soft: share * 3 / 5, hard: (share * 3).min(usable / 4).max(share) }
    }
}

/// For starting, stopping and being scheduled.
fn margin(time: Duration) -> Duration {
    (time / 20 + Duration::from_millis(3)).min(Duration::from_millis(50)).min(time / 2)
}
