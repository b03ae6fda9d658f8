//! What was found, for programs.

use std::iter::Sum;
use std::ops::Sub;

use banqi::Game;
use banqi_engine::{Analysis, Candidate, Chance, Value};
use serde::{Serialize, Serializer};

/// What is answered about a position.
#[derive(Serialize)]
pub(super) struct Findings {
    rules: String,
    fen: String,
    turn: u32,
    depth: u32,
    nodes: u64,
    /// The best first.
    candidates: Vec<Found>,
}

/// An action and what it is worth.
#[derive(Serialize)]
struct Found {
    action: String,
    #[serde(flatten)]
    worth: Worth,
    line: Vec<String>,
    /// For an action that turns a piece over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outcomes: Vec<Outcome>,
}

/// What may come up.
#[derive(Serialize)]
struct Outcome {
    piece: char,
    probability: f64,
    #[serde(flatten)]
    worth: Worth,
}

/// A value for the side to move.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Worth {
    /// The points that can be expected, a draw counting half.
    pub(super) wp: Points,
    /// The same as a lead in pieces, in hundredths.
    pub(super) cp: i32,
}

/// Points, or a difference of them, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Points(pub(super) i32);

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 1000.0)
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.map(|points| points.0).sum())
    }
}

impl Points {
    /// In percent.
    pub(super) fn percent(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl From<Value> for Points {
    fn from(value: Value) -> Self {
        Self(value.points().into())
    }
}

impl Findings {
    /// About the first so many actions.
    pub(super) fn new(game: &Game, analysis: &Analysis, lines: usize) -> Self {
        let bag = game.position().bag().len();
        let found = |candidate: &Candidate| Found {
            action: candidate.action.to_string(),
            worth: candidate.value.into(),
            line: candidate.line.iter().map(ToString::to_string).collect(),
            outcomes: candidate.outcomes.iter().map(|&chance| Outcome::new(chance, bag)).collect(),
        };
        Self {
            rules: game.rules().to_string(),
            fen: game.position().to_string(),
            turn: game.position().turn(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            candidates: analysis.candidates.iter().take(lines).map(found).collect(),
        }
    }
}

impl Outcome {
    fn new(chance: Chance, bag: u32) -> Self {
        let probability = f64::from(chance.count) / f64::from(bag.max(1));
        Self { piece: chance.piece.letter(), probability, worth: chance.value.into() }
    }
}

impl From<Value> for Worth {
    fn from(value: Value) -> Self {
        Self { wp: value.into(), cp: value.centi() }
    }
}

/// A value in percent, four columns wide.
pub(super) fn percent(value: Value) -> String {
    match value.points() {
        1000 => " 100".to_string(),
        per_mille => format!("{:>4}", format!("{}.{}", per_mille / 10, per_mille % 10)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_four_columns_wide() {
        assert_eq!(percent(Value::WIN), " 100");
        assert_eq!(percent(Value::DRAW), "50.0");
        assert_eq!(percent(-Value::WIN), " 0.0");
        for centi in -20..20 {
            assert_eq!(percent(Value::from_centi(centi * 500)).len(), 4);
        }
    }
}
