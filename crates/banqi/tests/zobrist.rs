//! Hashes of positions: that stored ones keep their meaning, and that different positions have different ones.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use banqi::{Game, Piece, Ply, Position, Preset, Rules};

/// Positions and their hashes, computed by another program from the scheme in src/zobrist.rs.
///
/// Hashes are stored, in opening books for instance: if this fails, the scheme has changed and they are worthless.
#[test]
fn stored_hashes_keep_their_meaning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zobrist.tsv");
    let text = fs::read_to_string(path).unwrap();
    let mut seen = HashMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (hash, fen) = line.split_once('\t').unwrap();
        let position: Position = fen.parse().unwrap();
        assert_eq!(format!("{:016x}", position.hash()), hash, "{fen}");
        assert_eq!(seen.insert(position.hash(), fen), None, "{fen}");
    }
    assert_eq!(seen.len(), 15);
}

/// What is no part of the position for repetition is no part of the hash: the quiet count and the turn number.
#[test]
fn counters_are_not_hashed() {
    let hash = |fen: &str| fen.parse::<Position>().unwrap().hash();
    assert_eq!(hash("3P/4/4/4/4/4/n3/1R2 r - 0 41"), hash("3P/4/4/4/4/4/n3/1R2 r - 18 60"));
}

/// The same position on two ways has one hash.
#[test]
fn transpositions_have_one_hash() {
    let rules: Rules = Preset::TaiwanTournament.rules();
    let reached = |turns: &str| {
        let position = "3P/4/4/4/4/4/n3/1R1? r p1 3 41".parse().unwrap();
        let mut game = Game::from_position(rules, position).unwrap();
        for turn in turns.split(' ') {
            game.play(turn.parse().unwrap()).unwrap();
        }
        assert_eq!(game.position().to_string().parse::<Position>().unwrap().hash(), game.position().hash());
        *game.position()
    };
    let one = reached("d8-d7 a2-a3 b1-b2 a3-a4");
    let other = reached("b1-b2 a2-a3 d8-d7 a3-a4");
    assert_eq!((one, one.hash()), (other, other.hash()));
    // A flip sooner or later makes other counters, and the same hash.
    let sooner = reached("d1=p a2-a3 d8-d7 a3-a4");
    let later = reached("d8-d7 a2-a3 d1=p a3-a4");
    assert_ne!(sooner, later);
    assert!(sooner.is_repetition_of(&later));
    assert_eq!(sooner.hash(), later.hash());
}

/// SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// All positions of many random games: where board, side and bag differ the hashes do, and where they are equal the
/// hashes are.
#[test]
fn no_collisions_in_a_large_set() {
    let mut numbers = Numbers(7);
    let mut texts: HashMap<u64, String> = HashMap::new();
    let mut hashes: HashMap<String, u64> = HashMap::new();
    for preset in Preset::ALL {
        for changes in ["chain=on", "dark=probe", "dark=trade,chain=on", "rush=on,diagonal=on"] {
            let rules: Rules = format!("{preset}:{changes}").parse().unwrap();
            for _ in 0..30 {
                let mut game = Game::new(rules);
                while game.outcome().is_none() && game.plies().len() < 300 {
                    let action = game.actions()[numbers.below(game.actions().len())];
                    let bag: Vec<Piece> = game.position().bag().iter().map(|(piece, _)| piece).collect();
                    let revealed = game.reveals(action).then(|| bag[numbers.below(bag.len())]);
                    game.play_unchecked(Ply::new(action, revealed));

                    let (text, hash) = (game.position().to_string(), game.position().hash());
                    let what = text.rsplitn(3, ' ').last().unwrap().to_string();
                    assert_eq!(*hashes.entry(what.clone()).or_insert(hash), hash, "{text}");
                    assert_eq!(*texts.entry(hash).or_insert(what.clone()), what, "{hash:016x}");
                }
            }
        }
    }
    assert!(texts.len() > 100_000, "only {} positions", texts.len());
}
