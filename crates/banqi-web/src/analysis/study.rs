//! A game that is looked into: both sides are played by whoever looks, and what was played can be played otherwise.
//!
//! It has no deal. Whoever turns a piece over says what came up.

use banqi::{
    Action, Bitboard, Cell, Ending, Game, IllegalAction, Outcome, Ply, Position, Record, ReplayError, Rules, Square,
};
use banqi_table::Event;

use crate::game::course::{self, PlayedTurn};
use crate::game::session::Targets;

/// So often what was done can be undone.
const UNDOABLE: usize = 200;
/// What a record says of its game, however that goes on. The deal, say, is another one when something else comes up.
const ABOUT: [&str; 6] = ["Event", "Site", "Date", "Round", "First", "Second"];
/// Longer games are not opened: each step would keep the page busy for too long.
pub(crate) const MOST_PLIES: usize = 5_000;

/// A game that is looked into.
#[derive(Clone, Debug)]
pub(crate) struct Study {
    /// All that was played.
    game: Game,
    /// The game as far as it is shown.
    here: Game,
    /// Another number whenever something else was played.
    version: u32,
    /// What it was read from, with its names and the end that was agreed on.
    source: Option<Record>,
    selected: Option<Square>,
    past: Vec<Line>,
    future: Vec<Line>,
}

/// What was played at some time, and how much of it was shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    plies: Vec<Ply>,
    shown: usize,
}

/// What came of a tap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tapped {
    Nothing,
    /// A piece was picked up.
    Selected(Square),
    /// A piece was picked up that has nowhere to go.
    Stuck(Square),
    /// The piece was put down where it was.
    Dropped(Square),
    /// This turns a piece over: what came up?
    Asks(Action),
    Played(Played),
    Refused(IllegalAction),
}

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) event: Event,
    /// So many plies that had been played from here on are gone.
    pub(crate) replaced: usize,
}

/// Why a record cannot be looked into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoStudy {
    TooLong,
    Wrong(ReplayError),
}

impl Study {
    pub(crate) fn new(game: Game) -> Self {
        let here = game.clone();
        Self { game, here, version: 0, source: None, selected: None, past: Vec::new(), future: Vec::new() }
    }

    /// As [`Self::of`], if it is no longer than [`MOST_PLIES`].
    ///
    /// # Errors
    ///
    /// [`NoStudy`] says why not.
    pub(crate) fn open(record: Record) -> Result<Self, NoStudy> {
        let plies: usize = record.turns.iter().map(|turn| turn.turn.0.len()).sum();
        if plies > MOST_PLIES { Err(NoStudy::TooLong) } else { Self::of(record).map_err(NoStudy::Wrong) }
    }

    /// A recorded game, seen from its start.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] where the record is wrong.
    pub(crate) fn of(record: Record) -> Result<Self, ReplayError> {
        // An end that was agreed on is the players'; the board goes on.
        record.replay()?;
        let mut game = Game::from_position(record.rules, record.start).map_err(ReplayError::Start)?;
        let here = game.clone();
        record.turns.iter().flat_map(|turn| turn.turn.0.iter()).for_each(|&ply| {
            game.play_unchecked(ply);
        });
        Ok(Self { here, source: Some(record), ..Self::new(game) })
    }

    /// All that was played, as a record: the one it was read from, if that is what was played, or else with what that says of
    /// the game it came from.
    pub(crate) fn record(&self) -> Record {
        if let Some(source) = self.source_if_whole() {
            return source.clone();
        }
        let mut record = Record::of(&self.game);
        let about = self.source.iter().flat_map(|source| source.tags.iter()).filter(|(name, _)| ABOUT.contains(name));
        // They were tags already.
        about.for_each(|(name, value)| record.tags.set(name, value).unwrap_or_default());
        record
    }

    fn source_if_whole(&self) -> Option<&Record> {
        let source = self.source.as_ref()?;
        let plies = source.turns.iter().flat_map(|turn| turn.turn.0.iter().copied());
        self.game.plies().eq(plies).then_some(source)
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// How many plies are shown.
    pub(crate) fn shown(&self) -> usize {
        self.here.plies().len()
    }

    /// How many plies were played.
    pub(crate) fn plies(&self) -> usize {
        self.game.plies().len()
    }

    /// Another number whenever something else was played. What is shown of it does not count.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The game as far as it is shown.
    pub(crate) fn here(&self) -> &Game {
        &self.here
    }

    pub(crate) fn position(&self) -> &Position {
        self.here.position()
    }

    pub(crate) fn turns(&self) -> Vec<PlayedTurn> {
        course::turns(&self.game)
    }

    /// The result of what is shown: on the board, or what the players agreed on at its end.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let is_end = self.shown() == self.plies();
        let agreed = || match self.source_if_whole()?.ending {
            Ending::Finished(outcome) if is_end => Some(outcome),
            _ => None,
        };
        if is_end { self.game.outcome().or_else(agreed) } else { None }
    }

