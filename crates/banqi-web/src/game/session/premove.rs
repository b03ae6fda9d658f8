//! A move that is chosen while the other player thinks, and played as soon as the turn comes.
//!
//! It is a wish and no action: what is legal then depends on what the other player does. It stays on this device until the
//! turn comes, so that nobody, the server included, learns what somebody means to do.

use banqi::{Action, Bitboard, Capture, Cell, Colour, DarkRule, IllegalAction, Kind, Rules, Square, attacks};

use super::{Happened, Refusal, Session, Targets};

/// A move that waits for its turn. Never a flip: what comes up decides too much to be meant blindly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Premove {
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Premove {
    const fn action(self) -> Action {
        Action::Move { from: self.from, to: self.to }
    }
}

impl Session {
    /// Whether moves may be chosen ahead at all. Whoever switches that off takes back what is chosen.
    pub(crate) fn allow_premoves(&mut self, are_allowed: bool) {
        self.may_premove = are_allowed;
        self.premove = self.premove.filter(|_| are_allowed);
    }

    /// The move that waits for its turn.
    pub(crate) fn premove(&self) -> Option<Premove> {
        self.premove
    }

    /// The colour of a person who may choose a move ahead now: somebody else is to move, and will.
    pub(crate) fn ahead(&self) -> Option<Colour> {
        let own = self.players.own_seat()?;
        let waits = self.position().seat() != own && self.looking.is_none() && self.offer.is_none();
        let colour = self.position().colour_of(own)?;
        (self.may_premove && waits && !self.is_opening() && !self.is_over()).then_some(colour)
    }

    /// What a tap means while somebody else is to move.
    pub(super) fn tap_ahead(&mut self, square: Square, colour: Colour) -> Vec<Happened> {
        let is_own = self.position().piece(square).is_some_and(|piece| piece.colour == colour);
        let mut happened = self.cancel_premove();
        let was_its = happened.iter().any(|one| match one {
            Happened::PremoveOff(premove) => [premove.from, premove.to].contains(&square),
            _ => false,
        });
        happened.extend(match self.selected {
            _ if was_its => Vec::new(),
            Some(from) if from == square => self.drop_selected(),
            _ if is_own => self.select(square),
            Some(from) => self.put_ahead(from, square),
            None if happened.is_empty() => vec![Happened::Refused(Refusal::NotYourTurn)],
            None => Vec::new(),
        });
        happened
    }

    /// Chooses where the piece on `from` is to go; or puts it down, where it can never go there.
    pub(super) fn put_ahead(&mut self, from: Square, to: Square) -> Vec<Happened> {
        let Some(piece) = self.position().piece(from).filter(|piece| Some(piece.colour) == self.ahead()) else {
            return vec![Happened::Refused(Refusal::NotYourTurn)];
        };
        let is_dark = self.position().cell(to) == Cell::FaceDown;
        let may_attack = !is_dark || self.rules().parameters().dark != DarkRule::Off;
        let reach = reach(self.rules(), piece.kind, from) & self.position().board();
        self.selected = None;
        if may_attack && reach.contains(to) {
            let premove = Premove { from, to };
            self.premove = Some(premove);
            return vec![Happened::Premoved(premove)];
        }
        let why =
            if may_attack { IllegalAction::OutOfReach { piece, from, to } } else { IllegalAction::DarkTarget(to) };
        match self.position().cell(to) {
            Cell::Empty => vec![Happened::Dropped(from)],
            _ => vec![Happened::Refused(Refusal::Illegal { action: Action::Move { from, to }, why })],
        }
    }

    pub(super) fn cancel_premove(&mut self) -> Vec<Happened> {
        self.premove.take().map(Happened::PremoveOff).into_iter().collect()
    }

    /// Plays what was chosen ahead, once it is this person's turn. What is not legal then is dropped.
    pub(crate) fn follow_up(&mut self) -> Vec<Happened> {
        if self.is_over() {
            self.premove = None;
        }
        if !self.is_persons_turn() {
            return Vec::new();
        }
        let Some(premove) = self.premove.take() else { return Vec::new() };
        match self.game().check(premove.action()) {
            Ok(()) => self.play(premove.action()),
            Err(why) => vec![Happened::PremoveDropped { premove, why }],
        }
    }

