//! `banqi tables probe`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, anyhow, bail};
use banqi::{Colour, Effect, Position, Rules, Setup};
use banqi_tables::{Choice, MOST_PIECES, Tables, Verdict};
use serde::Serialize;

use super::{RULES, missing, unreadable, unusable, without_limit, word};
use crate::failure::{Advice as _, Exit};
use crate::game_args::read_rules;
use crate::standard_output;

/// Which position.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi tables probe tables --fen 'n3/4/4/4/4/4/4/R2R r - 0 41'
  banqi tables probe tables --rules taiwan-quick --fen '4/4/4/4/4/4/1?2/K2n r p1 3 41' --json

Values are those of the side to move. Plies are those to the conversion: to the next capture or flip, or to the end. What \
needs more of them than the quiet limit leaves is a draw. The history counts for nothing, and so do repetition, cycle and \
chase, which do not change a table. One piece may be face down: such tables are made from those of the folder.")]
pub(crate) struct Args {
    /// The folder
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The position: board, side to move, bag, quiet turns, turn
    #[arg(long, value_name = "POSITION")]
    fen: String,
    /// The rules
    #[arg(long, value_name = "RULES", default_value = RULES)]
    rules: String,
    /// Answer as one line of JSON
    #[arg(long)]
    json: bool,
}

/// What a table says.
#[derive(Serialize)]
struct Told {
    value: &'static str,
    plies: Option<u16>,
}

impl From<Verdict> for Told {
    fn from(verdict: Verdict) -> Self {
        Self { value: word(verdict), plies: verdict.plies() }
    }
}

#[derive(Serialize)]
struct ActionAnswer {
    action: String,
    #[serde(flatten)]
    told: Told,
    /// What the side to move then is told; none where the game is over, and inside a chain.
    next: Option<Told>,
}

#[derive(Serialize)]
struct Answer {
    position: String,
    rules: String,
    #[serde(flatten)]
    told: Told,
    /// For a draw that the quiet limit makes: why, and what it would be.
    limit: Option<LimitAnswer>,
    actions: Vec<ActionAnswer>,
}

#[derive(Serialize)]
struct LimitAnswer {
    why: &'static str,
    otherwise: Told,
}

/// Why the quiet limit makes a draw of a position.
enum Limited {
    /// With fewer quiet turns before it, it would not be one.
    ByCount(Verdict),
    /// Without the limit it would not be one.
    ByLimit(Verdict),
}

/// Asks and prints.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let rules = read_rules(&args.rules)?;
    let position = read(&args.fen, &rules)?;
    let tables = Tables::open(rules, &args.folder).map_err(|error| unreadable(&args.folder, error))?;
    if !tables.prepare_position(&position, &|| false) {
        return Err(unknown(&tables, &args.folder, &position));
    }
    let Some(choices) = tables.prober().choices(&position) else {
        return Err(unknown(&tables, &args.folder, &position));
    };
    // Inside a chain, what is best is what it is worth.
    let best = || choices.first().map(|choice| choice.verdict);
    let Some(verdict) = tables.probe(&position).or_else(best) else {
        return Err(unknown(&tables, &args.folder, &position));
    };
    let limited = if verdict == Verdict::Draw { limited(&tables, &args.folder, &position) } else { None };
    let mut out = standard_output::locked();
    if args.json {
        let answer = Answer {
            position: position.to_string(),
            rules: rules.to_string(),
            told: verdict.into(),
            limit: limited.map(|limited| match limited {
                Limited::ByCount(verdict) => LimitAnswer { why: "quiet-turns", otherwise: verdict.into() },
                Limited::ByLimit(verdict) => LimitAnswer { why: "quiet-limit", otherwise: verdict.into() },
            }),
            actions: choices
                .iter()
                .map(|choice| ActionAnswer {
                    action: choice.ply.to_string(),
                    told: choice.verdict.into(),
                    next: choice.next.map(Told::from),
                })
                .collect(),
        };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        tell(&mut out, &rules, &position, verdict, limited.as_ref(), &choices)?;
    }
    Ok(Exit::Done)
}

