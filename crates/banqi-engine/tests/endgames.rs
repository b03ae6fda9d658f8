//! What the engine makes of endgame tables: it wins what can be won inside the quiet limit, and puts off what is lost.

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use banqi::{Bag, Cell, Colour, Game, Piece, Position, Rules, Setup, Square};
use banqi_engine::{Engine, Level, Limits, Technique, Thought, Watch};
use banqi_tables::{Class, Tables, Verdict};
use rstest::rstest;

fn game(rules: &Rules, position: &str) -> Game {
    Game::from_position(*rules, position.parse().expect("a position")).expect("a game")
}

fn rules(text: &str) -> Rules {
    text.parse().expect("a rule set")
}

fn think(engine: &Engine, game: &Game) -> Thought {
    engine.think(game, &Limits::default(), &|| false).expect("the game goes on")
}

/// Numbers without a pattern (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % most as u64) as usize
    }
}

/// These pieces on squares that nobody chose.
fn scattered(pieces: &[Piece], numbers: &mut Numbers) -> Position {
    let mut squares: Vec<Square> = Square::all().collect();
    let mut board = [Cell::Empty; Square::COUNT];
    for &piece in pieces {
        board[squares.swap_remove(numbers.below(squares.len())).index()] = Cell::FaceUp(piece);
    }
    let side = Some(Colour::ALL[numbers.below(2)]);
    Setup { board, side, chain: None, bag: Bag::EMPTY, quiet: 0, turn: 61 }.try_into().expect("a position")
}

/// Of each class with so many pieces one material.
fn materials(rules: &Rules, count: usize) -> impl Iterator<Item = Vec<Piece>> {
    fn add(all: &mut BTreeMap<Class, Vec<Piece>>, rules: &Rules, chosen: &mut Vec<Piece>, from: usize, left: usize) {
        if left == 0 {
            if Colour::ALL.into_iter().all(|colour| chosen.iter().any(|piece| piece.colour == colour)) {
                all.insert(Class::of(rules, chosen.iter().copied().collect()), chosen.clone());
            }
            return;
        }
        for index in from..Piece::ALL.len() {
            let piece = Piece::ALL[index];
            if chosen.iter().filter(|&&other| other == piece).count() < usize::from(piece.kind.count()) {
                chosen.push(piece);
                add(all, rules, chosen, index, left - 1);
                chosen.pop();
            }
        }
    }
    let mut all = BTreeMap::new();
    add(&mut all, rules, &mut Vec::new(), 0, count);
    all.into_values()
}

/// M7 of the ladder (design of the engine): won positions against the longest resistance. Every one that a table says can be
/// won inside the limit is won, down to the last piece.
///
/// `BANQI_PIECES=4 BANQI_POSITIONS=1000` makes it the whole measurement, which is long.
#[rstest]
fn master_wins_what_is_won(#[values(20, 40, 60, 180)] limit: u16) {
    let number = |name, usual| env::var(name).map_or(usual, |number| number.parse().expect("a number"));
    let (pieces, positions) = (number("BANQI_PIECES", 3), number("BANQI_POSITIONS", 20));
    let rules = rules(&format!("taiwan-tournament:quiet={limit}"));
    let tables = Arc::new(Tables::made(rules));
    assert!(tables.prepare(Bag::full(), pieces, &|| false));
    let engine = Engine::new(Level::Master, 3).with_table(1).with_endgames(Arc::new(Arc::clone(&tables)));
    let mut numbers = Numbers(u64::from(limit));
    let (mut won, mut tried) = (0, 0);
    for material in (2..=pieces).flat_map(|count| materials(&rules, count)) {
        // Of some classes hardly any position is won.
        let found = (0..20 * positions).map(|_| scattered(&material, &mut numbers)).filter_map(|position| match tables
            .probe(&position)
            .expect("a table")
        {
            Verdict::Win(_) => Some((position, position.seat())),
            Verdict::Loss(_) => Some((position, !position.seat())),
            Verdict::Draw => None,
        });
        for (position, winner) in found.take(positions).collect::<Vec<_>>() {
            tried += 1;
            let mut game = Game::from_position(rules, position).expect("a game");
            while game.outcome().is_none() {
                let action = if game.position().seat() == winner {
                    think(&engine, &game).action
                } else {
                    let choices = tables.prober().choices(game.position()).expect("tables");
                    choices.first().expect("the game goes on").ply.action
                };
                game.play(action.into()).expect("legal");
            }
            let outcome = game.outcome().expect("over");
            assert_eq!(outcome.winner, Some(winner), "{position} under {rules}: {outcome:?}");
            won += 1;
        }
    }
    assert!(tried > 100, "{tried}");
    println!("quiet={limit}: {won} of {tried} won");
}

