//! Shuffling, and the generator behind a seed.
//!
//! Both are written out, or fixed by their publication, because a seed has to give the same deal for ever: a library's
//! shuffle may change what it draws from one version to the next.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Which stream of a seed is drawn from. One seed may serve a whole game, and the tiles are shown before it starts:
/// if they came from the deal's stream, they would tell something about it.
#[derive(Clone, Copy)]
pub(crate) enum Stream {
    Deal = 0,
    Tiles = 1,
}

/// ChaCha with 8 rounds (Bernstein 2008). The key is the seed's eight bytes, lowest first, then zeros; the nonce is the
/// stream's number.
pub(crate) fn seeded(seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(stream as u64);
    rng
}

/// Fisher and Yates's shuffle in Durstenfeld's form (CACM 7, 1964): from the last item down, each is exchanged with one
/// drawn from those up to and including itself.
pub(crate) fn shuffle<T>(items: &mut [T], rng: &mut (impl Rng + ?Sized)) {
    shuffle_with(items, |bound| below(bound, rng));
}

/// The same with numbers from elsewhere: `below(n)` draws one of 0 to n-1.
pub(crate) fn shuffle_with<T>(items: &mut [T], mut below: impl FnMut(u32) -> u32) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(last as u32 + 1) as usize);
    }
}

/// A number below `bound`, each equally likely: words past the last whole multiple of it are drawn again.
fn below(bound: u32, rng: &mut (impl Rng + ?Sized)) -> u32 {
    let end = u32::MAX - u32::MAX % bound;
    loop {
        let word = rng.next_u32();
        if word < end {
            return word % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives the words it was told to, then stops.
    struct Words<'a>(std::slice::Iter<'a, u32>);

    impl rand::TryRng for Words<'_> {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(*self.0.next().expect("no more words were to be drawn"))
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            panic!("a shuffle draws words of 32 bits")
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            panic!("a shuffle draws words of 32 bits")
        }
    }

    fn words(words: &[u32]) -> Words<'_> {
        Words(words.iter())
    }

    #[test]
    fn words_that_would_favour_small_numbers_are_drawn_again() {
        // 2^32 - 1 = 3 * 1431655765, so of the words only the last one is past the last whole multiple of 3.
        assert_eq!(below(3, &mut words(&[u32::MAX, 5])), 2);
        assert_eq!(below(3, &mut words(&[u32::MAX - 1])), 2);
    }

    #[test]
    fn each_item_is_exchanged_with_one_up_to_itself() {
        // abcd: d with the second (adcb), c with itself (adcb), d with the first (dacb).
        let mut items = ['a', 'b', 'c', 'd'];
        shuffle(&mut items, &mut words(&[1, 2, 0]));
        assert_eq!(items, ['d', 'a', 'c', 'b']);
    }

    #[test]
    fn one_item_or_none_needs_no_randomness() {
        shuffle(&mut [0; 0], &mut words(&[]));
        shuffle(&mut [0], &mut words(&[]));
    }
}
