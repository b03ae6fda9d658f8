//! A match: two players, many games, several at once.

use std::fmt;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use banqi::{Ending, Record, Rules, Seat, TagError, Tags};

use crate::referee::{Refereed, Unplayed};
use crate::{Bout, Entrant, Fitness, Player, Referee, Round, Side, Standing, SystemTime, Terms};

/// Two players who are to meet, and on what terms. The same match has the same deals, whoever plays it and when.
///
/// ```
/// use banqi_match::{Match, Side, Terms};
///
/// let terms = Terms::default();
/// let meeting = Match::new("greedy".parse()?, "level:easy".parse()?, "taiwan-quick".parse()?, 1, terms)?;
/// assert_eq!(meeting.entrant(Side::Two).to_string(), "level:easy");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    entrants: [Entrant; 2],
    rules: Rules,
    seed: u64,
    terms: Terms,
}

/// How much of a match to play.
///
/// ```
/// let plan = banqi_match::Plan { pairs: 100, concurrency: 2 };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// So many pairs, unless a test decides before.
    pub pairs: u32,
    /// So many games at once.
    pub concurrency: usize,
}

/// What a thread needs to search deep.
const STACK: usize = 16 << 20;

impl Match {
    /// A match.
    ///
    /// # Errors
    ///
    /// [`Unfit`] when one of them cannot play by the rules.
    ///
    /// ```
    /// use banqi_match::{Match, Terms};
    /// let terms = Terms::default();
    /// let error = Match::new("tcga:a".parse()?, "greedy".parse()?, "hong-kong:chain=on".parse()?, 1, terms).unwrap_err();
    /// assert_eq!(error.to_string(), "tcga:a cannot play hong-kong:chain=on: its protocol cannot say what chain and dark need");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(one: Entrant, two: Entrant, rules: Rules, seed: u64, terms: Terms) -> Result<Self, Unfit> {
        for entrant in [&one, &two] {
            if let Fitness::Unfit(why) = entrant.fitness(&rules) {
                return Err(Unfit { entrant: entrant.to_string(), rules: rules.to_string(), why });
            }
        }
        Ok(Self { entrants: [one, two], rules, seed, terms })
    }

    /// Who plays on a side.
    ///
    /// ```
    /// use banqi_match::{Match, Side, Terms};
    /// let meeting = Match::new("greedy".parse()?, "level:easy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// assert_eq!(meeting.entrant(Side::One).to_string(), "greedy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn entrant(&self, side: Side) -> &Entrant {
        &self.entrants[side as usize]
    }

    /// The rules.
    ///
    /// ```
    /// use banqi_match::{Match, Terms};
    /// let meeting = Match::new("greedy".parse()?, "level:easy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// assert_eq!(meeting.rules().to_string(), "taiwan-quick");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the deals and the players' chance come from.
    ///
    /// ```
    /// use banqi_match::{Match, Terms};
    /// let meeting = Match::new("greedy".parse()?, "level:easy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// assert_eq!(meeting.seed(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The terms.
    ///
    /// ```
    /// use banqi_match::{Match, Terms};
    /// let meeting = Match::new("greedy".parse()?, "level:easy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// assert_eq!(meeting.terms(), &Terms::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What makes one doubt that a player plays this game well.
    ///
    /// ```
    /// use banqi_match::{Match, Terms};
    /// let rules = "taiwan-quick".parse()?;
    /// let meeting = Match::new("misty:engine".parse()?, "greedy".parse()?, rules, 1, Terms::default())?;
    /// assert_eq!(meeting.doubts(), ["misty:engine: it ends games as taiwan-club does, and will not expect quiet=20"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn doubts(&self) -> Vec<String> {
        let doubt = |entrant: &Entrant| match entrant.fitness(&self.rules) {
            Fitness::Doubtful(why) => Some(format!("{entrant}: {why}")),
            Fitness::Fit | Fitness::Unfit(_) => None,
        };
        self.entrants.iter().filter_map(doubt).collect()
    }

    /// Plays the games that the standing does not have yet, and adds them to it. Each is told as it ends.
    ///
    /// Ends when all are played, when the standing's test has decided, or soon after `stop` is set; games that are broken
    /// off leave nothing behind.
    ///
    /// # Errors
    ///
    /// [`MatchError`] when a player cannot be started, or what is told is not taken.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Match, Plan, Standing, Terms};
    ///
    /// let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// let mut standing = Standing::new(None);
    /// meeting.play(Plan { pairs: 3, concurrency: 2 }, &mut standing, &AtomicBool::new(false), &mut |_, _| Ok(()))?;
    /// assert_eq!(standing.pairs().count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &self,
        plan: Plan,
        standing: &mut Standing,
        stop: &AtomicBool,
        told: &mut dyn FnMut(&Bout, &Standing) -> io::Result<()>,
    ) -> Result<(), MatchError> {
        let missing: Vec<Round> = Round::all(plan.pairs).filter(|&round| !standing.has(round)).collect();
        let workers = plan.concurrency.clamp(1, missing.len().max(1));
        let rounds = Mutex::new(missing.into_iter());
        // Set when no more games are wanted, for whatever reason.
        let over = AtomicBool::new(standing.decision().is_some());
        let is_over = || over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        let next = || rounds.lock().ok().and_then(|mut rounds| rounds.next()).filter(|_| !is_over());
        let (sender, played) = mpsc::channel();
        thread::scope(|scope| {
            for number in 0..workers {
                let (sender, next, is_over) = (sender.clone(), &next, &is_over);
                let work = move || {
                    let mut players = Side::ALL.map(|side| self.entrant(side).player(&self.rules, &self.terms));
                    while let Some(round) = next() {
                        match self.bout(round, &mut players, is_over) {
                            Err(Unplayed::Stopped) => break,
                            played => {
                                if sender.send((round, played)).is_err() {
                                    break;
                                }
                            }
                        }
                    }
                };
                let name = format!("match {number}");
                let begun = thread::Builder::new().name(name).stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = begun {
                    over.store(true, Ordering::Relaxed);
                    return Err(MatchError::System(error));
                }
            }
            // The last worker's end is the end of what is received.
            drop(sender);
            let mut done = Ok(());
            for (round, bout) in played {
                let taken = match bout {
                    // One game too many may have ended while the others were told to stop.
                    _ if done.is_err() => continue,
                    Err(Unplayed::Absent(seat, why)) => {
                        Err(MatchError::Absent { entrant: self.entrant(round.side(seat)).to_string(), why })
                    }
                    Err(Unplayed::Stopped) => continue,
                    Ok(bout) => {
                        standing.add(bout.clone());
                        told(&bout, standing).map_err(MatchError::System)
                    }
                };
                if taken.is_err() || standing.decision().is_some() {
                    over.store(true, Ordering::Relaxed);
                }
                done = done.and(taken);
            }
            done
        })
    }

    /// Plays one game.
    fn bout(
        &self,
        round: Round,
        players: &mut [Box<dyn Player>; 2],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Bout, Unplayed> {
        let time = SystemTime::new();
        let referee = Referee { rules: self.rules, terms: self.terms, time: &time, stop };
        let [one, two] = players.each_mut().map(|player| player.as_mut() as &mut dyn Player);
        let seated = if round.swapped { [two, one] } else { [one, two] };
        let seeds = Seat::ALL.map(|seat| round.player_seed(self.seed, round.side(seat)));
        let refereed = referee.play(&round.deal(self.seed), seated, seeds)?;
        Ok(self.told(round, refereed))
    }

    fn told(&self, round: Round, refereed: Refereed) -> Bout {
        let Refereed { game, fault, spent } = refereed;
        let mut record = Record::of(&game);
        if game.outcome().is_none() {
            record.ending = Ending::Aborted;
        }
        record.tags = self.tags(round);
        let mut tag = |name: &str, value: &str| expect(&record.tags.set(name, value));
        for seat in Seat::ALL {
            tag(SPENT[seat as usize], &spent[seat as usize].to_string());
        }
        if let Some(fault) = &fault {
            tag(FAULT, &fault.to_string());
        }
        Bout { round, record, fault, spent }
    }

    /// The tags that a game of this match has before it is played.
    pub(crate) fn tags(&self, round: Round) -> Tags {
        let mut tags = Tags::default();
        for (name, value) in [
            ("Event", EVENT.to_owned()),
            ("Round", round.to_string()),
            ("First", self.entrant(round.side(Seat::First)).to_string()),
            ("Second", self.entrant(round.side(Seat::Second)).to_string()),
            ("TimeControl", self.terms.control.to_string()),
            ("MatchSeed", self.seed.to_string()),
            ("MatchTerms", self.terms.to_string()),
            ("Deal", round.deal(self.seed).to_string()),
        ] {
            expect(&tags.set(name, &value));
        }
        tags
    }
}

