//! A game between people at this device, between one of them and the computer, or with somebody elsewhere: what is played,
//! picked up, offered, taken back and looked at.
//!
//! It knows nothing of the page. What is done to it answers what happened; whoever shows it tells that, makes the sound,
//! and keeps the game.

use banqi::{
    Action, Bitboard, Cell, Colour, Ending, Game, IllegalAction, Kind, Outcome, Ply, Position, Reason, Record, Rules,
    Seat, Square, TagError,
};
use banqi_deal::{Deal, Tiles};
use banqi_engine::Level;
use banqi_room::{Ending as RoomEnding, FoldError, Stage};
use banqi_table::{Event, NoTakeback, Party, Resume, Table};
use banqi_wire::{self as wire, Command, GameId, Numbered};
use banqi_worker::{Answer, Ask, Question, Said};

use super::players::{Opponent, Players};
use super::remote::{self, Remote};
use crate::board::ChaseStep;
use crate::whole::Whole;

/// The computer repeats an offer of a draw after so many turns.
const OFFER_AGAIN: u32 = 20;

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
    /// The number of the last question.
    asked: u32,
    /// Which ply is shown as a movement.
    moving: Option<usize>,
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

/// Where the computer is with its thoughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thinking {
    No,
    /// This was asked.
    Of(Ask),
    /// A person stopped it.
    Stopped,
    /// Something went wrong.
    Failed,
}

/// What the computer is doing, as far as it is to be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Computer {
    /// It is not its turn.
    Waits,
    Thinks,
    /// It was stopped, and has not played.
    Stopped,
    /// It could not think.
    Failed,
}

/// What came of what was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Happened {
    /// A tile was picked and shown.
    Picked {
        party: Party,
        tile: usize,
        kind: Kind,
    },
    /// Tiles decided who goes first.
    Decided {
        first: Party,
    },
    /// A piece was picked up.
    Selected(Square),
    /// The piece that was picked up was put down where it was.
    Dropped(Square),
    Played(Event),
    /// A turn, or more, was taken back.
    TakenBack {
        plies: usize,
    },
    /// Somebody offers a draw.
    Offered(Seat),
    /// The other player declined.
    Declined(Seat),
    Over(Outcome),
    /// An earlier position is shown, or the one now.
    Looked {
        plies: usize,
        all: bool,
    },
    Refused(Refusal),
    /// The computer was stopped.
    Stopped,
    /// The computer could not think.
    Failed,
    /// The second seat of a game over the net was taken.
    Joined,
    /// The deal is sealed.
    Sealed,
    /// Tiles did not decide who goes first.
    Began {
        first: Party,
    },
    /// The clocks stand still, or go on.
    Paused(bool),
    /// The game was called off.
    CalledOff,
    /// Something does not match the seal.
    Mismatch,
    /// The other player would like another game.
    RematchOffered(Party),
    /// Both would: it is here.
    Rematch(GameId),
    /// The server did not take what was to be seen already: it is taken back.
    Returned,
}

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    Illegal {
        action: Action,
        why: IllegalAction,
    },
    /// The piece picked up has nowhere to go.
    Stuck(Square),
    /// The computer is to move.
    NotYourTurn,
    /// Nobody has picked tiles yet.
    BeforeTiles,
    NoTakeback(NoTakeback),
    /// A draw was offered on this turn already.
    OfferedAlready,
    /// A draw is offered, and is to be answered first.
    OfferOpen,
    /// An earlier position is shown.
    LookingBack,
    Over,
    /// The game is played elsewhere.
    Watching,
    /// The deal is not there yet.
    NotBegun,
    /// There is no connection to the server.
    NotConnected,
    /// A draw can be offered again after so many own turns.
    OfferedLately(u32),
    /// One's own offer waits for an answer from elsewhere.
    OfferWaits,
    /// The other player is there, or was a moment ago.
    NotGone,
    TooFast,
    /// The server's program is another one than this page's.
    Version,
    /// The server did not take it.
    NotNow,
    NoClock,
}

impl From<&wire::Refusal> for Refusal {
    fn from(refusal: &wire::Refusal) -> Self {
        match refusal {
            wire::Refusal::TooFast => Self::TooFast,
            wire::Refusal::Spectator => Self::Watching,
            wire::Refusal::NotYourTurn => Self::NotYourTurn,
            wire::Refusal::OfferedLately { turns } => Self::OfferedLately(*turns),
            wire::Refusal::NotGone { .. } => Self::NotGone,
            wire::Refusal::Version { .. } => Self::Version,
            _ => Self::NotNow,
        }
    }
}

/// Where a piece may go.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Targets {
    /// Empty squares, those that count as a chase included.
    pub(crate) steps: Bitboard,
    /// What it may capture or attack.
    pub(crate) captures: Bitboard,
    /// Where only the rule about chases forbids it to step.
    pub(crate) forbidden: Bitboard,
    pub(crate) chases: Vec<ChaseStep>,
}

impl Targets {
    /// Where the piece on a square may go now.
    pub(crate) fn of(game: &Game, from: Square) -> Self {
        let mut targets = Self::default();
        for action in game.actions().iter() {
            match *action {
                Action::Move { from: start, to } if start == from => {
                    let set = match game.position().cell(to) {
                        Cell::Empty => &mut targets.steps,
                        _ => &mut targets.captures,
                    };
                    *set |= to.into();
                }
                _ => {}
            }
        }
        for action in game.forbidden().iter() {
            match *action {
                Action::Move { from: start, to } if start == from => targets.forbidden |= to.into(),
                _ => {}
            }
        }
        if let Some(limit) = game.rules().parameters().chase {
            targets.chases = targets.steps.into_iter().filter_map(|to| chase_step(game, from, to, limit)).collect();
        }
        targets
    }
}

