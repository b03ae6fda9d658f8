//! What accounts are called.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use unicode_normalization::UnicodeNormalization as _;

/// How many characters a name has.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// Names that would be taken for the server's, for the computer's or for nobody's.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "banqi",
    "bot",
    "computer",
    "creator",
    "deleted",
    "easy",
    "engine",
    "expert",
    "friend",
    "guest",
    "help",
    "master",
    "me",
    "mod",
    "moderator",
    "nobody",
    "normal",
    "null",
    "official",
    "operator",
    "root",
    "server",
    "spectator",
    "staff",
    "support",
    "system",
    "undefined",
    "user",
    "you",
    "客服",
    "官方",
    "暗棋",
    "游客",
    "電腦",
    "电脑",
    "管理员",
    "管理員",
    "系統",
    "系统",
    "訪客",
    "访客",
    "匿名",
];

/// Ideographs of one stroke, which beside letters look like hyphens, bars and dots.
const STROKES: &[char] = &['一', '丨', '丶', '丿', '乀', '乙', '乚', '乛', '亅'];

/// The name of an account: 2 to 20 Latin letters without marks, digits and Chinese characters, and `_` and `-` between them.
///
/// It is read in the form that Unicode calls NFKC, so that what looks the same and is typed in another way is the same, and
/// is kept as the player writes it. Two that differ only in upper and lower case are one name: they have the same [`key`].
///
/// [`key`]: Name::key
///
/// ```
/// use banqi_server::Name;
/// let name: Name = "Ａnna_小明".parse()?;
/// assert_eq!((name.as_str(), name.key().as_str()), ("Anna_小明", "anna_小明"));
/// assert!("anna!".parse::<Name>().is_err());
/// # Ok::<(), banqi_server::NameError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

impl Name {
    /// The name as the player writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What only one account has.
    pub fn key(&self) -> String {
        // There are no other letters that have two cases.
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        // What phones put behind a word is not part of it. Nothing that is allowed has more characters before than after.
        let text = text.trim();
        if text.chars().take(LENGTHS.end() + 1).count() > *LENGTHS.end() {
            return Err(NameError::Length);
        }
        let name: String = text.nfkc().collect();
        let characters: Vec<char> = name.chars().collect();
        if let Some(&found) = characters.iter().find(|&&character| !(is_joint(character) || is_letter(character))) {
            return Err(NameError::Character { found });
        }
        if !LENGTHS.contains(&characters.len()) {
            return Err(NameError::Length);
        }
        let is_edge = |end: Option<&char>| end.is_some_and(|&end| is_joint(end));
        let pairs = || characters.windows(2).map(|pair| (pair[0], pair[1]));
        if is_edge(characters.first()) || is_edge(characters.last()) || pairs().any(|(a, b)| is_joint(a) && is_joint(b))
        {
            return Err(NameError::Joint);
        }
        if pairs().any(|(a, b)| a.is_ascii() && STROKES.contains(&b) || b.is_ascii() && STROKES.contains(&a)) {
            return Err(NameError::Stroke);
        }
        if RESERVED.iter().any(|reserved| outline(reserved) == outline(&name)) {
            return Err(NameError::Reserved);
        }
        Ok(Self(name))
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What stands between others.
const fn is_joint(character: char) -> bool {
    matches!(character, '_' | '-')
}

/// Unified ideographs, by the blocks of Unicode that hold them; NFKC makes those of the compatibility blocks.
const fn is_letter(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3fffd}')
}

/// What a hasty reader sees.
fn outline(name: &str) -> String {
    let seen = |character: char| match character.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'l' => 'i',
        '3' => 'e',
        '5' => 's',
        other => other,
    };
    name.chars().filter(|&character| !is_joint(character)).map(seen).collect()
}

