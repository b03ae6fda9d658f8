//! A game between people at this device, between one of them and the computer, or with somebody elsewhere: what is played,
//! picked up, offered, taken back and looked at.
//!
//! It knows nothing of the page. What is done to it answers what happened; whoever shows it tells that, makes the sound,
//! and keeps the game.

mod computer;
mod decisions;
mod dragging;
mod happened;
mod hint;
mod keeping;
mod looking;
mod opening;
mod premove;
mod served;
mod targets;
mod timing;

use banqi::{Action, Cell, Game, IllegalAction, Outcome, Ply, Position, Rules, Seat, Square};
use banqi_deal::Deal;
use banqi_engine::Level;
use banqi_room::Stage;
use banqi_table::{Clock, Event, Table};

use super::players::{Opponent, Players};
use super::remote::{self, Remote};
use crate::whole::Whole;
pub(crate) use computer::Computer;
use computer::Thinking;
pub(crate) use decisions::Offer;
pub(crate) use happened::{Happened, Refusal};
use hint::Hint;
pub(crate) use premove::Premove;
pub(crate) use targets::Targets;

/// A game and everything about it that is not on the board.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    referee: Referee,
    players: Players,
    /// Where the computer's chance and the tiles come from. The deal does not.
    seed: u64,
    /// Which game of a series this is, from 0.
    round: u64,
    /// Whether tiles are drawn for the first turn.
    tiles: bool,
    /// Which tiles were picked, the host's first.
    picks: Vec<usize>,
    selected: Option<Square>,
    /// Whether a move may be chosen ahead, and the one that is.
    may_premove: bool,
    premove: Option<Premove>,
    /// How many plies are shown, when that is not all of them.
    looking: Option<usize>,
    /// Who offers a draw that waits for an answer.
    offer: Option<Seat>,
    /// On which turn an offer of the computer's was declined.
    declined: Option<u32>,
    /// On which turn a person last offered a draw.
    offered: Option<u32>,
    /// What the computer plays once its offer is declined.
    intended: Option<Action>,
    thinking: Thinking,
    hint: Hint,
    /// How many hints were given.
    hints: u32,
    /// The number of the last question.
    asked: u32,
    /// Which ply is shown as a movement.
    moving: Option<usize>,
    /// The clocks of two people at this device.
    clock: Option<Clock>,
    /// What time it is, as it was said last.
    now: u64,
    /// What is still to be played of a turn that was typed, once the server has answered.
    typed: Vec<Action>,
}

/// Who knows the deal, and decides.
#[derive(Clone, Debug)]
enum Referee {
    /// This device.
    Table(Box<Table>),
    /// A server.
    Remote(Box<Remote>),
}

impl Session {
    /// A new game.
    pub(crate) fn new(game: Game, deal: Deal, players: Players, tiles: bool, seed: u64) -> Self {
        Self::of(Referee::Table(Box::new(Table::new(game, deal))), players, tiles, seed)
    }

    /// A game whose referee is a server.
    pub(crate) fn remote(remote: Remote) -> Self {
        let players = remote.players();
        Self::of(Referee::Remote(Box::new(remote)), players, false, 0)
    }

    fn of(referee: Referee, players: Players, tiles: bool, seed: u64) -> Self {
        Self {
            referee,
            players,
            seed,
            round: 0,
            tiles,
            picks: Vec::new(),
            selected: None,
            may_premove: false,
            premove: None,
            looking: None,
            offer: None,
            declined: None,
            offered: None,
            intended: None,
            thinking: Thinking::No,
            hint: Hint::None,
            hints: 0,
            asked: 0,
            moving: None,
            clock: None,
            now: 0,
            typed: Vec::new(),
        }
    }

    /// The next game of the same players: the other one goes first, unless tiles decide.
    pub(crate) fn rematch(&self, deal: impl FnOnce(&Position) -> Deal) -> Self {
        let start = *self.game().first_position();
        let game = Game::from_position(*self.game().rules(), start).expect("this game began there too");
        let deal = deal(&start);
        let players = Players { first: self.players.first.other(), ..self.players };
        Self {
            round: self.round + 1,
            asked: self.asked,
            ..Self::new(game, deal, players, self.tiles, self.seed).with_clock(self.clock.map(|clock| clock.anew()))
        }
    }

    pub(crate) fn game(&self) -> &Game {
        match &self.referee {
            Referee::Table(table) => table.game(),
            Referee::Remote(remote) => remote.game(),
        }
    }

    /// The server's side of it, where a server is the referee.
    pub(crate) fn server(&self) -> Option<&Remote> {
        Whole::here()?;
        match &self.referee {
            Referee::Table(_) => None,
            Referee::Remote(remote) => Some(remote),
        }
    }

