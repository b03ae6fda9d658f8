//! The tests in a real browser, and what the client weighs there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::client::{self, Built};
use crate::consent::Package;
use crate::workspace::{Workspace, answers, run};
use crate::{npm, serve};

const CHROMIUM: Package = Package {
    what: "Chromium, for the browser tests",
    apt: &["chromium"],
    dnf: &["chromium"],
    pacman: &["chromium"],
    brew: &["chromium"],
};

/// Builds the client as it is shipped.
pub(crate) fn client(workspace: &Workspace) -> Result<()> {
    match client::build(workspace)? {
        Built::Whole => Ok(()),
        Built::Large => bail!("the client was built, but not made small: npm is missing"),
        Built::Not => bail!("this machine cannot compile for the browser"),
    }
}

/// Runs the tests in e2e/ against the file that is shipped.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    run(ready(workspace)?.args(["--test", "--test-reporter=spec"]))
}

/// Measures the first load, the first flip, and the engine beside the native one.
pub(crate) fn weigh(workspace: &Workspace) -> Result<()> {
    client(workspace)?;
    run(ready(workspace)?.arg("weigh.js"))
}

/// Draws the screens of which these are parts of names, or all.
pub(crate) fn screens(workspace: &Workspace, names: &[String]) -> Result<()> {
    client(workspace)?;
    run(ready(workspace)?.arg("screens.js").args(names))
}

/// Node in e2e/, with all that its programs need: packages, a browser, a server with the client in it.
fn ready(workspace: &Workspace) -> Result<Command> {
    if !npm::find(workspace)? {
        bail!("the browser tests need Node.js with npm");
    }
    let chromium = match chromium() {
        Some(chromium) => chromium,
        None if CHROMIUM.install(workspace.consent())? => chromium().context("no Chromium was installed")?,
        None => bail!("the browser tests need Chromium; CHROMIUM=path says where it is"),
    };
    let e2e = workspace.root().join("e2e");
    packages(&e2e)?;
    serve::build(workspace)?;
    let mut node = npm::node();
    node.current_dir(&e2e).env("CHROMIUM", chromium).env("BANQI", workspace.release("banqi"));
    Ok(node)
}

/// Installs the packages that the lock file names, unless these very ones are there.
fn packages(e2e: &Path) -> Result<()> {
    let lock = e2e.join("package-lock.json");
    let wanted = fs::read_to_string(&lock).with_context(|| lock.display().to_string())?;
    let stamp = e2e.join("node_modules/.banqi-lock.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    run(npm::npm().arg("ci").args(quiet).current_dir(e2e))?;
    fs::write(&stamp, wanted).with_context(|| stamp.display().to_string())
}

/// The browser that `CHROMIUM` names, or one that is called as it is usually called.
fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let mac = Path::new("/Applications/Chromium.app/Contents/MacOS/Chromium");
    if mac.exists() {
        return Some(mac.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = env::var_os("PATH").unwrap_or_default();
    let found = names.iter().flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)));
    found.into_iter().find(|program| program.exists() && answers(Command::new(program).arg("--version")))
}
