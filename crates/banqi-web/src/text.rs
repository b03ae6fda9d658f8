//! The texts, in the language of the page: [`text!`].
//!
//! The page has one language from its start to its end: start.js chooses it, loads its tables beside the program, and leaves
//! them where this module finds them. So a program has no text in it, another language costs nobody anything, and a text is a
//! lookup. Who changes the language loads the page anew.

use std::cell::OnceCell;
use std::fmt;

use leptos::prelude::document;

/// A language of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    English,
    TraditionalChinese,
    SimplifiedChinese,
}

impl Language {
    pub(crate) const ALL: [Self; 3] = [Self::English, Self::TraditionalChinese, Self::SimplifiedChinese];

    /// As it is written (BCP 47) in the page, in the settings and in the names of tables.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::TraditionalChinese => "zh-Hant",
            Self::SimplifiedChinese => "zh-Hans",
        }
    }

    /// What those call it who read it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::TraditionalChinese => "繁體中文",
            Self::SimplifiedChinese => "简体中文",
        }
    }

    /// The page's.
    pub(crate) fn current() -> Self {
        let tag = document().document_element().and_then(|page| page.get_attribute("lang"));
        Self::ALL.into_iter().find(|language| tag.as_deref() == Some(language.tag())).unwrap_or(Self::English)
    }
}

/// A text by its namespace and key, in crates/banqi-web/locales: `text!(game.you)` is a `&'static str`,
/// `text!(game.turn, number = 3)` a `String`.
macro_rules! text {
    ($namespace:ident.$key:ident) => {
        $crate::text::keys::$namespace::$key()
    };
    ($namespace:ident.$key:ident, $($name:ident = $value:expr),+ $(,)?) => {
        $crate::text::keys::$namespace::$key { $($name: &$value),+ }.text()
    };
}
pub(crate) use text;

/// What is put into a text.
type Value<'a> = &'a dyn fmt::Display;

#[allow(non_camel_case_types, missing_docs, dead_code, reason = "written by build.rs, for all programs")]
pub(crate) mod keys {
    use super::{Value, filled, line};

    include!(concat!(env!("OUT_DIR"), "/texts.rs"));
}

/// A line of a table. Empty if the table did not come, which start.js does not let happen.
fn line(table: usize, line: usize) -> &'static str {
    thread_local! {
        static TABLES: OnceCell<Vec<Vec<&'static str>>> = const { OnceCell::new() };
    }
    TABLES.with(|tables| {
        let tables =
            tables.get_or_init(|| loaded().into_iter().map(|text| text.leak().split('\n').collect()).collect());
        tables.get(table).and_then(|lines| lines.get(line)).copied().unwrap_or_default()
    })
}

/// A line with these values in the places of their numbers.
fn filled(table: usize, number: usize, values: &[Value<'_>]) -> String {
    let mut parts = line(table, number).split('{');
    let mut text = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let (number, after) = part.split_once('}').unwrap_or_default();
        if let Some(value) = number.parse().ok().and_then(|number: usize| values.get(number)) {
            text.push_str(&value.to_string());
        }
        text.push_str(after);
    }
    text
}

/// What it is, and how much.
pub(crate) fn labelled(what: &str, value: &str) -> String {
    text!(common.labelled, what = what, value = value)
}

/// Sentences one after the other, each with its end. Some have it already; empty ones are left out.
pub(crate) fn sentences<S: AsRef<str>>(parts: impl IntoIterator<Item = S>) -> String {
    const ENDS: [char; 8] = ['.', '!', '?', ':', '。', '！', '？', '：'];
    let mut all = String::new();
    for part in parts {
        if !all.is_empty() && !part.as_ref().is_empty() {
            if !all.ends_with(ENDS) {
                all.push_str(text!(common.sentence_end));
            }
            all.push_str(text!(common.sentence_gap));
        }
        all.push_str(part.as_ref());
    }
    all
}

/// A sentence with its end.
pub(crate) fn sentence(text: &str) -> String {
    format!("{text}{}", text!(common.sentence_end))
}

/// Things that are named one after the other.
pub(crate) fn list(parts: &[String]) -> String {
    parts.join(text!(common.list_comma))
}

/// The tables that start.js has loaded.
#[cfg(target_arch = "wasm32")]
fn loaded() -> Vec<String> {
    let texts = js_sys::Reflect::get(&js_sys::global(), &"banqiTexts".into()).unwrap_or_default();
    js_sys::Array::from(&texts).iter().map(|text| text.as_string().unwrap_or_default()).collect()
}

/// On other machines, which test what is made of them: the first language's.
#[cfg(not(target_arch = "wasm32"))]
fn loaded() -> Vec<String> {
    [include_str!(concat!(env!("OUT_DIR"), "/app.txt")), include_str!(concat!(env!("OUT_DIR"), "/whole.txt"))]
        .map(String::from)
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_languages_are_those_that_have_tables() {
        assert_eq!(Language::ALL.map(Language::tag), banqi_texts::LANGUAGES);
    }

    #[test]
    fn values_stand_where_the_text_has_them() {
        assert_eq!(text!(game.you), "You");
        assert_eq!(text!(game.turn, number = 3), "Turn 3");
        assert_eq!(text!(game.side_and_state, state = "to move", side = &"Red".to_string()), "Red · to move");
    }

    #[test]
    fn what_is_put_in_is_not_read_as_a_place() {
        assert_eq!(text!(game.turn, number = "{0}"), "Turn {0}");
    }
}
