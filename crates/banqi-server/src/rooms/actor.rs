//! The task of one game.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use banqi_room::{Moment, Referee, Room, Stage, claim_after};
use banqi_wire::{
    Command, Event, GameId, Phrase, Player, Presence, Present, Refusal, Role, ServerMessage, Side, VERSION,
};
use tokio::sync::{mpsc, oneshot};

use super::log::{self, Log};
use super::{
    Attached, Creating, JoinError, Joining, Listed, Loaded, Message, Out, RoomError, Rooms, World, creation, draw_game,
    fold, number, over, sides,
};
use crate::UserId;
use crate::store::{Append, Entry, Seats, StoreError};
use crate::thinkers::Full;

/// When something that has come by itself could not be kept, it is tried again after so many milliseconds.
const AGAIN: u64 = 1000;
/// When too many ask the computer, it is asked again after so many milliseconds.
const ASK_AGAIN: u64 = 250;
/// So often the computer may fail in a game, which is called off then.
const FAILURES: u32 = 3;
/// Spectators who come and go are counted together for so many milliseconds.
const COUNTING: u64 = 1000;

/// What a game's task holds.
pub(super) struct Actor {
    rooms: Rooms,
    generation: u64,
    game: GameId,
    room: Room,
    referee: Referee,
    seats: Seats,
    /// What everybody sees of who plays.
    sides: [Side; 2],
    log: Log,
    sockets: HashMap<u64, Socket>,
    last_socket: u64,
    /// Since when each player is gone; none while there.
    away: [Option<u64>; 2],
    /// When the number of spectators is to be told, if it has changed.
    counting: Option<u64>,
    /// When somebody last wanted something.
    used: u64,
    /// Not before then is tried again what could not be kept.
    again: u64,
    /// What the computer thinks about.
    thinking: Option<Thinking>,
    /// Not before then is asked again what nobody could think about.
    ask_again: u64,
    /// How often it has failed since the game was loaded.
    failures: u32,
    /// Something was not kept, and what is kept could not be read: the task has to end.
    is_lost: bool,
}

/// A game whose task has panicked is not there any more either: the next one begins with what is kept.
struct Leaving {
    rooms: Rooms,
    game: GameId,
    generation: u64,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(game = %self.game, "a game's task has panicked");
            let soon = self.rooms.world().time.now() + AGAIN;
            self.rooms.leave(self.game, self.generation, Some(soon));
        }
    }
}

/// A question to the computer.
struct Thinking {
    /// The number of the event that it follows.
    number: u32,
    /// Dropped, it says that nobody waits any more.
    answer: oneshot::Receiver<Command>,
}

struct Socket {
    role: Role,
    outbox: mpsc::Sender<Out>,
}

impl Actor {
    pub(super) fn new(rooms: Rooms, loaded: Loaded, generation: u64) -> Self {
        let Loaded { room, referee, seats, sides, log } = loaded;
        let now = rooms.world().time.now();
        // The computer is always there.
        let friend = if room.computer().is_some() { None } else { Some(now) };
        Self {
            rooms,
            generation,
            game: room.id(),
            room,
            referee,
            seats,
            sides,
            log,
            sockets: HashMap::new(),
            last_socket: 0,
            away: [Some(now), friend],
            counting: None,
            used: now,
            again: now,
            thinking: None,
            ask_again: now,
            failures: 0,
            is_lost: false,
        }
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Message>) {
        let _if_it_panics = Leaving { rooms: self.rooms.clone(), game: self.game, generation: self.generation };
        self.list();
        self.tend().await;
        loop {
            let next = self.next();
            let message = tokio::select! {
                message = inbox.recv() => message,
                () = self.rooms.world().time.until(next) => Some(Message::Wake),
                answer = thought(&mut self.thinking) => {
                    self.answered(answer).await;
                    Some(Message::Wake)
                }
            };
            match message {
                Some(Message::Stop) | None => break,
                Some(message) => self.take(message).await,
            }
            self.tend().await;
            if self.is_lost {
                break;
            }
            if self.sockets.is_empty() && self.world().time.now() >= self.idle_at() && inbox.is_empty() {
                break;
            }
        }
        // One that was lost is looked at again soon.
        let due = if self.is_lost { Some(self.world().time.now() + AGAIN) } else { self.referee.due(&self.room) };
        self.rooms.leave(self.game, self.generation, due);
        inbox.close();
        for socket in self.sockets.values() {
            // A client that is too slow for this finds the connection closed.
            let _ = socket.outbox.try_send(Out::Restarting);
        }
        // What came since is dropped; who waits for an answer asks again.
    }

