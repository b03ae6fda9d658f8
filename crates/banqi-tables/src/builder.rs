//! Makes the table of a class by retrograde analysis (Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970; Thompson,
//! "Retrograde analysis of certain endgames", ICCA Journal 9, 1986).
//!
//! First every position is looked at once: what its captures lead to is in tables made before. Then what is decided spreads
//! backwards, a ply at a time: whoever can step to where the other side is lost wins; whoever has nothing but steps to where the
//! other side wins is lost. Steps can be taken back the way they came, so the predecessors of a position are found by the other
//! side's steps from it.

use banqi::{Bag, Bitboard, Cell, Colour, Position, Rules, Setup, Square, attacks};

use crate::Verdict;
use crate::class::{Arrangement, Class};
use crate::material::Material;
use crate::placement::occupied;
use crate::prober::{Prober, is_step, ply};
use crate::table::{Extent, Numbering, State, Table};

/// Nothing is known yet. No verdict has this code.
const OPEN: u16 = 1;

/// Nothing is known yet, but it is not lost: a capture makes a draw. No verdict has this code either.
const HELD: u16 = u16::MAX;

/// So many positions are looked at between two questions whether to stop: about a millisecond.
const STRETCH: usize = 2_048;

/// The positions of a class, as some of its material makes them.
pub(crate) struct Places {
    pub(crate) numbering: Numbering,
    /// The pieces of each slot, arranged for red to move.
    arrangement: Arrangement,
}

impl Places {
    pub(crate) fn new(rules: &Rules, material: Material) -> Self {
        let arrangement = Class::arrange(rules, material, Colour::Red);
        Self { numbering: Numbering::of(&arrangement.class), arrangement }
    }

    /// All of them, each once.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let used = (0..self.numbering.count()).filter(|&index| self.numbering.is_used(index));
        used.map(|index| self.position(self.numbering.state(index)))
    }

    pub(crate) fn position(&self, state: State) -> Position {
        let mut board = [Cell::Empty; Square::COUNT];
        let mut bag = Bag::EMPTY;
        for (slot, &piece) in self.arrangement.pieces.iter().enumerate() {
            let is_face_down = self.numbering.class.is_face_down(slot);
            board[usize::from(state.squares[slot])] = if is_face_down { Cell::FaceDown } else { Cell::FaceUp(piece) };
            if is_face_down {
                bag.insert(piece);
            }
        }
        let side = if state.second_moves == self.arrangement.second_moves { Colour::Red } else { Colour::Black };
        let setup = Setup { board, side: Some(side), chain: None, bag, quiet: 0, turn: 33 };
        setup.try_into().expect("a placement of a class is a position")
    }
}

/// Makes the table of the class that some material belongs to.
pub(crate) struct Builder<'a> {
    rules: &'a Rules,
    known: &'a Prober,
    places: Places,
    /// More plies to conversion than this are none.
    most: u16,
}

impl<'a> Builder<'a> {
    /// `known` has the tables that its captures lead to.
    pub(crate) fn new(rules: &'a Rules, known: &'a Prober, material: Material) -> Self {
        let most = rules.parameters().quiet.unwrap_or(Verdict::MOST_PLIES);
        Self { rules, known, places: Places::new(rules, material), most }
    }

    /// The table; none if `stop` said so, which is asked now and then. `below` is the extent of the tables that its captures
    /// lead to.
    pub(crate) fn build(self, below: Extent, stop: &dyn Fn() -> bool) -> Option<Table> {
        let mut values = vec![OPEN; self.places.numbering.count()];
        // What is decided in so many plies, and in one more: captures decide within one.
        let mut decided = [Vec::new(), Vec::new()];
        for (index, value) in values.iter_mut().enumerate() {
            if index.is_multiple_of(STRETCH) && stop() {
                return None;
            }
            if !self.places.numbering.is_used(index) {
                *value = Verdict::Draw.code();
                continue;
            }
            let code = self.first_look(self.places.numbering.state(index));
            *value = code;
            if let Some(plies) = Verdict::from_code(code).and_then(Verdict::plies) {
                decided[usize::from(plies)].push(index as u32);
            }
        }
        let mut extent = below;
        let [mut layer, mut next] = decided;
        let mut plies = 0;
        while !layer.is_empty() || !next.is_empty() {
            if !layer.is_empty() {
                extent.longest = extent.longest.max(plies);
            }
            for (number, index) in layer.into_iter().enumerate() {
                if number.is_multiple_of(STRETCH) && stop() {
                    return None;
                }
                let follows = self.follow(index as usize, plies, &values);
                if plies == self.most {
                    extent.is_cut |= !follows.is_empty();
                    continue;
                }
                for (number, verdict) in follows {
                    if values[number] != verdict.code() {
                        values[number] = verdict.code();
                        next.push(number as u32);
                    }
                }
            }
            plies += 1;
            layer = std::mem::take(&mut next);
        }
        for value in &mut values {
            if matches!(*value, OPEN | HELD) {
                *value = Verdict::Draw.code();
            }
        }
        Some(Table { numbering: self.places.numbering, values, extent })
    }

