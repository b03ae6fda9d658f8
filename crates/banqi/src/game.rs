//! A game: a position, the rules, and the history that the rules ask about.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::action::Actions;
use crate::chase::Chases;
use crate::repetition::Occurrences;
use crate::{
    Action, Bitboard, ByColour, Cell, Chase, Colour, Effect, IllegalAction, Kind, Outcome, Piece, Ply, Position,
    PositionError, Reason, Rules, Seat, Square,
};

/// A ply that was played, and the position before it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    ply: Ply,
    before: Position,
}

/// A game under way or over.
///
/// It holds no hidden piece: whoever plays a flip supplies what came up.
///
/// ```
/// use banqi::{Game, Preset};
///
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// for ply in ["a1=K", "a2=p", "b1=g"] {
///     game.play(ply.parse()?)?;
/// }
/// assert_eq!(game.position().turn(), 4);
/// assert!(game.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Rules,
    position: Position,
    frames: Vec<Frame>,
    occurrences: Occurrences,
    chases: Chases,
    /// The chases before each ply, kept only where the rules limit them.
    chases_before: Vec<Chases>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the start.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::HongKong.rules()).actions().len(), 32);
    /// ```
    pub fn new(rules: Rules) -> Self {
        Self::with(rules, Position::start())
    }

    /// A game from a position, which is its own first occurrence; nothing has been chased.
    ///
    /// The position may be finished: then the game has its result and no actions.
    ///
    /// # Errors
    ///
    /// [`PositionError`] when the position cannot occur under these rules.
    ///
    /// ```
    /// use banqi::{Game, Reason};
    /// let game = Game::from_position("mainland".parse()?, "4/4/4/4/4/4/4/K3 b - 0 30".parse()?)?;
    /// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Elimination));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(rules: Rules, position: Position) -> Result<Self, PositionError> {
        position.check(&rules)?;
        Ok(Self::with(rules, position))
    }

    fn with(rules: Rules, position: Position) -> Self {
        let mut game = Self {
            rules,
            position,
            frames: Vec::new(),
            occurrences: Occurrences::default(),
            chases: Chases::default(),
            chases_before: Vec::new(),
            outcome: None,
        };
        game.outcome = game.judge();
        game
    }

    /// The rules in force.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::Mainland.rules()).rules().preset(), Preset::Mainland);
    /// ```
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position now.
    ///
    /// ```
    /// use banqi::{Game, Position, Preset};
    /// assert_eq!(*Game::new(Preset::Mainland.rules()).position(), Position::start());
    /// ```
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game began with.
    ///
    /// ```
    /// use banqi::{Game, Position, Preset};
    /// let mut game = Game::new(Preset::Mainland.rules());
    /// game.play("a1=K".parse()?)?;
    /// assert_eq!(*game.first_position(), Position::start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_position(&self) -> &Position {
        self.frames.first().map_or(&self.position, |frame| &frame.before)
    }

    /// The plies played so far.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// let mut game = Game::new(Preset::Mainland.rules());
    /// game.play("a1=K".parse()?)?;
    /// assert_eq!(game.plies().map(|ply| ply.to_string()).collect::<Vec<_>>(), ["a1=K"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> + ExactSizeIterator {
        self.frames.iter().map(|frame| frame.ply)
    }

    /// The positions so far, from the first to the one now: one more than plies.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::Mainland.rules()).positions().count(), 1);
    /// ```
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.frames.iter().map(|frame| &frame.before).chain(core::iter::once(&self.position))
    }

    /// The result, once there is one.
    ///
    /// ```
    /// use banqi::{Game, Outcome, Preset, Reason, Seat};
    /// let mut game = Game::new(Preset::Mainland.rules());
    /// game.finish(Outcome::win(Seat::Second, Reason::Resignation))?;
    /// assert_eq!(game.outcome().unwrap().score(), "0-1");
    /// # Ok::<(), banqi::FinishError>(())
    /// ```
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal actions: none once there is a result, and no forbidden chase.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::TaiwanChase.rules()).actions().len(), 32);
    /// ```
    #[inline]
    pub fn actions(&self) -> Actions {
        let mut actions = Actions::new();
        if self.outcome.is_none() {
            self.position.push_actions(&self.rules, &mut actions);
            if self.may_forbid() {
                actions.retain(|action| self.exceeded_by(action).is_empty());
            }
        }
        actions
    }

    /// The steps that are only illegal because they would chase once too often.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert!(Game::new(Preset::TaiwanChase.rules()).forbidden().is_empty());
    /// ```
    pub fn forbidden(&self) -> Actions {
        if self.outcome.is_some() || !self.may_forbid() {
            return Actions::new();
        }
        let mut actions = self.position.actions(&self.rules);
        actions.retain(|action| !self.exceeded_by(action).is_empty());
        actions
    }

    /// Whether any step of the side to move could be a forbidden chase.
    #[inline]
    fn may_forbid(&self) -> bool {
        match (self.rules.parameters().chase, self.position.side()) {
            (Some(limit), Some(side)) => self.chases.any_full(limit, side),
            _ => false,
        }
    }

    /// The enemies that this action would chase once too often.
    fn exceeded_by(&self, action: Action) -> Bitboard {
        match (self.rules.parameters().chase, self.position.side(), action) {
            (Some(limit), Some(side), Action::Move { from, to }) if self.position.cell(to) == Cell::Empty => {
                self.chases.exceeded(&self.position, &self.rules, limit, side, from, to)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Checks an action of the side to move.
    ///
    /// # Errors
    ///
    /// Why the action is not legal.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// let game = Game::new(Preset::TaiwanTournament.rules());
    /// assert!(game.check("c3".parse()?).is_ok());
    /// assert!(game.check("end".parse()?).is_err());
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    pub fn check(&self, action: Action) -> Result<(), IllegalAction> {
        if let Some(outcome) = self.outcome {
            return Err(IllegalAction::GameOver(outcome));
        }
        self.position.check_action(&self.rules, action)?;
        if let (Some(square), Action::Move { from, .. }, Some(limit)) =
            (self.exceeded_by(action).first(), action, self.rules.parameters().chase)
            && let (Some(chaser), Some(target)) = (self.position.piece(from), self.position.piece(square))
        {
            return Err(IllegalAction::ForbiddenChase { chaser, target, square, limit });
        }
        Ok(())
    }

    /// Whether an action turns a face-down piece over, so that what came up must be given.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert!(Game::new(Preset::TaiwanTournament.rules()).reveals("c3".parse()?));
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    pub fn reveals(&self, action: Action) -> bool {
        self.revealed_square(action).is_some()
    }

    /// The face-down square that an action turns over, if it does.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// let game = Game::new(Preset::TaiwanTournament.rules());
    /// assert_eq!(game.revealed_square("c3".parse()?), "c3".parse().ok());
    /// # Ok::<(), banqi::ActionError>(())
    /// ```
    #[inline]
    pub fn revealed_square(&self, action: Action) -> Option<Square> {
        let (Action::Flip(square) | Action::Move { to: square, .. }) = action else { return None };
        self.position.face_down().contains(square).then_some(square)
    }

    /// Plays a ply.
    ///
    /// # Errors
    ///
    /// [`PlayError`] when the action is not legal or what came up is missing, superfluous or not in the bag. The game
    /// is then unchanged.
    ///
    /// ```
    /// use banqi::{Game, PlayError, Preset};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=K".parse()?)?;
    /// assert!(matches!(game.play("a2=K".parse()?), Err(PlayError::NotInBag { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, ply: Ply) -> Result<Effect, PlayError> {
        self.check(ply.action)?;
        match (self.revealed_square(ply.action), ply.revealed) {
            (Some(square), None) => return Err(PlayError::NothingCameUp { square }),
            (None, Some(piece)) => return Err(PlayError::NothingToReveal { piece }),
            (Some(_), Some(piece)) if self.position.bag().count(piece) == 0 => {
                return Err(PlayError::NotInBag { piece });
            }
            _ => {}
        }
        Ok(self.play_unchecked(ply))
    }

    /// Plays a ply that is known to be legal, with an outcome that the bag holds.
    ///
    /// # Panics
    ///
    /// May panic when the ply is not legal; otherwise the game is then not valid.
    ///
    /// ```
    /// use banqi::{Action, Game, Piece, Ply, Preset};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// let action = game.actions()[0];
    /// game.play_unchecked(Ply::new(action, Piece::from_letter('n')));
    /// assert_eq!(game.plies().len(), 1);
    /// ```
    pub fn play_unchecked(&mut self, ply: Ply) -> Effect {
        let (hash, side) = (self.position.hash(), self.position.side());
        self.frames.push(Frame { ply, before: self.position });
        if self.rules.parameters().repetition.is_some() {
            self.occurrences.push(hash);
        }
        let effect = self.position.play_unchecked(&self.rules, ply);
        if self.rules.parameters().chase.is_some() {
            self.chases_before.push(self.chases);
            match (effect, ply.action, side) {
                (Effect::Stepped, Action::Move { from, to }, Some(side)) => {
                    self.chases.step(&self.position, &self.rules, side, from, to);
                }
                (Effect::Ended, ..) => {}
                _ => self.chases = Chases::default(),
            }
        }
        self.outcome = self.judge();
        effect
    }

    /// Gives the turn to the other side, as no rule allows: a search asks so what a side would do with another turn
    /// (a null move). It is kept as the ply [`Action::End`], starts a new quiet run, and [`undo`](Self::undo) takes it
    /// back.
    ///
    /// ```
    /// use banqi::{Colour, Game, Preset};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=K".parse()?)?;
    /// game.pass_unchecked();
    /// assert_eq!(game.position().side(), Some(Colour::Red));
    /// game.undo();
    /// assert_eq!(game.position().side(), Some(Colour::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pass_unchecked(&mut self) {
        self.frames.push(Frame { ply: Action::End.into(), before: self.position });
        if self.rules.parameters().repetition.is_some() {
            self.occurrences.push(self.position.hash());
        }
        if self.rules.parameters().chase.is_some() {
            self.chases_before.push(self.chases);
            self.chases = Chases::default();
        }
        self.position.pass();
        self.outcome = self.judge();
    }

    /// Takes back the last ply and any result; answers the ply. At the first position nothing changes and the answer is
    /// none.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=K".parse()?)?;
    /// assert_eq!(game.undo(), Some("a1=K".parse()?));
    /// assert_eq!(game.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Ply> {
        let Frame { ply, before } = self.frames.pop()?;
        self.position = before;
        if self.rules.parameters().repetition.is_some() {
            self.occurrences.pop(before.hash());
        }
        if let Some(chases) = self.chases_before.pop() {
            self.chases = chases;
        }
        self.outcome = None;
        Some(ply)
    }

    /// Ends the game by what the players or the clock decide: agreement, resignation, time or abandonment.
    ///
    /// Allowed at any moment, also inside a chain and before the first flip.
    ///
    /// # Errors
    ///
    /// [`FinishError`] when the game is over, when the board decides that reason, or when the reason does not go with
    /// a win or a draw.
    ///
    /// ```
    /// use banqi::{FinishError, Game, Outcome, Preset, Reason};
    /// let mut game = Game::new(Preset::TaiwanClassic.rules());
    /// assert_eq!(game.finish(Outcome::draw(Reason::Repetition)), Err(FinishError::NotByTheBoard));
    /// game.finish(Outcome::draw(Reason::Agreement))?;
    /// assert!(game.actions().is_empty());
    /// # Ok::<(), FinishError>(())
    /// ```
    pub fn finish(&mut self, outcome: Outcome) -> Result<(), FinishError> {
        let reason = outcome.reason;
        if let Some(outcome) = self.outcome {
            return Err(FinishError::GameOver(outcome));
        }
        if reason.is_on_the_board() {
            return Err(FinishError::NotByTheBoard);
        }
        let fits = if outcome.winner.is_some() { reason.can_be_won() } else { reason.can_be_drawn() };
        if !fits {
            return Err(FinishError::ReasonDoesNotFit { outcome });
        }
        self.outcome = Some(outcome);
        Ok(())
    }

    /// How often the position now has occurred since the last flip or capture, itself included.
    ///
    /// Counted only where the rules have `repetition`; 1 elsewhere.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::TaiwanTournament.rules()).occurrences(), 1);
    /// ```
    pub fn occurrences(&self) -> u32 {
        let now = &self.position;
        let earlier = self
            .occurrences
            .candidates(now.hash(), self.quiet_run())
            .filter(|&number| now.is_repetition_of(&self.frames[number].before));
        1 + earlier.count() as u32
    }

    /// How often a position has occurred since the last flip or capture of the position now, whether or not it is
    /// the one now. For players who want to know what a step would lead to.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// let game = Game::new(Preset::TaiwanTournament.rules());
    /// assert_eq!(game.occurrences_of(game.position()), 1);
    /// ```
    pub fn occurrences_of(&self, position: &Position) -> u32 {
        let run = &self.frames[self.quiet_run()..];
        let positions = run.iter().map(|frame| &frame.before).chain(core::iter::once(&self.position));
        positions.filter(|earlier| earlier.is_repetition_of(position)).count() as u32
    }

    /// The running chases, where the rules limit them.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::TaiwanChase.rules()).chases().count(), 0);
    /// ```
    pub fn chases(&self) -> impl Iterator<Item = Chase> {
        Colour::ALL.into_iter().flat_map(|side| self.chases.of(side))
    }

    /// What each colour's opponent has captured from it so far, in the order KGMRNCP.
    ///
    /// It follows from what was there in the first position and is gone.
    ///
    /// ```
    /// use banqi::{Game, Preset};
    /// assert_eq!(Game::new(Preset::TaiwanChase.rules()).lost_pieces().red, [0; 7]);
    /// ```
    pub fn lost_pieces(&self) -> ByColour<[u8; 7]> {
        let lost = |colour| {
            Kind::ALL.map(|kind| {
                let piece = Piece::new(colour, kind);
                count(self.first_position(), piece) - count(&self.position, piece)
            })
        };
        ByColour { red: lost(Colour::Red), black: lost(Colour::Black) }
    }

    /// The number of the first ply since the last flip or capture. Each quiet turn is one ply.
    fn quiet_run(&self) -> usize {
        self.frames.len().saturating_sub(self.position.quiet() as usize)
    }

    /// The result by the board. The order is that of docs/rules.md.
    #[inline]
    fn judge(&self) -> Option<Outcome> {
        let position = &self.position;
        // Before the first flip there is no result.
        position.side()?;
        if let Some(loser) = position.eliminated(&self.rules) {
            let loser = if position.side() == Some(loser) { position.seat() } else { !position.seat() };
            return Some(Outcome::win(!loser, Reason::Elimination));
        }
        if position.chain().is_some() {
            return None;
        }
        if !self.has_action() {
            return Some(Outcome::win(!position.seat(), Reason::NoLegalMove));
        }
        if self.is_repeated() || self.is_cycle() {
            return Some(Outcome::draw(Reason::Repetition));
        }
        position.is_quiet_limit(&self.rules).then_some(Outcome::draw(Reason::NoProgress))
    }

    fn has_action(&self) -> bool {
        if !self.may_forbid() || !self.position.face_down().is_empty() {
            return self.position.has_action(&self.rules);
        }
        let found = self.position.each_action(&self.rules, |action| {
            if self.exceeded_by(action).is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found.is_break()
    }

    #[inline]
    fn is_repeated(&self) -> bool {
        self.rules.parameters().repetition.is_some_and(|limit| self.occurrences() >= limit.into())
    }

    /// Whether the last quiet moves are one even number of moves, so many times over.
    #[inline]
    fn is_cycle(&self) -> bool {
        let Some(times) = self.rules.parameters().cycle else { return false };
        let run = &self.frames[self.quiet_run()..];
        let longest = run.len() / times as usize;
        (2..=longest).step_by(2).any(|length| {
            let last = &run[run.len() - length * times as usize..];
            last.iter().rev().zip(last.iter().rev().skip(length)).all(|(later, earlier)| later.ply == earlier.ply)
        })
    }
}

/// How many of a piece there are, face up or in the bag.
fn count(position: &Position, piece: Piece) -> u8 {
    (position.of(piece.colour) & position.of_kind(piece.kind)).count() as u8 + position.bag().count(piece)
}

/// Why a ply was not played.
///
/// ```
/// use banqi::{Game, Preset};
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// let error = game.play("a1".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "what came up on a1 is missing: write it as in b2=G");
/// # Ok::<(), banqi::ActionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// The action is not legal.
    Illegal(IllegalAction),
    /// A face-down piece is turned over, but what came up is not given.
    NothingCameUp {
        /// Where it is.
        square: Square,
    },
    /// Nothing is turned over, but something is said to have come up.
    NothingToReveal {
        /// What was given.
        piece: Piece,
    },
    /// What is said to have come up is not in the bag.
    NotInBag {
        /// What was given.
        piece: Piece,
    },
}

