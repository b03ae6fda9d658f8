//! The icons: one sprite in the page, of which each icon shows a symbol.

use leptos::prelude::*;

/// Drawn for this project, but for the wordmark; its notice is in the file.
const SPRITE: &str = include_str!("icons.svg");

/// What an icon shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(dead_code, reason = "the sprite is whole before every screen is")]
pub(crate) enum Symbol {
    Again,
    Back,
    Bag,
    Book,
    Chart,
    Check,
    Close,
    Copy,
    Down,
    Draw,
    Flag,
    Forbidden,
    Gear,
    Go,
    Hint,
    Home,
    List,
    More,
    Pause,
    Person,
    Say,
    Share,
    Silent,
    Sound,
    Sun,
    Turn,
    Up,
}

impl Symbol {
    #[cfg(test)]
    const ALL: [Self; 27] = [
        Self::Again,
        Self::Back,
        Self::Bag,
        Self::Book,
        Self::Chart,
        Self::Check,
        Self::Close,
        Self::Copy,
        Self::Down,
        Self::Draw,
        Self::Flag,
        Self::Forbidden,
        Self::Gear,
        Self::Go,
        Self::Hint,
        Self::Home,
        Self::List,
        Self::More,
        Self::Pause,
        Self::Person,
        Self::Say,
        Self::Share,
        Self::Silent,
        Self::Sound,
        Self::Sun,
        Self::Turn,
        Self::Up,
    ];

    const fn reference(self) -> &'static str {
        match self {
            Self::Again => "#i-again",
            Self::Back => "#i-back",
            Self::Bag => "#i-bag",
            Self::Book => "#i-book",
            Self::Chart => "#i-chart",
            Self::Check => "#i-check",
            Self::Copy => "#i-copy",
            Self::Close => "#i-close",
            Self::Down => "#i-down",
            Self::Draw => "#i-draw",
            Self::Flag => "#i-flag",
            Self::Forbidden => "#i-forbidden",
            Self::Gear => "#i-gear",
            Self::Go => "#i-go",
            Self::Hint => "#i-hint",
            Self::Home => "#i-home",
            Self::List => "#i-list",
            Self::More => "#i-more",
            Self::Pause => "#i-pause",
            Self::Person => "#i-person",
            Self::Say => "#i-say",
            Self::Share => "#i-share",
            Self::Silent => "#i-silent",
            Self::Sound => "#i-sound",
            Self::Sun => "#i-sun",
            Self::Turn => "#i-turn",
            Self::Up => "#i-up",
        }
    }
}

/// An icon, 24 pixels wide where the style sheet says nothing else. It is decoration: whoever shows it alone has a label.
#[component]
pub(crate) fn Icon(#[prop(into)] symbol: Signal<Symbol>) -> impl IntoView {
    view! {
        <svg class="icon" width="24" height="24" aria-hidden="true" focusable="false">
            <use href=move || symbol.get().reference() />
        </svg>
    }
}

/// As [`Icon`], among other parts of a line.
pub(crate) fn icon(symbol: Symbol) -> AnyView {
    view! { <Icon symbol /> }.into_any()
}

/// 暗棋, drawn.
#[component]
pub(crate) fn Wordmark() -> impl IntoView {
    view! {
        <svg class="wordmark" viewBox="0 0 200 100" aria-hidden="true" focusable="false">
            <use href="#wm-an" width="100" height="100" />
            <use href="#wm-qi" x="100" width="100" height="100" />
        </svg>
    }
}

/// What the icons are taken from. Once in the page, before them.
#[component]
pub(crate) fn Sprite() -> impl IntoView {
    view! { <div class="sprite" inner_html=SPRITE></div> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_is_drawn_and_none_in_vain() {
        for symbol in Symbol::ALL {
            let id = symbol.reference().trim_start_matches('#');
            assert!(SPRITE.contains(&format!("<symbol id=\"{id}\"")), "{id}");
        }
        assert_eq!(SPRITE.matches("<symbol id=\"i-").count(), Symbol::ALL.len());
    }
}
