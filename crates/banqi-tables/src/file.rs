//! A table as a file: a few lines of text that say what it is, and the values, compressed.
//!
//! ```text
//! banqi table 1
//! class s1s1-s0
//! chain off
//! quiet none
//! longest 24
//! positions 119040
//! checksum 1f3a5c7e
//!
//! (deflate)
//! ```
//!
//! The values are those of [`Numbering`], two bytes each, all low bytes before all high ones, since hardly any needs the
//! second. The checksum, a CRC-32, is that of everything else. docs/tables.md describes it for others.

use std::fmt::Write as _;

use banqi::Rules;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use crate::Verdict;
use crate::class::Class;
use crate::table::{Extent, Numbering, Table};

/// The first line.
const TITLE: &str = "banqi table 1";

/// miniz's slowest level is hardly smaller.
const LEVEL: u8 = 9;

/// What keeps a file from being a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileError {
    /// It does not begin as a table does: it is something else, or of a later version.
    Foreign,
    /// The lines at its beginning cannot be read.
    Header,
    /// It is the table of another class or other rules than its place says.
    Misplaced,
    /// The checksum does not fit: it was damaged, or it is cut off.
    Damaged,
    /// The values cannot be unpacked, or there are more or fewer than the class has.
    Values,
    /// It has more bytes than any table of its class.
    TooLong,
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Foreign => "not a table of this version",
            Self::Header => "its first lines cannot be read",
            Self::Misplaced => "it is the table of another class or of other rules",
            Self::Damaged => "damaged or cut off: the checksum does not fit",
            Self::Values => "its values cannot be unpacked",
            Self::TooLong => "longer than a table of this class can be",
        })
    }
}

impl std::error::Error for FileError {}

/// What of the rules a table depends on besides its class, which says who takes whom: what the tables of one folder have in
/// common.
///
/// ```
/// use banqi::Preset;
/// use banqi_tables::Variant;
/// assert_eq!(Variant::of(&Preset::TaiwanQuick.rules()).to_string(), "chain=off,quiet=20");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variant {
    /// Whether a capture may be followed by another in the same turn.
    pub chain: bool,
    /// The quiet limit that cuts the table short.
    pub quiet: Option<u16>,
}

/// As rules write it.
impl std::fmt::Display for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let chain = if self.chain { "on" } else { "off" };
        match self.quiet {
            Some(limit) => write!(f, "chain={chain},quiet={limit}"),
            None => write!(f, "chain={chain},quiet=none"),
        }
    }
}

impl Variant {
    /// That of a rule set, its limit included.
    ///
    /// ```
    /// use banqi_tables::Variant;
    /// let variant = Variant::of(&banqi::Preset::HongKong.rules());
    /// assert_eq!(variant, Variant { chain: false, quiet: None });
    /// ```
    pub fn of(rules: &Rules) -> Self {
        let parameters = rules.parameters();
        Self { chain: parameters.chain, quiet: parameters.quiet }
    }

    /// The folder's name.
    pub(crate) fn folder(self) -> String {
        let chain = if self.chain { "chain-" } else { "" };
        self.quiet.map_or_else(|| format!("{chain}free"), |limit| format!("{chain}quiet-{limit}"))
    }

    /// That of a folder's name, if it is one.
    pub(crate) fn of_folder(name: &str) -> Option<Self> {
        let (chain, rest) = name.strip_prefix("chain-").map_or((false, name), |rest| (true, rest));
        let quiet = match rest.strip_prefix("quiet-") {
            Some(limit) => Some(limit.parse().ok()?),
            None => None,
        };
        let variant = Self { chain, quiet };
        (variant.folder() == name).then_some(variant)
    }

    fn header(self, class: &Class, longest: u16, positions: usize) -> String {
        let mut text = String::new();
        let chain = if self.chain { "on" } else { "off" };
        let quiet = self.quiet.map_or_else(|| "none".to_string(), |limit| limit.to_string());
        let _ = write!(
            text,
            "{TITLE}\nclass {class}\nchain {chain}\nquiet {quiet}\nlongest {longest}\npositions {positions}\n"
        );
        text
    }
}

/// A table as the bytes of its file.
pub(crate) fn write(table: &Table, variant: Variant) -> Vec<u8> {
    let header = variant.header(&table.numbering.class, table.extent.longest, table.values.len());
    let bytes: Vec<[u8; 2]> = table.values.iter().map(|value| value.to_le_bytes()).collect();
    let planes: Vec<u8> = (0..2).flat_map(|plane| bytes.iter().map(move |both| both[plane])).collect();
    let packed = compress_to_vec(&planes, LEVEL);
    let checksum = checksum(&header, &packed);
    let mut file = format!("{header}checksum {checksum:08x}\n\n").into_bytes();
    file.extend_from_slice(&packed);
    file
}

/// No file of a class's table is longer: what cannot be packed takes a little more room than it has, and the lines before it
/// are few.
pub(crate) fn most_bytes(class: &Class) -> u64 {
    let values = 2 * Numbering::of(class).count() as u64;
    values + values / 64 + 1_024
}

fn checksum(header: &str, packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.as_bytes());
    hasher.update(packed);
    hasher.finalize()
}

/// The table of a class in the bytes of a file.
pub(crate) fn read(file: &[u8], class: &Class, variant: Variant) -> Result<Table, FileError> {
    if !file.starts_with(format!("{TITLE}\n").as_bytes()) {
        return Err(FileError::Foreign);
    }
    let end = file.windows(2).position(|pair| pair == b"\n\n").ok_or(FileError::Header)?;
    let (text, packed) = (std::str::from_utf8(&file[..=end]).map_err(|_| FileError::Header)?, &file[end + 2..]);
    let field =
        |name: &str| text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).ok_or(FileError::Header);
    let longest = field("longest")?.parse().map_err(|_| FileError::Header)?;
    let positions = field("positions")?.parse().map_err(|_| FileError::Header)?;
    let told = u32::from_str_radix(field("checksum")?, 16).map_err(|_| FileError::Header)?;
    let (header, _) = text.split_once("checksum ").ok_or(FileError::Header)?;
    // There is one way to write the checksum, and nothing after it.
    if checksum(header, packed) != told || text != format!("{header}checksum {told:08x}\n") {
        return Err(FileError::Damaged);
    }
    let numbering = Numbering::of(class);
    if header != variant.header(class, longest, positions) || positions != numbering.count() {
        return Err(FileError::Misplaced);
    }
    let planes = decompress_to_vec_with_limit(packed, 2 * positions).map_err(|_| FileError::Values)?;
    if planes.len() != 2 * positions {
        return Err(FileError::Values);
    }
    let (low, high) = planes.split_at(positions);
    let values: Vec<u16> = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high])).collect();
    if values.iter().any(|&value| Verdict::from_code(value).is_none()) {
        return Err(FileError::Values);
    }
    Ok(Table { numbering, values, extent: Extent { longest, is_cut: variant.quiet.is_some() } })
}
