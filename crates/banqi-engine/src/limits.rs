//! How much a player may think.

/// Bounds for one thought, besides being stopped. What is not given is the level's own choice.
///
/// ```
/// use banqi_engine::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// assert_eq!(limits.depth, None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Limits {
    /// At most so many positions are looked at.
    pub nodes: Option<u64>,
    /// At most so many plies ahead every action is considered; exchanges that follow are played out further.
    /// One at least.
    pub depth: Option<u32>,
}
