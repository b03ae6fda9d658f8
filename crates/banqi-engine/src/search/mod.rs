//! Looking ahead.
//!
//! Banqi is a game of chance without secrets: a flip is a chance node over the bag, and no deal is ever guessed. So the
//! search is expectiminimax: decision nodes ([`decision`]), where the better side of alpha-beta is a null window for all but
//! the first action, and chance nodes ([`chance`]) with bounds of their own; then captures alone until the position is
//! calm ([`quiescence`]). The [`root`] goes deeper by a ply at a time until the budget is spent, so that it can be stopped
//! at any moment.
//!
//! The game itself is played and taken back on the way, so that repetitions, cycles, quiet limits and forbidden chases are
//! those of the rules and of what was really played.
//!
//! A value says what a position is worth by its subtree alone, so that it can be kept in the [`table`]: a win is worth a
//! little less with each ply that it is farther away, not with each ply from the root.

mod analysis;
mod budget;
mod chance;
mod decision;
mod endgame;
mod exchange;
mod line;
mod order;
mod quiescence;
mod root;
mod table;
mod techniques;
#[cfg(test)]
mod tests;
mod threads;

use banqi::{Action, Bitboard, ByColour, Colour, Game, Kind, Piece, Ply, Position};
use banqi_tables::Prober;

pub(crate) use analysis::analyse;
pub(crate) use budget::Budget;
pub(crate) use endgame::Knowledge;
pub(crate) use root::{Choice, choose};
pub(crate) use table::Table;
pub(crate) use techniques::Techniques;
pub use techniques::{Technique, TechniqueError};
pub(crate) use threads::choose_together;

use crate::Value;
use crate::eval::Evaluation;
use line::Lines;
use order::Memory;
use table::{Bound, Entry};
use techniques::Transpositions;

/// Beyond every value.
const INFINITE: i32 = Value::WIN.get() + 1;

/// Deeper than any search goes.
const DEEPEST: usize = 128;

/// How far to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The depth to begin with.
    pub(crate) first: u32,
    /// So many plies every action is considered.
    pub(crate) depth: u32,
    /// So many captures are played out after that.
    pub(crate) captures: u32,
    /// Whether a flip at the root is weighed by what may come up, or taken for a pass like all others.
    pub(crate) flips: bool,
    /// What is done besides.
    pub(crate) techniques: Techniques,
}

/// One search: what it needs on the way, and what it has used up.
struct Search<'a, 'stop> {
    game: Game,
    evaluation: &'a mut Evaluation,
    techniques: Techniques,
    captures: u32,
    budget: &'a mut Budget<'stop>,
    table: &'a Table,
    endgames: Option<&'a Prober>,
    lines: Lines,
    memory: Memory,
    /// What pieces are worth for the order of captures: as at the root.
    worth: ByColour<[i32; 7]>,
    /// The hashes of the positions of the game since its last flip or capture, and of those on the path searched.
    seen: Vec<u64>,
    /// At this ply the other side has just passed.
    passed: usize,
    /// The longest line.
    selective: usize,
    /// How often a table of endgames had a position.
    endgame_hits: u64,
}

impl<'a, 'stop> Search<'a, 'stop> {
    fn new(
        game: &Game,
        evaluation: &'a mut Evaluation,
        reach: &Reach,
        budget: &'a mut Budget<'stop>,
        knowledge: Knowledge<'a>,
    ) -> Self {
        let quiet_run = game.positions().rev().take(game.position().quiet() as usize + 1).skip(1);
        let mut seen: Vec<u64> = quiet_run.map(Position::hash).collect();
        seen.reverse();
        let alive = game.position().alive();
        let mut worth = ByColour { red: [0; 7], black: [0; 7] };
        for piece in Piece::ALL {
            worth[piece.colour][piece.kind as usize] = evaluation.worth(alive, piece);
        }
        Self {
            game: game.clone(),
            evaluation,
            techniques: reach.techniques,
            captures: reach.captures,
            budget,
            table: knowledge.table,
            endgames: knowledge.endgames,
            lines: Lines::new(),
            memory: Memory::new(),
            worth,
            seen,
            passed: usize::MAX,
            selective: 0,
            endgame_hits: 0,
        }
    }

