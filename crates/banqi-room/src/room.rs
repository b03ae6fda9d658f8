//! The state of a game over the net: what its events make of it.

use banqi::{Game, Outcome, Ply, Record, Rules, Seat, Tags};
use banqi_deal::{Commitment, Mismatch, Opening, Seal, SealedDeal, Secret, Terms, Tiles, Transcript};
use banqi_engine::Level;
use banqi_wire::{AbortReason, Clock, End, Event, FirstMover, GameId, Numbered, Player, Scoring};

use crate::FoldError;
use crate::timer::Timer;

/// How far a game has come.
///
/// ```
/// use banqi_room::Stage;
/// assert!(Stage::Inviting < Stage::Over);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The second seat is free.
    Inviting,
    /// The devices put the deal together.
    Sealing,
    /// The players pick tiles.
    Picking,
    /// They play.
    Playing,
    /// It has ended.
    Over,
}

/// How a game ended.
///
/// ```
/// use banqi_room::Ending;
/// let ending = Ending::Finished(banqi::Outcome::draw(banqi::Reason::Agreement));
/// assert!(matches!(ending, Ending::Finished(outcome) if outcome.winner.is_none()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// With a result.
    Finished(Outcome),
    /// It was called off.
    Aborted {
        /// Why.
        reason: AbortReason,
        /// By whom, or who did not do what was to be done.
        by: Option<Player>,
    },
}

/// The state of a game over the net: a fold over its events, the same at the server and at every client.
///
/// ```
/// use banqi::Preset;
/// use banqi_deal::Secret;
/// use banqi_room::{Referee, Room};
/// use banqi_wire::{GameId, NewGame, Numbered};
/// # let asked = NewGame::casual(Preset::Mainland.rules(), Default::default(), Default::default());
/// # let (_, created) = Referee::create(Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &asked);
/// let room = Room::fold(&[Numbered { number: 1, at: 0, event: created }])?;
/// assert_eq!(room.game().position().turn(), 1);
/// # Ok::<(), banqi_room::FoldError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Room {
    id: GameId,
    terms: Terms,
    clock: Clock,
    first: FirstMover,
    begins: Option<Player>,
    server_commit: Commitment,
    last: Option<GameId>,
    scoring: Scoring,
    engine: Option<String>,
    is_open: bool,
    range: Option<[i32; 2]>,
    created: u64,
    commitment: Option<Commitment>,
    /// When the seat was taken.
    joined: Option<u64>,
    contribution: Option<Secret>,
    /// When the deal was sealed. There is no seal when the server's did not match.
    sealed: Option<u64>,
    seal: Option<Seal>,
    picks: Vec<(Player, Opening)>,
    first_player: Option<Player>,
    game: Game,
    pub(crate) timer: Option<Timer>,
    /// When the clocks were stopped, while they are.
    paused: Option<u64>,
    offer: Option<Player>,
    /// After how many own turns each last offered a draw.
    offered: [Option<u32>; 2],
    ending: Option<Ending>,
    /// When that was.
    ended: u64,
    dealt: Option<SealedDeal>,
    mismatch: Option<Mismatch>,
    rematch_offers: [bool; 2],
    rematch: Option<GameId>,
    number: u32,
    /// The last event that changed what a player decides on.
    decisive: u32,
    /// When the last of these was.
    at: u64,
}

impl Room {
    /// Folds all events of a game.
    ///
    /// # Errors
    ///
    /// [`FoldError`] names the first that cannot be.
    ///
    /// ```
    /// assert_eq!(banqi_room::Room::fold(&[]).unwrap_err(), banqi_room::FoldError::NotCreated);
    /// ```
    pub fn fold(events: &[Numbered]) -> Result<Self, FoldError> {
        let (created, others) = events.split_first().ok_or(FoldError::NotCreated)?;
        let mut room = Self::open(created)?;
        others.iter().try_for_each(|event| room.apply(event))?;
        Ok(room)
    }

