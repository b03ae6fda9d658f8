//! Chance that can be repeated.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
///
/// A player needs a few numbers a turn that differ from turn to turn, and the same ones whenever it is asked the same.
/// So there is no generator that lives on: each thought seeds its own.
pub(crate) struct Random(u64);

impl Random {
    /// Different words give unrelated sequences.
    pub(crate) fn new(words: impl IntoIterator<Item = u64>) -> Self {
        let mut random = Self(0);
        for word in words {
            random.0 = random.next() ^ word;
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`. The bias is one in 2^32 at most, which no game notices.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (((self.next() >> 32) * bound as u64) >> 32) as usize
    }

    /// Fisher and Yates's shuffle.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words from state 0, as the generator's authors' own program prints them.
    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = Random(0);
        assert_eq!(random.next(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.next(), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn each_word_counts() {
        let first = |words: [u64; 3]| Random::new(words).next();
        let numbers = [first([1, 2, 3]), first([2, 1, 3]), first([1, 2, 4]), first([0, 2, 3])];
        for (index, number) in numbers.iter().enumerate() {
            assert!(!numbers[..index].contains(number));
        }
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut random = Random::new([7]);
        let mut seen = [0; 5];
        (0..1_000).for_each(|_| seen[random.below(5)] += 1);
        assert!(seen.iter().all(|count| (150..250).contains(count)), "{seen:?}");
    }
}
