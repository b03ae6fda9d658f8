//! How the engine thinks: the options that commands share.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use banqi_engine::{Engine, Level};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::failure::Advice as _;
use crate::table_folder::TableFolder;

/// The fewest and the most MB that a table may have, and what it has when nobody says.
pub(crate) const TABLE: Range = Range { least: 1, most: 16_384, usual: 64 };
/// How many threads may search.
pub(crate) const THREADS: Range = Range { least: 1, most: 256, usual: 1 };

/// What a number may be.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub(crate) least: u32,
    pub(crate) most: u32,
    pub(crate) usual: u32,
}

impl Range {
    fn reader(self) -> clap::builder::RangedI64ValueParser<u32> {
        clap::value_parser!(u32).range(i64::from(self.least)..=i64::from(self.most))
    }
}

/// Options of every command that lets the engine think.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct EngineArgs {
    /// How many MB of memory keep what was searched
    #[arg(long, value_name = "MB", default_value_t = TABLE.usual, value_parser = TABLE.reader())]
    pub(crate) hash: u32,
    /// How many threads search; with more than one, answers may differ from time to time
    #[arg(long, value_name = "N", default_value_t = THREADS.usual, value_parser = THREADS.reader())]
    pub(crate) threads: u32,
    /// A folder of endgame tables, made by 'banqi tables build'; without it they are made when no clock runs
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

impl EngineArgs {
    pub(crate) fn settings(&self, level: Level) -> Settings {
        Settings { level, hash: self.hash, threads: self.threads, tables: self.tables.clone() }
    }
}

/// How an engine is made.
///
/// ```
/// use banqi_cli::engine::Settings;
/// use banqi_engine::Level;
/// assert_eq!(Settings::default().level, Level::Master);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How strong it is.
    pub level: Level,
    /// The MB of its table.
    pub hash: u32,
    /// Its threads.
    pub threads: u32,
    /// The folder of its endgame tables, if they are to come from one.
    pub tables: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { level: Level::Master, hash: TABLE.usual, threads: THREADS.usual, tables: None }
    }
}

impl Settings {
    /// Its folder of endgame tables.
    pub(crate) fn table_folder(&self) -> io::Result<Option<Arc<TableFolder>>> {
        self.tables.as_deref().map(|path| TableFolder::open(path).map(Arc::new)).transpose()
    }

    /// The folder that the command line names, which must be there.
    pub(crate) fn named_table_folder(&self) -> anyhow::Result<Option<Arc<TableFolder>>> {
        let name = self.tables.as_deref().unwrap_or(Path::new("")).display();
        let folder = self.table_folder().with_context(|| format!("--tables {name}: the folder cannot be read"));
        folder.advise("name a folder that 'banqi tables build --out DIR' made")
    }

    /// An engine that keeps its table from one thought to the next.
    pub(crate) fn engine(&self, folder: Option<&Arc<TableFolder>>) -> Engine {
        /// Tells equally good actions apart. Who lets engines play wants them to play the same again.
        const SEED: u64 = 0;
        let engine = Engine::new(self.level, SEED).with_table(self.hash as usize).with_threads(self.threads as usize);
        match folder {
            Some(folder) => engine.with_endgames(Arc::<TableFolder>::clone(folder)),
            None => engine,
        }
    }
}

/// Reads a level, and lists them all in the help.
pub(crate) fn levels() -> impl TypedValueParser<Value = Level> {
    let values = Level::ALL.map(|level| PossibleValue::new(level.name()).help(level.about()));
    PossibleValuesParser::new(values).try_map(|name| name.parse::<Level>())
}
