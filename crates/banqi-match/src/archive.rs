//! The file of a match: a record of each game, written as it ends, from which the match can be gone on with.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use banqi::{Outcome, Record, Seat};

use crate::bout::{Bout, Fault, Offence, Spent};
use crate::matches::{EVENT, FAULT, SPENT};
use crate::{Match, Round};

/// A file with the games of a match, which nobody else may write while this is there.
///
/// ```
/// # use banqi_match::{Archive, Match, Terms};
/// # fn example(meeting: &Match) -> Result<(), banqi_match::ArchiveError> {
/// let (archive, bouts) = Archive::open("games.txt".as_ref(), meeting)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Archive {
    file: File,
}

impl Archive {
    /// Opens the file of a match, or makes it, and reads the games in it. A last record that was not written to its end
    /// is taken out of the file: that game is to be played again.
    ///
    /// # Errors
    ///
    /// [`ArchiveError`] when the file cannot be read or written, or holds something else than games of this match.
    ///
    /// ```
    /// use banqi_match::{Archive, Match, Terms};
    /// # let folder = std::env::temp_dir().join(format!("banqi-archive-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.txt");
    /// let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// let (archive, bouts) = Archive::open(&path, &meeting)?;
    /// assert!(bouts.is_empty());
    /// # drop(archive);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: &Path, meeting: &Match) -> Result<(Self, Vec<Bout>), ArchiveError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            // A device may never end.
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no ordinary file").into());
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ArchiveError::Busy),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // What is cut off within a character is cut off within a record.
        let text = String::from_utf8_lossy(&bytes);
        let mut bouts: Vec<Bout> = Vec::new();
        let mut line = 1;
        let mut whole = 0;
        let records = records(&text);
        for (index, part) in records.iter().enumerate() {
            let bout = match part.parse::<Record>() {
                // Without the end of its last line it may have been meant to go on.
                Ok(record) if part.ends_with('\n') => {
                    meeting.bout_of(record).map_err(|what| ArchiveError::Foreign { line, what })?
                }
                Ok(_) => break,
                Err(_) if index + 1 == records.len() && is_begun(part) => break,
                Err(error) => {
                    let line = line + error.line() - 1;
                    return Err(ArchiveError::Foreign { line, what: error.problem().to_string() });
                }
            };
            if bouts.iter().any(|other| other.round == bout.round) {
                let what = format!("the game {} is there twice", bout.round);
                return Err(ArchiveError::Foreign { line, what });
            }
            bouts.push(bout);
            line += part.matches('\n').count();
            whole += part.len();
        }
        if whole < bytes.len() {
            file.set_len(whole as u64)?;
        }
        file.seek(SeekFrom::End(0))?;
        Ok((Self { file }, bouts))
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// When the system refuses it.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use banqi_match::{Archive, Match, Plan, Standing, Terms};
    /// # let folder = std::env::temp_dir().join(format!("banqi-keep-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.txt");
    /// let meeting = Match::new("greedy".parse()?, "greedy".parse()?, "taiwan-quick".parse()?, 1, Terms::default())?;
    /// let plan = Plan { pairs: 1, concurrency: 1 };
    /// let (mut archive, _) = Archive::open(&path, &meeting)?;
    /// meeting.play(plan, &mut Standing::new(None), &AtomicBool::new(false), &mut |bout, _| archive.keep(bout))?;
    /// drop(archive);
    /// let (_, bouts) = Archive::open(&path, &meeting)?;
    /// assert_eq!(bouts.len(), 2);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep(&mut self, bout: &Bout) -> io::Result<()> {
        // At once, so that only a power failure can leave half of it.
        self.file.write_all(format!("{}\n", bout.record).as_bytes())?;
        self.file.flush()
    }
}

/// What every record here begins with.
fn opening() -> String {
    format!("[Event \"{EVENT}\"]\n")
}

/// A text in parts that begin like records.
fn records(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.match_indices(&opening()).map(|(at, _)| at).collect();
    // A record has its opening at the beginning of a line; in a comment it could stand elsewhere.
    starts.retain(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n');
    if starts.first() != Some(&0) && !text.is_empty() {
        starts.insert(0, 0);
    }
    // What is left of an opening is no part of the record before.
    let last = text.rfind('\n').map_or(0, |end| end + 1);
    if last > 0 && last < text.len() && opening().starts_with(&text[last..]) {
        starts.push(last);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// Whether a text may be the beginning of a record that was not written to its end: not a whole one with more behind it.
fn is_begun(text: &str) -> bool {
    let is_whole = |(end, _)| text[..=end].parse::<Record>().is_ok();
    opening().starts_with(text) || (text.starts_with(&opening()) && !text.match_indices('\n').any(is_whole))
}

impl Match {
    /// The game of a record, if it is one of this match; else what is wrong.
    fn bout_of(&self, record: Record) -> Result<Bout, String> {
        let tag = |name: &str| record.tags.get(name);
        let round: Round = tag("Round").unwrap_or_default().parse().map_err(|error| format!("Round: {error}"))?;
        if record.rules.to_string() != self.rules().to_string() {
            return Err(format!("the game is played by {}, this match by {}", record.rules, self.rules()));
        }
        let ours = self.tags(round);
        // The deal follows from the seed, which says more.
        for name in ["Event", "First", "Second", "TimeControl", "MatchSeed", "MatchTerms", "Deal"] {
            let [found, expected] = [&record.tags, &ours].map(|tags| tags.get(name).unwrap_or("?"));
            if found != expected {
                return Err(format!("{name} is {found:?}, and in this match {expected:?}"));
            }
        }
        let game = record.replay().map_err(|error| error.to_string())?;
        let loser = game.outcome().and_then(|outcome: Outcome| outcome.winner).map(|winner| !winner);
        let fault = match (tag(FAULT), loser) {
            (None, _) => None,
            (Some(text), Some(seat)) => Some(Fault::read(text, seat).ok_or_else(|| format!("{FAULT}: {text:?}"))?),
            (Some(_), None) => return Err(format!("{FAULT}: nobody lost")),
        };
        let spent = Seat::ALL.map(|seat| tag(SPENT[seat as usize]).and_then(Spent::read));
        let [Some(first), Some(second)] = spent else { return Err(format!("{} or {} is wrong", SPENT[0], SPENT[1])) };
        Ok(Bout { round, record, fault, spent: [first, second] })
    }
}

impl Fault {
    /// Reads what is written in a record.
    fn read(text: &str, seat: Seat) -> Option<Self> {
        let (name, what) = text.split_once(": ")?;
        let offence = Offence::ALL.into_iter().find(|offence| offence.to_string() == name)?;
        Some(Self { seat, offence, what: what.into() })
    }
}

/// Why a file cannot be the file of a match.
///
/// ```
/// use banqi_match::ArchiveError;
/// let error = ArchiveError::Foreign { line: 3, what: "Round: \"?\"".into() };
/// assert_eq!(error.to_string(), "line 3: this is no game of this match: Round: \"?\"");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The system refused something.
    System(io::Error),
    /// Another match writes to it.
    Busy,
    /// It holds something else than games of this match.
    Foreign {
        /// The line.
        line: usize,
        /// What is wrong there.
        what: String,
    },
}

impl From<io::Error> for ArchiveError {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) => error.fmt(f),
            Self::Busy => f.write_str("another match is writing to it"),
            Self::Foreign { line, what } => write!(f, "line {line}: this is no game of this match: {what}"),
        }
    }
}

impl std::error::Error for ArchiveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::System(error) => Some(error),
            Self::Busy | Self::Foreign { .. } => None,
        }
    }
}
