//! `banqi match`: which of two players plays better, and by how much.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use banqi::Preset;
use banqi_match::{
    Archive, Bout, Control, Decision, Entrant, Match, Offence, PAIR_NAMES, Plan, Side, Sprt, Standing, Terms,
};
use serde::Serialize;

use crate::failure::{Advice as _, Exit, one_line};
use crate::game_args::read_rules;
use crate::progress::Progress;
use crate::standard_output;
use crate::wrapped::{error_terminal, write_wrapped};

/// Who plays whom, and how.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi match --first level:expert --second level:normal --pairs 50
  banqi match --first level:master --second 'misty:/opt/misty/banqi-engine' --rules taiwan-club --movetime 100
  banqi match --first 'uci:./new engine' --second 'uci:./old engine' --nodes 100000 --sprt 0 10 --out games.txt

An ENGINE is greedy (it captures when it can, and else plays by chance), level:LEVEL (easy, normal, expert or master), or a \
program and its protocol: uci:COMMAND, tcga:COMMAND, misty:COMMAND. Each pair is one deal, played twice with the seats \
swapped. Illegal actions, late answers and crashes lose the game and are listed; after 1,000 turns a game is unfinished and \
counts as half a point. With --out the games are kept as records, and the same call goes on where the match was. \
docs/matches.md has the rest.")]
pub(crate) struct Args {
    /// The player whose points are counted
    #[arg(long, value_name = "ENGINE")]
    first: Entrant,
    /// Its opponent
    #[arg(long, value_name = "ENGINE")]
    second: Entrant,
    /// The rule set: a preset, with changes if you like, as in hong-kong:chain=on,quiet=40
    #[arg(long, value_name = "RULES", default_value = Preset::default().name())]
    rules: String,
    /// How many pairs of games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Milliseconds for each action
    #[arg(long, value_name = "MS", group = "control", value_parser = milliseconds())]
    movetime: Option<u32>,
    /// Positions for each action
    #[arg(long, value_name = "N", group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for all of a game, for each player
    #[arg(long, value_name = "MS", group = "control", value_parser = milliseconds())]
    clock: Option<u32>,
    /// Milliseconds that each turn adds to the clock
    #[arg(long, value_name = "MS", requires = "clock", default_value_t = 0)]
    increment: u32,
    /// Stop as soon as it is clear whether the difference in Elo is E0 or E1
    #[arg(long, num_args = 2, value_names = ["E0", "E1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// What the deals and the players' chance come from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the games in this file, and go on with what is in it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// MB of the players' tables
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    hash: u32,
    /// Milliseconds that an answer may come late
    #[arg(long, value_name = "MS", default_value_t = 100)]
    grace: u32,
    /// Seconds to wait for answers that no clock limits
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

fn milliseconds() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

impl Args {
    fn terms(&self) -> Terms {
        let ms = |ms: u32| Duration::from_millis(ms.into());
        let control = match (self.movetime, self.nodes, self.clock) {
            (Some(time), ..) => Control::Movetime(ms(time)),
            (_, Some(nodes), _) => Control::Nodes(nodes),
            (.., Some(time)) => Control::Clock { time: ms(time), increment: ms(self.increment) },
            _ => Control::Own,
        };
        Terms {
            control,
            grace: ms(self.grace),
            patience: Duration::from_secs(self.patience.into()),
            hash: self.hash as usize,
        }
    }

