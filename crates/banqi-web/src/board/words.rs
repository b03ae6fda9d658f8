//! The board's nouns in the player's language.

use banqi::{Cell, Colour, Kind, Piece, Position, Square};

use super::Marks;
use crate::i18n::{Locale, td_string};

/// `red horse`.
pub(crate) fn piece(locale: Locale, piece: Piece) -> &'static str {
    match (piece.colour, piece.kind) {
        (Colour::Red, Kind::General) => td_string!(locale, board.red_general),
        (Colour::Red, Kind::Advisor) => td_string!(locale, board.red_advisor),
        (Colour::Red, Kind::Elephant) => td_string!(locale, board.red_elephant),
        (Colour::Red, Kind::Chariot) => td_string!(locale, board.red_chariot),
        (Colour::Red, Kind::Horse) => td_string!(locale, board.red_horse),
        (Colour::Red, Kind::Cannon) => td_string!(locale, board.red_cannon),
        (Colour::Red, Kind::Soldier) => td_string!(locale, board.red_soldier),
        (Colour::Black, Kind::General) => td_string!(locale, board.black_general),
        (Colour::Black, Kind::Advisor) => td_string!(locale, board.black_advisor),
        (Colour::Black, Kind::Elephant) => td_string!(locale, board.black_elephant),
        (Colour::Black, Kind::Chariot) => td_string!(locale, board.black_chariot),
        (Colour::Black, Kind::Horse) => td_string!(locale, board.black_horse),
        (Colour::Black, Kind::Cannon) => td_string!(locale, board.black_cannon),
        (Colour::Black, Kind::Soldier) => td_string!(locale, board.black_soldier),
    }
}

/// `Horse`.
pub(crate) fn kind(locale: Locale, kind: Kind) -> &'static str {
    match kind {
        Kind::General => td_string!(locale, board.general),
        Kind::Advisor => td_string!(locale, board.advisor),
        Kind::Elephant => td_string!(locale, board.elephant),
        Kind::Chariot => td_string!(locale, board.chariot),
        Kind::Horse => td_string!(locale, board.horse),
        Kind::Cannon => td_string!(locale, board.cannon),
        Kind::Soldier => td_string!(locale, board.soldier),
    }
}

/// `Red`.
pub(crate) fn colour(locale: Locale, colour: Colour) -> &'static str {
    match colour {
        Colour::Red => td_string!(locale, board.red),
        Colour::Black => td_string!(locale, board.black),
    }
}

/// What a square is called: `b2, red horse`, and what is pointed out there.
pub(super) fn label(locale: Locale, square: Square, position: &Position, marks: &Marks) -> String {
    let what = match position.cell(square) {
        Cell::FaceDown => td_string!(locale, board.face_down),
        Cell::FaceUp(found) => piece(locale, found),
        Cell::Empty | Cell::Outside => td_string!(locale, board.empty),
    };
    match note(locale, square, position, marks) {
        None => td_string!(locale, board.square, square = square.to_string(), what = what).to_string(),
        Some(note) => {
            td_string!(locale, board.square_noted, square = square.to_string(), what = what, note = note).to_string()
        }
    }
}

fn note(locale: Locale, square: Square, position: &Position, marks: &Marks) -> Option<String> {
    let chase = marks.chases.iter().find(|chase| chase.to == square);
    let note = if marks.pending == Some(square) {
        td_string!(locale, online.opening)
    } else if marks.selected == Some(square) {
        td_string!(locale, board.picked_up)
    } else if marks.captures.contains(square) && position.face_down().contains(square) {
        td_string!(locale, board.may_attack)
    } else if marks.captures.contains(square) {
        td_string!(locale, board.may_capture)
    } else if let Some(chase) = chase {
        return Some(td_string!(locale, board.chases, count = chase.count, limit = chase.limit).to_string());
    } else if marks.steps.contains(square) {
        td_string!(locale, board.may_step)
    } else if marks.forbidden.contains(square) {
        td_string!(locale, board.forbidden)
    } else if marks.threatened.contains(square) {
        td_string!(locale, board.threatened)
    } else {
        match marks.trace(square, position) {
            Some(super::Trace::From) => td_string!(locale, board.moved_from),
            Some(super::Trace::To) => td_string!(locale, board.moved_to),
            Some(super::Trace::Flipped) => td_string!(locale, board.just_flipped),
            None => return None,
        }
    };
    Some(note.to_string())
}