/// Why a text is no name.
///
/// ```
/// use banqi_server::{Name, NameError};
/// assert_eq!("A".parse::<Name>(), Err(NameError::Length));
/// assert_eq!(NameError::Length.to_string(), "a name has 2 to 20 characters");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// Too short or too long.
    #[error("a name has {} to {} characters", LENGTHS.start(), LENGTHS.end())]
    Length,
    /// Something that no name has.
    #[error("{found:?} is in no name; letters from A to Z, digits, Chinese characters, _ and - are")]
    Character {
        /// The first of them.
        found: char,
    },
    /// `_` or `-` where nothing is to join.
    #[error("_ and - stand between other characters")]
    Joint,
    /// A stroke that looks like something else beside a letter.
    #[error("a Chinese character of one stroke cannot stand beside a letter or digit: it looks like a sign")]
    Stroke,
    /// It would be taken for somebody else's.
    #[error("this name is reserved")]
    Reserved,
}

impl NameError {
    /// Which it is, for programs.
    ///
    /// ```
    /// assert_eq!(banqi_server::NameError::Reserved.word(), "reserved");
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Character { .. } => "character",
            Self::Joint => "joint",
            Self::Stroke => "stroke",
            Self::Reserved => "reserved",
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Anna", "Anna", "anna")]
    #[case(" anna_B-2 ", "anna_B-2", "anna_b-2")]
    #[case("42", "42", "42")]
    #[case("小明", "小明", "小明")]
    #[case("Anna小明", "Anna小明", "anna小明")]
    // Full width, as Chinese keyboards have it.
    #[case("Ａｎｎａ＿２", "Anna_2", "anna_2")]
    // U+F9DC is the compatibility form of U+9686.
    #[case("\u{f9dc}中", "\u{9686}中", "\u{9686}中")]
    #[case("张一", "张一", "张一")]
    #[case("𠀀𠀁", "𠀀𠀁", "𠀀𠀁")]
    #[case("abcdefghijklmnopqrst", "abcdefghijklmnopqrst", "abcdefghijklmnopqrst")]
    fn names(#[case] text: &str, #[case] shown: &str, #[case] key: &str) {
        let name: Name = text.parse().unwrap();
        assert_eq!((name.as_str(), name.key().as_str()), (shown, key));
        assert_eq!(shown.parse(), Ok(name.clone()), "it is read as it is written");
        let json = serde_json::to_string(&name).unwrap();
        assert_eq!(serde_json::from_str::<Name>(&json).unwrap(), name);
    }

    #[rstest]
    #[case("", NameError::Length)]
    #[case("a", NameError::Length)]
    #[case("abcdefghijklmnopqrstu", NameError::Length)]
    #[case("an na", NameError::Character { found: ' ' })]
    #[case("anna\u{0}", NameError::Character { found: '\u{0}' })]
    #[case("anna\u{200b}", NameError::Character { found: '\u{200b}' })]
    #[case("\u{202e}anna", NameError::Character { found: '\u{202e}' })]
    #[case("Zoë", NameError::Character { found: 'ë' })]
    #[case("Zoe\u{308}", NameError::Character { found: 'ë' })]
    // Cyrillic, which looks like Latin.
    #[case("аnna", NameError::Character { found: 'а' })]
    #[case("葛\u{e0100}城", NameError::Character { found: '\u{e0100}' })]
    #[case("<b>", NameError::Character { found: '<' })]
    #[case("ﷺﷺ", NameError::Character { found: 'ص' })]
    #[case("-anna", NameError::Joint)]
    #[case("anna_", NameError::Joint)]
    #[case("an-_na", NameError::Joint)]
    #[case("A一B", NameError::Stroke)]
    #[case("小一1", NameError::Stroke)]
    #[case("admin", NameError::Reserved)]
    #[case("Adm1n", NameError::Reserved)]
    #[case("COM-PUTER", NameError::Reserved)]
    #[case("Ｅasy", NameError::Reserved)]
    #[case("電腦", NameError::Reserved)]
    fn no_names(#[case] text: &str, #[case] error: NameError) {
        assert_eq!(text.parse::<Name>(), Err(error));
    }

    #[test]
    fn the_levels_are_reserved() {
        for level in ["easy", "normal", "expert", "master"] {
            assert_eq!(level.parse::<Name>(), Err(NameError::Reserved));
        }
    }
}