    pub(crate) fn server_mut(&mut self) -> Option<&mut Remote> {
        Whole::here()?;
        match &mut self.referee {
            Referee::Table(_) => None,
            Referee::Remote(remote) => Some(remote),
        }
    }

    fn position(&self) -> &Position {
        self.game().position()
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.game().rules()
    }

    pub(crate) fn players(&self) -> Players {
        self.players
    }

    /// The result, once the referee has told it.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.server().map_or_else(|| self.game(), |remote| remote.room().game()).outcome()
    }

    /// Whether it has a result, or was called off.
    pub(crate) fn is_over(&self) -> bool {
        self.outcome().is_some() || self.server().is_some_and(Remote::is_called_off)
    }

    pub(crate) fn selected(&self) -> Option<Square> {
        if self.looking.is_some() { None } else { self.selected.or(self.chain()) }
    }

    /// The piece that may go on with a chain, if a person may play it.
    pub(crate) fn chain(&self) -> Option<Square> {
        self.position().chain().filter(|_| self.is_persons_turn())
    }

    /// Whether a person at the device is to play.
    pub(crate) fn is_persons_turn(&self) -> bool {
        match &self.referee {
            Referee::Table(_) => {
                !self.is_over() && !self.is_opening() && !self.players.is_computer(self.position().seat())
            }
            Referee::Remote(remote) => remote.is_to_act(),
        }
    }

    /// Whether a tap on the board could play something now.
    pub(crate) fn may_play(&self) -> bool {
        self.closed().is_none() && self.is_persons_turn()
    }

    /// What a tap on a square does, or Enter.
    pub(crate) fn tap(&mut self, square: Square) -> Vec<Happened> {
        self.moving = None;
        if self.is_paused() {
            return self.go_on();
        }
        if let Some(colour) = self.ahead() {
            return self.tap_ahead(square, colour);
        }
        // A second tap on the same turn is no second turn.
        if self.server().is_some_and(Remote::waits) {
            return Vec::new();
        }
        if let Some(refusal) = self.closed() {
            return vec![Happened::Refused(refusal)];
        }
        let position = *self.position();
        let own = position.piece(square).is_some_and(|piece| Some(piece.colour) == position.side());
        match self.selected() {
            Some(from) if from == square => match position.chain() {
                // The chain's piece stays picked up until the chain is over.
                Some(_) => Vec::new(),
                None => self.drop_selected(),
            },
            Some(_) if own && position.chain().is_none() => self.select(square),
            Some(from) => self.put(from, square),
            None if own => self.select(square),
            None if position.cell(square) == Cell::FaceDown => self.play(Action::Flip(square)),
            None => match position.piece(square) {
                Some(piece) if position.side().is_some() => {
                    let why = IllegalAction::NotYours { square, piece };
                    vec![Happened::Refused(Refusal::Illegal { action: Action::Move { from: square, to: square }, why })]
                }
                _ => Vec::new(),
            },
        }
    }

    /// Why a person can play nothing now.
    fn closed(&self) -> Option<Refusal> {
        if self.looking.is_some() {
            Some(Refusal::LookingBack)
        } else if self.is_over() {
            Some(Refusal::Over)
        } else if self.players.opponent == Opponent::Watched {
            Some(Refusal::Watching)
        } else if self.server().is_some_and(|remote| remote.room().stage() < Stage::Picking) {
            Some(Refusal::NotBegun)
        } else if self.is_opening() {
            Some(Refusal::BeforeTiles)
        } else if self.offer.is_some() {
            Some(Refusal::OfferOpen)
        } else if self.is_paused() {
            Some(Refusal::Paused)
        } else if !self.is_persons_turn() {
            Some(Refusal::NotYourTurn)
        } else {
            None
        }
    }

    fn select(&mut self, square: Square) -> Vec<Happened> {
        self.selected = Some(square);
        let targets = self.targets(square);
        let mut happened = vec![Happened::Selected(square)];
        if (targets.steps | targets.captures | targets.forbidden).is_empty() && self.ahead().is_none() {
            happened.push(Happened::Refused(Refusal::Stuck(square)));
        }
        happened
    }

    fn drop_selected(&mut self) -> Vec<Happened> {
        self.selected.take().map(Happened::Dropped).into_iter().collect()
    }

    /// Puts the piece on `from` down on `to`, or does what a tap on `to` rather means.
    fn put(&mut self, from: Square, to: Square) -> Vec<Happened> {
        let action = Action::Move { from, to };
        let Err(why) = self.game().check(action) else { return self.play(action) };
        let position = self.position();
        match (position.chain(), position.cell(to)) {
            (None, Cell::FaceDown) => {
                let mut happened = self.drop_selected();
                happened.extend(self.play(Action::Flip(to)));
                happened
            }
            // Away from everything it reaches: the piece is put down.
            (None, Cell::Empty | Cell::Outside) if !matches!(why, IllegalAction::ForbiddenChase { .. }) => {
                self.drop_selected()
            }
            _ => vec![Happened::Refused(Refusal::Illegal { action, why })],
        }
    }

    /// Escape: takes back what was chosen ahead, puts down what was picked up, or returns from an earlier position.
    pub(crate) fn escape(&mut self) -> Vec<Happened> {
        self.moving = None;
        self.hint = Hint::None;
        match self.premove {
            _ if self.looking.is_some() => self.look(usize::MAX),
            Some(_) => self.cancel_premove(),
            None => self.drop_selected(),
        }
    }

    /// Plays a whole turn that was typed, until it is over or illegal.
    pub(crate) fn play_turn(&mut self, actions: &[Action]) -> Vec<Happened> {
        if let (Some(_), &[Action::Move { from, to }]) = (self.ahead(), actions) {
            return self.put_ahead(from, to);
        }
        if let Some(refusal) = self.closed() {
            return vec![Happened::Refused(refusal)];
        }
        // Inside a chain a square alone is where the piece goes on to: a flip is not possible there.
        let hop = match (self.position().chain(), actions) {
            (Some(from), &[Action::Flip(to)]) => Some([Action::Move { from, to }]),
            _ => None,
        };
        let turn = self.position().turn();
        let mut happened = Vec::new();
        let actions = hop.as_ref().map_or(actions, |hop| hop.as_slice());
        if let Some(action) = self.ends_early(actions) {
            return vec![Happened::Refused(Refusal::EndsEarly(action))];
        }
        for (index, &action) in actions.iter().enumerate() {
            if self.server().is_some_and(Remote::waits) {
                self.typed = actions[index..].to_vec();
                break;
            }
            if self.position().turn() != turn || self.is_over() {
                break;
            }
            let came = self.play(action);
            let refused = matches!(came.first(), Some(Happened::Refused(_)));
            happened.extend(came);
            if refused {
                break;
            }
        }
        happened
    }

    /// The action after which a turn would be over, though it is written on. What comes up is not known before.
    fn ends_early(&self, actions: &[Action]) -> Option<Action> {
        let mut game = self.game().clone();
        let turn = game.position().turn();
        let (_, all_but_last) = actions.split_last()?;
        for &action in all_but_last {
            if game.reveals(action) || game.play(action.into()).is_err() {
                return None;
            }
            if game.position().turn() != turn {
                return Some(action);
            }
        }
        None
    }

    /// Stops a chain.
    pub(crate) fn end_chain(&mut self) -> Vec<Happened> {
        match self.closed() {
            Some(refusal) => vec![Happened::Refused(refusal)],
            None => self.play(Action::End),
        }
    }

    /// Plays an action of whoever is to move.
    fn play(&mut self, action: Action) -> Vec<Happened> {
        let is_persons = self.is_persons_turn();
        let played = match &mut self.referee {
            Referee::Table(table) => table.play(action).map(Some),
            Referee::Remote(remote) => {
                let before = *remote.game().position();
                remote.game().check(action).map(|()| {
                    remote.ask(remote::play(action));
                    let is_seen = remote.opening().0.is_none();
                    is_seen.then(|| event(before, Ply::new(action, None), remote.game()))
                })
            }
        };
        match played {
            Err(why) => vec![Happened::Refused(Refusal::Illegal { action, why })],
            Ok(event) => {
                self.put_down(is_persons);
                self.pass_clock();
                self.intended = None;
                self.thinking = Thinking::No;
                self.hint = Hint::None;
                let plies = self.game().plies().len();
                self.moving = event.map(|_| plies);
                let mut happened: Vec<Happened> = event.map(Happened::Played).into_iter().collect();
                happened.extend(self.outcome().map(Happened::Over));
                // Where a server decides, it may have more to tell before the turn really has come.
                if self.server().is_none() {
                    happened.extend(self.follow_up());
                }
                happened
            }
        }
    }

    /// After a turn: what was in hand is played. While somebody else played, it stays there, if it still can.
    fn put_down(&mut self, is_persons: bool) {
        let own = self.players.own_seat().and_then(|seat| self.position().colour_of(seat));
        let stays = |square: &Square| own.is_some() && self.position().piece(*square).map(|piece| piece.colour) == own;
        self.selected = self.selected.filter(|square| !is_persons && stays(square));
    }

    /// The level of the computer, for lists of games.
    pub(crate) fn level(&self) -> Option<Level> {
        self.players.level()
    }

    /// How strong the computer is, wherever it thinks.
    pub(crate) fn strength(&self) -> Option<Level> {
        self.players.strength()
    }
}

/// A ply as it was played, from the position before it and the game after it.
fn event(before: Position, ply: Ply, after: &Game) -> Event {
    Event { before, ply, effect: super::course::effect(&before, ply, after.position()) }
}

#[cfg(test)]
pub(crate) mod tests;