/// What is a win in 17 plies is none where the limit leaves fewer.
#[test]
fn the_quiet_limit_turns_a_win_into_a_draw() {
    let rules = rules("taiwan-club");
    let tables = Tables::made(rules);
    let engine = Engine::new(Level::Master, 1);
    let at = |quiet: u32| game(&rules, &format!("n3/4/4/4/4/4/4/R2R r - {quiet} 101"));
    tables.prepare_position(at(0).position(), &|| false);
    let Some(Verdict::Win(plies)) = tables.probe(at(0).position()) else { panic!("two Chariots catch a Horse") };
    let latest = 40 - u32::from(plies);
    let thought = think(&engine, &at(latest));
    assert!(thought.value.is_decided() && thought.value.get() > 0 && thought.endgame_hits > 0);
    let late = think(&engine, &at(latest + 1));
    assert!(!late.value.is_decided() && late.value.per_mille() < 520, "{}", late.value.per_mille());
    // Whoever would have lost knows it too.
    let mut held = at(latest + 1);
    held.play(late.action.into()).expect("legal");
    assert!(!think(&engine, &held).value.is_decided());
}

#[test]
fn what_is_lost_is_put_off() {
    let rules = rules("taiwan-tournament");
    let tables = Tables::made(rules);
    let game = game(&rules, "n3/4/4/4/4/4/4/R2R b - 0 101");
    tables.prepare_position(game.position(), &|| false);
    let choices = tables.prober().choices(game.position()).expect("tables");
    let plies =
        |action| choices.iter().find(|choice| choice.ply.action == action).and_then(|choice| choice.verdict.plies());
    let thought = think(&Engine::new(Level::Master, 1), &game);
    assert!(thought.value.is_decided() && thought.value.get() < 0);
    assert_eq!(plies(thought.action), choices.iter().map(|choice| choice.verdict.plies()).max().flatten());
}

/// The last face-down piece is known to both, and so is what its flip leads to.
#[test]
fn a_flip_of_the_last_piece_is_known() {
    let game = game(&rules("taiwan-tournament"), "n3/4/4/4/4/4/1?2/R3 r R1 0 101");
    let thought = think(&Engine::new(Level::Master, 1), &game);
    assert!(thought.value.is_decided() && thought.value.get() > 0);
}

/// Whoever is on a clock does not wait for tables to be made, and who leaves them out has none.
#[test]
fn nothing_is_made_on_a_clock() {
    struct OnClock;
    impl Watch for OnClock {
        fn is_timed(&self) -> bool {
            true
        }
    }
    let game = game(&rules("taiwan-tournament:ranks=GKMRNCP"), "n3/4/4/4/4/4/4/R2R b - 0 101");
    let limits = Limits { nodes: Some(2_000), depth: Some(3) };
    let hits =
        |engine: &Engine, watch: &dyn Watch| engine.think(&game, &limits, watch).expect("an action").endgame_hits;
    let engine = Engine::new(Level::Master, 1);
    assert_eq!(hits(&engine, &OnClock), 0);
    assert_eq!(hits(&engine.clone().without(&[Technique::Endgames]), &|| false), 0);
    assert!(hits(&engine, &|| false) > 0);
}

/// Thoughts before it change no answer: what a server thinks again comes out as it was.
#[test]
fn an_answer_does_not_depend_on_tables_made_before() {
    let game = game(&rules("taiwan-tournament:ranks=MKGRNCP"), "n3/4/1p2/4/4/3c/4/R2R r - 3 81");
    let engine = Engine::new(Level::Expert, 5);
    let first = think(&engine, &game);
    think(&Engine::new(Level::Master, 5), &game);
    assert_eq!(think(&engine, &game), first);
}
