//! What clients say.

use std::fmt;

use banqi::{Action, Rules};
use banqi_deal::{Commitment, Secret};
use serde::{Deserialize, Serialize};

use crate::{Clock, ClockError, FirstMover, Phrase, Scoring};

/// What a client says on the socket of a game.
///
/// ```
/// use banqi_wire::ClientMessage;
/// let message: ClientMessage = serde_json::from_str(r#"{"type":"hello","version":1,"after":0}"#)?;
/// assert_eq!(message, ClientMessage::Hello { version: 1, after: 0 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// [`VERSION`](crate::VERSION).
        version: u16,
        /// The number of the last event that the client has; 0 for none. It gets those that follow.
        after: u32,
    },
    /// A player does something.
    Do {
        /// The number of the last event that the player had seen. If somebody has played or picked a tile since, the player
        /// meant another moment, and `play` and `pick` are refused: so they are done once, however often they are sent.
        after: u32,
        /// What.
        command: Command,
    },
    /// A player says something. It is not part of the game.
    Say {
        /// What.
        phrase: Phrase,
    },
}

/// What a player does.
///
/// ```
/// use banqi_wire::Command;
/// let command: Command = serde_json::from_str(r#"{"do":"pick","tile":2}"#)?;
/// assert_eq!(command, Command::Pick { tile: 2 });
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", from = "Fields")]
pub enum Command {
    /// The creator commits to c1, once.
    Commit {
        /// H(c1).
        commitment: Commitment,
    },
    /// The friend tells c2, after both commitments.
    Contribute {
        /// c2.
        secret: Secret,
    },
    /// The creator tells c1, after c2: the deal is sealed.
    Seal {
        /// c1.
        secret: Secret,
    },
    /// Picks a tile.
    Pick {
        /// Which, from 0.
        tile: usize,
    },
    /// Plays an action.
    Play {
        /// What.
        action: Action,
    },
    /// Offers a draw, or accepts the other's offer.
    OfferDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Gives up.
    Resign,
    /// Calls the game off, before both have played.
    Abort,
    /// Claims the win: the other one is gone.
    ClaimWin,
    /// Claims a draw: the other one is gone.
    ClaimDraw,
    /// Would like another game, after the end.
    Rematch,
}

/// A command as it is read: serde takes no notice of unknown fields beside a variant without any, but of those beside an empty
/// list of them.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Fields {
    Commit { commitment: Commitment },
    Contribute { secret: Secret },
    Seal { secret: Secret },
    Pick { tile: usize },
    Play { action: Action },
    OfferDraw {},
    DeclineDraw {},
    Resign {},
    Abort {},
    ClaimWin {},
    ClaimDraw {},
    Rematch {},
}

impl From<Fields> for Command {
    fn from(fields: Fields) -> Self {
        match fields {
            Fields::Commit { commitment } => Self::Commit { commitment },
            Fields::Contribute { secret } => Self::Contribute { secret },
            Fields::Seal { secret } => Self::Seal { secret },
            Fields::Pick { tile } => Self::Pick { tile },
            Fields::Play { action } => Self::Play { action },
            Fields::OfferDraw {} => Self::OfferDraw,
            Fields::DeclineDraw {} => Self::DeclineDraw,
            Fields::Resign {} => Self::Resign,
            Fields::Abort {} => Self::Abort,
            Fields::ClaimWin {} => Self::ClaimWin,
            Fields::ClaimDraw {} => Self::ClaimDraw,
            Fields::Rematch {} => Self::Rematch,
        }
    }
}

/// What is asked for when a game is made: the body of `POST /api/games`.
///
/// ```
/// use banqi_wire::{Clock, FirstMover, NewGame};
/// let game: NewGame = serde_json::from_str(r#"{"rules":"hong-kong:chain=on"}"#)?;
/// assert_eq!((game.clock, game.first), (Clock::None, FirstMover::Tiles));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Its rules.
    pub rules: Rules,
    /// Its clock; none if it is not said.
    #[serde(default)]
    pub clock: Clock,
    /// How it is decided who moves first; by tiles if it is not said.
    #[serde(default)]
    pub first: FirstMover,
    /// What it counts for; nothing if it is not said.
    #[serde(default)]
    pub scoring: Scoring,
    /// Whether everybody finds it in the lobby, and not only who has its link.
    #[serde(default)]
    pub open: bool,
    /// The ratings of those who may join, both included; everybody if it is not said.
    #[serde(default)]
    pub range: Option<[i32; 2]>,
}