/// A position that tables may have.
fn read(fen: &str, rules: &Rules) -> Result<Position> {
    let position = fen.parse::<Position>().and_then(|position| position.check(rules).map(|()| position));
    let position = position
        .advise("a position is five fields, like 'n3/4/4/4/4/4/4/R2R r - 0 41'; docs/notation.md explains them")?;
    let (pieces, face_down) = (position.alive().len(), position.bag().len());
    let refused = if position.board().count() < 32 {
        Some("the board is a small one, and tables are of the whole board".to_string())
    } else if face_down > 1 {
        Some(format!("{face_down} pieces are face down, and tables have one such piece at most"))
    } else if pieces as usize > MOST_PIECES {
        Some(format!("there are {pieces} pieces, and no table has more than {MOST_PIECES}"))
    } else {
        Colour::ALL
            .into_iter()
            .find(|&colour| position.alive().of(colour) == 0)
            .map(|colour| format!("{colour} has no piece left, and there is nothing to ask"))
    };
    match refused {
        Some(why) => Err(anyhow!(why)).advise("'banqi analyse' looks ahead in positions that no table has"),
        None => Ok(position),
    }
}

/// Why tables do not know a position.
fn unknown(tables: &Tables, folder: &Path, position: &Position) -> Error {
    if let Some(fault) = tables.faults().first() {
        return unusable(fault, tables.rules(), folder);
    }
    missing(folder, tables.rules(), &format!("a table for {} is not there", position.alive()))
}

/// Whether it is the quiet limit that makes a draw, and how.
fn limited(tables: &Tables, folder: &Path, position: &Position) -> Option<Limited> {
    tables.rules().parameters().quiet?;
    let fresh = Position::try_from(Setup { quiet: 0, ..Setup::from(*position) }).ok()?;
    let decided = |verdict: Option<Verdict>| verdict.filter(|&verdict| verdict != Verdict::Draw);
    if let Some(verdict) = decided(tables.probe(&fresh)) {
        return Some(Limited::ByCount(verdict));
    }
    let rules = without_limit(tables.rules());
    let mut free = Tables::open(rules, folder).ok()?;
    if !free.prepare_position(&fresh, &|| false) {
        free = Tables::made(rules);
        free.prepare_position(&fresh, &|| false);
    }
    decided(free.probe(&fresh)).map(Limited::ByLimit)
}

/// Says it to people.
fn tell(
    out: &mut impl Write,
    rules: &Rules,
    position: &Position,
    verdict: Verdict,
    limited: Option<&Limited>,
    choices: &[Choice],
) -> Result<()> {
    let Some(side) = position.side() else { bail!("nobody has a colour") };
    writeln!(out, "{side} to move: {verdict}")?;
    if let (Some(limited), Some(limit)) = (limited, rules.parameters().quiet) {
        let quiet = position.quiet();
        match limited {
            Limited::ByCount(verdict) => writeln!(
                out,
                "it would be a {verdict}, but {quiet} quiet turns leave {} of the {limit} that make a draw",
                u32::from(limit).saturating_sub(quiet)
            )?,
            Limited::ByLimit(verdict) => writeln!(
                out,
                "without the limit of {limit} quiet turns it would be a {verdict}: the limit is too short for that, or for \
                 what follows"
            )?,
        }
    }
    for choice in choices {
        let mut after = *position;
        let what = match after.play_unchecked(rules, choice.ply) {
            Effect::Stepped => String::new(),
            _ if after.chain().is_some() => ", and the turn goes on".to_string(),
            _ => {
                choice.next.map_or(", and the game is over".to_string(), |next| format!(", then {next} for the other"))
            }
        };
        writeln!(out, "  {:<8} {}{what}", choice.ply.to_string(), choice.verdict)?;
    }
    Ok(())
}