    /// The game of its first event.
    ///
    /// # Errors
    ///
    /// [`FoldError`] when that is another one.
    ///
    /// ```
    /// use banqi_room::{FoldError, Room};
    /// use banqi_wire::{Event, Numbered};
    /// let joined = Numbered { number: 1, at: 0, event: Event::Joined };
    /// assert_eq!(Room::open(&joined).unwrap_err(), FoldError::NotCreated);
    /// ```
    pub fn open(created: &Numbered) -> Result<Self, FoldError> {
        let &Numbered { number, at, ref event } = created;
        let &Event::Created {
            game: id,
            rules,
            clock,
            first,
            server_commit,
            begins,
            last,
            scoring,
            ref engine,
            open,
            range,
        } = event
        else {
            return Err(FoldError::NotCreated);
        };
        if number != 1 {
            return Err(FoldError::Number { found: number, expected: 1 });
        }
        Ok(Self {
            id,
            terms: Terms::new(id.as_str(), &rules).map_err(FoldError::Terms)?,
            clock,
            first,
            begins,
            server_commit,
            last,
            scoring,
            engine: engine.clone(),
            is_open: open,
            range,
            created: at,
            commitment: None,
            joined: None,
            contribution: None,
            sealed: None,
            seal: None,
            picks: Vec::new(),
            first_player: None,
            game: Game::new(rules),
            timer: None,
            paused: None,
            offer: None,
            offered: [None; 2],
            ending: None,
            ended: at,
            dealt: None,
            mismatch: None,
            rematch_offers: [false; 2],
            rematch: None,
            number,
            decisive: number,
            at,
        })
    }

