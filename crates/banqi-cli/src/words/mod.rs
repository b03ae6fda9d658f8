//! What the commands say about pieces and rules: every such text is here, once.

mod pieces;
mod rules;

pub(crate) use pieces::{Script, character, kind_name};
pub(crate) use rules::{Topic, beside_the_chart, endings, meaning, sections, source, summary};
