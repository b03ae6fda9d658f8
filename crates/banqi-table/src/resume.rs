//! What it takes to go on with an unfinished game, beyond its record: the deal, the seed, who sits where.
//!
//! A record tells its `Deal` only when the game is over. Until then this is kept in a tag of its own, `Resume`,
//! scrambled so that nobody who reads the record sees what is under the pieces. It is out of sight, not secret: anybody
//! can run the program. A checksum over it and the record's moves finds damage.

use std::fmt;

use banqi::{Record, Tags};
use banqi_deal::Deal;
use banqi_engine::Level;

use crate::Party;

/// The first word of the text that is scrambled; another form gets another number.
const VERSION: &str = "1";

/// What it takes to go on with an unfinished game.
///
/// ```
/// use banqi::{Game, Preset, Record};
/// use banqi_deal::Deal;
/// use banqi_engine::Level;
/// use banqi_table::{Party, Resume};
///
/// let game = Game::new(Preset::TaiwanQuick.rules());
/// let resume = Resume {
///     deal: Deal::from_seed(game.position(), 7),
///     seed: 7,
///     round: 0,
///     computer: Some(Level::Easy),
///     first: Party::Host,
///     tiles: false,
/// };
/// let record = Record::of(&game);
/// assert_eq!(Resume::open(&resume.seal(&record), &record), Ok(resume));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    /// What is under the pieces.
    pub deal: Deal,
    /// The seed of the series of games.
    pub seed: u64,
    /// Which game of the series this is, from 0.
    pub round: u64,
    /// How strong the computer is, if it is the guest.
    pub computer: Option<Level>,
    /// Who sits First.
    pub first: Party,
    /// Whether tiles are drawn before each game.
    pub tiles: bool,
}

/// A tag that was damaged, or does not belong to its record.
///
/// ```
/// use banqi_table::Damaged;
/// assert_eq!(Damaged.to_string(), "the tag Resume is damaged, or the record was changed after it was saved");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tag Resume is damaged, or the record was changed after it was saved")
    }
}

impl std::error::Error for Damaged {}

impl Resume {
    /// The tag's name in a record.
    ///
    /// ```
    /// assert_eq!(banqi_table::Resume::TAG, "Resume");
    /// ```
    pub const TAG: &str = "Resume";

    /// The tag's value in this record: a checksum and the scrambled text, in hexadecimal digits.
    ///
    /// The record's tags do not count, so it does not matter when the tag is set. The example is at [`Resume`].
    pub fn seal(&self, record: &Record) -> String {
        let text = format!(
            "{VERSION} {} {} {} {} {} {}",
            self.deal,
            self.seed,
            self.round,
            self.computer.map_or("two", Level::name),
            if self.first == Party::Host { "host" } else { "guest" },
            if self.tiles { "tiles" } else { "turns" },
        );
        let checksum = checksum(&text, record);
        scramble(text.as_bytes(), checksum)
            .fold(format!("{checksum:016x}"), |sealed, byte| format!("{sealed}{byte:02x}"))
    }

    /// Reads the tag's value in this record.
    ///
    /// # Errors
    ///
    /// [`Damaged`] when anything was changed, here or in the record's rules, start and moves.
    ///
    /// ```
    /// use banqi_table::{Damaged, Resume};
    /// let record = banqi::Record::of(&banqi::Game::new(banqi::Preset::TaiwanQuick.rules()));
    /// assert_eq!(Resume::open("0123", &record), Err(Damaged));
    /// ```
    pub fn open(sealed: &str, record: &Record) -> Result<Self, Damaged> {
        let (head, body) = sealed.split_at_checked(16).ok_or(Damaged)?;
        let expected = u64::from_str_radix(head, 16).map_err(|_| Damaged)?;
        let bytes: Option<Vec<u8>> = body
            .as_bytes()
            .chunks(2)
            .map(|pair| str::from_utf8(pair).ok().and_then(|pair| u8::from_str_radix(pair, 16).ok()))
            .collect();
        let text = String::from_utf8(scramble(&bytes.ok_or(Damaged)?, expected).collect()).map_err(|_| Damaged)?;
        if checksum(&text, record) != expected {
            return Err(Damaged);
        }
        Self::read(&text).ok_or(Damaged)
    }

    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        let [VERSION, deal, seed, round, computer, first, tiles] = words.as_slice() else { return None };
        Some(Self {
            deal: deal.parse().ok()?,
            seed: seed.parse().ok()?,
            round: round.parse().ok()?,
            computer: if *computer == "two" { None } else { Some(computer.parse().ok()?) },
            first: if *first == "host" { Party::Host } else { Party::Guest },
            tiles: *tiles == "tiles",
        })
    }
}

/// FNV-1a of the text, and of the record's rules, start and moves.
fn checksum(text: &str, record: &Record) -> u64 {
    let bare = Record { tags: Tags::default(), ..record.clone() };
    let bytes = text.bytes().chain(bare.to_string().into_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Each byte exclusive-or one of a stream that begins with `key`: SplitMix64, one byte of each number. Twice is nothing.
fn scramble(bytes: &[u8], key: u64) -> impl Iterator<Item = u8> {
    let mut state = key;
    bytes.iter().map(move |byte| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        byte ^ (mixed >> 56) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use banqi::{Game, Position};

    fn example() -> (Resume, Record) {
        let deal = Deal::from_seed(&Position::start(), 5);
        let mut game = Game::new("taiwan-quick".parse().expect("rules"));
        game.play(deal.ply(game.position(), "b2".parse().expect("a square"))).expect("a flip");
        let resume =
            Resume { deal, seed: u64::MAX, round: 3, computer: Some(Level::Expert), first: Party::Guest, tiles: true };
        (resume, Record::of(&game))
    }

    #[test]
    fn what_was_sealed_is_opened() {
        let (resume, record) = example();
        assert_eq!(Resume::open(&resume.seal(&record), &record), Ok(resume.clone()));
        let two = Resume { computer: None, first: Party::Host, tiles: false, ..resume };
        assert_eq!(Resume::open(&two.seal(&record), &record), Ok(two));
    }

    #[test]
    fn any_damage_is_found() {
        let (resume, record) = example();
        let sealed = resume.seal(&record);
        for place in 0..sealed.len() {
            let mut damaged = sealed.clone().into_bytes();
            damaged[place] = if damaged[place] == b'0' { b'1' } else { b'0' };
            let damaged = String::from_utf8(damaged).expect("ASCII");
            assert_eq!(Resume::open(&damaged, &record), Err(Damaged), "{place}");
        }
        for damaged in
            ["", "0", "é", &sealed[..20], &sealed[..sealed.len() - 1], &format!("{sealed}00"), &"é".repeat(9)]
        {
            assert_eq!(Resume::open(damaged, &record), Err(Damaged), "{damaged}");
        }
    }

    #[test]
    fn it_belongs_to_one_record() {
        let (resume, record) = example();
        let sealed = resume.seal(&record);
        let mut other = record.clone();
        other.turns.clear();
        assert_eq!(Resume::open(&sealed, &other), Err(Damaged));
    }

    #[test]
    fn the_deal_is_out_of_sight() {
        let (resume, record) = example();
        let sealed = resume.seal(&record);
        assert!(!sealed.contains(&resume.deal.to_string()));
        assert!(sealed.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }
}
