//! What the commands say about pieces and rules: every such text is here, once.

mod pieces;

pub(crate) use pieces::{Script, character};
