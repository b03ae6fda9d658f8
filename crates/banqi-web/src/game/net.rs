//! A game over the net on its screen: what is sent and heard, the server's clock, who is there.

use std::time::Duration;

use banqi_room::Room;
use banqi_table::Party;
use banqi_wire::{
    self as wire, ClientMessage, Command, GameId, Phrase, Player, Presence, Present, Role, ServerMessage, Side, VERSION,
};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use super::play::Play;
use super::remote::Remote;
use super::session::{Happened, Refusal, Session};
use super::words::Words;
use super::{clock, notify};
use crate::online::connection::{Calls, Connection, Lamp};
use crate::online::request::{Failure, ask, request};
use crate::online::words::failure as failure_words;
use crate::online::{kept, message};
use crate::store::now;
use crate::whole::Whole;

/// After so long without an answer a connection counts as lost.
const ANSWER: Duration = Duration::from_secs(8);
/// So long is to be seen what somebody has said.
const SPEECH: Duration = Duration::from_secs(6);

/// What there is to be shown.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The server has not answered yet.
    Waiting,
    /// There is no answer, and why. It is tried again all the same.
    Failed(Failure),
    /// There is no game of this name.
    Gone,
    /// What the server says makes no game.
    Broken(String),
    /// The server's program is another one than this page's.
    Newer,
    Game(Box<Session>),
}

/// What is known besides the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lamp: Lamp,
    pub(super) presence: Presence,
    /// The server's time, as it was when something that is shown changed last.
    pub(super) now: u64,
    /// What somebody has just said.
    pub(super) speech: Option<(Party, Phrase)>,
    /// Until when nobody wants to claim anything from a player who is away.
    pub(super) patient: Option<u64>,
}

/// What is not shown.
#[derive(Default)]
struct Inner {
    connection: Option<Connection>,
    play: Option<Play>,
    /// How far the server's clock is ahead of the device's.
    offset: i64,
    /// What was sent last and waits for its answer.
    sent: Option<(u32, Command)>,
    /// What the player whose device it is had left when that was last shown.
    left: u64,
    tick: Option<TimeoutHandle>,
    quiet: Option<TimeoutHandle>,
}

/// A game over the net. All of it are handles.
#[derive(Clone, Copy)]
pub(super) struct Net {
    pub(super) whole: Whole,
    pub(super) id: GameId,
    pub(super) entry: RwSignal<Entry>,
    known: RwSignal<Known>,
    /// The creator and the friend.
    sides: RwSignal<[Side; 2]>,
    inner: StoredValue<Inner, LocalStorage>,
}

impl Net {
    /// Connects.
    pub(super) fn open(whole: Whole, id: GameId) -> Self {
        let known = Known {
            lamp: Lamp::Connecting,
            presence: Presence { creator: Present::Here, friend: Present::Here, spectators: 0 },
            now: now(),
            speech: None,
            patient: None,
        };
        let net = Self {
            whole,
            id,
            entry: RwSignal::new(Entry::Waiting),
            known: RwSignal::new(known),
            sides: RwSignal::new([Side::Nobody, Side::Nobody]),
            inner: StoredValue::new_local(Inner::default()),
        };
        let calls = Calls {
            hello: Box::new(move || said(&ClientMessage::Hello { version: VERSION, after: net.number() })),
            heard: Box::new(move |text| net.heard(&text)),
            lamp: Box::new(move |lamp| net.note(|known| known.lamp = lamp)),
            failed: Box::new(move || net.ask_whether_it_is()),
        };
        let connection = Connection::open(&format!("/api/games/{id}/socket"), calls);
        net.inner.update_value(|inner| inner.connection = Some(connection));
        on_cleanup(move || {
            let Some(inner) = net.inner.try_update_value(std::mem::take) else { return };
            for timer in [inner.tick, inner.quiet].into_iter().flatten() {
                timer.clear();
            }
        });
        net
    }

    /// What is known. It tells when that changes.
    pub(super) fn known(self) -> Known {
        self.known.get()
    }

    /// Changes what is known. Those who were told it already are not told again.
    pub(super) fn note(self, change: impl FnOnce(&mut Known)) {
        let Some(before) = self.known.try_get_untracked() else { return };
        let mut after = before;
        change(&mut after);
        if after != before {
            self.known.set(after);
        }
    }

    /// The game is on its screen.
    pub(super) fn enter(self, play: Play) {
        self.inner.update_value(|inner| {
            inner.play = Some(play);
            inner.sent = None;
        });
        self.keep_opponent();
        self.send();
        self.tick();
    }

    /// A browser does not tell why a socket was refused.
    fn ask_whether_it_is(self) {
        request("GET", &format!("/api/games/{}", self.id), None, move |status, _| {
            if status == 404 {
                self.entry.try_set(Entry::Gone);
                drop(self.inner.try_update_value(|inner| inner.connection.take()));
            } else if status != 200
                && self.entry.try_with_untracked(|entry| matches!(entry, Entry::Waiting)) == Some(true)
            {
                self.entry.set(Entry::Failed(Failure { status, error: String::new() }));
            }
        });
    }

