//! Who plays: asked for an action, told what was played.

mod greedy;
mod level;
mod misty;
mod outside;
mod process;
mod tcga;
mod uci;

use std::fmt;
use std::time::Duration;

use banqi::{Action, Game, Ply, Seat};

pub use greedy::Greedy;
pub use level::LevelPlayer;
pub(crate) use misty::Misty;
pub(crate) use outside::Outside;
pub(crate) use tcga::Tcga;
pub(crate) use uci::Uci;

/// A player of a match. It is given what both players know, and never a deal.
///
/// ```
/// use banqi_match::{Answer, Failure, Player, Request};
///
/// /// Plays whatever is first in the list.
/// struct Plain;
///
/// impl Player for Plain {
///     fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
///         Ok(Answer::action(request.game.actions()[0]))
///     }
/// }
/// # let _: &dyn Player = &Plain;
/// ```
pub trait Player {
    /// A game begins.
    ///
    /// # Errors
    ///
    /// When it cannot play at all; then there is no match.
    fn begin(&mut self, _opening: &Opening<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// Chooses an action for the side to move.
    ///
    /// # Errors
    ///
    /// When there is no answer; that loses the game.
    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure>;

    /// Told what was played, by whomever, with what came up; `game` is after it.
    ///
    /// # Errors
    ///
    /// When it cannot follow; that loses the game.
    fn played(&mut self, _ply: Ply, _game: &Game, _hurry: &Hurry<'_>) -> Result<(), Failure> {
        Ok(())
    }

    /// The game is over.
    fn ended(&mut self, _game: &Game, _hurry: &Hurry<'_>) {}
}

/// What a player is told when a game begins.
///
/// ```
/// use banqi::{Game, Preset, Seat};
/// use banqi_match::{Greedy, Hurry, Opening, Player};
/// use std::time::Duration;
/// let game = Game::new(Preset::TaiwanClub.rules());
/// let hurry = Hurry { within: Duration::from_secs(1), stop: &|| false };
/// assert!(Greedy::new(0).begin(&Opening { game: &game, seat: Seat::First, seed: 1, hurry }).is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The game, in which nothing has been played.
    pub game: &'a Game,
    /// The player's seat.
    pub seat: Seat,
    /// Chance comes from this.
    pub seed: u64,
    /// How long it may take.
    pub hurry: Hurry<'a>,
}

/// How long there is, and whether there still is somebody who waits.
///
/// ```
/// use banqi_match::Hurry;
/// use std::time::Duration;
/// let hurry = Hurry { within: Duration::from_millis(50), stop: &|| false };
/// assert!(!(hurry.stop)());
/// ```
#[derive(Clone, Copy)]
pub struct Hurry<'a> {
    /// After this nobody waits any more.
    pub within: Duration,
    /// Whether to give up at once; asked again and again.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl fmt::Debug for Hurry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hurry").field("within", &self.within).finish_non_exhaustive()
    }
}

/// A question to a player.
///
/// ```
/// use banqi::{Game, Preset};
/// use banqi_match::{Allowance, Greedy, Hurry, Player, Request};
/// use std::time::Duration;
/// let game = Game::new(Preset::TaiwanClub.rules());
/// let hurry = Hurry { within: Duration::from_secs(1), stop: &|| false };
/// let answer = Greedy::new(0).choose(&Request { game: &game, allowance: Allowance::Own, hurry });
/// assert!(answer.is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The game; it is not over.
    pub game: &'a Game,
    /// How much it may think.
    pub allowance: Allowance,
    /// How long the referee waits.
    pub hurry: Hurry<'a>,
}

/// How much a player may think about one action.
///
/// ```
/// use banqi_match::Allowance;
/// assert_ne!(Allowance::Nodes(1000), Allowance::Own);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allowance {
    /// As it likes.
    Own,
    /// So long.
    Movetime(Duration),
    /// So many positions.
    Nodes(u64),
    /// What it makes of what is left.
    Clocks {
        /// First's clock.
        first: Duration,
        /// Second's clock.
        second: Duration,
        /// Added after each turn.
        increment: Duration,
    },
}

/// What a player says.
///
/// ```
/// use banqi_match::{Answer, Choice};
/// let answer = Answer::action("b2-b3".parse()?);
/// assert!(matches!(answer.choice, Choice::Plays(_)));
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What it does.
    pub choice: Choice,
    /// How many positions it looked at, if it says so.
    pub nodes: Option<u64>,
}

impl Answer {
    /// An action, and not a word about how it was found.
    ///
    /// ```
    /// use banqi_match::Answer;
    /// assert_eq!(Answer::action("b2".parse()?).nodes, None);
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    pub const fn action(action: Action) -> Self {
        Self { choice: Choice::Plays(action), nodes: None }
    }
}

/// What a player does.
///
/// ```
/// use banqi_match::Choice;
/// assert_ne!(Choice::Resigns, Choice::Plays("end".parse()?));
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Plays an action, which may not be legal.
    Plays(Action),
    /// Gives up.
    Resigns,
    /// Said something that is no action: this.
    Unreadable(String),
}

/// Why there is no answer.
///
/// ```
/// use banqi_match::Failure;
/// assert_eq!(Failure::Gone("exit status: 1".into()).to_string(), "exit status: 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It did not answer in time.
    Late,
    /// It ended, or does not do its part: so.
    Gone(String),
    /// The referee did not wait for it.
    Stopped,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("no answer in time"),
            Self::Gone(why) => f.write_str(why),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Failure {}
