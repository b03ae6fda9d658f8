//! The referee of a game over the net: holds the server's secret, and decides what happens.

use std::fmt;
use std::sync::{Arc, OnceLock};

use banqi::{Outcome, Reason, Square};
use banqi_deal::{Mismatch, SealedDeal, Secret, Terms, Transcript};
use banqi_wire::{AbortReason, Clock, Command, Event, FirstMover, GameId, NewGame, Player, Refusal};

use crate::{Ending, Question, Room, Stage};

const MINUTE: u64 = 60_000;
const DAY: u64 = 1440 * MINUTE;

/// An invitation that nobody takes is called off after this.
const JOIN_WITHIN: u64 = 7 * DAY;
/// A deal that is not sealed so long after the seat was taken, or a tile that is not picked, calls the game off. No clock
/// runs meanwhile.
const OPEN_WITHIN: u64 = DAY;
/// A game without a clock in which nothing happens for so long is a draw.
const PLAY_WITHIN: u64 = 30 * DAY;
/// After a restart the clocks run again when both are back, or after this.
const BACK_WITHIN: u64 = MINUTE;
/// What was played in time may be on its way for so long.
const ON_ITS_WAY: u64 = 500;

/// Who is gone for so many milliseconds has lost or drawn, as the other player claims. None where players have days for a
/// turn: nobody has to be there.
///
/// ```
/// use banqi_wire::Clock;
/// assert_eq!(banqi_room::claim_after(Clock::None), Some(300_000));
/// assert_eq!(banqi_room::claim_after(Clock::Days { days: 3 }), None);
/// ```
pub const fn claim_after(clock: Clock) -> Option<u64> {
    match clock {
        Clock::None => Some(5 * MINUTE),
        Clock::Fischer { .. } => Some(MINUTE),
        Clock::Days { .. } => None,
    }
}

/// Makes the deal of a transcript and the server's secret: [`SealedDeal::new`], but in tests that compare deals.
pub type Dealer = Arc<dyn Fn(Transcript, Secret) -> Result<SealedDeal, Mismatch> + Send + Sync>;

/// What a decision depends on besides the game.
///
/// ```
/// use banqi_room::Moment;
/// let moment = Moment { now: 1_700_000_000_000, lag: 80, away_since: None };
/// assert!(moment.lag < 500);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// What the network cost the player, in milliseconds, as the server measured it.
    pub lag: u64,
    /// Since when the other player is gone, in milliseconds since 1970; none while there.
    pub away_since: Option<u64>,
}

/// The referee of a game: holds its secret, and decides what happens. What it decides are events; they hold once they are
/// kept and [applied](Room::apply).
///
/// ```
/// use banqi_deal::Secret;
/// use banqi_room::Referee;
/// let referee = Referee::new(Secret::from_bytes([7; 32]));
/// assert_eq!(format!("{referee:?}"), "Referee(..)");
/// ```
#[derive(Clone)]
pub struct Referee {
    secret: Secret,
    dealer: Dealer,
    /// The deal, once it was needed: to make it takes as long as everything else in a turn.
    dealt: OnceLock<SealedDeal>,
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Referee(..)")
    }
}

impl Referee {
    /// The referee of a game that is there already.
    ///
    /// ```
    /// # use banqi_room::Referee;
    /// let referee = Referee::new(banqi_deal::Secret::from_bytes([7; 32]));
    /// assert_eq!(referee.secret(), &banqi_deal::Secret::from_bytes([7; 32]));
    /// ```
    pub fn new(secret: Secret) -> Self {
        Self { secret, dealer: Arc::new(SealedDeal::new), dealt: OnceLock::new() }
    }

    /// With another way to deal: for tests that compare deals.
    #[must_use]
    pub fn with_dealer(self, dealer: Dealer) -> Self {
        Self { dealer, ..self }
    }

    /// S, which has to be kept, and told to nobody before the end.
    pub const fn secret(&self) -> &Secret {
        &self.secret
    }

