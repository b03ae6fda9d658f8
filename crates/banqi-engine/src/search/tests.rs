//! The search against plain expectiminimax, which looks at everything.

use banqi::{Action, Game, Ply, Rules};
use banqi_deal::Deal;

use super::chance::mean;
use super::{Budget, INFINITE, Knowledge, Reach, Search, Table, Techniques, away, choose};
use crate::Value;
use crate::eval::Evaluation;
use crate::random::Random;

/// Captures that are played out behind the last ply.
const CAPTURES: u32 = 2;

/// Expectiminimax as it is defined, without any bound.
struct Plain {
    evaluation: Evaluation,
}

impl Plain {
    fn value(&mut self, game: &Game, depth: i32) -> i32 {
        if let Some(value) = decided(game) {
            return value;
        }
        if depth <= 0 {
            return self.calm(game, CAPTURES);
        }
        game.actions().iter().map(|&action| self.action(game, action, depth)).max().expect("the game goes on")
    }

    fn action(&mut self, game: &Game, action: Action, depth: i32) -> i32 {
        if !game.reveals(action) {
            return self.turn(game, action.into(), depth);
        }
        let bag = game.position().bag();
        let sum = bag
            .iter()
            .map(|(piece, count)| i64::from(count) * i64::from(self.turn(game, Ply::new(action, Some(piece)), depth)))
            .sum();
        mean(sum, bag.len().into())
    }

    fn turn(&mut self, game: &Game, ply: Ply, depth: i32) -> i32 {
        let mut child = game.clone();
        child.play_unchecked(ply);
        away(if child.position().side() == game.position().side() {
            // A chain that goes on by chance costs a ply.
            self.value(&child, depth - i32::from(ply.revealed.is_some()))
        } else {
            -self.value(&child, depth - 1)
        })
    }

    /// The best of stopping and of each capture.
    fn calm(&mut self, game: &Game, left: u32) -> i32 {
        if let Some(value) = decided(game) {
            return value;
        }
        let mut best = self.evaluation.value(game.position());
        let takes = |action: &Action| match *action {
            Action::Move { to, .. } => game.position().piece(to).is_some(),
            _ => false,
        };
        // Forbidden chases are steps, so captures are those of the position.
        for action in game.position().actions(game.rules()).iter().copied().filter(takes) {
            if left == 0 {
                break;
            }
            let mut child = game.clone();
            child.play_unchecked(action.into());
            let same = child.position().side() == game.position().side();
            let value = self.calm(&child, left - 1);
            best = best.max(away(if same { value } else { -value }));
        }
        best
    }
}

fn decided(game: &Game) -> Option<i32> {
    Some(match game.outcome()?.winner {
        Some(winner) if winner == game.position().seat() => Value::WIN.get(),
        Some(_) => -Value::WIN.get(),
        None => 0,
    })
}

/// A game that was played at random until so many pieces are face down, and then some turns more.
fn some_game(rules: Rules, seed: u64, face_down: u32, turns: usize) -> Option<Game> {
    let mut random = Random::new([seed]);
    let mut game = Game::new(rules);
    let deal = Deal::from_seed(game.position(), seed);
    let mut left = turns;
    while game.outcome().is_none() {
        if game.position().face_down().count() <= face_down {
            if left == 0 {
                return Some(game);
            }
            left -= 1;
        }
        let actions = game.actions();
        let action = actions[random.below(actions.len())];
        game.play(deal.ply(game.position(), action)).expect("a legal action");
    }
    None
}

/// Searches a game with all techniques that promise exactness, and compares every root action.
#[track_caller]
fn assert_exact(game: &Game, depth: u32) {
    let mut plain = Plain { evaluation: Evaluation::new(game.rules()) };
    let reach = Reach { first: 1, depth, captures: CAPTURES, flips: true, techniques: Techniques::EXACT };
    let table = Table::new(1 << 16);
    let mut evaluation = Evaluation::new(game.rules());
    let never = || false;
    let mut budget = Budget::new(u64::MAX, &never);
    let mut search = Search::new(game, &mut evaluation, &reach, &mut budget, Knowledge::new(&table));
    let mut best = -INFINITE;
    for &action in game.actions().iter() {
        let expected = plain.action(game, action, depth.cast_signed());
        best = best.max(expected);
        let whole = search.action(action, depth.cast_signed(), -INFINITE, INFINITE, 0, 0);
        assert_eq!(whole, expected, "{action} at {depth} in {} ({})", game.position(), game.rules());
        // Null windows on either side, with what the table has learnt.
        let high = search.action(action, depth.cast_signed(), expected - 1, expected, 0, 0);
        let low = search.action(action, depth.cast_signed(), expected, expected + 1, 0, 0);
        assert!(high >= expected && low <= expected, "{action} in {}: {low} {high}", game.position());
    }
    let mut budget = Budget::new(u64::MAX, &never);
    let table = Table::new(1 << 16);
    let mut evaluation = Evaluation::new(game.rules());
    let choice =
        choose(game, &mut evaluation, &reach, &mut budget, Knowledge::new(&table), &mut Random::new([1]), &never)
            .expect("a choice");
    assert_eq!(choice.value.get(), best, "the root at {depth} in {} ({})", game.position(), game.rules());
    assert_eq!(plain.action(game, choice.action, depth.cast_signed()), best);
}

/// So many positions of each family; half with chance nodes all the way down.
fn assert_exact_under(rule_sets: [&str; 3]) {
    let mut compared = 0;
    for seed in 0.. {
        if compared == 167 {
            break;
        }
        let rules: Rules = rule_sets[seed as usize % 3].parse().expect("a rule set");
        let (face_down, turns, depth) = [(0, 30, 4), (2, 4, 3), (0, 60, 4), (5, 1, 2), (1, 8, 3)][seed as usize % 5];
        if let Some(game) = some_game(rules, seed, face_down, turns) {
            assert_exact(&game, depth);
            compared += 1;
        }
    }
}

/// Chains of captures of what is face down, which could be as long as there are pieces.
#[test]
fn chains_into_the_dark_end() {
    let rules: Rules =
        "taiwan-tournament:quiet=5,chain=on,dark=probe,diagonal=on,ranks=KRNCGMP".parse().expect("rules");
    let position = "C???/????/1???/2?P/mRN?/1C?N/1pcP/Pp?? b K1G2M1R1P1g2m1r1n1c1p3 0 16";
    let game = Game::from_position(rules, position.parse().expect("a position")).expect("a game");
    let reach = Reach { first: 1, depth: 2, captures: 8, flips: true, techniques: Techniques::ALL };
    let (table, never) = (Table::new(1 << 20), || false);
    let mut budget = Budget::new(400_000, &never);
    let mut evaluation = Evaluation::new(&rules);
    let choice =
        choose(&game, &mut evaluation, &reach, &mut budget, Knowledge::new(&table), &mut Random::new([1]), &never);
    assert_eq!(choice.expect("a choice").depth, 2);
}

#[test]
fn taiwanese_games_are_searched_exactly() {
    assert_exact_under(["taiwan-tournament", "taiwan-club", "taiwan-league"]);
}

#[test]
fn games_with_chains_and_chases_are_searched_exactly() {
    assert_exact_under(["taiwan-quick", "taiwan-chase", "taiwan-quick:dark=trade,rush=on,diagonal=on"]);
}

#[test]
fn games_of_other_ranks_are_searched_exactly() {
    assert_exact_under(["hong-kong", "mainland", "hong-kong:quiet=8,chase=2"]);
}