    /// Where a piece could go as the board is now, if it were its turn: what is pointed out while a move is chosen ahead.
    pub(super) fn targets_ahead(&self, from: Square, colour: Colour) -> Targets {
        let (position, rules) = (self.position(), self.rules());
        let Some(piece) = position.piece(from).filter(|piece| piece.colour == colour) else {
            return Targets::default();
        };
        let near = attacks::neighbours(from);
        let steps = if slides(rules, piece.kind) { near | attacks::slides(from, position.occupied()) } else { near };
        let captures = position.attacked_from(rules, from);
        Targets { steps: steps & position.empty(), captures, ..Targets::default() }
    }
}

/// Every square that a piece of this kind can ever go to from here, whatever stands in between by then. Its own side's are
/// among them: what stands there may be taken, and is to be taken back.
fn reach(rules: &Rules, kind: Kind, from: Square) -> Bitboard {
    let mut reach = attacks::neighbours(from);
    let jumps = Kind::ALL.into_iter().any(|target| rules.capture(kind, target) == Some(Capture::Jump));
    if jumps || slides(rules, kind) {
        let on_line = |to: &Square| *to != from && (to.file() == from.file() || to.rank() == from.rank());
        reach |= Square::all().filter(on_line).collect();
    }
    if kind == Kind::Horse && rules.parameters().diagonal {
        reach |= attacks::diagonals(from);
    }
    reach
}

fn slides(rules: &Rules, kind: Kind) -> bool {
    kind == Kind::Chariot && rules.parameters().rush
}

#[cfg(test)]
mod tests {
    use super::super::tests::{action, alone, answer, plays, plies, square, tap};
    use super::*;

    /// The computer is to move.
    fn waiting(rules: &str, position: &str) -> Session {
        let mut game = alone(rules, position);
        game.allow_premoves(true);
        assert!(game.ahead().is_some());
        game
    }

    fn premove(from: &str, to: &str) -> Premove {
        Premove { from: square(from), to: square(to) }
    }

    /// You are red; the computer's horse stands beside your chariot.
    const QUIET: &str = "3k/4/4/4/4/n3/4/R2P b - 0 42";

    #[test]
    fn a_move_is_chosen_ahead_and_played_when_the_turn_comes() {
        let mut game = waiting("taiwan-club", QUIET);
        assert_eq!(tap(&mut game, &["a1"]), [Happened::Selected(square("a1"))]);
        assert_eq!(game.targets(square("a1")).steps, [square("a2"), square("b1")].into_iter().collect());
        assert_eq!(tap(&mut game, &["a2"]), [Happened::Premoved(premove("a1", "a2"))]);
        assert!(plies(&game).is_empty(), "nothing is played yet");
        let happened = answer(&mut game, plays("d8-d7", false));
        assert!(matches!(happened[..], [Happened::Played(_), Happened::Played(_)]));
        assert_eq!(plies(&game), ["d8-d7", "a1-a2"]);
        assert_eq!(game.premove(), None);
        assert!(game.question().is_some(), "the computer is asked at once");
    }

    #[test]
    fn what_is_not_legal_then_is_dropped_and_said() {
        let mut game = waiting("taiwan-club", QUIET);
        tap(&mut game, &["a1", "a2"]);
        // The horse goes where the chariot meant to go: it is captured there.
        assert!(matches!(answer(&mut game, plays("a3-a2", false))[..], [Happened::Played(_), Happened::Played(_)]));
        let mut game = waiting("taiwan-club", "4/4/4/4/4/4/r2k/P2R b - 0 42");
        tap(&mut game, &["a1", "b1"]);
        let happened = answer(&mut game, plays("a2-a1", false));
        assert!(matches!(
            happened[..],
            [Happened::Played(_), Happened::PremoveDropped { why: IllegalAction::NotYours { .. }, .. }]
        ));
        assert_eq!((plies(&game).len(), game.premove()), (1, None));
    }