    fn world(&self) -> &World {
        self.rooms.world()
    }

    /// When there will be something to do if nobody comes.
    fn next(&self) -> u64 {
        let due = if self.is_rematch_due() { Some(0) } else { self.referee.due(&self.room) };
        let due = due.map(|due| due.max(self.again));
        let is_to_ask = self.thinking.is_none() && self.room.waits_for_computer();
        let ask = Some(self.ask_again.max(self.again)).filter(|_| is_to_ask);
        let idle = Some(self.idle_at()).filter(|_| self.sockets.is_empty());
        [due, ask, self.counting, idle].into_iter().flatten().min().unwrap_or(u64::MAX)
    }

    fn idle_at(&self) -> u64 {
        self.used + self.world().idle
    }

    async fn take(&mut self, message: Message) {
        if !matches!(message, Message::Wake) {
            self.used = self.world().time.now();
        }
        match message {
            Message::Join { user, joining, answer } => {
                let joined = self.join(user, &joining).await;
                let _ = answer.send(joined);
            }
            Message::Attach { guest, after, answer } => self.attach(guest, after, answer),
            Message::Detach { socket } => self.detach(socket),
            Message::Do { socket, after, command, lag } => self.act(socket, after, &command, lag).await,
            Message::Say { socket, phrase } => self.say(socket, phrase),
            Message::Leave { guest, answer } => {
                self.give_up(guest).await;
                let _ = answer.send(());
            }
            Message::Adopt { guest, account, answer } => {
                self.adopt(guest, account).await;
                let _ = answer.send(());
            }
            Message::Wake | Message::Stop => {}
        }
    }

    /// What comes by itself.
    async fn tend(&mut self) {
        let now = self.world().time.now();
        if self.counting.is_some_and(|at| at <= now) {
            self.tell_presence();
        }
        if self.again > now || self.is_lost {
            return;
        }
        let events = self.referee.elapse(&self.room, now);
        let mut kept = Ok(());
        if !events.is_empty() {
            kept = self.keep(events, None).await;
        }
        if kept.is_ok() && self.room.paused().is_some() && self.away == [None; 2] {
            kept = self.keep(self.referee.both_back(&self.room), None).await;
        }
        if kept.is_ok() && self.is_rematch_due() {
            kept = self.rematch().await;
        }
        if let Err(error) = kept {
            self.again = now + AGAIN;
            tracing::warn!(game = %self.game, %error, "what came by itself is not kept yet");
        }
        self.ask_computer(now);
    }

    /// Has the computer think, if it is its turn and it does not yet.
    fn ask_computer(&mut self, now: u64) {
        let number = self.room.number();
        if self.thinking.as_ref().is_some_and(|thinking| thinking.number == number) {
            return;
        }
        // Something has happened since: it would be no answer to what is now.
        self.thinking = None;
        if self.ask_again > now || self.again > now || self.is_lost {
            return;
        }
        let question = match self.referee.question(&self.room) {
            Ok(Some(question)) => question,
            Ok(None) => return,
            Err(refusal) => {
                self.ask_again = now + AGAIN;
                tracing::error!(game = %self.game, ?refusal, "the computer cannot be asked");
                return;
            }
        };
        match self.world().thinkers.ask(question) {
            Ok(answer) => self.thinking = Some(Thinking { number, answer }),
            Err(Full) => self.ask_again = now + ASK_AGAIN,
        }
    }

    /// The computer has thought, or could not.
    async fn answered(&mut self, answer: Option<Command>) {
        let Some(Thinking { number, .. }) = self.thinking.take() else { return };
        if number != self.room.number() {
            return;
        }
        let now = self.world().time.now();
        match answer {
            Some(command) => match self.do_as(Player::Friend, number, &command, 0).await {
                // Where somebody else was first, what the room is now decides what is asked.
                Ok(()) | Err(Refusal::Stale { .. }) => {}
                Err(Refusal::Unavailable) => self.again = now + AGAIN,
                Err(refusal) => self.failed(now, Some(refusal)).await,
            },
            None => self.failed(now, None).await,
        }
    }

