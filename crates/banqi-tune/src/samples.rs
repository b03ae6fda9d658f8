//! Positions of recorded games, and what their games brought.

use std::path::PathBuf;

use anyhow::{Context, Result};
use banqi::{Position, Record, Rules};

/// A position, and what the side to move had in the end.
pub(crate) struct Sample {
    /// Its rule set's number among [`Samples::rules`].
    pub(crate) rules: usize,
    pub(crate) position: Position,
    /// 1, 0 or a half.
    pub(crate) points: f64,
}

/// What is learnt from, and what is not.
pub(crate) struct Samples {
    pub(crate) rules: Vec<Rules>,
    pub(crate) training: Vec<Sample>,
    pub(crate) held_out: Vec<Sample>,
}

/// Reads calm positions of finished games: those where the side to move can capture nothing, since the search does not ask
/// the evaluation about others.
pub(crate) fn read(files: &[PathBuf], every: usize) -> Result<Samples> {
    let mut samples = Samples { rules: Vec::new(), training: Vec::new(), held_out: Vec::new() };
    let mut games = 0;
    for file in files {
        let context = || file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(context)?;
        for record in Record::parse_all(&text).with_context(context)? {
            let game = record.replay().with_context(context)?;
            let Some(outcome) = game.outcome() else { continue };
            let rules = samples.rules.iter().position(|rules| rules == game.rules());
            let rules = rules.unwrap_or_else(|| {
                samples.rules.push(*game.rules());
                samples.rules.len() - 1
            });
            games += 1;
            let kept = if games % 10 == 0 { &mut samples.held_out } else { &mut samples.training };
            // The first and the last positions of a game say little: nothing is known, or all is.
            for position in game.positions().skip(4 + games % every).step_by(every) {
                if is_calm(game.rules(), position) {
                    let points = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == position.seat())));
                    kept.push(Sample { rules, position: *position, points });
                }
            }
        }
    }
    Ok(samples)
}

fn is_calm(rules: &Rules, position: &Position) -> bool {
    let Some(side) = position.side().filter(|_| position.outcome(rules).is_none()) else { return false };
    let enemies = position.of(!side);
    position.chain().is_none()
        && position.of(side).into_iter().all(|from| (position.attacked_from(rules, from) & enemies).is_empty())
}
