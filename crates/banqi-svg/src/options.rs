//! How a position is to be drawn.

use std::ops::RangeInclusive;

use banqi::Seat;

use crate::{Markers, PieceSet, Theme};

/// Whether the long side of the board stands or lies.
///
/// ```
/// use banqi_svg::{Options, Orientation};
/// let options = Options { orientation: Orientation::Landscape, ..Options::default() };
/// assert!(banqi_svg::board(&banqi::Position::start(), &options).contains(r#"width="652" height="335""#));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Orientation {
    /// Files from left to right, ranks from bottom to top.
    #[default]
    Portrait,
    /// Ranks from left to right, files from top to bottom.
    Landscape,
}

/// How a position is to be drawn.
///
/// ```
/// use banqi_svg::{Options, Theme};
/// let options = Options { theme: Theme::Dark, coordinates: false, square: 57, ..Options::default() };
/// assert!(banqi_svg::board(&banqi::Position::start(), &options).contains("#30463D"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What stands on the pieces.
    pub pieces: PieceSet,
    /// The colours.
    pub theme: Theme,
    /// Whether the board stands or lies.
    pub orientation: Orientation,
    /// Whose side is near: for Second the board is turned by half, with the pieces upright.
    pub viewpoint: Seat,
    /// Ranks and files, written in the squares at the edge.
    pub coordinates: bool,
    /// Whether they are as large as the corners of the squares have room for: where a board may be shown smaller than it is drawn.
    pub large_coordinates: bool,
    /// Half a xiangqi board engraved in the squares; study boards have none.
    pub engraving: bool,
    /// The side of a square in pixels; out of [`Options::SQUARE`] the nearest size is drawn.
    pub square: u16,
    /// What is pointed out.
    pub markers: Markers,
}

impl Options {
    /// The sizes of a square that can be drawn.
    ///
    /// ```
    /// assert!(banqi_svg::Options::SQUARE.contains(&banqi_svg::Options::default().square));
    /// ```
    pub const SQUARE: RangeInclusive<u16> = 16..=512;
}

impl Default for Options {
    /// Upright, light, with traditional characters, coordinates and engraving, and 80 pixels a square.
    fn default() -> Self {
        Self {
            pieces: PieceSet::default(),
            theme: Theme::default(),
            orientation: Orientation::default(),
            viewpoint: Seat::First,
            coordinates: true,
            large_coordinates: false,
            engraving: true,
            square: 80,
            markers: Markers::default(),
        }
    }
}