impl NewGame {
    /// A game for nothing, between those who have its link.
    ///
    /// ```
    /// use banqi_wire::{Clock, FirstMover, NewGame};
    /// let new = NewGame::casual(banqi::Preset::Mainland.rules(), Clock::None, FirstMover::Tiles);
    /// assert!(new.scoring.is_casual() && !new.open);
    /// ```
    pub const fn casual(rules: Rules, clock: Clock, first: FirstMover) -> Self {
        Self { rules, clock, first, scoring: Scoring::Casual, open: false, range: None }
    }

    /// The lowest and the highest rating that a range may name.
    pub const RATINGS: [i32; 2] = [0, 4000];

    /// Whether a server makes it. A rated game has a clock, and a stake its bounds. A ranked game is played by a preset's
    /// rules, without a clock, and alone with the computer: it is not open and has no range, and the creator moves first,
    /// which need not be said.
    ///
    /// # Errors
    ///
    /// [`NewGameError`], which says what is allowed.
    ///
    /// ```
    /// use banqi_wire::{NewGame, NewGameError};
    /// let rated: NewGame = serde_json::from_str(r#"{"rules":"mainland","scoring":{"kind":"rated"}}"#)?;
    /// assert_eq!(rated.check(), Err(NewGameError::RatedWithoutClock));
    /// let ranked = r#"{"rules":"mainland","scoring":{"kind":"ranked","level":"easy"}}"#;
    /// assert_eq!(serde_json::from_str::<NewGame>(ranked)?.check(), Ok(()));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn check(&self) -> Result<(), NewGameError> {
        self.clock.check().map_err(NewGameError::Clock)?;
        if let Some(range @ [low, high]) = self.range {
            let [lowest, highest] = Self::RATINGS;
            if low < lowest || low > high || high > highest {
                return Err(NewGameError::Range { range });
            }
        }
        match self.scoring {
            Scoring::Casual => Ok(()),
            Scoring::Rated if self.clock == Clock::None => Err(NewGameError::RatedWithoutClock),
            Scoring::Rated => Ok(()),
            Scoring::Stake { base } if (1..=Scoring::MOST_BASE).contains(&base) => Ok(()),
            Scoring::Stake { base } => Err(NewGameError::Stake { base }),
            Scoring::Ranked { .. } => self.check_ranked(),
        }
    }

    fn check_ranked(&self) -> Result<(), NewGameError> {
        // Written as changes to another preset it would have another name on the boards.
        if self.rules != self.rules.preset().rules() {
            Err(NewGameError::RankedHouseRules)
        } else if self.clock != Clock::None {
            Err(NewGameError::RankedWithClock)
        } else if !matches!(self.first, FirstMover::Tiles | FirstMover::Creator) {
            Err(NewGameError::RankedFirst)
        } else if self.open || self.range.is_some() {
            Err(NewGameError::RankedOpen)
        } else {
            Ok(())
        }
    }
}

/// A game that no server makes.
///
/// ```
/// use banqi_wire::NewGameError;
/// assert_eq!(NewGameError::Stake { base: 0 }.to_string(), "scoring: a base of 0; it takes 1 to 1000");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NewGameError {
    /// The clock is none that a server takes.
    Clock(ClockError),
    /// A rated game has no clock.
    RatedWithoutClock,
    /// The base of a stake is out of its bounds.
    Stake {
        /// What was asked for.
        base: u32,
    },
    /// A ranked game has other rules than a preset's.
    RankedHouseRules,
    /// A ranked game has a clock.
    RankedWithClock,
    /// Somebody else than the creator is to move first in a ranked game.
    RankedFirst,
    /// A ranked game is offered to others.
    RankedOpen,
    /// The range of ratings is upside down or out of its bounds.
    Range {
        /// What was asked for.
        range: [i32; 2],
    },
}

impl fmt::Display for NewGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(error) => error.fmt(f),
            Self::RatedWithoutClock => f.write_str("clock: none; a rated game takes one"),
            Self::Stake { base } => write!(f, "scoring: a base of {base}; it takes 1 to {}", Scoring::MOST_BASE),
            Self::RankedHouseRules => f.write_str("rules: a ranked game takes a preset without changes"),
            Self::RankedWithClock => f.write_str("clock: a ranked game takes none"),
            Self::RankedFirst => f.write_str("first: in a ranked game the creator moves first"),
            Self::RankedOpen => f.write_str("open, range: nobody joins a ranked game"),
            Self::Range { range: [low, high] } => {
                let [lowest, highest] = NewGame::RATINGS;
                write!(f, "range: {low} to {high}; it takes a lower and a higher number, {lowest} to {highest}")
            }
        }
    }
}

