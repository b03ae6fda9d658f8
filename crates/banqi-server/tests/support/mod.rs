//! A server for tests, on loopback, with a clock that the test turns; and clients that speak the documented protocol.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod account;
pub(crate) mod client;
pub(crate) mod game;
pub(crate) mod http;
#[cfg(unix)]
pub(crate) mod postgres;
pub(crate) mod server;
