//! Draws positions of Banqi as SVG: a celadon slab, wooden discs, the half xiangqi board engraved in the squares.
//!
//! [`board`] is a pure function from a position and [`Options`] to a document that stands alone: no fonts, no scripts,
//! no links, only the pieces that are on the board. The same input gives the same text everywhere. Ids begin with
//! `banqi-` and name what they hold, so that several boards can stand in one page.
//!
//! A page that draws its board itself, with everything alive, takes the pieces from [`sprite`] and the lines from [`grid`].
//!
//! [`Calibration`] is a picture of another kind: how well a player's expectations come true.
//!
//! A [`Position`] does not know what is face down, so a picture of it cannot tell.
//!
//! ```
//! use banqi::Position;
//! use banqi_svg::{Options, PieceSet, Theme};
//!
//! let options = Options { pieces: PieceSet::Pictures, theme: Theme::Dark, ..Options::default() };
//! let svg = banqi_svg::board(&Position::start(), &options);
//! assert!(svg.starts_with("<svg xmlns"));
//! ```
//!
//! The characters and letters are outlines of LXGW WenKai TC under the SIL Open Font License 1.1, whose text is in
//! `assets/OFL.txt`. The licence leaves documents made with the font, such as these pictures, free.

#![deny(missing_docs)]

mod calibration;
mod coordinates;
mod description;
mod face;
mod layout;
mod markers;
mod number;
mod options;
mod pieces;
mod slab;
mod theme;

use std::fmt::{self, Display};

use banqi::Position;

pub use calibration::{Calibration, Dot};
pub use face::sprite;
pub use markers::Markers;
pub use options::{Options, Orientation};
pub use pieces::PieceSet;
pub use slab::grid;
pub use theme::Theme;

use face::Face;
use layout::Layout;
use theme::Palette;

/// Draws a position.
///
/// ```
/// use banqi_svg::Options;
///
/// let position = "3k/4/4/4/4/4/?3/P3 r r1 18 70".parse()?;
/// let svg = banqi_svg::board(&position, &Options::default());
/// assert_eq!(svg.matches("<use ").count(), 3);
/// # Ok::<(), banqi::PositionError>(())
/// ```
pub fn board(position: &Position, options: &Options) -> String {
    let drawing =
        Drawing { position, options, layout: Layout::new(position.board(), options), palette: options.theme.palette() };
    drawing.to_string()
}

/// What each part of the picture is drawn from.
struct Drawing<'a> {
    position: &'a Position,
    options: &'a Options,
    layout: Layout,
    palette: &'static Palette,
}

impl Display for Drawing<'_> {
    /// From bottom to top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.layout.size();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
        )?;
        self.description(f)?;
        self.faces(f)?;
        self.slab(f)?;
        self.grid(f)?;
        self.tints(f)?;
        self.frame(f)?;
        self.coordinates(f)?;
        self.highlights(f)?;
        self.pieces(f)?;
        self.markers(f)?;
        f.write_str("</svg>\n")
    }
}

impl Drawing<'_> {
    /// The faces that are on the board, each once.
    fn faces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { theme, pieces, .. } = *self.options;
        f.write_str("<defs>\n")?;
        for face in Face::all().filter(|face| !face.squares(self.position).is_empty()) {
            writeln!(f, r#"<g id="{}">{}</g>"#, face.id(theme, pieces), face.drawing(self.palette, pieces))?;
        }
        f.write_str("</defs>\n")
    }

    fn pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { theme, pieces, ref markers, .. } = *self.options;
        for square in self.position.occupied() {
            let Some(face) = Face::on(self.position, square) else { continue };
            let place = self.layout.piece(square, markers.selected == Some(square));
            writeln!(f, r##"<use href="#{}" transform="{place}"/>"##, face.id(theme, pieces))?;
        }
        Ok(())
    }
}
