//! What a player has chosen, kept in the browser.

mod choice;
mod kept;
mod screen;

use banqi::Rules;
use banqi_engine::Level;
use banqi_svg::PieceSet;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::live::focus_at;
use crate::text::Language;
pub(crate) use choice::{Orientation, Theme, system_is_dark};
pub(crate) use screen::SettingsScreen;

/// What a player has chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) pieces: PieceSet,
    pub(crate) orientation: Orientation,
    pub(crate) theme: Theme,
    /// None is the browser's, as far as it is one of ours.
    pub(crate) language: Option<Language>,
    pub(crate) sound: bool,
    /// Whether pieces move; the system's wish for less motion counts too.
    pub(crate) motion: bool,
    /// Point out where a piece may go.
    pub(crate) show_moves: bool,
    /// Point out the last move.
    pub(crate) show_last: bool,
    /// Point out which of the player's pieces can be captured.
    pub(crate) show_threats: bool,
    /// On the same screen, the far side stands on its head.
    pub(crate) far_turned: bool,
    /// A move can be chosen while the other player thinks.
    pub(crate) premoves: bool,
    /// Half a xiangqi board, engraved in the squares.
    pub(crate) engraving: bool,
    /// The level last played against.
    pub(crate) level: Level,
    /// The rules last played under.
    pub(crate) rules: Rules,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            pieces: PieceSet::default(),
            orientation: Orientation::default(),
            theme: Theme::default(),
            language: None,
            sound: true,
            motion: true,
            show_moves: true,
            show_last: true,
            show_threats: false,
            far_turned: false,
            premoves: true,
            engraving: true,
            level: Level::default(),
            rules: Rules::default(),
        }
    }
}

/// Reads the settings and gives them to everything below. What changes is kept, and the page's colours follow.
pub(crate) fn provide_settings() -> RwSignal<Settings> {
    let settings = RwSignal::new(kept::load());
    provide_context(settings);
    focus_language();
    crate::sound::follow(settings);
    Effect::new(move |before: Option<Settings>| {
        let now = settings.get();
        let before = before.unwrap_or_else(|| now.clone());
        kept::store(&before, &now);
        if before.language != now.language {
            load_language();
        }
        now
    });
    let theme = Memo::new(move |_| settings.with(|settings| settings.theme));
    Effect::new(move || theme.get().show());
    // Animations ask the document, so that style sheets can tell too.
    let motion = Memo::new(move |_| settings.with(|settings| settings.motion));
    Effect::new(move || {
        if let Some(root) = document().document_element() {
            let shown = if motion.get() {
                root.remove_attribute("data-motion")
            } else {
                root.set_attribute("data-motion", "off")
            };
            shown.expect("the attribute's name is valid");
        }
    });
    settings
}

/// What the history holds while the page is loaded in another language.
const CHOSEN: &str = "language";

/// The texts of another language come with another page. A browser that refuses shows it the next time.
fn load_language() {
    if let Ok(history) = window().history() {
        let _ = history.replace_state(&JsValue::from_str(CHOSEN), "");
    }
    let _ = window().location().reload();
}

/// Whoever has just chosen the page's language is where that was chosen.
fn focus_language() {
    let Ok(history) = window().history() else { return };
    if history.state().is_ok_and(|state| state == CHOSEN) {
        let _ = history.replace_state(&JsValue::NULL, "");
        request_animation_frame(|| focus_at(".languages [aria-pressed=true], [name=language]:checked"));
    }
}

/// The settings. To be asked while a component is made, not in its handlers.
pub(crate) fn use_settings() -> RwSignal<Settings> {
    expect_context()
}
