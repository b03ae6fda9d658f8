//! `banqi calibrate`: whether it comes true what the engine expects.

mod bins;
mod sample;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context as _, Result, anyhow};
use banqi::{Ending, Reason, Record};
use banqi_svg::{Calibration, Dot, Theme};
use serde::Serialize;

use bins::{Bin, Sample, bins, error};
use sample::Sampling;

use crate::failure::{Advice as _, Exit, one_line};
use crate::progress::Progress;
use crate::record::file::RecordFile;
use crate::{standard_output, whole_file};

/// Which games, and how to look at them.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi calibrate games.txt
  banqi calibrate games/*.txt --nodes 100000 --svg calibration.svg
  banqi calibrate games.txt --every 1 --json

Searches a sample of the positions of finished games, and compares the points that the engine expects for the side to \
move with those that it made; a draw is half a point. The positions are put into ten bins by what was expected. The \
expected calibration error is how far expectation and result are apart in a bin, on average over all positions. Games \
that ended by the clock or because a player left tell nothing of their positions, and are left out. Positions of one \
game have one result, so an error of hundreds of positions says less than it seems; take many games.")]
pub(crate) struct Args {
    /// Files with records of games; - is standard input
    #[arg(required = true, value_name = "RECORD")]
    records: Vec<PathBuf>,
    /// How many positions each search may look at
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// One position in so many turns of a game
    #[arg(long, value_name = "TURNS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=9999))]
    every: u32,
    /// Chooses the turns of each game; the same number chooses the same
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How many searches at once [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Draw a calibration plot into this file, replacing what it holds
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The colours of the plot
    #[arg(long, value_enum, default_value_t, value_name = "THEME", requires = "svg")]
    theme: Shade,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

/// The colours of the plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
enum Shade {
    /// For light grounds
    #[default]
    Light,
    /// For dark grounds
    Dark,
}

#[derive(Serialize)]
struct Answer {
    games: usize,
    positions: usize,
    nodes: u64,
    expected_calibration_error: f64,
    bins: Vec<Bin>,
}

/// Searches, counts and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let records = finished(&args.records)?;
    let concurrency = match args.concurrency {
        Some(concurrency) => usize::from(concurrency),
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
    };
    let sampling = Sampling { nodes: args.nodes, every: args.every, seed: args.seed };
    let mut progress = Progress::new("calibrate");
    let samples = sampling.take(&records, concurrency, |done| {
        progress.show(done as u64 * 100 / records.len().max(1) as u64);
    })?;
    progress.clear();
    if samples.is_empty() {
        return Err(anyhow!("there is no position to look at")).advise("a smaller --every takes more of each game");
    }
    let bins = bins(&samples);
    let answer = Answer {
        games: records.len(),
        positions: samples.len(),
        nodes: args.nodes,
        expected_calibration_error: error(&bins),
        bins,
    };
    if let Some(path) = &args.svg {
        draw(&answer, path, args.theme)?;
    }
    let mut out = standard_output::locked();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        answer.write(&mut out)?;
    }
    Ok(Exit::Done)
}

/// The games whose result says something of their positions, each replayed.
fn finished(paths: &[PathBuf]) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    let mut count = 0;
    for path in paths {
        let file = RecordFile::read(path)
            .with_context(|| format!("{} cannot be read", path.display()))
            .advise("give the paths of files with records, or - for standard input")?;
        let check = || format!("'banqi record check {}' says where it is wrong", path.display());
        let games = file.games().map_err(|line| anyhow!("{file}: line {line} is not UTF-8")).advise(check())?;
        for text in games {
            let record = text.record().map_err(|(line, what)| anyhow!("{file}: line {line}: {what}"));
            let record = record.advise(check())?;
            record.replay().with_context(|| format!("{file}: line {}", text.line)).advise(check())?;
            count += 1;
            if says_something(record.ending) {
                records.push(record);
            }
        }
    }
    match (count, records.len()) {
        (0, _) => Err(anyhow!("there is no game in it")).advise("'banqi match --out FILE' plays games and keeps them"),
        (_, 0) => Err(anyhow!("none of the {count} games has a result that says something of its positions"))
            .advise("games that go on, or ended by the clock, are left out"),
        _ => Ok(records),
    }
}

fn says_something(ending: Ending) -> bool {
    match ending {
        Ending::Finished(outcome) => !matches!(outcome.reason, Reason::Time | Reason::Abandonment),
        Ending::Unterminated | Ending::Aborted => false,
    }
}

fn draw(answer: &Answer, path: &Path, theme: Shade) -> Result<()> {
    let dot = |bin: &Bin| Some(Dot { predicted: bin.predicted?, result: bin.result?, count: bin.count });
    let dots: Vec<Dot> = answer.bins.iter().filter_map(dot).collect();
    let Answer { games, positions, nodes, expected_calibration_error: error, .. } = answer;
    let title = format!("Expected and made: {:.1} % apart", error * 100.0);
    let note = format!("{}, searches of {}", counted(*positions, *games), number(*nodes, "position"));
    let theme = match theme {
        Shade::Light => Theme::Light,
        Shade::Dark => Theme::Dark,
    };
    let svg = Calibration { title: &title, note: &note, dots: &dots, theme }.to_string();
    whole_file::replace(path, svg.as_bytes())
        .with_context(|| path.display().to_string())
        .advise("check the folder and who may write to it")?;
    // It is written all the same where nobody listens.
    let _ = writeln!(io::stderr(), "Wrote {}", one_line(&path.display().to_string()));
    Ok(())
}

impl Answer {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let percent = |share: f64| format!("{:.1}", share * 100.0);
        writeln!(out, "expected      positions    mean    made  difference")?;
        for bin in &self.bins {
            let title = format!("{:>3.0} to {:>3.0} %", bin.from * 100.0, bin.to * 100.0);
            let (mean, made, apart) = match (bin.predicted, bin.result) {
                (Some(predicted), Some(result)) => {
                    (percent(predicted), percent(result), format!("{:+.1}", (result - predicted) * 100.0))
                }
                _ => Default::default(),
            };
            let line = format!("{title}  {:>9}   {mean:>5}   {made:>5}       {apart:>5}", bin.count);
            writeln!(out, "{}", line.trim_end())?;
        }
        let Self { games, positions, expected_calibration_error: error, .. } = self;
        writeln!(out, "\nexpected calibration error {} %, {}", percent(*error), counted(*positions, *games))
    }
}

fn counted(positions: usize, games: usize) -> String {
    format!("{} of {}", number(positions as u64, "position"), number(games as u64, "game"))
}

fn number(count: u64, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}
