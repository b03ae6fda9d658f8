//! A player's way to the server: HTTP for making and joining a game, then the socket.

use std::net::{Ipv4Addr, SocketAddr};

use anyhow::{Context, Result, bail, ensure};
use banqi_room::Room;
use banqi_wire::{ClientMessage, Command, GameId, NewGame, Numbered, Refusal, ServerMessage, VERSION};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A player who is known to the server by a cookie.
pub(crate) struct Guest {
    server: SocketAddr,
    from: SocketAddr,
    cookie: Option<String>,
}

impl Guest {
    /// Each comes from an address of its own, as players do, since a server allows each address so much: this machine has
    /// all of 127.0.0.0/8.
    pub(crate) fn new(server: SocketAddr, number: u32) -> Self {
        let [_, a, b, c] = number.to_be_bytes();
        let from = Ipv4Addr::new(127, 1 + a, b, c);
        Self { server, from: (from, 0).into(), cookie: None }
    }

    /// One who has an account, and this cookie.
    pub(crate) fn with_cookie(self, cookie: String) -> Self {
        Self { cookie: Some(cookie), ..self }
    }

    async fn reach(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(self.from).with_context(|| format!("from {}", self.from))?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Makes a game.
    pub(crate) async fn create(&mut self, new: &NewGame) -> Result<GameId> {
        let (status, body) = self.post("/api/games", serde_json::to_string(new)?).await?;
        ensure!(status == StatusCode::CREATED, "POST /api/games: {status} {body}");
        let made: serde_json::Value = serde_json::from_str(&body)?;
        Ok(made["id"].as_str().context("the answer has no id")?.parse()?)
    }

    /// Takes the free seat.
    pub(crate) async fn join(&mut self, game: GameId) -> Result<()> {
        let (status, body) = self.post(&format!("/api/games/{game}/join"), String::new()).await?;
        ensure!(status.is_success(), "POST join: {status} {body}");
        Ok(())
    }

    async fn post(&mut self, path: &str, body: String) -> Result<(StatusCode, String)> {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(self.reach().await?)).await?;
        // It ends with the response.
        tokio::spawn(connection);
        let mut request =
            Request::post(path).header(HOST, self.server.to_string()).header(CONTENT_TYPE, "application/json");
        if let Some(cookie) = &self.cookie {
            request = request.header(COOKIE, cookie);
        }
        let response = sender.send_request(request.body(Full::new(Bytes::from(body)))?).await?;
        self.keep_cookie(&response);
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }

    fn keep_cookie<B>(&mut self, response: &Response<B>) {
        let set = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some((cookie, _)) = set.and_then(|text| text.split_once(';')) {
            self.cookie = Some(cookie.to_owned());
        }
    }

    /// Opens the socket of a game, and takes in what has happened.
    pub(crate) async fn connect(&self, game: GameId) -> Result<Connection> {
        let mut request = format!("ws://{}/api/games/{game}/socket", self.server).into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(COOKIE, cookie.parse()?);
        }
        let (mut socket, _) = client_async(request, self.reach().await?).await?;
        send(&mut socket, &ClientMessage::Hello { version: VERSION, after: 0 }).await?;
        let room = loop {
            if let ServerMessage::Welcome { events, .. } = receive(&mut socket).await? {
                break Room::fold(&events)?;
            }
        };
        Ok(Connection { socket, room })
    }
}

type Socket = WebSocketStream<TcpStream>;

/// A socket, and the game as far as it was told.
pub(crate) struct Connection {
    socket: Socket,
    pub(crate) room: Room,
}

impl Connection {
    /// Says what the player does.
    pub(crate) async fn tell(&mut self, command: Command) -> Result<()> {
        let after = self.room.number();
        send(&mut self.socket, &ClientMessage::Do { after, command }).await
    }

    /// The next event, which the room has then taken in.
    pub(crate) async fn next(&mut self) -> Result<Numbered> {
        loop {
            match receive(&mut self.socket).await? {
                ServerMessage::Event(next) => {
                    self.room.apply(&next)?;
                    return Ok(next);
                }
                ServerMessage::Refused { refusal, .. } => return Err(refused(&refusal)),
                ServerMessage::Welcome { .. } => bail!("welcomed twice"),
                ServerMessage::Restarting => bail!("the server restarts"),
                ServerMessage::Presence { .. } | ServerMessage::Players { .. } | ServerMessage::Said { .. } => {}
            }
        }
    }
}

fn refused(refusal: &Refusal) -> anyhow::Error {
    anyhow::anyhow!("refused: {refusal:?}")
}

async fn send(socket: &mut Socket, message: &ClientMessage) -> Result<()> {
    Ok(socket.send(Message::text(serde_json::to_string(message)?)).await?)
}

async fn receive(socket: &mut Socket) -> Result<ServerMessage> {
    loop {
        match socket.next().await.context("the server closed the socket")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(close) => bail!("the server closed the socket: {close:?}"),
            _ => {}
        }
    }
}
