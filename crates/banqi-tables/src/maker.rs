//! Makes a folder of tables, from the smallest classes to the largest.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use banqi::{Colour, Rules};

use crate::builder::Builder;
use crate::class::Class;
use crate::file::Variant;
use crate::folder::{Fault, Folder};
use crate::material::Material;
use crate::prober::Prober;
use crate::table::{Extent, Numbering, Table};

/// How far [`make`] has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions whose tables are there.
    pub done: u64,
    /// All positions.
    pub all: u64,
}

/// What [`make`] made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// How many tables there are now, for these rules.
    pub tables: usize,
    /// How many of them were there before.
    pub kept: usize,
    /// How many positions they have.
    pub positions: u64,
    /// How many bytes were written.
    pub bytes: u64,
    /// The most plies to conversion, and whether the quiet limit cut some tables short.
    pub extent: Extent,
}

/// What kept [`make`] from its end.
#[derive(Debug)]
pub enum MakeError {
    /// The folder cannot be made or read.
    Folder(io::Error),
    /// A table cannot be written.
    Fault(Fault),
    /// It was broken off. What was made is kept, and the next time goes on from there.
    Stopped,
}

impl std::fmt::Display for MakeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(error) => error.fmt(f),
            Self::Fault(fault) => fault.fmt(f),
            Self::Stopped => f.write_str("broken off; what was made is kept"),
        }
    }
}

impl std::error::Error for MakeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Folder(error) => Some(error),
            Self::Fault(fault) => Some(fault),
            Self::Stopped => None,
        }
    }
}

/// The classes of so many pieces that are face up, each with all its material.
pub(crate) fn classes(rules: &Rules, pieces: usize) -> BTreeMap<Class, Vec<Material>> {
    let mut classes = BTreeMap::<Class, Vec<Material>>::new();
    for material in Material::all(pieces) {
        classes.entry(Class::arrange(rules, material, Colour::Red).class).or_default().push(material);
    }
    classes
}

/// Makes the tables of all positions with up to so many pieces, all face up, under some rules. Tables that the folder has
/// already are read and not made again; damaged ones are.
///
/// `progress` is told now and then how far it is, from any of the threads, and may break it off.
///
/// # Errors
///
/// [`MakeError`] when files cannot be written, or when it is broken off.
///
/// ```
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let rules = banqi::Preset::HongKong.rules();
/// let made = banqi_tables::make(&rules, 2, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// assert_eq!(made.tables, 2);
/// let again = banqi_tables::make(&rules, 2, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// assert_eq!(again.kept, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    rules: &Rules,
    pieces: usize,
    folder: &Path,
    threads: usize,
    progress: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
) -> Result<Made, MakeError> {
    let folder = Folder::create(folder).map_err(MakeError::Folder)?;
    let levels: Vec<_> = (2..=pieces).map(|count| classes(rules, count)).collect();
    let positions = |class: &Class| Numbering::of(class).count() as u64;
    let counted = Mutex::new(Progress { done: 0, all: levels.iter().flat_map(BTreeMap::keys).map(positions).sum() });
    let mut prober = Prober::new(*rules);
    let mut made = Made::default();
    for (level, count) in levels.iter().zip(2..) {
        let work: Vec<(&Class, &Vec<Material>)> = level.iter().collect();
        let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let results = Mutex::new(Vec::new());
        let worker = || {
            while let Some(&(class, materials)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                let stop = || {
                    let now = *counted.lock().unwrap_or_else(PoisonError::into_inner);
                    if progress(now).is_break() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                    stopped.load(Ordering::Relaxed)
                };
                let mut one = provide(rules, &folder, &prober, class, materials[0], &stop);
                match &mut one {
                    // The last ones are the largest by far, and nothing needs them in memory.
                    Ok(one) if count == pieces => one.table = None,
                    Ok(_) => {}
                    Err(_) => stopped.store(true, Ordering::Relaxed),
                }
                counted.lock().unwrap_or_else(PoisonError::into_inner).done += positions(class);
                results.lock().unwrap_or_else(PoisonError::into_inner).push((materials, one));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(worker);
            }
            worker();
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut failed = None;
        for (materials, one) in results {
            match one {
                Ok(one) => {
                    made.tables += 1;
                    made.kept += usize::from(one.bytes.is_none());
                    made.positions += one.positions;
                    made.bytes += one.bytes.unwrap_or(0);
                    made.extent = made.extent.with(one.extent);
                    if let Some(table) = one.table {
                        for &material in materials {
                            prober.insert(material, &table);
                        }
                    }
                }
                // Whatever else is there: what stopped the others is what went wrong.
                Err(error) if failed.is_none() || matches!(failed, Some(MakeError::Stopped)) => failed = Some(error),
                Err(_) => {}
            }
        }
        if let Some(error) = failed {
            return Err(error);
        }
    }
    Ok(made)
}

/// A table that is there now.
struct Provided {
    extent: Extent,
    positions: u64,
    /// None if no others are made from it.
    table: Option<Arc<Table>>,
    /// The size of its file, if it was made.
    bytes: Option<u64>,
}

impl Provided {
    fn of(table: Table, bytes: Option<u64>) -> Self {
        let (extent, positions) = (table.extent, table.values.len() as u64);
        Self { extent, positions, table: Some(Arc::new(table)), bytes }
    }
}

fn provide(
    rules: &Rules,
    folder: &Folder,
    prober: &Prober,
    class: &Class,
    material: Material,
    stop: &dyn Fn() -> bool,
) -> Result<Provided, MakeError> {
    if stop() {
        return Err(MakeError::Stopped);
    }
    // A damaged table is as good as none here.
    if let Ok(Some(table)) = folder.load(class, Variant::of(rules)) {
        return Ok(Provided::of(table, None));
    }
    let below = material
        .after()
        .filter_map(|less| prober.table(less))
        .fold(Extent::default(), |all, table| all.with(table.extent));
    let table = Builder::new(rules, prober, material).build(below, stop).ok_or(MakeError::Stopped)?;
    let bytes = folder.save(&table, Variant::of(rules)).map_err(MakeError::Fault)?;
    Ok(Provided::of(table, Some(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// design/engine.md: 75 classes of four pieces and about 2.1e7 positions, after symmetry and equivalent captures.
    #[test]
    fn four_pieces_have_75_classes() {
        let classes = classes(&"taiwan-classic".parse().unwrap(), 4);
        let positions: usize = classes.keys().map(|class| Numbering::of(class).count()).sum();
        assert_eq!((classes.len(), positions), (75, 20_856_800));
    }

    /// Each material is in one class, and has its own placements: so many as there are multisets of four pieces with both
    /// colours, by the counts of the set.
    #[test]
    fn each_material_has_one_class() {
        let materials = Material::all(4);
        let classes = classes(&"taiwan-classic".parse().unwrap(), 4);
        assert_eq!(classes.values().map(Vec::len).sum::<usize>(), materials.len());
        // Of one colour: 7 single pieces; 27 pairs, 21 of different kinds and 6 of one; 7 * 6 * 5 / 6 triples of different
        // kinds, 6 * 6 with a pair, and three Soldiers.
        let (one, two, three) = (7, 21 + 6, 35 + 36 + 1);
        assert_eq!(materials.len(), 2 * one * three + two * two);
    }
}
