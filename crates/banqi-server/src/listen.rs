//! Listening on an address, and stopping.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::sync::Notify;

use crate::{App, metrics_router, router};

/// How long a request that has begun may go on when the server stops.
const PATIENCE: Duration = Duration::from_secs(3);

/// A server that has its address, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
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
            Ok(Self { address: listener.local_addr()?, listener })
        });
        bound.map_err(|source| BindError { address, source })
    }

    /// The address that it has.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers requests until `stop` is over; those that have begun are answered, within a few seconds. Players are told
    /// to come back, and what they did is kept.
    ///
    /// # Errors
    ///
    /// When the operating system lets it listen no more.
    pub async fn run(self, app: App, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?.tap_io(|connection| {
            // A turn is a small packet that must not wait for another one.
            let _ = connection.set_nodelay(true);
        });
        let stopping = Arc::new(Notify::new());
        let told = stopping.clone();
        let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            told.notify_one();
        });
        let patience = Notify::new();
        let telling = async {
            stopping.notified().await;
            patience.notify_one();
            app.tell_sockets().await;
        };
        let served = tokio::select! {
            (served, ()) = async { tokio::join!(serving.into_future(), telling) } => served,
            () = async { patience.notified().await; tokio::time::sleep(PATIENCE).await } => Ok(()),
        };
        // A request that still reads would keep it open.
        if tokio::time::timeout(PATIENCE, app.close()).await.is_err() {
            tracing::warn!("a request is cut off");
        }
        served
    }
}

impl Server {
    /// Answers `/metrics` and nothing else, for ever.
    ///
    /// # Errors
    ///
    /// When the operating system lets it listen no more.
    pub async fn run_metrics(self, app: App) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        axum::serve(listener, metrics_router(app)).await
    }
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
