//! What is to be seen of a piece: its disc, rings and glyph.

use std::fmt::{self, Display};

use banqi::{Bitboard, Cell, Colour, Piece, Position, Square};

use crate::number::Number;
use crate::theme::{CUSTOM, Disc, Palette};
use crate::{PieceSet, Theme};

/// The width of the box in which faces are drawn, before they are put on a square. Its height is 104.
pub(crate) const WIDTH: f64 = 100.0;
/// Where the upper side of the disc has its centre.
const CENTRE: f64 = 48.5;

/// A four-lobed begonia window and the diamond in it, the same from every side.
const BEGONIA: &str = "M50 20.5c6.5 0 11 4.5 11.5 10 .2 3.4 2.6 5.8 6 6 5.5.5 10.5 5 10.5 12s-5 11.5-10.5 12c-3.4.2\
                       -5.8 2.6-6 6-.5 5.5-5 10-11.5 10s-11-4.5-11.5-10c-.2-3.4-2.6-5.8-6-6-5.5-.5-10.5-5-10.5-12s5-11.5 \
                       10.5-12c3.4-.2 5.8-2.6 6-6 .5-5.5 5-10 11.5-10z";
const DIAMOND: &str = "M50 39.5l9 9-9 9-9-9z";

/// What is to be seen of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Down,
    Up(Piece),
}

