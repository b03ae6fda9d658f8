//! The colours, light and dark.

/// Which colours the board has.
///
/// ```
/// use banqi_svg::{Options, Theme};
/// let dark = Options { theme: Theme::Dark, ..Options::default() };
/// let start = banqi::Position::start();
/// assert_ne!(banqi_svg::board(&start, &dark), banqi_svg::board(&start, &Options::default()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// For light grounds.
    #[default]
    Light,
    /// For dark grounds.
    Dark,
}

impl Theme {
    /// Both.
    ///
    /// ```
    /// assert_eq!(banqi_svg::Theme::ALL.len(), 2);
    /// ```
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The theme's name.
    ///
    /// ```
    /// assert_eq!(banqi_svg::Theme::Dark.name(), "dark");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub(crate) const fn palette(self) -> &'static Palette {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

/// The colours of a theme, by what they are for.
pub(crate) struct Palette {
    pub(crate) board: &'static str,
    pub(crate) board_line: &'static str,
    pub(crate) board_edge: &'static str,
    pub(crate) frame: &'static str,
    pub(crate) coordinate: &'static str,
    /// The ground of the last move.
    pub(crate) last: &'static str,
    pub(crate) mark: &'static str,
    /// Beside a mark, where it would be lost on what lies under it.
    pub(crate) on_mark: &'static str,
    /// Inside the outline of a highlighted square.
    pub(crate) raised: &'static str,
    pub(crate) red: Disc,
    pub(crate) black: Disc,
    pub(crate) face_down: Disc,
    pub(crate) shadow: &'static str,
    pub(crate) shadow_opacity: &'static str,
}

/// The colours of a piece.
pub(crate) struct Disc {
    pub(crate) face: &'static str,
    pub(crate) side: &'static str,
    /// Rings and glyph.
    pub(crate) ink: &'static str,
}

const LIGHT: Palette = Palette {
    board: "#B3C7B6",
    board_line: "#93AB99",
    board_edge: "#8FA695",
    frame: "#34473E",
    coordinate: "#3C5247",
    last: "#C9D8BC",
    mark: "#1A2420",
    on_mark: "#F4EDDC",
    raised: "#F6F5EC",
    red: Disc { face: "#F6EBD3", side: "#CBB48A", ink: "#A3241C" },
    black: Disc { face: "#252A29", side: "#0C0F0E", ink: "#F3E7CE" },
    face_down: Disc { face: "#B37E3E", side: "#79521F", ink: "#FFF3D6" },
    shadow: "#102018",
    shadow_opacity: "0.2",
};

const DARK: Palette = Palette {
    board: "#30463D",
    board_line: "#466155",
    board_edge: "#1C2A25",
    frame: "#7C9487",
    coordinate: "#B9CABD",
    last: "#415944",
    mark: "#F4EDDC",
    on_mark: "#1A1914",
    raised: "#201F1A",
    red: Disc { face: "#EEE1C6", side: "#B39B70", ink: "#A3241C" },
    black: Disc { face: "#0E1211", side: "#000201", ink: "#EEE1C6" },
    face_down: Disc { face: "#AC7A3C", side: "#644519", ink: "#FCEBC8" },
    shadow: "#000000",
    shadow_opacity: "0.4",
};

/// A page's own colours, by the names of its custom properties.
pub(crate) const CUSTOM: Palette = Palette {
    board: "var(--board)",
    board_line: "var(--board-line)",
    board_edge: "var(--board-edge)",
    frame: "var(--frame)",
    coordinate: "var(--coord)",
    last: "var(--last)",
    mark: "var(--mark)",
    on_mark: "var(--on-mark)",
    raised: "var(--raised)",
    red: Disc { face: "var(--bone)", side: "var(--bone-side)", ink: "var(--cinnabar)" },
    black: Disc { face: "var(--lacquer)", side: "var(--lacquer-side)", ink: "var(--lacquer-ink)" },
    face_down: Disc { face: "var(--honey)", side: "var(--honey-side)", ink: "var(--honey-line)" },
    shadow: "var(--shadow)",
    // The property has it.
    shadow_opacity: "1",
};
