//! The socket of a game. Whatever comes over it is checked as if somebody meant harm.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use banqi_wire::{ClientMessage, GameId, Refusal, Role, ServerMessage, VERSION};
use tokio::sync::mpsc;

use super::ApiError;
use super::asker::{Address, Asker, check_origin};
use super::games::game_id;
use crate::accounts::Worn;
use crate::limits::{Bucket, OpenSocket, Rate};
use crate::rooms::{Attached, Message, Out};
use crate::{App, UserId};

mod lag;

use lag::Lag;

/// So long a client may take for its hello, in milliseconds.
const HELLO_WITHIN: u64 = 10_000;
/// So long a message may take to leave, in milliseconds.
const SEND_WITHIN: u64 = 10_000;
/// A message that is longer than this is not even read.
const LARGEST: usize = 64 * 1024;
/// How often refusals may be provoked before the socket is closed.
const REFUSALS: Rate = Rate { burst: 200, per_second: 10.0 };
/// How often something may be said.
const PHRASES: Rate = Rate { burst: 4, per_second: 0.5 };

/// Codes of RFC 6455, and of the registry that it made.
mod code {
    pub(super) const POLICY: u16 = 1008;
    pub(super) const RESTART: u16 = 1012;
    pub(super) const TRY_AGAIN: u16 = 1013;
    /// Of those that are for private use.
    pub(super) const SIGNED_OUT: u16 = 4001;
}

/// The socket of a game
///
/// A WebSocket: docs/protocol.md says what is spoken there.
#[utoipa::path(
    get, path = "/api/games/{id}/socket", tag = "games",
    params(("id" = String, Path, description = "the game")),
    responses(
        (status = 101),
        (status = 403, body = ApiError, description = "the page comes from elsewhere"),
        (status = 404, body = ApiError),
        (status = 429, body = ApiError, description = "too many sockets"),
    ),
)]
pub(crate) async fn open(
    State(app): State<App>,
    Address(address): Address,
    Path(id): Path<String>,
    asker: Asker,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    check_origin(&app, &headers)?;
    let game = game_id(&id)?;
    let guest = asker.user();
    let counted = app.usage().socket(app.limits(), address, guest).ok_or(ApiError::TooMany)?;
    app.rooms().inbox(game).await?;
    // What was taken away before it is worn is not told: look again.
    let worn = asker.badge().map(|badge| app.badges().wear(badge));
    if !asker.is_same(&app).await? {
        return Err(ApiError::SignedOut);
    }
    let upgrade = upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).read_buffer_size(4096);
    Ok(upgrade.on_upgrade(async move |socket| {
        app.world().metrics.sockets_opened.increment(1);
        Conversation::new(app, socket, counted, worn).hold(game, guest).await;
    }))
}

