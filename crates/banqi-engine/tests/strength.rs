//! Each level beats the one below. Deals are paired: each is played twice with the seats exchanged.

mod table;

use banqi::{Preset, Seat};
use banqi_engine::{Engine, Level, Limits};

/// Half points that the first level scores out of four a pair, and how many games it loses.
fn match_of(levels: [Level; 2], pairs: u64, nodes: u64) -> (u64, u64) {
    let limits = Limits { nodes: Some(nodes), depth: None };
    let (mut score, mut lost) = (0, 0);
    for deal in 0..pairs {
        let [engine, other] = levels.map(|level| Engine::new(level, deal));
        for seat in Seat::ALL {
            let players = if seat == Seat::First { [&engine, &other] } else { [&other, &engine] };
            let game = table::play(Preset::TaiwanClub.rules(), deal, players, &limits);
            match game.outcome().and_then(|outcome| outcome.winner) {
                Some(winner) if winner == seat => score += 2,
                Some(_) => lost += 1,
                None => score += 1,
            }
        }
    }
    (score, lost)
}

/// 100 pairs gave 100 % of the points; four in five are asked for here.
#[test]
fn normal_beats_easy() {
    let (score, lost) = match_of([Level::Normal, Level::Easy], 12, 5_000);
    assert!(score >= 38 && lost <= 2, "{score} half points of 48, {lost} games lost");
}

/// 50 pairs gave 88 % of the points at few nodes and 90 % at the level's own; two in three are asked for here.
#[test]
fn expert_beats_normal() {
    let (score, lost) = match_of([Level::Expert, Level::Normal], 12, 2_000);
    assert!(score >= 32 && lost <= 3, "{score} half points of 48, {lost} games lost");
}
