//! `banqi backup`: a copy of a server's games, while it runs.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use banqi_server::{DataFolder, backup};

use crate::failure::{Advice as _, Exit};
use crate::serve::data_folder;
use crate::standard_output;

/// What to copy, and where.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi backup /backup/banqi-monday.sqlite
  banqi backup --data /var/lib/banqi --force /backup/banqi.sqlite

The server may run meanwhile: the copy is of one moment. It is checked before it is put in its place. The key is not in it: \
keep that apart (docs/operations.md). To restore, stop the server and put the copy in place of games.sqlite, without \
games.sqlite-wal and games.sqlite-shm. A PostgreSQL database is copied by pg_dump.")]
pub(crate) struct Args {
    /// Where the copy goes
    file: PathBuf,
    /// The server's folder [default: banqi/server in your folder for data]
    #[arg(long, value_name = "DIR", env = "BANQI_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    force: bool,
}

/// Copies.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let folder = args.data.clone().map_or_else(data_folder, Ok)?;
    let database = DataFolder::database(&folder);
    if !database.is_file() {
        let missing = anyhow::anyhow!("{}: there is no such file", database.display());
        return Err(missing).advise("name the server's folder with --data DIR");
    }
    if args.file.exists() && !args.force {
        let there = anyhow::anyhow!("{} is there already", args.file.display());
        return Err(there).advise("choose another name, or replace it with --force");
    }
    let place = match args.file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // Beside its place, for its owner alone, and then there at once: nobody finds half a copy.
    let copy = match tempfile::NamedTempFile::new_in(place) {
        Err(error) => {
            let refused = anyhow::anyhow!("{}: {error}", place.display());
            return Err(refused).advise("choose a folder that is there and can be written to");
        }
        copy => copy?,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    if let Err(error) = runtime.block_on(backup(&database, copy.path())) {
        let failed = anyhow::anyhow!("{}: {error}", database.display());
        return Err(failed).advise("nothing was copied; the server's folder is as it was");
    }
    copy.as_file().sync_all()?;
    let bytes = copy.as_file().metadata()?.len();
    let kept = if args.force { copy.persist(&args.file) } else { copy.persist_noclobber(&args.file) };
    if let Err(error) = kept {
        bail!("{}: {}", args.file.display(), error.error);
    }
    writeln!(standard_output::locked(), "{}: {bytes} bytes", args.file.display())?;
    Ok(Exit::Done)
}
