//! One game of a match, as it went.

use std::fmt;
use std::time::Duration;

use banqi::{Ending, Outcome, Record, Seat};

use crate::{Round, Side};

/// A game of a match that was played to its end.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use banqi_match::{Match, Plan, Standing, Terms};
///
/// # let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
/// # let plan = Plan { pairs: 1, concurrency: 1 };
/// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| {
///     assert_eq!(bout.record.tags.get("First"), Some("greedy"));
///     Ok(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bout {
    /// Which game.
    pub round: Round,
    /// The game itself, with all that is known of it.
    pub record: Record,
    /// What one side did against the rules of a match, if that ended it.
    pub fault: Option<Fault>,
    /// What First and Second spent.
    pub spent: [Spent; 2],
}

/// How a game ended for [`Side::One`].
///
/// ```
/// assert_eq!(banqi_match::Score::Unfinished.halves(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// It lost.
    Loss,
    /// The rules made it a draw.
    Draw,
    /// The referee ended it after very many turns.
    Unfinished,
    /// It won.
    Win,
}

impl Score {
    /// Half points: an unfinished game counts like a draw.
    ///
    /// ```
    /// assert_eq!(banqi_match::Score::Win.halves(), 2);
    /// ```
    pub const fn halves(self) -> usize {
        match self {
            Self::Loss => 0,
            Self::Draw | Self::Unfinished => 1,
            Self::Win => 2,
        }
    }
}

impl Bout {
    /// How it ended for [`Side::One`].
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Match, Plan, Standing, Terms};
    ///
    /// # let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// # let plan = Plan { pairs: 1, concurrency: 1 };
    /// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| {
    ///     assert!([0, 1, 2].contains(&bout.score().halves()));
    ///     Ok(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self) -> Score {
        match self.record.ending {
            Ending::Finished(Outcome { winner: None, .. }) => Score::Draw,
            Ending::Finished(Outcome { winner: Some(seat), .. }) if self.round.side(seat) == Side::One => Score::Win,
            Ending::Finished(_) => Score::Loss,
            Ending::Unterminated | Ending::Aborted => Score::Unfinished,
        }
    }

    /// What a side spent.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Match, Plan, Side, Standing, Terms};
    ///
    /// # let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// # let plan = Plan { pairs: 1, concurrency: 1 };
    /// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| {
    ///     assert!(bout.spent(Side::One).actions > 0);
    ///     Ok(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spent(&self, side: Side) -> Spent {
        self.spent[self.round.seat(side) as usize]
    }

    /// The side at fault, and what it did.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Match, Plan, Standing, Terms};
    ///
    /// # let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// # let plan = Plan { pairs: 1, concurrency: 1 };
    /// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| {
    ///     assert_eq!(bout.fault(), None);
    ///     Ok(())
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fault(&self) -> Option<(Side, &Fault)> {
        self.fault.as_ref().map(|fault| (self.round.side(fault.seat), fault))
    }
}

/// What a player did that lost it the game off the board.
///
/// ```
/// use banqi::Seat;
/// use banqi_match::{Fault, Offence};
/// let fault = Fault { seat: Seat::First, offence: Offence::Time, what: "b2 after 160 ms".into() };
/// assert_eq!(fault.to_string(), "time: b2 after 160 ms");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Whose.
    pub seat: Seat,
    /// What kind of thing.
    pub offence: Offence,
    /// What happened.
    pub what: String,
}

/// As in the tag of a record.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.offence, self.what)
    }
}

/// A kind of fault.
///
/// ```
/// assert_eq!(banqi_match::Offence::Illegal.to_string(), "illegal");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offence {
    /// An action that is not legal, or none at all.
    Illegal,
    /// An answer too late, or never.
    Time,
    /// The player ended, or did not do its part.
    Crash,
}

impl Offence {
    /// All kinds.
    ///
    /// ```
    /// assert_eq!(banqi_match::Offence::ALL.len(), 3);
    /// ```
    pub const ALL: [Self; 3] = [Self::Illegal, Self::Time, Self::Crash];
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Illegal => "illegal",
            Self::Time => "time",
            Self::Crash => "crash",
        })
    }
}

/// What a player spent on its actions.
///
/// ```
/// use banqi_match::Spent;
/// use std::time::Duration;
/// let spent = Spent { actions: 4, time: Duration::from_millis(10), ..Spent::default() };
/// assert_eq!(spent.to_string(), "actions=4 time=10000us over=0us");
/// assert_eq!(spent.mean(), Some(Duration::from_micros(2500)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// How many answers it gave.
    pub actions: u32,
    /// How long that took, in all.
    pub time: Duration,
    /// How much the worst of them was over its time.
    pub over: Duration,
    /// How many positions it looked at, as far as it said.
    pub nodes: Option<u64>,
}

impl Spent {
    /// How long an answer took.
    ///
    /// ```
    /// assert_eq!(banqi_match::Spent::default().mean(), None);
    /// ```
    pub fn mean(&self) -> Option<Duration> {
        self.time.checked_div(self.actions)
    }

    /// Adds what was spent elsewhere.
    ///
    /// ```
    /// use banqi_match::Spent;
    /// let mut sum = Spent { actions: 1, nodes: Some(5), ..Spent::default() };
    /// sum.add(Spent { actions: 2, ..Spent::default() });
    /// assert_eq!((sum.actions, sum.nodes), (3, Some(5)));
    /// ```
    pub fn add(&mut self, other: Self) {
        self.actions += other.actions;
        self.time += other.time;
        self.over = self.over.max(other.over);
        self.nodes = match (self.nodes, other.nodes) {
            (Some(one), Some(two)) => Some(one.saturating_add(two)),
            (one, two) => one.or(two),
        };
    }

    /// Reads what is written in a record.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut spent = Self::default();
        for word in text.split(' ') {
            let (key, value) = word.split_once('=')?;
            let micros = || value.strip_suffix("us")?.parse().ok().map(Duration::from_micros);
            match key {
                "actions" => spent.actions = value.parse().ok()?,
                "time" => spent.time = micros()?,
                "over" => spent.over = micros()?,
                "nodes" => spent.nodes = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        Some(spent)
    }
}

/// As in the tag of a record.
impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { actions, time, over, nodes } = self;
        write!(f, "actions={actions} time={}us over={}us", time.as_micros(), over.as_micros())?;
        nodes.map_or(Ok(()), |nodes| write!(f, " nodes={nodes}"))
    }
}
