//! How fast the rules are, on one core: perft, and random games with full legality, results and history.
//!
//! `cargo bench -p banqi`; the rates are interior nodes and plies a second.

use std::hint::black_box;

use banqi::{Actions, Bag, Game, Piece, Ply, Position, Preset, Rules, Square, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// SplitMix64: fast enough not to be what is measured.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(mixed ^ (mixed >> 31)) * bound as u128) >> 64) as usize
    }
}

/// Plays a game of random actions to its end, or so many plies; answers how many there were.
fn random_game(rules: Rules, numbers: &mut Numbers, most: usize) -> usize {
    let mut pieces: Vec<Piece> =
        Bag::full().iter().flat_map(|(piece, count)| std::iter::repeat_n(piece, count.into())).collect();
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, numbers.below(last + 1));
    }
    let under = |square: Square| pieces[square.index()];
    let mut game = Game::new(rules);
    while game.outcome().is_none() && game.plies().len() < most {
        let actions: Actions = game.actions();
        let action = actions[numbers.below(actions.len())];
        let revealed = game.revealed_square(action).map(under);
        game.play_unchecked(Ply::new(action, revealed));
    }
    game.plies().len()
}

fn random_games(criterion: &mut Criterion) {
    const GAMES: usize = 100;
    let mut group = criterion.benchmark_group("random games");
    for rules in
        ["taiwan-tournament", "taiwan-league", "taiwan-chase", "taiwan-quick:chain=on,dark=trade,rush=on,diagonal=on"]
    {
        let rules: Rules = rules.parse().unwrap();
        let play = |seed| {
            let mut numbers = Numbers(seed);
            (0..GAMES).map(|_| random_game(rules, &mut numbers, 2000)).sum::<usize>()
        };
        group.throughput(Throughput::Elements(play(1) as u64));
        group.bench_function(rules.to_string(), |bencher| bencher.iter(|| play(black_box(1))));
    }
    group.finish();
}

fn perft_from_the_start(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    let rules = Preset::TaiwanTournament.rules();
    let count = |depth| perft(&mut Game::new(rules), depth);
    group.throughput(Throughput::Elements(count(3).nodes));
    group.bench_function("depth 3", |bencher| bencher.iter(|| count(black_box(3))));
    group.finish();
}

fn generating(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generating");
    let position: Position = "?R?n/?p?G/C?1m/r?P?/?N?c/g?1?/?pk?/M?2 r K1G1M1R1N1C1P3g1m1r1p2 0 33".parse().unwrap();
    for rules in ["taiwan-tournament", "taiwan-tournament:dark=probe,rush=on,diagonal=on"] {
        let rules: Rules = rules.parse().unwrap();
        group.bench_function(rules.to_string(), |bencher| bencher.iter(|| black_box(&position).actions(&rules)));
    }
    group.finish();
}

criterion_group!(benches, perft_from_the_start, random_games, generating);
criterion_main!(benches);
