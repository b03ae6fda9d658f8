//! The constants with the least error.

use std::thread;

use banqi::Rules;
use banqi_engine::tuning::{Evaluator, Weights};

use crate::samples::{Sample, Samples};

/// The mean squared error of the expected points, over a sample.
pub(crate) fn error(rules: &[Rules], weights: Weights, samples: &[Sample]) -> f64 {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = samples.len().div_ceil(threads).max(1);
    let sum: f64 = thread::scope(|scope| {
        let parts: Vec<_> =
            samples.chunks(part).map(|samples| scope.spawn(move || squares(rules, weights, samples))).collect();
        parts.into_iter().map(|part| part.join().unwrap_or(f64::NAN)).sum()
    });
    let count = u32::try_from(samples.len().max(1)).map_or(f64::INFINITY, f64::from);
    sum / count
}

fn squares(rules: &[Rules], weights: Weights, samples: &[Sample]) -> f64 {
    let mut evaluators: Vec<Evaluator> = rules.iter().map(|rules| Evaluator::new(rules, weights)).collect();
    let square = |sample: &Sample| {
        let expected = evaluators[sample.rules].points(&sample.position);
        (expected - sample.points).powi(2)
    };
    samples.iter().map(square).sum()
}

/// Moves one constant after the other, as long as that makes the error less.
pub(crate) fn fit(samples: &Samples, start: Weights, fixed: &[String]) -> Weights {
    let error = |array: [i32; Weights::COUNT]| error(&samples.rules, Weights::from_array(array), &samples.training);
    let mut best = start.to_array();
    let mut least = error(best);
    // Steps in parts of a constant's size.
    for part in [4, 8, 16, 32] {
        let mut moved = true;
        while moved {
            moved = false;
            for index in 0..Weights::COUNT {
                if fixed.iter().any(|name| name == Weights::NAMES[index]) {
                    continue;
                }
                let step = (best[index].abs() / part).max(2);
                for step in [step, -step] {
                    let mut tried = best;
                    tried[index] += step;
                    let mut found = error(tried);
                    while found < least - 1e-8 {
                        (best, least, moved) = (tried, found, true);
                        tried[index] += step;
                        found = error(tried);
                    }
                }
            }
            println!("steps of 1/{part}: {least:.6}");
        }
    }
    Weights::from_array(best)
}
