//! How settings are kept: one JSON object of words and switches under one key of the browser's store.
//!
//! Where the browser keeps nothing, or has no room, the window's own name holds them: it is there until the tab is closed.
//!
//! What cannot be read is as if it had never been set, field by field: an older or a newer client, or a person, may have
//! written it. Words and switches are read by hand: a reader of all JSON would be a thirtieth of home's program.

use banqi_svg::PieceSet;
use leptos::prelude::window;

use super::{Orientation, Settings, Theme};
use crate::store::storage;
use crate::text::Language;

/// start.js reads the theme and the language from here too.
const KEY: &str = "banqi.settings";

pub(super) fn load() -> Settings {
    named().or_else(stored).map_or_else(first, |text| read(&text))
}

fn stored() -> Option<String> {
    storage()?.get_item(KEY).ok().flatten()
}

/// What the window's name holds, where the store took nothing. Other pages may have given it another one.
fn named() -> Option<String> {
    window().name().ok().filter(|name| name.starts_with("{\"pieces\":"))
}

/// What holds at a first visit: who reads simplified characters finds them on the pieces.
fn first() -> Settings {
    let pieces = match Language::current() {
        Language::SimplifiedChinese => PieceSet::Simplified,
        Language::English | Language::TraditionalChinese => PieceSet::default(),
    };
    Settings { pieces, ..Settings::default() }
}

/// Keeps what has changed since `before`. The rest stays as it is kept: another tab may have changed that meanwhile.
pub(super) fn store(before: &Settings, now: &Settings) {
    let text = merged(before, now, &load());
    let is_kept = storage().is_some_and(|storage| storage.set_item(KEY, &text).is_ok());
    // A window that refuses loses them with the page.
    if !is_kept {
        window().set_name(&text).unwrap_or_default();
    } else if named().is_some() {
        window().set_name("").unwrap_or_default();
    }
}

fn merged(before: &Settings, now: &Settings, kept: &Settings) -> String {
    let (before, now, kept) = (fields(before), fields(now), fields(kept));
    let fields =
        before.into_iter().zip(now).zip(kept).map(|((before, now), kept)| if before == now { kept } else { now });
    written(fields)
}

fn written(fields: impl Iterator<Item = (&'static str, String)>) -> String {
    let fields: Vec<String> = fields.map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", fields.join(","))
}

/// Each setting with its value, as it is written.
fn fields(settings: &Settings) -> Vec<(&'static str, String)> {
    let rules = settings.rules.to_string();
    // None of the words has anything in it that JSON would write otherwise.
    let words = [
        ("pieces", settings.pieces.name()),
        ("orientation", settings.orientation.name()),
        ("theme", settings.theme.name()),
        ("language", settings.language.map_or("system", Language::tag)),
        ("level", settings.level.name()),
        ("rules", &rules),
    ];
    let switches = [
        ("sound", settings.sound),
        ("motion", settings.motion),
        ("show_moves", settings.show_moves),
        ("show_last", settings.show_last),
        ("show_threats", settings.show_threats),
        ("far_turned", settings.far_turned),
        ("premoves", settings.premoves),
        ("engraving", settings.engraving),
    ];
    let words = words.into_iter().map(|(name, word)| (name, format!("\"{word}\"")));
    words.chain(switches.into_iter().map(|(name, is_on)| (name, is_on.to_string()))).collect()
}

/// What stands after a name and its colon.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = text.split_once(&format!("\"{name}\""))?;
    after.trim_start().strip_prefix(':').map(str::trim_start)
}

