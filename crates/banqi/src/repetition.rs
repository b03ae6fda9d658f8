//! How often a position has occurred since the last flip or capture, without searching the history.
//!
//! Positions are numbered by the plies before them. Each bucket holds the latest position whose hash falls into it, and
//! each position the one before it in its bucket. Numbers fall along a bucket, so a walk stops where the last flip or
//! capture is, and nothing has to be cleared there.

use alloc::vec::Vec;

const BUCKETS: usize = 512;
/// Ends a bucket.
const NONE: u32 = u32::MAX;

/// An index of positions by hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occurrences {
    heads: Vec<u32>,
    before: Vec<u32>,
}

impl Occurrences {
    /// Adds the next position.
    pub(crate) fn push(&mut self, hash: u64) {
        if self.heads.is_empty() {
            self.heads.resize(BUCKETS, NONE);
        }
        let number = self.before.len() as u32;
        let head = &mut self.heads[bucket(hash)];
        self.before.push(core::mem::replace(head, number));
    }

    /// Takes the last position out, whose hash this is.
    pub(crate) fn pop(&mut self, hash: u64) {
        if let Some(before) = self.before.pop() {
            self.heads[bucket(hash)] = before;
        }
    }

    /// The numbers of the positions from `first` on whose hash falls into the same bucket, latest first.
    pub(crate) fn candidates(&self, hash: u64, first: usize) -> impl Iterator<Item = usize> {
        let mut next = self.heads.get(bucket(hash)).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let number = next as usize;
            if next == NONE || number < first {
                return None;
            }
            next = self.before[number];
            Some(number)
        })
    }
}

fn bucket(hash: u64) -> usize {
    hash as usize % BUCKETS
}
