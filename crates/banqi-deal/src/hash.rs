//! The hashes of the sealed deal, version 1: SHA-256 and HMAC-SHA256, each use under a label of its own.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroize as _;

/// What every label begins with. Another construction gets another number.
const VERSION: &[u8] = b"banqi-deal/1 ";

/// H of a label and parts: SHA-256 of the version, the label and a zero byte, then of each part after its length in two
/// bytes, the higher first. So no two lists of parts are the same bytes.
pub(crate) fn hash(label: &str, parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(VERSION);
    hash.update(label);
    hash.update([0]);
    for part in parts {
        let length = u16::try_from(part.len()).expect("the longest part, a rule set as text, is far shorter");
        hash.update(length.to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// What everything that is secret about a deal comes from.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl Key {
    /// HMAC-SHA256 with the server's secret, of the hash of a transcript.
    pub(crate) fn derive(secret: &[u8; 32], transcript: [u8; 32]) -> Self {
        Self(mac(secret, &[&transcript]))
    }

    /// What this key gives for a label and some bytes.
    pub(crate) fn expand(&self, label: &str, bytes: &[u8]) -> [u8; 32] {
        mac(&self.0, &[VERSION, label.as_bytes(), &[0], bytes])
    }

    /// A key of its own, from which this one does not follow.
    pub(crate) fn derived(&self, label: &str) -> Self {
        Self(self.expand(label, &[]))
    }

    /// The numbers that this key gives for a label.
    pub(crate) fn stream<'a>(&'a self, label: &'a str) -> Stream<'a> {
        Stream { key: self, label, block: [0; 32], used: 8, next: 0 }
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// Words of 32 bits, eight from each block; blocks are numbered from 0.
pub(crate) struct Stream<'a> {
    key: &'a Key,
    label: &'a str,
    block: [u8; 32],
    /// How many words of the block were taken.
    used: usize,
    next: u32,
}

impl Stream<'_> {
    /// A number below `bound`, each equally likely.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        below(bound, || self.word())
    }

    fn word(&mut self) -> u32 {
        if self.used == 8 {
            self.block = self.key.expand(self.label, &self.next.to_be_bytes());
            self.next += 1;
            self.used = 0;
        }
        let at = 4 * self.used;
        self.used += 1;
        u32::from_be_bytes([self.block[at], self.block[at + 1], self.block[at + 2], self.block[at + 3]])
    }
}

impl Drop for Stream<'_> {
    fn drop(&mut self) {
        self.block.zeroize();
    }
}

/// Words from the last whole multiple of `bound` below 2^32 upwards are skipped.
fn below(bound: u32, mut word: impl FnMut() -> u32) -> u32 {
    // Not as for a seed, where the last word of all is skipped too.
    let end = (1_u64 << 32) / u64::from(bound) * u64::from(bound);
    loop {
        let word = word();
        if u64::from(word) < end {
            return word % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_would_favour_small_numbers_are_skipped() {
        // 2^32 = 3 * 1431655765 + 1: of the words only the last one is past the last whole multiple of 3.
        let mut words = [u32::MAX, u32::MAX - 1].into_iter();
        assert_eq!(below(3, || words.next().expect("two words")), 2);
        assert_eq!(words.next(), None);
        // 2^32 = 7 * 613566756 + 4: the last four.
        let mut words = [u32::MAX, u32::MAX - 3, u32::MAX - 4].into_iter();
        assert_eq!(below(7, || words.next().expect("three words")), 6);
        assert_eq!(words.next(), None);
    }

    /// 2^32 is a multiple of 2, 4 and so on: no word is skipped, not even the last.
    #[test]
    fn every_word_serves_a_power_of_two() {
        for bound in [1, 2, 4, 8, 16, 32] {
            assert_eq!(below(bound, || u32::MAX), bound - 1);
        }
    }

    /// Nine words are one more than a block has; below 2^32 - 1 a word is what it is.
    #[test]
    fn the_second_block_follows_the_first() {
        let key = Key([7; 32]);
        let blocks = [0_u32, 1].map(|number| key.expand("board", &number.to_be_bytes()));
        let mut stream = key.stream("board");
        let drawn: Vec<u8> = (0..9).flat_map(|_| stream.word().to_be_bytes()).collect();
        assert_eq!(drawn[..32], blocks[0]);
        assert_eq!(drawn[32..], blocks[1][..4]);
    }
}
