//! Ranks and files in the squares at the edge.
//!
//! They are drawn as strokes: a picture cannot count on a font being there, and the PNG is made without any.

use std::fmt;

use banqi::Square;

use crate::Drawing;
use crate::number::{Number, Point};

/// The files a to d: strokes on a baseline at 0, in hundredths of the size.
const FILES: [&str; 4] = [
    "M8-33C13-39 32-40 32-27V0M32-23C16-24 7-20 7-11C7 2 27 2 32-8",
    "M7-67V-1M7-25C11-41 37-44 37-20C37 4 12 3 7-9",
    "M34-34C24-42 6-39 6-19C6 3 24 4 34-5",
    "M37-67V-1M37-25C33-41 6-44 6-20C6 4 32 3 37-9",
];

/// The ranks 1 to 8.
const RANKS: [&str; 8] = [
    "M10-52L25-62V0",
    "M6-52C10-66 37-66 36-46C35-32 14-16 7-3H38",
    "M7-57C16-66 36-64 36-49C36-37 25-34 17-34C28-34 38-30 38-17C38 1 17 4 5-5",
    "M30 0V-61L4-18H39",
    "M35-61H13L10-36C20-42 38-38 38-20C38 0 17 4 6-4",
    "M35-61C18-58 6-42 6-20C6 5 38 5 38-19C38-42 12-42 7-22",
    "M5-60H38L16 0",
    "M22-34C6-38 6-62 22-62C38-62 38-38 22-34C1-30 1 0 22 0C43 0 43-30 22-34Z",
];

/// The width of each.
const WIDTH: f64 = 0.44;
/// The height of a digit.
const HEIGHT: f64 = 0.63;

impl Drawing<'_> {
    pub(crate) fn coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.options.coordinates {
            return Ok(());
        }
        let side = self.layout.side();
        // The corner of a square beside its disc is small: what is large begins nearer to it.
        let (size, inset, bottom) = if self.options.large_coordinates {
            (0.28 * side, Point { x: 0.02 * side, y: 0.03 * side }, 0.03 * side)
        } else {
            ((0.15 * side).max((0.2 * side).min(11.0)), Point { x: 0.06 * side, y: 0.08 * side }, 0.05 * side)
        };
        let is_landscape = self.layout.is_landscape();
        let label = |square: Square, is_file| {
            if is_file { FILES[usize::from(square.file())] } else { RANKS[usize::from(square.rank())] }
        };
        let markers = &self.options.markers;
        let is_free = |square: &Square| !(markers.captures | markers.highlighted).contains(*square);

        let colour = self.palette.coordinate;
        writeln!(
            f,
            r#"<g fill="none" stroke="{colour}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">"#
        )?;
        for square in self.layout.left().filter(is_free) {
            let at = self.layout.corner(square).moved(inset.x, inset.y + HEIGHT * size);
            draw(f, label(square, is_landscape), at, size)?;
        }
        for square in self.layout.bottom().filter(is_free) {
            let at = self.layout.corner(square).moved(side - inset.x - WIDTH * size, side - bottom);
            draw(f, label(square, !is_landscape), at, size)?;
        }
        f.write_str("</g>\n")
    }
}

fn draw(f: &mut fmt::Formatter<'_>, strokes: &str, at: Point, size: f64) -> fmt::Result {
    writeln!(f, r#"<path transform="translate({at}) scale({})" d="{strokes}"/>"#, Number(size / 100.0))
}
