//! Finds a position in the tables.

use std::collections::HashMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use banqi::{Action, Bitboard, Colour, Piece, Ply, Position, Rules, Square};

use crate::class::{Arrangement, Class};
use crate::material::Material;
use crate::table::{State, Table};
use crate::{MOST_PIECES, Verdict};

/// What the place in a table follows from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Key {
    material: Material,
    mover: Colour,
}

/// Where a material stands in its table.
#[derive(Clone, Debug)]
struct Place {
    table: Arc<Table>,
    /// The pieces of each slot.
    pieces: ArrayVec<Piece, MOST_PIECES>,
    second_moves: bool,
}

/// Says of a position under some rules who wins it, as far as there are tables.
///
/// ```
/// use banqi::{Position, Preset};
/// use banqi_tables::{Tables, Verdict};
///
/// let tables = Tables::made(Preset::TaiwanTournament.rules());
/// let position: Position = "4/4/4/4/4/4/1n2/K3 r - 0 41".parse()?;
/// tables.prepare(position.alive(), 2, &|| false);
/// // The Horse is beside nothing that the General could take, and it is the General's turn.
/// assert!(matches!(tables.prober().probe(&position), Some(Verdict::Win(_) | Verdict::Draw)));
/// # Ok::<(), banqi::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prober {
    rules: Rules,
    places: HashMap<Key, Place>,
}

impl Prober {
    pub(crate) fn new(rules: Rules) -> Self {
        Self { rules, places: HashMap::new() }
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Adds the places of some material, whose table this is.
    pub(crate) fn insert(&mut self, material: Material, table: &Arc<Table>) {
        for mover in Colour::ALL {
            let Arrangement { pieces, second_moves, .. } = Class::arrange(&self.rules, material, mover);
            self.places.insert(Key { material, mover }, Place { table: Arc::clone(table), pieces, second_moves });
        }
    }

    /// The table of some material.
    pub(crate) fn table(&self, material: Material) -> Option<&Arc<Table>> {
        self.places.get(&Key { material, mover: Colour::Red }).map(|place| &place.table)
    }

    /// Whether it has no tables at all.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_tables::Tables;
    /// assert!(Tables::made(Preset::HongKong.rules()).prober().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Who wins a position with best play, where a table has it: the history apart, the quiet count considered. What needs
    /// more plies to its next conversion than the quiet limit leaves is a draw.
    ///
    /// A position whose game is over by the quiet limit or by repetition is none to ask about; one without a legal move is
    /// a loss in no plies.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// use banqi_tables::{Tables, Verdict};
    ///
    /// let tables = Tables::made(Preset::TaiwanQuick.rules());
    /// let takes: Position = "4/4/4/4/4/4/4/Kn2 r - 19 41".parse()?;
    /// tables.prepare(takes.alive(), 2, &|| false);
    /// assert_eq!(tables.prober().probe(&takes), Some(Verdict::Win(1)));
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        let verdict = self.fresh(position)?;
        let (Some(limit), Some(plies)) = (self.rules.parameters().quiet, verdict.plies()) else { return Some(verdict) };
        let is_late = u32::from(plies) + position.quiet() > limit.into();
        Some(if is_late && plies > 0 { Verdict::Draw } else { verdict })
    }

    /// Whether it can say what a position is worth, one inside a chain included.
    pub(crate) fn knows(&self, position: &Position) -> bool {
        match position.side().filter(|_| position.chain().is_some()) {
            Some(mover) => self.converted(position, mover).is_some(),
            None => self.fresh(position).is_some(),
        }
    }

    /// The verdict of the table, whatever the quiet count; none where there is no table for it.
    #[inline]
    pub(crate) fn fresh(&self, position: &Position) -> Option<Verdict> {
        let mover = position.side()?;
        if position.occupied().count() as usize > MOST_PIECES || position.chain().is_some() {
            return None;
        }
        if position.board().count() as usize != Square::COUNT {
            return None;
        }
        let key = Key { material: Material::of(position)?, mover };
        let place = self.places.get(&key)?;
        let class = &place.table.numbering.class;
        let mut left: ArrayVec<(Piece, Bitboard), MOST_PIECES> = ArrayVec::new();
        let mut squares = [0; MOST_PIECES];
        for (slot, &piece) in place.pieces.iter().enumerate() {
            let square = if class.is_face_down(slot) {
                position.face_down().first()?
            } else {
                let known = left.iter().position(|(other, _)| *other == piece);
                let index = known.unwrap_or_else(|| {
                    left.push((piece, position.of(piece.colour) & position.of_kind(piece.kind)));
                    left.len() - 1
                });
                let rest = &mut left[index].1;
                let square = rest.first()?;
                *rest = Bitboard::from_bits(rest.bits() & (rest.bits() - 1));
                square
            };
            squares[slot] = square.index() as u8;
        }
        place.table.verdict(State { second_moves: place.second_moves, squares })
    }

    /// What a position is worth that has just come about by a conversion, to the side `mover`, who made it: none where no
    /// table knows.
    pub(crate) fn converted(&self, position: &Position, mover: Colour) -> Option<Verdict> {
        // Without pieces one never moves anything again.
        if !position.has_pieces(!mover) {
            return Some(Verdict::Win(1));
        }
        if !position.has_pieces(mover) {
            return Some(Verdict::Loss(1));
        }
        if position.side() != Some(mover) {
            return Some(match self.fresh(position)? {
                Verdict::Win(_) => Verdict::Loss(1),
                Verdict::Draw => Verdict::Draw,
                Verdict::Loss(_) => Verdict::Win(1),
            });
        }
        // A chain goes on: the best that may come of it.
        let mut best = None;
        for action in position.actions(&self.rules).iter().copied() {
            let mut child = *position;
            child.play_unchecked(&self.rules, ply(position, action));
            let verdict = self.converted(&child, mover)?;
            if best.is_none_or(|best| rank(verdict) > rank(best)) {
                best = Some(verdict);
            }
        }
        best
    }
}

/// An action as it is played: where it turns the only face-down piece over, everybody knows what comes up.
pub(crate) fn ply(position: &Position, action: Action) -> Ply {
    let reveals = match action {
        Action::Flip(_) => true,
        Action::Move { to, .. } => position.face_down().contains(to),
        Action::End => false,
    };
    Ply::new(action, position.bag().iter().next().map(|(piece, _)| piece).filter(|_| reveals))
}

/// Whether an action is a step: everything else changes what pieces there are, or turns one over.
pub(crate) fn is_step(position: &Position, action: Action) -> bool {
    matches!(action, Action::Move { to, .. } if position.empty().contains(to))
}

/// From worst to best for the side to move, plies apart.
pub(crate) fn rank(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Loss(_) => -1,
        Verdict::Draw => 0,
        Verdict::Win(_) => 1,
    }
}
