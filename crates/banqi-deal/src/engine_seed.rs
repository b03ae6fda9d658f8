//! Where the chance of a computer that plays in a sealed game comes from.

use std::fmt;

use crate::hash::Key;

/// What the computer's seeds come from in a sealed game: as secret as the deal, and as little anybody's choice.
///
/// Each turn has a seed of its own, so that each can be thought again alone. docs/fairness.md has the construction.
///
/// ```
/// # let dealt = banqi_deal::example();
/// let seed = dealt.engine_seed();
/// assert_eq!(seed.turn(2), dealt.engine_seed().turn(2));
/// assert_ne!(seed.turn(2), seed.turn(4));
/// assert_eq!(format!("{seed:?}"), "EngineSeed(..)");
/// ```
#[derive(Clone)]
pub struct EngineSeed(Key);

impl EngineSeed {
    pub(crate) fn of(key: &Key) -> Self {
        Self(key.derived("engine"))
    }

    /// The seed of a turn, which is named by its number, from 1. The actions of a chain have the same one.
    ///
    /// ```
    /// # let dealt = banqi_deal::example();
    /// let turns: std::collections::HashSet<u64> = (1..=100).map(|turn| dealt.engine_seed().turn(turn)).collect();
    /// assert_eq!(turns.len(), 100);
    /// ```
    pub fn turn(&self, number: u32) -> u64 {
        let bytes = self.0.expand("turn", &number.to_be_bytes());
        bytes[..8].iter().fold(0, |seed, &byte| seed << 8 | u64::from(byte))
    }
}

impl fmt::Debug for EngineSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineSeed(..)")
    }
}
