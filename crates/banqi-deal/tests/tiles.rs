//! The tiles for the first turn.

use banqi::{Kind, Seat};
use banqi_deal::{PickError, Tiles};
use rstest::rstest;

/// Computed by the same program as the seeds of deals, with nonce 1.
#[rstest]
#[case(0, "MRNGK")]
#[case(1, "RGMNK")]
#[case(u64::MAX, "KGRMN")]
fn a_seed_gives_its_tiles(#[case] seed: u64, #[case] written: &str) {
    let tiles = Tiles::from_seed(seed);
    let letters: String = (0..Tiles::COUNT).filter_map(|pick| tiles.kind(pick)).map(Kind::letter).collect();
    assert_eq!(letters, written);
}

/// docs/rules.md: the higher of General, Advisor, Elephant, Chariot, Horse, in that order, is First.
#[test]
fn the_higher_tile_goes_first() {
    // Seed 0 lies M R N G K.
    let tiles = Tiles::from_seed(0);
    assert_eq!(tiles.seats([0, 1]), Ok([Seat::First, Seat::Second]));
    assert_eq!(tiles.seats([2, 1]), Ok([Seat::Second, Seat::First]));
    assert_eq!(tiles.seats([3, 4]), Ok([Seat::Second, Seat::First]));
    assert_eq!(tiles.seats([3, 0]), Ok([Seat::First, Seat::Second]));
}

#[test]
fn each_player_picks_a_tile_of_their_own() {
    let tiles = Tiles::from_seed(0);
    assert_eq!(tiles.seats([1, 1]), Err(PickError::Taken { pick: 1 }));
    assert_eq!(tiles.seats([5, 1]), Err(PickError::NoSuchTile { pick: 5 }));
    assert_eq!(tiles.seats([1, 9]), Err(PickError::NoSuchTile { pick: 9 }));
}

/// 5! = 120 arrangements: 119 degrees of freedom, of which a chi-square above 172 has a chance of one in a thousand.
#[test]
fn every_arrangement_is_equally_likely() {
    const DRAWS: u32 = 12_000;
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..DRAWS {
        let tiles = Tiles::from_seed(seed.into());
        let kinds: Vec<Option<Kind>> = (0..Tiles::COUNT).map(|pick| tiles.kind(pick)).collect();
        *seen.entry(kinds).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 120);
    let statistic: f64 = seen.values().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
    assert!(statistic < 172.0, "chi-square is {statistic}");
}

#[test]
fn debug_output_tells_no_tile() {
    assert_eq!(format!("{:?}", Tiles::from_seed(1)), "Tiles(5 tiles)");
}