/// The value of the tag Event.
pub(crate) const EVENT: &str = "Match";
/// What a player did against the rules of a match.
pub(crate) const FAULT: &str = "Fault";
/// What First and Second spent.
pub(crate) const SPENT: [&str; 2] = ["FirstSpent", "SecondSpent"];

/// Every name that is set here is one that can be set.
fn expect(set: &Result<(), TagError>) {
    debug_assert!(set.is_ok(), "{set:?}");
}

/// A player that cannot play by the rules of a match.
///
/// ```
/// use banqi_match::{Match, Terms};
/// let rules = "mainland".parse()?;
/// let unfit = Match::new("misty:engine".parse()?, "greedy".parse()?, rules, 1, Terms::default()).unwrap_err();
/// assert!(unfit.to_string().starts_with("misty:engine cannot play mainland: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    entrant: String,
    rules: String,
    why: String,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot play {}: {}", self.entrant, self.rules, self.why)
    }
}

impl std::error::Error for Unfit {}

/// Why a match could not go on.
///
/// ```
/// use banqi_match::MatchError;
/// let error = MatchError::Absent { entrant: "uci:engine".into(), why: "no such file".into() };
/// assert_eq!(error.to_string(), "uci:engine could not be started: no such file");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum MatchError {
    /// A player could not be started.
    Absent {
        /// Which.
        entrant: String,
        /// Why.
        why: String,
    },
    /// The system refused something.
    System(io::Error),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent { entrant, why } => write!(f, "{entrant} could not be started: {why}"),
            Self::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MatchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Absent { .. } => None,
            Self::System(error) => Some(error),
        }
    }
}
