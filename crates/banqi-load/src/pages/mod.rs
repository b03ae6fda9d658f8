//! The pages of a server that many play on: boards, profiles, the archive, the lobby.
//!
//! A year of games is put into an empty file as a server would have kept it, and copied from there where PostgreSQL is to be
//! measured. Then a server in this process is asked over HTTP.

mod copy;
mod fill;
mod measure;
mod page;
mod site;
mod underway;
mod year;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use banqi_server::{DataFolder, SqlStore};

use self::site::Site;
use self::year::Year;

/// How much, and where.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many players
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(2..))]
    players: u32,
    /// How many games, all of which are over
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: u32,
    /// sqlite; postgres, which starts one of its own; or the address of an empty database, postgres://..
    #[arg(long, default_value = "sqlite")]
    store: Database,
    /// The folder for the file, which is used again as it is the next time
    #[arg(long, value_name = "DIR", default_value = "target/load-pages")]
    data: PathBuf,
    /// For how long pages are asked for
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// Decides what was played and what is asked for
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Which database answers.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Database {
    Sqlite,
    Postgres,
    At(String),
}

impl FromStr for Database {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "sqlite" => Ok(Self::Sqlite),
            "postgres" => Ok(Self::Postgres),
            address if address.starts_with("postgres://") => Ok(Self::At(address.to_owned())),
            _ => Err("sqlite, postgres, or postgres://..".to_owned()),
        }
    }
}

/// Fills, copies and measures.
pub(crate) async fn run(options: &Options) -> Result<()> {
    let &Options { players, games, seed, seconds, .. } = options;
    let year = Year { players, games, seed };
    let file = filled(&options.data, year).await?;
    let time = Duration::from_secs(seconds);
    match &options.store {
        Database::Sqlite => measure(SqlStore::open(&file).await?, year, time).await,
        Database::At(address) => measure_copy(&file, address, year, time).await,
        Database::Postgres => own_postgres(&options.data, &file, year, time).await,
    }
}

async fn measure(store: SqlStore, year: Year, time: Duration) -> Result<()> {
    let site = Site::start(store).await?;
    eprintln!("asking for pages, {} s", time.as_secs());
    let measured = measure::measure(site.address, year, time).await;
    site.stop().await?;
    measured
}

async fn measure_copy(file: &Path, address: &str, year: Year, time: Duration) -> Result<()> {
    let start = Instant::now();
    eprintln!("copying everything into PostgreSQL");
    copy::copy(file, address).await?;
    eprintln!("copied in {} s", start.elapsed().as_secs());
    measure(SqlStore::connect(&address.parse()?).await?, year, time).await
}

#[cfg(unix)]
async fn own_postgres(data: &Path, file: &Path, year: Year, time: Duration) -> Result<()> {
    use banqi_postgres::{Keeping, Postgres};

    let folder = tempfile::tempdir_in(data)?;
    let postgres = Postgres::start(folder, Keeping::Commits).await?;
    let Some(mut postgres) = postgres else { bail!("no PostgreSQL is installed (Debian: apt-get install postgresql)") };
    measure_copy(file, &postgres.database().await?, year, time).await
}

#[cfg(not(unix))]
async fn own_postgres(_: &Path, _: &Path, _: Year, _: Duration) -> Result<()> {
    bail!("here a PostgreSQL has to run already: --store postgres://..")
}

/// The file with all that was played, which is made if it is not there. Nothing is added to what is something else.
async fn filled(data: &Path, year: Year) -> Result<PathBuf> {
    std::fs::create_dir_all(data).with_context(|| data.display().to_string())?;
    let (file, note) = (DataFolder::database(data), data.join("filled"));
    let Year { players, games, seed } = year;
    let what = format!("{players} players, {games} games, seed {seed}\n");
    if file.exists() {
        let has = std::fs::read_to_string(&note).unwrap_or_else(|_| "something that was not completed\n".to_owned());
        ensure!(has == what, "{} has {} and not {what}: take another folder", data.display(), has.trim());
        return Ok(file);
    }
    let start = Instant::now();
    eprintln!("filling {} with {}", file.display(), what.trim());
    let store = SqlStore::open(&file).await?;
    fill::fill(&store, year).await?;
    eprintln!("filled in {} s", start.elapsed().as_secs());
    let site = Site::start(store).await?;
    let begun = underway::begin(site.address, year).await;
    site.stop().await?;
    begun?;
    std::fs::write(&note, what)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_is_named() {
        assert_eq!("sqlite".parse(), Ok(Database::Sqlite));
        assert_eq!("postgres".parse(), Ok(Database::Postgres));
        assert_eq!("postgres://a@b/c".parse(), Ok(Database::At("postgres://a@b/c".to_owned())));
        assert!("mysql".parse::<Database>().is_err());
    }

    #[tokio::test]
    async fn nothing_is_added_to_something_else() {
        let folder = tempfile::tempdir().unwrap();
        let year = Year { players: 10, games: 10, seed: 1 };
        std::fs::write(DataFolder::database(folder.path()), "").unwrap();
        assert!(filled(folder.path(), year).await.unwrap_err().to_string().contains("was not completed"));
        std::fs::write(folder.path().join("filled"), "10 players, 10 games, seed 1\n").unwrap();
        assert!(filled(folder.path(), year).await.is_ok());
        assert!(filled(folder.path(), Year { seed: 2, ..year }).await.is_err());
    }
}
