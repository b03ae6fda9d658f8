//! The slab with its double rule, the grid, and half a xiangqi board engraved in it.

use std::fmt;

use banqi::Bitboard;

use crate::layout::{EDGE, FRAME, Layout};
use crate::number::{Number, Point};
use crate::theme::Palette;
use crate::{Drawing, Options};

/// The corners of the slab are rounded by so many pixels.
const RADIUS: f64 = 4.0;
/// The thick line of the double rule.
const THICK: f64 = 3.0;

/// Where soldiers and cannons start on a xiangqi board, as file and rank lines counted from the outer corner of a1.
const SOLDIER_POINTS: [(f64, f64); 5] = [(1.0, 0.0), (1.0, 2.0), (1.0, 4.0), (1.0, 6.0), (1.0, 8.0)];
const CANNON_POINTS: [(f64, f64); 2] = [(2.0, 1.0), (2.0, 7.0)];
/// The diagonals of the palace, over c4, c5, d4 and d5.
const PALACE: [[(f64, f64); 2]; 2] = [[(2.0, 3.0), (4.0, 5.0)], [(2.0, 5.0), (4.0, 3.0)]];

impl Drawing<'_> {
    pub(crate) fn slab(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Palette { board, board_edge, .. } = self.palette;
        let (width, height) = self.layout.slab();
        for (y, colour) in [(EDGE, board_edge), (0.0, board)] {
            writeln!(f, r#"<rect y="{y}" width="{width}" height="{height}" rx="{RADIUS}" fill="{colour}"/>"#)?;
        }
        Ok(())
    }

    /// The lines between the squares, and the engraving.
    pub(crate) fn grid(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engraving = self.options.engraving && self.position.board() == Bitboard::ALL;
        write!(f, r#"<path fill="none" stroke="{}" stroke-width="1.2" d=""#, self.palette.board_line)?;
        self.layout.grid(f, engraving)?;
        f.write_str("\"/>\n")
    }

    /// The double rule, thick outside and thin inside.
    pub(crate) fn frame(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.layout.slab();
        write!(f, r#"<g fill="none" stroke="{}">"#, self.palette.frame)?;
        for (inset, thickness, radius) in [(THICK / 2.0, THICK, RADIUS - THICK / 2.0), (FRAME - 0.5, 1.0, 0.0)] {
            let (width, height) = (width - 2.0 * inset, height - 2.0 * inset);
            write!(
                f,
                r#"<rect x="{inset}" y="{inset}" width="{width}" height="{height}" rx="{radius}" stroke-width="{thickness}"/>"#
            )?;
        }
        f.write_str("</g>\n")
    }
}

/// The lines between the squares of a whole board, and the engraving where the options want it, as the data of one path: for
/// a page that draws the slab itself. It comes with the box that the squares fill.
///
/// ```
/// let (path, view_box) = banqi_svg::grid(&banqi_svg::Options { square: 100, ..Default::default() });
/// assert!(path.starts_with('M'));
/// assert_eq!(view_box, "6 6 400 800");
/// ```
pub fn grid(options: &Options) -> (String, String) {
    let layout = Layout::new(Bitboard::ALL, options);
    let (width, height) = layout.squares();
    let path = fmt::from_fn(|f| layout.grid(f, options.engraving)).to_string();
    (path, format!("{FRAME} {FRAME} {width} {height}"))
}

impl Layout {
    fn grid(&self, f: &mut fmt::Formatter<'_>, engraving: bool) -> fmt::Result {
        let (width, height) = self.squares();
        for x in lines(self.side(), width) {
            write!(f, "M{x} {FRAME}v{height}")?;
        }
        for y in lines(self.side(), height) {
            write!(f, "M{FRAME} {y}h{width}")?;
        }
        if engraving {
            for (file, rank) in SOLDIER_POINTS.into_iter().chain(CANNON_POINTS) {
                self.ticks(f, self.point(file, rank))?;
            }
            for [from, to] in PALACE.map(|line| line.map(|(file, rank)| self.point(file, rank))) {
                write!(f, "M{from}L{to}")?;
            }
        }
        Ok(())
    }

    /// The corners round a point, those that are on the board.
    fn ticks(&self, f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
        let (offset, length) = (0.05 * self.side(), 0.13 * self.side());
        let (width, height) = self.squares();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let Point { x: far_x, y: far_y } = point.moved(x * length, y * length);
            if (FRAME..FRAME + width).contains(&far_x) && (FRAME..FRAME + height).contains(&far_y) {
                let start = point.moved(x * (offset + length), y * offset);
                write!(f, "M{start}h{}v{}", Number(-x * length), Number(y * length))?;
            }
        }
        Ok(())
    }
}

/// The lines between squares, without those at the frame.
fn lines(side: f64, length: f64) -> impl Iterator<Item = f64> {
    (1..8).map(move |line| f64::from(line) * side).filter(move |&at| at < length).map(|at| FRAME + at)
}
