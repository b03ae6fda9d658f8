//! A game between people at this device, or between one of them and the computer: what is played, picked up, offered,
//! taken back and looked at.
//!
//! It knows nothing of the page. What is done to it answers what happened; whoever shows it tells that, makes the sound,
//! and keeps the game.

use banqi::{
    Action, Bitboard, Cell, Colour, Ending, Game, IllegalAction, Kind, Outcome, Position, Reason, Record, Rules, Seat,
    Square, TagError,
};
use banqi_deal::{Deal, Tiles};
use banqi_engine::Level;
use banqi_table::{Event, NoTakeback, Party, Resume, Table};

use super::players::Players;
use crate::board::ChaseStep;
use crate::engine_worker::message::{Answer, Ask, Question, Said};

/// The computer repeats an offer of a draw after so many turns.
const OFFER_AGAIN: u32 = 20;

/// A game and everything about it that is not on the board.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    table: Table,
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
        Self {
            table: Table::new(game, deal),
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
        self.table.game()
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

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
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
        self.outcome().is_none() && !self.is_opening() && !self.players.is_computer(self.position().seat())
    }

    // Tiles.

    /// Whether tiles are being drawn.
    pub(crate) fn is_opening(&self) -> bool {
        self.tiles && self.picks.len() < 2 && self.game().plies().len() == 0
    }

    /// Who picks the next tile.
    pub(crate) fn picker(&self) -> Option<Party> {
        self.is_opening().then_some(if self.picks.is_empty() { Party::Host } else { Party::Guest })
    }

    /// What is to be seen of the tiles: those that were picked.
    pub(crate) fn tiles(&self) -> [Option<(Party, Kind)>; Tiles::COUNT] {
        let tiles = Tiles::from_seed(self.seed.wrapping_add(self.round));
        let mut seen = [None; Tiles::COUNT];
        for (&pick, party) in self.picks.iter().zip([Party::Host, Party::Guest]) {
            seen[pick] = tiles.kind(pick).map(|kind| (party, kind));
        }
        seen
    }

    /// Picks a tile. The computer picks its own after a person's.
    pub(crate) fn pick(&mut self, tile: usize) -> Vec<Happened> {
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
            } else if self.players.computer.is_some() {
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
        } else if self.outcome().is_some() {
            Some(Refusal::Over)
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
        for &action in hop.as_ref().map_or(actions, |hop| hop.as_slice()) {
            if self.position().turn() != turn || self.outcome().is_some() {
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
        match self.table.play(action) {
            Err(why) => vec![Happened::Refused(Refusal::Illegal { action, why })],
            Ok(event) => {
                self.selected = None;
                self.intended = None;
                self.thinking = Thinking::No;
                let plies = self.game().plies().len();
                self.moving = Some(plies);
                let mut happened = vec![Happened::Played(event)];
                happened.extend(self.outcome().map(Happened::Over));
                happened
            }
        }
    }

    /// Where the piece on a square may go now.
    pub(crate) fn targets(&self, from: Square) -> Targets {
        let game = self.game();
        let mut targets = Targets::default();
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
        if self.thinking != Thinking::No || self.outcome().is_some() || self.is_opening() {
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
        let level = self.players.computer?;
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
        match self.offer {
            None => Offer::None,
            Some(by) if self.players.computer.is_some() && !self.players.is_computer(by) => Offer::Pending,
            Some(by) => Offer::ToAnswer(by),
        }
    }

    /// Why no draw can be offered now.
    pub(crate) fn no_offer(&self) -> Option<Refusal> {
        match self.closed() {
            Some(Refusal::LookingBack) | None if self.outcome().is_none() => {
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
        let goes_on = self.outcome().is_none() && !self.is_opening();
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
        if self.table.game_mut().finish(outcome).is_err() {
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
        if self.outcome().is_some() {
            return Err(Refusal::Over);
        }
        self.table.takeback(self.players.own_seat()).map_err(Refusal::NoTakeback)
    }

    /// Why nothing can be taken back now.
    pub(crate) fn no_takeback(&self) -> Option<Refusal> {
        self.takeback().err()
    }

    /// Takes back the last turn; against the computer, one's own last turn and what followed.
    pub(crate) fn take_back(&mut self) -> Vec<Happened> {
        match self.takeback() {
            Err(refusal) => vec![Happened::Refused(refusal)],
            Ok(plies) => {
                self.table.take_back(plies);
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
        let mut record = Record::of(self.game());
        if let Some(level) = self.players.computer {
            let tag = if self.players.computer_seat() == Some(Seat::First) { "First" } else { "Second" };
            record.tags.set(tag, &format!("Computer ({level})"))?;
        }
        if record.ending != Ending::Unterminated {
            record.tags.set("Deal", &self.table.deal().to_string())?;
        }
        if !self.picks.is_empty() {
            let picks: Vec<String> = self.picks.iter().map(usize::to_string).collect();
            record.tags.set(PICKS, &picks.join(" "))?;
        }
        let resume = Resume {
            deal: self.table.deal().clone(),
            seed: self.seed,
            round: self.round,
            computer: self.players.computer,
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
        let players = Players { computer: resume.computer, first: resume.first };
        let picks = record.tags.get(PICKS).unwrap_or_default();
        let picks: Vec<usize> = picks.split(' ').filter_map(|pick| pick.parse().ok()).collect();
        let is_valid =
            picks.len() <= 2 && picks.iter().all(|&pick| pick < Tiles::COUNT) && picks.first() != picks.get(1);
        let new = Self::new(game, resume.deal, players, resume.tiles, resume.seed);
        Ok(Self { round: resume.round, picks: if is_valid { picks } else { Vec::new() }, ..new })
    }

    /// The level of the computer, for lists of games.
    pub(crate) fn level(&self) -> Option<Level> {
        self.players.computer
    }
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
