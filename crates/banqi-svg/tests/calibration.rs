//! The calibration plot as a document.

use banqi_svg::{Calibration, Dot, Theme};
use roxmltree::{Document, Node};

fn numbers(node: &Node<'_, '_>, keys: [&str; 2]) -> [f64; 2] {
    keys.map(|key| {
        node.attribute(key).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{key}: {node:?}"))
    })
}

#[test]
fn a_dot_stands_where_its_numbers_are() {
    let dots = [
        Dot { predicted: 0.0, result: 0.0, count: 10 },
        Dot { predicted: 0.5, result: 0.25, count: 40 },
        Dot { predicted: 1.0, result: 1.0, count: 1 },
    ];
    for theme in Theme::ALL {
        let svg = Calibration { title: "Master", note: "51 positions", dots: &dots, theme }.to_string();
        let document = Document::parse(&svg).expect("well-formed");
        let circles: Vec<Node<'_, '_>> = document.descendants().filter(|node| node.has_tag_name("circle")).collect();
        let places: Vec<[f64; 2]> = circles.iter().map(|circle| numbers(circle, ["cx", "cy"])).collect();
        let [[left, bottom], [middle, low], [right, top]] = places[..] else { panic!("{places:?}") };
        // Predictions go to the right, results up, both by the same scale.
        assert!(left < right && top < bottom && (right - left - (bottom - top)).abs() < 0.02, "{places:?}");
        assert!((middle - f64::midpoint(left, right)).abs() < 0.02, "{places:?}");
        assert!((low - (bottom - (bottom - top) / 4.0)).abs() < 0.02, "{places:?}");
        let radii: Vec<f64> = circles.iter().map(|circle| numbers(circle, ["r", "r"])[0]).collect();
        assert!(radii[2] < radii[0] && radii[0] < radii[1], "{radii:?}");
        // The dashed line is where expectation and result are the same.
        let diagonal = document.descendants().find(|node| node.has_attribute("stroke-dasharray")).expect("a diagonal");
        let path = format!("M{left} {bottom}L{right} {top}");
        assert_eq!(diagonal.attribute("d"), Some(path.as_str()));
    }
}

#[test]
fn it_is_told_in_words() {
    let dots = [Dot { predicted: 0.123, result: 0.0, count: 7 }];
    let calibration = Calibration { title: "<&>\n\"", note: "a & b", dots: &dots, theme: Theme::Dark };
    let svg = calibration.to_string();
    let document = Document::parse(&svg).expect("well-formed");
    let text = |name: &str| {
        let node = document.descendants().find(|node| node.has_tag_name(name)).expect(name);
        node.text().unwrap_or_default().to_string()
    };
    assert_eq!(text("title"), "<&> \"");
    assert_eq!(text("desc"), "a & b. 7 positions: expected 12.3 %, made 0.0 %.");
    let labels: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    for label in ["<&> \"", "a & b", "0", "100", "expected points, in %", "points made, in %"] {
        assert!(labels.contains(&label), "{label} in {labels:?}");
    }
}

#[test]
fn without_dots_it_is_empty_and_whole() {
    let calibration = Calibration { title: "", note: "", dots: &[], theme: Theme::Light };
    let svg = calibration.to_string();
    assert!(Document::parse(&svg).is_ok() && !svg.contains("<circle"));
    assert_ne!(svg, Calibration { theme: Theme::Dark, ..calibration }.to_string());
}
