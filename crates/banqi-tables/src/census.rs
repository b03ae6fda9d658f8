//! Counts what tables hold: positions as they are on a board, symmetry and equal pieces told apart no further than a board does.

use std::collections::BTreeMap;
use std::io;
use std::ops::{AddAssign, Mul};
use std::path::Path;

use banqi::{Bag, Colour, Rules};

use crate::class::{Arrangement, Class};
use crate::file::Variant;
use crate::folder::{Fault, Folder};
use crate::maker::classes;
use crate::table::Table;
use crate::{MOST_PIECES, Verdict};

/// How many positions there are, by who wins, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All of them.
    pub positions: u64,
    /// The side to move wins.
    pub won: u64,
    /// Neither side wins.
    pub drawn: u64,
    /// The side to move loses.
    pub lost: u64,
    /// The most plies to conversion.
    pub longest: u16,
}

impl Count {
    fn add(&mut self, verdict: Verdict, ways: u64) {
        self.positions += ways;
        *match verdict {
            Verdict::Win(_) => &mut self.won,
            Verdict::Draw => &mut self.drawn,
            Verdict::Loss(_) => &mut self.lost,
        } += ways;
        self.longest = self.longest.max(verdict.plies().unwrap_or(0));
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.longest = self.longest.max(other.longest);
    }
}

impl Mul<u64> for Count {
    type Output = Self;

    fn mul(self, ways: u64) -> Self {
        Self {
            positions: self.positions * ways,
            won: self.won * ways,
            drawn: self.drawn * ways,
            lost: self.lost * ways,
            ..self
        }
    }
}

/// What was counted of one class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The class.
    pub class: Class,
    /// One material of it; written as a bag is.
    pub example: Bag,
    /// How many materials it has, both colours taken.
    pub materials: usize,
    /// All its positions.
    pub count: Count,
    /// How many positions its table has, each standing for those that are like it.
    pub kept: u64,
}

/// The tables of a folder, counted for some rules: by number of pieces, and class by class. A class without a table is left
/// out.
///
/// # Errors
///
/// [`Fault`] for the first table that cannot be used, and for a folder that cannot be read.
///
/// ```
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let rules = "taiwan-classic".parse()?;
/// banqi_tables::make(&rules, 2, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// let census = banqi_tables::count(&rules, folder.path())?;
/// // 49 pairs of kinds, 32 * 31 placements, two sides to move.
/// assert_eq!(census[&2].iter().map(|entry| entry.count.positions).sum::<u64>(), 49 * 32 * 31 * 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(rules: &Rules, folder: &Path) -> Result<BTreeMap<usize, Vec<Entry>>, Fault> {
    let opened = Folder::open(folder).map_err(|error: io::Error| Fault::io(folder, error))?;
    let mut census = BTreeMap::new();
    for pieces in 2..=MOST_PIECES {
        let mut entries = Vec::new();
        for (class, materials) in classes(rules, pieces) {
            let Some(table) = opened.load(&class, Variant::of(rules))? else { continue };
            let halves = halves(&table);
            let mut count = Count::default();
            for &material in &materials {
                for mover in Colour::ALL {
                    let arrangement = Class::arrange(rules, material, mover);
                    count += halves[usize::from(arrangement.second_moves)] * ways(&arrangement);
                }
            }
            let (example, materials) = (materials[0].pieces, materials.len());
            let kept = table.values.len() as u64;
            entries.push(Entry { class, example, materials, count, kept });
        }
        if !entries.is_empty() {
            census.insert(pieces, entries);
        }
    }
    Ok(census)
}

/// What a table holds, by which of its sides is to move.
fn halves(table: &Table) -> [Count; 2] {
    let mut halves = [Count::default(); 2];
    for (index, &value) in table.values.iter().enumerate() {
        if let Some(verdict) = Verdict::from_code(value).filter(|_| table.numbering.is_used(index)) {
            let state = table.numbering.state(index);
            let weight = table.numbering.placements.weight(state.squares);
            halves[usize::from(state.second_moves)].add(verdict, weight);
        }
    }
    halves
}

/// In how many ways the pieces can stand on the squares of a placement: those of one group that are not the same piece can be
/// exchanged.
fn ways(arrangement: &Arrangement) -> u64 {
    let factorial = |count: u64| (1..=count).product::<u64>();
    let groups = arrangement.class.groups();
    let of = |group: &arrayvec::ArrayVec<usize, MOST_PIECES>| {
        let pieces: Bag = group.iter().map(|&slot| arrangement.pieces[slot]).collect();
        factorial(group.len() as u64) / pieces.iter().map(|(_, count)| factorial(count.into())).product::<u64>()
    };
    groups.iter().map(of).product()
}
