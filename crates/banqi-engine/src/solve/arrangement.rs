//! The ways in which pieces can stand on squares, numbered.

/// Arrangements of symbols of which some are equal: multiset permutations, numbered in lexicographic order.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    counts: Vec<u64>,
    places: u64,
    total: u64,
}

impl Arrangements {
    /// So many of each symbol, which fill all places.
    pub(super) fn new(counts: Vec<u64>) -> Self {
        let places = counts.iter().sum();
        let mut total: u64 = 1;
        let mut filled = 0;
        for &count in &counts {
            for nth in 1..=count {
                filled += 1;
                // A product of binomials, whole at each step.
                total = total * filled / nth;
            }
        }
        Self { counts, places, total }
    }

    pub(super) const fn len(&self) -> u64 {
        self.total
    }

    /// The number of an arrangement.
    pub(super) fn number(&self, symbols: impl Iterator<Item = usize>) -> u64 {
        let mut left = [0; 16];
        left[..self.counts.len()].copy_from_slice(&self.counts);
        let (mut ways, mut places, mut number) = (self.total, self.places, 0);
        for symbol in symbols {
            let before: u64 = left[..symbol].iter().sum();
            number += ways * before / places;
            ways = ways * left[symbol] / places;
            left[symbol] -= 1;
            places -= 1;
        }
        number
    }

    /// The first arrangement.
    pub(super) fn first(&self) -> Vec<usize> {
        self.counts.iter().enumerate().flat_map(|(symbol, &count)| vec![symbol; count as usize]).collect()
    }

    /// Steps to the next arrangement; false after the last.
    pub(super) fn next(symbols: &mut [usize]) -> bool {
        let Some(rise) = symbols.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
        let larger = symbols.iter().rposition(|&symbol| symbol > symbols[rise]).unwrap_or(rise);
        symbols.swap(rise, larger);
        symbols[rise + 1..].reverse();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_in_their_order() {
        let arrangements = Arrangements::new(vec![2, 1, 2]);
        // 5! / (2! 1! 2!)
        assert_eq!(arrangements.len(), 30);
        let mut symbols = arrangements.first();
        for number in 0..30 {
            assert_eq!(arrangements.number(symbols.iter().copied()), number);
            assert_eq!(Arrangements::next(&mut symbols), number < 29);
        }
    }
}
