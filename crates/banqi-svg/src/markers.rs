//! What is pointed out on the board.

use std::f64::consts::PI;
use std::fmt;

use banqi::{Action, Bitboard, Ply, Square, Turn};

use crate::Drawing;
use crate::number::{Number, Point};
use crate::theme::Palette;

/// What is pointed out on the board. Squares that are no part of it are passed over.
///
/// ```
/// use banqi::{Bitboard, Square};
/// use banqi_svg::{Markers, Options};
///
/// let b2: Square = "b2".parse()?;
/// let markers = Markers { last: Some("b2=G".parse()?), captures: Bitboard::from(b2), ..Markers::default() };
/// let position = "????/????/????/????/????/????/?G??/???? b K1G1M2R2N2C2P5k1g2m2r2n2c2p5 0 2".parse()?;
/// let svg = banqi_svg::board(&position, &Options { markers, ..Options::default() });
/// assert!(svg.contains("Last turn: b2=G."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Markers {
    /// The turn that led to the position: its squares are tinted, a move has a ghost where the piece stood and an arrow,
    /// and a piece that was turned over a dashed ring.
    pub last: Option<Turn>,
    /// The piece that is about to move: lifted, in a ring.
    pub selected: Option<Square>,
    /// Where it may step: dots.
    pub steps: Bitboard,
    /// What it may capture or attack: brackets.
    pub captures: Bitboard,
    /// Where it must not go: barred rings.
    pub forbidden: Bitboard,
    /// Anything else to look at: a double outline.
    pub highlighted: Bitboard,
}

/// Where a disc ends, and where a ghost does, in sides of a square from the centre.
const DISC: f64 = 0.44;
const GHOST: f64 = 0.33;

