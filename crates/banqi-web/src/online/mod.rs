//! The client's half of a game over the net: the connection, what is asked once, what is kept.

pub(crate) mod connection;
pub(crate) mod kept;
pub(crate) mod message;
pub(crate) mod qr;
pub(crate) mod request;
