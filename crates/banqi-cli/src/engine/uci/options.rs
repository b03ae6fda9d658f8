//! What can be set.

use std::path::PathBuf;

use banqi::{Rules, RulesError};
use banqi_engine::{Level, LevelError};

use super::Settings;
use crate::engine_args::{Range, TABLE, THREADS};
use crate::failure::one_line;

/// One option, set.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Rules(Rules),
    Hash(u32),
    Threads(u32),
    Level(Level),
    Tables(Option<PathBuf>),
}

/// How the protocol writes an empty text.
const EMPTY: &str = "<empty>";

/// All options, with what they are when nobody sets them.
pub(super) fn list(rules: &Rules, settings: &Settings) -> Vec<String> {
    let Settings { level, hash, threads, tables } = settings;
    let tables = tables.as_ref().map_or_else(|| EMPTY.to_string(), |folder| one_line(&folder.to_string_lossy()));
    let levels = Level::ALL.map(|level| format!(" var {level}")).concat();
    vec![
        format!("option name Rules type string default {rules}"),
        format!("option name Hash type spin default {hash} min {} max {}", TABLE.least, TABLE.most),
        format!("option name Threads type spin default {threads} min {} max {}", THREADS.least, THREADS.most),
        format!("option name Level type combo default {level}{levels}"),
        format!("option name Tables type string default {tables}"),
    ]
}

/// Reads what follows `setoption`.
pub(super) fn read(words: &[&str]) -> Result<Choice, String> {
    let ["name", words @ ..] = words else {
        return Err("setoption: write 'setoption name NAME value VALUE'".to_string());
    };
    let value = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let (name, value) = (words[..value].join(" "), words.get(value + 1..).unwrap_or_default().join(" "));
    let refused = |why: String| format!("option {name}: {why}");
    match name.to_ascii_lowercase().as_str() {
        "rules" => value.parse().map(Choice::Rules).map_err(|error: RulesError| refused(error.to_string())),
        "hash" => number(&value, TABLE).map(Choice::Hash).map_err(refused),
        "threads" => number(&value, THREADS).map(Choice::Threads).map_err(refused),
        "level" => value.parse().map(Choice::Level).map_err(|error: LevelError| refused(error.to_string())),
        "tables" if ["", EMPTY].contains(&value.as_str()) => Ok(Choice::Tables(None)),
        "tables" => Ok(Choice::Tables(Some(PathBuf::from(value)))),
        _ => Err(format!("there is no option {name:?}; there are Rules, Hash, Threads, Level and Tables")),
    }
}

fn number(value: &str, range: Range) -> Result<u32, String> {
    let Range { least, most, .. } = range;
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{value:?} is no number from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(line: &str) -> Result<Choice, String> {
        read(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn names_have_any_case() {
        assert_eq!(choice("name Hash value 128"), Ok(Choice::Hash(128)));
        assert_eq!(choice("name hash value 1"), Ok(Choice::Hash(1)));
        assert_eq!(choice("name LEVEL value easy"), Ok(Choice::Level(Level::Easy)));
        assert_eq!(choice("name Threads value 2"), Ok(Choice::Threads(2)));
        assert_eq!(choice("name Tables value <empty>"), Ok(Choice::Tables(None)));
        assert_eq!(choice("name Tables"), Ok(Choice::Tables(None)));
        assert_eq!(choice("name Tables value /tmp"), Ok(Choice::Tables(Some("/tmp".into()))));
        let rules: Rules = "hong-kong:chain=on".parse().expect("rules");
        assert_eq!(choice("name Rules value hong-kong:chain=on"), Ok(Choice::Rules(rules)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, words) in [
            ("", "setoption name NAME value VALUE"),
            ("Hash value 12", "setoption name NAME value VALUE"),
            ("name Ponder value true", "there is no option \"Ponder\""),
            ("name", "there is no option \"\""),
            ("name Hash value 0", "option Hash: \"0\" is no number from 1 to 16384"),
            ("name Hash value -1", "is no number"),
            ("name Hash value 99999999999999999999", "is no number"),
            ("name Hash", "is no number"),
            ("name Threads value 257", "option Threads: \"257\" is no number from 1 to 256"),
            ("name Level value hard", "option Level: level: \"hard\"; it is easy,"),
            ("name Rules value go", "option Rules: "),
            ("name Rules value", "option Rules: "),
        ] {
            let error = choice(line).expect_err(line);
            assert!(error.contains(words), "{line}: {error}");
        }
    }

    #[test]
    fn the_defaults_are_in_their_ranges() {
        let list = list(&Rules::default(), &Settings::default());
        assert_eq!(list[0], "option name Rules type string default taiwan-tournament");
        assert_eq!(list[1], "option name Hash type spin default 64 min 1 max 16384");
        assert_eq!(list[2], "option name Threads type spin default 1 min 1 max 256");
        assert_eq!(list[3], "option name Level type combo default master var easy var normal var expert var master");
        assert_eq!(list[4], "option name Tables type string default <empty>");
    }
}
