//! The client's half of what needs a server: the connection of a game, what is asked once, what is kept.

pub(crate) mod answer;
pub(crate) mod connection;
pub(crate) mod fetch;
pub(crate) mod json;
pub(crate) mod kept;
pub(crate) mod me;
pub(crate) mod message;
pub(crate) mod qr;
pub(crate) mod request;
pub(crate) mod words;
