//! Answers to the questions that can be asked during a game.

use std::io;

use banqi::{
    Action, Bitboard, Cell, Colour, DarkRule, Game, IllegalAction, Kind, Parameter, Piece, Ply, Record, Rules, Seat,
    Square, Turn,
};

use super::command::HELP;
use super::console::Console;
use super::narration;
use super::players::{Players, capitalised};
use super::view;
use crate::chart;
use crate::text_board::{Glyphs, TextBoard};
use crate::turn_list;
use crate::words::{Script, beside_the_chart, character, kind_name, meaning, summary};

/// What can be said, and how the board as it is drawn now is read.
pub(super) fn help(console: &mut Console<'_>, board: &TextBoard) -> io::Result<()> {
    const INDENT: usize = 12;
    for (what, does) in HELP {
        console.item(format!("{what:INDENT$}{does}"), INDENT)?;
    }
    console.blank()?;
    let sides = match (board.glyphs, board.colour) {
        (Glyphs::Letters, _) => "capital letters are red, small ones black",
        (_, true) => "red pieces are drawn in red, black ones in cyan, which shows on dark and light screens",
        (_, false) => "( ) is a red piece",
    };
    let cyan = if board.colour && board.glyphs == Glyphs::Letters { ", and drawn in cyan" } else { "" };
    console.say(format!("On the board ? lies face down, [ ] is the last turn, . is empty; {sides}{cyan}."))?;
    let kinds = Kind::ALL.map(|kind| {
        let both = Colour::ALL.map(|colour| board.glyphs.of(Piece::new(colour, kind)));
        let shown: String = if board.glyphs == Glyphs::Letters { both[0].into() } else { both.iter().collect() };
        format!("{shown} {}", kind_name(kind))
    });
    console.say(format!("{}.", kinds.join(", ")))
}

/// Every piece in every way to draw it.
pub(super) fn pieces(console: &mut Console<'_>) -> io::Result<()> {
    console.lines([format!("{:10}letters  traditional  simplified", "")])?;
    for kind in Kind::ALL {
        let [red, black] = Colour::ALL.map(|colour| Piece::new(colour, kind));
        let both = |script| format!("{} {}", character(red, script), character(black, script));
        let letters = format!("{} {}", red.letter(), black.letter());
        let (traditional, simplified) = (both(Script::Traditional), both(Script::Simplified));
        // A character is two columns wide.
        console.lines([format!("{:10}{letters:9}{traditional:11}{simplified}", kind_name(kind))])?;
    }
    console.say("Red stands first. Type pieces letters, pieces traditional or pieces simplified to choose.")
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
                format!("{why} To move your {} type where to, as in {square}-{}.", piece.kind, neighbour(square))
            }
            _ => why,
        },
        IllegalAction::DarkTarget(square) => format!("{why} Type {square} to turn it over."),
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
        let what = narration::legal(players, &ahead, action);
        // One piece does all of a turn, so it is named once.
        let named = match action {
            Action::Move { from, .. } => format!("the {} ", kind(&ahead, from)),
            _ => "it ".to_string(),
        };
        let more = what.strip_prefix(&named).filter(|_| !does.is_empty());
        does.push(more.unwrap_or(&what).to_string());
        if ahead.reveals(action) {
            break;
        }
        ahead.play_unchecked(action.into());
    }
    let said = Turn(actions.iter().copied().map(Ply::from).collect());
    let legal = format!("{said} is legal: {}.", does.join(", then "));
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

/// Which pieces of a player the other side can take as things stand, and which of the other side's the player can.
pub(super) fn threats(console: &mut Console<'_>, players: &Players, game: &Game, seat: Seat) -> io::Result<()> {
    let Some(own) = game.colour_of(seat) else {
        return console.say("Nobody has a colour yet, so nothing can be taken.");
    };
    let position = game.position();
    let taken = captures(game, !own);
    let whose = players.possessive(seat);
    if taken.is_empty() {
        console.say(format!("No piece of {} can be taken.", players.belongs(seat)))?;
    } else {
        console.say(format!("{} pieces that can be taken:", capitalised(&whose)))?;
    }
    for target in position.of(own) {
        let by: Vec<String> = taken
            .iter()
            .filter(|(_, to)| *to == target)
            .map(|(from, _)| format!("the {} on {from}", kind(game, *from)))
            .collect();
        if !by.is_empty() {
            console.item(format!("  {} on {target}, by {}", kind(game, target), by.join(" or ")), 4)?;
        }
    }
    let takes = captures(game, own);
    let can = players.does(seat, "can take", "can take");
    if takes.is_empty() {
        return console.say(format!("{} nothing.", capitalised(&can)));
    }
    console.say(format!("{}:", capitalised(&can)))?;
    for (from, to) in takes {
        let mover = kind(game, from);
        console.item(format!("  {} on {to}, with the {mover} on {from}: {from}-{to}", kind(game, to)), 4)?;
    }
    Ok(())
}

/// The captures of face-up pieces that a colour has, or would have if it were to move: inside a chain only the chain's.
fn captures(game: &Game, by: Colour) -> Vec<(Square, Square)> {
    let position = game.position();
    let enemies = position.of(!by);
    let chain = position.chain().filter(|_| position.side() == Some(by));
    let from: Bitboard = chain.map_or(position.of(by), Bitboard::from);
    from.into_iter()
        .flat_map(|from| (position.attacked_from(game.rules(), from) & enemies).into_iter().map(move |to| (from, to)))
        .collect()
}

fn kind(game: &Game, square: Square) -> String {
    game.position().piece(square).map_or(String::new(), |piece| piece.kind.to_string())
}

pub(super) fn history(console: &mut Console<'_>, players: &Players, game: &Game, glyphs: Glyphs) -> io::Result<()> {
    let names = [Seat::First, Seat::Second].map(|seat| players.label(seat));
    let lines = turn_list::lines(&Record::of(game), names, glyphs, console.width());
    if lines.is_empty() {
        return console.say("No turn has been played yet.");
    }
    console.lines(lines)
}

/// The rule set: what its values mean, who takes whom, and how the board ends a game. What is off is not told.
pub(super) fn rules(console: &mut Console<'_>, game: &Game) -> io::Result<()> {
    const INDENT: usize = 13;
    let rules = game.rules();
    console.say(format!("{rules}: {}", summary(rules.preset())))?;
    for parameter in Parameter::ALL.into_iter().filter(|parameter| says_something(rules, *parameter)) {
        console.item(format!("{:INDENT$}{}", parameter.key(), meaning(rules, parameter)), INDENT)?;
    }
    console.say("Who takes whom, attackers in rows:")?;
    console.lines(chart::lines(rules).into_iter().map(|line| format!("  {line}")))?;
    console.lines(beside_the_chart(rules).into_iter().map(str::to_string))
}

/// Whether a parameter has a limit, or makes the game other than the plain one.
fn says_something(rules: &Rules, parameter: Parameter) -> bool {
    let values = rules.parameters();
    match parameter {
        Parameter::Ranks | Parameter::Cannon | Parameter::Elimination => true,
        Parameter::Quiet => values.quiet.is_some(),
        Parameter::Repetition => values.repetition.is_some(),
        Parameter::Cycle => values.cycle.is_some(),
        Parameter::Chase => values.chase.is_some(),
        Parameter::Chain => values.chain,
        Parameter::Dark => values.dark != DarkRule::Off,
        Parameter::Rush => values.rush,
        Parameter::Diagonal => values.diagonal,
    }
}
