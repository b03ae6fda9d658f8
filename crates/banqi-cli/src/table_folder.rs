//! A folder of endgame tables, for the engine.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use banqi::Rules;
use banqi_engine::Endgames;
use banqi_tables::Tables;

/// A folder that `banqi tables build` has made. Tables of a rule set are opened when a game of it comes near to them.
#[derive(Debug)]
pub(crate) struct TableFolder {
    path: PathBuf,
    opened: Mutex<Vec<Arc<Tables>>>,
    /// The files whose faults have been told.
    told: Mutex<HashSet<PathBuf>>,
}

impl TableFolder {
    /// A folder that is there.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Tables::open(Rules::default(), path)?;
        Ok(Self { path: path.to_path_buf(), opened: Mutex::default(), told: Mutex::default() })
    }

    /// What turned out to be wrong with it since this was asked last; play goes on without those tables.
    pub(crate) fn faults(&self) -> Vec<String> {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let faults = opened.iter().flat_map(|tables| tables.faults());
        faults.filter(|fault| told.insert(fault.path.clone())).map(|fault| fault.to_string()).collect()
    }
}

impl Endgames for TableFolder {
    fn under(&self, rules: &Rules) -> Option<Arc<Tables>> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = opened.iter().find_map(|tables| tables.under(rules)) {
            return Some(tables);
        }
        let tables = Arc::new(Tables::open(*rules, &self.path).ok()?);
        opened.push(Arc::clone(&tables));
        Some(tables)
    }
}
