//! The positions between which pieces only step to and fro.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use banqi::{Action, Bag, Bitboard, Cell, Colour, Piece, Ply, Position, Rules, Setup, Square};

use super::arrangement::Arrangements;
use super::values::Values;

/// What names a layer: what is face up, what is face down, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LayerKey {
    face_up: Bag,
    bag: Bag,
    face_down: Bitboard,
}

impl LayerKey {
    pub(super) fn of(position: &Position) -> Self {
        let mut face_up = Bag::default();
        for square in position.of(Colour::Red) | position.of(Colour::Black) {
            position.piece(square).into_iter().for_each(|piece| face_up.insert(piece));
        }
        Self { face_up, bag: position.bag(), face_down: position.face_down() }
    }
}

/// All positions with the same pieces face up, wherever they stand, and the same squares face down.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    key: LayerKey,
    board: Bitboard,
    /// The squares on which pieces can stand, in the order of the board.
    squares: Vec<Square>,
    /// The pieces that are face up, one of each. Symbol 0 is no piece, symbol n the piece n-1.
    pieces: Vec<Piece>,
    arrangements: Arrangements,
    /// Positions of an arrangement: for each side to move one without a chain, and one for each square where a chain may
    /// be going on.
    variants: usize,
}

impl Layer {
    /// All layers of what begins with this position.
    pub(super) fn all(start: &Position, rules: &Rules) -> impl Iterator<Item = Self> {
        let (board, has_chains) = (start.board(), rules.parameters().chain);
        let squares: Vec<Square> = board.into_iter().collect();
        parts(start.bag()).flat_map(move |(bag, rest)| {
            let squares = squares.clone();
            let face_down = subsets(&squares, bag.len() as usize);
            face_down.into_iter().flat_map(move |face_down| {
                let room = board.count() - face_down.count();
                parts(rest)
                    // Somebody has flipped, and everything has room.
                    .filter(move |(face_up, _)| !face_up.is_empty() && face_up.len() <= room)
                    .map(move |(face_up, _)| Self::new(LayerKey { face_up, bag, face_down }, board, has_chains))
            })
        })
    }

    /// How many positions all layers have together, without making them.
    pub(super) fn count(start: &Position, rules: &Rules) -> u64 {
        let squares = start.board().count();
        let variants = |room: u32| 2 * if rules.parameters().chain { 1 + u64::from(room) } else { 1 };
        let mut count: u64 = 0;
        for (bag, rest) in parts(start.bag()) {
            let room = squares - bag.len();
            let places = Arrangements::new(vec![bag.len().into(), room.into()]).len();
            for (face_up, _) in parts(rest).filter(|(face_up, _)| !face_up.is_empty()) {
                let arrangements = Self::arrangements(face_up, room).len();
                count = count.saturating_add(places.saturating_mul(arrangements).saturating_mul(variants(room)));
            }
        }
        count
    }

    /// The ways in which these pieces can stand on so many squares.
    fn arrangements(face_up: Bag, room: u32) -> Arrangements {
        let empty = u64::from(room - face_up.len());
        Arrangements::new([empty].into_iter().chain(face_up.iter().map(|(_, count)| count.into())).collect())
    }

    fn new(key: LayerKey, board: Bitboard, has_chains: bool) -> Self {
        let squares: Vec<Square> = (board & !key.face_down).into_iter().collect();
        let pieces = key.face_up.iter().map(|(piece, _)| piece).collect();
        let arrangements = Self::arrangements(key.face_up, squares.len() as u32);
        let variants = 2 * if has_chains { 1 + squares.len() } else { 1 };
        Self { key, board, squares, pieces, arrangements, variants }
    }

    pub(super) const fn key(&self) -> LayerKey {
        self.key
    }

    /// A layer depends on lower ones alone.
    pub(super) fn height(&self) -> (u32, u32) {
        (self.key.bag.len(), self.key.face_up.len())
    }

    pub(super) fn positions(&self) -> u64 {
        self.arrangements.len().saturating_mul(self.variants as u64)
    }

    /// The number of a position in its layer.
    pub(super) fn number(&self, position: &Position) -> usize {
        let symbol = |square: &Square| {
            position
                .piece(*square)
                .map_or(0, |piece| 1 + self.pieces.iter().position(|&other| other == piece).unwrap_or_default())
        };
        let arrangement = self.arrangements.number(self.squares.iter().map(symbol)) as usize;
        let chain = position.chain().and_then(|chain| self.squares.iter().position(|&square| square == chain));
        let side = usize::from(position.side() == Some(Colour::Black));
        arrangement * self.variants + 2 * chain.map_or(0, |place| 1 + place) + side
    }

    /// The position of an arrangement and a variant; none where no chain can be going on.
    fn position(&self, symbols: &[usize], variant: usize) -> Option<Position> {
        let mut board = [Cell::Outside; Square::COUNT];
        self.board.into_iter().for_each(|square| board[square.index()] = Cell::Empty);
        self.key.face_down.into_iter().for_each(|square| board[square.index()] = Cell::FaceDown);
        for (square, &symbol) in self.squares.iter().zip(symbols) {
            if let Some(piece) = symbol.checked_sub(1) {
                board[square.index()] = Cell::FaceUp(self.pieces[piece]);
            }
        }
        let side = if variant.is_multiple_of(2) { Colour::Red } else { Colour::Black };
        let chain = (variant / 2).checked_sub(1).map(|place| self.squares[place]);
        // Turns are numbered so that Red is First.
        let turn = if side == Colour::Red { 3 } else { 2 };
        Setup { board, side: Some(side), chain, bag: self.key.bag, quiet: 0, turn }.try_into().ok()
    }