    /// It is asked again, but not for ever: a game that it cannot play is called off, and nobody has won it.
    async fn failed(&mut self, now: u64, refusal: Option<Refusal>) {
        self.failures += 1;
        tracing::error!(game = %self.game, failures = self.failures, ?refusal, "the computer has failed");
        self.ask_again = now + ASK_AGAIN;
        if self.failures < FAILURES {
            return;
        }
        let events = self.referee.computer_fails(&self.room);
        if let Err(error) = self.keep(events, None).await {
            self.again = now + AGAIN;
            tracing::warn!(game = %self.game, %error, "that the computer has failed is not kept yet");
        }
    }

    async fn join(&mut self, user: UserId, joining: &Joining) -> Result<Player, JoinError> {
        if let Some(player) = self.seats.player(user) {
            return Ok(player);
        }
        let events = self.referee.join(&self.room).map_err(|_| match self.room.stage() {
            Stage::Over => JoinError::Over,
            _ => JoinError::Taken,
        })?;
        joining.check(self.room.scoring(), self.room.clock(), self.room.range())?;
        self.keep(events, Some(user)).await.map_err(|error| match error {
            RoomError::Store(StoreError::Conflict) => JoinError::Taken,
            _ => JoinError::Unavailable,
        })?;
        // Who had the page open before is a player now: the page comes again to be told so.
        Ok(Player::Friend)
    }

    fn attach(&mut self, guest: Option<UserId>, after: u32, answer: oneshot::Sender<Result<Attached, u32>>) {
        if after > self.room.number() {
            let _ = answer.send(Err(self.room.number()));
            return;
        }
        let role = guest.and_then(|guest| self.seats.player(guest)).map_or(Role::Spectator, Role::from);
        let (outbox, out) = mpsc::channel(self.world().outbox);
        let socket = self.last_socket + 1;
        self.last_socket = socket;
        let attached = Attached { socket, role, outbox: out };
        self.sockets.insert(socket, Socket { role, outbox: outbox.clone() });
        match role.player() {
            Some(player) if self.away[player as usize].take().is_some() => self.tell_presence_but(socket),
            Some(_) => {}
            None => self.count_later(),
        }
        let _ = outbox.try_send(Out::Text(self.welcome(role, after)));
        if self.has_names() {
            let _ = outbox.try_send(Out::Text(write(&self.players()).into()));
        }
        if answer.send(Ok(attached)).is_err() {
            self.detach(socket);
        }
    }

    fn welcome(&self, role: Role, after: u32) -> Utf8Bytes {
        let now = self.world().time.now();
        let presence = self.presence();
        let welcome = ServerMessage::Welcome { version: VERSION, role, now, presence, events: Vec::new() };
        let mut text = write(&welcome);
        // The events are written already; the list is the last field.
        text.truncate(text.len() - "]}".len());
        text.push_str(self.log.after(after));
        text.push_str("]}");
        text.into()
    }

    /// Whether there is anything to say of who plays: of guests there is not.
    fn has_names(&self) -> bool {
        self.sides.iter().any(|side| matches!(side, Side::Account { .. } | Side::Computer { .. }))
    }

    fn players(&self) -> ServerMessage {
        let [creator, friend] = self.sides.clone();
        ServerMessage::Players { creator, friend }
    }

    /// Who plays has changed, or what there is to say of it.
    async fn look_at_players(&mut self) -> Result<(), RoomError> {
        let sides = sides(self.world(), &self.room, self.seats).await?;
        if sides != self.sides {
            let had_names = self.has_names();
            self.sides = sides;
            if had_names || self.has_names() {
                self.broadcast(write(&self.players()), None);
            }
        }
        self.list();
        Ok(())
    }

    /// What everybody finds of it.
    fn list(&self) {
        // Of most games there is nothing to be found, and each turn comes here.
        if !self.room.scoring().is_public(self.room.is_open()) {
            return;
        }
        let listed = Listed::of(&self.room, self.seats.creator, &self.sides);
        let presence = self.presence();
        let is_here = presence.creator == Present::Here;
        self.rooms.lobby().note(self.game, listed.map(|listed| listed.with(is_here, presence.spectators)));
    }

    fn detach(&mut self, socket: u64) {
        let Some(gone) = self.sockets.remove(&socket) else { return };
        match gone.role.player() {
            Some(player) if self.sockets.values().all(|other| other.role != gone.role) => {
                self.away[player as usize] = Some(self.world().time.now());
                self.tell_presence();
            }
            Some(_) => {}
            None => self.count_later(),
        }
    }

    async fn act(&mut self, socket: u64, after: u32, command: &Command, lag: u64) {
        let Some(role) = self.sockets.get(&socket).map(|socket| socket.role) else { return };
        let decided = match role.player() {
            None => Err(Refusal::Spectator),
            Some(player) => self.do_as(player, after, command, lag).await,
        };
        if let Err(refusal) = decided {
            self.refuse(socket, Some(after), refusal);
        }
    }

