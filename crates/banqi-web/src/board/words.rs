//! The board's nouns in the player's language.

use banqi::{Action, Cell, Colour, Kind, Piece, Square};

use super::Marks;
use crate::text::text;

/// `red horse`.
pub(crate) fn piece(piece: Piece) -> &'static str {
    match (piece.colour, piece.kind) {
        (Colour::Red, Kind::General) => text!(board.red_general),
        (Colour::Red, Kind::Advisor) => text!(board.red_advisor),
        (Colour::Red, Kind::Elephant) => text!(board.red_elephant),
        (Colour::Red, Kind::Chariot) => text!(board.red_chariot),
        (Colour::Red, Kind::Horse) => text!(board.red_horse),
        (Colour::Red, Kind::Cannon) => text!(board.red_cannon),
        (Colour::Red, Kind::Soldier) => text!(board.red_soldier),
        (Colour::Black, Kind::General) => text!(board.black_general),
        (Colour::Black, Kind::Advisor) => text!(board.black_advisor),
        (Colour::Black, Kind::Elephant) => text!(board.black_elephant),
        (Colour::Black, Kind::Chariot) => text!(board.black_chariot),
        (Colour::Black, Kind::Horse) => text!(board.black_horse),
        (Colour::Black, Kind::Cannon) => text!(board.black_cannon),
        (Colour::Black, Kind::Soldier) => text!(board.black_soldier),
    }
}

/// `Horse`.
pub(crate) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::General => text!(board.general),
        Kind::Advisor => text!(board.advisor),
        Kind::Elephant => text!(board.elephant),
        Kind::Chariot => text!(board.chariot),
        Kind::Horse => text!(board.horse),
        Kind::Cannon => text!(board.cannon),
        Kind::Soldier => text!(board.soldier),
    }
}

/// `Red`.
pub(crate) fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => text!(board.red),
        Colour::Black => text!(board.black),
    }
}

/// What a square is called: `b2, red horse`, and what is pointed out there.
pub(super) fn label(square: Square, cell: Cell, marks: &Marks) -> String {
    let what = match cell {
        Cell::FaceDown => text!(board.face_down),
        Cell::FaceUp(found) => piece(found),
        Cell::Empty | Cell::Outside => text!(board.empty),
    };
    match note(square, cell, marks) {
        None => text!(board.square, square = square.to_string(), what = what),
        Some(note) => {
            text!(board.square_noted, square = square.to_string(), what = what, note = note)
        }
    }
}

/// What a hint says of a square.
fn hinted(square: Square, marks: &Marks) -> Option<&'static str> {
    match marks.hint? {
        Action::Flip(hinted) if hinted == square => Some(text!(board.hint_flip)),
        Action::Move { from, .. } if from == square => Some(text!(board.hint_from)),
        Action::Move { to, .. } if to == square => Some(text!(board.hint_to)),
        _ => None,
    }
}

fn note(square: Square, cell: Cell, marks: &Marks) -> Option<String> {
    let chase = marks.chases.iter().find(|chase| chase.to == square);
    let note = if marks.pending == Some(square) {
        text!(online.opening)
    } else if marks.selected == Some(square) {
        text!(board.picked_up)
    } else if let Some(note) = hinted(square, marks) {
        note
    } else if marks.premove.is_some_and(|(from, _)| from == square) {
        text!(board.premove_from)
    } else if marks.premove.is_some_and(|(_, to)| to == square) {
        text!(board.premove_to)
    } else if marks.captures.contains(square) && cell == Cell::FaceDown {
        text!(board.may_attack)
    } else if marks.captures.contains(square) {
        text!(board.may_capture)
    } else if let Some(chase) = chase {
        return Some(text!(board.chases, count = chase.count, limit = chase.limit));
    } else if marks.steps.contains(square) {
        text!(board.may_step)
    } else if marks.forbidden.contains(square) {
        text!(board.forbidden)
    } else if marks.threatened.contains(square) {
        text!(board.threatened)
    } else if marks.highlighted.contains(square) {
        text!(board.highlighted)
    } else {
        match marks.trace(square, cell) {
            Some(super::Trace::From) => text!(board.moved_from),
            Some(super::Trace::To) => text!(board.moved_to),
            Some(super::Trace::Flipped) => text!(board.just_flipped),
            None => return None,
        }
    };
    Some(note.to_string())
}
