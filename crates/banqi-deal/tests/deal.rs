//! Deals by their public interface: the seeded shuffle, its fairness, the written form, a referee's use of it.

use banqi::{Bag, Game, Piece, Position, Preset, Square};
use banqi_deal::{Deal, DealError};
use proptest::prelude::*;
use rstest::rstest;

fn study() -> Position {
    "3k/4/4/4/4/4/?2?/?1?K r G1p2r1 0 9".parse().expect("a position")
}

/// Computed by a program of its own (ChaCha8 and the shuffle as documented, in Python): a seed's deal is for ever.
#[rstest]
#[case(0, "MpGRmPcrPgCnpNPrRCcgppGKNPPMnmkp")]
#[case(1, "gPmpRRmGpPgcpcNMpKnrMpNnkPCGCrPP")]
#[case(u64::MAX, "rrgRgKCPcPMRcppPPnCGMmpkppmNnGPN")]
fn a_seed_gives_its_deal(#[case] seed: u64, #[case] written: &str) {
    assert_eq!(Deal::from_seed(&Position::start(), seed).to_string(), written);
}

/// Pearson's chi-square over every square and kind of piece: seeds 0 to 2999, 32 squares, 14 pieces.
///
/// Every deal has one piece a square and its whole set, so 31/32 of the statistic has 31 * 13 = 403 degrees of freedom:
/// its mean is 403, its standard deviation the square root of 806, about 28. Four of those either way leave room for
/// chance. A shuffle that exchanges each item with any other, the usual mistake, is far outside.
#[test]
fn every_piece_is_equally_likely_on_every_square() {
    const DEALS: u32 = 3_000;
    let mut seen = [[0_u32; 14]; Square::COUNT];
    for seed in 0..DEALS {
        let deal = Deal::from_seed(&Position::start(), seed.into());
        for square in Square::all() {
            let piece = deal.piece(square).expect("all squares are face down at the start");
            let column = Piece::ALL.iter().position(|&listed| listed == piece).expect("a listed piece");
            seen[square.index()][column] += 1;
        }
    }
    let mut statistic = 0.0;
    for row in seen {
        for (piece, count) in Piece::ALL.iter().zip(row) {
            let expected = f64::from(DEALS) * f64::from(piece.kind.count()) / 32.0;
            statistic += (f64::from(count) - expected).powi(2) / expected;
        }
    }
    let statistic = statistic * 31.0 / 32.0;
    assert!((403.0 - 112.0..403.0 + 112.0).contains(&statistic), "chi-square is {statistic}");
}

/// All arrangements of a small bag, not only each square by itself: 4! / 2! = 12 of them.
///
/// 11 degrees of freedom: a chi-square above 31.3 has a chance of one in a thousand.
#[test]
fn every_arrangement_is_equally_likely() {
    const DEALS: u32 = 12_000;
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..DEALS {
        *seen.entry(Deal::from_seed(&study(), seed.into()).to_string()).or_insert(0_u32) += 1;
    }
    assert_eq!(seen.len(), 12);
    let expected = f64::from(DEALS) / 12.0;
    let statistic: f64 = seen.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    assert!(statistic < 31.3, "chi-square is {statistic}");
}

#[test]
fn a_study_position_is_dealt_its_bag_and_no_more() {
    let deal = Deal::from_seed(&study(), 5);
    let dealt: Vec<Square> = Square::all().filter(|&square| deal.piece(square).is_some()).collect();
    assert_eq!(dealt, study().face_down().into_iter().collect::<Vec<_>>());
    assert!(deal.fits(&study()));
    assert!(!deal.fits(&Position::start()));
}

/// It fits before and after every flip of its own game, and no longer once something else has come up.
#[test]
fn a_deal_fits_its_own_game_throughout() {
    let mut game = Game::new(Preset::TaiwanClub.rules());
    let deal = Deal::from_seed(game.position(), 11);
    let other = (12..).map(|seed| Deal::from_seed(game.position(), seed));
    let other = other.into_iter().find(|other| other.piece(square("a1")) != deal.piece(square("a1")));
    let other = other.expect("some deal differs on a1");
    assert!(other.fits(game.position()));
    for square in Square::all() {
        assert!(deal.fits(game.position()));
        game.play(deal.ply(game.position(), banqi::Action::Flip(square))).expect("a flip is always legal");
        assert!(!other.fits(game.position()) || game.position().bag().is_empty());
    }
    assert_eq!(game.position().bag(), Bag::EMPTY);
}

/// Under `dark` a move may turn a piece over too; any other move does not.
#[test]
fn an_attack_on_a_face_down_piece_is_told_what_came_up() {
    let position: Position = "3k/4/4/4/4/4/?3/P3 r r1 18 70".parse().expect("a position");
    let deal = Deal::from_seed(&position, 0);
    let ply = |text: &str| deal.ply(&position, text.parse().expect("an action")).to_string();
    assert_eq!(ply("a1-a2"), "a1-a2=r");
    assert_eq!(ply("a2"), "a2=r");
    assert_eq!(ply("a1-b1"), "a1-b1");
    assert_eq!(ply("end"), "end");
}

#[test]
fn debug_output_tells_no_piece() {
    let one = format!("{:?}", Deal::from_seed(&Position::start(), 1));
    let other = format!("{:?}", Deal::from_seed(&Position::start(), 2));
    assert_eq!(one, "Deal(32 squares)");
    assert_eq!(one, other);
}

#[rstest]
#[case("", DealError::Length { found: 0 })]
#[case("KKGMMRRNNCCPPPPPkggmmrrnnccppppp.", DealError::Length { found: 33 })]
#[case("K?GMMRRNNCCPPPPPkggmmrrnnccppppp", DealError::Character { square: square("b1"), found: '?' })]
#[case("將GGMMRRNNCCPPPPPkggmmrrnnccppppp", DealError::Character { square: square("a1"), found: '將' })]
#[case("KKGMMRRNNCCPPPPPkggmmrrnnccppppp", DealError::TooMany { square: square("b1"), piece: piece('K') })]
fn what_is_no_deal_is_refused_with_its_reason(#[case] text: &str, #[case] error: DealError) {
    assert_eq!(text.parse::<Deal>(), Err(error));
    assert!(error.to_string().starts_with("deal: "));
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn piece(letter: char) -> Piece {
    Piece::from_letter(letter).expect("a piece")
}

proptest! {
    #[test]
    fn written_and_read_again_it_is_the_same(seed: u64, small: bool) {
        let position = if small { study() } else { Position::start() };
        let deal = Deal::from_seed(&position, seed);
        prop_assert_eq!(deal.to_string().len(), 32);
        prop_assert_eq!(deal.to_string().parse(), Ok(deal));
    }

    #[test]
    fn reading_never_panics(text: String) {
        let _ = text.parse::<Deal>();
    }
}
