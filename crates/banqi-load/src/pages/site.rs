//! The server that is measured: in this process, on loopback.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use banqi_server::{App, Key, Limits, ManualTime, Parts, Server, Settings, SqlStore};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::year::NOW;

/// A server that runs.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
}

impl Site {
    /// Starts one with what is in a store. Its clock stands at the end of the year, so that days and weeks are the same
    /// whenever it is measured.
    pub(crate) async fn start(store: SqlStore) -> Result<Self> {
        let mut parts = Parts::new(store, Key::from_bytes([7; 32]));
        parts.time = Arc::new(ManualTime::new(NOW));
        parts.settings = Settings { limits: no_limits()?, ..Settings::default() };
        let app = App::new(parts).await?;
        let server = Server::bind("127.0.0.1:0".parse()?)?;
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.run(app, async { drop(stopped.await) }));
        Ok(Self { address, stop, running })
    }

    /// Stops it, with all that it has kept.
    pub(crate) async fn stop(self) -> Result<()> {
        // Where it does not listen any more, it has ended.
        let _ = self.stop.send(());
        self.running.await?.context("the server")
    }
}

/// Everybody comes from one machine, and while the clock stands nothing that was used up comes back.
fn no_limits() -> Result<Limits> {
    let rate = "1000000/s burst 1000000000".parse()?;
    Ok(Limits {
        games_per_address: rate,
        games_per_guest: rate,
        open_games_per_guest: 100_000,
        sockets_per_address: 100_000,
        sockets_per_guest: 100_000,
        reads_per_address: rate,
        messages: rate,
        ..Limits::default()
    })
}
