//! The whole program, and the part of it that home needs.
//!
//! Games over the net, the lobby, the pages to learn and to analyse would make the first load half as large again for everybody.
//! So the client is built twice: without the feature `whole`, which is what home loads, and with it, which all other addresses
//! load. What belongs to those holds a [`Whole`]. In the smaller program that type has no value, so the compiler leaves out all
//! that would need one, and no code has to ask for the feature.

/// This is the whole program.
#[cfg(feature = "whole")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whole(());

/// This is the part that home needs.
#[cfg(not(feature = "whole"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whole {}

impl Whole {
    /// None in the smaller program: what needs it is in the other one, at the same address.
    #[allow(clippy::unnecessary_wraps, reason = "the other program has none")]
    pub(crate) const fn here() -> Option<Self> {
        #[cfg(feature = "whole")]
        return Some(Self(()));
        #[cfg(not(feature = "whole"))]
        return None;
    }
}