    /// Tries again to find the game.
    pub(super) fn try_again(self) {
        self.entry.set(Entry::Waiting);
        self.again();
    }

    fn session<T>(self, of: impl FnOnce(&Session) -> T) -> Option<T> {
        self.play()?.session.try_with_untracked(of)
    }

    fn play(self) -> Option<Play> {
        self.inner.try_with_value(|inner| inner.play).flatten()
    }

    fn room<T>(self, of: impl FnOnce(&Room) -> T) -> Option<T> {
        self.session(|session| session.server().map(|remote| of(remote.room()))).flatten()
    }

    /// The number of the last event.
    fn number(self) -> u32 {
        self.room(Room::number).unwrap_or(0)
    }

    // Hearing.

    fn heard(self, text: &str) {
        let Some(message) = message::read(text) else { return };
        match (message, self.play()) {
            (ServerMessage::Welcome { role, now: at, presence, events, .. }, play) => {
                self.set_clock(at);
                self.note(|known| known.presence = presence);
                let before = self.session(|session| session.server().map(Remote::role)).flatten();
                match play {
                    Some(play) if before == Some(role) => {
                        play.session.update_untracked(|session| {
                            if let Some(remote) = session.server_mut() {
                                remote.welcome(role);
                            }
                        });
                        self.inner.update_value(|inner| inner.sent = None);
                        play.told(&events);
                    }
                    _ => self.begin(role, &events),
                }
            }
            (ServerMessage::Event(event), Some(play)) => play.told(&[event]),
            // Without a word more the server waits for another greeting.
            (ServerMessage::Refused { after: None, refusal: wire::Refusal::Version { .. } }, _) => {
                self.entry.set(Entry::Newer);
            }
            (ServerMessage::Refused { after: None, refusal: wire::Refusal::Stale { number } }, Some(play)) => {
                play.fail();
                self.entry.set(Entry::Broken(format!("event {number} is its last one")));
            }
            (ServerMessage::Refused { after, refusal }, Some(play)) => {
                play.act(|session| session.refused(after, &refusal));
            }
            (ServerMessage::Presence { presence }, _) => {
                self.note(|known| known.presence = presence);
                self.tick();
            }
            (ServerMessage::Said { by, phrase }, Some(play)) => {
                let party = self.session(|session| session.server().map(|remote| remote.party(by))).flatten();
                if let Some(party) = party {
                    self.show_speech(play, party, phrase);
                }
            }
            (ServerMessage::Restarting, _) => self.with_connection(Connection::again_later),
            (ServerMessage::Players { creator, friend }, _) => {
                self.sides.set([creator, friend]);
                self.keep_opponent();
            }
            (_, None) => {}
        }
    }

    /// Who a player is. It tells when that changes.
    pub(super) fn side(self, player: Player) -> Side {
        self.sides.with(|[creator, friend]| if player == Player::Creator { creator.clone() } else { friend.clone() })
    }

    /// Home says against whom a game is.
    fn keep_opponent(self) {
        let Some(play) = self.play() else { return };
        let near = self.session(|session| session.server().map(Remote::near)).flatten();
        if let Some(Side::Account { name, .. }) = near.map(|near| untrack(|| self.side(near.other()))) {
            play.session.update_untracked(|session| {
                if let Some(remote) = session.server_mut() {
                    remote.name_opponent(&name);
                }
            });
            play.keep();
        }
    }

    /// Shows the game from its events; or from those that it has already, where the role has become another one.
    fn begin(self, role: Role, events: &[banqi_wire::Numbered]) {
        let room = match self.room(Room::clone) {
            None => Room::fold(events),
            Some(mut room) => events.iter().try_for_each(|event| room.apply(event)).map(|()| room),
        };
        self.entry.set(match room {
            Err(why) => Entry::Broken(why.to_string()),
            Ok(room) => {
                let kept = kept::load(self.id).unwrap_or_default();
                Entry::Game(Box::new(Session::remote(Remote::new(room, role, kept))))
            }
        });
    }

    fn show_speech(self, play: Play, party: Party, phrase: Phrase) {
        self.note(|known| known.speech = Some((party, phrase)));
        play.say_phrase(party, phrase);
        let timer = set_timeout_with_handle(move || self.note(|known| known.speech = None), SPEECH).ok();
        self.keep_timer(|inner| &mut inner.quiet, timer);
    }

    /// Connects anew: something is missing, or the role has become another one.
    pub(super) fn again(self) {
        self.with_connection(Connection::again);
    }

    fn with_connection(self, does: impl FnOnce(&Connection)) {
        self.inner.try_with_value(|inner| inner.connection.as_ref().map(does));
    }

    /// Keeps a timer in the place of another one, which is stopped.
    fn keep_timer(self, place: fn(&mut Inner) -> &mut Option<TimeoutHandle>, timer: Option<TimeoutHandle>) {
        let before = self.inner.try_update_value(|inner| std::mem::replace(place(inner), timer));
        if let Some(Some(before)) = before {
            before.clear();
        }
    }

