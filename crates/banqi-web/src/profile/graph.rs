//! A rating, game by game, as a line; and as a table for those who do not see it.

use banqi_wire::{RatingPoint, Speed};
use leptos::prelude::*;

use crate::i18n::{Locale, td_string};
use crate::live::{block, paragraph, span};
use crate::online::words;

/// How wide and how high the drawing is, in its own measure.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 160.0;
/// So much there is at least between the lowest and the highest line.
const RANGE: i32 = 100;

/// The line, its ends in words, and the table.
pub(super) fn graph(locale: Locale, speed: Speed, points: &[RatingPoint]) -> AnyView {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return paragraph("empty", td_string!(locale, players.graph_empty));
    };
    let ratings = || points.iter().map(|point| point.rating);
    let (lowest, highest) = (ratings().min().unwrap_or_default(), ratings().max().unwrap_or_default());
    let label = td_string!(
        locale,
        players.graph_label,
        speed = words::speed(locale, Some(speed)),
        count = points.len(),
        first = first.rating,
        last = last.rating,
        highest = highest,
        lowest = lowest
    )
    .to_string();
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
            <summary>{td_string!(locale, players.graph_table)}</summary>
            <table class="places">
                <thead>
                    <tr>
                        <th scope="col">{td_string!(locale, players.graph_when)}</th>
                        <th scope="col">{td_string!(locale, players.rating)}</th>
                        <th scope="col">{td_string!(locale, players.deviation)}</th>
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
    let lowest = points.iter().map(|point| point.rating).min().unwrap_or_default();
    let highest = points.iter().map(|point| point.rating).max().unwrap_or_default();
    let range = (highest - lowest).max(RANGE);
    // What does not fill the drawing is in its middle.
    let base = f64::from(lowest) - f64::from(range - (highest - lowest)) / 2.0;
    let height = |rating: i32| {
        let share = (f64::from(rating) - base) / f64::from(range);
        8.0 + (HEIGHT - 16.0) * (1.0 - share)
    };
    let step = WIDTH / (points.len().max(2) - 1) as f64;
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        path.push_str(&format!("{letter}{:.1} {:.1}", step * index as f64, height(point.rating)));
    }
    if points.len() == 1 {
        path.push_str(&format!("H{WIDTH}"));
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
        assert_eq!(line(&points(&[1500, 1600, 1400])), "M0.0 80.0L300.0 8.0L600.0 152.0");
        // Little changes are little.
        assert_eq!(line(&points(&[1500, 1510])), "M0.0 87.2L600.0 72.8");
        assert_eq!(line(&points(&[1500])), "M0.0 80.0H600");
        assert_eq!(line(&[]), "");
    }
}
