//! A hint: what the computer would play in the person's place, where nobody else is kept from thinking for themselves.

use banqi::Action;

use super::{Happened, Refusal, Session};

/// So many positions are looked at for a hint: a moment on a desktop, and a second or two on a phone.
pub(super) const NODES: u64 = 150_000;

/// How far a hint is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Hint {
    #[default]
    None,
    /// A person wants one.
    Wanted,
    /// The worker was asked, with this number.
    Asked(u32),
    Given(Action),
}

impl Session {
    /// Whether there are hints in this game: only where this device is the referee, and nobody plays from elsewhere.
    pub(crate) fn has_hints(&self) -> bool {
        self.server().is_none()
    }

    /// Why there can be no hint now.
    pub(crate) fn no_hint(&self) -> Option<Refusal> {
        if self.has_hints() { self.closed() } else { Some(Refusal::NotNow) }
    }

    /// A person wants a hint. What was said already is said again.
    pub(crate) fn want_hint(&mut self) -> Vec<Happened> {
        match (self.no_hint(), self.hint) {
            (Some(refusal), _) => vec![Happened::Refused(refusal)],
            (None, Hint::Given(action)) => vec![Happened::Hinted(action)],
            (None, Hint::Asked(_)) => Vec::new(),
            (None, Hint::None | Hint::Wanted) => {
                self.hint = Hint::Wanted;
                vec![Happened::HintWanted]
            }
        }
    }

    /// The hint that is to be seen.
    pub(crate) fn hint(&self) -> Option<Action> {
        match self.hint {
            Hint::Given(action) if self.looking.is_none() => Some(action),
            _ => None,
        }
    }

    /// How many hints were given in this game.
    pub(crate) fn hints(&self) -> u32 {
        self.hints
    }

    /// Whether the worker has something to do for somebody.
    pub(crate) fn is_asking(&self) -> bool {
        self.computer() == super::Computer::Thinks || matches!(self.hint, Hint::Wanted | Hint::Asked(_))
    }

    pub(super) fn give_hint(&mut self, action: Action) -> Vec<Happened> {
        self.hint = Hint::Given(action);
        self.hints += 1;
        vec![Happened::Hinted(action)]
    }
}

#[cfg(test)]
mod tests {
    use banqi_engine::Level;
    use banqi_worker::{Ask, Said};

    use super::super::tests::{action, alone, answer, plays, plies, square, tap, two};
    use super::*;

    const START: &str = "3k/4/4/4/4/4/n3/R3 r - 5 91";

    #[test]
    fn a_hint_comes_from_a_strong_level_and_changes_nothing() {
        for mut game in [alone("taiwan-club", START), two("taiwan-club", START)] {
            assert!(game.question().is_none());
            assert_eq!(game.want_hint(), [Happened::HintWanted]);
            assert!(game.wants_to_ask() && game.is_asking());
            let question = game.clone().question().expect("a hint is wanted");
            assert_eq!((question.ask, question.level, question.nodes), (Ask::Action, Level::Master, Some(NODES)));
            assert_eq!(question.record.tags.iter().count(), 0, "no tag has the deal");
            let happened = answer(&mut game, plays("a1-a2", true));
            assert_eq!(happened, [Happened::Hinted(action("a1-a2"))], "an offer of a draw is none of a hint");
            assert_eq!((game.hint(), game.hints()), (Some(action("a1-a2")), 1));
            assert!(plies(&game).is_empty());
            assert_eq!(game.want_hint(), [Happened::Hinted(action("a1-a2"))]);
            assert_eq!(game.hints(), 1, "the same hint is one");
            tap(&mut game, &["a1", "b1"]);
            assert_eq!(game.hint(), None, "it was for that turn");
        }
    }

    #[test]
    fn who_plays_before_it_comes_hears_no_more_of_it() {
        let mut game = two("taiwan-club", START);
        game.want_hint();
        let number = game.question().expect("a hint is wanted").number;
        tap(&mut game, &["a1", "a2"]);
        assert!(!game.is_asking());
        let late = banqi_worker::Answer { number, said: plays("a1-a2", false) };
        assert!(game.answered(&late).is_empty());
        assert_eq!(game.hints(), 0);
    }

    #[test]
    fn a_hint_that_cannot_be_had_costs_nothing_else() {
        let mut game = alone("taiwan-club", START);
        game.want_hint();
        assert_eq!(answer(&mut game, Said::Trouble("no".to_string())), [Happened::Failed]);
        assert!(game.is_persons_turn() && !game.is_asking());
        tap(&mut game, &["a1", "a2"]);
        assert_eq!(game.selected(), None);
        assert!(game.question().is_some(), "the computer is asked for its turn");
        assert!(matches!(game.want_hint()[..], [Happened::Refused(Refusal::NotYourTurn)]));
    }

    #[test]
    fn hints_are_counted_across_a_reload() {
        let mut game = alone("taiwan-club", START);
        game.want_hint();
        answer(&mut game, plays("a1-a2", false));
        let again = Session::resume(&game.record().expect("written")).expect("a game");
        assert_eq!((again.hints(), again.hint()), (1, None));
        assert_eq!(again.rematch(|_| super::super::tests::deal()).hints(), 0);
        assert_eq!(again.game().position().piece(square("a1")), game.game().position().piece(square("a1")));
    }
}
