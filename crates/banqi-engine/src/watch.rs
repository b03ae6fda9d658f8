//! Who follows a search from outside.

use crate::{Analysis, Thought};

/// What stops a search, and is told how it goes. A closure that answers whether to stop is one.
///
/// Only the thread that thinks calls it.
///
/// ```
/// use banqi_engine::{Thought, Watch};
///
/// /// Ends a search after the first depth.
/// struct Glance;
///
/// impl Watch for Glance {
///     fn reached(&self, _: &Thought) -> bool {
///         false
///     }
/// }
/// # let _: &dyn Watch = &Glance;
/// ```
pub trait Watch {
    /// Asked again and again, at least once in a few hundred positions: whether to stop at once.
    fn stop(&self) -> bool {
        false
    }

    /// Whether a clock runs, so that nothing may be prepared that takes more than a moment. Endgame tables are then used as
    /// far as they are there.
    fn is_timed(&self) -> bool {
        false
    }

    /// Told what was found after each depth; answers whether to look deeper.
    fn reached(&self, _thought: &Thought) -> bool {
        true
    }

    /// Told what an analysis found after each depth; answers whether to look deeper.
    ///
    /// Who follows no more than the best action need not ask for all of them.
    fn analysed(&self, analysis: &Analysis) -> bool {
        analysis.best().is_some_and(|thought| self.reached(&thought))
    }
}

impl<F: Fn() -> bool> Watch for F {
    fn stop(&self) -> bool {
        self()
    }
}