    /// Makes a game. The first event is to be kept together with the secret before anybody learns of it.
    ///
    /// A ranked game is one against the computer: the creator moves first, whatever is asked for.
    pub fn create(secret: Secret, game: GameId, new: &NewGame) -> (Self, Event) {
        let first = if new.scoring.level().is_some() { FirstMover::Creator } else { new.first };
        let new = &NewGame { first, ..new.clone() };
        let begins = match new.first {
            FirstMover::Creator => Some(Player::Creator),
            FirstMover::Friend => Some(Player::Friend),
            FirstMover::Tiles | FirstMover::Random | FirstMover::Loser => None,
        };
        Self::make(secret, game, new, begins, None)
    }

    /// Makes the next game of a series, with the same players: its first events, to be kept like those of
    /// [`Referee::create`]. Then [`Event::Rematch`] belongs to the one before.
    pub fn rematch(secret: Secret, game: GameId, last: &Room) -> (Self, Vec<Event>) {
        // Who was chosen to go first now goes second.
        let first = match last.first() {
            FirstMover::Creator => FirstMover::Friend,
            FirstMover::Friend => FirstMover::Creator,
            other => other,
        };
        let begins = match first {
            FirstMover::Creator => Some(Player::Creator),
            FirstMover::Friend => Some(Player::Friend),
            FirstMover::Loser => last.winner().or(last.first_player().filter(|_| finished(last))).map(Player::other),
            FirstMover::Tiles | FirstMover::Random => None,
        };
        let new = NewGame {
            rules: *last.rules(),
            clock: last.clock(),
            first,
            scoring: last.scoring(),
            open: last.is_open(),
            range: None,
        };
        let (referee, created) = Self::make(secret, game, &new, begins, Some(last.id()));
        (referee, vec![created, Event::Joined])
    }

    fn make(
        secret: Secret,
        game: GameId,
        new: &NewGame,
        begins: Option<Player>,
        last: Option<GameId>,
    ) -> (Self, Event) {
        let &NewGame { rules, clock, first, scoring, open, range } = new;
        let terms = Terms::new(game.as_str(), &rules).expect("an id is short and made of letters and digits");
        let server_commit = secret.server_commit(&terms);
        let created = Event::Created {
            game,
            rules,
            clock,
            first,
            server_commit,
            begins,
            last,
            scoring,
            engine: scoring.level().map(|_| banqi_engine::VERSION.to_owned()),
            open,
            range,
        };
        (Self::new(secret), created)
    }

    /// Somebody takes the free seat.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotNow`] when it is not free.
    pub fn join(&self, room: &Room) -> Result<Vec<Event>, Refusal> {
        if room.stage() == Stage::Inviting { Ok(vec![Event::Joined]) } else { Err(Refusal::NotNow) }
    }

    /// What comes of a player's command: events, to be kept all together or not at all.
    ///
    /// # Errors
    ///
    /// Why nothing comes of it.
    pub fn decide(
        &self,
        room: &Room,
        by: Player,
        after: u32,
        command: &Command,
        moment: &Moment,
    ) -> Result<Vec<Event>, Refusal> {
        room.check(by, after, command)?;
        let mut events = match command {
            Command::Commit { commitment } => vec![Event::Committed { commitment: *commitment }],
            Command::Contribute { secret } => vec![Event::Contributed { secret: secret.clone() }],
            Command::Seal { secret } => self.seal(room, secret)?,
            Command::Pick { tile } => self.pick(room, by, *tile)?,
            Command::Play { action } => {
                let spent = spent(room, moment);
                if room.timer.is_some_and(|timer| spent > timer.left(by)) {
                    return Ok(self.timeout(room, by));
                }
                let opening = match room.game().revealed_square(*action) {
                    Some(square) => Some(self.open(room, square)?),
                    None => None,
                };
                let mut game = room.game().clone();
                let revealed = opening.and_then(|opening| match opening {
                    banqi_deal::Opening::Square { piece, .. } => Some(piece),
                    banqi_deal::Opening::Tile { .. } => None,
                });
                game.play_unchecked(banqi::Ply::new(*action, revealed));
                let mut events = vec![Event::Played { action: *action, opening, spent }];
                events.extend(game.outcome().map(|outcome| Event::Finished { outcome }));
                events
            }
            Command::OfferDraw if room.offer() == Some(by.other()) => {
                vec![Event::Finished { outcome: Outcome::draw(Reason::Agreement) }]
            }
            Command::OfferDraw => vec![Event::DrawOffered { by }],
            Command::DeclineDraw => vec![Event::DrawDeclined { by }],
            Command::Resign => won(room, by.other(), Reason::Resignation),
            Command::Abort => vec![Event::Aborted { reason: AbortReason::Player, by: Some(by) }],
            Command::ClaimWin => {
                is_gone(room, moment)?;
                won(room, by, Reason::Abandonment)
            }
            Command::ClaimDraw => {
                is_gone(room, moment)?;
                vec![Event::Finished { outcome: Outcome::draw(Reason::Abandonment) }]
            }
            Command::Rematch => vec![Event::RematchOffered { by }],
        };
        self.reveal(room, &mut events);
        Ok(events)
    }

