//! Which game of a match, and what it is played with.

use std::fmt;
use std::str::FromStr;

use banqi::{Position, Seat};
use banqi_deal::Deal;

use crate::Side;
use crate::random::Random;

/// A game of a match: which pair, and which of its two games.
///
/// Both games of a pair have the same deal. In the first, [`Side::One`] has the seat First.
///
/// ```
/// use banqi::Seat;
/// use banqi_match::{Round, Side};
///
/// let round: Round = "12.2".parse()?;
/// assert_eq!(round.side(Seat::First), Side::Two);
/// assert_eq!(round.to_string(), "12.2");
/// # Ok::<(), banqi_match::RoundError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Round {
    /// From 1.
    pub pair: u32,
    /// Whether it is the second game of the pair.
    pub swapped: bool,
}

impl Round {
    /// All games of so many pairs, in order.
    ///
    /// ```
    /// use banqi_match::Round;
    /// let rounds: Vec<String> = Round::all(2).map(|round| round.to_string()).collect();
    /// assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2"]);
    /// ```
    pub fn all(pairs: u32) -> impl Iterator<Item = Self> + Send {
        (1..=pairs).flat_map(|pair| [false, true].map(|swapped| Self { pair, swapped }))
    }

    /// Who has a seat.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_match::{Round, Side};
    /// let round = Round { pair: 1, swapped: false };
    /// assert_eq!(round.side(Seat::Second), Side::Two);
    /// ```
    pub const fn side(self, seat: Seat) -> Side {
        match (seat, self.swapped) {
            (Seat::First, false) | (Seat::Second, true) => Side::One,
            _ => Side::Two,
        }
    }

    /// Which seat a side has.
    ///
    /// ```
    /// use banqi::Seat;
    /// use banqi_match::{Round, Side};
    /// let round = Round { pair: 1, swapped: true };
    /// assert_eq!(round.seat(Side::One), Seat::Second);
    /// ```
    pub const fn seat(self, side: Side) -> Seat {
        match (side, self.swapped) {
            (Side::One, false) | (Side::Two, true) => Seat::First,
            _ => Seat::Second,
        }
    }

    /// The deal of the pair in a match of this seed; nothing else decides it.
    ///
    /// ```
    /// use banqi_match::Round;
    /// let [one, two] = [false, true].map(|swapped| Round { pair: 3, swapped });
    /// assert_eq!(one.deal(7), two.deal(7));
    /// assert_ne!(one.deal(7), one.deal(8));
    /// ```
    pub fn deal(self, seed: u64) -> Deal {
        Deal::from_seed(&Position::start(), Random::new(&[seed, DEAL, self.pair.into()]).next())
    }

    /// The seed of a player in this game.
    pub(crate) fn player_seed(self, seed: u64, side: Side) -> u64 {
        Random::new(&[seed, PLAYER, self.pair.into(), self.swapped.into(), side as u64]).next()
    }
}

/// What a seed is for, so that no two uses give related numbers.
const DEAL: u64 = 1;
const PLAYER: u64 = 2;

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.pair, if self.swapped { 2 } else { 1 })
    }
}

impl FromStr for Round {
    type Err = RoundError;

    fn from_str(text: &str) -> Result<Self, RoundError> {
        let (pair, game) = text.split_once('.').ok_or(RoundError)?;
        let swapped = match game {
            "1" => false,
            "2" => true,
            _ => return Err(RoundError),
        };
        let round = Self { pair: pair.parse().map_err(|_| RoundError)?, swapped };
        // No other spelling, so that no game is counted twice.
        if round.pair > 0 && round.to_string() == text { Ok(round) } else { Err(RoundError) }
    }
}

/// A text that names no game of a match.
///
/// ```
/// let error = "3".parse::<banqi_match::Round>().unwrap_err();
/// assert_eq!(error.to_string(), "a round is a pair and 1 or 2, like 12.1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundError;

impl fmt::Display for RoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a round is a pair and 1 or 2, like 12.1")
    }
}

impl std::error::Error for RoundError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_have_one_spelling() {
        for text in ["", "1", "0.1", "1.0", "1.3", "01.1", "+1.1", "1.1 ", "4294967296.1"] {
            assert_eq!(text.parse::<Round>(), Err(RoundError), "{text:?}");
        }
    }

    #[test]
    fn seats_are_swapped_within_a_pair() {
        for round in Round::all(2) {
            for side in Side::ALL {
                assert_eq!(round.side(round.seat(side)), side);
            }
        }
        let [one, two] = [false, true].map(|swapped| Round { pair: 5, swapped }.seat(Side::One));
        assert_eq!(one, !two);
    }

    #[test]
    fn every_player_of_every_game_has_a_seed_of_its_own() {
        let seeds: std::collections::HashSet<u64> =
            Round::all(50).flat_map(|round| Side::ALL.map(|side| round.player_seed(1, side))).collect();
        assert_eq!(seeds.len(), 200);
    }
}