    // Saying.

    /// Sends what is to be sent: this device's part of the deal, and what the player asked for.
    pub(super) fn send(self) {
        let Some(play) = self.play() else { return };
        let duty = play.session.try_update_untracked(|session| {
            let remote = session.server_mut()?;
            if remote.needs_secret() {
                // It is kept before anybody is told of it: whoever loses it could not open what is sealed.
                remote.keep_secret(banqi_deal::Secret::draw(&mut UnwrapErr(SysRng)));
                kept::save(self.id, remote.kept());
            }
            remote.duty()
        });
        if let Some(Some(command)) = duty {
            self.say(&ClientMessage::Do { after: self.number(), command });
        }
        let asked = self.session(|session| session.server().and_then(Remote::asked)).flatten();
        let Some(asked) = asked.filter(|_| self.is_connected()) else { return };
        if self.sent().as_ref() == Some(&asked) {
            return;
        }
        self.say(&ClientMessage::Do { after: asked.0, command: asked.1.clone() });
        self.inner.update_value(|inner| inner.sent = Some(asked.clone()));
        let is_unanswered = move || {
            let waits = self.session(|session| session.server().and_then(Remote::asked)).flatten();
            if waits == Some(asked) && self.sent() == waits {
                self.again();
            }
        };
        set_timeout(is_unanswered, ANSWER);
    }

    fn say(self, message: &ClientMessage) {
        self.with_connection(|connection| connection.say(&said(message)));
    }

    fn sent(self) -> Option<(u32, Command)> {
        self.inner.try_with_value(|inner| inner.sent.clone()).flatten()
    }

    fn is_connected(self) -> bool {
        self.known.try_get_untracked().is_some_and(|known| known.lamp == Lamp::Connected)
    }

    pub(super) fn say_phrase(self, phrase: Phrase) {
        self.say(&ClientMessage::Say { phrase });
    }

    /// Asks for something besides a turn or a tile.
    pub(super) fn ask(self, play: Play, command: Command) {
        let refusal = if self.is_connected() {
            self.session(|session| session.no(&command)).flatten()
        } else {
            Some(Refusal::NotConnected)
        };
        match refusal {
            Some(refusal) => play.act(|_| vec![Happened::Refused(refusal)]),
            None => self.say(&ClientMessage::Do { after: self.number(), command }),
        }
    }

    /// Takes the free seat.
    pub(super) fn join(self, play: Play) {
        ask("POST", &format!("/api/games/{}/join", self.id), None, move |answer| match answer {
            Ok(_) => {
                // A browser lets a page ask only when a person has done something.
                notify::allow();
                self.again();
            }
            Err(failure) => {
                play.sheet.try_set(None);
                play.show_note(Words::plain(failure_words(&failure)));
                self.again();
            }
        });
    }

    // The clock.

    fn set_clock(self, server: u64) {
        self.inner.update_value(|inner| inner.offset = server.cast_signed() - now().cast_signed());
    }

    /// The server's time.
    fn time(self) -> u64 {
        now().saturating_add_signed(self.inner.with_value(|inner| inner.offset))
    }

    /// When a claim may be made on a player who is away; none while they are here.
    pub(super) fn claim_at(self, player: Player) -> Option<u64> {
        match self.known().presence.of(player) {
            Present::Here => None,
            Present::Away { claim_at } => claim_at,
        }
    }

    /// Shows the time that it is now, and again when what is shown of it changes: not at all while no clock runs.
    pub(super) fn tick(self) {
        let Some(play) = self.play() else { return };
        let now = self.time();
        self.note(|known| known.now = now);
        let running = self.room(|room| room.to_act().and_then(|player| Some((player, room.time_left(player, now)?))));
        let own = self.session(|session| session.server().and_then(|remote| remote.role().player())).flatten();
        if let Some(Some((player, left))) = running
            && Some(player) == own
        {
            let before = self.inner.try_update_value(|inner| std::mem::replace(&mut inner.left, left));
            play.warn_of_time(before.unwrap_or(0), left);
        }
        let stands = self.room(|room| room.paused().is_some()).unwrap_or(true);
        let change = running.flatten().filter(|_| !stands).and_then(|(_, left)| clock::next_change(left));
        let presence = self.known.get_untracked().presence;
        // A moment later than it may be made.
        let claim = |player| match presence.of(player) {
            Present::Away { claim_at: Some(at) } if at > now => Some(at - now + 20),
            _ => None,
        };
        let next = [change, claim(Player::Creator), claim(Player::Friend)].into_iter().flatten().min();
        let timer = next.and_then(|wait| {
            set_timeout_with_handle(move || self.tick(), Duration::from_millis(wait.min(60_000))).ok()
        });
        self.keep_timer(|inner| &mut inner.tick, timer);
    }
}

fn said(message: &ClientMessage) -> String {
    serde_json::to_string(message).expect("a message is words and numbers")
}
