//! The picture in words, for those who do not see it.

use std::fmt;

use banqi::{Bitboard, Colour, Piece};

use crate::Drawing;
use crate::face::Face;

impl Drawing<'_> {
    /// The title and description. All of it is made of names, squares and numbers, so there is nothing to escape.
    pub(crate) fn description(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let turn = position.turn();
        match position.side() {
            Some(side) => writeln!(f, "<title>Banqi, turn {turn}, {side} to move</title>")?,
            None => writeln!(f, "<title>Banqi, before the first flip</title>")?,
        }

        f.write_str("<desc>")?;
        for colour in Colour::ALL {
            self.pieces_of(f, colour)?;
        }
        let face_down = position.face_down();
        if !face_down.is_empty() {
            write!(f, "Face down, {}:{}. ", face_down.count(), squares(face_down))?;
        }
        if let Some(last) = &self.options.markers.last {
            write!(f, "Last turn: {last}. ")?;
        }
        writeln!(f, "Position: {position}</desc>")
    }

    fn pieces_of(&self, f: &mut fmt::Formatter<'_>, colour: Colour) -> fmt::Result {
        let standing = Piece::ALL
            .into_iter()
            .filter(|piece| piece.colour == colour)
            .map(|piece| (piece.kind, Face::Up(piece).squares(self.position)))
            .filter(|(_, at)| !at.is_empty());
        let mut separator = match colour {
            Colour::Red => "Red: ",
            Colour::Black => "Black: ",
        };
        for (kind, at) in standing {
            write!(f, "{separator}{kind}{}", squares(at))?;
            separator = ", ";
        }
        if separator == ", " { f.write_str(". ") } else { Ok(()) }
    }
}

fn squares(set: Bitboard) -> impl fmt::Display {
    fmt::from_fn(move |f| set.into_iter().try_for_each(|square| write!(f, " {square}")))
}
