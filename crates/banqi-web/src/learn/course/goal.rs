//! What a task asks for, and whether it is done.

use banqi::{Action, Colour, Game, Kind, Outcome, Piece, Position, Square};

use super::risk::Risk;

/// What a task asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// An own piece of this kind stands there.
    Reach(Kind, &'static str),
    /// An enemy of this kind is taken.
    Take(Kind),
    /// The other side can take no own piece of this kind on its next turn.
    Safe(Kind),
    /// A piece is turned over, of all that can be the one which endangers the own piece on this square least.
    LeastRisk(&'static str),
    /// The game goes on.
    GoOn,
    /// The game is won.
    Win,
}

impl Goal {
    /// Whether the turn that was just played does it. The game began with the task's position and this side to move.
    pub(super) fn is_met(self, own: Colour, game: &Game) -> bool {
        let position = game.position();
        match self {
            Self::Reach(kind, at) => {
                at.parse().is_ok_and(|square| position.piece(square) == Some(Piece::new(own, kind)))
            }
            Self::Take(kind) => {
                let left = |position: &Position| position.alive().count(Piece::new(!own, kind));
                left(position) < left(game.first_position())
            }
            Self::Safe(kind) => {
                let kept = position.of(own) & position.of_kind(kind);
                let attacked = |action: &Action| matches!(action, Action::Move { to, .. } if kept.contains(*to));
                !kept.is_empty() && !game.actions().iter().any(attacked)
            }
            Self::LeastRisk(at) => at.parse().is_ok_and(|square| is_least_risk(square, game)),
            Self::GoOn => game.outcome().is_none(),
            Self::Win => game.outcome().and_then(|Outcome { winner, .. }| winner) == position.seat_of(own),
        }
    }

    /// The square that is pointed out.
    pub(super) fn square(self) -> Option<Square> {
        match self {
            Self::Reach(_, at) => at.parse().ok(),
            _ => None,
        }
    }

    /// Whether it is about turning pieces over: in other tasks that leads nowhere.
    pub(super) const fn flips(self) -> bool {
        matches!(self, Self::LeastRisk(_))
    }
}

/// Whether the last ply turned over a piece, and no other one would have been less of a risk for what stands on a square.
fn is_least_risk(square: Square, game: &Game) -> bool {
    let Some((before, flipped)) = last_flip(game) else { return false };
    let risk = |flipped| Risk::of(before, game.rules(), flipped, square).count;
    before.face_down().into_iter().all(|other| risk(flipped) <= risk(other))
}

/// The square that the last ply turned over, and the position before it.
pub(super) fn last_flip(game: &Game) -> Option<(&Position, Square)> {
    match game.plies().next_back()?.action {
        // The positions end with the one now.
        Action::Flip(square) => game.positions().nth_back(1).map(|before| (before, square)),
        _ => None,
    }
}