    /// The piece that is picked up; inside a chain, that of the chain.
    pub(crate) fn selected(&self) -> Option<Square> {
        self.selected.or(self.position().chain())
    }

    /// Where a tap does something.
    pub(crate) fn playable(&self) -> Bitboard {
        if self.here.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let position = self.position();
        let targets = self.targets();
        if position.chain().is_some() {
            return targets.captures;
        }
        let own = position.side().map_or(Bitboard::EMPTY, |side| position.of(side));
        own | position.face_down() | targets.steps | targets.captures
    }

    /// Where the piece that is picked up may go.
    pub(crate) fn targets(&self) -> Targets {
        self.selected().map(|from| Targets::of(&self.here, from)).unwrap_or_default()
    }

    pub(crate) fn tap(&mut self, square: Square) -> Tapped {
        if let Some(outcome) = self.here.outcome() {
            return Tapped::Refused(IllegalAction::GameOver(outcome));
        }
        let position = *self.here.position();
        let own = position.piece(square).is_some_and(|piece| Some(piece.colour) == position.side());
        match self.selected() {
            Some(from) if from == square => self.drop_selected(),
            Some(_) if own && position.chain().is_none() => self.select(square),
            Some(from) => self.put(from, square),
            None if own => self.select(square),
            None if position.cell(square) == Cell::FaceDown => self.play(Action::Flip(square)),
            None => match position.piece(square) {
                Some(piece) => Tapped::Refused(IllegalAction::NotYours { square, piece }),
                None => Tapped::Nothing,
            },
        }
    }

    fn select(&mut self, square: Square) -> Tapped {
        self.selected = Some(square);
        let targets = self.targets();
        let is_stuck = (targets.steps | targets.captures | targets.forbidden).is_empty();
        if is_stuck { Tapped::Stuck(square) } else { Tapped::Selected(square) }
    }

    /// Puts down what is picked up. A chain's piece stays picked up until the chain is over.
    pub(crate) fn drop_selected(&mut self) -> Tapped {
        self.selected.take().map_or(Tapped::Nothing, Tapped::Dropped)
    }

    fn put(&mut self, from: Square, to: Square) -> Tapped {
        let action = Action::Move { from, to };
        let Err(why) = self.here.check(action) else { return self.play(action) };
        let position = self.here.position();
        match (position.chain(), position.cell(to)) {
            (None, Cell::FaceDown) => self.play(Action::Flip(to)),
            // Away from everything it reaches: the piece is put down.
            (None, Cell::Empty | Cell::Outside) if !matches!(why, IllegalAction::ForbiddenChase { .. }) => {
                self.drop_selected()
            }
            _ => Tapped::Refused(why),
        }
    }

    /// Plays an action, or asks what it turns over.
    pub(crate) fn play(&mut self, action: Action) -> Tapped {
        match self.here.check(action) {
            Err(why) => Tapped::Refused(why),
            Ok(()) if self.here.reveals(action) => Tapped::Asks(action),
            Ok(()) => self.play_ply(action.into()).map_or(Tapped::Nothing, Tapped::Played),
        }
    }

    /// Plays a ply from what is shown on. What was played there before is gone, unless it began alike. None if it is not
    /// legal.
    pub(crate) fn play_ply(&mut self, ply: Ply) -> Option<Played> {
        let (before, shown) = (*self.position(), self.shown());
        let effect = self.here.play(ply).ok()?;
        let event = Event { before, ply, effect };
        let is_next = self.game.plies().nth(shown) == Some(ply);
        let replaced = if is_next { 0 } else { self.plies() - shown };
        if !is_next {
            if self.past.len() == UNDOABLE {
                self.past.remove(0);
            }
            self.past.push(Line { shown, ..self.line() });
            self.future.clear();
            self.game = self.here.clone();
            self.version += 1;
        }
        self.selected = None;
        Some(Played { event, replaced })
    }

    /// Shows what was played so far, or as much as there is.
    pub(crate) fn look(&mut self, plies: usize) {
        self.selected = None;
        while self.shown() > plies {
            self.here.undo();
        }
        let shown = self.shown();
        let further = plies.saturating_sub(shown);
        // It was played so before.
        self.game.plies().skip(shown).take(further).for_each(|ply| {
            self.here.play_unchecked(ply);
        });
    }

