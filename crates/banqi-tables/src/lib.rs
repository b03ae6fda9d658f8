//! Endgame tables of Banqi: of every position with few pieces, who wins it, and in how many plies it comes down to fewer.
//!
//! [`Tables`] are asked about a position. They are made when they are wanted, which takes no time to speak of for three
//! pieces and little for four; or a folder of them is made once by [`make`] and read by many programs. [`verify`] derives
//! every entry again, [`count`] says how many there are.
//!
//! A table is made for a *class* of material, within which it makes no difference what the pieces are called, and of a board
//! only up to its symmetry. What the tables promise, and what they do not, is in docs/tables.md.
//!
//! ```
//! use banqi::{Position, Preset};
//! use banqi_tables::{Tables, Verdict};
//!
//! let tables = Tables::made(Preset::TaiwanTournament.rules());
//! let position: Position = "n3/4/4/4/4/4/4/R2R r - 0 41".parse()?;
//! tables.prepare(position.alive(), 3, &|| false);
//! // Two Chariots catch a Horse.
//! assert!(matches!(tables.probe(&position), Some(Verdict::Win(_))));
//! # Ok::<(), banqi::PositionError>(())
//! ```

#![deny(missing_docs)]

mod builder;
mod census;
mod check;
mod choice;
mod class;
mod file;
mod folder;
mod maker;
mod material;
mod placement;
mod prober;
mod table;
mod tables;
mod verdict;

pub use census::{Count, Entry, count};
pub use check::{Contradiction, Verified, verify};
pub use choice::Choice;
pub use class::Class;
pub use file::{FileError, Variant};
pub use folder::{Cause, Fault, variants};
pub use maker::{Made, MakeError, Progress, make};
pub use prober::Prober;
pub use table::Extent;
pub use tables::Tables;
pub use verdict::Verdict;

/// No table has more pieces.
pub const MOST_PIECES: usize = 5;
