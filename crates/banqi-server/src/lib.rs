//! The server of Banqi: games between people who share a link, and the browser client, whose files the program carries
//! within it.
//!
//! An [`App`] is a server but for its address, put together from [`Parts`]: a [`Store`] that keeps games, a [`Key`], the
//! [`Client`], the [`Time`]. [`router`] answers its requests; [`Server`] listens.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use banqi_server::{App, Client, Key, Parts, Server, SqlStore};
//!
//! let folder = tempfile::tempdir()?;
//! let store = SqlStore::open(&folder.path().join("games.sqlite")).await?;
//! let app = App::new(Parts { client: Client::embedded(), ..Parts::new(store, Key::from_bytes([7; 32])) }).await?;
//! let server = Server::bind("127.0.0.1:0".parse()?)?;
//! println!("http://{}", server.address());
//! server.run(app, std::future::ready(())).await?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

#![deny(missing_docs)]

mod accounts;
mod app;
mod chance;
mod client;
mod http;
mod key;
mod limits;
mod listen;
mod logs;
mod metrics;
mod preview;
mod public_url;
mod rating;
mod rooms;
mod store;
mod thinkers;
mod time;
mod user;

pub use accounts::{
    BadPassword, Name, NameError, Password, PasswordHash, PasswordHashError, Passwords, RecoveryCode,
    RecoveryCodeError, SecretHash, SessionId, SessionIdError, Token, TooManyPasswords,
};
pub use app::{App, DataFolder, OpenError, Parts, Settings};
pub use chance::{Chance, SystemChance};
pub use client::Client;
pub use http::{metrics_router, router};
pub use key::{Key, KeyError};
pub use limits::{Limits, Rate, RateError};
pub use listen::{BindError, Server};
pub use logs::{LogFormat, LogLevel, logs, start_logs};
pub use public_url::{PublicUrl, PublicUrlError};
pub use rating::{PERIOD, PROVISIONAL, Rating, TAU, after_game};
pub use store::{
    Accounts, Answer, Append, Change, Creation, Entry, Filter, GameOfUser, GameRow, Games, Kept, KeptAccount,
    KeptRating, KeptSession, Lines, Listing, NewAccount, NewSession, Over, PlayerOfGame, Proof, Scores, Seats,
    SqlStore, Store, StoreError, StoreUrl, StoreUrlError, backup, day_of, span,
};
pub use time::{ManualTime, SystemTimeSource, Time};
pub use user::{UserId, UserIdError};