    fn worth(&self, piece: Piece) -> i32 {
        self.worth[piece.colour][piece.kind as usize]
    }

    /// Plays a ply, to be followed by [`leave`](Self::leave).
    #[inline]
    fn enter(&mut self, ply: Ply) {
        self.seen.push(self.game.position().hash());
        self.game.play_unchecked(ply);
    }

    #[inline]
    fn leave(&mut self) {
        self.game.undo();
        self.seen.pop();
    }

    /// What a ply that turns nothing over, or whose outcome is given, is worth to the side to move.
    fn turn(&mut self, played: Ply, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> i32 {
        let mover = self.game.position().side();
        self.enter(played);
        let (low, high) = (lower(alpha), higher(beta));
        let value = if mover.is_some() && self.game.position().side() == mover {
            // A chain goes on: the turn is not over, so the same side decides at the same depth, but where chance had a part
            // in it. There could be one capture after the other of what is face down, each by fourteen pieces.
            self.decide(depth - i32::from(played.revealed.is_some()), low, high, ply + 1, flips)
        } else {
            -self.decide(depth - 1, -high, -low, ply + 1, flips)
        };
        self.leave();
        away(value)
    }

    /// What it is worth to the side to move to do nothing.
    fn pass(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, flips: u32) -> i32 {
        self.seen.push(self.game.position().hash());
        self.game.pass_unchecked();
        let passed = std::mem::replace(&mut self.passed, ply + 1);
        let value = -self.decide(depth - 1, -higher(beta), -lower(alpha), ply + 1, flips);
        self.passed = passed;
        self.leave();
        self.lines.clear(ply + 1);
        away(value)
    }

    /// The value for the side to move of a game that is finished, or that a table knows the end of.
    fn decided(&mut self) -> Option<i32> {
        let Some(outcome) = self.game.outcome() else { return self.tabled() };
        Some(match outcome.winner {
            Some(winner) if winner == self.game.position().seat() => Value::WIN.get(),
            Some(_) => -Value::WIN.get(),
            None => Value::DRAW.get(),
        })
    }

    /// Whether the position has been there before. Who comes back to one has made nothing of it, so it counts as a draw the
    /// first time, under any rules: that keeps the side that is ahead going forward, and shows it in time what the other
    /// side may hold by.
    fn is_return(&self) -> bool {
        let position = self.game.position();
        let run = self.seen.len().saturating_sub(position.quiet() as usize);
        self.seen[run..].contains(&position.hash())
    }

    /// Whether what was played before can end the game, or forbid a step, within so many plies, so that a position alone
    /// does not tell its value.
    fn depends_on_history(&self, depth: i32) -> bool {
        let parameters = self.game.rules().parameters();
        let quiet = self.game.position().quiet() + depth.max(0).cast_unsigned();
        if parameters.quiet.is_some_and(|limit| quiet >= limit.into()) {
            return true;
        }
        if let Some(limit) = parameters.chase {
            let longest = self.game.chases().map(|chase| u32::from(chase.count)).max().unwrap_or(0);
            if longest + depth.max(0).cast_unsigned().div_ceil(2) > u32::from(limit) {
                return true;
            }
        }
        // A return is seen by itself; that a longer history repeats is beyond the table where exactness is not asked for.
        self.techniques.table == Transpositions::Exact
            && (parameters.repetition.is_some_and(|times| quiet >= 4 * (u32::from(times) - 1))
                || parameters.cycle.is_some_and(|times| quiet >= 2 * u32::from(times)))
    }

    /// What identifies the position now, for a search with so many flips in the line already.
    fn key(&self, flips: u32) -> u64 {
        let position = self.game.position();
        let quiet = match (self.techniques.table, self.game.rules().parameters().quiet) {
            (Transpositions::Exact, _) => position.quiet(),
            // The evaluation fades with the quiet count: by eighths of the limit that is near enough.
            (_, Some(limit)) => position.quiet() * 8 / u32::from(limit),
            (_, None) => 0,
        };
        let flips = flips.min(self.techniques.flips);
        position.hash() ^ mixed(u64::from(quiet) << 32 | u64::from(flips) << 16)
    }

    /// The same for an action at it that turns a piece over.
    fn chance_key(&self, action: Action, flips: u32) -> u64 {
        let (from, to) = match action {
            Action::Flip(square) => (square, square),
            Action::Move { from, to } => (from, to),
            Action::End => return self.key(flips),
        };
        self.key(flips) ^ mixed(1 + (from.index() << 5 | to.index()) as u64)
    }

    /// What the table knows of a chance node, if that is enough.
    fn known(&self, key: u64, depth: i32, alpha: i32, beta: i32) -> Option<i32> {
        let entry = self.recall(key)?;
        self.trusts(&entry, depth, alpha, beta).then_some(entry.value)
    }

    fn recall(&self, key: u64) -> Option<Entry> {
        if self.techniques.table == Transpositions::Off { None } else { self.table.get(key) }
    }

    fn trusts(&self, entry: &Entry, depth: i32, alpha: i32, beta: i32) -> bool {
        let deep = match self.techniques.table {
            Transpositions::Off => false,
            Transpositions::Exact => entry.depth == depth,
            Transpositions::Deeper => entry.depth >= depth,
        };
        deep && entry.settles(alpha, beta) && !self.depends_on_history(depth)
    }

    fn keep(&self, key: u64, value: i32, depth: i32, bound: Bound, action: Option<Action>) {
        let off = match self.techniques.table {
            Transpositions::Off => true,
            Transpositions::Exact => self.depends_on_history(depth),
            Transpositions::Deeper => false,
        };
        if !off {
            self.table.put(key, Entry { value, depth, bound, action });
        }
    }

    /// The face-down squares that are worth turning over one by one: those beside a face-up piece or in a Cannon's
    /// sights. Of the others one stands for all, since nothing that is face up tells them apart.
    fn distinct_flips(&self) -> Bitboard {
        let position = self.game.position();
        let face_down = position.face_down();
        let face_up = position.of(Colour::Red) | position.of(Colour::Black);
        let mut near = face_up.spread();
        for cannon in position.of_kind(Kind::Cannon) {
            near |= banqi::attacks::jumps(cannon, position.occupied());
        }
        let far = face_down & !near;
        let one = far.first().map_or(Bitboard::EMPTY, Bitboard::from);
        (face_down & near) | one
    }
}

/// An action as it is expected to be played: with what comes up most often, where it turns a piece over.
pub(crate) fn expected(game: &Game, action: Action) -> Ply {
    // The first of equals, as at a chance node.
    let bag = game.position().bag();
    let likeliest = bag.iter().min_by_key(|&(_, count)| -i32::from(count)).map(|(piece, _)| piece);
    Ply::new(action, likeliest.filter(|_| game.reveals(action)))
}

/// Spreads a small number over all bits (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 27
}

/// A value as it is one ply before: a win is worth a little more the sooner it comes, so that it does come.
fn away(value: i32) -> i32 {
    if value > Value::DECIDED {
        value - 1
    } else if value < -Value::DECIDED {
        value + 1
    } else {
        value
    }
}

/// The largest value that is at most `alpha` one ply before.
fn lower(alpha: i32) -> i32 {
    if alpha >= Value::DECIDED {
        alpha + 1
    } else if alpha < -Value::DECIDED {
        alpha - 1
    } else {
        alpha
    }
}

/// The smallest value that is at least `beta` one ply before.
fn higher(beta: i32) -> i32 {
    -lower(-beta)
}
