//! A calibration plot: how often it came true what a player expected.

use std::fmt::{self, Display};

use crate::Theme;
use crate::number::{Number, Point};
use crate::theme::Palette;

/// What a calibration plot shows.
///
/// Its words are the caller's, and are escaped.
///
/// ```
/// use banqi_svg::{Calibration, Dot, Theme};
///
/// let calibration = Calibration {
///     title: "Expert & Master",
///     note: "20 positions",
///     dots: &[Dot { predicted: 0.25, result: 0.3, count: 20 }],
///     theme: Theme::Light,
/// };
/// let svg = calibration.to_string();
/// assert!(svg.contains("<title>Expert &amp; Master</title>") && svg.contains("<circle "));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration<'a> {
    /// What it is about.
    pub title: &'a str,
    /// What is said below the title.
    pub note: &'a str,
    /// What was expected and what came of it, from left to right.
    pub dots: &'a [Dot],
    /// The colours.
    pub theme: Theme,
}

/// Positions of which about the same was expected.
///
/// ```
/// use banqi_svg::Dot;
/// let dot = Dot { predicted: 0.25, result: 0.3, count: 20 };
/// assert!(dot.result > dot.predicted);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dot {
    /// The points that were expected, on average, from 0 to 1.
    pub predicted: f64,
    /// The points that were made.
    pub result: f64,
    /// How many positions it stands for.
    pub count: usize,
}

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 520.0;
/// The side of the field in which the dots are.
const SIDE: f64 = 384.0;
const CORNER: Point = Point { x: 72.0, y: 72.0 };

impl Display for Calibration<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Palette { raised, board, board_line, frame, mark, coordinate, red, .. } = self.theme.palette();
        let (title, note) = (escaped(self.title), escaped(self.note));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">"#
        )?;
        writeln!(f, "<title>{title}</title>")?;
        self.describe(f, &note)?;
        writeln!(f, r#"<rect width="{WIDTH}" height="{HEIGHT}" fill="{raised}"/>"#)?;
        writeln!(f, r#"<text x="{}" y="34" font-size="18" fill="{mark}">{title}</text>"#, CORNER.x)?;
        writeln!(f, r#"<text x="{}" y="56" font-size="13" fill="{coordinate}">{note}</text>"#, CORNER.x)?;

        let Point { x, y } = CORNER;
        writeln!(f, r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{board}"/>"#)?;
        write!(f, r#"<path d=""#)?;
        for tenth in 1..10 {
            let share = f64::from(tenth) / 10.0;
            write!(f, "M{}V{}M{}H{}", at(share, 0.0), Number(y), at(0.0, share), Number(x + SIDE))?;
        }
        writeln!(f, r#"" fill="none" stroke="{board_line}" stroke-width="1"/>"#)?;
        writeln!(
            f,
            r#"<path d="M{}L{}" fill="none" stroke="{mark}" stroke-width="1.5" stroke-dasharray="6 5"/>"#,
            at(0.0, 0.0),
            at(1.0, 1.0)
        )?;
        writeln!(
            f,
            r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{frame}" stroke-width="2"/>"#
        )?;

        writeln!(f, r#"<g font-size="13" fill="{coordinate}">"#)?;
        for fifth in 0..=5 {
            let share = f64::from(fifth) / 5.0;
            let (below, left) = (at(share, 0.0).moved(0.0, 20.0), at(0.0, share).moved(-9.0, 4.5));
            let percent = fifth * 20;
            write_text(f, below, "middle", percent)?;
            write_text(f, left, "end", percent)?;
        }
        let (below, left) = (at(0.5, 0.0).moved(0.0, 46.0), at(0.0, 0.5).moved(-46.0, 0.0));
        write_text(f, below, "middle", "expected points, in %")?;
        writeln!(
            f,
            r#"<text transform="translate({left}) rotate(-90)" text-anchor="middle">points made, in %</text>"#
        )?;
        writeln!(f, "</g>")?;

        // The ink of a piece is for its disc; on a dark ground it would be lost.
        self.line(f, if self.theme == Theme::Dark { red.face } else { red.ink })?;
        let most = self.dots.iter().map(|dot| dot.count).max().unwrap_or_default().max(1);
        for dot in self.dots {
            let Point { x, y } = at(dot.predicted, dot.result);
            // The area of a disc is the share of its positions; the smallest are still seen.
            let radius = 4.0 + 8.0 * (share(dot.count, most)).sqrt();
            writeln!(
                f,
                r#"<circle cx="{}" cy="{}" r="{}" fill="{}" stroke="{}" stroke-width="2.5"><title>{}</title></circle>"#,
                Number(x),
                Number(y),
                Number(radius),
                red.face,
                red.ink,
                words(dot)
            )?;
        }
        f.write_str("</svg>\n")
    }
}

impl Calibration<'_> {
    fn describe(&self, f: &mut fmt::Formatter<'_>, note: &str) -> fmt::Result {
        write!(f, "<desc>{note}.")?;
        self.dots.iter().try_for_each(|dot| write!(f, " {}.", words(dot)))?;
        writeln!(f, "</desc>")
    }

    /// From dot to dot.
    fn line(&self, f: &mut fmt::Formatter<'_>, colour: &str) -> fmt::Result {
        let [first, rest @ ..] = self.dots else { return Ok(()) };
        write!(f, r#"<path d="M{}"#, at(first.predicted, first.result))?;
        rest.iter().try_for_each(|dot| write!(f, "L{}", at(dot.predicted, dot.result)))?;
        writeln!(f, r#"" fill="none" stroke="{colour}" stroke-width="2"/>"#)
    }
}

/// A place in the field, from its lower left corner.
fn at(predicted: f64, result: f64) -> Point {
    let place = |share: f64| share.clamp(0.0, 1.0) * SIDE;
    CORNER.moved(place(predicted), SIDE - place(result))
}

fn write_text(f: &mut fmt::Formatter<'_>, at: Point, anchor: &str, text: impl Display) -> fmt::Result {
    writeln!(f, r#"<text x="{}" y="{}" text-anchor="{anchor}">{text}</text>"#, Number(at.x), Number(at.y))
}

fn words(dot: &Dot) -> impl Display {
    fmt::from_fn(|f| {
        let Dot { predicted, result, count } = dot;
        write!(f, "{count} positions: expected {:.1} %, made {:.1} %", predicted * 100.0, result * 100.0)
    })
}

#[allow(clippy::cast_precision_loss, reason = "counts of positions are far below what a number holds exactly")]
fn share(count: usize, all: usize) -> f64 {
    count as f64 / all as f64
}

/// A text without what means something in a document.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}
