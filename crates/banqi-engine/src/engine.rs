//! A computer player: asked for an action, it thinks.

use banqi::{Action, Game, Piece, Ply, Seat};

use crate::eval::Evaluation;
use crate::level::Strength;
use crate::watch::Watch;
use crate::random::Random;
use crate::search::{self, Budget, Choice, Reach};
use crate::{Level, Limits, Value, draw, easy};

/// What a player came to think.
///
/// ```
/// use banqi::{Game, Preset};
/// use banqi_engine::{Engine, Level, Limits};
/// let game = Game::new(Preset::HongKong.rules());
/// let thought = Engine::new(Level::Easy, 5).think(&game, &Limits::default(), &|| false).unwrap();
/// assert_eq!(thought.line[0].action, thought.action);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// What it plays.
    pub action: Action,
    /// What it expects from that, as the side to move sees it.
    pub value: Value,
    /// What it expects to be played, from its own action on. A ply that turns a piece over says nothing of what comes
    /// up, and is the last.
    pub line: Vec<Ply>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many plies ahead every action was considered.
    pub depth: u32,
    /// How many plies ahead the longest line went.
    pub selective_depth: u32,
    /// How full its table is, in thousandths.
    pub table_full: u16,
}

/// An action at the root of an analysis, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The action.
    pub action: Action,
    /// Its value for the side to move.
    pub value: Value,
    /// The line that is expected from it on, itself first.
    pub line: Vec<Ply>,
    /// For an action that turns a piece over, what may come up; empty for others.
    pub outcomes: Vec<Chance>,
}

/// One thing that may come up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance {
    /// What comes up.
    pub piece: Piece,
    /// How many of them the bag holds: that of the bag's [`len`](banqi::Bag::len) pieces.
    pub count: u8,
    /// What the action is then worth, for the side that takes it.
    pub value: Value,
}

/// Every action of a position, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// All legal actions with their exact values at the depth, the best first.
    pub candidates: Vec<Candidate>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many plies ahead every action was considered.
    pub depth: u32,
}

/// A computer player of a level.
///
/// ```
/// use banqi_engine::{Engine, Level};
/// let engine = Engine::new(Level::Normal, 42);
/// assert_eq!(engine.level(), Level::Normal);
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    level: Level,
    seed: u64,
}

impl Engine {
    /// A player. The seed decides between actions that it finds equally good.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0);
    /// ```
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, seed }
    }

    /// Its level.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// assert_eq!(Engine::new(Level::Easy, 0).level(), Level::Easy);
    /// ```
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses an action for the side to move, or none if the game is over.
    ///
    /// `watch` is asked before the search and again and again in it whether to stop; a closure is one. Once it says yes the
    /// answer comes at once, with the best action found so far. After each depth it is told what was found. Inside a [chain](banqi::Parameters::chain) the answer is one more hop or
    /// [`Action::End`]; whoever referees asks again after each.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_engine::{Engine, Level, Limits};
    /// let game = Game::new(Preset::TaiwanClub.rules());
    /// let engine = Engine::new(Level::Normal, 1);
    /// let thought = engine.think(&game, &Limits::default(), &|| false);
    /// assert_eq!(thought, engine.think(&game, &Limits::default(), &|| false));
    /// ```
    pub fn think(&self, game: &Game, limits: &Limits, watch: &dyn Watch) -> Option<Thought> {
        let mut random = Random::new([self.seed, game.plies().len() as u64, game.position().hash()]);
        let strength = self.level.strength();
        let evaluation = Evaluation::new(game);
        let nodes = strength.map_or(u64::MAX, |strength| strength.nodes);
        let stop = || watch.stop();
        let mut budget = Budget::new(limits.nodes.unwrap_or(nodes), &stop);
        let choice = match strength {
            None => easy::choose(game, &evaluation, &mut budget, &mut random),
            Some(Strength { reach, .. }) => {
                let depth = limits.depth.unwrap_or(reach.depth).max(1);
                search::choose(game, &evaluation, Reach { depth, ..reach }, &mut budget, &mut random)
            }
        };
        let Choice { action, value, line, depth } = choice?;
        let thought =
            Thought { action, value, line, nodes: budget.spent(), depth, selective_depth: depth, table_full: 0 };
        watch.reached(&thought);
        Some(thought)
    }

    /// Looks at every action of the side to move with a full window, or none if the game is over.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_engine::{Engine, Level, Limits};
    /// let game = Game::new(Preset::TaiwanClub.rules());
    /// let limits = Limits { depth: Some(1), ..Limits::default() };
    /// let analysis = Engine::new(Level::Expert, 1).analyse(&game, &limits, &|| false).unwrap();
    /// assert_eq!(analysis.candidates.len(), 32);
    /// ```
    pub fn analyse(&self, game: &Game, limits: &Limits, watch: &dyn Watch) -> Option<Analysis> {
        let thought = self.think(game, limits, watch)?;
        let candidate = |action: Action| Candidate {
            action,
            value: thought.value,
            line: vec![action.into()],
            outcomes: Vec::new(),
        };
        let candidates = game.actions().iter().copied().map(candidate).collect();
        Some(Analysis { candidates, nodes: thought.nodes, depth: thought.depth })
    }

    /// Keeps what it learns in a table of so many MB (2^20 bytes) from one thought to the next; then the answers depend on
    /// the thoughts before. Otherwise each thought has a table of its own.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0).with_table(64);
    /// ```
    #[must_use]
    pub fn with_table(self, _megabytes: usize) -> Self {
        self
    }

    /// Searches with so many threads; with more than one, answers may differ from time to time.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0).with_threads(2);
    /// ```
    #[must_use]
    pub fn with_threads(self, _threads: usize) -> Self {
        self
    }

    /// Forgets what it learnt in a table that it keeps: a new game begins.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// Engine::new(Level::Expert, 0).with_table(1).forget();
    /// ```
    pub fn forget(&self) {}

    /// Whether it offers a draw, playing this seat; on its own turn, before it plays.
    ///
    /// ```
    /// use banqi::{Game, Preset, Seat};
    /// use banqi_engine::{Engine, Level};
    /// let game = Game::new(Preset::TaiwanClassic.rules());
    /// assert!(!Engine::new(Level::Normal, 1).offers_draw(&game, Seat::First));
    /// ```
    pub fn offers_draw(&self, game: &Game, seat: Seat) -> bool {
        draw::wants(game, seat)
    }

    /// Whether it accepts a draw that it is offered, playing this seat; on either player's turn.
    ///
    /// ```
    /// use banqi::{Game, Preset, Seat};
    /// use banqi_engine::{Engine, Level};
    /// let game = Game::new(Preset::TaiwanClassic.rules());
    /// assert!(!Engine::new(Level::Normal, 1).accepts_draw(&game, Seat::Second));
    /// ```
    pub fn accepts_draw(&self, game: &Game, seat: Seat) -> bool {
        draw::wants(game, seat)
    }
}
