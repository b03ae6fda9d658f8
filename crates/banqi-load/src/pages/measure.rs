//! Asking for pages over HTTP, and how long each took.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use banqi_wire::{Board, BoardPage, Window};
use http_body_util::{BodyExt as _, Empty};
use hyper::Request as HttpRequest;
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{COOKIE, HOST};
use hyper_util::rt::TokioIo;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::page::{Page, Request};
use super::year::Year;
use crate::meter::Percentiles;

/// So many ask at once, each again as soon as it has its answer.
const CONNECTIONS: u64 = 4;
/// What the 99th of a hundred may take.
const LIMIT: Duration = Duration::from_millis(50);

/// Asks for so long, prints what it took, and fails where that is too long.
pub(crate) async fn measure(server: SocketAddr, year: Year, time: Duration) -> Result<()> {
    let mut first = Connection::open(server).await?;
    let mut players = HashMap::new();
    for board in Board::ALL {
        for window in Window::ALL {
            let path = format!("/api/boards/{}?window={}", board.name(), window.name());
            let page: BoardPage = serde_json::from_slice(&first.get(&Request { path, cookie: None }).await?)?;
            players.insert((board, window), page.players);
        }
    }
    let until = Instant::now() + time;
    let mut asking = JoinSet::new();
    for number in 0..CONNECTIONS {
        let players = players.clone();
        asking.spawn(async move {
            let mut connection = Connection::open(server).await?;
            let mut rng = ChaCha8Rng::seed_from_u64(year.seed << 8 | number);
            let mut times: Vec<(Page, Duration)> = Vec::new();
            while Instant::now() < until {
                let page = Page::draw(&mut rng);
                let on_board = |board, window| players.get(&(board, window)).copied().unwrap_or_default();
                let request = page.ask(year, on_board, &mut rng);
                let asked = Instant::now();
                connection.get(&request).await?;
                times.push((page, asked.elapsed()));
            }
            anyhow::Ok(times)
        });
    }
    let mut times: HashMap<Page, Vec<Duration>> = HashMap::new();
    while let Some(asked) = asking.join_next().await {
        for (page, time) in asked?? {
            times.entry(page).or_default().push(time);
        }
    }
    report(times)
}

fn report(mut times: HashMap<Page, Vec<Duration>>) -> Result<()> {
    let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
    println!("{:<22}{:>10}{:>10}{:>10}{:>10}", "ms", "requests", "median", "99 of 100", "most");
    let mut slow = Vec::new();
    for (page, _) in Page::ALL {
        let times = times.remove(&page).unwrap_or_default();
        let requests = times.len();
        let Some(Percentiles { median, high, most }) = Percentiles::of(times) else { continue };
        println!("{page:<22}{requests:>10}{:>10}{:>10}{:>10}", ms(median), ms(high), ms(most));
        if high > LIMIT {
            slow.push(page.to_string());
        }
    }
    ensure!(slow.is_empty(), "more than {} ms for the 99th of a hundred: {}", LIMIT.as_millis(), slow.join(", "));
    Ok(())
}

/// A connection that is used again and again.
struct Connection {
    server: SocketAddr,
    sender: SendRequest<Empty<Bytes>>,
}

impl Connection {
    async fn open(server: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends when the sender is dropped.
        tokio::spawn(connection);
        Ok(Self { server, sender })
    }

    /// The whole answer.
    async fn get(&mut self, Request { path, cookie }: &Request) -> Result<Bytes> {
        let mut request = HttpRequest::get(path).header(HOST, self.server.to_string());
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request.body(Empty::new())?).await.with_context(|| path.clone())?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        ensure!(status.is_success(), "{path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }
}