    async fn do_as(&mut self, player: Player, after: u32, command: &Command, lag: u64) -> Result<(), Refusal> {
        let now = self.world().time.now();
        let moment = Moment { now, lag, away_since: self.away[player.other() as usize] };
        let events = self.referee.decide(&self.room, player, after, command, &moment)?;
        self.keep(events, None).await.map_err(|error| match error {
            RoomError::Store(StoreError::Conflict) => Refusal::Stale { number: self.room.number() },
            error => {
                tracing::warn!(game = %self.game, %error, "a command is not kept");
                Refusal::Unavailable
            }
        })
    }

    fn refuse(&mut self, socket: u64, after: Option<u32>, refusal: Refusal) {
        self.world().metrics.refused(&refusal);
        self.send(socket, &Out::Text(write(&ServerMessage::Refused { after, refusal }).into()));
    }

    fn say(&mut self, socket: u64, phrase: Phrase) {
        let Some(role) = self.sockets.get(&socket).map(|socket| socket.role) else { return };
        match role.player() {
            None => self.refuse(socket, None, Refusal::Spectator),
            Some(by) => self.broadcast(write(&ServerMessage::Said { by, phrase }), None),
        }
    }

    /// A guest is to be forgotten: the other player need not wait, and whoever is here as the guest plays no more.
    async fn give_up(&mut self, guest: UserId) {
        let Some(player) = self.seats.player(guest) else { return };
        if self.room.stage() < Stage::Over {
            for command in [Command::Abort, Command::Resign] {
                if self.do_as(player, self.room.number(), &command, 0).await.is_ok() {
                    break;
                }
            }
        }
        match player {
            Player::Creator => self.seats.creator = None,
            Player::Friend => self.seats.friend = None,
        }
        // Nothing is asked of the store: what it still has of who leaves is about to go.
        let had_names = self.has_names();
        self.sides[player as usize] = Side::Guest;
        if had_names {
            self.broadcast(write(&self.players()), None);
        }
        self.list();
        let role = Role::from(player);
        let left: Vec<u64> = self.sockets.iter().filter(|(_, socket)| socket.role == role).map(|(id, _)| *id).collect();
        for socket in left {
            self.send(socket, &Out::Forgotten);
            self.detach(socket);
        }
    }

    /// A guest is an account from now on. Who would play against themselves then gives up as the guest; that is how it is
    /// kept, too.
    async fn adopt(&mut self, guest: UserId, account: UserId) {
        if guest != account && self.seats.player(account).is_some() {
            self.give_up(guest).await;
            return;
        }
        for seat in [&mut self.seats.creator, &mut self.seats.friend] {
            if *seat == Some(guest) {
                *seat = Some(account);
            }
        }
        if let Err(error) = self.look_at_players().await {
            tracing::warn!(game = %self.game, %error, "who plays cannot be read");
        }
    }

    /// Both want a next game, and both can play it.
    fn is_rematch_due(&self) -> bool {
        self.room.wants_rematch() && self.seats.creator.is_some() && self.seats.friend.is_some()
    }

    async fn rematch(&mut self) -> Result<(), RoomError> {
        let (game, secret) = draw_game(self.world());
        let (referee, events) = Referee::rematch(secret, game, &self.room);
        let Creating { creation, room: next } = creation(self.world(), game, &referee, self.seats, events)?;
        let numbered = number(&self.room, self.world().time.now(), vec![Event::Rematch { game }]);
        let entries: Vec<_> = numbered.iter().map(Entry::of).collect();
        let append = Append { game: self.game, events: entries.clone(), friend: None, over: None };
        self.world().store.succeed(creation, append).await?;
        self.world().metrics.games_created.increment(1);
        if let Some(due) = referee.due(&next) {
            self.rooms.0.calendar.note(due, game);
        }
        tracing::info!(game = %self.game, next = %game, "rematch");
        if let Err(error) = numbered.iter().try_for_each(|event| self.room.apply(event)) {
            self.is_lost = true;
            return Err(RoomError::Damaged(error.to_string()));
        }
        self.tell(&entries);
        Ok(())
    }