    /// What follows, for those from which a step leads to it, from a position that is decided in so many plies.
    fn follow(&self, index: usize, plies: u16, values: &[u16]) -> Vec<(usize, Verdict)> {
        let is_loss = matches!(Verdict::from_code(values[index]), Some(Verdict::Loss(_)));
        let mut follows = Vec::new();
        self.each_step(self.places.numbering.passed(self.places.numbering.state(index)), |before| {
            let number = self.places.numbering.index(before);
            match values[number] {
                OPEN | HELD if is_loss => follows.push((number, Verdict::Win(plies + 1))),
                OPEN if self.is_lost(before, plies, values) => follows.push((number, Verdict::Loss(plies + 1))),
                _ => {}
            }
        });
        follows
    }

    /// What a position is by its conversions alone.
    fn first_look(&self, state: State) -> u16 {
        if self.is_calm(state) {
            return OPEN;
        }
        let position = self.places.position(state);
        let Some(mover) = position.side() else { return OPEN };
        let (mut quiet, mut best) = (false, None);
        for action in position.actions(self.rules).iter().copied() {
            if is_step(&position, action) {
                quiet = true;
                continue;
            }
            let mut child = position;
            child.play_unchecked(self.rules, ply(&position, action));
            match self.known.converted(&child, mover) {
                Some(Verdict::Win(_)) => return Verdict::Win(1).code(),
                Some(Verdict::Draw) => best = Some(Verdict::Draw),
                Some(Verdict::Loss(_)) => best = best.or(Some(Verdict::Loss(1))),
                None => unreachable!("what captures lead to is known"),
            }
        }
        match (best, quiet) {
            (None, false) => Verdict::Loss(0).code(),
            (Some(verdict), false) => verdict.code(),
            (Some(Verdict::Draw), true) => HELD,
            (_, true) => OPEN,
        }
    }

    /// Whether there are steps and surely nothing else, which is how most positions are.
    fn is_calm(&self, state: State) -> bool {
        let class = &self.places.numbering.class;
        let (own, others) = (class.side(state.second_moves), class.side(!state.second_moves));
        if (0..class.pieces()).any(|slot| class.is_face_down(slot)) {
            return false;
        }
        let occupied = occupied(state.squares, class.pieces());
        let enemies: Bitboard = others.filter_map(|slot| Square::new(state.squares[slot])).collect();
        let (mut steps, mut attacked) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for slot in own {
            let Some(from) = Square::new(state.squares[slot]) else { return false };
            steps |= attacks::neighbours(from) & !occupied;
            attacked |= class.reaches(slot, from, occupied) & enemies;
        }
        !steps.is_empty() && attacked.is_empty()
    }

    /// Whether all steps lead to where the other side wins, within so many plies.
    fn is_lost(&self, state: State, plies: u16, values: &[u16]) -> bool {
        let mut lost = true;
        self.each_step(state, |after| {
            let value = values[self.places.numbering.index(self.places.numbering.passed(after))];
            lost &= matches!(Verdict::from_code(value), Some(Verdict::Win(wins)) if wins <= plies);
        });
        lost
    }

    /// Each placement that the side to move makes of one by a step; who is to move stays as it was.
    fn each_step(&self, state: State, mut visit: impl FnMut(State)) {
        let class = &self.places.numbering.class;
        let occupied = occupied(state.squares, class.pieces());
        for slot in class.side(state.second_moves).filter(|&slot| !class.is_face_down(slot)) {
            let Some(from) = Square::new(state.squares[slot]) else { continue };
            let reached = if class.slides(slot) { attacks::slides(from, occupied) } else { attacks::neighbours(from) };
            for to in reached & !occupied {
                let mut squares = state.squares;
                squares[slot] = to.index() as u8;
                visit(State { squares, ..state });
            }
        }
    }
}