impl From<IllegalAction> for PlayError {
    fn from(error: IllegalAction) -> Self {
        Self::Illegal(error)
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(error) => error.fmt(f),
            Self::NothingCameUp { square } => {
                write!(f, "what came up on {square} is missing: write it as in b2=G")
            }
            Self::NothingToReveal { piece } => {
                write!(f, "nothing is turned over by this action, so no {piece} can come up")
            }
            Self::NotInBag { piece } => write!(f, "no {piece} is face down any more"),
        }
    }
}

impl core::error::Error for PlayError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Illegal(error) => Some(error),
            _ => None,
        }
    }
}

/// Why a game was not ended by its players.
///
/// ```
/// use banqi::{FinishError, Game, Outcome, Preset, Reason, Seat};
/// let mut game = Game::new(Preset::TaiwanTournament.rules());
/// let outcome = Outcome::win(Seat::First, Reason::Agreement);
/// assert_eq!(game.finish(outcome), Err(FinishError::ReasonDoesNotFit { outcome }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FinishError {
    /// It is over already.
    GameOver(Outcome),
    /// The board decides that reason.
    NotByTheBoard,
    /// A win or a draw that the reason cannot give.
    ReasonDoesNotFit {
        /// What was asked for.
        outcome: Outcome,
    },
}