impl Face {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Down).chain(Piece::ALL.map(Self::Up))
    }

    pub(crate) fn on(position: &Position, square: Square) -> Option<Self> {
        match position.cell(square) {
            Cell::FaceDown => Some(Self::Down),
            Cell::FaceUp(piece) => Some(Self::Up(piece)),
            Cell::Empty | Cell::Outside => None,
        }
    }

    /// Where it is to be seen.
    pub(crate) fn squares(self, position: &Position) -> Bitboard {
        match self {
            Self::Down => position.face_down(),
            Self::Up(piece) => position.of(piece.colour) & position.of_kind(piece.kind),
        }
    }

    /// Everything that changes the drawing is in the id, so that boards in one page may share it.
    pub(crate) fn id(self, theme: Theme, pieces: PieceSet) -> String {
        match self {
            Self::Down => format!("banqi-{}-face-down", theme.name()),
            Self::Up(piece) => format!("banqi-{}-{}-{}-{}", theme.name(), pieces.name(), piece.colour, piece.kind),
        }
    }

    /// The name in a sprite: `down`, `red-horse`.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Down => "down".to_string(),
            Self::Up(Piece { colour, kind }) => format!("{colour}-{kind}"),
        }
    }

    pub(crate) fn drawing(self, palette: &'static Palette, pieces: PieceSet) -> impl Display {
        fmt::from_fn(move |f| match self {
            Self::Down => {
                let disc = &palette.face_down;
                draw_disc(f, disc, palette)?;
                draw_ring(f, disc, 40.5, 2.4)?;
                let ink = disc.ink;
                write!(f, r#"<path d="{BEGONIA}" fill="none" stroke="{ink}" stroke-width="3"/>"#)?;
                write!(f, r#"<path d="{DIAMOND}" fill="{ink}"/>"#)
            }
            Self::Up(piece) => {
                let disc = match piece.colour {
                    Colour::Red => &palette.red,
                    Colour::Black => &palette.black,
                };
                draw_disc(f, disc, palette)?;
                match piece.colour {
                    Colour::Red => {
                        draw_ring(f, disc, 42.8, 2.4)?;
                        draw_ring(f, disc, 38.0, 1.7)?;
                    }
                    Colour::Black => draw_ring(f, disc, 41.5, 3.4)?,
                }
                draw_glyph(f, piece, disc, pieces, pieces.glyph_size(), CENTRE)
            }
        })
    }

    /// The face alone, for lists: flat, with heavier rings, in a box of 100 by 100.
    fn mini(self, palette: &'static Palette, pieces: PieceSet) -> impl Display {
        fmt::from_fn(move |f| {
            let disc = match self {
                Self::Down => &palette.face_down,
                Self::Up(Piece { colour: Colour::Red, .. }) => &palette.red,
                Self::Up(Piece { colour: Colour::Black, .. }) => &palette.black,
            };
            let Disc { face, ink, .. } = disc;
            write!(f, r#"<circle cx="50" cy="50" r="49" fill="{face}"/>"#)?;
            let (class, width) = match self {
                Self::Up(Piece { colour: Colour::Black, .. }) => ("mini-black", 4.5),
                _ => ("mini-red", 5.0),
            };
            let radius = if class == "mini-black" { 44.0 } else { 46.5 };
            write!(
                f,
                r#"<circle class="{class}" cx="50" cy="50" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
            )?;
            match self {
                Self::Down => write!(f, r#"<path d="{DIAMOND}" fill="{ink}"/>"#),
                Self::Up(piece) => draw_glyph(f, piece, disc, pieces, pieces.mini_glyph_size(), 50.0),
            }
        })
    }
}

/// The faces of a set as symbols `face-down`, `face-red-horse` and so on, in boxes of 100 by 104, and flat as `mini-red-horse`
/// and so on, in boxes of 100 by 100: for a page that shows them with `<use>`.
///
/// They are coloured by the page's custom properties `bone`, `cinnabar`, `lacquer`, `lacquer-ink`, `honey`, `honey-line`,
/// each disc's `-side`, and `shadow`, so that one sprite serves every theme.
///
/// ```
/// let sprite = banqi_svg::sprite(banqi_svg::PieceSet::Letters);
/// assert_eq!(sprite.matches("<symbol ").count(), 30);
/// assert!(sprite.contains(r#"<symbol id="face-red-horse" viewBox="0 0 100 104">"#));
/// ```
pub fn sprite(pieces: PieceSet) -> String {
    let symbols = fmt::from_fn(|f| {
        for face in Face::all() {
            let name = face.name();
            write!(f, r#"<symbol id="face-{name}" viewBox="0 0 100 104">{}</symbol>"#, face.drawing(&CUSTOM, pieces))?;
            write!(f, r#"<symbol id="mini-{name}" viewBox="0 0 100 100">{}</symbol>"#, face.mini(&CUSTOM, pieces))?;
        }
        Ok(())
    });
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">{symbols}</svg>"#)
}

/// What stands on a piece, centred at this height.
fn draw_glyph(
    f: &mut fmt::Formatter<'_>,
    piece: Piece,
    disc: &Disc,
    pieces: PieceSet,
    size: f64,
    centre: f64,
) -> fmt::Result {
    let (x, y) = (Number((WIDTH - size) / 2.0), Number(centre - size / 2.0));
    // Pictures that stand alone cannot count on custom properties: they are not known everywhere that SVG is drawn.
    let shapes = pieces.glyph(piece).replace("currentColor", disc.ink).replace("var(--cut,#F6EBD3)", disc.face);
    let (ink, scale) = (disc.ink, Number(size / 100.0));
    write!(f, r#"<g transform="translate({x} {y}) scale({scale})" fill="{ink}">{shapes}</g>"#)
}

/// The contact shadow, the side and the upper side.
fn draw_disc(f: &mut fmt::Formatter<'_>, disc: &Disc, palette: &Palette) -> fmt::Result {
    let Palette { shadow, shadow_opacity, .. } = palette;
    let Disc { face, side, .. } = disc;
    write!(f, r#"<circle cx="50" cy="54.5" r="47" fill="{shadow}" fill-opacity="{shadow_opacity}"/>"#)?;
    write!(f, r#"<circle cx="50" cy="53" r="47" fill="{side}"/>"#)?;
    write!(f, r#"<circle cx="50" cy="{CENTRE}" r="47" fill="{face}"/>"#)
}

fn draw_ring(f: &mut fmt::Formatter<'_>, disc: &Disc, radius: f64, width: f64) -> fmt::Result {
    let ink = disc.ink;
    write!(f, r#"<circle cx="50" cy="{CENTRE}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_custom_colour_is_left() {
        for theme in Theme::ALL {
            for set in PieceSet::ALL {
                for face in Face::all() {
                    let drawing = face.drawing(theme.palette(), set).to_string();
                    assert!(!drawing.contains("var(") && !drawing.contains("currentColor"), "{}", face.id(theme, set));
                }
            }
        }
    }
}
