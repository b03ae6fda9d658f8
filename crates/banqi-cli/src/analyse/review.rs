//! A whole game: what was played against what was best, and how much of it was luck.

use std::cell::RefCell;
use std::io::{self, Write};

use anyhow::{Context as _, Result};
use banqi::{Ply, Record, Seat};
use banqi_engine::Analysis;
use serde::Serialize;

use super::findings::{Points, Worth};
use super::{Analyst, Args, Share, plies, started};
use crate::progress::Progress;
use crate::standard_output;

/// What is answered about a game.
#[derive(Serialize)]
struct Review {
    rules: String,
    turns: Vec<Judged>,
    players: Players,
}

#[derive(Serialize)]
struct Players {
    first: Tally,
    second: Tally,
}

/// One action of the game. A turn in a chain has several.
#[derive(Serialize)]
struct Judged {
    turn: u32,
    seat: String,
    fen: String,
    played: String,
    #[serde(flatten)]
    worth: Worth,
    best: String,
    best_wp: Points,
    best_cp: i32,
    /// What could be expected, less what can be with what was played.
    loss: Points,
    /// For an action that turned a piece over, what came up against what could be expected.
    luck: Option<Points>,
    /// What would have been expected.
    line: Vec<String>,
}

/// What a player's actions come to.
#[derive(Default, Serialize)]
struct Tally {
    name: Option<String>,
    actions: u32,
    /// Of all actions.
    loss: Points,
    mistakes: u32,
    blunders: u32,
    luck: Points,
}

/// What was lost from which an action is marked.
const MISTAKE: Points = Points(50);
const BLUNDER: Points = Points(150);

/// Analyses every turn of a game and prints what was found.
pub(super) fn run(args: &Args, analyst: &Analyst, record: &Record) -> Result<()> {
    let mut game = started(record)?;
    let count = plies(record).count();
    let mut out = standard_output::locked();
    let progress = RefCell::new(Progress::new("analyse"));
    let mut turns = Vec::new();
    if !args.json {
        writeln!(out, "turn  seat    played    wins  best   wins   loss   luck")?;
    }
    for (index, ply) in plies(record).enumerate() {
        let position = *game.position();
        let analysis = analyst.look(&game, &progress, Share { index, of: count });
        game.play(ply).context("the record cannot be replayed")?;
        // The record has been replayed: it is not over before its last turn.
        let Some(played) = analysis.and_then(|analysis| Judged::new(position, ply, &analysis)) else { continue };
        progress.borrow().clear();
        if !args.json {
            played.write(&mut out)?;
            out.flush()?;
        }
        turns.push(played);
    }
    progress.borrow().clear();
    let review = Review::new(record, turns);
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&review)?)?;
    } else {
        review.write_players(&mut out)?;
    }
    Ok(())
}

impl Judged {
    fn new(position: banqi::Position, ply: Ply, analysis: &Analysis) -> Option<Self> {
        let best = analysis.candidates.first()?;
        let played = analysis.candidates.iter().find(|candidate| candidate.action == ply.action)?;
        let came_up = ply.revealed.and_then(|piece| played.outcomes.iter().find(|chance| chance.piece == piece));
        let (worth, best_worth) = (Worth::from(played.value), Worth::from(best.value));
        Some(Self {
            turn: position.turn(),
            seat: position.seat().to_string(),
            fen: position.to_string(),
            played: ply.to_string(),
            worth,
            best: best.action.to_string(),
            best_wp: best_worth.wp,
            best_cp: best_worth.cp,
            loss: (best_worth.wp - worth.wp).max(Points(0)),
            luck: came_up.map(|chance| Points::from(chance.value) - worth.wp),
            line: best.line.iter().map(ToString::to_string).collect(),
        })
    }

    /// A line of the table, in percent.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { turn, seat, played, worth, best, best_wp, loss, luck, .. } = self;
        let mark = match *loss {
            loss if loss < MISTAKE => "",
            loss if loss < BLUNDER => "?",
            _ => "??",
        };
        let loss = if *loss > Points(0) { format!("{:.1}", loss.percent()) } else { String::new() };
        let luck = luck.map_or_else(String::new, |luck| format!("{:+.1}", luck.percent()));
        let line = format!(
            "{turn:>4}  {:<6}  {played:<8} {:>5.1}  {best:<5} {:>5.1}  {loss:>5}  {luck:>5}  {mark}",
            title(seat),
            worth.wp.percent(),
            best_wp.percent(),
        );
        writeln!(out, "{}", line.trim_end())
    }
}

fn title(seat: &str) -> &'static str {
    if seat == "first" { "First" } else { "Second" }
}

impl Review {
    fn new(record: &Record, turns: Vec<Judged>) -> Self {
        let tally = |seat: Seat, tag: &str| {
            let name = record.tags.get(tag).filter(|name| *name != "?").map(str::to_string);
            let own: Vec<&Judged> = turns.iter().filter(|judged| judged.seat == seat.to_string()).collect();
            let count = |is: &dyn Fn(Points) -> bool| own.iter().filter(|judged| is(judged.loss)).count() as u32;
            Tally {
                name,
                actions: own.len() as u32,
                loss: own.iter().map(|judged| judged.loss).sum(),
                mistakes: count(&|loss| (MISTAKE..BLUNDER).contains(&loss)),
                blunders: count(&|loss| loss >= BLUNDER),
                luck: own.iter().filter_map(|judged| judged.luck).sum(),
            }
        };
        let players = Players { first: tally(Seat::First, "First"), second: tally(Seat::Second, "Second") };
        Self { rules: record.rules.to_string(), turns, players }
    }

    fn write_players(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out)?;
        for (seat, tally) in [("First", &self.players.first), ("Second", &self.players.second)] {
            let name = tally.name.as_ref().map_or_else(String::new, |name| format!(" ({name})"));
            let Tally { actions, loss, mistakes, blunders, luck, .. } = tally;
            let mean = loss.percent() / f64::from((*actions).max(1));
            writeln!(
                out,
                "{seat}{name}: {actions} actions, {mean:.1} % lost by each; mistakes (?): {mistakes}; blunders (??): \
                 {blunders}; luck: {:+.1} %",
                luck.percent(),
            )?;
        }
        Ok(())
    }
}
