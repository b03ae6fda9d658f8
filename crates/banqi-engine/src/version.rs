//! What the engine plays, by a name that changes with it.

/// Which engine this is: the crate's version, and after the plus a number that is raised whenever a level plays otherwise
/// than before. Two builds of one version give the same answers to the same questions.
///
/// A game in which the server's computer plays keeps it, so that its moves can be thought again. `tests/version.rs` holds it
/// against the engine's answers.
///
/// ```
/// assert!(banqi_engine::VERSION.starts_with(env!("CARGO_PKG_VERSION")));
/// ```
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+2");
