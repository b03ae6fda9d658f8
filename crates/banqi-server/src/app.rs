//! Everything that a server consists of.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::FromRef;
use axum_extra::extract::cookie;
use banqi_room::Dealer;
use ipnet::IpNet;
use tokio::sync::watch;

use crate::accounts::Badges;
use crate::chance::{Chance, SystemChance};
use crate::limits::Usage;
use crate::metrics::Metrics;
use crate::preview::Previews;
use crate::rooms::{Rooms, World};
use crate::store::{SqlStore, Store, StoreError};
use crate::thinkers::{Thinkers, half_of_the_processors};
use crate::time::{SystemTimeSource, Time};
use crate::{Client, Key, Limits, Passwords, PublicUrl};

/// A game in which nobody is stays in memory for so many milliseconds.
const IDLE: u64 = 60_000;

/// What a server is made of. Whatever is not told is what a real server has.
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use banqi_server::{App, Key, Parts, SqlStore};
/// let folder = tempfile::tempdir()?;
/// let store = SqlStore::open(&folder.path().join("games.sqlite")).await?;
/// let app = App::new(Parts::new(store, Key::from_bytes([7; 32]))).await?;
/// let router = banqi_server::router(app);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
pub struct Parts {
    /// The browser client, if there is one.
    pub client: Option<Client>,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// Signs cookies, seals secrets.
    pub key: Key,
    /// The time.
    pub time: Arc<dyn Time>,
    /// Randomness.
    pub chance: Arc<dyn Chance>,
    /// Another way to deal, for tests that compare deals.
    pub dealer: Option<Dealer>,
    /// What can be set.
    pub settings: Settings,
}

impl Parts {
    /// A server with this store and key, and without a browser client.
    pub fn new(store: impl Store, key: Key) -> Self {
        Self {
            client: None,
            store: Arc::new(store),
            key,
            time: Arc::new(SystemTimeSource),
            chance: Arc::new(SystemChance),
            dealer: None,
            settings: Settings::default(),
        }
    }
}

/// What can be set.
///
/// ```
/// let settings = banqi_server::Settings::default();
/// assert!(settings.public_url.is_none() && settings.trusted_proxies.is_empty());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Where players find the server, if that is not what their browsers say.
    pub public_url: Option<PublicUrl>,
    /// Whose word is believed about the addresses of clients.
    pub trusted_proxies: Vec<IpNet>,
    /// How much is allowed.
    pub limits: Limits,
    /// Whether `/metrics` is answered to everybody, and not on an address of its own.
    pub public_metrics: bool,
    /// A guest who was not here for so many days is forgotten.
    pub guest_days: u32,
    /// How many threads the computer thinks with, each in another game.
    pub thinkers: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            public_url: None,
            trusted_proxies: Vec::new(),
            limits: Limits::default(),
            public_metrics: true,
            guest_days: 365,
            thinkers: half_of_the_processors(),
        }
    }
}

/// A server, but for the address that it listens on. Copies are the same server.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    client: Option<Client>,
    rooms: Rooms,
    settings: Settings,
    usage: Usage,
    passwords: Passwords,
    badges: Arc<Badges>,
    previews: Previews,
    stopping: watch::Sender<bool>,
    cookies: cookie::Key,
}

impl App {
    /// Puts a server together, and takes up the games that were under way when the last one stopped.
    ///
    /// # Errors
    ///
    /// When the store does not answer, or was used with another key.
    pub async fn new(parts: Parts) -> Result<Self, OpenError> {
        let Parts { client, store, key, time, chance, dealer, settings } = parts;
        if store.fact("key", key.mark()).await? != key.mark() {
            return Err(OpenError::OtherKey);
        }
        let cookies = key.cookies();
        let outbox = settings.limits.waiting_messages.max(1);
        let metrics = Metrics::new();
        let thinkers = Thinkers::new(
            settings.thinkers,
            time.clone(),
            metrics.thinking_waiting.clone(),
            metrics.thinking_seconds.clone(),
        );
        let world = World { store, key, time, chance, dealer, metrics, thinkers, idle: IDLE, outbox };
        let rooms = Rooms::new(world);
        let resumed = rooms.resume().await?;
        rooms.world().store.alive(rooms.world().time.now()).await?;
        tracing::info!(games = resumed, "games under way");
        if client.is_none() {
            // In the log, whatever its format: only an operator can mend it.
            tracing::warn!(
                "this build has no browser client; to get one, in a checkout of the project: cargo xtask serve"
            );
        }
        let inner = Inner {
            client,
            rooms,
            settings,
            usage: Usage::default(),
            passwords: Passwords::default(),
            badges: Arc::default(),
            previews: Previews::default(),
            stopping: watch::Sender::new(false),
            cookies,
        };
        let app = Self(Arc::new(inner));
        tokio::spawn(forget_guests(Arc::downgrade(&app.0)));
        tokio::spawn(note_alive(Arc::downgrade(&app.0)));
        Ok(app)
    }

    /// Ends all games' tasks, tells their sockets to come back later, and waits until they are closed.
    pub async fn tell_sockets(&self) {
        self.stopping().send_replace(true);
        self.rooms().stop().await;
        self.usage().sockets_closed().await;
    }

    /// Keeps what is under way, and lets go of the store.
    pub async fn close(&self) {
        self.stopping().send_replace(true);
        self.rooms().stop().await;
        let world = self.world();
        if let Err(error) = world.store.alive(world.time.now()).await {
            tracing::warn!(%error, "when the server ended is not kept");
        }
        world.store.close().await;
    }
}

