//! A game of Banqi (Chinese dark chess) at one device, which is its referee: the terminal's, and the browser's.
//!
//! [`Table`] is a game with the deal under its face-down pieces, and knows what may be taken back. [`Resume`] is what it
//! takes to go on with an unfinished game, beyond its record. [`Clock`] is the clocks of two people.
//!
//! ```
//! use banqi::{Game, Preset};
//! use banqi_deal::Deal;
//! use banqi_table::Table;
//!
//! let game = Game::new(Preset::TaiwanQuick.rules());
//! let deal = Deal::from_seed(game.position(), 7);
//! let mut table = Table::new(game, deal);
//! let event = table.play("b2".parse()?)?;
//! assert!(event.ply.revealed.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

mod clock;
mod party;
mod resume;
mod table;

pub use clock::{Clock, NoClock};
pub use party::Party;
pub use resume::{Damaged, Resume};
pub use table::{Event, NoTakeback, Table};
