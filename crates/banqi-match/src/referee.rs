//! One game between two players. The referee alone knows the deal, and it holds the clock.

use std::time::{Duration, Instant};

use banqi::{Game, Outcome, Reason, Rules, Seat};
use banqi_deal::Deal;

use crate::bout::{Fault, Offence, Spent};
use crate::player::{Allowance, Answer, Choice, Failure, Hurry, Opening, Player, Request};
use crate::{Control, Terms};

/// A game that is not over after so many turns is unfinished.
///
/// ```
/// assert_eq!(banqi_match::LAST_TURN, 1000);
/// ```
pub const LAST_TURN: u32 = 1000;

/// Where the time comes from.
///
/// ```
/// use banqi_match::{SystemTime, Time};
/// let time = SystemTime::new();
/// assert!(time.now() <= time.now());
/// ```
pub trait Time: Sync {
    /// How long it is since some moment.
    fn now(&self) -> Duration;
}

/// The time of this machine.
///
/// ```
/// use banqi_match::{SystemTime, Time};
/// let time = SystemTime::new();
/// let before = time.now();
/// assert!(before <= time.now());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SystemTime(Instant);

impl SystemTime {
    /// Begins now.
    ///
    /// ```
    /// let time = banqi_match::SystemTime::new();
    /// ```
    #[allow(clippy::new_without_default, reason = "a default that reads the clock would surprise")]
    pub fn new() -> Self {
        Self(Instant::now())
    }
}

impl Time for SystemTime {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Referees games on some terms.
///
/// ```
/// use banqi_match::{Referee, SystemTime, Terms};
/// let time = SystemTime::new();
/// let rules = banqi::Preset::TaiwanClub.rules();
/// let referee = Referee { rules, terms: Terms::default(), time: &time, stop: &|| false };
/// ```
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// The rules of the game.
    pub rules: Rules,
    /// How the players are limited.
    pub terms: Terms,
    /// The clock.
    pub time: &'a dyn Time,
    /// Whether to break games off.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A game as the referee saw it.
///
/// ```
/// use banqi_match::{Greedy, Referee, Refereed, Round, SystemTime, Terms};
/// let time = SystemTime::new();
/// let rules = banqi::Preset::TaiwanQuick.rules();
/// let referee = Referee { rules, terms: Terms::default(), time: &time, stop: &|| false };
/// let deal = Round { pair: 1, swapped: false }.deal(1);
/// let played = referee.play(&deal, [&mut Greedy::new(0), &mut Greedy::new(0)], [1, 2]);
/// let Refereed { game, spent, .. } = played.expect("both can play");
/// assert_eq!(spent[0].actions + spent[1].actions, game.plies().len() as u32);
/// ```
#[derive(Clone, Debug)]
pub struct Refereed {
    /// The game; without an outcome when there were too many turns.
    pub game: Game,
    /// What ended it off the board.
    pub fault: Option<Fault>,
    /// What First and Second spent.
    pub spent: [Spent; 2],
}

/// Why a game was not played.
///
/// ```
/// use banqi::Seat;
/// use banqi_match::Unplayed;
/// assert_ne!(Unplayed::Stopped, Unplayed::Absent(Seat::First, "no such file".into()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayed {
    /// It was broken off.
    Stopped,
    /// A player could not begin: why.
    Absent(Seat, String),
}

impl Referee<'_> {
    /// Lets First and Second play a game from the start, with what the deal says.
    ///
    /// A player that answers too late, or with what is not legal, or not at all, has lost.
    ///
    /// # Errors
    ///
    /// When the game was broken off, or a player could not begin.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_match::{Greedy, Referee, Round, SystemTime, Terms};
    ///
    /// let referee = Referee {
    ///     rules: Preset::TaiwanQuick.rules(),
    ///     terms: Terms::default(),
    ///     time: &SystemTime::new(),
    ///     stop: &|| false,
    /// };
    /// let deal = Round { pair: 1, swapped: false }.deal(1);
    /// let (mut first, mut second) = (Greedy::new(0), Greedy::new(0));
    /// let refereed = referee.play(&deal, [&mut first, &mut second], [1, 2]).expect("both can play");
    /// assert!(refereed.game.outcome().is_some() && refereed.fault.is_none());
    /// ```
    pub fn play(&self, deal: &Deal, mut players: [&mut dyn Player; 2], seeds: [u64; 2]) -> Result<Refereed, Unplayed> {
        let mut game = Game::new(self.rules);
        let patient = self.hurry(self.terms.patience);
        for seat in Seat::ALL {
            let opening = Opening { game: &game, seat, seed: seeds[seat as usize], hurry: patient };
            players[seat as usize].begin(&opening).map_err(|failure| match failure {
                Failure::Stopped => Unplayed::Stopped,
                failure => Unplayed::Absent(seat, failure.to_string()),
            })?;
        }
        let mut clocks = Clocks::new(self.terms);
        let mut spent = [Spent::default(); 2];
        let mut fault = None;
        while game.outcome().is_none() && game.position().turn() <= LAST_TURN {
            let (seat, turn) = (game.position().seat(), game.position().turn());
            let limit = clocks.limit(seat);
            let within = clocks.within(seat);
            let request = Request { game: &game, allowance: clocks.allowance(), hurry: self.hurry(within) };
            let before = self.time.now();
            let answer = players[seat as usize].choose(&request);
            let taken = self.time.now().saturating_sub(before);
            if (self.stop)() {
                return Err(Unplayed::Stopped);
            }
            let mine = &mut spent[seat as usize];
            mine.add(Spent {
                actions: 1,
                time: taken,
                over: limit.map_or(Duration::ZERO, |limit| taken.saturating_sub(limit)),
                nodes: answer.as_ref().ok().and_then(|answer| answer.nodes),
            });
            let ply = match judge(&game, answer, taken, within) {
                Verdict::Plays(action) => deal.ply(game.position(), action),
                Verdict::Resigns => {
                    forfeit(&mut game, seat, Reason::Resignation);
                    break;
                }
                Verdict::Stopped => return Err(Unplayed::Stopped),
                Verdict::Fault(offence, what) => {
                    fault = Some(Fault { seat, offence, what });
                    break;
                }
            };
            game.play_unchecked(ply);
            clocks.pass(seat, taken, game.position().turn() != turn);
            if let Some((seat, failure)) = Seat::ALL
                .into_iter()
                .find_map(|seat| players[seat as usize].played(ply, &game, &patient).err().map(|error| (seat, error)))
            {
                match failure {
                    Failure::Stopped => return Err(Unplayed::Stopped),
                    // A move that decides the game decides it, whether or not it was heard.
                    _ if game.outcome().is_some() => {}
                    Failure::Late => {
                        fault = Some(Fault { seat, offence: Offence::Time, what: format!("no word on {ply}") });
                    }
                    Failure::Gone(what) => fault = Some(Fault { seat, offence: Offence::Crash, what }),
                }
            }
            if fault.is_some() {
                break;
            }
        }
        if let Some(Fault { seat, offence, .. }) = &fault {
            let reason = if *offence == Offence::Time { Reason::Time } else { Reason::Abandonment };
            forfeit(&mut game, *seat, reason);
        }
        for player in players {
            player.ended(&game, &patient);
        }
        Ok(Refereed { game, fault, spent })
    }

    fn hurry(&self, within: Duration) -> Hurry<'_> {
        Hurry { within, stop: self.stop }
    }
}

