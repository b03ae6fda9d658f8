//! `banqi engine`: the computer player for other programs.
//!
//! Two protocols, [`Uci`] and [`Tcga`], are machines without threads or clocks, so that they can be fuzzed; the
//! conversation around them is the command's. docs/engine-protocols.md describes both for whoever drives them.

mod conversation;
mod lines;
mod protocol;
mod tcga;
mod uci;

use std::io::{self, BufReader, IsTerminal as _, Write as _};

use anyhow::{Result, anyhow};
use banqi::{Preset, Rules};
use banqi_engine::Level;

pub use crate::engine_args::Settings;
pub use lines::Line;
pub use protocol::{Next, Protocol, Reaction, Search};
pub use tcga::{Tcga, Unspeakable};
pub use uci::Uci;

use crate::engine_args::{EngineArgs, levels};
use crate::failure::{Advice as _, Exit, one_line};
use crate::game_args::read_rules;
use crate::standard_output;

/// What to speak, and how to play.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi engine
  printf 'position startpos moves b2=G b3=p\\ngo nodes 100000\\n' | banqi engine
  banqi engine --protocol tcga --level expert

Reads commands from standard input, one a line, and answers on standard output; docs/engine-protocols.md describes both \
protocols. What is set here can be changed by the uci protocol's setoption. With a clock or a limit of its own, a search \
goes as far as that allows, whatever the level; without one, as far as the level does.")]
pub(crate) struct Args {
    /// What to speak
    #[arg(long, value_enum, default_value_t)]
    protocol: Language,
    /// How strong to play
    #[arg(long, value_parser = levels(), default_value_t = Level::Master)]
    level: Level,
    /// The rule set [default: taiwan-tournament, with tcga taiwan-league]
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    #[command(flatten)]
    engine: EngineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum Language {
    /// A dialect of UCI, the protocol of chess engines
    #[default]
    Uci,
    /// The protocol of the Taiwanese courses and tournaments
    Tcga,
}

/// Talks to the end of standard input.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = match (&args.rules, args.protocol) {
        (Some(rules), _) => read_rules(rules)?,
        (None, Language::Uci) => Rules::default(),
        (None, Language::Tcga) => Preset::TaiwanLeague.rules(),
    };
    let settings = args.engine.settings(args.level);
    if io::stdin().is_terminal() {
        let help = match args.protocol {
            Language::Uci => "'help' lists the commands, 'quit' leaves",
            Language::Tcga => "'4' lists the commands, '5' leaves",
        };
        // Nobody's work depends on it being seen.
        let _ = writeln!(io::stderr(), "Banqi {}: {help}", env!("CARGO_PKG_VERSION"));
    }
    let (input, output) = (BufReader::new(io::stdin()), standard_output::locked());
    match args.protocol {
        Language::Uci => conversation::hold(Uci::new(rules, settings), input, output)?,
        Language::Tcga => {
            let tcga = Tcga::new(rules, settings);
            let tcga = tcga.map_err(|error| anyhow!("--rules {rules}: {error}"));
            conversation::hold(tcga.advise("the uci protocol can play it")?, input, output)?;
        }
    }
    Ok(Exit::Done)
}

/// What is said of a line, not longer than anybody reads: it may quote the line.
fn quoted(words: &str) -> String {
    const LONGEST: usize = 300;
    let words = one_line(words);
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", &words[..end]),
        None => words,
    }
}
