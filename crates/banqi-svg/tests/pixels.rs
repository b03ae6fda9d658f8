//! The picture as it comes out, against the sizes and colours of the design.

use banqi::{Position, Seat};
use banqi_svg::{Markers, Options, Orientation, Theme};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

/// At this size a square is a hundred pixels and a hundredth of a piece 0.84.
const SQUARE: u16 = 100;
const MIDDLE: f32 = 50.0;
/// From the middle of the square up to the centre of the face, and pixels in a hundredth of a piece.
const FACE: f32 = 3.44;
const UNIT: f32 = 0.84;

/// Light and dark, as the design gives them.
const BOARD: [&str; 2] = ["#B3C7B6", "#30463D"];
const BOARD_EDGE: [&str; 2] = ["#8FA695", "#1C2A25"];
const FRAME: [&str; 2] = ["#34473E", "#7C9487"];
const LAST: [&str; 2] = ["#C9D8BC", "#415944"];
const MARK: [&str; 2] = ["#1A2420", "#F4EDDC"];
const BONE: [&str; 2] = ["#F6EBD3", "#EEE1C6"];
const CINNABAR: [&str; 2] = ["#A3241C", "#A3241C"];
const LACQUER: [&str; 2] = ["#252A29", "#0E1211"];
const LACQUER_INK: [&str; 2] = ["#F3E7CE", "#EEE1C6"];
const LACQUER_SIDE: [&str; 2] = ["#0C0F0E", "#000201"];
const HONEY: [&str; 2] = ["#B37E3E", "#AC7A3C"];
const HONEY_LINE: [&str; 2] = ["#FFF3D6", "#FCEBC8"];

fn render(fen: &str, options: &Options) -> Pixmap {
    let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let tree = Tree::from_str(&banqi_svg::board(&position, options), &usvg::Options::default()).expect("an SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).expect("a size");
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}

/// The colour of the pixel at a place; transparent is nothing.
#[expect(clippy::cast_sign_loss, reason = "places are in the picture")]
fn colour(pixmap: &Pixmap, x: f32, y: f32) -> Option<String> {
    let pixel = pixmap.pixel(x as u32, y as u32).expect("a place in the picture").demultiply();
    (pixel.alpha() == 255).then(|| format!("#{:02X}{:02X}{:02X}", pixel.red(), pixel.green(), pixel.blue()))
}

/// The middle of the square in a column and row of the picture.
fn middle(column: u8, row: u8) -> (f32, f32) {
    (6.0 + MIDDLE + 100.0 * f32::from(column), 6.0 + MIDDLE + 100.0 * f32::from(row))
}

#[test]
fn the_slab_and_its_frame() {
    for (index, theme) in Theme::ALL.into_iter().enumerate() {
        let options = Options { theme, square: SQUARE, ..Options::default() };
        let pixmap = render("4/4/4/4/4/4/4/P3 r - 0 9", &options);
        assert_eq!((pixmap.width(), pixmap.height()), (4 * 100 + 12, 8 * 100 + 12 + 3));
        let down: Vec<_> = (0..7_u8).map(|y| colour(&pixmap, 150.0, y.into())).collect();
        let expected = [FRAME, FRAME, FRAME, BOARD, BOARD, FRAME, BOARD].map(|token| Some(token[index].to_string()));
        assert_eq!(down, expected);
        assert_eq!(colour(&pixmap, 150.0, 813.0).as_deref(), Some(BOARD_EDGE[index]));
        assert_eq!(colour(&pixmap, 0.0, 0.0), None, "the corners are round");
    }
}

#[test]
fn the_pieces() {
    let fen = "4/4/4/4/4/4/Kn1?/4 r p1 0 9";
    for (index, theme) in Theme::ALL.into_iter().enumerate() {
        let pixmap = render(fen, &Options { theme, square: SQUARE, ..Options::default() });
        // Straight up from the centre of the face, in hundredths of the piece.
        let above = |column, radius: f32| {
            let (x, y) = middle(column, 6);
            colour(&pixmap, x, y - FACE - radius * UNIT)
        };
        let checks = [
            (0, 45.5, BONE),
            (0, 42.8, CINNABAR),
            (0, 40.2, BONE),
            (0, 38.0, CINNABAR),
            (1, 45.0, LACQUER),
            (1, 41.5, LACQUER_INK),
            (1, 37.0, LACQUER),
            (1, -49.0, LACQUER_SIDE),
            (2, 0.0, BOARD),
            (3, 0.0, HONEY_LINE),
            (3, 14.0, HONEY),
            (3, 28.0, HONEY_LINE),
            (3, 34.0, HONEY),
            (3, 40.5, HONEY_LINE),
            (3, 44.5, HONEY),
        ];
        for (column, radius, token) in checks {
            assert_eq!(above(column, radius).as_deref(), Some(token[index]), "{theme:?}, column {column}, {radius}");
        }
    }
}

#[test]
fn the_markers() {
    let markers = Markers {
        last: Some("c2-c3".parse().expect("a step")),
        steps: ["b1", "a2"].into_iter().filter_map(|square| square.parse::<banqi::Square>().ok()).collect(),
        captures: "b2".parse::<banqi::Square>().expect("a square").into(),
        ..Markers::default()
    };
    for (index, theme) in Theme::ALL.into_iter().enumerate() {
        let pixmap = render(
            "4/4/4/4/4/2p1/1p2/K3 r - 1 9",
            &Options { theme, square: SQUARE, markers: markers.clone(), ..Options::default() },
        );
        let at = |(x, y): (f32, f32), right: f32, down: f32| colour(&pixmap, x + right, y + down);
        assert_eq!(at(middle(2, 6), 0.0, 0.0).as_deref(), Some(LAST[index]), "where it stood");
        assert_eq!(at(middle(2, 5), -47.0, 0.0).as_deref(), Some(LAST[index]), "where it stands");
        assert_eq!(at(middle(2, 6), 0.0, -48.0).as_deref(), Some(MARK[index]), "the arrow");
        for (column, row) in [(1, 7), (0, 6)] {
            assert_eq!(at(middle(column, row), 12.0, 0.0).as_deref(), Some(MARK[index]), "a dot");
            assert_eq!(at(middle(column, row), 16.0, 0.0).as_deref(), Some(BOARD[index]), "beside the dot");
        }
        for (right, down) in [(-45.0, -30.0), (30.0, -45.0), (44.0, 30.0), (-30.0, 44.0)] {
            assert_eq!(at(middle(1, 6), right, down).as_deref(), Some(MARK[index]), "a bracket");
        }
    }
}

#[test]
fn the_board_lies_and_turns() {
    use Orientation::{Landscape, Portrait};
    use Seat::{First, Second};
    let places =
        [(Portrait, First, 1, 6), (Portrait, Second, 2, 1), (Landscape, First, 1, 1), (Landscape, Second, 6, 2)];
    for (orientation, viewpoint, column, row) in places {
        let options = Options { orientation, viewpoint, square: SQUARE, coordinates: false, ..Options::default() };
        let pixmap = render("4/4/4/4/4/4/1?2/4 r p1 0 9", &options);
        let (columns, rows) = if orientation == Portrait { (4, 8) } else { (8, 4) };
        for (x, y) in (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))) {
            let (left, top) = middle(x, y);
            let is_piece = colour(&pixmap, left, top - FACE).as_deref() == Some(HONEY_LINE[0]);
            assert_eq!(is_piece, (x, y) == (column, row), "{orientation:?}, {viewpoint:?}: {x}, {y}");
        }
    }
}