fn forfeit(game: &mut Game, loser: Seat, reason: Reason) {
    // A game that goes on can be lost for any of the reasons that players and clocks have.
    let _ = game.finish(Outcome::win(!loser, reason));
}

enum Verdict {
    Plays(banqi::Action),
    Resigns,
    Stopped,
    Fault(Offence, String),
}

fn judge(game: &Game, answer: Result<Answer, Failure>, taken: Duration, within: Duration) -> Verdict {
    let milliseconds = taken.as_millis();
    match answer {
        Err(Failure::Stopped) => Verdict::Stopped,
        Err(Failure::Late) => Verdict::Fault(Offence::Time, format!("no answer in {milliseconds} ms")),
        Err(Failure::Gone(what)) => Verdict::Fault(Offence::Crash, what),
        Ok(_) if taken > within => Verdict::Fault(Offence::Time, format!("an answer after {milliseconds} ms")),
        Ok(Answer { choice: Choice::Resigns, .. }) => Verdict::Resigns,
        Ok(Answer { choice: Choice::Unreadable(text), .. }) => {
            Verdict::Fault(Offence::Illegal, format!("{:?} is no action", excerpt(&text)))
        }
        Ok(Answer { choice: Choice::Plays(action), .. }) => match game.check(action) {
            Ok(()) => Verdict::Plays(action),
            Err(error) => Verdict::Fault(Offence::Illegal, format!("{action}: {error}")),
        },
    }
}

/// The beginning of what a player said, fit to be shown.
fn excerpt(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// What both players have left.
struct Clocks {
    terms: Terms,
    /// The grace included: who overdraws the clock once has not so much grace for ever after.
    left: [Duration; 2],
}

impl Clocks {
    fn new(terms: Terms) -> Self {
        let left = match terms.control {
            Control::Clock { time, .. } => time + terms.grace,
            _ => Duration::ZERO,
        };
        Self { terms, left: [left; 2] }
    }

    fn allowance(&self) -> Allowance {
        match self.terms.control {
            Control::Own => Allowance::Own,
            Control::Movetime(time) => Allowance::Movetime(time),
            Control::Nodes(nodes) => Allowance::Nodes(nodes),
            Control::Clock { increment, .. } => {
                let [first, second] = Seat::ALL.map(|seat| self.left(seat));
                Allowance::Clocks { first, second, increment }
            }
        }
    }

    /// What the clock shows.
    const fn left(&self, seat: Seat) -> Duration {
        self.left[seat as usize].saturating_sub(self.terms.grace)
    }

    /// How long an answer may take.
    const fn limit(&self, seat: Seat) -> Option<Duration> {
        match self.terms.control {
            Control::Own | Control::Nodes(_) => None,
            Control::Movetime(time) => Some(time),
            Control::Clock { .. } => Some(self.left(seat)),
        }
    }

    /// How long it is waited for.
    fn within(&self, seat: Seat) -> Duration {
        match self.terms.control {
            Control::Own | Control::Nodes(_) => self.terms.patience,
            Control::Movetime(time) => time + self.terms.grace,
            Control::Clock { .. } => self.left[seat as usize],
        }
    }

    /// Takes off what an action took, and adds what a turn brings.
    fn pass(&mut self, seat: Seat, taken: Duration, turn_over: bool) {
        if let Control::Clock { increment, .. } = self.terms.control {
            let left = &mut self.left[seat as usize];
            *left = left.saturating_sub(taken) + if turn_over { increment } else { Duration::ZERO };
        }
    }
}