/// What can be done about a draw now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    None,
    /// A person at the device has to answer this seat's offer.
    ToAnswer(Seat),
    /// The computer has to answer.
    Pending,
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
            looking: None,
            offer: None,
            declined: None,
            offered: None,
            intended: None,
            thinking: Thinking::No,
            asked: 0,
            moving: None,
            typed: Vec::new(),
        }
    }

    /// The next game of the same players: the other one goes first, unless tiles decide.
    pub(crate) fn rematch(&self, deal: impl FnOnce(&Position) -> Deal) -> Self {
        let start = *self.game().first_position();
        let game = Game::from_position(*self.game().rules(), start).expect("this game began there too");
        let deal = deal(&start);
        let players = Players { first: self.players.first.other(), ..self.players };
        Self { round: self.round + 1, asked: self.asked, ..Self::new(game, deal, players, self.tiles, self.seed) }
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

    // Tiles.

    /// Whether nobody is to move yet: tiles are being drawn, or a server's deal is not there.
    pub(crate) fn is_opening(&self) -> bool {
        match &self.referee {
            Referee::Table(_) => self.tiles && self.picks.len() < 2 && self.game().plies().len() == 0,
            Referee::Remote(remote) => remote.room().stage() < Stage::Playing,
        }
    }

    /// Whether tiles are to be shown.
    pub(crate) fn shows_tiles(&self) -> bool {
        match &self.referee {
            Referee::Table(_) => self.is_opening(),
            Referee::Remote(remote) => remote.picker().is_some() && remote.has_tiles(),
        }
    }

    /// Who picks the next tile.
    pub(crate) fn picker(&self) -> Option<Party> {
        if let Some(remote) = self.server() {
            return remote.picker();
        }
        self.is_opening().then_some(if self.picks.is_empty() { Party::Host } else { Party::Guest })
    }

    /// What is to be seen of the tiles: those that were picked.
    pub(crate) fn tiles(&self) -> [Option<(Party, Kind)>; Tiles::COUNT] {
        if let Some(remote) = self.server() {
            return remote.tiles();
        }
        let tiles = Tiles::from_seed(self.seed.wrapping_add(self.round));
        let mut seen = [None; Tiles::COUNT];
        for (&pick, party) in self.picks.iter().zip([Party::Host, Party::Guest]) {
            seen[pick] = tiles.kind(pick).map(|kind| (party, kind));
        }
        seen
    }

    /// Picks a tile. The computer picks its own after a person's.
    pub(crate) fn pick(&mut self, tile: usize) -> Vec<Happened> {
        if self.server().is_some() {
            let waits = self.server().is_some_and(Remote::waits);
            return if waits { Vec::new() } else { self.ask(Command::Pick { tile }) };
        }
        let mut happened = Vec::new();
        let mut next = Some(tile);
        while let (Some(party), Some(tile)) = (self.picker(), next.take()) {
            let tiles = Tiles::from_seed(self.seed.wrapping_add(self.round));
            let Some(kind) = tiles.kind(tile).filter(|_| !self.picks.contains(&tile)) else { break };
            self.picks.push(tile);
            happened.push(Happened::Picked { party, tile, kind });
            if let Ok(&[host, guest]) = <&[usize; 2]>::try_from(self.picks.as_slice())
                && let Ok([seat, _]) = tiles.seats([host, guest])
            {
                self.players.first = if seat == Seat::First { Party::Host } else { Party::Guest };
                happened.push(Happened::Decided { first: self.players.first });
            } else if self.players.level().is_some() {
                // Nobody has looked, so any tile is as good as another.
                next = Some((tile + 1 + (self.seed % 4) as usize) % Tiles::COUNT);
            }
        }
        happened
    }

    // Playing.

    /// What a tap on a square does, or Enter.
    pub(crate) fn tap(&mut self, square: Square) -> Vec<Happened> {
        self.moving = None;
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
        if (targets.steps | targets.captures | targets.forbidden).is_empty() {
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

    /// Escape: puts down what was picked up, or returns from an earlier position.
    pub(crate) fn escape(&mut self) -> Vec<Happened> {
        self.moving = None;
        if self.looking.is_some() { self.look(usize::MAX) } else { self.drop_selected() }
    }

    /// Plays a whole turn that was typed, until it is over or illegal.
    pub(crate) fn play_turn(&mut self, actions: &[Action]) -> Vec<Happened> {
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

    /// Stops a chain.
    pub(crate) fn end_chain(&mut self) -> Vec<Happened> {
        match self.closed() {
            Some(refusal) => vec![Happened::Refused(refusal)],
            None => self.play(Action::End),
        }
    }

    /// Plays an action of whoever is to move.
    fn play(&mut self, action: Action) -> Vec<Happened> {
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
                self.selected = None;
                self.intended = None;
                self.thinking = Thinking::No;
                let plies = self.game().plies().len();
                self.moving = event.map(|_| plies);
                let mut happened: Vec<Happened> = event.map(Happened::Played).into_iter().collect();
                happened.extend(self.outcome().map(Happened::Over));
                happened
            }
        }
    }

    // The server.

    /// Asks the server for a turn or a tile, if that can be had.
    fn ask(&mut self, command: Command) -> Vec<Happened> {
        let Some(remote) = self.server_mut() else { return Vec::new() };
        if let Err(refusal) = remote.check(&command) {
            return vec![Happened::Refused((&refusal).into())];
        }
        remote.ask(command);
        Vec::new()
    }

    /// Why the server would not do something now, as far as can be told here.
    pub(crate) fn no(&self, command: &Command) -> Option<Refusal> {
        self.server().map_or(Some(Refusal::NotNow), |remote| remote.check(command).err().map(|why| (&why).into()))
    }

    /// What the server has told.
    ///
    /// # Errors
    ///
    /// [`FoldError`] when it cannot be.
    pub(crate) fn told(&mut self, next: &Numbered) -> Result<Vec<Happened>, FoldError> {
        let Referee::Remote(remote) = &mut self.referee else { return Ok(Vec::new()) };
        let before = *remote.room().game().position();
        let failed = remote.is_contradicted();
        let seen = remote.take(next)?;
        self.players = remote.players();
        let room = remote.room();
        let seat = |player| room.seat(player).unwrap_or(Seat::First);
        let mut happened = match &next.event {
            wire::Event::Joined => vec![Happened::Joined],
            wire::Event::Sealed { .. } => vec![Happened::Sealed],
            wire::Event::Picked { player, opening } => match *opening {
                banqi_deal::Opening::Tile { tile, kind, .. } => {
                    vec![Happened::Picked { party: remote.party(*player), tile, kind }]
                }
                banqi_deal::Opening::Square { .. } => Vec::new(),
            },
            wire::Event::Began { first } => {
                let first = remote.party(*first);
                vec![if room.picks().is_empty() { Happened::Began { first } } else { Happened::Decided { first } }]
            }
            wire::Event::Played { .. } if seen => Vec::new(),
            wire::Event::Played { .. } => {
                let plies = room.game().plies().len();
                let ply = remote.last();
                self.selected = None;
                self.moving = Some(plies);
                ply.map(|ply| Happened::Played(event(before, ply, room.game()))).into_iter().collect()
            }
            wire::Event::DrawOffered { by } => vec![Happened::Offered(seat(*by))],
            wire::Event::DrawDeclined { by } => vec![Happened::Declined(seat(*by))],
            wire::Event::Paused { .. } => vec![Happened::Paused(true)],
            wire::Event::Continued => vec![Happened::Paused(false)],
            wire::Event::Finished { outcome } => vec![Happened::Over(*outcome)],
            wire::Event::Aborted { .. } => vec![Happened::CalledOff],
            wire::Event::RematchOffered { by } => vec![Happened::RematchOffered(remote.party(*by))],
            wire::Event::Rematch { game } => vec![Happened::Rematch(*game)],
            wire::Event::Created { .. }
            | wire::Event::Committed { .. }
            | wire::Event::Contributed { .. }
            | wire::Event::Revealed { .. } => Vec::new(),
        };
        if !failed && remote.is_contradicted() {
            happened.push(Happened::Mismatch);
        }
        if matches!(room.ending(), Some(RoomEnding::Aborted { .. })) {
            self.selected = None;
        }
        // A chain that was typed as a whole goes on.
        if self.chain().is_some() && !self.typed.is_empty() {
            let next = self.typed.remove(0);
            happened.extend(self.play(next));
        } else if !self.server().is_some_and(Remote::waits) {
            self.typed.clear();
        }
        Ok(happened)
    }

    /// The server has refused what was asked after this event.
    pub(crate) fn refused(&mut self, after: Option<u32>, refusal: &wire::Refusal) -> Vec<Happened> {
        let Some(remote) = self.server_mut() else { return Vec::new() };
        if remote.refused(after) {
            self.moving = None;
            self.typed.clear();
            return vec![Happened::Returned, Happened::Refused(refusal.into())];
        }
        match refusal {
            // Two pages of one player do the same for the deal.
            wire::Refusal::NotNow | wire::Refusal::Stale { .. } | wire::Refusal::WrongSecret => Vec::new(),
            other => vec![Happened::Refused(other.into())],
        }
    }

    /// The square that the server is opening, and the tile.
    pub(crate) fn pending(&self) -> (Option<Square>, Option<usize>) {
        self.server().map_or((None, None), Remote::opening)
    }

    /// Where the piece on a square may go now.
    pub(crate) fn targets(&self, from: Square) -> Targets {
        Targets::of(self.game(), from)
    }

    /// The pieces of a colour that the other one could capture if it were to move.
    pub(crate) fn threatened(game: &Game, colour: Colour) -> Bitboard {
        let position = game.position();
        let attacked = position
            .of(!colour)
            .into_iter()
            .fold(Bitboard::EMPTY, |all, from| all | position.attacked_from(game.rules(), from));
        attacked & position.of(colour)
    }

    // The computer.

    /// What the computer is to be asked now.
    fn next_ask(&self) -> Option<Ask> {
        let seat = self.players.computer_seat()?;
        if self.thinking != Thinking::No || self.is_over() || self.is_opening() {
            return None;
        }
        match self.offer {
            Some(by) if by != seat => Some(Ask::Draw(seat)),
            None if self.position().seat() == seat => Some(Ask::Action),
            _ => None,
        }
    }

    /// Whether there is a question to the worker.
    pub(crate) fn wants_to_ask(&self) -> bool {
        self.next_ask().is_some()
    }

    /// The question to the worker, if there is one to ask now. It counts as asked.
    pub(crate) fn question(&mut self) -> Option<Question> {
        let level = self.players.level()?;
        let ask = self.next_ask()?;
        self.thinking = Thinking::Of(ask);
        self.asked += 1;
        let record = Record::of(self.game());
        let seed = self.seed.wrapping_add(self.round);
        Some(Question { number: self.asked, record, level, seed, ask, nodes: None })
    }

    /// The worker's answer. One to another question than the last changes nothing.
    pub(crate) fn answered(&mut self, answer: &Answer) -> Vec<Happened> {
        let (Thinking::Of(ask), Some(seat)) = (self.thinking, self.players.computer_seat()) else { return Vec::new() };
        if answer.number != self.asked {
            return Vec::new();
        }
        self.thinking = Thinking::No;
        match (ask, &answer.said) {
            (Ask::Draw(_), Said::Draw(true)) => self.finish(Outcome::draw(Reason::Agreement)),
            (Ask::Draw(_), Said::Draw(false)) => {
                self.offer = None;
                vec![Happened::Declined(seat)]
            }
            (Ask::Action, &Said::Action { action, offers_draw, .. }) => {
                let turn = self.position().turn();
                let asked_lately = self.declined.is_some_and(|declined| turn < declined + OFFER_AGAIN);
                if offers_draw && !asked_lately {
                    self.offer = Some(seat);
                    self.intended = Some(action);
                    return vec![Happened::Offered(seat)];
                }
                self.play(action)
            }
            _ => self.failed(),
        }
    }

    /// The worker is broken.
    pub(crate) fn failed(&mut self) -> Vec<Happened> {
        // An offer to a computer that cannot answer is no offer.
        if self.offer.is_some_and(|by| !self.players.is_computer(by)) {
            self.offer = None;
        }
        self.thinking = Thinking::Failed;
        vec![Happened::Failed]
    }

    pub(crate) fn computer(&self) -> Computer {
        match self.thinking {
            Thinking::Of(_) => Computer::Thinks,
            Thinking::Stopped => Computer::Stopped,
            Thinking::Failed => Computer::Failed,
            Thinking::No => Computer::Waits,
        }
    }

    /// Stops the computer. Whoever shows the game ends the worker.
    pub(crate) fn stop(&mut self) -> Vec<Happened> {
        if !matches!(self.thinking, Thinking::Of(_)) {
            return Vec::new();
        }
        if self.offer.is_some_and(|by| !self.players.is_computer(by)) {
            self.offer = None;
        }
        let is_its_turn = self.players.is_computer(self.position().seat());
        self.thinking = if is_its_turn { Thinking::Stopped } else { Thinking::No };
        vec![Happened::Stopped]
    }

    /// Lets the computer think again.
    pub(crate) fn think_again(&mut self) {
        if matches!(self.thinking, Thinking::Stopped | Thinking::Failed) {
            self.thinking = Thinking::No;
        }
    }

    // Decisions.

    pub(crate) fn offer(&self) -> Offer {
        let offer = match self.server() {
            Some(remote) => remote.room().offer().and_then(|by| remote.room().seat(by)),
            None => self.offer,
        };
        match offer {
            None => Offer::None,
            Some(by) if self.players.level().is_some() && !self.players.is_computer(by) => Offer::Pending,
            Some(by) if self.server().is_some() && self.players.own_seat() != Some(!by) => Offer::Pending,
            Some(by) => Offer::ToAnswer(by),
        }
    }

    /// Why no draw can be offered now.
    pub(crate) fn no_offer(&self) -> Option<Refusal> {
        if self.server().is_some() {
            let waits = self.offer() == Offer::Pending;
            return if waits { Some(Refusal::OfferWaits) } else { self.no(&Command::OfferDraw) };
        }
        match self.closed() {
            Some(Refusal::LookingBack) | None if !self.is_over() => {
                let turn = self.position().turn();
                self.offered.filter(|&offered| offered == turn).map(|_| Refusal::OfferedAlready)
            }
            refusal => refusal,
        }
    }

    /// Whoever is to move offers a draw.
    pub(crate) fn offer_draw(&mut self) -> Vec<Happened> {
        if let Some(refusal) = self.no_offer() {
            return vec![Happened::Refused(refusal)];
        }
        let seat = self.position().seat();
        self.offer = Some(seat);
        self.offered = Some(self.position().turn());
        if matches!(self.thinking, Thinking::Failed) {
            self.thinking = Thinking::No;
        }
        vec![Happened::Offered(seat)]
    }

    /// A person answers an offer.
    pub(crate) fn answer_offer(&mut self, accept: bool) -> Vec<Happened> {
        let Offer::ToAnswer(by) = self.offer() else { return Vec::new() };
        if accept {
            return self.finish(Outcome::draw(Reason::Agreement));
        }
        self.offer = None;
        let mut happened = vec![Happened::Declined(!by)];
        if self.players.is_computer(by) {
            self.declined = Some(self.position().turn());
            if let Some(action) = self.intended.take() {
                happened.extend(self.play(action));
            }
        }
        happened
    }

    /// Whoever would resign now: the one person, or the one to move.
    pub(crate) fn resigning(&self) -> Option<Seat> {
        let goes_on = !self.is_over() && !self.is_opening() && self.players.opponent != Opponent::Watched;
        goes_on.then(|| self.players.own_seat().unwrap_or(self.position().seat()))
    }

    /// A person gives up.
    pub(crate) fn resign(&mut self) -> Vec<Happened> {
        match self.resigning() {
            Some(seat) => self.finish(Outcome::win(!seat, Reason::Resignation)),
            None => vec![Happened::Refused(Refusal::Over)],
        }
    }

    fn finish(&mut self, outcome: Outcome) -> Vec<Happened> {
        let Referee::Table(table) = &mut self.referee else { return Vec::new() };
        if table.game_mut().finish(outcome).is_err() {
            return Vec::new();
        }
        self.selected = None;
        self.offer = None;
        self.intended = None;
        self.thinking = Thinking::No;
        vec![Happened::Over(outcome)]
    }

    /// How many plies a person could take back.
    fn takeback(&self) -> Result<usize, Refusal> {
        match &self.referee {
            _ if self.is_over() => Err(Refusal::Over),
            Referee::Table(table) => table.takeback(self.players.own_seat()).map_err(Refusal::NoTakeback),
            Referee::Remote(_) => Err(Refusal::NotNow),
        }
    }

    /// Why nothing can be taken back now.
    pub(crate) fn no_takeback(&self) -> Option<Refusal> {
        self.takeback().err()
    }

    /// Takes back the last turn; against the computer, one's own last turn and what followed.
    pub(crate) fn take_back(&mut self) -> Vec<Happened> {
        match (self.takeback(), &mut self.referee) {
            (Err(refusal), _) => vec![Happened::Refused(refusal)],
            (Ok(_), Referee::Remote(_)) => Vec::new(),
            (Ok(plies), Referee::Table(table)) => {
                table.take_back(plies);
                self.selected = None;
                self.looking = None;
                self.offer = None;
                self.intended = None;
                self.thinking = Thinking::No;
                self.moving = None;
                vec![Happened::TakenBack { plies }]
            }
        }
    }

    // Looking back.

    /// How many plies are shown.
    pub(crate) fn shown_plies(&self) -> usize {
        self.looking.unwrap_or_else(|| self.game().plies().len())
    }

    pub(crate) fn is_looking_back(&self) -> bool {
        self.looking.is_some()
    }

    /// The game as it was after so many plies as are shown.
    pub(crate) fn shown(&self) -> Game {
        let mut game = self.game().clone();
        while game.plies().len() > self.shown_plies() {
            game.undo();
        }
        game
    }

    /// Shows the position after so many plies. Nothing is taken back by that.
    pub(crate) fn look(&mut self, plies: usize) -> Vec<Happened> {
        let all = self.game().plies().len();
        let looking = (plies < all).then_some(plies);
        self.moving = None;
        if looking == self.looking {
            return Vec::new();
        }
        self.looking = looking;
        self.selected = None;
        vec![Happened::Looked { plies: plies.min(all), all: looking.is_none() }]
    }

    /// Shows the position a turn earlier or later.
    pub(crate) fn look_by_turn(&mut self, later: bool) -> Vec<Happened> {
        let shown = self.shown_plies();
        let ends: Vec<usize> = super::course::turns(self.game()).iter().map(|turn| turn.end).collect();
        let to = if later {
            ends.into_iter().find(|&end| end > shown)
        } else {
            std::iter::once(0).chain(ends).take_while(|&end| end < shown).last()
        };
        to.map_or_else(Vec::new, |plies| self.look(plies))
    }

    /// The ply that is shown as a movement: its number, from 1.
    pub(crate) fn moving(&self) -> Option<usize> {
        if self.looking.is_some() { None } else { self.moving }
    }

    // Keeping.

    /// The record, with all that it takes to go on.
    pub(crate) fn record(&self) -> Result<Record, TagError> {
        let table = match &self.referee {
            Referee::Table(table) => table,
            Referee::Remote(remote) => return Ok(remote.room().record()),
        };
        let mut record = Record::of(table.game());
        if let Some(level) = self.players.level() {
            let tag = if self.players.computer_seat() == Some(Seat::First) { "First" } else { "Second" };
            record.tags.set(tag, &format!("Computer ({level})"))?;
        }
        if record.ending != Ending::Unterminated {
            record.tags.set("Deal", &table.deal().to_string())?;
        }
        if !self.picks.is_empty() {
            let picks: Vec<String> = self.picks.iter().map(usize::to_string).collect();
            record.tags.set(PICKS, &picks.join(" "))?;
        }
        let resume = Resume {
            deal: table.deal().clone(),
            seed: self.seed,
            round: self.round,
            computer: self.players.level(),
            first: self.players.first,
            tiles: self.tiles,
        };
        let sealed = resume.seal(&record);
        record.tags.set(Resume::TAG, &sealed)?;
        Ok(record)
    }

    /// The game of a record.
    ///
    /// # Errors
    ///
    /// Why it cannot go on, in words for a person.
    pub(crate) fn resume(record: &Record) -> Result<Self, String> {
        let game = record.replay().map_err(|error| error.to_string())?;
        let sealed = record.tags.get(Resume::TAG).ok_or("the tag Resume is missing")?;
        let resume = Resume::open(sealed, record).map_err(|damaged| damaged.to_string())?;
        if !resume.deal.fits(game.position()) {
            return Err("the deal does not fit the position".to_string());
        }
        let opponent = resume.computer.map_or(Opponent::SameScreen, Opponent::Computer);
        let players = Players { opponent, first: resume.first };
        let picks = record.tags.get(PICKS).unwrap_or_default();
        let picks: Vec<usize> = picks.split(' ').filter_map(|pick| pick.parse().ok()).collect();
        let is_valid =
            picks.len() <= 2 && picks.iter().all(|&pick| pick < Tiles::COUNT) && picks.first() != picks.get(1);
        let new = Self::new(game, resume.deal, players, resume.tiles, resume.seed);
        Ok(Self { round: resume.round, picks: if is_valid { picks } else { Vec::new() }, ..new })
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

/// The tag that tells which tiles were picked.
const PICKS: &str = "Tiles";

/// The highest count of a chase that this step would make, if it chases anything.
fn chase_step(game: &Game, from: Square, to: Square, limit: u16) -> Option<ChaseStep> {
    let mut after = game.clone();
    after.play_unchecked(Action::Move { from, to }.into());
    let count = after.chases().filter(|chase| chase.chaser == to).map(|chase| chase.count).max()?;
    Some(ChaseStep { to, count, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: &str = "................................";

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn action(text: &str) -> Action {
        text.parse().expect("an action")
    }

    fn session(rules: &str, position: &str, deal: &str, computer: Option<Level>, tiles: bool) -> Session {
        let position = if position.is_empty() { Position::start() } else { position.parse().expect("a position") };
        let game = Game::from_position(rules.parse().expect("rules"), position).expect("a position under the rules");
        let deal = if deal.is_empty() { Deal::from_seed(&position, 3) } else { deal.parse().expect("a deal") };
        let opponent = computer.map_or(Opponent::SameScreen, Opponent::Computer);
        Session::new(game, deal, Players { opponent, first: Party::Host }, tiles, 9)
    }

    fn two(rules: &str, position: &str) -> Session {
        session(rules, position, NOTHING, None, false)
    }

    fn alone(rules: &str, position: &str) -> Session {
        session(rules, position, NOTHING, Some(Level::Normal), false)
    }

    fn tap(session: &mut Session, squares: &[&str]) -> Vec<Happened> {
        squares.iter().fold(Vec::new(), |_, name| session.tap(square(name)))
    }

    fn plies(session: &Session) -> Vec<String> {
        session.game().plies().map(|ply| ply.to_string()).collect()
    }

    /// What the worker would answer to the question that is to be asked now.
    fn answer(session: &mut Session, said: Said) -> Vec<Happened> {
        let number = session.question().expect("something to ask").number;
        session.answered(&Answer { number, said })
    }

    fn plays(text: &str, offers_draw: bool) -> Said {
        Said::Action { action: action(text), value: 0, line: Vec::new(), nodes: 1, depth: 1, offers_draw }
    }

    #[test]
    fn a_tap_turns_a_piece_over() {
        let mut game = session("taiwan-club", "", "", None, false);
        let happened = tap(&mut game, &["b2"]);
        assert!(matches!(happened[..], [Happened::Played(_)]));
        assert!(plies(&game)[0].starts_with("b2="));
        assert_eq!(game.moving(), Some(1));
    }

    #[test]
    fn a_piece_is_picked_up_and_put() {
        let mut game = two("taiwan-club", "3k/4/4/4/4/4/n3/R3 r - 0 41");
        assert_eq!(tap(&mut game, &["a1"]), [Happened::Selected(square("a1"))]);
        let targets = game.targets(square("a1"));
        assert_eq!(targets.steps, square("b1").into());
        assert_eq!(targets.captures, square("a2").into());
        tap(&mut game, &["a2"]);
        assert_eq!(plies(&game), ["a1-a2"]);
        assert_eq!(game.selected(), None);
    }

    #[test]
    fn what_is_picked_up_can_be_put_down() {
        let mut game = two("taiwan-club", "3k/4/4/4/4/4/n3/R2P r - 0 41");
        for again in [&["a1", "a1"][..], &["a1", "c4"], &["a1", "d1", "d1"]] {
            assert!(matches!(tap(&mut game, again)[..], [Happened::Dropped(_)]), "{again:?}");
            assert_eq!(game.selected(), None);
        }
        tap(&mut game, &["a1", "d1"]);
        assert_eq!(game.selected(), Some(square("d1")));
        assert_eq!(game.escape(), [Happened::Dropped(square("d1"))]);
        assert!(plies(&game).is_empty());
    }

    #[test]
    fn a_face_down_piece_is_turned_over_with_another_in_hand() {
        let mut game =
            session("taiwan-club", "3k/4/4/4/4/4/?3/P3 r r1 18 69", "....r...........................", None, false);
        let happened = tap(&mut game, &["a1", "a2"]);
        assert!(matches!(happened[..], [Happened::Dropped(_), Happened::Played(_)]));
        // Where the rules allow it, it is attacked instead.
        let mut game = session(
            "taiwan-club:dark=probe",
            "3k/4/4/4/4/4/?3/P3 r r1 18 69",
            "....r...........................",
            None,
            false,
        );
        tap(&mut game, &["a1", "a2"]);
        assert_eq!(plies(&game), ["a1-a2=r"]);
    }

    #[test]
    fn refusals_say_why_and_keep_the_piece_in_hand() {
        let mut game = two("taiwan-club", "3k/4/4/4/4/4/r3/P3 r - 0 41");
        let happened = tap(&mut game, &["a1", "a2"]);
        assert!(matches!(
            happened[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::RankTooLow { .. }, .. })]
        ));
        assert_eq!(game.selected(), Some(square("a1")));
        let happened = tap(&mut game, &["d8", "a1", "d8"]);
        assert!(matches!(happened[..], [Happened::Refused(_)]));
        let mut stuck = two("taiwan-club", "3k/4/4/4/4/4/r3/Pr1P r - 0 41");
        assert_eq!(
            tap(&mut stuck, &["a1"])[1..],
            [Happened::Refused(Refusal::Stuck(square("a1")))],
            "a piece without a target says so"
        );
    }

    #[test]
    fn a_chain_goes_on_until_it_is_ended() {
        let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        tap(&mut game, &["b2", "b3"]);
        assert_eq!(game.chain(), Some(square("b3")));
        assert_eq!(game.selected(), Some(square("b3")), "the piece stays in hand");
        assert!(tap(&mut game, &["b3"]).is_empty());
        assert!(matches!(
            tap(&mut game, &["b2"])[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::InChain { .. }, .. })]
        ));
        tap(&mut game, &["c3"]);
        assert!(game.escape().is_empty());
        assert_eq!(game.chain(), Some(square("c3")));
        game.end_chain();
        assert_eq!(plies(&game), ["b2-b3", "b3-c3", "end"]);
        assert_eq!(game.chain(), None);
        assert!(matches!(game.end_chain()[..], [Happened::Refused(_)]));
    }

    #[test]
    fn a_turn_is_typed_as_a_whole() {
        let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        game.play_turn(&[action("b2-b3")]);
        // Inside a chain a square alone is the next hop.
        game.play_turn(&[action("c3")]);
        game.play_turn(&[Action::End]);
        assert_eq!(plies(&game), ["b2-b3", "b3-c3", "end"]);
        let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        let happened = game.play_turn(&[action("b2-b3"), action("b3-d8")]);
        assert!(matches!(happened[..], [Happened::Played(_), Happened::Refused(_)]));
    }

    /// The chariot has chased the horse as often as it may.
    fn chased() -> Session {
        let mut game = two("taiwan-chase:chase=2", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
        for (taps, _) in [(["b1", "a1"], 1), (["a2", "b2"], 0), (["a1", "b1"], 2), (["b2", "a2"], 0)] {
            tap(&mut game, &taps);
        }
        assert_eq!(plies(&game), ["b1-a1", "a2-b2", "a1-b1", "b2-a2"]);
        game
    }

    #[test]
    fn chases_are_counted_before_they_are_made() {
        let game = two("taiwan-chase:chase=2", "3P/4/4/4/4/4/n3/1R2 r - 0 41");
        let chase = |to, count| ChaseStep { to: square(to), count, limit: 2 };
        assert_eq!(game.targets(square("b1")).chases, [chase("a1", 1), chase("b2", 1)]);
        let game = chased();
        let targets = game.targets(square("b1"));
        assert_eq!(targets.chases, []);
        assert_eq!(targets.steps, square("c1").into());
        assert_eq!(targets.forbidden, [square("a1"), square("b2")].into_iter().collect());
    }

    #[test]
    fn a_forbidden_chase_says_why() {
        let mut game = chased();
        let happened = tap(&mut game, &["b1", "a1"]);
        assert!(matches!(
            happened[..],
            [Happened::Refused(Refusal::Illegal { why: IllegalAction::ForbiddenChase { limit: 2, .. }, .. })]
        ));
        assert_eq!(game.selected(), Some(square("b1")));
        tap(&mut game, &["c1"]);
        assert_eq!(plies(&game).last().map(String::as_str), Some("b1-c1"));
    }

    #[test]
    fn threatened_pieces_are_those_that_can_be_captured() {
        let game = two("taiwan-club", "3k/4/4/4/4/4/r2P/P3 r - 0 41");
        assert_eq!(Session::threatened(game.game(), Colour::Red), square("a1").into());
    }

    #[test]
    fn the_computer_is_asked_with_the_record_and_no_deal() {
        let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
        assert_eq!(game.question(), None, "it is the person's turn");
        tap(&mut game, &["b2"]);
        assert!(!game.is_persons_turn());
        let question = game.question().expect("its turn");
        assert_eq!((question.ask, question.level), (Ask::Action, Level::Expert));
        assert_eq!(question.record, Record::of(game.game()));
        assert_eq!(question.record.tags.iter().count(), 0, "no tag has the deal");
        assert_eq!(game.question(), None, "it was asked");
        assert_eq!(game.computer(), Computer::Thinks);
        assert!(matches!(tap(&mut game, &["c3"])[..], [Happened::Refused(Refusal::NotYourTurn)]));
    }

    #[test]
    fn only_the_last_question_is_answered() {
        let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
        tap(&mut game, &["b2"]);
        let number = game.question().expect("its turn").number;
        let late = Answer { number: number - 1, said: plays("c3", false) };
        assert!(game.answered(&late).is_empty());
        let happened = game.answered(&Answer { number, said: plays("c3", false) });
        assert!(matches!(happened[..], [Happened::Played(_)]));
        assert!(game.answered(&Answer { number, said: plays("c4", false) }).is_empty(), "once");
    }

    #[test]
    fn stopping_waits_for_think_again() {
        let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
        tap(&mut game, &["b2"]);
        let number = game.question().expect("its turn").number;
        assert_eq!(game.stop(), [Happened::Stopped]);
        assert_eq!(game.computer(), Computer::Stopped);
        assert!(game.answered(&Answer { number, said: plays("c3", false) }).is_empty(), "what was stopped is void");
        assert_eq!(game.question(), None);
        game.think_again();
        assert_eq!(game.question().map(|question| question.number), Some(number + 1));
    }

    #[test]
    fn a_broken_worker_is_told_and_asked_again() {
        let mut game = session("taiwan-club", "", "", Some(Level::Expert), false);
        tap(&mut game, &["b2"]);
        let happened = answer(&mut game, Said::Trouble("no such game".to_string()));
        assert_eq!(happened, [Happened::Failed]);
        assert_eq!(game.computer(), Computer::Failed);
        game.think_again();
        assert!(game.question().is_some());
    }

    #[test]
    fn the_computer_answers_an_offer() {
        let start = "3k/4/4/4/4/4/4/R3 r - 50 91";
        let mut game = alone("taiwan-classic", start);
        let happened = game.offer_draw();
        assert_eq!(happened, [Happened::Offered(Seat::First)]);
        assert_eq!(game.offer(), Offer::Pending);
        assert!(matches!(tap(&mut game, &["a1"])[..], [Happened::Refused(Refusal::OfferOpen)]));
        let question = game.question().expect("an offer to answer");
        assert_eq!(question.ask, Ask::Draw(Seat::Second));
        let happened = game.answered(&Answer { number: question.number, said: Said::Draw(false) });
        assert_eq!(happened, [Happened::Declined(Seat::Second)]);
        assert!(matches!(game.offer_draw()[..], [Happened::Refused(Refusal::OfferedAlready)]), "once a turn");

        let mut game = alone("taiwan-classic", start);
        game.offer_draw();
        let happened = answer(&mut game, Said::Draw(true));
        assert_eq!(happened, [Happened::Over(Outcome::draw(Reason::Agreement))]);
    }

    #[test]
    fn the_computers_offer_is_answered() {
        let start = "3k/4/4/4/4/4/4/R3 b - 50 92";
        let mut game = alone("taiwan-classic", start);
        assert_eq!(answer(&mut game, plays("d8-d7", true)), [Happened::Offered(Seat::Second)]);
        assert_eq!(game.offer(), Offer::ToAnswer(Seat::Second));
        assert_eq!(game.question(), None);
        let happened = game.answer_offer(false);
        assert!(matches!(happened[..], [Happened::Declined(Seat::First), Happened::Played(_)]));
        assert_eq!(plies(&game), ["d8-d7"], "it plays what it would have");
        tap(&mut game, &["a1", "a2"]);
        assert!(matches!(answer(&mut game, plays("d7-d8", true))[..], [Happened::Played(_)]), "not again so soon");

        let mut game = alone("taiwan-classic", start);
        answer(&mut game, plays("d8-d7", true));
        assert_eq!(game.answer_offer(true), [Happened::Over(Outcome::draw(Reason::Agreement))]);
    }

    #[test]
    fn two_people_agree_on_a_draw() {
        let mut game = two("taiwan-classic", "3k/4/4/4/4/4/4/R3 b - 50 92");
        assert_eq!(game.offer_draw(), [Happened::Offered(Seat::Second)]);
        assert_eq!(game.offer(), Offer::ToAnswer(Seat::Second));
        assert_eq!(game.answer_offer(false), [Happened::Declined(Seat::First)]);
        assert!(game.no_offer().is_some());
        tap(&mut game, &["d8", "d7"]);
        game.offer_draw();
        game.answer_offer(true);
        assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Agreement)));
    }

    #[test]
    fn the_person_resigns_whoever_is_to_move() {
        let mut game = alone("taiwan-club", "3k/4/4/4/4/4/4/R3 b - 5 92");
        assert_eq!(game.resigning(), Some(Seat::First));
        assert_eq!(game.resign(), [Happened::Over(Outcome::win(Seat::Second, Reason::Resignation))]);
        assert_eq!(game.resign(), [Happened::Refused(Refusal::Over)]);
        assert_eq!(game.question(), None);
        let game = two("taiwan-club", "3k/4/4/4/4/4/4/R3 b - 5 92");
        assert_eq!(game.resigning(), Some(Seat::Second));
    }

    #[test]
    fn a_turn_is_taken_back_up_to_the_last_flip() {
        let mut game = alone("taiwan-club", "3k/4/4/4/4/4/4/R3 r - 5 91");
        assert!(game.no_takeback().is_some());
        tap(&mut game, &["a1", "a2"]);
        answer(&mut game, plays("d8-d7", false));
        assert_eq!(game.take_back(), [Happened::TakenBack { plies: 2 }]);
        assert!(plies(&game).is_empty());
        // While it thinks, only one's own is taken back, and the answer is void.
        tap(&mut game, &["a1", "a2"]);
        let number = game.question().expect("its turn").number;
        assert_eq!(game.take_back(), [Happened::TakenBack { plies: 1 }]);
        assert!(game.answered(&Answer { number, said: plays("d8-d7", false) }).is_empty());

        let mut game = session("taiwan-club", "", "", None, false);
        tap(&mut game, &["b2"]);
        assert!(matches!(game.take_back()[..], [Happened::Refused(Refusal::NoTakeback(NoTakeback::Revealed { .. }))]));
    }

    #[test]
    fn looking_back_changes_nothing() {
        let mut game = two("hong-kong:chain=on", "3k/4/4/4/4/1npc/1R2/4 r - 0 41");
        tap(&mut game, &["b2", "b3"]);
        tap(&mut game, &["c3"]);
        game.end_chain();
        tap(&mut game, &["d8", "d7"]);
        let now = *game.shown().position();
        assert_eq!(game.look_by_turn(false), [Happened::Looked { plies: 3, all: false }]);
        assert_eq!(game.look_by_turn(false), [Happened::Looked { plies: 0, all: false }], "a chain is one turn");
        assert!(game.look_by_turn(false).is_empty());
        assert_eq!(game.shown().position(), game.game().first_position());
        assert!(matches!(tap(&mut game, &["c3"])[..], [Happened::Refused(Refusal::LookingBack)]));
        assert_eq!(game.look_by_turn(true), [Happened::Looked { plies: 3, all: false }]);
        assert_eq!(game.escape(), [Happened::Looked { plies: 4, all: true }]);
        assert_eq!(*game.shown().position(), now);
        assert_eq!(plies(&game).len(), 4);
    }

    #[test]
    fn tiles_decide_who_goes_first() {
        let mut game = session("taiwan-club", "", "", None, true);
        assert!(game.is_opening());
        assert!(matches!(tap(&mut game, &["b2"])[..], [Happened::Refused(Refusal::BeforeTiles)]));
        assert_eq!(game.picker(), Some(Party::Host));
        assert!(matches!(game.pick(2)[..], [Happened::Picked { party: Party::Host, tile: 2, .. }]));
        assert!(game.pick(2).is_empty(), "it is taken");
        assert!(game.pick(5).is_empty(), "there is none");
        let happened = game.pick(4);
        let [Happened::Picked { party: Party::Guest, .. }, Happened::Decided { first }] = happened[..] else {
            panic!("{happened:?}");
        };
        let tiles = Tiles::from_seed(9);
        let host_is_higher = tiles.kind(2) < tiles.kind(4);
        assert_eq!(first == Party::Host, host_is_higher);
        assert_eq!(game.players().first, first);
        assert!(!game.is_opening());
        assert!(game.pick(0).is_empty());
    }

    #[test]
    fn the_computer_picks_a_tile_too() {
        let mut game = session("taiwan-club", "", "", Some(Level::Easy), true);
        assert_eq!(game.question(), None);
        assert_eq!(game.pick(0).len(), 3);
        let computer_begins = game.players().first == Party::Guest;
        assert_eq!(game.question().is_some(), computer_begins);
    }

    #[test]
    fn a_game_goes_on_where_it_was_left() {
        let mut game = session("taiwan-club", "", "", Some(Level::Normal), true);
        game.pick(1);
        if game.players().first == Party::Guest {
            answer(&mut game, plays("a1", false));
        }
        tap(&mut game, &["b2"]);
        let record = game.record().expect("written");
        let text = record.to_string();
        let read: Record = text.parse().expect("a record");
        let mut again = Session::resume(&read).expect("a game");
        assert_eq!(again.record().expect("written").to_string(), text);
        assert_eq!(again.players(), game.players());
        assert_eq!(again.tiles(), game.tiles());
        assert!(!again.is_opening());
        // The same deal lies under it, and the computer is asked the same.
        assert_eq!(again.question().map(|q| (q.record, q.seed)), game.question().map(|q| (q.record, q.seed)));
    }

    #[test]
    fn tiles_half_drawn_are_kept() {
        let mut game = session("taiwan-club", "", "", None, true);
        game.pick(3);
        let again = Session::resume(&game.record().expect("written")).expect("a game");
        assert_eq!(again.picker(), Some(Party::Guest));
        assert_eq!(again.tiles(), game.tiles());
    }

    #[test]
    fn a_finished_game_tells_its_deal_and_an_unfinished_one_does_not() {
        let mut game = session("taiwan-club", "", "", None, false);
        tap(&mut game, &["b2"]);
        let deal = Deal::from_seed(&Position::start(), 3).to_string();
        let unfinished = game.record().expect("written");
        assert_eq!(unfinished.tags.get("Deal"), None);
        assert!(!unfinished.to_string().contains(&deal));
        game.resign();
        let finished = game.record().expect("written");
        assert_eq!(finished.tags.get("Deal"), Some(deal.as_str()));
        let again = Session::resume(&finished).expect("a game");
        assert_eq!(again.outcome(), game.outcome());
    }

    #[test]
    fn the_other_one_begins_the_rematch() {
        let mut game = session("taiwan-club", "", "", Some(Level::Normal), false);
        game.resign();
        let next = game.rematch(|position| Deal::from_seed(position, 4));
        assert_eq!(next.players().first, Party::Guest);
        assert_eq!(next.game().plies().len(), 0);
        assert_eq!(next.round, 1);
    }
}
