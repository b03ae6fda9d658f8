//! Tools that come from npm, kept in the user's cache folder by version: installed once for all checkouts.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{self, Command};

use anyhow::{Context, Result};

use crate::consent::Package;
use crate::workspace::{Workspace, answers, run};

const NODE: Package = Package {
    what: "Node.js with npm",
    apt: &["nodejs", "npm"],
    dnf: &["nodejs", "nodejs-npm"],
    pacman: &["nodejs", "npm"],
    brew: &["node"],
};

/// Finds node and npm or installs them. Says whether they are there.
pub(crate) fn find(workspace: &Workspace) -> Result<bool> {
    let there = || answers(npm().arg("--version")) && answers(node().arg("--version"));
    Ok(there() || (NODE.install(workspace.consent())? && there()))
}

pub(crate) fn node() -> Command {
    Command::new("node")
}

/// On Windows npm is a script, which only its full name finds.
pub(crate) fn npm() -> Command {
    Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
}

/// The folder of the package in this very version, installed when it is not there yet.
pub(crate) fn package(name: &str, version: &str) -> Result<PathBuf> {
    let cache = cache()?;
    let home = cache.join(format!("{name}-{version}"));
    let package = home.join("node_modules").join(name);
    if package.exists() {
        return Ok(package);
    }
    // Under another name until it is complete: an interrupted installation must not be taken for one.
    let unfinished = cache.join(format!("{name}-{version}.{}", process::id()));
    fs::create_dir_all(&unfinished).with_context(|| unfinished.display().to_string())?;
    let quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    let mut install = npm();
    install.arg("install").args(quiet).arg("--prefix").arg(&unfinished).arg(format!("{name}@{version}"));
    run(&mut install)?;
    // If somebody else was faster, theirs is as good.
    if fs::rename(&unfinished, &home).is_err() {
        fs::remove_dir_all(&unfinished).ok();
    }
    package.exists().then_some(package).with_context(|| format!("npm did not install {name}"))
}

/// Ours in the user's cache folder.
fn cache() -> Result<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")))
    };
    Ok(folder.context("there is no folder for caches: HOME is not set")?.join("banqi-xtask"))
}
