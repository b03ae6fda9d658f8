//! A computer player: asked for an action, it thinks.

use std::sync::Arc;

use banqi::{Action, Game, Piece, Ply, Seat};

use crate::eval::Evaluation;
use crate::level::Strength;
use crate::random::Random;
use crate::search::{self, Budget, Choice, Knowledge, Reach, Table};
use crate::watch::Watch;
use crate::{Endgames, Level, Limits, Technique, Value, draw, easy, endgames};

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
    /// What it expects to be played, from its own action on. Of a ply that turns a piece over it takes what comes up most
    /// often, and goes on from there.
    pub line: Vec<Ply>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many plies ahead every action was considered.
    pub depth: u32,
    /// How many plies ahead the longest line went.
    pub selective_depth: u32,
    /// How full its table is, in thousandths.
    pub table_full: u16,
    /// How many of the positions were known from endgame tables.
    pub endgame_hits: u64,
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
    /// How many plies ahead the longest line went.
    pub selective_depth: u32,
    /// How full its table is, in thousandths.
    pub table_full: u16,
    /// How many of the positions were known from endgame tables.
    pub endgame_hits: u64,
}

impl Analysis {
    /// The best action as a thought.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_engine::{Engine, Level, Limits};
    /// let game = Game::new(Preset::TaiwanClub.rules());
    /// let limits = Limits { depth: Some(1), ..Limits::default() };
    /// let analysis = Engine::new(Level::Expert, 1).analyse(&game, &limits, &|| false).unwrap();
    /// assert_eq!(analysis.best().unwrap().action, analysis.candidates[0].action);
    /// ```
    pub fn best(&self) -> Option<Thought> {
        let Candidate { action, value, line, .. } = self.candidates.first()?.clone();
        let Self { nodes, depth, selective_depth, table_full, endgame_hits, .. } = *self;
        Some(Thought { action, value, line, nodes, depth, selective_depth, table_full, endgame_hits })
    }
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
    table: Option<Arc<Table>>,
    endgames: Option<Arc<dyn Endgames>>,
    threads: usize,
    without: Vec<Technique>,
}

impl Engine {
    /// A player. The seed decides between actions that it finds equally good.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0);
    /// ```
    pub fn new(level: Level, seed: u64) -> Self {
        Self { level, seed, table: None, endgames: None, threads: 1, without: Vec::new() }
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
        let seed = |number| Random::new([self.seed, game.plies().len() as u64, game.position().hash(), number]);
        let Some(strength) = self.level.strength() else { return Self::glance(game, limits, &mut seed(0), watch) };
        let nodes = limits.nodes.unwrap_or(strength.nodes);
        let reach = limited(strength, limits, &self.without);
        self.with_knowledge(game, strength, &reach, watch, |known| {
            let (choice, nodes) = search::choose_together(game, &reach, nodes, known, &seed, watch, self.threads)?;
            let Choice { action, value, line, depth, selective, endgame_hits } = choice;
            let table_full = known.table.full();
            Some(Thought { action, value, line, nodes, depth, selective_depth: selective, table_full, endgame_hits })
        })
    }

    /// What the level answers that does not search.
    fn glance(game: &Game, limits: &Limits, random: &mut Random, watch: &dyn Watch) -> Option<Thought> {
        let mut evaluation = Evaluation::new(game.rules());
        let stop = || watch.stop();
        let mut budget = Budget::new(limits.nodes.unwrap_or(u64::MAX), &stop);
        let action = easy::choose(game, &mut evaluation, &mut budget, random)?;
        Some(Thought {
            action,
            value: Value::new(evaluation.value(game.position())),
            line: vec![search::expected(game, action)],
            nodes: budget.spent(),
            depth: 0,
            selective_depth: 0,
            table_full: 0,
            endgame_hits: 0,
        })
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
        let strength = self.level.strength().or(Level::Normal.strength())?;
        let mut evaluation = Evaluation::new(game.rules());
        let stop = || watch.stop();
        let mut budget = Budget::new(limits.nodes.unwrap_or(strength.nodes), &stop);
        let reach = limited(strength, limits, &self.without);
        self.with_knowledge(game, strength, &reach, watch, |known| {
            search::analyse(game, &mut evaluation, &reach, &mut budget, known, watch)
        })
    }

    /// Works with the table that is kept, or with one for this thought, and with endgame tables.
    fn with_knowledge<T>(
        &self,
        game: &Game,
        strength: Strength,
        reach: &Reach,
        watch: &dyn Watch,
        think: impl FnOnce(Knowledge<'_>) -> T,
    ) -> T {
        let most = reach.techniques.endgames as usize;
        let endgames = endgames::prober(self.endgames.as_deref(), game, most, watch);
        let endgames = endgames.as_deref();
        match &self.table {
            Some(table) => {
                table.age();
                think(Knowledge { table, endgames })
            }
            None => think(Knowledge { table: &Table::new(strength.table), endgames }),
        }
    }

    /// Keeps what it learns in a table of so many MB (2^20 bytes) from one thought to the next; then the answers depend on
    /// the thoughts before. Otherwise each thought has a table of its own.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0).with_table(64);
    /// ```
    #[must_use]
    pub fn with_table(self, megabytes: usize) -> Self {
        Self { table: Some(Arc::new(Table::new(megabytes.saturating_mul(1 << 20)))), ..self }
    }

    /// Asks these endgame tables, and no others. Otherwise tables are made when a game comes near to them and no
    /// [clock](Watch::is_timed) runs.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use banqi::Preset;
    /// use banqi_engine::{Engine, Level};
    /// use banqi_tables::Tables;
    /// let tables = Arc::new(Tables::made(Preset::TaiwanClub.rules()));
    /// let engine = Engine::new(Level::Master, 0).with_endgames(Arc::new(tables));
    /// ```
    #[must_use]
    pub fn with_endgames(self, source: Arc<dyn Endgames>) -> Self {
        Self { endgames: Some(source), ..self }
    }

    /// Searches with so many threads; with more than one, answers may differ from time to time.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// let engine = Engine::new(Level::Expert, 0).with_threads(2);
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Leaves out techniques of the search, to measure what they gain.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level, Technique};
    /// let engine = Engine::new(Level::Master, 0).without(&[Technique::Star2]);
    /// ```
    #[must_use]
    pub fn without(self, techniques: &[Technique]) -> Self {
        Self { without: techniques.to_vec(), ..self }
    }

    /// Forgets what it learnt in a table that it keeps: a new game begins.
    ///
    /// ```
    /// use banqi_engine::{Engine, Level};
    /// Engine::new(Level::Expert, 0).with_table(1).forget();
    /// ```
    pub fn forget(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
    }

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

/// A level's reach with the limits of one thought.
fn limited(strength: Strength, limits: &Limits, without: &[Technique]) -> Reach {
    let depth = limits.depth.unwrap_or(strength.reach.depth).max(1);
    Reach { depth, techniques: strength.reach.techniques.without(without), ..strength.reach }
}
