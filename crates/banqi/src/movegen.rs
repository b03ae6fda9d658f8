//! The one generator of actions, for every rule set.
//!
//! Steps are whole-board shifts; attacks are looked up piece by piece. What a house rule adds is a test of one flag per
//! position or per piece of the kind it concerns, so rules that are off cost nothing that can be measured.
//!
//! What the history forbids (chases) is not known here: see [`Game::actions`](crate::Game::actions).

use core::ops::ControlFlow;

use crate::action::Actions;
use crate::{Action, Bitboard, Colour, Kind, Piece, Position, Rules, Square, attacks};

impl Position {
    /// Calls `visit` with each action of the side to move until it breaks.
    ///
    /// Whether the game is over is not asked; forbidden chases are included.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// use core::ops::ControlFlow;
    /// let mut seen = 0;
    /// let _ = Position::start().each_action(&Preset::HongKong.rules(), |_| {
    ///     seen += 1;
    ///     if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!(seen, 5);
    /// ```
    #[inline]
    pub fn each_action(&self, rules: &Rules, mut visit: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(from) = self.chain() {
            for to in self.attacked_from(rules, from) {
                visit(Action::Move { from, to })?;
            }
            return visit(Action::End);
        }
        for square in self.face_down() {
            visit(Action::Flip(square))?;
        }
        let Some(side) = self.side() else { return ControlFlow::Continue(()) };
        let empty = self.empty();
        let attackable = self.of(!side) | if rules.attacks_dark() { self.face_down() } else { Bitboard::EMPTY };
        let reachable = empty | attackable;
        let far = self.far_reaching(rules, side);
        for from in self.of(side) & (reachable.spread() | far) {
            let steps = if rules.rushes(self.kind_or_soldier(from)) {
                attacks::slides(from, self.occupied())
            } else {
                attacks::neighbours(from)
            };
            for to in (steps & empty) | self.attacked_from(rules, from) {
                visit(Action::Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The actions of the side to move, forbidden chases included, whether or not the game is over.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "4/4/4/4/4/4/4/Kg2 r - 3 41".parse()?;
    /// let actions = position.actions(&Preset::TaiwanClub.rules());
    /// let written: Vec<String> = actions.iter().map(|action| action.to_string()).collect();
    /// assert_eq!(written, ["a1-b1", "a1-a2"]);
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    #[inline]
    pub fn actions(&self, rules: &Rules) -> Actions {
        let mut actions = Actions::new();
        let _ = self.each_action(rules, |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        actions
    }

    /// Whether the side to move has any action.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// assert!(Position::start().has_action(&Preset::TaiwanClub.rules()));
    /// ```
    #[inline]
    pub fn has_action(&self, rules: &Rules) -> bool {
        if !self.face_down().is_empty() || self.chain().is_some() {
            return true;
        }
        let Some(side) = self.side() else { return false };
        !(self.of(side).spread() & self.empty()).is_empty()
            || self.each_action(rules, |_| ControlFlow::Break(())).is_break()
    }

    /// How many plies there are: each action once, but once for each piece that may come up where it turns one over.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// assert_eq!(Position::start().count_plies(&Preset::TaiwanClub.rules()), 32 * 14);
    /// ```
    #[inline]
    pub fn count_plies(&self, rules: &Rules) -> u32 {
        let outcomes = self.bag().kinds();
        let attacks = |from: Square| {
            let attacked = self.attacked_from(rules, from);
            (attacked & !self.face_down()).count() + (attacked & self.face_down()).count() * outcomes
        };
        if let Some(from) = self.chain() {
            return attacks(from) + 1;
        }
        let flips = self.face_down().count() * outcomes;
        let Some(side) = self.side() else { return flips };
        let (own, empty, enemies) = (self.of(side), self.empty(), self.of(!side));
        let mut plies = flips;
        if !empty.is_empty() {
            plies += (own.up() & empty).count()
                + (own.down() & empty).count()
                + (own.left() & empty).count()
                + (own.right() & empty).count();
            if rules.parameters().rush {
                for from in own & self.of_kind(Kind::Chariot) {
                    plies += (attacks::slides(from, self.occupied()) & empty & !attacks::neighbours(from)).count();
                }
            }
        }
        let attackable = if rules.attacks_dark() { enemies | self.face_down() } else { enemies };
        if !attackable.is_empty() {
            for from in own & (attackable.spread() | self.far_reaching(rules, side)) {
                plies += attacks(from);
            }
        }
        plies
    }

    /// Where a face-up piece of the side to move can step: the empty squares it reaches.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "4/4/4/4/4/4/4/Kg2 r - 3 41".parse()?;
    /// assert_eq!(position.steps_from(&Preset::TaiwanClub.rules(), "a1".parse()?).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn steps_from(&self, rules: &Rules, from: Square) -> Bitboard {
        match self.piece(from) {
            Some(piece) if rules.rushes(piece.kind) => attacks::slides(from, self.occupied()) & self.empty(),
            Some(_) => attacks::neighbours(from) & self.empty(),
            None => Bitboard::EMPTY,
        }
    }

    /// What a face-up piece attacks: enemies that it can capture, and face-down pieces where the rules allow that.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "4/4/4/4/4/4/4/Kg2 r - 3 41".parse()?;
    /// assert_eq!(position.attacked_from(&Preset::TaiwanClub.rules(), "a1".parse()?).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn attacked_from(&self, rules: &Rules, from: Square) -> Bitboard {
        let Some(piece) = self.piece(from) else { return Bitboard::EMPTY };
        let occupied = self.occupied();
        let captured = self.captured_by(rules, piece, from, occupied);
        if rules.attacks_dark() {
            let (by_rank, any) = reach(rules, piece.kind, from, occupied);
            captured | ((by_rank | any) & self.face_down())
        } else {
            captured
        }
    }

    /// The face-up enemies that `piece` captures from a square when `occupied` is what stands on the board.
    #[inline]
    pub(crate) fn captured_by(&self, rules: &Rules, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        let (by_rank, any) = reach(rules, piece.kind, from, occupied);
        let enemies = self.of(!piece.colour);
        let takes = rules.takes(piece.kind);
        let mut captured = any & enemies;
        for target in by_rank & enemies {
            if takes.contains_code(self.code(target)) {
                captured |= target.into();
            }
        }
        captured
    }

    /// One's own pieces that can attack something that is not their orthogonal neighbour.
    #[inline]
    fn far_reaching(&self, rules: &Rules, side: Colour) -> Bitboard {
        let parameters = rules.parameters();
        let mut far = Bitboard::EMPTY;
        if rules.jumps(Kind::Cannon) {
            far |= self.of_kind(Kind::Cannon);
        }
        if parameters.rush {
            far |= self.of_kind(Kind::Chariot);
        }
        if parameters.diagonal {
            far |= self.of_kind(Kind::Horse);
        }
        far & self.of(side)
    }

    /// The kind on a square that is known to hold a face-up piece.
    #[inline]
    fn kind_or_soldier(&self, square: Square) -> Kind {
        self.piece(square).map_or(Kind::Soldier, |piece| piece.kind)
    }
}

/// What a kind attacks from a square: where rank decides, and where it takes anything.
#[inline]
fn reach(rules: &Rules, kind: Kind, from: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let near = attacks::neighbours(from);
    if rules.jumps(kind) {
        (Bitboard::EMPTY, attacks::jumps(from, occupied))
    } else if rules.rushes(kind) {
        (near, attacks::slides(from, occupied) & occupied & !near)
    } else if rules.attacks_diagonally(kind) {
        (near, attacks::diagonals(from))
    } else {
        (near, Bitboard::EMPTY)
    }
}
