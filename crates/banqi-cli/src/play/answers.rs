//! Answers to the questions that can be asked during a game.

use std::io;

use banqi::{Action, Cell, Game, IllegalAction, Parameter, Record, Square};

use super::command::HELP;
use super::console::Console;
use super::narration;
use super::players::Players;
use super::view;
use crate::chart;
use crate::words::{beside_the_chart, meaning, summary};

pub(super) fn help(console: &mut Console<'_>) -> io::Result<()> {
    const INDENT: usize = 12;
    for (what, does) in HELP {
        console.item(format!("{what:INDENT$}{does}"), INDENT)?;
    }
    Ok(())
}

/// Why a turn as it was said cannot be played, as far as that is known before anything is turned over.
pub(super) fn foresee(game: &Game, actions: &[Action]) -> Result<(), String> {
    let mut ahead = game.clone();
    for &action in actions {
        if ahead.position().turn() != game.position().turn() {
            return Err(format!("The turn would be over before {action}."));
        }
        ahead.check(action).map_err(|illegal| objection(&ahead, action, illegal))?;
        if ahead.reveals(action) {
            return Ok(());
        }
        ahead.play_unchecked(action.into());
    }
    Ok(())
}

/// Why an action is not legal, and what could be said instead.
pub(super) fn objection(game: &Game, action: Action, illegal: IllegalAction) -> String {
    let why = format!("{action} is not legal: {illegal}.");
    match illegal {
        IllegalAction::NotFaceDown(square) => match game.position().cell(square) {
            Cell::FaceUp(piece) if Some(piece.colour) == game.position().side() => {
                format!("{why} To move your {} say where, as in {square}-{}.", piece.kind, neighbour(square))
            }
            _ => why,
        },
        IllegalAction::DarkTarget(square) => format!("{why} Say {square} to turn it over."),
        _ => why,
    }
}

/// A square beside a square, for examples.
fn neighbour(square: Square) -> Square {
    let rank = if square.rank() < 7 { square.rank() + 1 } else { square.rank() - 1 };
    Square::at(square.file(), rank).unwrap_or(square)
}

/// Whether and why a turn is not legal, or what it would do.
pub(super) fn why(players: &Players, game: &Game, actions: &[Action]) -> String {
    if let Err(objection) = foresee(game, actions) {
        return objection;
    }
    let mut ahead = game.clone();
    let mut does = Vec::new();
    for &action in actions {
        does.push(narration::legal(players, &ahead, action));
        if ahead.reveals(action) {
            break;
        }
        ahead.play_unchecked(action.into());
    }
    let said: Vec<String> = actions.iter().map(Action::to_string).collect();
    let legal = format!("{} is legal: {}.", said.join(", "), does.join(", "));
    match ahead.outcome() {
        Some(outcome) => format!("{legal} {}", narration::outcome(players, &ahead, outcome)),
        None => legal,
    }
}

pub(super) fn hint(players: &Players, game: &Game, action: Action) -> String {
    match action {
        Action::Flip(square) => format!("Hint: {square}, turn over the piece there."),
        Action::End => "Hint: end, stop the chain.".to_string(),
        Action::Move { .. } => format!("Hint: {action}, {}.", narration::legal(players, game, action)),
    }
}

/// The legal and the forbidden actions, all or those of a square.
pub(super) fn moves(
    console: &mut Console<'_>,
    players: &Players,
    game: &Game,
    square: Option<Square>,
) -> io::Result<()> {
    let of = |actions: &[Action], wanted: fn(&Game, &Action) -> bool| -> Vec<Action> {
        let asked = |action: &&Action| match **action {
            Action::Flip(from) | Action::Move { from, .. } => square.is_none_or(|square| square == from),
            Action::End => square.is_none_or(|square| Some(square) == game.position().chain()),
        };
        actions.iter().filter(asked).filter(|action| wanted(game, action)).copied().collect()
    };
    let (legal, forbidden) = (game.actions(), game.forbidden());
    let flips = of(&legal, |_, action| matches!(action, Action::Flip(_)));
    let steps = of(&legal, |game, action| !is_flip(*action) && !is_attack(game, *action));
    let attacks = of(&legal, |game, action| is_attack(game, *action));
    let forbidden = of(&forbidden, |_, _| true);
    let mut nothing = true;
    for (name, actions) in [("Turn over", flips), ("Move", steps), ("Forbidden chases", forbidden)] {
        if !actions.is_empty() {
            nothing = false;
            console.item(format!("{name}: {}", view::actions(&actions)), 2)?;
        }
    }
    for action in &attacks {
        nothing = false;
        console.say(format!("{action}: {}", narration::legal(players, game, *action)))?;
    }
    match square {
        Some(square) if nothing => console.say(no_moves(game, square)),
        _ => Ok(()),
    }
}

fn is_flip(action: Action) -> bool {
    matches!(action, Action::Flip(_))
}

fn is_attack(game: &Game, action: Action) -> bool {
    matches!(action, Action::Move { to, .. } if game.position().cell(to) != Cell::Empty)
}

fn no_moves(game: &Game, square: Square) -> String {
    let position = game.position();
    match position.cell(square) {
        Cell::FaceUp(piece) if Some(piece.colour) == position.side() => {
            format!("Your {} on {square} can neither step nor capture.", piece.kind)
        }
        Cell::FaceUp(piece) => format!("The {piece} on {square} is not yours to move."),
        Cell::Empty => format!("There is no piece on {square}."),
        Cell::Outside => format!("{square} is not part of this board."),
        Cell::FaceDown => format!("The piece on {square} cannot be turned over now."),
    }
}

pub(super) fn history(console: &mut Console<'_>, game: &Game) -> io::Result<()> {
    let record = Record::of(game).to_string();
    let turns = record.split_once("\n\n").map_or("", |(_, turns)| turns).replace('\n', " ");
    console.say(turns.trim())
}

/// The rule set: what its values mean, who takes whom, and how the board ends a game.
pub(super) fn rules(console: &mut Console<'_>, game: &Game) -> io::Result<()> {
    const INDENT: usize = 13;
    let rules = game.rules();
    console.say(format!("{rules}: {}", summary(rules.preset())))?;
    for parameter in Parameter::ALL {
        console.item(format!("{:INDENT$}{}", parameter.key(), meaning(rules, parameter)), INDENT)?;
    }
    console.say("Who takes whom, attackers in rows:")?;
    console.lines(chart::lines(rules).into_iter().map(|line| format!("  {line}")))?;
    console.lines(beside_the_chart(rules).into_iter().map(str::to_string))
}
