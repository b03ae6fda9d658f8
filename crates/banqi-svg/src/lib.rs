//! Draws positions of Banqi as SVG: a celadon slab, wooden discs, the half xiangqi board engraved in the squares.
//!
//! [`board`] is a pure function from a position and [`Options`] to a document that stands alone: no fonts, no scripts,
//! no links, only the pieces that are on the board. The same input gives the same text everywhere. Ids begin with
//! `banqi-` and name what they hold, so that several boards can stand in one page.
//!
//! A page that draws its board itself, with everything alive, takes the pieces from [`sprite`] and the lines from [`grid`]. Boards
//! that only stand in its text come from [`inline`].
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
use theme::{CUSTOM, Palette};

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
    let drawing = Drawing::new(position, options, options.theme.palette(), Faces::Own);
    drawing.to_string()
}

/// Draws a position as a part of a page that has the [`sprite`] and its colours: in whatever theme and pieces are chosen there,
/// and with no more than the board in it. The label is what it says to those who do not see it.
///
/// ```
/// use banqi_svg::Options;
///
/// let position = "3k/4/4/4/4/4/?3/P3 r r1 18 70".parse()?;
/// let svg = banqi_svg::inline(&position, &Options::default(), "A Soldier & a General");
/// assert!(svg.contains(r#"aria-label="A Soldier &amp; a General""#));
/// assert!(svg.contains(r##"<use href="#face-black-general""##));
/// # Ok::<(), banqi::PositionError>(())
/// ```
pub fn inline(position: &Position, options: &Options, label: &str) -> String {
    let drawing = Drawing::new(position, options, &CUSTOM, Faces::Sprite);
    let (width, height) = drawing.layout.size();
    let label = label.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    fmt::from_fn(|f| {
        write!(
            f,
            r#"<svg role="img" aria-label="{label}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
        )?;
        drawing.board(f)?;
        f.write_str("</svg>")
    })
    .to_string()
}

/// What each part of the picture is drawn from.
struct Drawing<'a> {
    position: &'a Position,
    options: &'a Options,
    layout: Layout,
    palette: &'static Palette,
    faces: Faces,
}

/// Where the drawings of the pieces are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Faces {
    /// In the picture itself.
    Own,
    /// In the page's [`sprite`].
    Sprite,
}

impl Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.layout.size();
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
        )?;
        self.description(f)?;
        self.own_faces(f)?;
        self.board(f)?;
        f.write_str("</svg>\n")
    }
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, options: &'a Options, palette: &'static Palette, faces: Faces) -> Self {
        Self { position, options, layout: Layout::new(position.board(), options), palette, faces }
    }

    /// Everything that is to be seen, from bottom to top.
    fn board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.slab(f)?;
        self.grid(f)?;
        self.tints(f)?;
        self.frame(f)?;
        self.coordinates(f)?;
        self.highlights(f)?;
        self.pieces(f)?;
        self.markers(f)
    }

    /// The faces that are on the board, each once.
    fn own_faces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            match self.faces {
                Faces::Own => writeln!(f, r##"<use href="#{}" transform="{place}"/>"##, face.id(theme, pieces))?,
                // A symbol fills whatever it is given.
                Faces::Sprite => {
                    let name = face.name();
                    writeln!(f, r##"<use href="#face-{name}" width="100" height="104" transform="{place}"/>"##)?;
                }
            }
        }
        Ok(())
    }
}