    /// Takes the next event.
    ///
    /// # Errors
    ///
    /// [`FoldError`]; the room is then as it was.
    ///
    /// ```
    /// # use banqi::Preset;
    /// # use banqi_deal::Secret;
    /// # use banqi_room::{FoldError, Referee, Room, Stage};
    /// # use banqi_wire::{Event, GameId, NewGame, Numbered};
    /// # let asked = NewGame::casual(Preset::Mainland.rules(), Default::default(), Default::default());
    /// # let (_, created) = Referee::create(Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &asked);
    /// # let mut room = Room::open(&Numbered { number: 1, at: 0, event: created })?;
    /// room.apply(&Numbered { number: 2, at: 5, event: Event::Joined })?;
    /// assert_eq!(room.stage(), Stage::Sealing);
    /// let twice = room.apply(&Numbered { number: 3, at: 6, event: Event::Joined });
    /// assert_eq!(twice, Err(FoldError::Unexpected { number: 3 }));
    /// # Ok::<(), FoldError>(())
    /// ```
    #[expect(clippy::too_many_lines, reason = "an arm for each event")]
    pub fn apply(&mut self, next: &Numbered) -> Result<(), FoldError> {
        let &Numbered { number, at, ref event } = next;
        if number != self.number + 1 {
            return Err(FoldError::Number { found: number, expected: self.number + 1 });
        }
        let unexpected = FoldError::Unexpected { number };
        let stage = self.stage();
        let expect = |holds: bool| if holds { Ok(()) } else { Err(unexpected) };
        match event {
            Event::Created { .. } => return Err(unexpected),
            Event::Committed { commitment } => {
                expect(stage <= Stage::Sealing && self.commitment.is_none() && self.computer().is_none())?;
                self.commitment = Some(*commitment);
            }
            Event::Joined => {
                expect(stage == Stage::Inviting)?;
                self.joined = Some(at);
            }
            Event::Contributed { secret } => {
                expect(stage == Stage::Sealing && self.commitment.is_some() && self.contribution.is_none())?;
                self.contribution = Some(secret.clone());
            }
            Event::Sealed { secret, leaves, seal } => {
                expect(stage == Stage::Sealing && self.is_c1_due())?;
                let transcript = self.transcript(secret.clone()).ok_or(unexpected)?;
                match Seal::new(transcript, (**leaves).clone()) {
                    Ok(found) => {
                        if found.hash() != *seal {
                            self.find(Mismatch::Seal { said: *seal, found: found.hash() });
                        }
                        self.seal = Some(found);
                    }
                    Err(mismatch) => self.find(mismatch),
                }
                self.sealed = Some(at);
            }
            Event::Picked { player, opening } => {
                let Opening::Tile { tile, .. } = *opening else { return Err(unexpected) };
                let is_free = self.picks.iter().all(|(other, pick)| other != player && tile_of(pick) != Some(tile));
                expect(stage == Stage::Picking && tile < Tiles::COUNT && is_free)?;
                self.check_opening(opening);
                self.picks.push((*player, *opening));
            }
            Event::Began { first } => {
                expect(stage == Stage::Picking && self.first_by_the_deal().is_none_or(|player| player == *first))?;
                self.first_player = Some(*first);
                self.timer = Timer::new(self.clock, at);
            }
            Event::Played { action, opening, spent } => {
                expect(stage == Stage::Playing)?;
                let mover = self.to_act().ok_or(unexpected)?;
                let revealed = match opening {
                    Some(Opening::Square { square, piece, .. }) => {
                        expect(self.game.revealed_square(*action) == Some(*square))?;
                        Some(*piece)
                    }
                    Some(Opening::Tile { .. }) => return Err(unexpected),
                    None => None,
                };
                let turn = self.game.position().turn();
                self.game.play(Ply::new(*action, revealed)).map_err(|why| FoldError::Illegal { number, why })?;
                let is_over = self.game.position().turn() != turn || self.game.outcome().is_some();
                if let Some(opening) = opening {
                    self.check_opening(opening);
                }
                if let Some(timer) = &mut self.timer {
                    timer.played(mover, *spent, is_over, at);
                }
                if self.offer == Some(mover.other()) {
                    self.offer = None;
                }
            }
            Event::DrawOffered { by } => {
                expect(stage == Stage::Playing && self.offer.is_none())?;
                self.offered[*by as usize] = Some(self.own_turns(*by));
                self.offered[by.other() as usize] = None;
                self.offer = Some(*by);
            }
            Event::DrawDeclined { by } => {
                expect(stage == Stage::Playing && self.offer == Some(by.other()))?;
                self.offer = None;
            }
            Event::Paused { spent } => {
                expect(stage == Stage::Playing && self.paused.is_none())?;
                self.paused = Some(at);
                let mover = self.to_act();
                if let (Some(timer), Some(mover)) = (&mut self.timer, mover) {
                    timer.played(mover, *spent, false, at);
                    timer.pause();
                }
            }
            Event::Continued => {
                expect(stage == Stage::Playing && self.paused.is_some())?;
                self.paused = None;
                if let Some(timer) = &mut self.timer {
                    timer.go_on(at);
                }
            }
            Event::Finished { outcome } => {
                expect(stage == Stage::Playing)?;
                match self.game.outcome() {
                    None => {
                        self.game.finish(*outcome).map_err(|why| FoldError::Result { number, why: Some(why) })?;
                    }
                    Some(found) if found == *outcome => {}
                    Some(_) => return Err(FoldError::Result { number, why: None }),
                }
                self.close(Ending::Finished(*outcome), at);
            }
            Event::Aborted { reason, by } => {
                expect(stage < Stage::Over)?;
                self.close(Ending::Aborted { reason: *reason, by: *by }, at);
            }
            Event::Revealed { secret } => {
                expect(stage == Stage::Over && self.sealed.is_some() && self.dealt.is_none())?;
                match self.seal.as_ref().map(|seal| seal.verify(secret)) {
                    Some(Ok(dealt)) => self.dealt = Some(dealt),
                    Some(Err(mismatch)) => self.find(mismatch),
                    // The seal itself did not match, which has been found.
                    None => {}
                }
            }
            Event::RematchOffered { by } => {
                expect(stage == Stage::Over && self.rematch.is_none() && self.computer().is_none())?;
                expect(!self.rematch_offers[*by as usize])?;
                self.rematch_offers[*by as usize] = true;
            }
            Event::Rematch { game } => {
                expect(self.wants_rematch())?;
                self.rematch = Some(*game);
            }
        }
        self.number = number;
        self.at = at;
        if matches!(event, Event::Picked { .. } | Event::Began { .. } | Event::Played { .. }) {
            self.decisive = number;
        }
        Ok(())
    }

