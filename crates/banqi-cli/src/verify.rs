//! `banqi verify`: whether games were played with the deals that were sealed for them.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow};
use banqi::Record;
use banqi_deal::{Mismatch, SealCode, SealedDeal, verify_record};
use serde::Serialize;

use crate::failure::{Advice as _, Exit, one_line};
use crate::record::file::{GameText, RecordFile};
use crate::standard_output;

/// Which record, and what was noted of its seal.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  banqi verify game.txt --seal 3NF2-E3A0-Z9H9-A8HC
  banqi verify games.txt --game 3
  banqi verify - --json < games.txt

Whoever plays over the net is shown the code of the seal before the first turn. A record of the game, once it is over, has \
the secrets that the deal was made of: here the deal is made again, and compared with the seal and with all that came up. \
Without the code noted beforehand a record can only be found consistent with itself, since whoever wrote it may have \
written all of it. What a seal proves, and what not, is in docs/fairness.md. The exit code is 1 if any game fails.")]
pub(crate) struct Args {
    /// A file with records of games that are over; - is standard input
    #[arg(value_name = "RECORD")]
    file: PathBuf,
    /// The code of the seal, as it was noted before the first turn; case and hyphens do not matter
    #[arg(long, value_name = "CODE")]
    seal: Option<SealCode>,
    /// Only this game of the file
    #[arg(long, value_name = "NUMBER")]
    game: Option<usize>,
    /// Answer as a line of JSON for each game
    #[arg(long)]
    json: bool,
}

/// What was found out about a game.
#[derive(Serialize)]
struct Answer {
    game: usize,
    line: usize,
    verdict: Verdict,
    id: Option<String>,
    code: Option<String>,
    seal: Option<String>,
    opened: Option<usize>,
    error: Option<String>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// It has the code that was noted, and all of it matches.
    Sealed,
    /// All of it matches; nobody said what had been noted.
    Consistent,
    /// Something does not match.
    Failed,
}

/// Verifies, and says of each game what was found.
pub(crate) fn run(args: &Args) -> Result<Exit> {
    let path = args.file.display();
    let file = RecordFile::read(&args.file)
        .with_context(|| format!("{path} cannot be read"))
        .advise("give the path of a file with records, or - for standard input")?;
    let check = format!("'banqi record check {path}' says where it is wrong");
    let games = file.games().map_err(|line| anyhow!("{file}: line {line} is not UTF-8")).advise(check)?;
    let count = games.len();
    let has = match count {
        0 => "there is no game in it".to_string(),
        count => format!("its games have the numbers 1 to {count}"),
    };
    let numbers = match args.game {
        Some(number) if (1..=count).contains(&number) => number..=number,
        Some(number) => return Err(anyhow!("{file} has no game {number}")).advise(has),
        None if count == 0 => return Err(anyhow!("{file} has no game to verify")).advise(has),
        None if args.seal.is_some() && count > 1 => {
            return Err(anyhow!("a code belongs to one game, and {file} has {count}"))
                .advise("say with --game NUMBER which of them it is");
        }
        None => 1..=count,
    };

    let mut out = standard_output::locked();
    let mut exit = Exit::Done;
    for (number, text) in (1..).zip(&games).filter(|(number, _)| numbers.contains(number)) {
        let answer = match verified(text, args.seal) {
            Ok((record, dealt)) => matching(number, text.line, &record, &dealt, args.seal.is_some()),
            Err((line, error)) => {
                exit = Exit::CheckFailed;
                failed(number, line, error)
            }
        };
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        } else {
            writeln!(out, "{file}:{}: game {number}: {}", answer.line, told(&answer))?;
        }
    }
    Ok(exit)
}

/// The record and its deal, or what does not match and in which line.
fn verified(text: &GameText<'_>, noted: Option<SealCode>) -> Result<(Record, SealedDeal), (usize, String)> {
    let record = text.record()?;
    let dealt = verify_record(&record).and_then(|dealt| {
        noted.map_or(Ok(()), |code| dealt.seal().check_code(code))?;
        Ok(dealt)
    });
    match dealt {
        Ok(dealt) => Ok((record, dealt)),
        Err(mismatch) => Err((line(text, &mismatch), mismatch.to_string())),
    }
}

fn line(text: &GameText<'_>, mismatch: &Mismatch) -> usize {
    match mismatch {
        Mismatch::ServerCommit => text.line_of_tag("S"),
        Mismatch::Seat1Commit => text.line_of_tag("C1"),
        Mismatch::Seal { .. } | Mismatch::Code { .. } => text.line_of_tag("Seal"),
        Mismatch::Tag { tag, .. } => text.line_of_tag(tag),
        Mismatch::Game(_) => text.line_of_tag("Game"),
        Mismatch::Start => text.line_of_tag("Position"),
        Mismatch::DealTag(_) | Mismatch::Deal { .. } => text.line_of_tag("Deal"),
        // A sealed game begins with turn 1.
        Mismatch::Opened { turn, .. } => text.line_of_turn(turn.saturating_sub(1) as usize),
        _ => text.line,
    }
}

fn matching(game: usize, line: usize, record: &Record, dealt: &SealedDeal, noted: bool) -> Answer {
    let seal = dealt.seal();
    let opened = record.turns.iter().flat_map(|turn| &turn.turn.0).filter(|ply| ply.revealed.is_some()).count();
    Answer {
        game,
        line,
        verdict: if noted { Verdict::Sealed } else { Verdict::Consistent },
        id: Some(seal.transcript().terms.game().to_string()),
        code: Some(seal.code().to_string()),
        seal: Some(seal.hash().to_string()),
        opened: Some(opened),
        error: None,
    }
}

fn failed(game: usize, line: usize, error: String) -> Answer {
    let (id, code, seal, opened) = (None, None, None, None);
    Answer { game, line, verdict: Verdict::Failed, id, code, seal, opened, error: Some(error) }
}

/// `consistent with itself; 9 squares were opened as dealt; ..`.
fn told(answer: &Answer) -> String {
    let (code, opened) = (answer.code.as_deref().unwrap_or_default(), answer.opened.unwrap_or_default());
    let opened = format!("{opened} {} opened as dealt", if opened == 1 { "square was" } else { "squares were" });
    match answer.verdict {
        Verdict::Sealed => format!("verified: this is the deal of seal {code}; {opened}"),
        Verdict::Consistent => format!(
            "consistent with itself; {opened}; whether it is the deal that was sealed shows the code, {code}, if you \
             noted it before the first turn"
        ),
        Verdict::Failed => format!("verification failed: {}", one_line(answer.error.as_deref().unwrap_or_default())),
    }
}
