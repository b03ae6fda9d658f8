//! The transposition table: what was found of a position, by its hash.
//!
//! It is shared by threads without locks. A slot is two words, of which the first is the key XORed with the second; a slot
//! that two threads wrote at once does not fit its key and is passed over (Hyatt and Mann, "A lock-less transposition
//! table implementation for parallel search", ICGA Journal 25, 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use banqi::{Action, Square};

/// How a value in the table bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The best action, where one was.
    pub(super) action: Option<Action>,
}

impl Entry {
    /// Whether the entry settles a window, and with what value.
    pub(super) fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// The bound that a value is which a search with this window found.
    pub(super) fn bound_of(value: i32, alpha: i32, beta: i32) -> Bound {
        if value >= beta {
            Bound::Lower
        } else if value <= alpha {
            Bound::Upper
        } else {
            Bound::Exact
        }
    }
}

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// Slots that a key may go to: those of one cache line.
const BUCKET: usize = 4;

/// A table of a fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    generation: AtomicU8,
}

impl Table {
    /// As many slots as fit in so many bytes, at least one bucket; half as many, or a quarter and so on, where the memory
    /// for them is not to be had.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<Slot>())).max(1);
        let mut buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        let mut slots = Vec::new();
        while slots.try_reserve_exact(buckets * BUCKET).is_err() && buckets > 1 {
            buckets /= 2;
        }
        slots.resize_with(buckets * BUCKET, Slot::default);
        Self { slots, generation: AtomicU8::new(1) }
    }

    /// A new search begins: what others left is worth less.
    pub(crate) fn age(&self) {
        let next = self.generation.load(Ordering::Relaxed) % Word::GENERATIONS + 1;
        self.generation.store(next, Ordering::Relaxed);
    }

    pub(crate) fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.word.store(0, Ordering::Relaxed);
        }
    }

    /// In thousandths, of this search alone, from a sample.
    pub(crate) fn full(&self) -> u16 {
        let sample = &self.slots[..self.slots.len().min(1_000 * BUCKET)];
        let generation = self.generation.load(Ordering::Relaxed);
        let used = sample.iter().filter(|slot| Word(slot.word.load(Ordering::Relaxed)).generation() == generation);
        (used.count() * 1_000 / sample.len()) as u16
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let first = (key as usize & (self.slots.len() / BUCKET - 1)) * BUCKET;
        &self.slots[first..first + BUCKET]
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot.word.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ word == key && word != 0).then(|| Word(word).entry())
        })
    }

    /// In the slot of the same position, or in that which is worth least: of an earlier search, or of little depth.
    pub(super) fn put(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut chosen = None;
        for slot in self.bucket(key) {
            let word = slot.word.load(Ordering::Relaxed);
            let old = Word(word);
            if slot.check.load(Ordering::Relaxed) ^ word == key && word != 0 {
                // A bound of less depth tells less than what is there, but its action is newer.
                let keeps =
                    old.generation() == generation && old.depth() > entry.depth + 2 && entry.bound != Bound::Exact;
                if keeps {
                    return;
                }
                let entry = Entry { action: entry.action.or(old.entry().action), ..entry };
                return Self::store(slot, key, Word::new(entry, generation));
            }
            let worth = if old.generation() == generation { old.depth() + 256 } else { old.depth() };
            if chosen.is_none_or(|(least, _)| worth < least) {
                chosen = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = chosen {
            Self::store(slot, key, Word::new(entry, generation));
        }
    }

    fn store(slot: &Slot, key: u64, word: Word) {
        slot.check.store(key ^ word.0, Ordering::Relaxed);
        slot.word.store(word.0, Ordering::Relaxed);
    }
}

/// An entry in one word: value 16 bits, depth 8, action 12, bound 2, generation 6.
#[derive(Clone, Copy)]
struct Word(u64);

impl Word {
    const GENERATIONS: u8 = 63;

    fn new(entry: Entry, generation: u8) -> Self {
        let action = match entry.action {
            None => 0,
            Some(Action::Flip(square)) => 1 << 10 | square.index() as u64,
            Some(Action::Move { from, to }) => 2 << 10 | (from.index() as u64) << 5 | to.index() as u64,
            Some(Action::End) => 3 << 10,
        };
        let value = u64::from((entry.value as i16).cast_unsigned());
        let depth = u64::from(entry.depth.clamp(0, 255).cast_unsigned());
        Self(value | depth << 16 | action << 24 | (entry.bound as u64) << 36 | u64::from(generation) << 38)
    }

    fn depth(self) -> i32 {
        (self.0 >> 16 & 255) as i32
    }

    fn generation(self) -> u8 {
        (self.0 >> 38 & 63) as u8
    }

    fn entry(self) -> Entry {
        let square = |bits: u64| Square::new((bits & 31) as u8);
        let bits = self.0 >> 24 & 0xfff;
        let action = match bits >> 10 {
            1 => square(bits).map(Action::Flip),
            2 => square(bits >> 5).zip(square(bits)).map(|(from, to)| Action::Move { from, to }),
            3 => Some(Action::End),
            _ => None,
        };
        let bound = match self.0 >> 36 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        };
        Entry { value: i32::from((self.0 as u16).cast_signed()), depth: self.depth(), bound, action }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: i32, action: &str) -> Entry {
        Entry { value, depth, bound: Bound::Exact, action: action.parse().ok() }
    }

    #[test]
    fn what_is_put_comes_back() {
        let table = Table::new(1 << 12);
        let entries = [entry(-32_000, 0, "a1"), entry(32_000, 60, "d8-a8"), entry(7, 3, "end"), entry(0, 255, "")];
        for (key, &put) in (1..).zip(&entries) {
            table.put(key, put);
            assert_eq!(table.get(key), Some(put));
        }
        table.clear();
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn in_a_full_bucket_the_oldest_and_then_the_shallowest_goes() {
        let table = Table::new(1);
        for (key, depth) in [(1, 9), (2, 3), (3, 5), (4, 7)] {
            table.put(key, entry(0, depth, "a1"));
        }
        table.put(5, entry(0, 1, "a1"));
        assert_eq!([1, 2, 3, 4, 5].map(|key| table.get(key).is_some()), [true, false, true, true, true]);
        table.age();
        table.put(6, entry(0, 0, "a1"));
        table.put(7, entry(0, 0, "a1"));
        assert!(table.get(6).is_some() || table.get(7).is_some());
        assert!(table.get(1).is_some(), "the deepest of the search before");
    }

    #[test]
    fn a_slot_that_was_written_by_halves_is_passed_over() {
        let table = Table::new(1);
        table.put(1, entry(5, 9, "a1"));
        table.slots[0].word.fetch_xor(1 << 3, Ordering::Relaxed);
        assert_eq!(table.get(1), None);
    }

    #[test]
    fn sizes_are_kept_to() {
        for bytes in [1, 64, 1 << 20, 3 << 20] {
            let table = Table::new(bytes);
            assert!(table.slots.len() * size_of::<Slot>() <= bytes.max(64));
            assert!((table.slots.len() / BUCKET).is_power_of_two());
        }
    }
}
