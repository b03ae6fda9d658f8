//! The settings that are a choice among a few.

use leptos::prelude::*;

/// How the board lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Orientation {
    /// Standing where the page is narrow, lying where it is wide.
    #[default]
    Auto,
    Portrait,
    Landscape,
}

impl Orientation {
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Portrait, Self::Landscape];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Portrait => "portrait",
            Self::Landscape => "landscape",
        }
    }
}

/// The page's colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The other of the two that is to be seen, for a switch: `dark` is what the system has.
    pub(crate) const fn switched(self, system_is_dark: bool) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
            Self::System => {
                if system_is_dark {
                    Self::Light
                } else {
                    Self::Dark
                }
            }
        }
    }

    /// Tells the style sheet; start.js does the same before the first paint.
    pub(super) fn show(self) {
        let Some(root) = document().document_element() else { return };
        let shown = match self {
            Self::System => root.remove_attribute("data-theme"),
            Self::Light | Self::Dark => root.set_attribute("data-theme", self.name()),
        };
        shown.expect("the attribute's name is valid");
    }
}

/// Whether the system prefers dark colours.
pub(crate) fn system_is_dark() -> bool {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches())
}