    fn sprt(&self) -> Result<Option<Sprt>> {
        let Some(&[low, high]) = self.sprt.as_deref() else { return Ok(None) };
        Sprt::new(low, high).context("--sprt").advise("'banqi help match' has an example").map(Some)
    }
}

/// Plays and prints.
pub(crate) fn run(args: Args) -> Result<Exit> {
    let (terms, sprt) = (args.terms(), args.sprt()?);
    let plan = Plan { pairs: args.pairs, concurrency: args.concurrency.into() };
    let rules = read_rules(&args.rules)?;
    let meeting = Match::new(args.first, args.second, rules, args.seed, terms)
        .advise("choose other rules; docs/matches.md says what each protocol can carry")?;
    for doubt in meeting.doubts() {
        // Whoever does not see it is told nothing that changes the match.
        let _ = write_wrapped(&mut io::stderr().lock(), "warning: ", 9, &one_line(&doubt), error_terminal());
    }
    let mut standing = Standing::new(sprt);
    let mut archive = None;
    if let Some(path) = &args.out {
        let (opened, bouts) = Archive::open(path, &meeting)
            .with_context(|| path.display().to_string())
            .advise("go on with exactly the same match, or name another file")?;
        // With fewer pairs than the last time, the answer is that of so many.
        for bout in bouts.into_iter().filter(|bout| bout.round.pair <= plan.pairs) {
            standing.add(bout);
        }
        archive = Some(opened);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&stop);
    ctrlc::set_handler(move || signal.store(true, Ordering::Relaxed)).context("signals cannot be handled")?;

    let mut progress = Progress::new("match");
    let mut over = standing.tally().games() + standing.waiting() as u64;
    let played = meeting.play(plan, &mut standing, &stop, &mut |bout: &Bout, standing: &Standing| {
        if let Some(archive) = &mut archive {
            archive.keep(bout)?;
        }
        over += 1;
        let Tallied { wins, draws, losses, .. } = Tallied::of(standing);
        progress.show_with(over * 50 / u64::from(plan.pairs), &format!("+{wins} ={draws} -{losses}"));
        Ok(())
    });
    progress.clear();
    let stopped = stop.load(Ordering::Relaxed);
    let mut out = standard_output::locked();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&Answer::of(&meeting, &standing, stopped))?)?;
    } else {
        tell(&mut out, &meeting, &standing, plan, stopped)?;
    }
    out.flush()?;
    // What was played counts all the same, and is told before.
    played.map_err(|error| match args.out {
        Some(path) => anyhow!(error).context(path.display().to_string()),
        None => anyhow!(error),
    })?;
    Ok(if stopped { Exit::Interrupted } else { Exit::Done })
}

/// Games by how they ended; the unfinished ones are no draws by the rules.
#[derive(Serialize)]
struct Tallied {
    wins: u64,
    draws: u64,
    losses: u64,
    unfinished: u64,
}

impl Tallied {
    fn of(standing: &Standing) -> Self {
        let &banqi_match::Tally { wins, draws, losses, unfinished } = standing.tally();
        Self { wins, draws, losses, unfinished }
    }
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    tally: Tallied,
    points: Option<f64>,
    elo: Option<f64>,
    error: Option<f64>,
    pairs: PairCounts,
    sprt: Option<SprtAnswer>,
    first: Conduct,
    second: Conduct,
    faults: Vec<FaultAnswer>,
    seed: u64,
    rules: String,
    control: String,
    interrupted: bool,
}

#[derive(Serialize)]
struct PairCounts {
    #[serde(rename = "LL")]
    ll: u64,
    #[serde(rename = "LD")]
    ld: u64,
    #[serde(rename = "DD/WL")]
    dd_wl: u64,
    #[serde(rename = "WD")]
    wd: u64,
    #[serde(rename = "WW")]
    ww: u64,
}

#[derive(Serialize)]
struct SprtAnswer {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    decision: Option<&'static str>,
}

#[derive(Serialize)]
struct Conduct {
    engine: String,
    actions: u32,
    mean_ms: Option<f64>,
    worst_over_ms: f64,
    nodes: Option<u64>,
    nodes_per_second: Option<u64>,
    illegal: usize,
    time: usize,
    crash: usize,
}

#[derive(Serialize)]
struct FaultAnswer {
    game: String,
    engine: &'static str,
    fault: String,
}

impl Answer {
    fn of(meeting: &Match, standing: &Standing, interrupted: bool) -> Self {
        let elo = standing.pairs().elo();
        let [ll, ld, dd_wl, wd, ww] = standing.pairs().0;
        Self {
            tally: Tallied::of(standing),
            points: standing.pairs().points(),
            elo: elo.map(|elo| elo.difference),
            error: elo.and_then(|elo| elo.error),
            pairs: PairCounts { ll, ld, dd_wl, wd, ww },
            sprt: standing.sprt().map(|sprt| SprtAnswer {
                elo0: sprt.accepted(Decision::Low),
                elo1: sprt.accepted(Decision::High),
                llr: sprt.ratio(standing.pairs()),
                bound: Sprt::BOUND,
                decision: standing.decision().map(|decision| match decision {
                    Decision::Low => "elo0",
                    Decision::High => "elo1",
                }),
            }),
            first: Conduct::of(meeting, standing, Side::One),
            second: Conduct::of(meeting, standing, Side::Two),
            faults: standing
                .faults()
                .iter()
                .map(|(round, side, fault)| FaultAnswer {
                    game: round.to_string(),
                    engine: option(*side),
                    fault: fault.to_string(),
                })
                .collect(),
            seed: meeting.seed(),
            rules: meeting.rules().to_string(),
            control: meeting.terms().control.to_string(),
            interrupted,
        }
    }
}