impl Drawing<'_> {
    /// The ground of the last turn's squares.
    pub(crate) fn tints(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: Bitboard = self.last().iter().flat_map(|ply| touched(ply.action)).flatten().collect();
        self.on_board(squares).into_iter().try_for_each(|square| {
            let (Point { x, y }, side) = (self.layout.corner(square), self.layout.side());
            writeln!(f, r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{}"/>"#, self.palette.last)
        })
    }

    /// The outlines that lie under the pieces.
    pub(crate) fn highlights(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Palette { mark, raised, .. } = self.palette;
        self.on_board(self.options.markers.highlighted).into_iter().try_for_each(|square| {
            for (inset, width, colour) in [(1.5, 3.0, mark), (4.0, 2.0, raised)] {
                let (Point { x, y }, side) =
                    (self.layout.corner(square).moved(inset, inset), self.layout.side() - 2.0 * inset);
                writeln!(
                    f,
                    r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="{colour}" stroke-width="{width}"/>"#
                )?;
            }
            Ok(())
        })
    }

    /// What lies above the pieces.
    pub(crate) fn markers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let markers = &self.options.markers;
        let mark = self.palette.mark;
        writeln!(f, r#"<g fill="none" stroke="{mark}">"#)?;
        for &ply in self.last() {
            self.ply(f, ply)?;
        }
        for square in markers.selected.into_iter().filter(|square| self.position.board().contains(*square)) {
            self.selection(f, square)?;
        }
        for square in self.on_board(markers.steps) {
            self.dot(f, square)?;
        }
        for square in self.on_board(markers.captures) {
            self.brackets(f, square)?;
        }
        for square in self.on_board(markers.forbidden) {
            self.barred(f, square)?;
        }
        f.write_str("</g>\n")
    }

    fn last(&self) -> &[Ply] {
        self.options.markers.last.as_ref().map_or(&[], |turn| &turn.0)
    }

    fn on_board(&self, squares: Bitboard) -> Bitboard {
        squares & self.position.board()
    }

    /// What a ply did.
    fn ply(&self, f: &mut fmt::Formatter<'_>, ply: Ply) -> fmt::Result {
        let is_on_board = |square: &Square| self.position.board().contains(*square);
        let [from, to] = touched(ply.action).map(|square| square.filter(is_on_board));
        if let Some(square) = to
            && ply.revealed.is_some()
            && self.position.piece(square) == ply.revealed
        {
            self.flipped(f, square)?;
        }
        match (from, to) {
            (Some(from), Some(to)) => self.moved(f, from, to),
            _ => Ok(()),
        }
    }

    /// A dashed ring round a piece that was turned over.
    fn flipped(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        self.dashed(f, square, 0.475, 0.02, 24.0)
    }

    /// A ghost where the piece stood, and an arrow to where it stands.
    fn moved(&self, f: &mut fmt::Formatter<'_>, from: Square, to: Square) -> fmt::Result {
        let side = self.layout.side();
        let is_left = self.position.empty().contains(from);
        if is_left {
            self.dashed(f, from, GHOST - 0.0055, 0.011, 36.0)?;
        }
        let (start, end) = (self.layout.centre(from), self.layout.centre(to));
        let (x, y) = (end.x - start.x, end.y - start.y);
        let distance = (x * x + y * y).sqrt();
        let (x, y) = (x / distance * side, y / distance * side);
        let away = if is_left { GHOST + 0.02 } else { DISC };
        let (start, end) = (start.moved(x * away, y * away), end.moved(-x * DISC, -y * DISC));
        let left = end.moved((-x - y) * 0.06, (x - y) * 0.06);
        let right = end.moved((y - x) * 0.06, (-x - y) * 0.06);
        let arrow = fmt::from_fn(|f| write!(f, "M{start}L{end}M{left}L{end}L{right}"));
        if distance > 1.5 * side {
            // It passes over pieces.
            let casing = self.palette.on_mark;
            writeln!(f, r#"<path d="{arrow}" stroke="{casing}" stroke-width="5" stroke-linecap="round"/>"#)?;
        }
        writeln!(f, r#"<path d="{arrow}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>"#)
    }

    fn selection(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let place = self.layout.piece(square, true);
        writeln!(f, r#"<circle transform="{place}" cx="50" cy="51" r="53" stroke-width="4.8"/>"#)
    }

    fn dot(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (Point { x, y }, radius) = (self.layout.centre(square), Number(0.1425 * self.layout.side()));
        writeln!(f, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{}" stroke="none"/>"#, self.palette.mark)
    }

    fn brackets(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (side, centre) = (self.layout.side(), self.layout.centre(square));
        let (reach, length) = (0.45 * side, 0.22 * side);
        write!(f, r#"<path stroke-width="{}" d=""#, Number(0.05 * side))?;
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let start = centre.moved(x * reach, y * (reach - length));
            write!(f, "M{start}v{}h{}", Number(y * length), Number(-x * length))?;
        }
        f.write_str("\"/>\n")
    }

    fn barred(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (side, centre @ Point { x, y }) = (self.layout.side(), self.layout.centre(square));
        let (radius, width) = (Number(0.196 * side), Number(0.048 * side));
        let half = 0.196 * side / std::f64::consts::SQRT_2;
        let (start, end) = (centre.moved(half, -half), centre.moved(-half, half));
        writeln!(
            f,
            r#"<g stroke-width="{width}"><circle cx="{x}" cy="{y}" r="{radius}"/><path d="M{start}L{end}"/></g>"#
        )
    }

    /// A circle of so many dashes, in sides of a square.
    fn dashed(&self, f: &mut fmt::Formatter<'_>, square: Square, radius: f64, width: f64, dashes: f64) -> fmt::Result {
        let (Point { x, y }, side) = (self.layout.centre(square), self.layout.side());
        let (radius, width) = (radius * side, Number(width * side));
        let period = 2.0 * PI * radius / dashes;
        let (dash, gap, radius) = (Number(0.6 * period), Number(0.4 * period), Number(radius));
        writeln!(
            f,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" stroke-width="{width}" stroke-dasharray="{dash} {gap}" stroke-opacity="0.75"/>"#
        )
    }
}

/// From where, and to where or on which square.
fn touched(action: Action) -> [Option<Square>; 2] {
    match action {
        Action::Flip(square) => [None, Some(square)],
        Action::Move { from, to } => [Some(from), Some(to)],
        Action::End => [None, None],
    }
}
