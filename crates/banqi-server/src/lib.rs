//! Serves the browser client of Banqi: one program that carries the client's files within it.
//!
//! [`Client`] is those files, ready to be sent. [`router`] answers requests for them; [`Server`] listens.
//!
//! ```
//! use banqi_server::{Client, Server};
//!
//! let server = Server::bind("127.0.0.1:0".parse().unwrap())?;
//! println!("http://{}", server.address());
//! let serving = server.run(Client::embedded(), std::future::ready(()));
//! # drop(serving);
//! # Ok::<(), banqi_server::BindError>(())
//! ```

#![deny(missing_docs)]

mod client;
mod http;
mod listen;

pub use client::Client;
pub use http::router;
pub use listen::{BindError, Server};