    #[test]
    fn a_chase_that_is_forbidden_by_then_is_dropped() {
        let mut game = alone("taiwan-chase:chase=1", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
        game.allow_premoves(true);
        tap(&mut game, &["b1", "a1"]);
        // Wherever the horse goes on this side, the chariot behind it would chase it again.
        tap(&mut game, &["a1", "b1"]);
        let happened = answer(&mut game, plays("a2-b2", false));
        assert!(matches!(
            happened[..],
            [Happened::Played(_), Happened::PremoveDropped { why: IllegalAction::ForbiddenChase { .. }, .. }]
        ));
    }

    #[test]
    fn there_is_one_at_a_time_and_it_can_be_cancelled() {
        let mut game = waiting("taiwan-club", QUIET);
        for again in ["a1", "a2"] {
            tap(&mut game, &["a1", "a2"]);
            assert_eq!(tap(&mut game, &[again]), [Happened::PremoveOff(premove("a1", "a2"))], "{again}");
            assert_eq!((game.premove(), game.selected()), (None, None));
        }
        tap(&mut game, &["a1", "a2"]);
        assert_eq!(game.escape(), [Happened::PremoveOff(premove("a1", "a2"))]);
        tap(&mut game, &["a1", "a2"]);
        let happened = tap(&mut game, &["d1"]);
        assert_eq!(happened, [Happened::PremoveOff(premove("a1", "a2")), Happened::Selected(square("d1"))]);
        tap(&mut game, &["c1"]);
        assert_eq!(game.premove(), Some(premove("d1", "c1")));
        game.allow_premoves(false);
        assert_eq!((game.premove(), game.ahead()), (None, None));
    }

    #[test]
    fn it_is_never_a_flip() {
        let mut game = super::super::tests::session(
            "taiwan-club",
            "3k/4/4/4/4/4/?3/P3 b r1 18 70",
            "....r...........................",
            Some(banqi_engine::Level::Normal),
            false,
        );
        game.allow_premoves(true);
        assert_eq!(tap(&mut game, &["a2"]), [Happened::Refused(Refusal::NotYourTurn)]);
        assert!(matches!(
            tap(&mut game, &["a1", "a2"])[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::DarkTarget(_), .. })]
        ));
        assert_eq!(game.play_turn(&[action("a2")]), [Happened::Refused(Refusal::NotYourTurn)]);
        assert_eq!(game.premove(), None);
    }

    #[test]
    fn it_is_typed_as_any_move_and_goes_with_what_ends_the_wait() {
        let mut game = waiting("taiwan-club", QUIET);
        assert_eq!(game.play_turn(&[action("a1-a2")]), [Happened::Premoved(premove("a1", "a2"))]);
        game.question();
        game.stop();
        assert_eq!(game.premove(), None, "whoever stops the computer starts afresh");
        game.think_again();
        game.play_turn(&[action("a1-a2")]);
        game.resign();
        assert_eq!(game.premove(), None);
    }

    #[test]
    fn a_cannon_may_mean_any_square_of_its_lines() {
        let mut game = waiting("taiwan-club", "3k/4/4/p3/4/4/r3/C2P b - 0 42");
        assert_eq!(game.targets(square("a1")).captures, square("a5").into());
        tap(&mut game, &["a1", "a7"]);
        assert_eq!(game.premove(), Some(premove("a1", "a7")));
        let mut game = waiting("taiwan-club", QUIET);
        assert_eq!(tap(&mut game, &["a1", "a5"]), [Happened::Dropped(square("a1"))]);
    }

    #[test]
    fn the_piece_in_hand_stays_there_when_the_turn_comes() {
        let mut game = waiting("taiwan-club", QUIET);
        tap(&mut game, &["a1"]);
        answer(&mut game, plays("d8-d7", false));
        assert_eq!(game.selected(), Some(square("a1")));
        tap(&mut game, &["b1"]);
        assert_eq!(plies(&game), ["d8-d7", "a1-b1"]);
    }
}
