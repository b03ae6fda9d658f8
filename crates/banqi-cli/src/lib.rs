//! The command `banqi`: play, check and describe games of Banqi.
//!
//! Each command is a file of its own with its arguments and its `run`; this one lists them. It is a library beside the
//! program so that what other programs send can be fuzzed: see [`conformance`] and [`engine`].

#![deny(missing_docs)]

mod analyse;
mod backup;
mod bench;
mod board;
mod calibrate;
mod chart;
mod completions;
pub mod conformance;
mod definition;
mod describe;
pub mod engine;
mod engine_args;
mod failure;
mod game_args;
mod man;
mod matches;
mod nearest;
mod perft;
mod play;
mod position;
mod progress;
mod record;
mod rules;
mod serve;
mod solve;
mod standard_output;
mod table_folder;
mod tables;
mod text_args;
mod text_board;
mod turn_list;
mod verify;
mod whole_file;
mod words;
mod wrapped;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Exit;

/// Banqi (Chinese dark chess): play it, check games, count positions
#[derive(Parser)]
#[command(name = "banqi", version, max_term_width = 100)]
#[command(after_help = "\
Exit codes: 0 done, 1 a check failed, 2 called wrongly or something could not be read or written, 130 a signal ended a \
game, which is saved first, a match, a bench or the making of tables.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the browser client, and games between people who share a link
    Serve(Box<serve::Args>),
    /// Copy the games of a server, while it runs
    Backup(backup::Args),
    /// Play in the terminal, against the computer or between two people
    Play(play::Args),
    /// Show a position, or answer questions about positions
    Position(position::Args),
    /// Draw a position as SVG, PNG or text
    Board(board::Args),
    /// Check and show records of games
    Record(record::Args),
    /// Verify that games over the net had the deal that was sealed
    Verify(verify::Args),
    /// List the presets, explain a rule set
    Rules(rules::Args),
    /// Define a game for other programs, as JSON or for a catalogue
    Describe(describe::Args),
    /// Tell what the actions of a position are worth, or review a game
    Analyse(analyse::Args),
    /// Compare what the engine expects with the results of games
    Calibrate(calibrate::Args),
    /// Let the computer play for other programs, by the protocols of engines
    Engine(engine::Args),
    /// Let two players meet in pairs of games, and tell which is stronger and by how much
    Match(matches::Args),
    /// Count the tree of actions, to compare rules and speed with other programs
    Perft(perft::Args),
    /// Search fixed positions, to compare the engine's speed, and to see whether it searches as it did
    Bench(bench::Args),
    /// Find the exact values of a small board
    Solve(solve::Args),
    /// Make endgame tables, ask them, verify and count them
    Tables(tables::Args),
    /// Print what a shell needs to complete arguments
    Completions(completions::Args),
    /// Print the manual page (banqi man | man -l -), or write one for each command
    Man(man::Args),
}

impl Command {
    fn run(self) -> anyhow::Result<Exit> {
        match self {
            Self::Serve(args) => serve::run(*args),
            Self::Backup(args) => backup::run(&args),
            Self::Play(args) => play::run(args),
            Self::Position(args) => position::run(&args),
            Self::Board(args) => board::run(args),
            Self::Record(args) => record::run(&args),
            Self::Verify(args) => verify::run(&args),
            Self::Rules(args) => rules::run(&args),
            Self::Describe(args) => describe::run(&args),
            Self::Analyse(args) => analyse::run(&args),
            Self::Calibrate(args) => calibrate::run(&args),
            Self::Engine(args) => engine::run(&args),
            Self::Match(args) => matches::run(args),
            Self::Perft(args) => perft::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Tables(args) => tables::run(&args),
            Self::Completions(args) => completions::run(&args),
            Self::Man(args) => man::run(&args),
        }
    }
}

/// Runs the command that the process was called with.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     banqi_cli::main()
/// }
/// ```
pub fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(error) if error.use_stderr() => error.exit(),
        // Help, or the version.
        Err(asked) => asked.print().map(|()| Exit::Done).map_err(|error| standard_output::named(error).into()),
    };
    // What is left without the end of a line is written last, and may not fit either.
    match done.and_then(|exit| Ok(standard_output::locked().flush().map(|()| exit)?)) {
        Ok(exit) => exit.into(),
        Err(error) => failure::report(&error),
    }
}
