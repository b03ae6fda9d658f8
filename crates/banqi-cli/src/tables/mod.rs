//! `banqi tables`: what can be done with endgame tables.

mod build;
mod probe;
mod stats;
mod verify;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Error, Result, anyhow};
use banqi::{Preset, Rules};
use banqi_tables::{Cause, Fault, MOST_PIECES, MakeError, Variant, Verdict, variants};
use clap::Subcommand;
use clap::builder::RangedU64ValueParser;

use crate::failure::{Advice as _, Exit};
use crate::progress::Progress;

/// The rules of a game whose positions have values of their own, as `banqi solve` has them.
const RULES: &str = "taiwan-tournament:quiet=none,repetition=none";

/// What to do with tables.
#[derive(clap::Args)]
#[command(after_long_help = "\
A table says of every position with certain pieces, all face up, who wins it, and in how many plies it comes to the next \
capture or to the end. Repetition, cycle and chase are no part of a table: it is the same whatever the rules say of them. \
docs/tables.md has the rest.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the tables of all positions with up to so many pieces
    Build(build::Args),
    /// Tell who wins a position, and what each action leads to
    Probe(probe::Args),
    /// Derive every entry again from its successors
    Verify(verify::Args),
    /// Count the positions that are won, drawn and lost
    Stats(stats::Args),
}

/// Does it.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    match &args.command {
        Command::Build(args) => build::run(args),
        Command::Probe(args) => probe::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Stats(args) => stats::run(args),
    }
}

/// How many threads there may be.
fn threads() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=1_024)
}

/// As many threads as were asked for, or as the machine has.
fn or_all(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Long work with tables, which shows how far it is and is broken off by a signal.
struct Work {
    stop: Arc<AtomicBool>,
    shown: Mutex<(Progress, banqi_tables::Progress)>,
}

impl Work {
    fn new(what: &'static str) -> Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let signal = Arc::clone(&stop);
        ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed)).context("signals cannot be handled")?;
        let shown = Mutex::new((Progress::new(what), banqi_tables::Progress { done: 0, all: 1 }));
        Ok(Self { stop, shown })
    }

    fn show(&self, now: banqi_tables::Progress) -> ControlFlow<()> {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.1 = now;
        shown.0.show(percent(now));
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Clears the line, and says how far it was.
    fn clear(&self) -> u64 {
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.0.clear();
        percent(shown.1)
    }
}

fn percent(progress: banqi_tables::Progress) -> u64 {
    progress.done * 100 / progress.all.max(1)
}

/// `win`, `draw` or `loss`.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(_) => "win",
        Verdict::Draw => "draw",
        Verdict::Loss(_) => "loss",
    }
}

/// The same rules without a quiet limit.
fn without_limit(rules: &Rules) -> Rules {
    let parameters = banqi::Parameters { quiet: None, ..*rules.parameters() };
    Rules::new(rules.preset(), parameters).unwrap_or_else(|_| Preset::default().rules())
}

/// What keeps a folder from being read.
fn unreadable(folder: &Path, error: std::io::Error) -> Error {
    let refused = Err::<(), _>(error).with_context(|| folder.display().to_string());
    refused.advise("name a folder that 'banqi tables build' made").unwrap_err()
}

/// That a folder lacks the tables for these rules, and what it has.
fn missing(folder: &Path, rules: &Rules, what: &str) -> Error {
    let (wanted, there) = (Variant::of(rules), variants(folder).unwrap_or_default());
    let has = match there.as_slice() {
        [] => "it has none at all".to_string(),
        _ if there.contains(&wanted) => format!("it has tables for {wanted}, but not all of them"),
        all => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            format!("it has tables for {}", all.join(" and for "))
        }
    };
    let error = anyhow!("{}: {what} under {rules} ({wanted}): {has}", folder.display());
    let help = format!("make it with 'banqi tables build --pieces N --rules {rules} --out {}'", folder.display());
    Err::<(), _>(error).advise(help).unwrap_err()
}

/// A table that cannot be used: damaged, or not there though others need it.
fn unusable(fault: &Fault, rules: &Rules, folder: &Path) -> Error {
    let help = match &fault.cause {
        Cause::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return missing(folder, rules, &format!("the table {} is needed and not there", name(fault)));
        }
        Cause::Io(_) => "see whether you may read and write there, and whether there is room".to_string(),
        Cause::File(_) => {
            format!("'banqi tables build --rules {rules} --out {}' makes damaged tables anew", folder.display())
        }
    };
    Err::<(), _>(anyhow!("{fault}")).advise(help).unwrap_err()
}

fn name(fault: &Fault) -> String {
    fault.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// What kept the making of tables, or their verification, from its end; none where a signal did.
fn failed(error: MakeError, rules: &Rules, folder: &Path) -> Option<Error> {
    match error {
        MakeError::Folder(error) if error.kind() == std::io::ErrorKind::NotFound => Some(unreadable(folder, error)),
        MakeError::Folder(error) => {
            let refused = Err::<(), _>(error).with_context(|| folder.display().to_string());
            Some(refused.advise("see whether it is a folder, and whether you may read and write there").unwrap_err())
        }
        MakeError::Fault(fault) => Some(unusable(&fault, rules, folder)),
        MakeError::Stopped => None,
    }
}

/// The numbers of pieces for which there may be tables.
fn pieces() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(2..=MOST_PIECES as u64)
}
