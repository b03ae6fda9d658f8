//! Randomness, which comes from outside as well.

use rand::Rng as _;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

/// Gives bytes that nobody can predict: for secrets, and for names that nobody is to guess.
pub trait Chance: Send + Sync + 'static {
    /// Fills all of them.
    fn fill(&self, bytes: &mut [u8]);
}

/// The system's source of randomness.
///
/// ```
/// use banqi_server::{Chance as _, SystemChance};
/// let [mut one, mut other] = [[0; 32]; 2];
/// SystemChance.fill(&mut one);
/// SystemChance.fill(&mut other);
/// assert_ne!(one, other);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemChance;

impl Chance for SystemChance {
    fn fill(&self, bytes: &mut [u8]) {
        UnwrapErr(SysRng).fill_bytes(bytes);
    }
}

/// So many random bytes.
pub(crate) fn draw<const N: usize>(chance: &dyn Chance) -> [u8; N] {
    let mut bytes = [0; N];
    chance.fill(&mut bytes);
    bytes
}