    /// The values of all positions by their numbers, for the side to move.
    pub(super) fn solve(&self, rules: &Rules, lower: &Values) -> Box<[f64]> {
        let count = self.positions() as usize;
        // The best that leaves the layer or is known by now; and how many steps within it are not known.
        let mut best = vec![f64::NEG_INFINITY; count];
        let mut open = vec![0_u32; count];
        let mut steps: Vec<(u32, u32)> = Vec::new();
        let mut symbols = self.arrangements.first();
        let mut arrangement = 0;
        loop {
            for variant in 0..self.variants {
                let number = arrangement * self.variants + variant;
                let Some(position) = self.position(&symbols, variant) else { continue };
                if position.outcome(rules).is_some() {
                    best[number] = lower.of(&position, rules);
                    continue;
                }
                for &action in position.actions(rules).iter() {
                    let is_chance = matches!(action, Action::Flip(_))
                        || matches!(action, Action::Move { to, .. } if self.key.face_down.contains(to));
                    if is_chance {
                        best[number] = best[number].max(chance(&position, action, rules, lower));
                        continue;
                    }
                    let mut child = position;
                    child.play_unchecked(rules, action.into());
                    if child.of(Colour::Red).count() + child.of(Colour::Black).count() == self.key.face_up.len() {
                        steps.push((self.number(&child) as u32, number as u32));
                        open[number] += 1;
                    } else {
                        best[number] = best[number].max(for_mover(&position, &child, rules, lower));
                    }
                }
            }
            arrangement += 1;
            if !Arrangements::next(&mut symbols) {
                break;
            }
        }
        steps.sort_unstable();
        settle(best, open, &steps)
    }
}

/// From how much is won or lost down to nothing: what is left then can be kept up for ever.
///
/// A position is won by as much as its best way out; it is lost by as much as the best of its ways, once they are all
/// known to lose. Nothing that is found later is more than what was found before.
fn settle(mut best: Vec<f64>, mut open: Vec<u32>, steps: &[(u32, u32)]) -> Box<[f64]> {
    let mut values = vec![0.0; best.len()].into_boxed_slice();
    let mut is_settled = vec![false; best.len()];
    let mut queue: BinaryHeap<Due> = BinaryHeap::new();
    for (number, (&value, &open)) in best.iter().zip(&open).enumerate() {
        if value > 0.0 || (open == 0 && value < 0.0 && value > f64::NEG_INFINITY) {
            queue.push(Due { value, number: number as u32 });
        }
    }
    while let Some(Due { value, number }) = queue.pop() {
        if std::mem::replace(&mut is_settled[number as usize], true) {
            continue;
        }
        values[number as usize] = value;
        let from = steps.partition_point(|&(to, _)| to < number);
        for &(_, before) in steps[from..].iter().take_while(|&&(to, _)| to == number) {
            let before = before as usize;
            if is_settled[before] {
                continue;
            }
            best[before] = best[before].max(-value);
            open[before] -= 1;
            if value < 0.0 || (open[before] == 0 && best[before] < 0.0) {
                queue.push(Due { value: best[before], number: before as u32 });
            }
        }
    }
    values
}

/// A position whose value is known as soon as nothing more can be won or lost elsewhere.
#[derive(PartialEq)]
struct Due {
    value: f64,
    number: u32,
}

impl Eq for Due {}

impl Ord for Due {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.abs().total_cmp(&other.value.abs()).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The mean over the bag.
fn chance(position: &Position, action: Action, rules: &Rules, lower: &Values) -> f64 {
    let bag = position.bag();
    let mut sum = 0.0;
    for (piece, count) in bag {
        let mut child = *position;
        child.play_unchecked(rules, Ply::new(action, Some(piece)));
        sum += f64::from(count) * for_mover(position, &child, rules, lower);
    }
    sum / f64::from(bag.len())
}

fn for_mover(position: &Position, child: &Position, rules: &Rules, lower: &Values) -> f64 {
    let value = lower.of(child, rules);
    if child.side() == position.side() { value } else { -value }
}

/// All ways to part a bag in two.
fn parts(bag: Bag) -> impl Iterator<Item = (Bag, Bag)> {
    let mut all = vec![(Bag::default(), bag)];
    for (piece, count) in bag {
        for (mut part, mut rest) in std::mem::take(&mut all) {
            all.push((part, rest));
            for _ in 0..count {
                rest.remove(piece);
                part.insert(piece);
                all.push((part, rest));
            }
        }
    }
    all.into_iter()
}

/// All sets of so many squares.
fn subsets(squares: &[Square], size: usize) -> Vec<Bitboard> {
    let mut all = vec![Bitboard::EMPTY];
    for &square in squares {
        let with: Vec<Bitboard> = all.iter().map(|&set| set | square.into()).collect();
        all.extend(with);
    }
    all.retain(|set| set.count() as usize == size);
    all
}
