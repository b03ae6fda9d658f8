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
