//! What the actions of one position are worth.

use std::cell::RefCell;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use banqi::{Game, Ply, Seat};
use banqi_engine::{Analysis, Candidate, Value};

use super::findings::{Findings, percent};
use super::{Analyst, Args, Share, chances};
use crate::failure::Advice as _;
use crate::progress::Progress;
use crate::standard_output;
use crate::wrapped::{prose, terminal, write_wrapped};

/// So many actions are listed where nobody asks for more.
const USUAL_LINES: usize = 5;

/// Analyses a position and prints what was found.
pub(super) fn run(args: &Args, analyst: &Analyst, game: &Game) -> Result<()> {
    let start = Instant::now();
    let progress = RefCell::new(Progress::new("analyse"));
    let analysis = analyst.look(game, &progress, Share { index: 0, of: 1 });
    progress.borrow().clear();
    let analysis = analysis.ok_or_else(|| match game.outcome() {
        Some(outcome) => anyhow!("that game is over: {outcome}"),
        None => anyhow!("there is nothing to do in that position"),
    });
    let analysis = analysis.advise(match args.record {
        Some(_) => "--turn looks at an earlier turn, --all at every one",
        None => "choose a position in which somebody can move",
    })?;
    let elapsed = start.elapsed();
    let lines = args.lines.map(usize::from);
    let mut out = standard_output::locked();
    if args.json {
        let findings = Findings::new(game, &analysis, lines.unwrap_or(usize::MAX));
        writeln!(out, "{}", serde_json::to_string(&findings)?)?;
        return Ok(());
    }
    for line in args.text.board().lines(game.position()) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for (title, text) in facts(game, &analysis, elapsed) {
        write_wrapped(&mut out, title, 11, &text, terminal())?;
    }
    writeln!(out)?;
    list(&mut out, &analysis, lines.unwrap_or(USUAL_LINES), terminal().unwrap_or(usize::MAX))?;
    let table = chances::lines(&analysis, prose());
    if !table.is_empty() {
        writeln!(out)?;
        write_wrapped(&mut out, "", 0, "By what comes up, and how many of it are face down, in %", Some(prose()))?;
        table.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn facts(game: &Game, analysis: &Analysis, elapsed: Duration) -> [(&'static str, String); 4] {
    let position = game.position();
    let seat = match position.seat() {
        Seat::First => "First",
        Seat::Second => "Second",
    };
    let colour = position.side().map_or_else(String::new, |side| format!(" ({side})"));
    let Analysis { depth, nodes, .. } = analysis;
    let seconds = elapsed.as_secs_f64();
    [
        ("rules", game.rules().to_string()),
        ("position", position.to_string()),
        ("turn", format!("{}, {seat}{colour} to move", position.turn())),
        ("searched", format!("{depth} plies deep, {nodes} positions in {seconds:.1} s")),
    ]
}

/// The best actions, each with its value for the side to move and what is expected then.
fn list(out: &mut impl Write, analysis: &Analysis, lines: usize, width: usize) -> io::Result<()> {
    writeln!(out, "    action   wins    lead  line")?;
    for (number, candidate) in (1..).zip(analysis.candidates.iter().take(lines)) {
        let Candidate { action, value, line, .. } = candidate;
        let lead = match value.is_decided() {
            true if *value > Value::DRAW => "won".to_string(),
            true => "lost".to_string(),
            false => value.to_string(),
        };
        let head = format!("{number:>2}  {:<6} {} % {lead:>7}", action.to_string(), percent(*value));
        writeln!(out, "{head}  {}", cut(line, width.saturating_sub(head.len() + 2)))?;
    }
    match analysis.candidates.len().saturating_sub(lines) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} more; --lines {} lists all", analysis.candidates.len()),
    }
}

/// As much of a line as there is room for.
fn cut(line: &[Ply], width: usize) -> String {
    const MORE: &str = " ..";
    let mut text = String::new();
    for (index, ply) in line.iter().enumerate() {
        let ply = format!("{}{ply}", if index > 0 { " " } else { "" });
        let rest = if index + 1 < line.len() { MORE.len() } else { 0 };
        if index > 0 && text.len() + ply.len() + rest > width {
            return text + MORE;
        }
        text += &ply;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_between_plies() {
        let plies: Vec<Ply> = ["b2-b3", "c4=P", "a1"].map(|ply| ply.parse().expect("a ply")).to_vec();
        assert_eq!(cut(&plies, 80), "b2-b3 c4=P a1");
        assert_eq!(cut(&plies, 13), "b2-b3 c4=P a1");
        assert_eq!(cut(&plies, 12), "b2-b3 ..");
        assert_eq!(cut(&plies, 8), "b2-b3 ..");
        // The first is told all the same.
        assert_eq!(cut(&plies, 0), "b2-b3 ..");
        assert_eq!(cut(&plies[..1], 0), "b2-b3");
    }
}