    fn close(&mut self, ending: Ending, at: u64) {
        self.ending = Some(ending);
        self.ended = at;
        self.offer = None;
        self.paused = None;
        if let Some(timer) = &mut self.timer {
            timer.pause();
        }
    }

    fn check_opening(&mut self, opening: &Opening) {
        if let Some(Err(mismatch)) = self.seal.as_ref().map(|seal| seal.check(opening)) {
            self.find(mismatch);
        }
    }

    /// The first one stays.
    fn find(&mut self, mismatch: Mismatch) {
        self.mismatch.get_or_insert(mismatch);
    }

    /// Whether everything is told but c1. The computer has no secret, so c1 need not be held back until it has told one.
    pub(crate) const fn is_c1_due(&self) -> bool {
        self.contribution.is_some() || self.computer().is_some()
    }

    /// What is sealed, once the creator has told c1.
    pub(crate) fn transcript(&self, c1: Secret) -> Option<Transcript> {
        let terms = self.terms.clone();
        let (seat1_commit, c2) = match self.computer() {
            Some(_) => (c1.seat1_commit(&terms), None),
            None => (self.commitment?, Some(self.contribution.clone()?)),
        };
        Some(Transcript { terms, server_commit: self.server_commit, seat1_commit, c1, c2 })
    }

    /// Who moves first as far as tiles, or what was known from the beginning, decide it.
    pub(crate) fn first_by_the_deal(&self) -> Option<Player> {
        let kind = |player| {
            self.picks.iter().find_map(|(picker, opening)| match opening {
                Opening::Tile { kind, .. } if *picker == player => Some(*kind),
                _ => None,
            })
        };
        // Kinds are in the Taiwanese order, the highest first.
        let by_tiles = || match (kind(Player::Creator)?, kind(Player::Friend)?) {
            (creator, friend) if creator < friend => Some(Player::Creator),
            _ => Some(Player::Friend),
        };
        self.begins.or_else(by_tiles)
    }

    // What it is.

