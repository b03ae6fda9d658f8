//! A player who takes what it can and otherwise plays by chance: what a beginner's level is measured against.

use banqi::{Action, Game};

use super::{Answer, Failure, Opening, Player, Request};
use crate::random::Random;

/// Captures when it can, a random one of the captures of face-up pieces; else it plays a random legal action.
///
/// ```
/// use banqi::Game;
/// use banqi_match::Greedy;
/// let study = "4/4/4/4/4/4/n3/RG1n r - 0 41".parse()?;
/// let game = Game::from_position("taiwan-club".parse()?, study)?;
/// assert_eq!(Greedy::new(1).pick(&game), Some("a1-a2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Greedy {
    random: Random,
}

impl Greedy {
    /// A player; its chance comes from the seed.
    ///
    /// ```
    /// let player = banqi_match::Greedy::new(1);
    /// ```
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(&[seed]) }
    }

    /// Picks an action, or none when the game is over.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// use banqi_match::Greedy;
    /// let game = Game::new(Preset::HongKong.rules());
    /// assert!(Greedy::new(7).pick(&game).is_some());
    /// ```
    pub fn pick(&mut self, game: &Game) -> Option<Action> {
        let actions = game.actions();
        let is_capture =
            |action: &&Action| matches!(**action, Action::Move { to, .. } if game.position().piece(to).is_some());
        let captures: Vec<Action> = actions.iter().filter(is_capture).copied().collect();
        let among: &[Action] = if captures.is_empty() { &actions } else { &captures };
        (!among.is_empty()).then(|| among[self.random.below(among.len())])
    }
}

impl Player for Greedy {
    fn begin(&mut self, opening: &Opening<'_>) -> Result<(), Failure> {
        *self = Self::new(opening.seed);
        Ok(())
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Failure> {
        self.pick(request.game).map(Answer::action).ok_or_else(|| Failure::Gone("the game is over".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn picks(position: &str) -> HashSet<String> {
        let game = Game::from_position("taiwan-club:dark=probe".parse().unwrap(), position.parse().unwrap()).unwrap();
        (0..200).filter_map(|seed| Greedy::new(seed).pick(&game)).map(|action| action.to_string()).collect()
    }

    #[test]
    fn a_capture_is_a_random_one_of_all_captures() {
        // The Chariot takes the Horse or the Soldier; the face-down piece beside it is no capture for sure.
        assert_eq!(picks("4/4/4/4/4/n3/RP2/p?1k r p1 0 41"), HashSet::from(["a2-a3", "a2-a1"].map(String::from)));
    }

    #[test]
    fn without_a_capture_anything_legal_comes() {
        let all = ["a1-a2", "a1-b1", "d8"].map(String::from);
        assert_eq!(picks("3?/4/4/4/4/4/4/R2k r p1 0 41"), HashSet::from(all));
    }
}
