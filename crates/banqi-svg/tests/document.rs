//! What every picture must be as a document: well-formed, complete, alone, and silent about what is face down.

use std::collections::BTreeSet;

use banqi::{Bitboard, Position, Seat};
use banqi_svg::{Markers, Options, Orientation, PieceSet, Theme};
use roxmltree::{Document, Node};

const POSITIONS: [&str; 6] = [
    "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1",
    "??P?/?m?c/k1?1/?n1M/G1Rp/???1/??1C/??1? r K1G1M1R1N1C1P2g1m1r1n1c1p2 14 47",
    "KGMR/NCP?/kgmr/ncp?/4/4/4/4 r P1p1 0 33",
    "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1",
    "####/####/####/####/####/####/####/P### r - 0 9",
    "4/4/4/4/4/1npc/1R2/4 r - 0 41",
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Every way to draw that changes more than the size, with and without markers.
fn all_options() -> Vec<Options> {
    let markers = Markers {
        last: Some("b4-b5=n-c5-end".parse().expect("a turn")),
        selected: "c4".parse().ok(),
        steps: Bitboard::rectangle(2, 2),
        captures: Bitboard::rectangle(3, 1),
        forbidden: Bitboard::rectangle(1, 3),
        highlighted: Bitboard::ALL,
    };
    let mut all = Vec::new();
    for pieces in PieceSet::ALL {
        for theme in Theme::ALL {
            for orientation in [Orientation::Portrait, Orientation::Landscape] {
                for viewpoint in Seat::ALL {
                    for (bare, markers) in [(false, &markers), (true, &Markers::default())] {
                        all.push(Options {
                            pieces,
                            theme,
                            orientation,
                            viewpoint,
                            coordinates: !bare,
                            large_coordinates: !bare && viewpoint == Seat::Second,
                            engraving: !bare,
                            square: 57,
                            markers: markers.clone(),
                        });
                    }
                }
            }
        }
    }
    all
}

fn for_each_picture(check: impl Fn(&str, &Options, &str)) {
    for fen in POSITIONS {
        for options in all_options() {
            check(fen, &options, &banqi_svg::board(&position(fen), &options));
        }
    }
}

fn elements<'a>(document: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

#[test]
fn it_is_well_formed_and_names_the_position() {
    for_each_picture(|fen, _, svg| {
        let document = Document::parse(svg).unwrap_or_else(|error| panic!("{fen}: {error}\n{svg}"));
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let names: Vec<_> = root.children().filter(Node::is_element).map(|node| node.tag_name().name()).collect();
        assert_eq!(names[..2], ["title", "desc"]);
        let description = elements(&document, "desc").next().and_then(|node| node.text());
        assert!(description.is_some_and(|text| text.ends_with(fen)), "{fen}: {description:?}");
    });
}

#[test]
fn it_has_the_pieces_that_the_position_has() {
    for_each_picture(|fen, _, svg| {
        let document = Document::parse(svg).expect("well-formed");
        let board = fen.split(' ').next().unwrap_or_default();
        let drawn = |face_down| {
            elements(&document, "use")
                .filter(|node| node.attribute("href").is_some_and(|href| href.ends_with("face-down")) == face_down)
                .count()
        };
        assert_eq!(drawn(true), board.matches('?').count(), "{fen}");
        assert_eq!(drawn(false), board.matches(char::is_alphabetic).count(), "{fen}");
    });
}

#[test]
fn it_holds_what_it_uses_and_nothing_more() {
    for_each_picture(|fen, _, svg| {
        let document = Document::parse(svg).expect("well-formed");
        let held: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let used: BTreeSet<_> =
            elements(&document, "use").filter_map(|node| node.attribute("href")?.strip_prefix('#')).collect();
        assert_eq!(held.iter().copied().collect::<BTreeSet<_>>(), used, "{fen}");
        assert_eq!(held.len(), used.len(), "{fen}: an id stands twice");
    });
}

#[test]
fn it_stands_alone() {
    for_each_picture(|fen, _, svg| {
        let inner = svg.replacen("http://www.w3.org/2000/svg", "", 1);
        for foreign in ["http", "url(", "var(", "currentColor", "<text", "<style", "<script", "font"] {
            assert!(!inner.contains(foreign), "{fen}: {foreign}");
        }
    });
}

/// Two deals that look alike: what is in the bag must not change a line of the drawing.
#[test]
fn it_does_not_tell_what_is_face_down() {
    let one = position("4/4/4/4/4/4/?k1?/1K2 r P1p1 0 30");
    let other = position("4/4/4/4/4/4/?k1?/1K2 r R1c1 0 30");
    let drawing = |svg: &str| -> String { svg.lines().filter(|line| !line.starts_with("<desc>")).collect() };
    for options in all_options() {
        let [one, other] = [one, other].map(|position| banqi_svg::board(&position, &options));
        assert_ne!(one, other, "the bag is open and in the description");
        assert_eq!(drawing(&one), drawing(&other));
    }
}

#[test]
fn markers_off_the_board_are_passed_over() {
    let position = position("####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1");
    let outside = !position.board();
    let markers = Markers {
        last: None,
        selected: "d8".parse().ok(),
        steps: outside,
        captures: outside,
        forbidden: outside,
        highlighted: outside,
    };
    let marked = Options { markers, ..Options::default() };
    assert_eq!(banqi_svg::board(&position, &marked), banqi_svg::board(&position, &Options::default()));
}

/// The file was read line by line and looked at; write it anew with `banqi board` and do the same when it has to change.
#[test]
fn a_small_board_is_drawn_as_it_was() {
    let position = position("####/####/####/####/####/####/?p##/K1## r P1 0 9");
    let options = Options {
        pieces: PieceSet::Letters,
        markers: Markers { last: Some("b2=p".parse().expect("a flip")), ..Markers::default() },
        ..Options::default()
    };
    assert_eq!(banqi_svg::board(&position, &options), include_str!("golden/small.svg"));
}
