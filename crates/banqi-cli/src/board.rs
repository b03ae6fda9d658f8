//! `banqi board`.

use anyhow::bail;

use crate::failure::Exit;

/// What to draw.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Draws.
pub(crate) fn run(Args {}: Args) -> anyhow::Result<Exit> {
    bail!("board is not there yet")
}