    pub(crate) fn look_by_turn(&mut self, later: bool) {
        self.selected = None;
        let turn = self.position().turn();
        if later {
            let shown = self.shown();
            for ply in self.game.plies().skip(shown) {
                self.here.play_unchecked(ply);
                if self.here.position().turn() != turn {
                    break;
                }
            }
        } else if self.here.undo().is_some() {
            // To the end of the turn before.
            let turn = self.position().turn();
            while self.here.positions().rev().nth(1).is_some_and(|before| before.turn() == turn) {
                self.here.undo();
            }
        }
    }

    pub(crate) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(crate) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes back what was played last, and brings back what that replaced.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(line) = self.past.pop() else { return false };
        let now = self.line();
        self.future.push(now);
        self.restore(line);
        true
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(line) = self.future.pop() else { return false };
        let now = self.line();
        self.past.push(now);
        self.restore(line);
        true
    }

    fn line(&self) -> Line {
        Line { plies: self.game.plies().collect(), shown: self.shown() }
    }

    fn restore(&mut self, line: Line) {
        while self.game.undo().is_some() {}
        while self.here.undo().is_some() {}
        self.version += 1;
        // It was played from here before.
        line.plies.into_iter().for_each(|ply| {
            self.game.play_unchecked(ply);
        });
        self.look(line.shown);
    }
}

#[cfg(test)]
mod tests {
    use banqi::Reason;

    use super::*;

