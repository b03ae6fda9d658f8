//! What the browser client says, in each language.
//!
//! A language is a folder of `locales/`, in which each file is a namespace: the texts of one screen, or of one part of it, by
//! their keys. The first language says which texts there are, and what is put into them, as in `"Turn {{ number }}"`. The
//! client is built only if each other language has the same; so no text is missing, and none is left over.
//!
//! Two things are made of them. The client's code gets a function for each text ([`Texts::code`]), which knows its place in a
//! table; and a browser loads the tables of its own language alone ([`Texts::table`]).
//!
//! ```
//! use banqi_texts::Texts;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../banqi-web/locales");
//! let texts = Texts::read(folder.as_ref())?;
//! assert!(texts.code().contains("pub(crate) mod game"));
//! let table = texts.table("zh-Hant", "app").expect("there is one");
//! assert_eq!(table.lines().count(), texts.table("en", "app").expect("there is one").lines().count());
//! # Ok::<(), banqi_texts::Wrong>(())
//! ```

#![deny(missing_docs)]

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};

/// The languages, by their tags (BCP 47), which are the names of their folders. The first says which texts there are.
pub const LANGUAGES: [&str; 3] = ["en", "zh-Hant", "zh-Hans"];

/// The tables of a language, each with its namespaces: what every page needs, and what only the whole program needs.
pub const TABLES: [(&str, &[&str]); 2] = [
    ("app", &["board", "common", "game", "home", "settings", "setup"]),
    ("whole", &["account", "analysis", "learn", "lobby", "online", "players"]),
];

/// The articles, each a Markdown file of this name in the folder of each language.
pub const ARTICLES: [&str; 6] = ["first-game", "xiangqi", "regions", "names", "strategy", "questions"];

/// Why texts cannot be used: one sentence for each reason.
#[derive(Debug)]
pub struct Wrong(Vec<String>);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for Wrong {}

/// The texts of all languages.
pub struct Texts {
    tables: Vec<Table>,
}

struct Table {
    name: &'static str,
    entries: Vec<Entry>,
}

/// A text in all languages.
struct Entry {
    namespace: &'static str,
    key: String,
    /// What is put into it, in the order in which it stands in the first language; none twice.
    parameters: Vec<String>,
    /// In the order of [`LANGUAGES`].
    texts: Vec<Text>,
}

/// A text: what stands as it is, and in between which parameter.
struct Text {
    pieces: Vec<String>,
    parameters: Vec<String>,
}

impl Text {
    /// # Errors
    ///
    /// What is wrong with it.
    fn parse(text: &str) -> Result<Self, &'static str> {
        if text.contains('\n') {
            return Err("is more than one line");
        }
        let mut parts = text.split("{{");
        let mut pieces = vec![parts.next().unwrap_or_default().to_owned()];
        let mut parameters = Vec::new();
        for part in parts {
            let (name, after) = part.split_once("}}").ok_or("opens a brace that it does not close")?;
            let name = name.trim();
            if name.is_empty() || !name.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase()) {
                return Err("has a parameter that is no name");
            }
            parameters.push(name.to_owned());
            pieces.push(after.to_owned());
        }
        if pieces.iter().any(|piece| piece.contains(['{', '}'])) {
            return Err("has a brace that is none of a parameter");
        }
        Ok(Self { pieces, parameters })
    }

    /// What is put into it, each once.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for name in &self.parameters {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// With these values in the places of their names.
    fn filled(&self, values: &[(&str, &str)]) -> Option<String> {
        let mut pieces = self.pieces.iter();
        let mut text = pieces.next().cloned().unwrap_or_default();
        for (name, piece) in self.parameters.iter().zip(pieces) {
            let (_, value) = values.iter().find(|(other, _)| other == name)?;
            text.push_str(value);
            text.push_str(piece);
        }
        Some(text)
    }

    /// As a table has it: a parameter is its number among those of the entry, in braces.
    fn line(&self, names: &[String]) -> String {
        let mut line = String::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            if let Some(name) = index.checked_sub(1).and_then(|before| self.parameters.get(before)) {
                let number = names.iter().position(|other| other == name).unwrap_or_default();
                let _ = write!(line, "{{{number}}}");
            }
            line.push_str(piece);
        }
        line
    }
}