    /// When [`Referee::elapse`] will have something to say next, in milliseconds since 1970.
    pub fn due(&self, room: &Room) -> Option<u64> {
        let timer = room.timer.and_then(|timer| {
            let mover = room.to_act()?;
            Some(timer.since()? + timer.left(mover) + ON_ITS_WAY)
        });
        match room.stage() {
            Stage::Inviting => Some(room.created() + JOIN_WITHIN),
            Stage::Sealing => Some(room.joined().unwrap_or(room.created()) + OPEN_WITHIN),
            Stage::Picking => Some(room.at() + OPEN_WITHIN),
            Stage::Playing => match room.paused() {
                Some(at) => Some(at + BACK_WITHIN),
                None => timer.or(Some(room.at() + PLAY_WITHIN)),
            },
            Stage::Over => None,
        }
    }

    /// What has come by itself until now: time-outs, and games that nobody goes on with.
    pub fn elapse(&self, room: &Room, now: u64) -> Vec<Event> {
        if self.due(room).is_none_or(|due| now < due) {
            return Vec::new();
        }
        let aborted = |reason, by| vec![Event::Aborted { reason, by }];
        let mut events = match room.stage() {
            Stage::Inviting => aborted(AbortReason::Unjoined, None),
            Stage::Sealing => {
                let withholds = if room.commitment().is_some() && room.contribution().is_none() {
                    Player::Friend
                } else {
                    Player::Creator
                };
                aborted(AbortReason::Unsealed, Some(withholds))
            }
            Stage::Picking => {
                let is_out = |player: &Player| room.picks().iter().all(|(picker, _)| picker != player);
                let mut missing = Player::ALL.into_iter().filter(is_out);
                // Where both are missing nobody is to blame alone.
                let by = missing.next().filter(|_| missing.next().is_none());
                aborted(AbortReason::Unpicked, by)
            }
            Stage::Playing if room.paused().is_some() => return vec![Event::Continued],
            Stage::Playing => match room.to_act().filter(|_| room.timer.is_some()) {
                Some(mover) => return self.timeout(room, mover),
                None => vec![Event::Finished { outcome: Outcome::draw(Reason::Abandonment) }],
            },
            Stage::Over => Vec::new(),
        };
        self.reveal(room, &mut events);
        events
    }

    /// What the server says about a game that it finds when it starts, if it was there until `alive`, in milliseconds since
    /// 1970: what passed afterwards is nobody's time.
    pub fn restarted(&self, room: &Room, alive: u64) -> Vec<Event> {
        let since = room.timer.and_then(|timer| timer.since());
        let Some(since) = since.filter(|_| matches!(room.clock(), Clock::Fischer { .. })) else { return Vec::new() };
        if room.stage() == Stage::Playing && room.paused().is_none() {
            vec![Event::Paused { spent: alive.saturating_sub(since) }]
        } else {
            Vec::new()
        }
    }

    /// What is to be asked of the computer now, if anything.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unavailable`] when the secret is not this game's.
    pub fn question(&self, room: &Room) -> Result<Option<Question>, Refusal> {
        if !room.waits_for_computer() {
            return Ok(None);
        }
        Ok(Question::of(room, &self.dealt(room)?.engine_seed()))
    }

    /// What it says when the computer cannot go on: the game is called off, since nobody has won it.
    pub fn computer_fails(&self, room: &Room) -> Vec<Event> {
        if !room.waits_for_computer() {
            return Vec::new();
        }
        let mut events = vec![Event::Aborted { reason: AbortReason::Computer, by: Some(Player::Friend) }];
        self.reveal(room, &mut events);
        events
    }

