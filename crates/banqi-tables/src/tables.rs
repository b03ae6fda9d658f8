//! Tables under one rule set, at hand or made when they are wanted.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};

use banqi::{Bag, Colour, Position, Rules};

use crate::builder::Builder;
use crate::class::Class;
use crate::file::Variant;
use crate::folder::{Fault, Folder};
use crate::material::Material;
use crate::prober::Prober;
use crate::table::{Extent, Table};
use crate::{MOST_PIECES, Verdict};

/// Where tables come from that are not there yet.
#[derive(Clone, Debug)]
enum Source {
    /// They are made, which takes a processor about a seventh of a second for four pieces.
    Made,
    /// They are read.
    Read(Folder),
}

/// Tables under one rule set.
///
/// Nothing is there at first: [`prepare`](Self::prepare) makes or reads what can come of some material.
///
/// ```
/// use banqi::{Position, Preset};
/// use banqi_tables::{Tables, Verdict};
///
/// let tables = Tables::made(Preset::TaiwanClub.rules());
/// let position: Position = "4/4/4/4/4/4/1p2/K3 r - 0 41".parse()?;
/// assert_eq!(tables.probe(&position), None);
/// tables.prepare(position.alive(), 2, &|| false);
/// // The Soldier threatens the General, which can only run, and not for ever.
/// assert!(matches!(tables.probe(&position), Some(Verdict::Loss(_) | Verdict::Draw)));
/// # Ok::<(), banqi::PositionError>(())
/// ```
#[derive(Debug)]
pub struct Tables {
    rules: Rules,
    source: Source,
    state: RwLock<State>,
}

#[derive(Clone, Debug)]
struct State {
    tables: HashMap<Class, Arc<Table>>,
    prober: Arc<Prober>,
    /// What the folder does not have, or has damaged, so that it is not looked for again with every thought.
    absent: HashSet<Class>,
    faults: Vec<Arc<Fault>>,
}

impl Tables {
    /// Tables that are made when they are wanted.
    ///
    /// ```
    /// let tables = banqi_tables::Tables::made(banqi::Preset::HongKong.rules());
    /// assert_eq!(tables.rules(), &banqi::Preset::HongKong.rules());
    /// ```
    pub fn made(rules: Rules) -> Self {
        Self::new(rules, Source::Made)
    }

    /// Tables that are read from a folder when they are wanted. What is not in it, or damaged, is done without; see
    /// [`faults`](Self::faults).
    ///
    /// # Errors
    ///
    /// When the folder cannot be read.
    ///
    /// ```
    /// use banqi::Preset;
    /// use banqi_tables::Tables;
    /// assert!(Tables::open(Preset::HongKong.rules(), "no/such/folder".as_ref()).is_err());
    /// ```
    pub fn open(rules: Rules, folder: &Path) -> io::Result<Self> {
        Ok(Self::new(rules, Source::Read(Folder::open(folder)?)))
    }

    fn new(rules: Rules, source: Source) -> Self {
        let state = State {
            tables: HashMap::new(),
            prober: Arc::new(Prober::new(rules)),
            absent: HashSet::new(),
            faults: Vec::new(),
        };
        Self { rules, source, state: RwLock::new(state) }
    }

    /// The rules that they are for.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_tables::Tables;
    /// assert_eq!(Tables::made(Preset::Mainland.rules()).rules(), &Preset::Mainland.rules());
    /// ```
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What could not be used of the folder so far.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_tables::Tables;
    /// assert!(Tables::made(Preset::Mainland.rules()).faults().is_empty());
    /// ```
    pub fn faults(&self) -> Vec<Arc<Fault>> {
        self.read().faults.clone()
    }

    /// What can be asked as it is now: it stays so while others make more.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_tables::Tables;
    /// let tables = Tables::made(Preset::Mainland.rules());
    /// assert!(tables.prober().is_empty());
    /// ```
    pub fn prober(&self) -> Arc<Prober> {
        Arc::clone(&self.read().prober)
    }

