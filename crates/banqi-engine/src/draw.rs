//! When a player has enough.
//!
//! Some rule sets never draw a game by themselves, so players have to agree (docs/rules.md of the project, the preset
//! `taiwan-classic`). A player is ready to after 40 quiet turns, unless its search sees something to be gained. Since
//! turns without a flip or a capture can go on like this for ever, three times as many are enough whatever it sees.

use banqi::{Game, Seat};

use crate::Value;
use crate::eval::Evaluation;
use crate::random::Random;
use crate::search::{Budget, Knowledge, Reach, Table, Techniques, choose};

const PATIENT: u32 = 40;
const TIRED: u32 = 120;

/// Less than any piece is worth that still takes something, in hundredths of a unit.
const GAIN: i32 = 200;

/// Enough to see a piece won by force, and the same for every level: to agree is not a matter of strength.
const REACH: Reach = Reach { first: 1, depth: 4, captures: 4, flips: true, techniques: Techniques::ALL };
const NODES: u64 = 10_000;

/// Whether a player of this seat would have the game drawn.
pub(crate) fn wants(game: &Game, seat: Seat) -> bool {
    let quiet = game.position().quiet();
    game.outcome().is_none() && quiet >= PATIENT && (quiet >= TIRED || expected_gain(game, seat) < GAIN)
}

/// What the seat's position will have improved by if both play on as the search expects.
fn expected_gain(game: &Game, seat: Seat) -> i32 {
    let mut evaluation = Evaluation::new(game.rules());
    let mut budget = Budget::new(NODES, &|| false);
    let now = Value::new(evaluation.value(game.position())).centi();
    let (table, mut random) = (Table::new(1 << 16), Random::new([]));
    let choice = choose(game, &mut evaluation, &REACH, &mut budget, Knowledge::new(&table), &mut random, &|| false);
    let gain = choice.map_or(0, |choice| choice.value.centi() - now);
    if game.position().seat() == seat { gain } else { -gain }
}
