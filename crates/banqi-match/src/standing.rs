//! How a match stands.

use std::collections::BTreeMap;

use crate::bout::{Bout, Fault, Score, Spent};
use crate::{Decision, Pairs, Round, Side, Sprt};

/// What the games so far come to.
///
/// Pairs count in their order: one counts once both its games are over and all pairs before it count. So short games do
/// not count sooner than long ones, and what a test decides does not depend on how many games are played at once.
///
/// ```
/// use banqi_match::Standing;
/// let standing = Standing::new(None);
/// assert_eq!(standing.tally().games(), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Standing {
    sprt: Option<Sprt>,
    decision: Option<Decision>,
    waiting: BTreeMap<Round, Bout>,
    /// The pair that counts next.
    next: u32,
    pairs: Pairs,
    tally: Tally,
    spent: [Spent; 2],
    faults: Vec<(Round, Side, Fault)>,
}

/// Games by how they ended for [`Side::One`].
///
/// ```
/// use banqi_match::{Score, Tally};
/// let mut tally = Tally::default();
/// tally.add(Score::Win);
/// assert_eq!((tally.wins, tally.games()), (1, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tally {
    /// It won.
    pub wins: u64,
    /// The rules made it a draw.
    pub draws: u64,
    /// It lost.
    pub losses: u64,
    /// There were too many turns; counts like a draw.
    pub unfinished: u64,
}

impl Tally {
    /// Adds a game.
    ///
    /// ```
    /// use banqi_match::{Score, Tally};
    /// let mut tally = Tally::default();
    /// tally.add(Score::Unfinished);
    /// assert_eq!(tally.unfinished, 1);
    /// ```
    pub const fn add(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
            Score::Unfinished => self.unfinished += 1,
        }
    }

    /// How many games.
    ///
    /// ```
    /// assert_eq!(banqi_match::Tally { draws: 3, losses: 1, ..Default::default() }.games(), 4);
    /// ```
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.unfinished
    }
}

impl Standing {
    /// Before the first game; with a test, if one is to end the match.
    ///
    /// ```
    /// use banqi_match::{Sprt, Standing};
    /// let standing = Standing::new(Some(Sprt::new(0.0, 10.0)?));
    /// assert_eq!(standing.decision(), None);
    /// # Ok::<(), banqi_match::SprtError>(())
    /// ```
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            decision: None,
            waiting: BTreeMap::new(),
            next: 1,
            pairs: Pairs::default(),
            tally: Tally::default(),
            spent: [Spent::default(); 2],
            faults: Vec::new(),
        }
    }

    /// Adds a game that is over. What comes after a decision counts no more.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Match, Plan, Standing, Terms};
    /// let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// let plan = Plan { pairs: 1, concurrency: 1 };
    /// let mut again = Standing::new(None);
    /// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| {
    ///     again.add(bout.clone());
    ///     Ok(())
    /// })?;
    /// assert_eq!(again.pairs().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, bout: Bout) {
        self.waiting.insert(bout.round, bout);
        while self.decision.is_none() {
            let pair = [false, true].map(|swapped| Round { pair: self.next, swapped });
            if pair.iter().any(|round| !self.waiting.contains_key(round)) {
                break;
            }
            let scores =
                pair.map(|round| self.waiting.remove(&round).map_or(Score::Unfinished, |bout| self.count(&bout)));
            self.pairs.add(scores[0], scores[1]);
            self.next += 1;
            self.decision = self.sprt.and_then(|sprt| sprt.decision(&self.pairs));
        }
    }

    fn count(&mut self, bout: &Bout) -> Score {
        let score = bout.score();
        self.tally.add(score);
        for side in Side::ALL {
            self.spent[side as usize].add(bout.spent(side));
        }
        if let Some((side, fault)) = bout.fault() {
            self.faults.push((bout.round, side, fault.clone()));
        }
        score
    }

    /// The test, if there is one.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.sprt(), None);
    /// ```
    pub const fn sprt(&self) -> Option<Sprt> {
        self.sprt
    }

    /// What the test has decided.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.decision(), None);
    /// ```
    pub const fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The pairs that count.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.pairs().count(), 0);
    /// ```
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Their games.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.tally().wins, 0);
    /// ```
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What a side spent in them.
    ///
    /// ```
    /// use banqi_match::{Side, Standing};
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.spent(Side::One).actions, 0);
    /// ```
    pub const fn spent(&self, side: Side) -> Spent {
        self.spent[side as usize]
    }

    /// What sides did in them that lost a game off the board, in the order of the games.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert!(standing.faults().is_empty());
    /// ```
    pub fn faults(&self) -> &[(Round, Side, Fault)] {
        &self.faults
    }

    /// How many games are over and do not count, or not yet.
    ///
    /// ```
    /// use banqi_match::Standing;
    /// let standing = Standing::new(None);
    /// assert_eq!(standing.waiting(), 0);
    /// ```
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether a game is over, counted or not.
    ///
    /// ```
    /// use banqi_match::{Round, Standing};
    /// let standing = Standing::new(None);
    /// assert!(!standing.has(Round { pair: 1, swapped: false }));
    /// ```
    pub fn has(&self, round: Round) -> bool {
        round.pair < self.next || self.waiting.contains_key(&round)
    }
}
