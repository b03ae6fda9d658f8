//! Our own engine, in this process.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use banqi::Bag;
use banqi_engine::{Clock, Engine, Level, Limits, Pace, Technique, Thought, Watch, made_tables};

use super::{Allowance, Answer, Choice, Failure, Hurry, Opening, Player, Request};

/// A level of our engine. Without a limit it thinks as the level does; with one, as deep as the limit lets it.
///
/// ```
/// use banqi_engine::Level;
/// use banqi_match::LevelPlayer;
/// let player = LevelPlayer::new(Level::Expert, 64);
/// ```
#[derive(Clone, Debug)]
pub struct LevelPlayer {
    level: Level,
    hash: usize,
    limited: bool,
    without: Vec<Technique>,
    timed: bool,
    engine: Engine,
}

/// Endgames with so many pieces are known beforehand.
const ENDGAMES: usize = 4;

/// Deeper than a search comes.
const DEEPEST: u32 = 64;

impl LevelPlayer {
    /// A player of a level that takes what thoughts it needs.
    ///
    /// ```
    /// use banqi_engine::Level;
    /// let player = banqi_match::LevelPlayer::new(Level::Easy, 16);
    /// ```
    pub fn new(level: Level, hash: usize) -> Self {
        Self { level, hash, limited: false, without: Vec::new(), timed: false, engine: Engine::new(level, 0) }
    }

    /// One that keeps a table of its `hash` MB through a game, as an engine does that is given its time.
    ///
    /// ```
    /// use banqi_engine::Level;
    /// let player = banqi_match::LevelPlayer::new(Level::Master, 16).limited();
    /// ```
    #[must_use]
    pub fn limited(self) -> Self {
        Self { limited: true, ..self }
    }

    /// One that has its endgame tables ready before the first game, since on a clock there is no time to make them.
    ///
    /// ```
    /// use banqi_engine::Level;
    /// let player = banqi_match::LevelPlayer::new(Level::Master, 16).limited().timed();
    /// ```
    #[must_use]
    pub fn timed(self) -> Self {
        Self { timed: true, ..self }
    }

    /// One whose search does without these techniques.
    ///
    /// ```
    /// use banqi_engine::{Level, Technique};
    /// let player = banqi_match::LevelPlayer::new(Level::Master, 16).without(&[Technique::Star1]);
    /// ```
    #[must_use]
    pub fn without(self, techniques: &[Technique]) -> Self {
        Self { without: techniques.to_vec(), ..self }
    }
}

impl Player for LevelPlayer {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Failure> {
        // A new one for each game has its own chance, and nothing to forget.
        self.engine = Engine::new(self.level, opening.seed).without(&self.without);
        if self.limited && self.level >= Level::Expert {
            self.engine = self.engine.clone().with_table(self.hash);
            if self.timed && !self.without.contains(&Technique::Endgames) {
                let tables = made_tables(opening.game.rules());
                tables.prepare(Bag::full(), ENDGAMES, &|| (opening.hurry.stop)());
                self.engine = self.engine.clone().with_endgames(Arc::new(tables));
            }
        }
        Ok(())
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
        let Request { game, allowance, hurry } = *request;
        let deep = |nodes| Limits { nodes: Some(nodes), depth: Some(DEEPEST) };
        let (limits, pace) = match allowance {
            Allowance::Own => (Limits::default(), None),
            Allowance::Nodes(nodes) => (deep(nodes), None),
            Allowance::Movetime(time) => (deep(u64::MAX), Some(Pace::fixed(time))),
            Allowance::Clocks { first, second, increment } => {
                let remaining = if game.position().seat() == banqi::Seat::First { first } else { second };
                (deep(u64::MAX), Some(Pace::of(Clock { remaining, increment }, game)))
            }
        };
        let timer = Timer::new(pace, hurry);
        // A search that panics is an engine that crashed: it loses the game and not the match.
        let thought = catch_unwind(AssertUnwindSafe(|| self.engine.think(game, &limits, &timer)));
        match thought {
            Err(_) => Err(Failure::Gone("its search panicked".into())),
            Ok(_) if (hurry.stop)() => Err(Failure::Stopped),
            Ok(Some(Thought { action, nodes, .. })) => Ok(Answer { choice: Choice::Plays(action), nodes: Some(nodes) }),
            Ok(None) => Ok(Answer { choice: Choice::Unreadable("nothing".into()), nodes: None }),
        }
    }
}

/// Holds a search to its time.
struct Timer<'a> {
    start: Instant,
    soft: Duration,
    hard: Duration,
    /// Whether it is the player's own time, and not only that nobody waits for ever.
    is_timed: bool,
    hurry: Hurry<'a>,
}

impl<'a> Timer<'a> {
    fn new(pace: Option<Pace>, hurry: Hurry<'a>) -> Self {
        let (soft, hard) = pace.map_or((hurry.within, hurry.within), |pace| (pace.soft, pace.hard));
        Self { start: Instant::now(), soft, hard, is_timed: pace.is_some(), hurry }
    }
}

impl Watch for Timer<'_> {
    fn is_timed(&self) -> bool {
        self.is_timed
    }

    fn stop(&self) -> bool {
        self.start.elapsed() >= self.hard || (self.hurry.stop)()
    }

    fn reached(&self, _: &Thought) -> bool {
        self.start.elapsed() < self.soft
    }
}