impl App {
    pub(crate) fn client(&self) -> Option<&Client> {
        self.0.client.as_ref()
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn world(&self) -> &World {
        self.0.rooms.world()
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.0.settings.limits
    }

    pub(crate) fn usage(&self) -> &Usage {
        &self.0.usage
    }

    pub(crate) fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    /// Of the sockets that are open.
    pub(crate) fn badges(&self) -> &Arc<Badges> {
        &self.0.badges
    }

    pub(crate) fn previews(&self) -> &Previews {
        &self.0.previews
    }

    /// Whether the server is about to end.
    pub(crate) fn stopping(&self) -> &watch::Sender<bool> {
        &self.0.stopping
    }
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("App(..)")
    }
}

impl FromRef<App> for cookie::Key {
    fn from_ref(app: &App) -> Self {
        app.0.cookies.clone()
    }
}

/// Now and then, those who have not been here for long.
async fn forget_guests(app: std::sync::Weak<Inner>) {
    const DAY: u64 = 24 * 3600 * 1000;
    loop {
        let Some(app) = app.upgrade() else { return };
        let world = app.rooms.world();
        let now = world.time.now();
        let before = now.saturating_sub(u64::from(app.settings.guest_days) * DAY);
        match world.store.expire(before, now).await {
            Ok(0) => {}
            Ok(guests) => tracing::info!(guests, "forgotten"),
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!(%error, "guests are not forgotten yet"),
        }
        let (tomorrow, mut stopping) = (world.time.until(now + DAY), app.stopping.subscribe());
        drop(app);
        tokio::select! {
            () = tomorrow => {}
            _ = stopping.wait_for(|is_stopping| *is_stopping) => return,
        }
    }
}

/// Every few seconds, that the server is there: who was to move when it ends is charged for the time until then.
async fn note_alive(app: std::sync::Weak<Inner>) {
    const EVERY: u64 = 5000;
    loop {
        let (later, mut stopping) = {
            let Some(app) = app.upgrade() else { return };
            let time = &app.rooms.world().time;
            (time.until(time.now() + EVERY), app.stopping.subscribe())
        };
        tokio::select! {
            () = later => {}
            _ = stopping.wait_for(|is_stopping| *is_stopping) => return,
        }
        let Some(app) = app.upgrade() else { return };
        let world = app.rooms.world();
        match world.store.alive(world.time.now()).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!(%error, "that the server is there is not kept"),
        }
    }
}

/// Why a server cannot be put together.
///
/// ```
/// use banqi_server::OpenError;
/// assert!(OpenError::OtherKey.to_string().contains("another key"));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder for the data cannot be had.
    #[error("{path}: {source}")]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// Another server has the folder.
    #[error("{0} is in use by another server")]
    InUse(PathBuf),
    /// There is no key.
    #[error("{path}: {source}")]
    Key {
        /// Where it was looked for.
        path: PathBuf,
        /// Why.
        #[source]
        source: crate::KeyError,
    },
    /// The games were kept with another key than this.
    #[error("the games in this database were kept with another key; without it their deals cannot be opened")]
    OtherKey,
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The folder in which a server keeps everything: the database, the key, and a mark that it is in use.
///
/// ```
/// # tokio::runtime::Runtime::new().unwrap().block_on(async {
/// use banqi_server::{DataFolder, OpenError, SystemChance};
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games");
/// let data = DataFolder::open(path.clone())?;
/// assert!(matches!(DataFolder::open(path.clone()), Err(OpenError::InUse(_))));
/// let key = data.key(&SystemChance)?;
/// let store = data.store().await?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// Locked until it is closed.
    _lock: std::fs::File,
}

impl DataFolder {
    /// Takes the folder, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// When it cannot be made, or another server has it.
    pub fn open(path: PathBuf) -> Result<Self, OpenError> {
        let lock = (|| {
            let mut builder = std::fs::DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(&path)?;
            std::fs::OpenOptions::new().write(true).create(true).truncate(false).open(path.join("lock"))
        })();
        let lock = lock.map_err(|source| OpenError::Folder { path: path.clone(), source })?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path, _lock: lock }),
            Err(std::fs::TryLockError::WouldBlock) => Err(OpenError::InUse(path)),
            Err(std::fs::TryLockError::Error(source)) => Err(OpenError::Folder { path, source }),
        }
    }

    /// The key in it, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or made, or holds something else.
    pub fn key(&self, chance: &dyn Chance) -> Result<Key, OpenError> {
        let path = self.path.join("key");
        Key::of_file(&path, chance).map_err(|source| OpenError::Key { path, source })
    }

    /// The database in it.
    ///
    /// # Errors
    ///
    /// When it cannot be opened.
    pub async fn store(&self) -> Result<SqlStore, OpenError> {
        let path = Self::database(&self.path);
        // Its owner's alone, also in a folder that everybody may look into; SQLite gives the files beside it the same rights.
        let private = (|| {
            let mut options = std::fs::OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            {
                use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
                let file = options.mode(0o600).open(&path)?;
                file.set_permissions(std::fs::Permissions::from_mode(0o600))
            }
            #[cfg(not(unix))]
            options.open(&path).map(drop)
        })();
        private.map_err(|source| OpenError::Folder { path: path.clone(), source })?;
        Ok(SqlStore::open(&path).await?)
    }

    /// Where in a folder the database is.
    pub fn database(folder: &Path) -> PathBuf {
        folder.join("games.sqlite")
    }
}
