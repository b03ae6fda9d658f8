//! A computer player: asked for an action, it thinks.

use banqi::{Action, Game, Ply, Seat};

use crate::eval::Evaluation;
use crate::level::Strength;
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
    /// `stop` is asked before the search and again and again in it. Once it says yes the answer comes at once, with the
    /// best action found so far. Inside a [chain](banqi::Parameters::chain) the answer is one more hop or
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
    pub fn think(&self, game: &Game, limits: &Limits, stop: &dyn Fn() -> bool) -> Option<Thought> {
        let mut random = Random::new([self.seed, game.plies().len() as u64, game.position().hash()]);
        let strength = self.level.strength();
        let evaluation = Evaluation::new(game);
        let nodes = strength.map_or(u64::MAX, |strength| strength.nodes);
        let mut budget = Budget::new(limits.nodes.unwrap_or(nodes), stop);
        let choice = match strength {
            None => easy::choose(game, &evaluation, &mut budget, &mut random),
            Some(Strength { reach, .. }) => {
                let depth = limits.depth.unwrap_or(reach.depth).max(1);
                search::choose(game, &evaluation, Reach { depth, ..reach }, &mut budget, &mut random)
            }
        };
        let Choice { action, value, line, depth } = choice?;
        Some(Thought { action, value, line, nodes: budget.spent(), depth })
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
