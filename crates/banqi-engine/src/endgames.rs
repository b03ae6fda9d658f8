//! Which endgame tables a thought may ask.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use banqi::{Game, Parameters, Rules};
use banqi_tables::{Prober, Tables};

use crate::Watch;

/// Where an engine finds endgame tables: a folder of them, say.
///
/// ```
/// use std::sync::Arc;
/// use banqi::Rules;
/// use banqi_engine::{Endgames, Engine, Level};
/// use banqi_tables::Tables;
///
/// /// Knows of no tables.
/// #[derive(Debug)]
/// struct Nothing;
///
/// impl Endgames for Nothing {
///     fn under(&self, _: &Rules) -> Option<Arc<Tables>> {
///         None
///     }
/// }
/// let engine = Engine::new(Level::Master, 0).with_endgames(Arc::new(Nothing));
/// ```
pub trait Endgames: fmt::Debug + Send + Sync {
    /// The tables for some rules, which get ready for a game on the way.
    fn under(&self, rules: &Rules) -> Option<Arc<Tables>>;
}

/// These tables for their rules. Repetition, cycles and chases change nothing about a table.
impl Endgames for Arc<Tables> {
    fn under(&self, rules: &Rules) -> Option<Arc<Tables>> {
        (told_by_tables(self.rules()) == told_by_tables(rules)).then(|| Self::clone(self))
    }
}

/// With so many pieces left, hidden ones included, tables with one piece fewer than the most are wanted.
const NEAR: u32 = 8;

/// With so many, those with the most are.
const NEARER: u32 = 5;

/// The tables for a game, of up to so many pieces; none where there are none. Without a source they are made, so that what an
/// engine plays depends on nothing but what it is asked; but not while a clock runs.
pub(crate) fn prober(
    source: Option<&dyn Endgames>,
    game: &Game,
    pieces: usize,
    watch: &dyn Watch,
) -> Option<Arc<Prober>> {
    let alive = game.position().alive();
    if pieces == 0 || alive.len() > NEAR || source.is_none() && watch.is_timed() || game.outcome().is_some() {
        return None;
    }
    let tables = match source {
        Some(source) => source.under(game.rules())?,
        None => made_tables(game.rules()),
    };
    tables.prepare(alive, if alive.len() > NEARER { pieces - 1 } else { pieces }, &|| watch.stop());
    let prober = tables.prober();
    (!prober.is_empty()).then_some(prober)
}

/// The rules without those that look back at a game.
fn told_by_tables(rules: &Rules) -> Parameters {
    Parameters { repetition: None, cycle: None, chase: None, ..*rules.parameters() }
}

/// The tables of rule sets that were asked for last: what they hold is the same for everybody, and takes too long to be made
/// for each thought.
static MADE: Mutex<Vec<Arc<Tables>>> = Mutex::new(Vec::new());

/// For so many rule sets tables are kept: those of one take up to some hundred MB, and whoever plays by others all the time
/// shall not fill the memory of a server.
const KEPT: usize = 3;

/// The tables that engines without a source of their own make and share, for whoever wants to
/// [prepare](Tables::prepare) them before it matters.
///
/// ```
/// use std::sync::Arc;
/// use banqi::Preset;
/// use banqi_engine::made_tables;
/// let rules = Preset::TaiwanClub.rules();
/// assert!(Arc::ptr_eq(&made_tables(&rules), &made_tables(&rules)));
/// ```
pub fn made_tables(rules: &Rules) -> Arc<Tables> {
    let mut kept = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().position(|tables| tables.under(rules).is_some());
    let tables = known.map_or_else(|| Arc::new(Tables::made(*rules)), |index| kept.remove(index));
    kept.insert(0, Arc::clone(&tables));
    kept.truncate(KEPT);
    tables
}