impl Conduct {
    fn of(meeting: &Match, standing: &Standing, side: Side) -> Self {
        let spent = standing.spent(side);
        let count = |offence: Offence| {
            standing.faults().iter().filter(|(_, whose, fault)| *whose == side && fault.offence == offence).count()
        };
        let speed = |nodes: u64| (u128::from(nodes) * 1_000_000).checked_div(spent.time.as_micros());
        Self {
            engine: meeting.entrant(side).to_string(),
            actions: spent.actions,
            mean_ms: spent.mean().map(in_milliseconds),
            worst_over_ms: in_milliseconds(spent.over),
            nodes: spent.nodes,
            nodes_per_second: spent.nodes.and_then(speed).and_then(|speed| speed.try_into().ok()),
            illegal: count(Offence::Illegal),
            time: count(Offence::Time),
            crash: count(Offence::Crash),
        }
    }
}

fn in_milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// How the command calls a side.
fn option(side: Side) -> &'static str {
    match side {
        Side::One => "first",
        Side::Two => "second",
    }
}

/// Says how the match stands, to people.
fn tell(out: &mut impl Write, meeting: &Match, standing: &Standing, plan: Plan, stopped: bool) -> io::Result<()> {
    let (tally, pairs) = (standing.tally(), standing.pairs());
    if stopped {
        writeln!(out, "stopped after {} of {} pairs", pairs.count(), plan.pairs)?;
    }
    writeln!(out, "rules    {}, {}", meeting.rules(), meeting.terms().control)?;
    writeln!(
        out,
        "games    {}: {} won, {} drawn, {} lost, {} unfinished",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.unfinished
    )?;
    let or_none = |number: Option<String>| number.unwrap_or_else(|| "-".into());
    writeln!(out, "points   {}", or_none(pairs.points().map(|points| format!("{points:.4}"))))?;
    writeln!(out, "elo      {}", or_none(pairs.elo().map(|elo| elo.to_string())))?;
    let counts: Vec<String> = PAIR_NAMES.iter().zip(pairs.0).map(|(name, count)| format!("{name} {count}")).collect();
    writeln!(out, "pairs    {}: {}", pairs.count(), counts.join(", "))?;
    if let Some(sprt) = standing.sprt() {
        let verdict = standing.decision().map_or("not decided".to_owned(), |decision| {
            format!("decided: {} Elo is accepted", sprt.accepted(decision))
        });
        let (low, high) = (sprt.accepted(Decision::Low), sprt.accepted(Decision::High));
        let ratio = sprt.ratio(pairs);
        writeln!(out, "sprt     {low} or {high} Elo: {ratio:+.2} of ±{:.2}, {verdict}", Sprt::BOUND)?;
    }
    for side in Side::ALL {
        writeln!(out, "{:<8} {}", option(side), one_line(&meeting.entrant(side).to_string()))?;
        let conduct = Conduct::of(meeting, standing, side);
        let Conduct { actions, illegal, time, crash, .. } = conduct;
        let ms = |ms: f64| format!("{ms:.2} ms");
        write!(
            out,
            "         {actions} actions, {} each, at most {} over; faults: {illegal} illegal, {time} time, {crash} crash",
            or_none(conduct.mean_ms.map(ms)),
            ms(conduct.worst_over_ms)
        )?;
        writeln!(out, "{}", said(conduct.nodes_per_second, "; ", " nodes a second"))?;
    }
    for (round, side, fault) in standing.faults() {
        writeln!(out, "game {round}: {} lost by {}", option(*side), one_line(&fault.to_string()))?;
    }
    if standing.waiting() > 0 {
        let (waiting, s) = (standing.waiting(), if standing.waiting() == 1 { "" } else { "s" });
        writeln!(out, "{waiting} more game{s} of pairs that do not count yet")?;
    }
    Ok(())
}

/// Something with words around it, if it is there.
fn said(value: Option<impl Display>, before: &str, after: &str) -> String {
    value.map(|value| format!("{before}{value}{after}")).unwrap_or_default()
}