/// Why a conversation is over. With nothing to say, it is the other side that has ended it.
struct Over(Option<(u16, &'static str)>);

impl Over {
    const GONE: Self = Self(None);
    const SILENT: Self = Self(Some((code::POLICY, "no answer")));
    const FLOOD: Self = Self(Some((code::POLICY, "too many messages")));
    const RESTARTING: Self = Self(Some((code::RESTART, "restarting")));
    const SIGNED_OUT: Self = Self(Some((code::SIGNED_OUT, "signed out")));
    const SLOW: Self = Self(Some((code::TRY_AGAIN, "too slow")));
}

struct Conversation {
    app: App,
    socket: WebSocket,
    messages: Bucket,
    refusals: Bucket,
    phrases: Bucket,
    lag: Lag,
    /// What the client was known by when it came; none for nobody.
    worn: Option<Worn>,
    _counted: OpenSocket,
}

impl Conversation {
    fn new(app: App, socket: WebSocket, counted: OpenSocket, worn: Option<Worn>) -> Self {
        let now = app.world().time.now();
        Self {
            messages: Bucket::full(app.limits().messages, now),
            refusals: Bucket::full(REFUSALS, now),
            phrases: Bucket::full(PHRASES, now),
            lag: Lag::default(),
            app,
            socket,
            worn,
            _counted: counted,
        }
    }

    async fn hold(mut self, game: GameId, guest: Option<UserId>) {
        let Over(reason) = match self.hello(game, guest).await {
            Ok((attached, inbox)) => {
                let socket = attached.socket;
                let over = self.play(attached, &inbox).await;
                // The game's task has ended otherwise.
                let _ = inbox.send(Message::Detach { socket }).await;
                over
            }
            Err(over) => over,
        };
        if let Some((code, reason)) = reason {
            let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
            if self.send(Frame::Close(Some(frame))).await.is_ok() {
                self.say_goodbye().await;
            }
        }
    }

    fn now(&self) -> u64 {
        self.app.world().time.now()
    }

    fn until(&self, at: u64) -> futures_util::future::BoxFuture<'static, ()> {
        self.app.world().time.until(at)
    }

    /// Waits for the other side's close, so that what was sent last is not lost with the connection.
    async fn say_goodbye(&mut self) {
        let goodbye = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = tokio::time::timeout(Duration::from_secs(1), goodbye).await;
    }

    /// Until the client has said hello.
    async fn hello(&mut self, game: GameId, guest: Option<UserId>) -> Result<(Attached, mpsc::Sender<Message>), Over> {
        let deadline = self.until(self.now() + HELLO_WITHIN);
        let mut stopping = self.app.stopping().subscribe();
        tokio::pin!(deadline);
        loop {
            let frame = tokio::select! {
                frame = self.socket.recv() => frame,
                () = &mut deadline => return Err(Over::SILENT),
                () = taken(&mut self.worn) => return Err(Over::SIGNED_OUT),
                () = async { drop(stopping.wait_for(|is_stopping| *is_stopping).await) } => None,
            };
            if *self.app.stopping().borrow() {
                return Err(self.restarting().await);
            }
            let Some(message) = self.read(frame).await? else { continue };
            let ClientMessage::Hello { version, after } = message else {
                self.refuse(None, Refusal::Hello).await?;
                continue;
            };
            if version != VERSION {
                self.refuse(None, Refusal::Version { version: VERSION }).await?;
                continue;
            }
            let attached = self.app.rooms().ask(game, |answer| Message::Attach { guest, after, answer }).await;
            let inbox = self.app.rooms().inbox(game).await;
            match (attached, inbox) {
                (Ok(Ok(attached)), Ok(inbox)) => return Ok((attached, inbox)),
                (Ok(Err(number)), _) => self.refuse(None, Refusal::Stale { number }).await?,
                _ => return Err(self.restarting().await),
            }
        }
    }

    /// From the welcome on.
    async fn play(&mut self, mut attached: Attached, inbox: &mpsc::Sender<Message>) -> Over {
        let socket = attached.socket;
        let mut ping = self.until(self.now());
        loop {
            tokio::select! {
                out = attached.outbox.recv() => match out {
                    Some(Out::Text(text)) => {
                        if let Err(over) = self.send(Frame::Text(text)).await {
                            return over;
                        }
                    }
                    Some(Out::Restarting) => return self.restarting().await,
                    Some(Out::Forgotten) => return Over::SIGNED_OUT,
                    // Its task has ended in a hurry.
                    None if inbox.is_closed() => return self.restarting().await,
                    // The game let it go because it does not take what it is sent.
                    None => return Over::SLOW,
                },
                frame = self.socket.recv() => {
                    let message = match self.heard(frame, attached.role).await {
                        Ok(Some(message)) => message,
                        Ok(None) => continue,
                        Err(over) => return over,
                    };
                    let message = match message {
                        Heard::Do(after, command) => Message::Do { socket, after, command, lag: self.lag() },
                        Heard::Say(phrase) => Message::Say { socket, phrase },
                    };
                    if inbox.send(message).await.is_err() {
                        return self.restarting().await;
                    }
                },
                () = taken(&mut self.worn) => return Over::SIGNED_OUT,
                () = &mut ping => {
                    let now = self.now();
                    if self.lag.is_silent(now) {
                        return Over::SILENT;
                    }
                    let payload = self.lag.ping(now, &*self.app.world().chance);
                    if let Some(payload) = payload && let Err(over) = self.send(Frame::Ping(payload)).await {
                        return over;
                    }
                    ping = self.until(now + lag::every(attached.role));
                },
            }
        }
    }

    /// What is for the game.
    async fn heard(&mut self, frame: Option<Result<Frame, axum::Error>>, role: Role) -> Result<Option<Heard>, Over> {
        let Some(message) = self.read(frame).await? else { return Ok(None) };
        match message {
            ClientMessage::Hello { .. } => self.refuse(None, Refusal::Hello).await?,
            // The game would say so too; that way it does not even hear of it.
            ClientMessage::Do { after, .. } if role == Role::Spectator => {
                self.refuse(Some(after), Refusal::Spectator).await?;
            }
            ClientMessage::Do { after, command } => return Ok(Some(Heard::Do(after, command))),
            ClientMessage::Say { .. } if role == Role::Spectator => self.refuse(None, Refusal::Spectator).await?,
            ClientMessage::Say { phrase } => {
                let now = self.now();
                if self.phrases.take(PHRASES, now) {
                    return Ok(Some(Heard::Say(phrase)));
                }
                self.refuse(None, Refusal::TooFast).await?;
            }
        }
        Ok(None)
    }

    /// The message of a frame, if it is one.
    async fn read(&mut self, frame: Option<Result<Frame, axum::Error>>) -> Result<Option<ClientMessage>, Over> {
        let now = self.now();
        let limits = &self.app.limits();
        let refusal = match frame {
            None | Some(Err(_) | Ok(Frame::Close(_))) => return Err(Over::GONE),
            Some(Ok(Frame::Pong(payload))) => {
                self.lag.pong(&payload, now);
                return Ok(None);
            }
            // The library answers it. A client that does nothing else is a nuisance all the same.
            Some(Ok(Frame::Ping(_))) if self.messages.take(limits.messages, now) => return Ok(None),
            Some(Ok(Frame::Ping(_))) => Refusal::TooFast,
            Some(Ok(_)) if !self.messages.take(limits.messages, now) => Refusal::TooFast,
            Some(Ok(Frame::Binary(_))) => Refusal::Malformed { why: "text was expected".to_owned() },
            Some(Ok(Frame::Text(text))) if text.len() > limits.message_bytes => {
                Refusal::TooLarge { limit: limits.message_bytes }
            }
            Some(Ok(Frame::Text(text))) => match serde_json::from_str(&text) {
                Ok(message) => {
                    self.app.world().metrics.messages.increment(1);
                    return Ok(Some(message));
                }
                Err(error) => Refusal::Malformed { why: error.to_string() },
            },
        };
        self.app.world().metrics.messages.increment(1);
        self.refuse(None, refusal).await?;
        Ok(None)
    }

    async fn refuse(&mut self, after: Option<u32>, refusal: Refusal) -> Result<(), Over> {
        let now = self.now();
        self.app.world().metrics.refused(&refusal);
        if !self.refusals.take(REFUSALS, now) {
            return Err(Over::FLOOD);
        }
        self.send_message(&ServerMessage::Refused { after, refusal }).await
    }

    async fn restarting(&mut self) -> Over {
        // It goes down either way.
        let _ = self.send_message(&ServerMessage::Restarting).await;
        Over::RESTARTING
    }

    async fn send_message(&mut self, message: &ServerMessage) -> Result<(), Over> {
        let text = serde_json::to_string(message).expect("every message can be written");
        self.send(Frame::Text(text.into())).await
    }

    async fn send(&mut self, frame: Frame) -> Result<(), Over> {
        let late = self.until(self.now() + SEND_WITHIN);
        tokio::select! {
            biased;
            sent = self.socket.send(frame) => sent.map_err(|_| Over::GONE),
            () = late => Err(Over::GONE),
        }
    }

    /// What the network costs this client.
    fn lag(&self) -> u64 {
        self.lag.median().min(self.app.limits().lag_ms)
    }
}

/// Over when the client is not known any more by what it came with.
async fn taken(worn: &mut Option<Worn>) {
    match worn {
        Some(worn) => worn.taken().await,
        None => std::future::pending().await,
    }
}

/// What a client wants of the game.
enum Heard {
    Do(u32, banqi_wire::Command),
    Say(banqi_wire::Phrase),
}
