//! Listening on an address, and stopping.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, StatusCode};
use axum::response::{IntoResponse as _, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ipnet::IpNet;
use tokio::net::TcpStream;
use tokio::sync::{Notify, watch};

use crate::limits::Connections;
use crate::{App, metrics_router, router};

/// How long a request that has begun may go on when the server stops.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a connection may wait before a request is there, and the request before it is answered.
const REQUEST_WITHIN: Duration = Duration::from_secs(15);
/// A proxy keeps connections for whoever asks next, and does not wait itself for those who are slow.
const PROXY_WITHIN: Duration = Duration::from_mins(2);
/// So many connections that are no sockets an address may have besides as many as it may have sockets.
const BESIDES_SOCKETS: u32 = 64;
/// When none can be accepted, it is tried again after this,
const ACCEPT_AGAIN: Duration = Duration::from_millis(100);
/// and said once in this.
const SAY_AGAIN: Duration = Duration::from_mins(1);

/// A server that has its address, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    request_within: Duration,
}

impl Server {
    /// Takes the address; port 0 is any free one.
    ///
    /// # Errors
    ///
    /// When the address is taken or cannot be had.
    ///
    /// ```
    /// let server = banqi_server::Server::bind("127.0.0.1:0".parse().unwrap())?;
    /// let taken = banqi_server::Server::bind(server.address()).unwrap_err();
    /// assert!(taken.to_string().ends_with("is taken by another program"));
    /// # Ok::<(), banqi_server::BindError>(())
    /// ```
    pub fn bind(address: SocketAddr) -> Result<Self, BindError> {
        let bound = TcpListener::bind(address).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(Self { address: listener.local_addr()?, listener, request_within: REQUEST_WITHIN })
        });
        bound.map_err(|source| BindError { address, source })
    }

    /// The address that it has.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes a connection on which no request comes for so long, or none that is whole. Otherwise that is fifteen seconds.
    #[must_use]
    pub fn with_request_within(self, request_within: Duration) -> Self {
        Self { request_within, ..self }
    }

    /// Answers requests until `stop` is over; those that have begun are answered, within a few seconds. Players are told
    /// to come back, and what they did is kept.
    ///
    /// # Errors
    ///
    /// When the operating system lets it listen no more.
    pub async fn run(self, app: App, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let stopping = Arc::new(Notify::new());
        let told = stopping.clone();
        let door = self.door(&app, router(app.clone()))?;
        let serving = door.serve(async move {
            stop.await;
            told.notify_one();
        });
        let patience = Notify::new();
        let telling = async {
            stopping.notified().await;
            patience.notify_one();
            app.tell_sockets().await;
        };
        tokio::select! {
            ((), ()) = async { tokio::join!(serving, telling) } => {}
            () = async { patience.notified().await; tokio::time::sleep(PATIENCE).await } => {}
        }
        // A request that still reads would keep it open.
        if tokio::time::timeout(PATIENCE, app.close()).await.is_err() {
            tracing::warn!("a request is cut off");
        }
        Ok(())
    }
}

impl Server {
    /// Answers `/metrics` and nothing else, for ever.
    ///
    /// # Errors
    ///
    /// When the operating system lets it listen no more.
    pub async fn run_metrics(self, app: App) -> io::Result<()> {
        let door = self.door(&app, metrics_router(app.clone()))?;
        door.serve(std::future::pending()).await;
        Ok(())
    }

    fn door(self, app: &App, router: Router) -> io::Result<Door> {
        // The other half is for sockets and the store.
        let in_all = descriptors().map_or(u32::MAX, |descriptors| descriptors / 2);
        let per_address = app.limits().sockets_per_address.saturating_add(BESIDES_SOCKETS);
        Ok(Door {
            listener: tokio::net::TcpListener::from_std(self.listener)?,
            service: TowerToHyperService::new(router),
            connections: Connections::new(per_address, in_all),
            proxies: app.settings().trusted_proxies.clone(),
            request_within: self.request_within,
        })
    }
}

/// Where connections come in.
struct Door {
    listener: tokio::net::TcpListener,
    service: TowerToHyperService<Router>,
    connections: Arc<Connections>,
    proxies: Vec<IpNet>,
    request_within: Duration,
}

impl Door {
    /// Lets them in until `stop` is over, and waits until those that are in have their answers.
    async fn serve(self, stop: impl Future<Output = ()>) {
        let stopping = watch::Sender::new(());
        let mut stop = pin!(stop);
        let mut said: Option<Instant> = None;
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                () = &mut stop => break,
            };
            match accepted {
                Ok((connection, peer)) => self.open(connection, peer, stopping.subscribe()),
                // It has gone again.
                Err(error) if is_gone(&error) => {}
                Err(error) => {
                    if said.is_none_or(|at| at.elapsed() >= SAY_AGAIN) {
                        said = Some(Instant::now());
                        tracing::warn!(%error, "no connection can be accepted");
                    }
                    tokio::time::sleep(ACCEPT_AGAIN).await;
                }
            }
        }
        drop(self.listener);
        stopping.send_replace(());
        stopping.closed().await;
    }

    fn open(&self, connection: TcpStream, peer: SocketAddr, mut stopping: watch::Receiver<()>) {
        let address = peer.ip().to_canonical();
        let is_proxy = self.proxies.iter().any(|net| net.contains(&address));
        let Some(counted) = self.connections.open(Some(address).filter(|_| !is_proxy)) else {
            tracing::debug!("too many connections");
            return;
        };
        // A turn is a small packet that must not wait for another one.
        let _ = connection.set_nodelay(true);
        let (service, within) = (self.service.clone(), self.request_within);
        let answer = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            let answer = service.call(request);
            async move { tokio::time::timeout(within, answer).await.unwrap_or_else(|_| Ok(too_late())) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(if is_proxy { within.max(PROXY_WITHIN) } else { within });
        let open = http.serve_connection(TokioIo::new(connection), answer).with_upgrades();
        tokio::spawn(async move {
            let mut open = pin!(open);
            // Clients break connections off as they like: that is no news.
            tokio::select! {
                _ = &mut open => {}
                _ = stopping.changed() => {
                    open.as_mut().graceful_shutdown();
                    let _ = open.await;
                }
            }
            drop((counted, stopping));
        });
    }
}

fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn too_late() -> Response {
    (StatusCode::REQUEST_TIMEOUT, [(CONNECTION, HeaderValue::from_static("close"))]).into_response()
}

/// How many files and connections the process may have open, after it has asked for as many as it can get.
#[cfg(unix)]
fn descriptors() -> Option<u32> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // Some systems say more than they give; then it is what it was.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX))
}

#[cfg(not(unix))]
fn descriptors() -> Option<u32> {
    None
}

/// An address could not be had.
#[derive(Debug)]
pub struct BindError {
    address: SocketAddr,
    source: io::Error,
}

impl BindError {
    /// Does another program have it?
    pub fn is_taken(&self) -> bool {
        self.source.kind() == io::ErrorKind::AddrInUse
    }
}

impl fmt::Display for BindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let address = self.address;
        match self.source.kind() {
            io::ErrorKind::AddrInUse => write!(f, "{address} is taken by another program"),
            io::ErrorKind::PermissionDenied => write!(f, "{address} is not allowed to you"),
            io::ErrorKind::AddrNotAvailable => write!(f, "{address} is no address of this machine"),
            _ => write!(f, "{address} cannot be had: {}", self.source),
        }
    }
}

impl std::error::Error for BindError {}