    /// What it says when both players are back.
    pub fn both_back(&self, room: &Room) -> Vec<Event> {
        if room.paused().is_some() { vec![Event::Continued] } else { Vec::new() }
    }

    fn seal(&self, room: &Room, c1: &Secret) -> Result<Vec<Event>, Refusal> {
        let transcript = room.transcript(c1.clone()).ok_or(Refusal::NotNow)?;
        let dealt = (self.dealer)(transcript, self.secret.clone()).map_err(|_| Refusal::WrongSecret)?;
        let seal = dealt.seal();
        let mut events =
            vec![Event::Sealed { secret: c1.clone(), leaves: Box::new(seal.leaves().clone()), seal: seal.hash() }];
        if let Some(first) = room.begins() {
            events.push(Event::Began { first });
        } else if room.first() == FirstMover::Random {
            let kinds = dealt.tiles().kinds();
            for (tile, player) in Player::ALL.into_iter().enumerate() {
                events.extend(dealt.open_tile(tile).map(|opening| Event::Picked { player, opening }));
            }
            let first = if kinds[0] < kinds[1] { Player::Creator } else { Player::Friend };
            events.push(Event::Began { first });
        }
        Ok(events)
    }

    fn pick(&self, room: &Room, by: Player, tile: usize) -> Result<Vec<Event>, Refusal> {
        let dealt = self.dealt(room)?;
        let opening = dealt.open_tile(tile).ok_or(Refusal::NoTile)?;
        let mut events = vec![Event::Picked { player: by, opening }];
        if let Some((other, banqi_deal::Opening::Tile { kind: theirs, .. })) = room.picks().first() {
            let own = dealt.tiles().kinds()[tile];
            events.push(Event::Began { first: if own < *theirs { by } else { *other } });
        }
        Ok(events)
    }

    fn open(&self, room: &Room, square: Square) -> Result<banqi_deal::Opening, Refusal> {
        self.dealt(room).map(|dealt| dealt.open(square))
    }

    /// The deal of a sealed game.
    fn dealt(&self, room: &Room) -> Result<&SealedDeal, Refusal> {
        if let Some(dealt) = self.dealt.get() {
            return Ok(dealt);
        }
        let transcript = room.seal().ok_or(Refusal::NotNow)?.transcript().clone();
        let dealt = (self.dealer)(transcript, self.secret.clone()).map_err(|_| Refusal::Unavailable)?;
        Ok(self.dealt.get_or_init(|| dealt))
    }

    fn timeout(&self, room: &Room, mover: Player) -> Vec<Event> {
        let mut events = won(room, mover.other(), Reason::Time);
        self.reveal(room, &mut events);
        events
    }

    /// Every sealed game ends with its secret, those called off too.
    fn reveal(&self, room: &Room, events: &mut Vec<Event>) {
        let ends = |event: &Event| matches!(event, Event::Finished { .. } | Event::Aborted { .. });
        if room.sealed().is_some() && events.iter().any(ends) {
            events.push(Event::Revealed { secret: self.secret.clone() });
        }
    }
}

/// Whether a game ended with a result.
fn finished(room: &Room) -> bool {
    matches!(room.ending(), Some(Ending::Finished(_)))
}

fn won(room: &Room, winner: Player, reason: Reason) -> Vec<Event> {
    let seat = room.seat(winner);
    seat.map(|seat| Event::Finished { outcome: Outcome::win(seat, reason) }).into_iter().collect()
}

/// What an action took of the player's time.
fn spent(room: &Room, moment: &Moment) -> u64 {
    let since = room.timer.and_then(|timer| timer.since());
    since.map_or(0, |since| moment.now.saturating_sub(since).saturating_sub(moment.lag))
}

fn is_gone(room: &Room, moment: &Moment) -> Result<(), Refusal> {
    if room.computer().is_some() {
        return Err(Refusal::NotGone { wait: None });
    }
    let Some(after) = claim_after(room.clock()) else { return Err(Refusal::NotNow) };
    let wait = match moment.away_since {
        None => None,
        Some(since) => match (since + after).checked_sub(moment.now) {
            None | Some(0) => return Ok(()),
            left => left,
        },
    };
    Err(Refusal::NotGone { wait })
}
