//! `banqi tables stats`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use banqi_tables::{Count, Entry, count, variants};
use serde::Serialize;
use serde_json::json;

use super::{RULES, missing, unreadable, unusable};
use crate::failure::Exit;
use crate::game_args::read_rules;
use crate::standard_output;

/// Which tables.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi tables stats tables
  banqi tables stats tables --rules hong-kong --json

Positions are counted as they are on a board, for every material and both sides to move; won and lost is what the side to \
move is. A table keeps fewer, each for those that are like it. The longest way is in plies to the next capture or to the \
end. Repetition, cycle and chase do not change a table.")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The rules
    #[arg(long, value_name = "RULES", default_value = RULES)]
    rules: String,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Total {
    positions: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    longest: u16,
}

impl From<Count> for Total {
    fn from(Count { positions, won, drawn, lost, longest }: Count) -> Self {
        Self { positions, won, drawn, lost, longest }
    }
}

#[derive(Serialize)]
struct Line {
    class: String,
    pieces: usize,
    example: String,
    materials: usize,
    kept: u64,
    #[serde(flatten)]
    total: Total,
}

/// Counts and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = read_rules(&args.rules)?;
    variants(&args.folder).map_err(|error| unreadable(&args.folder, error))?;
    let census = count(&rules, &args.folder).map_err(|fault| unusable(&fault, &rules, &args.folder))?;
    if census.is_empty() {
        return Err(missing(&args.folder, &rules, "there is no table"));
    }
    let total = |entries: &[Entry]| {
        entries.iter().fold(Count::default(), |mut total, entry| {
            total += entry.count;
            total
        })
    };
    let mut out = standard_output::locked();
    if args.json {
        let totals: BTreeMap<String, Total> =
            census.iter().map(|(pieces, entries)| (pieces.to_string(), total(entries).into())).collect();
        let classes: Vec<Line> = census.values().flatten().map(class).collect();
        writeln!(out, "{}", json!({"totals": totals, "classes": classes}))?;
        return Ok(Exit::Done);
    }
    for (pieces, entries) in &census {
        let header = ["class", "example", "materials", "kept", "positions", "won", "drawn", "lost", "longest"];
        row(&mut out, &header.map(str::to_string))?;
        let kept = |entries: &[Entry]| entries.iter().map(|entry| entry.kept).sum::<u64>();
        for entry in entries {
            let name = [entry.class.to_string(), entry.example.to_string()];
            line(&mut out, name, entry.materials, entry.kept, entry.count)?;
        }
        let name = [format!("{pieces} pieces"), format!("{} classes", entries.len())];
        let materials = entries.iter().map(|entry| entry.materials).sum();
        line(&mut out, name, materials, kept(entries), total(entries))?;
        writeln!(out)?;
    }
    Ok(Exit::Done)
}

fn class(entry: &Entry) -> Line {
    Line {
        class: entry.class.to_string(),
        pieces: entry.class.pieces(),
        example: entry.example.to_string(),
        materials: entry.materials,
        kept: entry.kept,
        total: entry.count.into(),
    }
}

fn line(
    out: &mut impl Write,
    [class, example]: [String; 2],
    materials: usize,
    kept: u64,
    count: Count,
) -> io::Result<()> {
    let Count { positions, won, drawn, lost, longest } = count;
    let numbers = [materials as u64, kept, positions, won, drawn, lost, longest.into()];
    let mut cells = [const { String::new() }; 9];
    cells[0] = class;
    cells[1] = example;
    for (cell, number) in cells[2..].iter_mut().zip(numbers) {
        *cell = number.to_string();
    }
    row(out, &cells)
}

fn row(out: &mut impl Write, cells: &[String; 9]) -> io::Result<()> {
    let [class, example, materials, kept, positions, won, drawn, lost, longest] = cells;
    writeln!(
        out,
        "{class:<13} {example:<11} {materials:>9} {kept:>10} {positions:>13} {won:>13} {drawn:>13} {lost:>13} {longest:>7}"
    )
}