impl fmt::Display for FinishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "the game is over: {outcome}"),
            Self::NotByTheBoard => f.write_str("that reason is decided by the board, not by the players"),
            Self::ReasonDoesNotFit { outcome } => write!(f, "a game cannot end like this: {outcome}"),
        }
    }
}

impl core::error::Error for FinishError {}

impl Game {
    /// A player's colour; none before the first flip.
    ///
    /// ```
    /// use banqi::{Colour, Game, Preset, Seat};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=k".parse()?)?;
    /// assert_eq!(game.colour_of(Seat::First), Some(Colour::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colour_of(&self, seat: Seat) -> Option<Colour> {
        self.position.colour_of(seat)
    }

    /// How many pieces a player has captured, as stakes count it: 16 less the opponent's pieces that are left.
    ///
    /// None before the first flip.
    ///
    /// ```
    /// use banqi::{Game, Preset, Seat};
    /// let mut game = Game::new(Preset::TaiwanTournament.rules());
    /// game.play("a1=k".parse()?)?;
    /// assert_eq!(game.captures_by(Seat::First), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn captures_by(&self, seat: Seat) -> Option<u32> {
        let opponent = self.position.colour_of(!seat)?;
        Some(16 - self.position.of(opponent).count() - self.position.bag().of(opponent))
    }
}
