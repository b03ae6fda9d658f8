//! What flips are worth by what comes up: a table with a line for each action and a column for each piece.

use banqi::Piece;
use banqi_engine::Analysis;

use super::findings::percent;

/// The widest action: an attack on a face-down piece.
const ACTION: usize = 5;
/// A value in percent, and the space before it.
const CELL: usize = 5;

/// The lines of the table, at most so wide; none where nothing can be turned over.
pub(super) fn lines(analysis: &Analysis, width: usize) -> Vec<String> {
    let rows: Vec<_> = analysis.candidates.iter().filter(|candidate| !candidate.outcomes.is_empty()).collect();
    let Some(first) = rows.first() else { return Vec::new() };
    let bag: Vec<(Piece, u8)> = first.outcomes.iter().map(|chance| (chance.piece, chance.count)).collect();
    let all: u32 = bag.iter().map(|(_, count)| u32::from(*count)).sum();
    let of_all = format!("of {all}");
    let most = (width.saturating_sub(ACTION + CELL) / CELL).max(1);

    let mut lines = Vec::new();
    // On a narrow terminal, a part below the other.
    for (part, pieces) in bag.chunks(most).enumerate() {
        if part > 0 {
            lines.push(String::new());
        }
        let row = |title: &str, mean: &str, cells: Vec<String>| {
            let cells = cells.iter().map(|cell| format!("{cell:>CELL$}")).collect::<Vec<_>>().concat();
            format!("{title:<ACTION$}{mean:>CELL$}{cells}")
        };
        lines.push(row("", "mean", pieces.iter().map(|(piece, _)| piece.letter().to_string()).collect()));
        lines.push(row(&of_all, "", pieces.iter().map(|(_, count)| count.to_string()).collect()));
        for candidate in &rows {
            let values = candidate.outcomes.iter().skip(part * most).take(pieces.len());
            let values = values.map(|chance| percent(chance.value)).collect();
            lines.push(row(&candidate.action.to_string(), &percent(candidate.value), values));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use banqi::{Action, Ply};
    use banqi_engine::{Candidate, Chance, Value};

    use super::*;

    fn analysis(actions: &[(&str, &str)]) -> Analysis {
        let candidate = |(action, pieces): &(&str, &str)| {
            let action: Action = action.parse().expect("an action");
            let chance = |letter| Chance {
                piece: Piece::from_letter(letter).expect("a piece"),
                count: 1 + u8::from(letter == 'P'),
                value: if letter == 'k' { Value::WIN } else { Value::DRAW },
            };
            Candidate {
                action,
                value: Value::DRAW,
                line: vec![Ply::from(action)],
                outcomes: pieces.chars().map(chance).collect(),
            }
        };
        let mut analysis = banqi_engine::Engine::new(banqi_engine::Level::Normal, 0)
            .analyse(
                &banqi::Game::new(banqi::Rules::default()),
                &banqi_engine::Limits { nodes: Some(1), depth: Some(1) },
                &|| true,
            )
            .expect("the game is not over");
        analysis.candidates = actions.iter().map(candidate).collect();
        analysis
    }

    #[test]
    fn a_line_has_an_action_and_a_column_a_piece() {
        let analysis = analysis(&[("b2", "KPk"), ("a1-a2", ""), ("d8-d7", "KPk")]);
        let expected = [
            "      mean    K    P    k",
            "of 4          1    2    1",
            "b2    50.0 50.0 50.0  100",
            "d8-d7 50.0 50.0 50.0  100",
        ];
        assert_eq!(lines(&analysis, 80), expected);
    }

    #[test]
    fn no_line_is_wider_than_asked() {
        let all: String = Piece::ALL.iter().map(|piece| piece.letter()).collect();
        let analysis = analysis(&[("b2", &all), ("d8-d7", &all)]);
        for width in [80, 79, 60, 30, 20] {
            let lines = lines(&analysis, width);
            assert!(lines.iter().all(|line| line.len() <= width), "{width}: {lines:?}");
            let letters: String = lines
                .iter()
                .filter(|line| line.contains("mean"))
                .flat_map(|line| line.split_whitespace().skip(1))
                .collect();
            assert_eq!(letters, all, "{width}");
        }
        assert_eq!(lines(&analysis, 80).len(), 4);
    }

    #[test]
    fn where_nothing_is_face_down_there_is_no_table() {
        assert!(lines(&analysis(&[("a1-a2", "")]), 80).is_empty());
    }
}
