//! A rating, game by game, as a line; and as a table for those who do not see it.

use std::fmt::Write as _;

use banqi_wire::{RatingPoint, Speed};
use leptos::prelude::*;

use crate::icon::{Symbol, icon};
use crate::live::{block, paragraph, span};
use crate::online::words;
use crate::text::text;

/// How wide and how high the drawing is, in its own measure, and what it leaves free above and below.
const WIDTH: i64 = 6000;
const HEIGHT: i64 = 1600;
const MARGIN: i64 = 80;
/// So many points of a rating it shows at least from its bottom to its top.
const RANGE: i64 = 100;

/// The line, its ends in words, and the table.
pub(super) fn graph(speed: Speed, points: &[RatingPoint]) -> AnyView {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return paragraph("empty", text!(players.graph_empty));
    };
    let ratings = || points.iter().map(|point| point.rating);
    let (lowest, highest) = (ratings().min().unwrap_or_default(), ratings().max().unwrap_or_default());
    let label = text!(
        players.graph_label,
        speed = words::speed(Some(speed)),
        count = points.len(),
        first = first.rating,
        last = last.rating,
        highest = highest,
        lowest = lowest
    );
    let line = line(points);
    let under = format!("{line}V{HEIGHT}H0z");
    let drawing = view! {
        <svg class="graph" viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=label>
            <path class="graph-under" d=under />
            <path class="graph-line" d=line />
        </svg>
    };
    let row = |point: &RatingPoint| {
        view! {
            <tr>
                <td>{words::day(point.at)}</td>
                <td>{point.rating}</td>
                <td>{point.deviation}</td>
            </tr>
        }
        .into_any()
    };
    let rows: Vec<AnyView> = points.iter().rev().map(row).collect();
    let table = view! {
        <details>
            <summary>{text!(players.graph_table)} {icon(Symbol::Down)}</summary>
            <table class="places">
                <thead>
                    <tr>
                        <th scope="col">{text!(players.graph_when)}</th>
                        <th scope="col">{text!(players.rating)}</th>
                        <th scope="col">{text!(players.deviation)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    };
    let scale = block("graph-scale", vec![span("", highest.to_string()), span("", lowest.to_string())]);
    let days = block("graph-days", vec![span("", words::day(first.at)), span("", words::day(last.at))]);
    let drawn =
        block("graph-drawn", vec![drawing.into_any(), view! { <div aria-hidden="true">{scale}</div> }.into_any()]);
    block("", vec![drawn, days, table.into_any()])
}

/// The line as the path of an SVG: one step for each game. A single game is a level line.
fn line(points: &[RatingPoint]) -> String {
    let ratings = || points.iter().map(|point| i64::from(point.rating));
    let (lowest, highest) = (ratings().min().unwrap_or_default(), ratings().max().unwrap_or_default());
    let range = (highest - lowest).max(RANGE);
    // What does not fill the drawing is in its middle.
    let top = highest + (range - (highest - lowest)) / 2;
    let steps = points.iter().skip(1).zip(1..).last().map_or(1, |(_, step)| step);
    let mut path = String::new();
    for (rating, index) in ratings().zip(0..) {
        let letter = if index == 0 { 'M' } else { 'L' };
        let (x, y) = (WIDTH * index / steps, MARGIN + (HEIGHT - 2 * MARGIN) * (top - rating) / range);
        // A text takes whatever is written to it.
        let _ = write!(path, "{letter}{x} {y}");
    }
    if points.len() == 1 {
        let _ = write!(path, "H{WIDTH}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(ratings: &[i32]) -> Vec<RatingPoint> {
        ratings.iter().map(|&rating| RatingPoint { at: 0, rating, deviation: 50 }).collect()
    }

    #[test]
    fn the_line_goes_through_every_game() {
        assert_eq!(line(&points(&[1500, 1600, 1400])), "M0 800L3000 80L6000 1520");
        // Little changes are little.
        assert_eq!(line(&points(&[1500, 1510])), "M0 872L6000 728");
        assert_eq!(line(&points(&[1500])), "M0 800H6000");
        assert_eq!(line(&[]), "");
    }
}