    /// What a table says of a position, its quiet count considered: see [`Prober::probe`].
    ///
    /// ```
    /// # use banqi::{Position, Preset};
    /// # use banqi_tables::Tables;
    /// assert_eq!(Tables::made(Preset::Mainland.rules()).probe(&Position::start()), None);
    /// ```
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        self.prober().probe(position)
    }

    /// Gets ready for everything that captures can make of these pieces, up to so many of them, all face up. Answers whether
    /// all of it is there now.
    ///
    /// `stop` is asked now and then; once it says yes, what is being made is given up, and what has been made stays.
    ///
    /// ```
    /// # use banqi::{Position, Preset};
    /// # use banqi_tables::Tables;
    /// let tables = Tables::made(Preset::Mainland.rules());
    /// let position: Position = "4/4/4/4/4/4/1p2/K2n r - 0 41".parse()?;
    /// assert!(tables.prepare(position.alive(), 3, &|| false));
    /// assert!(tables.probe(&position).is_some());
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn prepare(&self, material: Bag, pieces: usize, stop: &dyn Fn() -> bool) -> bool {
        let material = Material::face_up(material);
        let mut all = true;
        for count in 2..=pieces.min(MOST_PIECES) {
            for part in material.parts(count) {
                all &= self.provide(part, stop).is_some();
            }
        }
        all
    }

    /// Gets ready for a position, and for everything that may come of it, one face-down piece included. Answers whether a
    /// table has it now.
    ///
    /// What is face down has no tables in a folder: they are made.
    ///
    /// ```
    /// # use banqi::{Position, Preset};
    /// # use banqi_tables::{Tables, Verdict};
    /// let tables = Tables::made(Preset::TaiwanClub.rules());
    /// let position: Position = "4/4/4/4/4/4/1?2/K3 r p1 0 41".parse()?;
    /// assert!(tables.prepare_position(&position, &|| false));
    /// assert!(tables.probe(&position).is_some());
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    pub fn prepare_position(&self, position: &Position, stop: &dyn Fn() -> bool) -> bool {
        let wanted = |material: &Material| material.len() <= MOST_PIECES && material.is_undecided();
        let Some(material) = Material::of(position).filter(wanted) else { return false };
        self.provide_all(material, stop) && self.prober().knows(position)
    }

    /// The table of some material, and those of all that may come of it. A class that is there already says nothing of
    /// those: it may have come with another material.
    fn provide_all(&self, material: Material, stop: &dyn Fn() -> bool) -> bool {
        let mut all = true;
        for less in material.after() {
            all &= self.provide_all(less, stop);
        }
        self.provide(material, stop).is_some() && all
    }

    /// The table of some material.
    fn provide(&self, material: Material, stop: &dyn Fn() -> bool) -> Option<Arc<Table>> {
        if let Some(table) = self.read().prober.table(material) {
            return Some(Arc::clone(table));
        }
        if material.len() > MOST_PIECES {
            return None;
        }
        let class = Class::arrange(&self.rules, material, Colour::Red).class;
        let known = self.read().tables.get(&class).map(Arc::clone);
        let table = match (known, &self.source) {
            (Some(table), _) => table,
            (None, Source::Read(folder)) if material.face_down.is_none() => self.load(folder, &class, stop)?,
            (None, _) => {
                let mut below = Extent::default();
                for less in material.after() {
                    below = below.with(self.provide(less, stop)?.extent);
                }
                Arc::new(Builder::new(&self.rules, &self.prober(), material).build(below, stop)?)
            }
        };
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.tables.insert(class, Arc::clone(&table));
        Arc::make_mut(&mut state.prober).insert(material, &table);
        Some(table)
    }

    /// A table of the folder. What is not there, or damaged, is not looked for again.
    fn load(&self, folder: &Folder, class: &Class, stop: &dyn Fn() -> bool) -> Option<Arc<Table>> {
        if self.read().absent.contains(class) || stop() {
            return None;
        }
        let loaded = folder.load(class, Variant::of(&self.rules));
        if let Ok(Some(table)) = loaded {
            return Some(Arc::new(table));
        }
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if state.absent.insert(class.clone()) {
            state.faults.extend(loaded.err().map(Arc::new));
        }
        None
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, State> {
        // What was being changed when a thread panicked is a map with one entry more or fewer.
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }
}
