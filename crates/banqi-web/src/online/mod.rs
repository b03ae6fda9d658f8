//! The client's half of what needs a server: the connection of a game, what is asked once, what is kept.
//!
//! It would make the first load half as large again for everybody, so the client is built twice: without the feature
//! `online`, which is what home loads, and with it, which addresses that need a server load. What belongs to those holds an
//! [`Online`]. In the program without them that type has no value, so the compiler leaves out all that would need one, and no
//! code has to ask for the feature.

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

/// There are games over the net in this program.
#[cfg(feature = "online")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Online(());

/// There are no games over the net in this program.
#[cfg(not(feature = "online"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Online {}

impl Online {
    /// None in the program without games over the net: what needs them is in the other one, at the same address.
    #[allow(clippy::unnecessary_wraps, reason = "the other program has none")]
    pub(crate) const fn here() -> Option<Self> {
        #[cfg(feature = "online")]
        return Some(Self(()));
        #[cfg(not(feature = "online"))]
        return None;
    }
}
