//! The server.

use std::net::SocketAddr;
use std::sync::Arc;

use banqi_server::{App, Client, Key, ManualTime, Parts, Server, Settings, SqlStore};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::http::Guest;

/// 2023-11-14 22:13:20.
pub(crate) const START: u64 = 1_700_000_000_000;

pub(crate) const PAGE: &str = "<!doctype html><html><head><title>Banqi</title></head><body></body></html>";

/// A server on loopback.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) time: ManualTime,
    pub(crate) app: App,
    folder: TempDir,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Parts)) -> Self {
        Self::in_folder(folder(), ManualTime::new(START), change).await
    }

    /// A server that finds what another one left.
    pub(crate) async fn in_folder(folder: TempDir, time: ManualTime, change: impl FnOnce(&mut Parts)) -> Self {
        let store = SqlStore::open(&folder.path().join("games.sqlite")).await.unwrap();
        let mut parts = Parts::new(store, Key::from_bytes([42; 32]));
        parts.time = Arc::new(time.clone());
        parts.client = Client::from_files([("index.html", PAGE.as_bytes())]);
        parts.settings = Settings { limits: generous(), ..Settings::default() };
        change(&mut parts);
        let app = App::new(parts).await.unwrap();
        let server = Server::bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let running = server.run(app.clone(), async { drop(stopped.await) });
        let serving = tokio::spawn(async { running.await.unwrap() });
        Self { address, time, app, folder, stop, serving }
    }

    pub(crate) fn guest(&self) -> Guest {
        Guest::new(self.address)
    }

    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Stops it, and gives what it leaves.
    pub(crate) async fn stop(self) -> (TempDir, ManualTime) {
        self.stop.send(()).unwrap();
        self.serving.await.unwrap();
        drop(self.app);
        (self.folder, self.time)
    }

    /// Another one in its place.
    pub(crate) async fn restart(self) -> Self {
        let (folder, time) = self.stop().await;
        Self::in_folder(folder, time, |_| {}).await
    }
}

/// A folder for a database, in memory where that can be had: what is asked of the disk is not what these tests ask.
pub(crate) fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// Nothing that these tests do is too much. The clock stands, so nothing is filled up again.
pub(crate) fn generous() -> banqi_server::Limits {
    let rate = "1000/s burst 1000000".parse().unwrap();
    banqi_server::Limits {
        games_per_address: rate,
        games_per_guest: rate,
        open_games_per_guest: 1000,
        sockets_per_address: 1000,
        sockets_per_guest: 1000,
        reads_per_address: rate,
        sign_ups_per_address: rate,
        sign_ins_per_address: rate,
        sign_ins_per_name: rate,
        recoveries_per_address: rate,
        recoveries_per_name: rate,
        messages: rate,
        ..banqi_server::Limits::default()
    }
}
