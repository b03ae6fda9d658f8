//! `banqi play`.

use anyhow::bail;

use crate::failure::Exit;

/// What to play.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Plays.
pub(crate) fn run(Args {}: Args) -> anyhow::Result<Exit> {
    bail!("play is not there yet")
}
