//! Derives every entry of a table again, from its successors: by the rules themselves, not by what made it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use banqi::{Colour, Position, Rules};

use crate::class::Class;
use crate::file::Variant;
use crate::folder::{Fault, Folder};
use crate::maker::{MakeError, Progress, classes};
use crate::prober::{Prober, is_step, ply};
use crate::table::Numbering;
use crate::{MOST_PIECES, Verdict, builder};

/// So many positions are looked at between two questions whether to stop.
const STRETCH: u64 = 1_024;

/// An entry that its successors contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The position.
    pub position: Position,
    /// What the table says.
    pub told: Verdict,
    /// What follows from its successors.
    pub follows: Verdict,
}

/// What [`verify`] found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many tables were looked at.
    pub tables: usize,
    /// How many positions.
    pub positions: u64,
    /// The first contradictions, at most ten.
    pub contradictions: Vec<Contradiction>,
    /// How many there are.
    pub wrong: u64,
}

/// Derives every entry of a folder's tables again. A folder that has tables of some classes and not of others is verified as
/// far as it goes; but what the captures of a class lead to must be there.
///
/// # Errors
///
/// [`MakeError`] when a table cannot be read, and when it is broken off.
///
/// ```
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let rules = banqi::Preset::HongKong.rules();
/// banqi_tables::make(&rules, 2, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// let verified = banqi_tables::verify(&rules, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// assert_eq!((verified.tables, verified.wrong), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(
    rules: &Rules,
    folder: &Path,
    threads: usize,
    progress: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
) -> Result<Verified, MakeError> {
    let opened = Folder::open(folder).map_err(MakeError::Folder)?;
    let mut prober = Prober::new(*rules);
    let mut work = Vec::new();
    for pieces in 2..=MOST_PIECES {
        for (class, materials) in classes(rules, pieces) {
            let Some(table) = opened.load(&class, Variant::of(rules)).map_err(MakeError::Fault)? else { continue };
            let table = Arc::new(table);
            for &material in &materials {
                prober.insert(material, &table);
            }
            if let Some(missing) = materials[0].after().find(|&less| prober.table(less).is_none()) {
                let class = Class::arrange(rules, missing, Colour::Red).class;
                return Err(MakeError::Fault(Fault::missing(folder, Variant::of(rules), &class)));
            }
            work.push((class, materials));
        }
    }
    let all = work.iter().map(|(class, _)| Numbering::of(class).count() as u64).sum();
    let counted = Mutex::new((Progress { done: 0, all }, Verified::default()));
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stop = || {
        let done = counted.lock().unwrap_or_else(PoisonError::into_inner).0;
        if progress(done).is_break() {
            stopped.store(true, Ordering::Relaxed);
        }
        stopped.load(Ordering::Relaxed)
    };
    let worker = || {
        while let Some((class, materials)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            // Each class by another of its materials than the one that it was made from, if it has several.
            let places = builder::Places::new(rules, materials[materials.len() - 1]);
            let mut found = Verified { tables: 1, ..Verified::default() };
            for position in places.positions() {
                if found.positions.is_multiple_of(STRETCH) && stop() {
                    return;
                }
                found.positions += 1;
                let Some(told) = prober.fresh(&position) else { continue };
                let follows = follows(rules, &prober, &position);
                if told != follows {
                    found.wrong += 1;
                    if found.contradictions.len() < 10 {
                        found.contradictions.push(Contradiction { position, told, follows });
                    }
                }
            }
            let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
            let (done, verified) = &mut *counted;
            done.done += Numbering::of(class).count() as u64;
            verified.tables += found.tables;
            verified.positions += found.positions;
            verified.wrong += found.wrong;
            verified.contradictions.extend(found.contradictions);
            verified.contradictions.truncate(10);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(worker);
        }
        worker();
    });
    let (_, verified) = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    if stopped.into_inner() && verified.tables < work.len() {
        return Err(MakeError::Stopped);
    }
    Ok(verified)
}

/// What a position is worth, by what the tables say of its successors.
fn follows(rules: &Rules, prober: &Prober, position: &Position) -> Verdict {
    let limit = rules.parameters().quiet.unwrap_or(Verdict::MOST_PLIES);
    let Some(mover) = position.side() else { return Verdict::Draw };
    // The fewest plies of a win, the most of a loss, and whether there is a draw.
    let (mut fewest, mut most, mut holds) = (None::<u16>, 0, false);
    for &action in position.actions(rules).iter() {
        let mut child = *position;
        child.play_unchecked(rules, ply(position, action));
        let verdict = if is_step(position, action) {
            match prober.fresh(&child) {
                Some(Verdict::Win(plies)) => Verdict::Loss(plies + 1),
                Some(Verdict::Loss(plies)) => Verdict::Win(plies + 1),
                Some(Verdict::Draw) | None => Verdict::Draw,
            }
        } else {
            prober.converted(&child, mover).unwrap_or(Verdict::Draw)
        };
        match verdict {
            Verdict::Win(plies) if plies <= limit => fewest = Some(fewest.map_or(plies, |least| least.min(plies))),
            Verdict::Loss(plies) if plies <= limit => most = most.max(plies),
            _ => holds = true,
        }
    }
    match fewest {
        Some(plies) => Verdict::Win(plies),
        None if holds => Verdict::Draw,
        None => Verdict::Loss(most),
    }
}