impl std::error::Error for NewGameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Clock(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands() -> Vec<Command> {
        let secret = Secret::from_bytes([7; 32]);
        vec![
            Command::Commit { commitment: Commitment::from_bytes([1; 32]) },
            Command::Contribute { secret: secret.clone() },
            Command::Seal { secret },
            Command::Pick { tile: 2 },
            Command::Play { action: "b2-b3".parse().expect("an action") },
            Command::OfferDraw,
            Command::DeclineDraw,
            Command::Resign,
            Command::Abort,
            Command::ClaimWin,
            Command::ClaimDraw,
            Command::Rematch,
        ]
    }

    #[test]
    fn commands_are_read_as_they_are_written_and_with_nothing_else() {
        for command in commands() {
            let text = serde_json::to_string(&command).expect("written");
            assert_eq!(serde_json::from_str::<Command>(&text).expect("read"), command);
            let more = text.replace('}', r#","x":1}"#);
            assert!(serde_json::from_str::<Command>(&more).is_err(), "{more}");
        }
    }

    /// What is said besides the rules, and of what the answer speaks; nothing where it is made.
    #[test]
    fn games_that_count_have_their_conditions() {
        let (clock, ranked) =
            (r#""clock":{"kind":"days","days":3}"#, r#""scoring":{"kind":"ranked","level":"master"}"#);
        let fischer = |initial| format!(r#""clock":{{"kind":"fischer","initial":{initial},"increment":4294967295}}"#);
        for (rules, more, about) in [
            ("mainland", r#""open":true,"range":[0,4000]"#.to_owned(), None),
            ("mainland", r#""range":[1500,1500]"#.to_owned(), None),
            ("mainland", r#""range":[1600,1500]"#.to_owned(), Some("range: 1600 to 1500")),
            ("mainland", r#""range":[-1,1500]"#.to_owned(), Some("range: -1")),
            ("mainland", r#""range":[0,4001]"#.to_owned(), Some("range: 0 to 4001")),
            ("mainland", fischer(300), Some("clock: 300 s")),
            ("mainland", format!(r#"{clock},"scoring":{{"kind":"rated"}}"#), None),
            ("mainland", r#""scoring":{"kind":"rated"}"#.to_owned(), Some("clock: none")),
            ("mainland:quiet=30", format!(r#"{clock},"scoring":{{"kind":"rated"}}"#), None),
            ("mainland", r#""scoring":{"kind":"stake","base":1}"#.to_owned(), None),
            ("mainland", r#""scoring":{"kind":"stake","base":1000}"#.to_owned(), None),
            ("mainland", r#""scoring":{"kind":"stake","base":0}"#.to_owned(), Some("scoring: a base of 0")),
            ("mainland", r#""scoring":{"kind":"stake","base":1001}"#.to_owned(), Some("scoring: a base of 1001")),
            ("mainland", ranked.to_owned(), None),
            ("mainland", format!(r#"{ranked},"first":"creator""#), None),
            ("mainland", format!(r#"{ranked},"first":"friend""#), Some("first: ")),
            ("mainland", format!(r#"{ranked},"first":"random""#), Some("first: ")),
            ("mainland", format!("{ranked},{clock}"), Some("clock: a ranked game")),
            ("mainland", format!(r#"{ranked},"open":true"#), Some("open, ")),
            ("mainland", format!(r#"{ranked},"range":[0,4000]"#), Some("open, range: ")),
            ("mainland:quiet=30", ranked.to_owned(), Some("rules: ")),
            // The same rules as the club's, but not under its name.
            ("taiwan-tournament:quiet=40", ranked.to_owned(), Some("rules: ")),
        ] {
            let text = format!(r#"{{"rules":"{rules}",{more}}}"#);
            let found = serde_json::from_str::<NewGame>(&text).expect("read").check();
            match about {
                None => assert_eq!(found, Ok(()), "{text}"),
                Some(about) => {
                    let error = found.expect_err(&text).to_string();
                    assert!(error.starts_with(about), "{text}: {error}");
                }
            }
        }
    }

    #[test]
    fn clocks_take_nothing_else() {
        for text in [r#"{"kind":"none","x":1}"#, r#"{"kind":"days","days":1,"x":1}"#, r#"{"kind":"none","days":1}"#] {
            assert!(serde_json::from_str::<Clock>(text).is_err(), "{text}");
        }
        assert_eq!(serde_json::from_str::<Clock>(r#"{"kind":"none"}"#).expect("read"), Clock::None);
    }
}
