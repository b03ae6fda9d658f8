//! What the server's computer does in a ranked game. Whoever has the game and its seed finds the same.

use std::fmt;

use banqi::{Game, Seat};
use banqi_deal::EngineSeed;
use banqi_engine::{Engine, Level, Limits, Watch};
use banqi_wire::{Command, Player};

use crate::{Room, Stage};

/// What is asked of the computer, at one moment of a game. It is told what both players know and a seed, and no deal.
///
/// ```
/// use banqi_room::{Question, Referee, Room};
/// # use banqi_wire::{Command, GameId, NewGame, Numbered, Player};
/// # let new: NewGame = serde_json::from_str(r#"{"rules":"mainland","scoring":{"kind":"ranked","level":"easy"}}"#)?;
/// # let (referee, event) = Referee::create(banqi_deal::Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &new);
/// # let mut room = Room::open(&Numbered { number: 1, at: 0, event })?;
/// # let now = banqi_room::Moment { now: 0, lag: 0, away_since: None };
/// # let seal = Command::Seal { secret: banqi_deal::Secret::from_bytes([8; 32]) };
/// # for command in [seal, Command::Play { action: "a1".parse()? }] {
/// #     for event in referee.decide(&room, Player::Creator, room.number(), &command, &now).unwrap() {
/// #         room.apply(&Numbered { number: room.number() + 1, at: 0, event })?;
/// #     }
/// # }
/// // The creator has played; now it is the computer's turn.
/// let question = referee.question(&room).unwrap().ok_or("a turn")?;
/// let command = question.answer(&|| false).ok_or("an answer")?;
/// assert!(referee.decide(&room, Player::Friend, question.number(), &command, &now).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Question {
    number: u32,
    level: Level,
    seed: u64,
    game: Game,
    ask: Ask,
}

#[derive(Clone, Copy)]
enum Ask {
    /// What it plays.
    Action,
    /// Whether it accepts a draw, on this seat.
    Draw(Seat),
}

impl Question {
    /// What the computer is to decide now; none when that is up to the player. An offer of a draw comes before the turn.
    pub fn of(room: &Room, seed: &EngineSeed) -> Option<Self> {
        let level = room.computer().filter(|_| room.waits_for_computer())?;
        let ask = match room.offer() {
            Some(Player::Creator) => Ask::Draw(room.seat(Player::Friend)?),
            _ => Ask::Action,
        };
        let game = room.game().clone();
        Some(Self { number: room.number(), level, seed: seed.turn(game.position().turn()), game, ask })
    }

    /// The number of the event that it follows.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Thinks, for as long as it takes: a fixed amount of work for each level, with one thread and an empty table, and the
    /// same answer on every machine. None when `watch` has stopped it.
    pub fn answer(&self, watch: &dyn Watch) -> Option<Command> {
        let engine = Engine::new(self.level, self.seed);
        let command = match self.ask {
            Ask::Draw(seat) if engine.accepts_draw(&self.game, seat) => Command::OfferDraw,
            Ask::Draw(_) => Command::DeclineDraw,
            Ask::Action => Command::Play { action: engine.think(&self.game, &Limits::default(), watch)?.action },
        };
        // What was found up to then depends on when that was.
        (!watch.stop()).then_some(command)
    }
}

/// The seed is nobody's business before the end.
impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Question({})", self.number)
    }
}

impl Room {
    /// Whether the computer is to do something: its turn, or an offer of a draw.
    pub fn waits_for_computer(&self) -> bool {
        self.computer().is_some()
            && self.stage() == Stage::Playing
            && (self.offer() == Some(Player::Creator) || self.to_act() == Some(Player::Friend))
    }
}
