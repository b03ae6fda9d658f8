//! Where the squares are: which stands beside which, as the board lies.

use banqi::{Seat, Square};
use banqi_svg::Orientation;

use super::BoardOptions;

/// The squares in rows from top to bottom, each from left to right.
pub(super) fn rows(options: BoardOptions) -> Vec<Vec<Square>> {
    let mut rows: Vec<Vec<Square>> = match options.orientation {
        Orientation::Portrait => {
            (0..8).rev().map(|rank| (0..4).filter_map(|file| Square::at(file, rank)).collect()).collect()
        }
        Orientation::Landscape => {
            (0..4).map(|file| (0..8).filter_map(|rank| Square::at(file, rank)).collect()).collect()
        }
    };
    if options.viewpoint == Seat::Second {
        rows.reverse();
        for row in &mut rows {
            row.reverse();
        }
    }
    rows
}

/// In which column and row a square is, from 0.
pub(super) fn place(options: BoardOptions, square: Square) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let (columns, rows, column, row) = match options.orientation {
        Orientation::Portrait => (4, 8, file, 7 - rank),
        Orientation::Landscape => (8, 4, rank, file),
    };
    match options.viewpoint {
        Seat::First => (column, row),
        Seat::Second => (columns - 1 - column, rows - 1 - row),
    }
}

/// The square so many columns and rows away, as far as there are squares.
pub(super) fn beside(options: BoardOptions, square: Square, columns: i32, rows: i32) -> Square {
    let all = self::rows(options);
    let (column, row) = place(options, square);
    let clamp = |place: i32, count: usize| usize::try_from(place).unwrap_or(0).min(count - 1);
    let row = &all[clamp(row.saturating_add(rows), all.len())];
    row[clamp(column.saturating_add(columns), row.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(orientation: Orientation, viewpoint: Seat) -> BoardOptions {
        BoardOptions { orientation, viewpoint, ..BoardOptions::default() }
    }

    fn named(square: &str) -> Square {
        square.parse().expect("a square")
    }

    #[test]
    fn corners_are_where_the_design_has_them() {
        let corners = |orientation, viewpoint| {
            let rows = rows(options(orientation, viewpoint));
            let (top, bottom) = (&rows[0], &rows[rows.len() - 1]);
            [top[0], top[top.len() - 1], bottom[0], bottom[bottom.len() - 1]].map(|square| square.to_string())
        };
        assert_eq!(corners(Orientation::Portrait, Seat::First), ["a8", "d8", "a1", "d1"]);
        assert_eq!(corners(Orientation::Portrait, Seat::Second), ["d1", "a1", "d8", "a8"]);
        assert_eq!(corners(Orientation::Landscape, Seat::First), ["a1", "a8", "d1", "d8"]);
        assert_eq!(corners(Orientation::Landscape, Seat::Second), ["d8", "d1", "a8", "a1"]);
    }

    #[test]
    fn places_are_those_of_the_rows() {
        for orientation in [Orientation::Portrait, Orientation::Landscape] {
            for viewpoint in Seat::ALL {
                let options = options(orientation, viewpoint);
                for (row, squares) in (0..).zip(rows(options)) {
                    for (column, square) in (0..).zip(squares) {
                        assert_eq!(place(options, square), (column, row));
                    }
                }
            }
        }
    }

    #[test]
    fn keys_stop_at_the_edge() {
        let portrait = options(Orientation::Portrait, Seat::First);
        assert_eq!(beside(portrait, named("b2"), 1, 0), named("c2"));
        assert_eq!(beside(portrait, named("b2"), 0, -1), named("b3"));
        assert_eq!(beside(portrait, named("a8"), -1, -1), named("a8"));
        assert_eq!(beside(portrait, named("b2"), i32::MAX, 0), named("d2"));
        let turned = options(Orientation::Landscape, Seat::Second);
        assert_eq!(beside(turned, named("b2"), 1, 0), named("b1"));
        assert_eq!(beside(turned, named("b2"), 0, -1), named("c2"));
    }
}