impl Texts {
    /// Reads `locales/`, and compares the languages.
    ///
    /// # Errors
    ///
    /// With everything that is wrong: a file that is not there or cannot be read, a text that one language lacks or has alone, or
    /// into which something else is put than in the first language.
    pub fn read(folder: &Path) -> Result<Self, Wrong> {
        let mut wrong = Vec::new();
        let mut tables = Vec::new();
        for (name, namespaces) in TABLES {
            let mut entries = Vec::new();
            for namespace in namespaces {
                let files = LANGUAGES.map(|language| {
                    let path = folder.join(language).join(format!("{namespace}.json"));
                    read_file(&path).unwrap_or_else(|why| {
                        wrong.push(format!("{}: {why}", path.display()));
                        Map::new()
                    })
                });
                entries.extend(compare(namespace, &files, &mut wrong));
            }
            tables.push(Table { name, entries });
        }
        if wrong.is_empty() { Ok(Self { tables }) } else { Err(Wrong(wrong)) }
    }

    /// The table of this name in this language: a text on each line, in which `{0}` is the first thing that is put into it.
    /// `None` when there is no such language or table.
    #[must_use]
    pub fn table(&self, language: &str, name: &str) -> Option<String> {
        let language = LANGUAGES.iter().position(|other| *other == language)?;
        let table = self.tables.iter().find(|table| table.name == name)?;
        let lines = table.entries.iter().map(|entry| entry.texts[language].line(&entry.parameters));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// A text in this language, for what is made beside the client. `None` when there is no such language or text, or when
    /// it wants something else than is put in.
    ///
    /// ```
    /// # use banqi_texts::Texts;
    /// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../banqi-web/locales");
    /// let texts = Texts::read(folder.as_ref())?;
    /// assert_eq!(texts.text("en", "game", "turn", &[("number", "3")]).as_deref(), Some("Turn 3"));
    /// assert_eq!(texts.text("en", "game", "turn", &[]), None);
    /// # Ok::<(), banqi_texts::Wrong>(())
    /// ```
    #[must_use]
    pub fn text(&self, language: &str, namespace: &str, key: &str, values: &[(&str, &str)]) -> Option<String> {
        let language = LANGUAGES.iter().position(|other| *other == language)?;
        let mut entries = self.tables.iter().flat_map(|table| &table.entries);
        entries.find(|entry| entry.namespace == namespace && entry.key == key)?.texts[language].filled(values)
    }

    /// The code of the client: a module for each namespace, in it a function for each text, and for one with something to put
    /// in a struct whose fields it is. They ask `line(TABLE, LINE)` and `filled(TABLE, LINE, VALUES)` of the module they
    /// are put into.
    #[must_use]
    pub fn code(&self) -> String {
        let mut code = String::new();
        for (number, table) in self.tables.iter().enumerate() {
            let mut open = None;
            for (line, entry) in table.entries.iter().enumerate() {
                if open != Some(entry.namespace) {
                    let end = if open.is_some() { "}\n" } else { "" };
                    let _ = writeln!(code, "{end}pub(crate) mod {} {{", entry.namespace);
                    open = Some(entry.namespace);
                }
                entry.code(number, line, &mut code);
            }
            if open.is_some() {
                code.push_str("}\n");
            }
        }
        code
    }
}

impl Entry {
    fn code(&self, table: usize, line: usize, code: &mut String) {
        let Self { key, parameters, .. } = self;
        let _ = if parameters.is_empty() {
            writeln!(code, "pub(crate) fn {key}() -> &'static str {{ super::line({table}, {line}) }}")
        } else {
            let fields: Vec<_> = parameters.iter().map(|name| format!("pub(crate) {name}: super::Value<'a>")).collect();
            let values: Vec<_> = parameters.iter().map(|name| format!("self.{name}")).collect();
            let (fields, values) = (fields.join(", "), values.join(", "));
            writeln!(
                code,
                "pub(crate) struct {key}<'a> {{ {fields} }}\n\
                 impl {key}<'_> {{ pub(crate) fn text(&self) -> String {{ super::filled({table}, {line}, &[{values}]) }} }}"
            )
        };
    }
}

fn read_file(path: &Path) -> Result<Map<String, Value>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let Unique(texts) = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    Ok(texts)
}

/// An object in which no key stands twice: of two, the second would silently be the text of both.
struct Unique(Map<String, Value>);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;

        impl<'de> Visitor<'de> for Keys {
            type Value = Unique;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("texts by their keys")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique, A::Error> {
                let mut texts = Map::new();
                while let Some((key, text)) = map.next_entry::<String, Value>()? {
                    if texts.contains_key(&key) {
                        return Err(A::Error::custom(format_args!("{key} is there twice")));
                    }
                    texts.insert(key, text);
                }
                Ok(Unique(texts))
            }
        }

        deserializer.deserialize_map(Keys)
    }
}