fn read(text: &str) -> Settings {
    let word = |key: &str| value(text, key)?.strip_prefix('"')?.split_once('"').map(|(word, _)| word);
    let switch = |key: &str, otherwise: bool| match value(text, key) {
        Some(value) if value.starts_with("true") => true,
        Some(value) if value.starts_with("false") => false,
        _ => otherwise,
    };
    let named = |key: &str| word(key).and_then(|word| word.parse().ok());
    let default = Settings::default();
    Settings {
        pieces: chosen(word("pieces"), PieceSet::ALL, PieceSet::name),
        orientation: chosen(word("orientation"), Orientation::ALL, Orientation::name),
        theme: chosen(word("theme"), Theme::ALL, Theme::name),
        language: Language::ALL.into_iter().find(|language| word("language") == Some(language.tag())),
        sound: switch("sound", default.sound),
        motion: switch("motion", default.motion),
        show_moves: switch("show_moves", default.show_moves),
        show_last: switch("show_last", default.show_last),
        show_threats: switch("show_threats", default.show_threats),
        far_turned: switch("far_turned", default.far_turned),
        premoves: switch("premoves", default.premoves),
        engraving: switch("engraving", default.engraving),
        level: named("level").unwrap_or(default.level),
        rules: word("rules").and_then(|rules| rules.parse().ok()).unwrap_or(default.rules),
    }
}

fn chosen<T: Copy + Default, const N: usize>(word: Option<&str>, all: [T; N], name: fn(T) -> &'static str) -> T {
    all.into_iter().find(|choice| Some(name(*choice)) == word).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use banqi::Preset;
    use banqi_engine::Level;

    use super::*;

    fn unusual() -> Settings {
        Settings {
            pieces: PieceSet::Pictures,
            orientation: Orientation::Landscape,
            theme: Theme::Dark,
            language: Some(Language::SimplifiedChinese),
            sound: false,
            motion: false,
            show_moves: false,
            show_last: false,
            show_threats: true,
            far_turned: true,
            premoves: false,
            engraving: false,
            level: Level::Expert,
            rules: "hong-kong:chain=on".parse().expect("rules"),
        }
    }

    fn write(settings: &Settings) -> String {
        written(fields(settings).into_iter())
    }

    #[test]
    fn what_another_tab_has_changed_stays() {
        let before = Settings::default();
        let now = Settings { theme: Theme::Dark, ..before.clone() };
        let kept = Settings { language: Some(Language::TraditionalChinese), sound: false, ..before.clone() };
        let both = Settings { theme: Theme::Dark, ..kept.clone() };
        assert_eq!(read(&merged(&before, &now, &kept)), both);
        assert_eq!(read(&merged(&before, &before, &kept)), kept);
    }

    #[test]
    fn what_is_written_is_read() {
        for settings in [Settings::default(), unusual()] {
            let text = write(&settings);
            let read = read(&text);
            assert_eq!(read, settings);
            // start.js reads it too, as JSON.
            let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(json["theme"], settings.theme.name());
            assert_eq!(json["language"], settings.language.map_or("system", Language::tag));
            assert_eq!(json["sound"], settings.sound);
            assert_eq!(json.as_object().map(serde_json::Map::len), Some(14));
            assert_eq!(read.rules.to_string(), settings.rules.to_string());
        }
    }

    #[test]
    fn every_choice_is_read() {
        for pieces in PieceSet::ALL {
            for orientation in Orientation::ALL {
                for theme in Theme::ALL {
                    let settings = Settings { pieces, orientation, theme, ..unusual() };
                    assert_eq!(read(&write(&settings)), settings);
                }
            }
        }
        for language in Language::ALL.map(Some).into_iter().chain([None]) {
            let settings = Settings { language, ..unusual() };
            assert_eq!(read(&write(&settings)), settings);
        }
        for level in Level::ALL {
            for preset in Preset::ALL {
                let settings = Settings { level, rules: preset.rules(), ..unusual() };
                assert_eq!(read(&write(&settings)), settings);
            }
        }
    }

    #[test]
    fn what_is_no_settings_is_as_if_there_were_none() {
        for text in ["", "{", "null", "[]", "7", "\"dark\"", "{\"theme\":", "\u{0}"] {
            assert_eq!(read(text), Settings::default(), "{text}");
        }
    }

    #[test]
    fn a_damaged_field_costs_that_field_only() {
        let text = r#"{"theme": 3, "pieces": "stones", "sound": "no", "motion": false, "level": "god", "rules": "x:y", "later": {}}"#;
        assert_eq!(read(text), Settings { motion: false, ..Settings::default() });
    }

    #[test]
    fn older_settings_are_filled_up() {
        let read = read(r#"{"theme": "dark"}"#);
        assert_eq!(read, Settings { theme: Theme::Dark, ..Settings::default() });
    }
}
