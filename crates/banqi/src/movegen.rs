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
        let (own, empty) = (self.of(side), self.empty());
        let sliding = if rules.parameters().rush { own & self.of_kind(Kind::Chariot) } else { Bitboard::EMPTY };
        let stepping = own & !sliding;
        for to in stepping.up() & empty {
            visit(Action::Move { from: to.offset(-4), to })?;
        }
        for to in stepping.down() & empty {
            visit(Action::Move { from: to.offset(4), to })?;
        }
        for to in stepping.left() & empty {
            visit(Action::Move { from: to.offset(1), to })?;
        }
        for to in stepping.right() & empty {
            visit(Action::Move { from: to.offset(-1), to })?;
        }
        for from in sliding {
            for to in attacks::slides(from, self.occupied()) & empty {
                visit(Action::Move { from, to })?;
            }
        }
        for from in self.attackers(rules, side) {
            for to in self.attacked_from(rules, from) {
                visit(Action::Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit` with each capture of a face-up piece by the side to move: a part of what
    /// [`each_action`](Self::each_action) finds, for a search that plays exchanges out.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "4/4/4/4/4/4/r?2/Kg2 r P1 3 41".parse()?;
    /// let mut captures = Vec::new();
    /// position.each_capture(&Preset::TaiwanClub.rules(), |action| captures.push(action.to_string()));
    /// assert_eq!(captures, ["a1-b1", "a1-a2"]);
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    #[inline]
    pub fn each_capture(&self, rules: &Rules, mut visit: impl FnMut(Action)) {
        let Some(side) = self.side() else { return };
        let enemies = self.of(!side);
        let attackers = self.chain().map_or_else(|| self.attackers(rules, side), Into::into);
        for from in attackers {
            if let Some(piece) = self.piece(from) {
                for to in self.captured_by(rules, piece, from, self.occupied()) & enemies {
                    visit(Action::Move { from, to });
                }
            }
        }
    }

    /// The actions of the side to move, forbidden chases included, whether or not the game is over.
    ///
    /// ```
    /// use banqi::{Position, Preset};
    /// let position: Position = "4/4/4/4/4/4/4/Kg2 r - 3 41".parse()?;
    /// let actions = position.actions(&Preset::TaiwanClub.rules());
    /// let written: Vec<String> = actions.iter().map(|action| action.to_string()).collect();
    /// assert_eq!(written, ["a1-a2", "a1-b1"]);
    /// # Ok::<(), banqi::PositionError>(())
    /// ```
    #[inline]
    pub fn actions(&self, rules: &Rules) -> Actions {
        let mut actions = Actions::new();
        self.push_actions(rules, &mut actions);
        actions
    }

    /// Adds the actions of the side to move to a list, which saves copying it.
    #[inline]
    pub(crate) fn push_actions(&self, rules: &Rules, actions: &mut Actions) {
        let _ = self.each_action(rules, |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
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
        let (own, empty) = (self.of(side), self.empty());
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
        plies + self.attackers(rules, side).into_iter().map(attacks).sum::<u32>()
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

    /// The own pieces that may have something to attack: those beside it, and those that reach farther.
    #[inline]
    fn attackers(&self, rules: &Rules, side: Colour) -> Bitboard {
        let parameters = rules.parameters();
        let attackable = self.of(!side) | if rules.attacks_dark() { self.face_down() } else { Bitboard::EMPTY };
        if attackable.is_empty() {
            return Bitboard::EMPTY;
        }
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
        self.of(side) & (attackable.spread() | far)
    }
}

/// What a kind attacks from a square: where rank decides, and where it takes anything.
#[expect(clippy::inline_always, reason = "called for every piece; a call costs a tenth of a random game's time")]
#[inline(always)]
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
