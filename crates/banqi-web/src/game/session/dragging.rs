//! Pieces that are carried, instead of being tapped and put.

use banqi::{Action, Cell, IllegalAction, Square};

use super::{Happened, Refusal, Session};
use crate::board::Drag;

impl Session {
    /// What carrying a piece does. A piece that is let go where it cannot go is where it was: nothing is turned over, and
    /// nothing stays in hand.
    pub(crate) fn drag(&mut self, drag: Drag) -> Vec<Happened> {
        self.moving = None;
        match drag {
            Drag::Lift(square) => self.lift(square),
            Drag::Drop { from, to } => match to.filter(|to| *to != from) {
                // Whatever happened meanwhile, it may be in hand no more.
                _ if self.selected() != Some(from) => Vec::new(),
                None => self.drop_selected(),
                Some(to) if self.ahead().is_some() => self.put_ahead(from, to),
                Some(to) => self.let_go(from, to),
            },
        }
    }

    fn lift(&mut self, square: Square) -> Vec<Happened> {
        if self.selected() == Some(square) {
            return Vec::new();
        }
        if self.ahead().is_some() {
            let mut happened = self.cancel_premove();
            happened.extend(self.select(square));
            return happened;
        }
        match self.closed() {
            Some(Refusal::Paused) => self.go_on(),
            Some(refusal) => vec![Happened::Refused(refusal)],
            // The chain's piece is in hand already.
            None if self.position().chain().is_some() => Vec::new(),
            None => self.select(square),
        }
    }

    fn let_go(&mut self, from: Square, to: Square) -> Vec<Happened> {
        let action = Action::Move { from, to };
        let happened = match self.game().check(action) {
            Ok(()) => self.play(action),
            Err(why) => {
                self.selected = None;
                let is_elsewhere = self.position().cell(to) == Cell::Empty;
                if is_elsewhere && !matches!(why, IllegalAction::ForbiddenChase { .. }) {
                    vec![Happened::Dropped(from)]
                } else {
                    vec![Happened::Refused(Refusal::Illegal { action, why })]
                }
            }
        };
        // The hand has shown the movement.
        self.moving = None;
        happened
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{alone, answer, chased, plays, plies, session, square, two};
    use super::*;

    fn drag(game: &mut Session, from: &str, to: &str) -> Vec<Happened> {
        game.drag(Drag::Lift(square(from)));
        game.drag(Drag::Drop { from: square(from), to: to.parse().ok() })
    }

    #[test]
    fn a_piece_is_carried_to_where_it_goes() {
        let mut game = two("taiwan-club", "3k/4/4/4/4/4/n3/R3 r - 0 41");
        assert!(matches!(drag(&mut game, "a1", "a2")[..], [Happened::Played(_)]));
        assert_eq!(plies(&game), ["a1-a2"]);
        assert_eq!(game.moving(), None, "it is there already");
    }

    #[test]
    fn what_cannot_go_there_is_where_it_was() {
        let mut game = two("taiwan-club", "3k/4/4/4/4/4/r3/P2P r - 0 41");
        for to in ["a1", "c5", "beside"] {
            assert_eq!(drag(&mut game, "a1", to), [Happened::Dropped(square("a1"))], "{to}");
            assert_eq!(game.selected(), None);
        }
        assert!(matches!(
            drag(&mut game, "a1", "a2")[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::RankTooLow { .. }, .. })]
        ));
        assert!(matches!(drag(&mut game, "a1", "d1")[..], [Happened::Refused(Refusal::Illegal { .. })]));
        assert_eq!((game.selected(), plies(&game).len()), (None, 0));
        let mut game = chased();
        assert!(matches!(
            drag(&mut game, "b1", "a1")[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::ForbiddenChase { .. }, .. })]
        ));
    }

    #[test]
    fn nothing_is_turned_over_by_a_piece_that_is_dropped_on_it() {
        let mut game =
            session("taiwan-club", "3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................", None, false);
        assert!(matches!(drag(&mut game, "a1", "a2")[..], [Happened::Refused(_)]));
        assert!(plies(&game).is_empty());
    }

    #[test]
    fn the_piece_of_a_chain_is_carried_on() {
        let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        drag(&mut game, "b2", "b3");
        drag(&mut game, "b3", "c3");
        assert_eq!(plies(&game), ["b2-b3", "b3-c3"]);
    }

    #[test]
    fn a_move_is_chosen_ahead_by_carrying_even_to_an_own_piece() {
        let mut game = alone("taiwan-club", "3k/4/4/4/4/4/nP2/R3 b - 0 42");
        game.allow_premoves(true);
        assert!(matches!(drag(&mut game, "b2", "b1")[..], [Happened::Premoved(_)]));
        // What is taken is to be taken back.
        assert!(matches!(drag(&mut game, "b2", "b3")[..], [Happened::Premoved(_)]));
        drag(&mut game, "a1", "b1");
        assert_eq!(game.premove().map(|premove| premove.to), Some(square("b1")));
        answer(&mut game, plays("d8-d7", false));
        assert_eq!(plies(&game), ["d8-d7", "a1-b1"]);
    }
}
