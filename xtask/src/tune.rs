//! Fits the constants of the engine's evaluation to recorded games.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::workspace::{Workspace, run};

/// Which games, and what to do with what is found.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Files of records, as `banqi match --out` keeps them
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// Change the constants in the engine's source
    #[arg(long)]
    write: bool,
    /// Further arguments: --every, --fixed
    #[arg(last = true)]
    more: Vec<String>,
}

/// Builds what fits, and runs it.
pub(crate) fn tune(workspace: &Workspace, options: &Options) -> Result<()> {
    run(&mut workspace.cargo(&["build", "--release", "-p", "banqi-tune"]))?;
    let mut command = Command::new(workspace.release("banqi-tune"));
    command.args(&options.records);
    if options.write {
        command.arg("--write").arg(workspace.root().join("crates/banqi-engine/src/eval/weights.rs"));
    }
    run(command.args(&options.more))
}
