//! What was expected against what came of it, in ten parts.

use serde::Serialize;

/// A position: the points that its side to move was expected to make, and those it made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    pub(super) predicted: f64,
    pub(super) result: f64,
}

/// Positions of which about the same was expected.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(super) struct Bin {
    pub(super) from: f64,
    /// Not included, but in the last.
    pub(super) to: f64,
    pub(super) count: usize,
    /// The means; none of no positions.
    pub(super) predicted: Option<f64>,
    pub(super) result: Option<f64>,
}

/// How many parts.
const BINS: usize = 10;

/// Ten parts of equal width.
#[allow(clippy::cast_precision_loss, reason = "counts of positions are far below what a number holds exactly")]
pub(super) fn bins(samples: &[Sample]) -> Vec<Bin> {
    let index =
        |sample: &Sample| (0..BINS).rev().find(|bin| sample.predicted * BINS as f64 >= *bin as f64).unwrap_or(0);
    let bin = |number: usize| {
        let own: Vec<&Sample> = samples.iter().filter(|sample| index(sample) == number).collect();
        let count = own.len();
        let mean = |of: fn(&Sample) -> f64| {
            (count > 0).then(|| own.iter().map(|sample| of(sample)).sum::<f64>() / count as f64)
        };
        let edge = |number: usize| number as f64 / BINS as f64;
        Bin {
            from: edge(number),
            to: edge(number + 1),
            count,
            predicted: mean(|sample| sample.predicted),
            result: mean(|sample| sample.result),
        }
    };
    (0..BINS).map(bin).collect()
}

/// The expected calibration error: how far the means are apart, each bin by its share of the positions.
#[allow(clippy::cast_precision_loss, reason = "counts of positions are far below what a number holds exactly")]
pub(super) fn error(bins: &[Bin]) -> f64 {
    let all = bins.iter().map(|bin| bin.count).sum::<usize>().max(1) as f64;
    let apart = |bin: &Bin| Some((bin.predicted? - bin.result?).abs() * bin.count as f64 / all);
    bins.iter().filter_map(apart).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(of: &[(f64, f64)]) -> Vec<Sample> {
        of.iter().map(|&(predicted, result)| Sample { predicted, result }).collect()
    }

    #[test]
    fn a_bin_ends_before_the_next_and_the_last_has_both_ends() {
        let counted = |predicted: f64| {
            let bins = bins(&samples(&[(predicted, 0.5)]));
            bins.iter().position(|bin| bin.count == 1)
        };
        let places = [0.0, 0.099, 0.1, 0.3, 0.699, 0.7, 0.899, 0.9, 0.999, 1.0].map(counted);
        assert_eq!(places, [0, 0, 1, 3, 6, 7, 8, 9, 9, 9].map(Some));
        // As values are: in thousandths.
        for per_mille in 0..1000_u32 {
            assert_eq!(counted(f64::from(per_mille) / 1000.0), Some(per_mille as usize / 100), "{per_mille}");
        }
    }

    /// By hand: means 0.05 and 0, 0.5 and 0.75, 1 and 1, of 1, 2 and 1 positions: 1/4 of 0.05 and 2/4 of 0.25.
    #[test]
    fn the_error_weighs_each_bin_by_its_positions() {
        let bins = bins(&samples(&[(0.05, 0.0), (0.5, 1.0), (0.5, 0.5), (1.0, 1.0)]));
        assert_eq!(bins.len(), 10);
        assert_eq!((bins[0].predicted, bins[0].result), (Some(0.05), Some(0.0)));
        assert_eq!((bins[5].predicted, bins[5].result, bins[5].count), (Some(0.5), Some(0.75), 2));
        assert_eq!((bins[1].predicted, bins[1].count, bins[1].from, bins[1].to), (None, 0, 0.1, 0.2));
        assert!((error(&bins) - (0.05 / 4.0 + 0.25 / 2.0)).abs() < 1e-12);
        assert!(error(&super::bins(&[])).abs() < 1e-12);
    }
}