/// The entries of a namespace, of which these are the files. What is wrong is added to what is wrong already.
fn compare(
    namespace: &'static str,
    files: &[Map<String, Value>; LANGUAGES.len()],
    wrong: &mut Vec<String>,
) -> Vec<Entry> {
    let mut entries = Vec::new();
    for key in files[0].keys() {
        let mut texts = Vec::new();
        for (language, file) in LANGUAGES.iter().zip(files) {
            let text = file.get(key).map(|text| text.as_str().ok_or("is no text").and_then(Text::parse));
            match text.unwrap_or(Err("is missing")) {
                Ok(text) => texts.push(text),
                Err(why) => wrong.push(format!("{language}: {namespace}.{key} {why}")),
            }
        }
        let Some(parameters) = texts.first().map(Text::names).filter(|_| texts.len() == LANGUAGES.len()) else {
            continue;
        };
        for (language, text) in LANGUAGES.iter().zip(&texts) {
            let (mut others, mut own) = (text.names(), parameters.clone());
            others.sort_unstable();
            own.sort_unstable();
            if others != own {
                wrong.push(format!(
                    "{language}: into {namespace}.{key} is put {}, in {} {}",
                    others.join(", "),
                    LANGUAGES[0],
                    own.join(", ")
                ));
            }
        }
        entries.push(Entry { namespace, key: key.clone(), parameters, texts });
    }
    for (language, file) in LANGUAGES.iter().zip(files).skip(1) {
        for key in file.keys().filter(|key| !files[0].contains_key(*key)) {
            wrong.push(format!("{language}: {namespace}.{key} is in no other language"));
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of one namespace `game`, in three languages; of the others nothing.
    fn texts(of: [&str; 3]) -> Result<Texts, String> {
        let folder = tempfile::tempdir().expect("a folder");
        for (language, text) in LANGUAGES.iter().zip(of) {
            let own = folder.path().join(language);
            fs::create_dir(&own).expect("a folder");
            for namespace in TABLES.iter().flat_map(|(_, namespaces)| *namespaces) {
                let text = if *namespace == "game" { text } else { "{}" };
                fs::write(own.join(format!("{namespace}.json")), text).expect("a file");
            }
        }
        Texts::read(folder.path()).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn a_language_may_put_things_in_its_own_order() {
        let texts = texts([
            r#"{"who": "{{ one }} chases {{ other }}", "you": "You"}"#,
            r#"{"you": "你", "who": "{{ other }}被{{ one }}追"}"#,
            r#"{"who": "{{ one }}追{{ other }}：{{ one }}", "you": "你"}"#,
        ])
        .expect("texts");
        assert_eq!(texts.table("en", "app").as_deref(), Some("{0} chases {1}\nYou"));
        assert_eq!(texts.table("zh-Hant", "app").as_deref(), Some("{1}被{0}追\n你"));
        assert_eq!(texts.table("zh-Hans", "app").as_deref(), Some("{0}追{1}：{0}\n你"));
        assert_eq!(texts.table("en", "whole").as_deref(), Some(""));
        assert_eq!(texts.table("fr", "app"), None);
        assert_eq!(texts.table("en", "other"), None);
        assert!(texts.code().contains("pub(crate) fn you() -> &'static str { super::line(0, 1) }"), "{}", texts.code());
        assert!(texts.code().contains("super::filled(0, 0, &[self.one, self.other])"), "{}", texts.code());
    }

    #[test]
    fn what_is_wrong_is_named() {
        let english = r#"{"a": "{{ n }} turns"}"#;
        for (chinese, why) in [
            ("{}", "zh-Hant: game.a is missing"),
            (r#"{"a": "{{ n }}手", "b": "又"}"#, "zh-Hant: game.b is in no other language"),
            (r#"{"a": "手"}"#, "zh-Hant: into game.a is put , in en n"),
            (r#"{"a": "{{ m }}手"}"#, "zh-Hant: into game.a is put m, in en n"),
            (r#"{"a": "{{ n }手"}"#, "zh-Hant: game.a opens a brace that it does not close"),
            (r#"{"a": "{ n }手"}"#, "zh-Hant: game.a has a brace that is none of a parameter"),
            (r#"{"a": "{{ }}手"}"#, "zh-Hant: game.a has a parameter that is no name"),
            (r#"{"a": "{{ n }}\n手"}"#, "zh-Hant: game.a is more than one line"),
            (r#"{"a": 1}"#, "zh-Hant: game.a is no text"),
            (r#"{"a": "{{ n }}手", "a": "{{ n }}回"}"#, "game.json: a is there twice"),
            ("", "game.json: EOF"),
        ] {
            let wrong = texts([english, chinese, english]).err().expect("wrong");
            assert!(wrong.contains(why), "{wrong}");
        }
    }
}
