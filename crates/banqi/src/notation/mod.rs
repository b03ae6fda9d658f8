//! The written forms, in both directions: actions and turns, positions, records. docs/notation.md is the reference.

pub(crate) mod action;
pub(crate) mod position;
pub(crate) mod record;
