//! Where the squares are in the picture.

use std::fmt::{self, Display};

use banqi::{Bitboard, Seat, Square};

use crate::number::Point;
use crate::{Options, Orientation, face};

/// The double rule round the squares: 3 pixels, 2 of ground, 1.
pub(crate) const FRAME: f64 = 6.0;
/// The lower edge of the slab.
pub(crate) const EDGE: f64 = 3.0;
/// How wide a piece is, in sides of a square.
const PIECE: f64 = 0.84;
/// The place in a face's box that comes to the middle of the square: below its own middle, since the side of the disc
/// adds weight there.
const MIDDLE: Point = Point { x: 50.0, y: 52.6 };
/// How far a selected piece is lifted.
const LIFT: f64 = 3.0;

/// Where the squares of a board are in the picture.
///
/// Places on the board are given in squares from the outer corner of a1: along the files, then along the ranks.
pub(crate) struct Layout {
    board: Bitboard,
    side: f64,
    files: f64,
    ranks: f64,
    orientation: Orientation,
    viewpoint: Seat,
}

impl Layout {
    pub(crate) fn new(board: Bitboard, options: &Options) -> Self {
        let (smallest, largest) = (*Options::SQUARE.start(), *Options::SQUARE.end());
        let length =
            |along: fn(Square) -> u8| board.into_iter().map(along).max().map_or(0.0, |last| f64::from(last) + 1.0);
        Self {
            board,
            side: options.square.clamp(smallest, largest).into(),
            files: length(Square::file),
            ranks: length(Square::rank),
            orientation: options.orientation,
            viewpoint: options.viewpoint,
        }
    }

    /// The side of a square.
    pub(crate) fn side(&self) -> f64 {
        self.side
    }

    pub(crate) fn is_landscape(&self) -> bool {
        self.orientation == Orientation::Landscape
    }

    fn columns(&self) -> f64 {
        if self.is_landscape() { self.ranks } else { self.files }
    }

    fn rows(&self) -> f64 {
        if self.is_landscape() { self.files } else { self.ranks }
    }

    /// The width and height of the squares together.
    pub(crate) fn squares(&self) -> (f64, f64) {
        (self.columns() * self.side, self.rows() * self.side)
    }

    /// The width and height of the slab, without its lower edge.
    pub(crate) fn slab(&self) -> (f64, f64) {
        let (width, height) = self.squares();
        (width + 2.0 * FRAME, height + 2.0 * FRAME)
    }

    /// The width and height of the picture.
    pub(crate) fn size(&self) -> (f64, f64) {
        let (width, height) = self.slab();
        (width, height + EDGE)
    }

    /// Where a place on the board is.
    pub(crate) fn point(&self, file: f64, rank: f64) -> Point {
        let (column, row) = if self.is_landscape() { (rank, file) } else { (file, self.ranks - rank) };
        let (column, row) = match self.viewpoint {
            Seat::First => (column, row),
            Seat::Second => (self.columns() - column, self.rows() - row),
        };
        Point::new(FRAME + column * self.side, FRAME + row * self.side)
    }

    pub(crate) fn centre(&self, square: Square) -> Point {
        self.point(f64::from(square.file()) + 0.5, f64::from(square.rank()) + 0.5)
    }

    /// The upper left corner of a square.
    pub(crate) fn corner(&self, square: Square) -> Point {
        self.centre(square).moved(-self.side / 2.0, -self.side / 2.0)
    }

    /// The squares at the left edge of the picture.
    pub(crate) fn left(&self) -> impl Iterator<Item = Square> {
        self.board.into_iter().filter(|&square| self.corner(square).x <= FRAME)
    }

    /// The squares at the lower edge of the picture.
    pub(crate) fn bottom(&self) -> impl Iterator<Item = Square> {
        let last = FRAME + self.squares().1 - self.side;
        self.board.into_iter().filter(move |&square| self.corner(square).y >= last)
    }

    /// The transformation that puts a face on a square.
    pub(crate) fn piece(&self, square: Square, lifted: bool) -> impl Display {
        let scale = PIECE * self.side / face::WIDTH;
        let lift = if lifted { LIFT } else { 0.0 };
        let corner = self.centre(square).moved(-scale * MIDDLE.x, -scale * MIDDLE.y - lift);
        // It is multiplied by 100 and more, so hundredths would be too coarse.
        let scale = (scale * 1e4).round() / 1e4;
        fmt::from_fn(move |f| write!(f, "translate({corner}) scale({scale})"))
    }
}
