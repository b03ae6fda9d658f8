//! Measures a server: many games that are played at once, and the pages of many players and games. `cargo xtask load` calls
//! this.

#![allow(clippy::cast_precision_loss, reason = "figures for people: a few digits are enough")]

mod connection;
mod game;
mod games;
mod meter;
mod pages;

use anyhow::Result;
use clap::Parser;

/// Measure a server
#[derive(Parser)]
enum Arguments {
    /// Play many games at once on a server
    Games(games::Options),
    /// Ask a server of its own, which has many players and games, for its pages
    Pages(pages::Options),
}

#[tokio::main]
async fn main() -> Result<()> {
    match Arguments::parse() {
        Arguments::Games(options) => games::run(&options).await,
        Arguments::Pages(options) => Box::pin(pages::run(&options)).await,
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Arguments::command().debug_assert();
    }
}