    fn study(rules: &str, position: &str) -> Study {
        let game = Game::from_position(rules.parse().expect("rules"), position.parse().expect("a position"));
        Study::new(game.expect("a position under the rules"))
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn play(study: &mut Study, plies: &[&str]) {
        for ply in plies {
            study.play_ply(ply.parse().expect("a ply")).expect("legal");
        }
    }

    fn written(study: &Study) -> Vec<String> {
        study.game.plies().map(|ply| ply.to_string()).collect()
    }

    const FLIPS: &str = "3k/4/4/4/4/4/?3/P3 r r1 18 69";

    #[test]
    fn a_flip_asks_what_came_up() {
        let mut study = study("taiwan-club", FLIPS);
        assert_eq!(study.tap(square("a2")), Tapped::Asks(Action::Flip(square("a2"))));
        // Nothing else is in the bag.
        assert_eq!(study.play_ply("a2=K".parse().expect("a ply")), None);
        assert!(study.play_ply("a2=r".parse().expect("a ply")).is_some());
        assert_eq!(study.position().to_string(), "3k/4/4/4/4/4/r3/P3 b - 0 70");
    }

    #[test]
    fn an_attack_in_the_dark_asks_too() {
        let mut study = study("taiwan-club:dark=trade", FLIPS);
        assert_eq!(study.tap(square("a1")), Tapped::Selected(square("a1")));
        assert!(matches!(study.tap(square("a2")), Tapped::Asks(Action::Move { .. })));
    }

    #[test]
    fn what_is_not_legal_is_refused_with_its_reason() {
        let mut study = study("taiwan-quick", "3k/4/4/4/4/4/r3/P3 r - 0 41");
        study.tap(square("a1"));
        assert!(matches!(study.tap(square("a2")), Tapped::Refused(IllegalAction::RankTooLow { .. })));
        assert_eq!(study.tap(square("a1")), Tapped::Dropped(square("a1")));
        assert!(matches!(study.tap(square("d8")), Tapped::Refused(IllegalAction::NotYours { .. })));
        assert_eq!(study.tap(square("c4")), Tapped::Nothing);
    }

    #[test]
    fn another_way_replaces_the_rest_and_can_be_undone() {
        let mut study = study("taiwan-quick", "3k/4/4/4/4/4/4/P3 r - 0 41");
        play(&mut study, &["a1-a2", "d8-d7", "a2-a3"]);
        study.look_by_turn(false);
        study.look_by_turn(false);
        assert_eq!((study.shown(), study.position().turn()), (1, 42));
        // The same again goes on in the line.
        let same = study.play_ply("d8-d7".parse().expect("a ply")).expect("legal");
        assert_eq!((same.replaced, study.shown(), written(&study).len()), (0, 2, 3));
        study.look(1);
        let other = study.play_ply("d8-c8".parse().expect("a ply")).expect("legal");
        assert_eq!((other.replaced, written(&study)), (2, vec!["a1-a2".into(), "d8-c8".into()]));
        assert!(study.undo());
        assert_eq!((study.shown(), written(&study)), (1, vec!["a1-a2".into(), "d8-d7".into(), "a2-a3".into()]));
        assert!(study.redo());
        assert_eq!((study.shown(), written(&study).len()), (2, 2));
        assert!(!study.redo());
    }

    #[test]
    fn a_turn_of_several_plies_is_one_step() {
        let mut study = study("taiwan-quick:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        play(&mut study, &["b2-b3", "b3-c3", "end", "d8-d7"]);
        let mut steps = |later| {
            study.look_by_turn(later);
            study.shown()
        };
        assert_eq!([false, false, false].map(&mut steps), [3, 0, 0]);
        assert_eq!([true, true, true].map(steps), [3, 4, 4]);
        // From the middle of one to its ends.
        study.look(2);
        study.look_by_turn(true);
        assert_eq!(study.shown(), 3);
        study.look(2);
        study.look_by_turn(false);
        assert_eq!(study.shown(), 0);
    }

    #[test]
    fn looking_changes_nothing_that_was_played() {
        let mut study = study("taiwan-quick", "3k/4/4/4/4/4/4/P3 r - 0 41");
        play(&mut study, &["a1-a2", "d8-d7"]);
        let version = study.version();
        study.look(1);
        study.play_ply("d8-d7".parse().expect("a ply")).expect("legal");
        assert_eq!((study.version(), study.here().plies().len()), (version, 2));
        study.undo();
        assert_ne!(study.version(), version);
    }

    #[test]
    fn what_is_too_long_is_not_opened() {
        let mut text = String::from(
            "[Rules \"taiwan-quick:quiet=none,repetition=none\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\
             [Position \"3k/4/4/4/4/4/4/P3 r - 0 1\"]\n\n",
        );
        let there = ["a1-a2 d8-d7", "a2-a1 d7-d8"];
        let turns = (1..=MOST_PLIES / 2).map(|number| format!("{number}. {} ", there[(number + 1) % 2]));
        text.extend(turns);
        let fits: Record = format!("{text}*\n").parse().expect("a record");
        let mut study = Study::open(fits).expect("as long as can be");
        study.look(usize::MAX);
        assert_eq!(study.shown(), MOST_PLIES);
        let longer: Record = format!("{text}{}. a1-a2 *\n", MOST_PLIES / 2 + 1).parse().expect("a record");
        assert_eq!(Study::open(longer).err(), Some(NoStudy::TooLong));
    }

    #[test]
    fn all_of_it_can_be_undone() {
        let mut study = study("taiwan-quick", "3k/4/4/4/4/4/4/P3 r - 0 41");
        play(&mut study, &["a1-a2", "d8-d7"]);
        while study.undo() {}
        assert!(written(&study).is_empty() && !study.can_undo() && study.can_redo());
    }

    #[test]
    fn a_record_keeps_its_names_and_its_end() {
        let text = "[First \"Ann\"]\n[Rules \"taiwan-quick\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
                    [Position \"3k/4/4/4/4/4/4/P3 r - 0 41\"]\n\n21. a1-a2 d8-d7 0-1\n";
        let mut study = Study::of(text.parse().expect("a record")).expect("legal");
        assert_eq!((study.shown(), study.outcome()), (0, None));
        study.look(usize::MAX);
        assert_eq!(study.outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
        assert_eq!(study.record().tags.get("First"), Some("Ann"));
        // Nobody resigned here: the board can be played on.
        assert!(study.here().outcome().is_none());
        play(&mut study, &["a2-a3"]);
        assert_eq!((study.outcome(), study.record().ending), (None, Ending::Unterminated));
        assert_eq!(study.record().tags.get("First"), Some("Ann"));
    }

    #[test]
    fn a_chain_is_gone_on_with() {
        let mut study = study("taiwan-quick:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        study.tap(square("b2"));
        assert!(matches!(study.tap(square("b3")), Tapped::Played(_)));
        assert_eq!(study.selected(), Some(square("b3")));
        assert!(matches!(study.play(Action::End), Tapped::Played(_)));
        assert_eq!(study.position().turn(), 42);
    }

    #[test]
    fn nothing_is_played_after_the_end() {
        let mut study = study("taiwan-quick", "4/4/4/4/4/4/n3/R3 r - 0 41");
        play(&mut study, &["a1-a2"]);
        assert_eq!(study.outcome().map(|outcome| outcome.reason), Some(Reason::Elimination));
        assert!(matches!(study.tap(square("a2")), Tapped::Refused(IllegalAction::GameOver(_))));
        assert!(study.playable().is_empty());
    }
}
