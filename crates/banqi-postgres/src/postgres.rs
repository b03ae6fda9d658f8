//! Its processes.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

const USER: &str = "banqi";

/// What reaches the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeping {
    /// Nothing has to: that is enough for tests.
    Nothing,
    /// What PostgreSQL keeps where nobody has told it otherwise: every commit.
    Commits,
}

/// A PostgreSQL that runs until this is dropped.
#[derive(Debug)]
pub struct Postgres {
    folder: TempDir,
    server: Child,
    databases: u32,
}

impl Postgres {
    /// Starts one in a folder that is its own; none where no PostgreSQL is installed.
    ///
    /// # Errors
    ///
    /// When it does not start.
    pub async fn start(folder: TempDir, keeping: Keeping) -> Result<Option<Self>> {
        let Some(programs) = programs() else { return Ok(None) };
        let data = folder.path().join("data");
        std::fs::create_dir(&data)?;
        let made = as_nobody_special(&programs.join("initdb"), &[folder.path(), &data])?
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--username", USER, "--pgdata"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .context("initdb could not be started")?;
        ensure!(made.success(), "initdb failed ({made})");
        let server = as_nobody_special(&programs.join("postgres"), &[])?
            .args(match keeping {
                Keeping::Nothing => &["-F"][..],
                Keeping::Commits => &[],
            })
            .args(["-c", "listen_addresses=", "-c", "max_connections=100", "-D"])
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("postgres could not be started")?;
        let mut postgres = Self { folder, server, databases: 0 };
        let url = postgres.address("postgres");
        while let Err(error) = PgConnection::connect(&url).await {
            let ended = postgres.server.try_wait()?;
            ensure!(ended.is_none(), "PostgreSQL does not start: {error}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(Some(postgres))
    }

    /// The address of a database that is empty.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub async fn database(&mut self) -> Result<String> {
        self.databases += 1;
        let name = format!("banqi{}", self.databases);
        let mut connection = PgConnection::connect(&self.address("postgres")).await?;
        let create = format!("CREATE DATABASE {name}");
        connection.execute(sqlx::AssertSqlSafe(create)).await?;
        Ok(self.address(&name))
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://{USER}@localhost/{database}?host={}", self.folder.path().display())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // At once: there is nothing to keep.
        if let Some(process) = rustix::process::Pid::from_raw(self.server.id().cast_signed()) {
            let _ = rustix::process::kill_process(process, rustix::process::Signal::QUIT);
        }
        let _ = self.server.wait();
    }
}

/// The folder of PostgreSQL's programs, the latest that is there.
fn programs() -> Option<PathBuf> {
    let is_there = |folder: &PathBuf| folder.join("initdb").is_file() && folder.join("postgres").is_file();
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian keeps them out of the way, by version.
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    versions.sort();
    versions.into_iter().rev().chain(std::env::split_paths(&path)).find(is_there)
}

/// A program that refuses to be run by root, with folders that are to be its own.
fn as_nobody_special(program: &Path, own: &[&Path]) -> Result<Command> {
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        let (user, group) = user_but_root();
        for folder in own {
            std::os::unix::fs::chown(folder, Some(user), Some(group))?;
        }
        command.uid(user).gid(group);
    }
    Ok(command)
}

/// The user that the package has made, or the one that every system has.
fn user_but_root() -> (u32, u32) {
    let users = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody")).unwrap_or((65534, 65534))
}
