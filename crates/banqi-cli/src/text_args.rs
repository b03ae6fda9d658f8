//! How a board is shown as text: the options that commands share.

use std::env;
use std::io::{self, IsTerminal as _};

use clap::ValueEnum;

use crate::text_board::{Glyphs, TextBoard};

/// Options of every command that prints a board as text.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Board")]
pub(crate) struct TextArgs {
    /// What pieces are drawn as
    #[arg(long, value_enum, default_value_t, value_name = "GLYPHS")]
    pub(crate) pieces: Glyphs,
    /// Four lines of eight squares instead of eight lines of four
    #[arg(long)]
    pub(crate) landscape: bool,
    /// As the player on the far side sees it
    #[arg(long)]
    pub(crate) flip: bool,
    /// Without ranks and files at the edges
    #[arg(long)]
    pub(crate) no_coordinates: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", visible_alias = "color")]
    pub(crate) colour: When,
}

impl TextArgs {
    /// The board as these options ask for it, for standard output.
    pub(crate) fn board(&self) -> TextBoard {
        TextBoard {
            glyphs: self.pieces,
            landscape: self.landscape,
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            colour: self.colour.holds(),
            ..TextBoard::default()
        }
    }
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    /// Whether standard output is to have colour. <https://no-color.org> is the convention of the variable.
    pub(crate) fn holds(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && env::var_os("TERM").is_none_or(|value| value != "dumb")
                    && io::stdout().is_terminal()
            }
        }
    }
}