    /// Has events kept, then tells everybody.
    async fn keep(&mut self, events: Vec<Event>, friend: Option<UserId>) -> Result<(), RoomError> {
        if events.is_empty() {
            return Ok(());
        }
        let numbered = number(&self.room, self.world().time.now(), events);
        let was_over = self.room.stage() == Stage::Over;
        // What the referee decides can be folded. If not, it has to show before it is kept for ever. Nobody sees the room
        // before that: a copy of it for every turn would cost more than the turn.
        let folded = numbered.iter().try_for_each(|event| self.room.apply(event));
        if let Err(error) = folded {
            self.reload().await?;
            return Err(RoomError::Damaged(error.to_string()));
        }
        let is_over = !was_over && self.room.stage() == Stage::Over;
        let entries: Vec<_> = numbered.iter().map(Entry::of).collect();
        let append = Append {
            game: self.game,
            events: entries.clone(),
            friend,
            over: is_over.then(|| over(&self.room)).flatten(),
        };
        let started = self.world().time.steady();
        if let Err(error) = self.world().store.append(append).await {
            self.reload().await?;
            return Err(error.into());
        }
        let took = self.world().time.steady().saturating_sub(started);
        self.world().metrics.kept(entries.len(), took);
        if friend.is_some() {
            self.seats.friend = friend;
            // The game goes on without a name as well.
            if let Err(error) = self.look_at_players().await {
                tracing::warn!(game = %self.game, %error, "who has joined cannot be read");
            }
        }
        if is_over {
            self.world().metrics.games_over.increment(1);
            tracing::info!(game = %self.game, events = self.room.number(), "over");
        }
        self.tell(&entries);
        self.list();
        Ok(())
    }

    /// Back to what the store has: something was not kept, or somebody else has kept something in this game.
    async fn reload(&mut self) -> Result<(), RoomError> {
        match self.read_again().await {
            Ok(missed) => {
                self.tell(&missed);
                Ok(())
            }
            Err(error) => {
                // What the room is now has not happened. The next task of this game begins with what is kept.
                self.is_lost = true;
                Err(error)
            }
        }
    }

    async fn read_again(&mut self) -> Result<Vec<Entry>, RoomError> {
        let kept = self.world().store.load(self.game).await?.ok_or(RoomError::NotFound)?;
        self.room = fold(&kept.events)?;
        self.seats = kept.seats;
        Ok(kept.events.into_iter().skip(self.log.len()).collect())
    }

    /// What is kept goes to everybody.
    fn tell(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.log.push(entry);
            self.broadcast(log::message(entry), None);
        }
    }

    fn presence(&self) -> Presence {
        let grace = claim_after(self.room.clock());
        let present = |player: Player| match self.away[player as usize] {
            None => Present::Here,
            Some(since) => Present::Away { claim_at: grace.map(|grace| since + grace) },
        };
        let spectators = self.sockets.values().filter(|socket| socket.role == Role::Spectator).count();
        Presence { creator: present(Player::Creator), friend: present(Player::Friend), spectators: spectators as u32 }
    }

    fn tell_presence(&mut self) {
        self.counting = None;
        self.list();
        self.broadcast(write(&ServerMessage::Presence { presence: self.presence() }), None);
    }

    /// The one that has just come hears it in its welcome.
    fn tell_presence_but(&mut self, socket: u64) {
        self.counting = None;
        self.list();
        self.broadcast(write(&ServerMessage::Presence { presence: self.presence() }), Some(socket));
    }

    fn count_later(&mut self) {
        let at = self.world().time.now() + COUNTING;
        self.counting.get_or_insert(at);
    }

    fn broadcast(&mut self, text: String, but: Option<u64>) {
        let out = Out::Text(text.into());
        let sockets: Vec<u64> = self.sockets.keys().copied().filter(|socket| Some(*socket) != but).collect();
        for socket in sockets {
            self.send(socket, &out);
        }
    }

    /// A client that does not take what it is sent is let go; it can come back and ask for what it missed.
    fn send(&mut self, socket: u64, out: &Out) {
        let Some(receiver) = self.sockets.get(&socket) else { return };
        if receiver.outbox.try_send(out.clone()).is_err() {
            self.world().metrics.slow_sockets.increment(1);
            self.detach(socket);
        }
    }
}

/// What the computer has thought: none when it could not. Never over when it does not think.
async fn thought(thinking: &mut Option<Thinking>) -> Option<Command> {
    match thinking {
        Some(thinking) => (&mut thinking.answer).await.ok(),
        None => std::future::pending().await,
    }
}

fn write(message: &ServerMessage) -> String {
    serde_json::to_string(message).expect("every message can be written")
}
