//! A client of the socket, which folds what it is told.

use banqi_deal::Secret;
use banqi_room::{Room, Stage};
use banqi_wire::{
    ClientMessage, Command, Event, GameId, Numbered, Player, Presence, Refusal, Role, ServerMessage, Side, VERSION,
};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::http::Guest;

/// How a socket was closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Said(ServerMessage),
    Closed(Option<u16>),
}

pub(crate) struct Client {
    pub(crate) game: GameId,
    pub(crate) role: Role,
    pub(crate) room: Option<Box<Room>>,
    pub(crate) presence: Presence,
    /// Who plays, as it was told last.
    pub(crate) players: Option<[Side; 2]>,
    /// Everything that it was sent, as it was.
    pub(crate) transcript: Vec<String>,
    /// Keeps only the last thing that it was sent.
    pub(crate) is_forgetful: bool,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    /// Opens a socket, without a word.
    pub(crate) async fn connect(guest: &Guest, game: GameId) -> Result<Self, Error> {
        let url = format!("ws://{}/api/games/{game}/socket", guest.server);
        let mut request = url.into_client_request()?;
        for (name, value) in &guest.headers {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        if let Some(cookie) = &guest.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        let (socket, _) = tokio_tungstenite::connect_async_with_config(request, None, true).await?;
        let presence = Presence {
            creator: banqi_wire::Present::Away { claim_at: None },
            friend: banqi_wire::Present::Away { claim_at: None },
            spectators: 0,
        };
        Ok(Self {
            game,
            role: Role::Spectator,
            room: None,
            presence,
            players: None,
            transcript: Vec::new(),
            is_forgetful: false,
            socket,
        })
    }

    /// Opens a socket and says hello.
    pub(crate) async fn open(guest: &Guest, game: GameId) -> Self {
        let mut client = Self::connect(guest, game).await.unwrap();
        client.hello(0).await;
        client
    }

    /// Says hello and takes the welcome.
    pub(crate) async fn hello(&mut self, after: u32) {
        self.say(&ClientMessage::Hello { version: VERSION, after }).await;
        match self.hear().await {
            Heard::Said(ServerMessage::Welcome { .. }) => {}
            other => panic!("no welcome: {other:?}"),
        }
    }

    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        self.say_text(&serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        // If the server has closed it, that is heard.
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub(crate) async fn say_binary(&mut self, bytes: &[u8]) {
        let _ = self.socket.send(Message::binary(bytes.to_vec())).await;
    }

    pub(crate) async fn command(&mut self, command: Command) {
        let after = self.room().number();
        self.say(&ClientMessage::Do { after, command }).await;
    }

    /// Does something, and waits for the acknowledgement.
    pub(crate) async fn act(&mut self, command: Command) -> Numbered {
        self.command(command).await;
        self.event().await
    }

    /// Does something that is refused.
    pub(crate) async fn refused(&mut self, command: Command) -> Refusal {
        self.command(command).await;
        self.refusal().await
    }

    /// The next message; the room follows.
    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let frame = self.socket.next().await;
            let text = match frame {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(frame))) => return Heard::Closed(frame.map(|frame| frame.code.into())),
                Some(Ok(_)) => continue,
                None | Some(Err(_)) => return Heard::Closed(None),
            };
            if self.is_forgetful {
                self.transcript.clear();
            }
            self.transcript.push(text.as_str().to_owned());
            let message: ServerMessage = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            match &message {
                ServerMessage::Welcome { role, presence, events, .. } => {
                    (self.role, self.presence) = (*role, *presence);
                    match &mut self.room {
                        None if events.is_empty() => {}
                        None => self.room = Some(Box::new(Room::fold(events).unwrap())),
                        Some(room) => events.iter().for_each(|event| room.apply(event).unwrap()),
                    }
                }
                ServerMessage::Event(event) => self.room.as_mut().unwrap().apply(event).unwrap(),
                ServerMessage::Presence { presence } => self.presence = *presence,
                // It goes along with what else happens.
                ServerMessage::Players { creator, friend } => {
                    self.players = Some([creator.clone(), friend.clone()]);
                    continue;
                }
                _ => {}
            }
            return Heard::Said(message);
        }
    }

    /// The next event.
    pub(crate) async fn event(&mut self) -> Numbered {
        loop {
            match self.hear().await {
                Heard::Said(ServerMessage::Event(event)) => return event,
                Heard::Said(ServerMessage::Presence { .. }) => {}
                other => panic!("no event: {other:?}"),
            }
        }
    }

    /// The next refusal.
    pub(crate) async fn refusal(&mut self) -> Refusal {
        loop {
            match self.hear().await {
                Heard::Said(ServerMessage::Refused { refusal, .. }) => return refusal,
                Heard::Said(ServerMessage::Presence { .. }) => {}
                other => panic!("no refusal: {other:?}"),
            }
        }
    }

    /// Listens until the room has come so far.
    pub(crate) async fn until(&mut self, number: u32) {
        while self.room().number() < number {
            self.event().await;
        }
    }

    /// Listens until the game is over, with everything that belongs to it.
    pub(crate) async fn until_over(&mut self) {
        loop {
            let room = self.room();
            let is_told = room.dealt().is_some() || room.mismatch().is_some();
            if room.stage() == Stage::Over && (room.sealed().is_none() || is_told) {
                return;
            }
            self.event().await;
        }
    }

    /// Listens until somebody's presence is so.
    pub(crate) async fn until_presence(&mut self, wanted: impl Fn(&Presence) -> bool) {
        while !wanted(&self.presence) {
            if let Heard::Closed(code) = self.hear().await {
                panic!("closed: {code:?}");
            }
        }
    }

    /// Over when the server has dealt with everything that was said before.
    pub(crate) async fn settle(&mut self) {
        self.say(&ClientMessage::Hello { version: VERSION, after: 0 }).await;
        assert_eq!(self.refusal().await, Refusal::Hello);
    }

    /// Listens until the socket is closed, and gives the code.
    pub(crate) async fn until_closed(&mut self) -> Option<u16> {
        loop {
            if let Heard::Closed(code) = self.hear().await {
                return code;
            }
        }
    }

    /// Listens until a ping has come. Its answer leaves with what is said next.
    pub(crate) async fn until_ping(&mut self) {
        while !matches!(self.socket.next().await, Some(Ok(Message::Ping(_)))) {}
    }

    pub(crate) fn room(&self) -> &Room {
        self.room.as_deref().expect("the game is known")
    }

    pub(crate) fn player(&self) -> Player {
        self.role.player().expect("a player")
    }

    /// Leaves without a word.
    pub(crate) fn drop_connection(self) {
        drop(self.socket);
    }

    /// Leaves as browsers do.
    pub(crate) async fn close(mut self) {
        let _ = self.socket.close(None).await;
        while let Some(Ok(_)) = self.socket.next().await {}
    }
}

/// A secret that only a test would choose.
pub(crate) fn secret(byte: u8) -> Secret {
    Secret::from_bytes([byte; 32])
}

pub(crate) fn is_played(event: &Event) -> bool {
    matches!(event, Event::Played { .. })
}