    /// The game's name.
    ///
    /// ```
    /// # use banqi_room::{Referee, Room};
    /// # use banqi_wire::{GameId, NewGame, Numbered};
    /// # let new = NewGame::casual(banqi::Preset::Mainland.rules(), Default::default(), Default::default());
    /// # let secret = banqi_deal::Secret::from_bytes([7; 32]);
    /// # let (_, event) = Referee::create(secret, GameId::from_bits([1; 10]), &new);
    /// let room = Room::open(&Numbered { number: 1, at: 0, event })?;
    /// assert_eq!(room.id(), GameId::from_bits([1; 10]));
    /// # Ok::<(), banqi_room::FoldError>(())
    /// ```
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// What it counts for.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The level of the server's computer, where that is the friend.
    ///
    /// ```
    /// # use banqi_room::{Referee, Room};
    /// # use banqi_wire::{GameId, NewGame, Numbered};
    /// # let new: NewGame = serde_json::from_str(r#"{"rules":"mainland","scoring":{"kind":"ranked","level":"easy"}}"#)?;
    /// # let (_, event) = Referee::create(banqi_deal::Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &new);
    /// let room = Room::open(&Numbered { number: 1, at: 0, event })?;
    /// assert_eq!(room.computer(), Some(banqi_engine::Level::Easy));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn computer(&self) -> Option<Level> {
        self.scoring.level()
    }

    /// The version of the engine that the computer plays with.
    pub fn engine(&self) -> Option<&str> {
        self.engine.as_deref()
    }

    /// Whether everybody finds it, and not only who has its link.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The ratings of those who may join, both included; none for everybody.
    pub const fn range(&self) -> Option<[i32; 2]> {
        self.range
    }

    /// Its rules.
    pub fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// What is agreed before the deal.
    pub fn terms(&self) -> Terms {
        self.terms.clone()
    }

    /// Its clock.
    pub const fn clock(&self) -> Clock {
        self.clock
    }

    /// How it is decided who moves first.
    pub const fn first(&self) -> FirstMover {
        self.first
    }

    /// Who moves first, where that is known from the beginning.
    pub const fn begins(&self) -> Option<Player> {
        self.begins
    }

    /// The game before it in a series.
    pub const fn last(&self) -> Option<GameId> {
        self.last
    }

    /// When it was made, in milliseconds since 1970.
    pub const fn created(&self) -> u64 {
        self.created
    }

    /// The number of the last event.
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// When that was, in milliseconds since 1970.
    pub const fn at(&self) -> u64 {
        self.at
    }

    /// The number of the last event after which a turn or a pick is another one: a tile, the beginning, an action.
    pub const fn decisive(&self) -> u32 {
        self.decisive
    }

    /// How far it has come.
    pub fn stage(&self) -> Stage {
        if self.ending.is_some() {
            Stage::Over
        } else if self.first_player.is_some() {
            Stage::Playing
        } else if self.sealed.is_some() {
            Stage::Picking
        } else if self.joined.is_some() || self.computer().is_some() {
            Stage::Sealing
        } else {
            Stage::Inviting
        }
    }

    // The deal.

    /// H(S), to which the server is held.
    pub const fn server_commit(&self) -> Commitment {
        self.server_commit
    }

    /// H(c1), once the creator's device is held to it.
    pub const fn commitment(&self) -> Option<Commitment> {
        self.commitment
    }

    /// When the second seat was taken.
    pub const fn joined(&self) -> Option<u64> {
        self.joined
    }

    /// c2, once it is there.
    pub const fn contribution(&self) -> Option<&Secret> {
        self.contribution.as_ref()
    }

    /// When the deal was sealed.
    pub const fn sealed(&self) -> Option<u64> {
        self.sealed
    }

    /// The seal, if it is made of what it should be.
    pub const fn seal(&self) -> Option<&Seal> {
        self.seal.as_ref()
    }

    /// The whole deal, made again from the server's secret after the end.
    pub const fn dealt(&self) -> Option<&SealedDeal> {
        self.dealt.as_ref()
    }

    /// The first thing in seal and openings that does not match. Then the deal cannot be vouched for.
    pub const fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// The tiles that were picked, in their order.
    pub fn picks(&self) -> &[(Player, Opening)] {
        &self.picks
    }

    // The play.

    /// The game itself.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Who moves first, once that is decided.
    pub const fn first_player(&self) -> Option<Player> {
        self.first_player
    }

    /// Where a player sits, once it is decided who moves first.
    pub fn seat(&self, player: Player) -> Option<Seat> {
        self.first_player.map(|first| if first == player { Seat::First } else { Seat::Second })
    }

    /// Who sits on a seat, once that is decided.
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.first_player.map(|first| if seat == Seat::First { first } else { first.other() })
    }

    /// Whose turn it is, while they play.
    pub fn to_act(&self) -> Option<Player> {
        if self.stage() != Stage::Playing || self.game.outcome().is_some() {
            return None;
        }
        self.player(self.game.position().seat())
    }

    /// How many turns of a player's are over.
    pub(crate) fn own_turns(&self, player: Player) -> u32 {
        let over = self.game.position().turn() - 1;
        match self.seat(player) {
            Some(Seat::First) => over.div_ceil(2),
            Some(Seat::Second) => over / 2,
            None => 0,
        }
    }

    /// Whether both have played a turn: then the game cannot be called off any more.
    pub fn both_have_played(&self) -> bool {
        self.game.position().turn() > 2
    }

    /// What a player has left at this time, in milliseconds; none without a clock or before the beginning.
    pub fn time_left(&self, player: Player, now: u64) -> Option<u64> {
        let timer = self.timer?;
        let running = timer.since().filter(|_| self.to_act() == Some(player));
        Some(timer.left(player).saturating_sub(running.map_or(0, |since| now.saturating_sub(since))))
    }

    /// Since when the clocks stand still, while they do.
    pub const fn paused(&self) -> Option<u64> {
        self.paused
    }

    /// Whose offer of a draw waits for an answer.
    pub const fn offer(&self) -> Option<Player> {
        self.offer
    }

    /// After so many more own turns a player may offer a draw again; none means now.
    pub(crate) fn offered_lately(&self, player: Player) -> Option<u32> {
        let before = self.offered[player as usize]?;
        (before + OFFER_EVERY).checked_sub(self.own_turns(player)).filter(|&turns| turns > 0)
    }

    // The end.

    /// How it ended, once it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Who won, if somebody did.
    pub fn winner(&self) -> Option<Player> {
        match self.ending? {
            Ending::Finished(outcome) => self.player(outcome.winner?),
            Ending::Aborted { .. } => None,
        }
    }

    /// How many pieces the creator and the friend have captured.
    pub fn captures(&self) -> [u32; 2] {
        Player::ALL.map(|player| self.seat(player).and_then(|seat| self.game.captures_by(seat)).unwrap_or(0))
    }

    /// How it ended, once it has, as lists of games show it.
    ///
    /// ```
    /// # use banqi_room::{Referee, Room};
    /// # use banqi_wire::{GameId, NewGame, Numbered};
    /// # let new = NewGame::casual(banqi::Preset::Mainland.rules(), Default::default(), Default::default());
    /// # let (_, event) = Referee::create(banqi_deal::Secret::from_bytes([7; 32]), GameId::from_bits([1; 10]), &new);
    /// # let mut room = Room::open(&Numbered { number: 1, at: 0, event })?;
    /// use banqi_wire::{AbortReason, Event};
    /// assert_eq!(room.end(), None);
    /// let event = Event::Aborted { reason: AbortReason::Unjoined, by: None };
    /// room.apply(&Numbered { number: 2, at: 700, event })?;
    /// let end = room.end().ok_or("an end")?;
    /// assert_eq!((end.at, end.reason.as_str(), end.aborted, end.turns), (700, "unjoined", true, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end(&self) -> Option<End> {
        let (reason, aborted) = match self.ending? {
            Ending::Finished(outcome) => (outcome.reason.name(), false),
            Ending::Aborted { reason, .. } => (reason.name(), true),
        };
        Some(End {
            at: self.ended,
            winner: self.winner(),
            reason: reason.to_owned(),
            aborted,
            turns: Record::of(&self.game).turns.len() as u32,
            captures: self.captures(),
        })
    }

    /// Whether a player has offered another game.
    pub const fn offers_rematch(&self, player: Player) -> bool {
        self.rematch_offers[player as usize]
    }

    /// Whether both would like another game, which is not there yet: the server is to make it.
    pub fn wants_rematch(&self) -> bool {
        self.rematch_offers == [true; 2] && self.rematch.is_none()
    }

    /// The next game of the series.
    pub const fn rematch(&self) -> Option<GameId> {
        self.rematch
    }

    /// The game as a record, with the tags of its seal once it has one, and with its secrets once they are told.
    pub fn record(&self) -> Record {
        let mut record = Record::of(&self.game);
        if let Some(Ending::Aborted { .. }) = self.ending {
            record.ending = banqi::Ending::Aborted;
        }
        let tags: &mut Tags = &mut record.tags;
        match (&self.dealt, &self.seal) {
            (Some(dealt), _) => dealt.write_tags(tags),
            (None, Some(seal)) => seal.write_tags(tags),
            // The id is made of letters and digits, which every tag takes.
            (None, None) => drop(tags.set("Game", self.id.as_str())),
        }
        record
    }
}

/// A player may offer a draw once in so many own turns, unless the other one has offered since.
const OFFER_EVERY: u32 = 10;

/// Which tile an opening opens.
fn tile_of(opening: &Opening) -> Option<usize> {
    match *opening {
        Opening::Tile { tile, .. } => Some(tile),
        Opening::Square { .. } => None,
    }
}
