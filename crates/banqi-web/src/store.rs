//! The games in the browser's store: each one's record under a key of its own, with the tag `Resume`.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use banqi::{Record, Tags};
use banqi_table::Resume;
use leptos::prelude::window;
use web_sys::Storage;

use crate::game::session::Session;

/// So many games that are over are kept for another look; older ones make room.
pub(crate) const FINISHED: usize = 200;
/// What the keys of games begin with.
const KEY: &str = "banqi.game.";
/// The key of the number that the next game gets.
const NEXT: &str = "banqi.next";
/// The tag with the day of a game.
const DATE: &str = "Date";
/// The tag that tells when the game was last kept, in milliseconds since 1970.
const SAVED: &str = "Saved";

/// Names a game in this browser, and in its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GameId(u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that names no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NoGameId;

impl FromStr for GameId {
    type Err = NoGameId;

    /// Each game has one name: no signs, no zeros in front.
    fn from_str(text: &str) -> Result<Self, NoGameId> {
        let id = Self(text.parse().map_err(|_| NoGameId)?);
        if id.to_string() == text { Ok(id) } else { Err(NoGameId) }
    }
}

/// A game in the store.
#[derive(Clone, Debug)]
pub(crate) struct SavedGame {
    pub(crate) id: GameId,
    /// When it was last kept, in milliseconds since 1970.
    pub(crate) saved: u64,
    pub(crate) game: Result<Session, Damaged>,
}

/// A game that is over, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FinishedGame {
    pub(crate) id: GameId,
    /// When it was last kept, in milliseconds since 1970.
    pub(crate) saved: u64,
    text: String,
    /// None if it cannot be read; its own screen says why.
    pub(crate) record: Option<Record>,
}

impl FinishedGame {
    fn new(id: GameId, saved: u64, text: String) -> Self {
        let record = text.parse::<Record>().ok();
        Self { id, saved, text, record }
    }

    /// Who played, where that can be read.
    pub(crate) fn resume(&self) -> Option<Resume> {
        let record = self.record.as_ref()?;
        Resume::open(record.tags.get(Resume::TAG)?, record).ok()
    }

    /// The record for others, without what only this browser needs.
    pub(crate) fn exported(&self) -> String {
        self.record.as_ref().map_or_else(|| self.text.clone(), |record| exported(record, self.saved).to_string())
    }
}

/// A record for others, without what only this browser needs, and with the day on which it was kept.
pub(crate) fn exported(record: &Record, saved: u64) -> Record {
    let mut tags = Tags::default();
    let kept = record.tags.iter().filter(|(name, _)| ![Resume::TAG, SAVED].contains(name));
    // They were tags already.
    kept.for_each(|(name, value)| tags.set(name, value).unwrap_or_default());
    if is_date(saved) && record.tags.get(DATE).is_none() {
        tags.set(DATE, &day(saved)).unwrap_or_default();
    }
    Record { tags, ..record.clone() }
}

/// The name of a file with a record: `banqi-2026-11-30-easy.txt`.
pub(crate) fn file_name(record: &Record, against: &str) -> String {
    let date = record.tags.get(DATE).unwrap_or_default();
    let mut name = String::from("banqi");
    for part in [date, against] {
        let words = part.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.for_each(|word| {
            name.push('-');
            name.push_str(word);
        });
    }
    name + ".txt"
}

/// Whether a moment, in milliseconds since 1970, is one on which something can have been kept.
pub(crate) fn is_date(saved: u64) -> bool {
    const LAST: u64 = 8_640_000_000_000_000;
    (1..=LAST).contains(&saved)
}

/// The day of a moment where the browser is, as records write it: `2026.11.30`.
fn day(at: u64) -> String {
    let offset = if cfg!(target_arch = "wasm32") { js_sys::Date::new_0().get_timezone_offset() as i64 } else { 0 };
    let days = (at.cast_signed() / 60_000 - offset).div_euclid(24 * 60);
    // From a March to the next one, the leap day is the last: Howard Hinnant's `civil_from_days`.
    let (era, of_era) = ((days + 719_468).div_euclid(146_097), (days + 719_468).rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// A game that cannot be gone on with. It stays in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Damaged {
    /// What is kept of it.
    pub(crate) text: String,
    /// Why it cannot be read.
    pub(crate) why: String,
}

/// Why the browser did not take the game. It is lost when the page is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotKept {
    /// It keeps nothing at all.
    Nothing,
    /// It has no room for it, whatever else of the games would go.
    NoRoom,
}

/// All games that go on, and what cannot be read, the last one first.
pub(crate) fn list() -> Vec<SavedGame> {
    let open = entries().into_iter().filter(|(_, text)| !is_over(text));
    let mut games: Vec<SavedGame> = open.map(|(id, text)| read(id, text)).collect();
    games.sort_by_key(|game| Reverse((game.saved, game.id)));
    games
}

/// All games that are over, the last one first.
pub(crate) fn finished() -> Vec<FinishedGame> {
    over().into_iter().map(|(saved, id, text)| FinishedGame::new(id, saved, text)).collect()
}

/// The texts of all games that are over, the last one first. They are not read through: there may be many.
fn over() -> Vec<(u64, GameId, String)> {
    let over = entries().into_iter().filter(|(_, text)| is_over(text));
    let mut games: Vec<(u64, GameId, String)> = over.map(|(id, text)| (saved(&text), id, text)).collect();
    games.sort_by_key(|(saved, id, _)| Reverse((*saved, *id)));
    games
}

/// When a text was kept, if it says so.
fn saved(text: &str) -> u64 {
    let after = text.split_once("\n[Saved \"").and_then(|(_, after)| after.split_once('"'));
    after.and_then(|(saved, _)| saved.parse().ok()).unwrap_or(0)
}

/// Whether there is any. Home asks, so it looks no further than the first.
pub(crate) fn has_finished() -> bool {
    ids().into_iter().filter_map(get).any(|text| is_over(&text))
}

/// Whether a text is that of a game that is over, without reading all of it.
fn is_over(text: &str) -> bool {
    text.contains("\n[Result \"") && !text.contains("\n[Result \"*\"]")
}

/// A game, if there is one of that name.
pub(crate) fn load(id: GameId) -> Option<SavedGame> {
    get(id).map(|text| read(id, text))
}

/// A name that no game has or had: an address that somebody kept, or another tab that has it open, must not lead to
/// another game.
pub(crate) fn new_id() -> GameId {
    let id = next_id(kept_next(), ids().into_iter());
    use_up(id);
    id
}

fn kept_next() -> Option<u32> {
    storage()?.get_item(NEXT).ok()??.parse().ok()
}

/// No game after this gets its number.
fn use_up(id: GameId) {
    if let (Some(storage), Some(next)) = (storage(), id.0.checked_add(1)) {
        // Where nothing is kept, no game is kept either.
        let _ = storage.set_item(NEXT, &next.max(kept_next().unwrap_or(0)).to_string());
    }
}

/// The number that is due, or the next one that no game has.
fn next_id(due: Option<u32>, games: impl Iterator<Item = GameId>) -> GameId {
    let games: BTreeSet<GameId> = games.collect();
    // Games may be older than the count of them. Numbers at the very end were not given by us.
    let last = games.iter().rev().find(|id| id.0 < u32::MAX / 2).map_or(0, |last| last.0);
    let first = due.unwrap_or(1).max(last + 1);
    let free = (first..=u32::MAX).chain(1..first).map(GameId).find(|id| !games.contains(id));
    free.unwrap_or(GameId(first))
}

/// Keeps a game under its name. What makes room for it is told by [`made_room`].
///
/// # Errors
///
/// [`NotKept`] says why not. Until the page is left the game can be loaded all the same.
pub(crate) fn save(id: GameId, session: &Session) -> Result<(), NotKept> {
    let text = write(session, now()).ok_or(NotKept::Nothing)?;
    keep(id, text)
}

/// Brings back a game that was removed.
///
/// # Errors
///
/// As for [`save`].
pub(crate) fn restore(game: FinishedGame) -> Result<(), NotKept> {
    keep(game.id, game.text)
}

/// How many games that are over are gone for the sake of others, since this was asked last.
pub(crate) fn made_room() -> usize {
    MADE_ROOM.take()
}

fn keep(id: GameId, text: String) -> Result<(), NotKept> {
    // What is not in the store makes no room there.
    let is_in_memory = |other: &GameId| MEMORY.with_borrow(|memory| memory.contains_key(other));
    let others = || {
        let others = over().into_iter().filter(|(_, other, _)| *other != id && !is_in_memory(other));
        others.map(|(_, other, text)| (other, text))
    };
    let kept = match storage() {
        Some(storage) => put(&storage, id, &text, others).map_err(|lost| {
            MADE_ROOM.set(MADE_ROOM.get() + lost);
            let is_empty = storage.length().unwrap_or(0) == 0;
            if is_empty { NotKept::Nothing } else { NotKept::NoRoom }
        }),
        None => Err(NotKept::Nothing),
    };
    let gone = match kept {
        Ok(gone) => gone,
        Err(why) => {
            MEMORY.with_borrow_mut(|memory| memory.insert(id, text));
            return Err(why);
        }
    };
    MEMORY.with_borrow_mut(|memory| memory.remove(&id));
    let too_many: Vec<GameId> =
        if is_over(&text) { others().skip(FINISHED - 1).map(|(other, _)| other).collect() } else { Vec::new() };
    let gone: Vec<GameId> = gone.into_iter().chain(too_many).collect();
    MADE_ROOM.set(MADE_ROOM.get() + gone.len());
    gone.into_iter().for_each(remove);
    Ok(())
}

/// Where texts are kept.
trait Shelf {
    /// Whether there was room for it.
    fn put(&self, id: GameId, text: &str) -> bool;
    fn take(&self, id: GameId);
}

impl Shelf for Storage {
    fn put(&self, id: GameId, text: &str) -> bool {
        self.set_item(&key(id), text).is_ok()
    }

    fn take(&self, id: GameId) {
        // Where nothing can be removed nothing was kept.
        let _ = self.remove_item(&key(id));
    }
}

/// Puts a text on a shelf. Where there is no room, others are taken away, the last ones first: those are the answer.
///
/// # Errors
///
/// It does not fit, though there is as much more room as it takes. The others are there again, but for so many.
fn put<O: DoubleEndedIterator<Item = (GameId, String)>>(
    shelf: &impl Shelf,
    id: GameId,
    text: &str,
    others: impl FnOnce() -> O,
) -> Result<Vec<GameId>, usize> {
    if shelf.put(id, text) {
        return Ok(Vec::new());
    }
    let mut taken: Vec<(GameId, String)> = Vec::new();
    let mut freed = 0;
    for (other, old) in others().rev() {
        shelf.take(other);
        freed += old.len();
        taken.push((other, old));
        if shelf.put(id, text) {
            return Ok(taken.into_iter().map(|(other, _)| other).collect());
        }
        if freed > text.len() {
            break;
        }
    }
    Err(taken.iter().rev().filter(|(other, old)| !shelf.put(*other, old)).count())
}

/// Forgets a game.
pub(crate) fn remove(id: GameId) {
    use_up(id);
    MEMORY.with_borrow_mut(|memory| memory.remove(&id));
    if let Some(storage) = storage() {
        // Where nothing can be removed nothing was kept.
        let _ = storage.remove_item(&key(id));
    }
}

thread_local! {
    /// What the browser did not take.
    static MEMORY: RefCell<BTreeMap<GameId, String>> = const { RefCell::new(BTreeMap::new()) };
    /// How many games are gone for the sake of others, and nobody was told of it yet.
    static MADE_ROOM: Cell<usize> = const { Cell::new(0) };
}

/// None where the browser keeps nothing for this page.
pub(crate) fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub(crate) fn now() -> u64 {
    std::time::Duration::try_from_secs_f64(js_sys::Date::now() / 1000.0).map_or(0, |now| now.as_millis() as u64)
}

/// The key of a game in the store.
pub(crate) fn key(id: GameId) -> String {
    format!("{KEY}{id}")
}

fn get(id: GameId) -> Option<String> {
    let unkept = MEMORY.with_borrow(|memory| memory.get(&id).cloned());
    unkept.or_else(|| storage()?.get_item(&key(id)).ok().flatten())
}

/// The names of all games.
fn ids() -> BTreeSet<GameId> {
    let mut ids: BTreeSet<GameId> = MEMORY.with_borrow(|memory| memory.keys().copied().collect());
    if let Some(storage) = storage() {
        let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
        ids.extend(keys.filter_map(|key| key.strip_prefix(KEY)?.parse::<GameId>().ok()));
    }
    ids
}

fn entries() -> BTreeMap<GameId, String> {
    ids().into_iter().filter_map(|id| Some((id, get(id)?))).collect()
}

fn write(session: &Session, now: u64) -> Option<String> {
    let mut record = session.record().ok()?;
    record.tags.set(SAVED, &now.to_string()).ok()?;
    Some(record.to_string())
}

fn read(id: GameId, text: String) -> SavedGame {
    let record = text.parse::<Record>().map_err(|error| error.to_string());
    let saved = saved(&text);
    let game = record.and_then(|record| Session::resume(&record)).map_err(|why| Damaged { text, why });
    SavedGame { id, saved, game }
}

#[cfg(test)]
mod tests {
    use banqi::{Game, Preset};
    use banqi_deal::Deal;
    use banqi_engine::Level;
    use banqi_table::Party;

    use super::*;
    use crate::game::players::{Opponent, Players};

    fn session() -> Session {
        let game = Game::new(Preset::TaiwanClub.rules());
        let deal = Deal::from_seed(game.position(), 3);
        let players = Players { opponent: Opponent::Computer(Level::Easy), first: Party::Host };
        let mut session = Session::new(game, deal, players, false, 9);
        session.tap("b2".parse().expect("a square"));
        session
    }

    #[test]
    fn what_is_kept_is_loaded() {
        let text = write(&session(), 1_700_000_000_000).expect("written");
        let saved = read(GameId(4), text);
        assert_eq!((saved.id, saved.saved), (GameId(4), 1_700_000_000_000));
        let game = saved.game.expect("read");
        assert_eq!(game.record(), session().record());
    }

    #[test]
    fn damage_is_reported_with_what_is_there() {
        let text = write(&session(), 5).expect("written");
        for damaged in
            [String::new(), "no record".to_string(), text.replace("b2=", "b3="), text.replace("Resume", "Resumed")]
        {
            let saved = read(GameId(1), damaged.clone());
            let found = saved.game.expect_err("damaged");
            assert_eq!(found.text, damaged);
            assert!(!found.why.is_empty());
        }
    }

    #[test]
    fn a_record_for_others_has_its_day() {
        let days = [0, 951_782_399_999, 951_782_400_000, 1_798_675_200_000].map(day);
        assert_eq!(days, ["1970.01.01", "2000.02.28", "2000.02.29", "2026.12.31"]);
        let record = session().record().expect("written");
        let exported = exported(&record, 1_796_000_000_000);
        assert_eq!(exported.tags.get("Date"), Some("2026.11.30"));
        assert_eq!(file_name(&exported, "Normal"), "banqi-2026-11-30-Normal.txt");
        assert_eq!(file_name(&record, "Ann/../x"), "banqi-Ann-x.txt");
        for odd in [0, u64::MAX] {
            assert_eq!(super::exported(&record, odd).tags.get("Date"), None);
        }
    }

    #[test]
    fn games_that_are_over_are_told_from_others_at_a_glance() {
        let mut game = session();
        let text = write(&game, 5).expect("written");
        assert!(!is_over(&text) && !is_over("") && !is_over("no record"));
        game.resign();
        let text = write(&game, 7).expect("written");
        assert!(is_over(&text));
        let finished = FinishedGame::new(GameId(2), saved(&text), text);
        assert_eq!(finished.saved, 7);
        assert_eq!(finished.resume().map(|resume| resume.computer), Some(Some(Level::Easy)));
        let exported = finished.exported();
        assert!(
            exported.contains("[Deal ") && !exported.contains("Resume") && !exported.contains("Saved"),
            "{exported}"
        );
        assert!(exported.parse::<Record>().expect("a record").replay().is_ok());
        let damaged = FinishedGame::new(GameId(3), 0, "x\n[Result \"1-0\"]".to_string());
        assert_eq!((damaged.record.as_ref(), damaged.resume(), damaged.saved), (None, None, 0));
        assert_eq!(damaged.exported(), "x\n[Result \"1-0\"]");
    }

    /// A shelf with room for so many letters, on which nothing more is put once it refuses.
    struct Small {
        texts: RefCell<BTreeMap<GameId, String>>,
        room: usize,
        refuses: Option<GameId>,
    }

    impl Shelf for Small {
        fn put(&self, id: GameId, text: &str) -> bool {
            let mut texts = self.texts.borrow_mut();
            let others: usize = texts.iter().filter(|(other, _)| **other != id).map(|(_, text)| text.len()).sum();
            let fits = others + text.len() <= self.room && self.refuses != Some(id);
            if fits {
                texts.insert(id, text.to_string());
            }
            fits
        }

        fn take(&self, id: GameId) {
            self.texts.borrow_mut().remove(&id);
        }
    }

    #[test]
    fn finished_games_go_only_where_that_makes_room() {
        let texts: BTreeMap<GameId, String> = (1..=5).map(|id| (GameId(id), "12345".to_string())).collect();
        let shelf = |room, refuses: Option<u32>| Small {
            texts: RefCell::new(texts.clone()),
            room,
            refuses: refuses.map(GameId),
        };
        let last_first = || texts.clone().into_iter().rev();
        let put = |shelf: &Small, text: &str| put(shelf, GameId(9), text, last_first);
        assert_eq!(put(&shelf(30, None), "12345"), Ok(Vec::new()));
        let full = shelf(25, None);
        assert_eq!(put(&full, "123456789"), Ok(vec![GameId(1), GameId(2)]));
        assert_eq!(full.texts.borrow().len(), 4);
        // It is not about room: what was taken away is there again.
        let refuses = shelf(25, Some(9));
        assert_eq!(put(&refuses, "123456"), Err(0));
        assert_eq!(*refuses.texts.borrow(), texts);
        // Even all of them are not enough.
        let tiny = shelf(25, None);
        assert_eq!(put(&tiny, &"1".repeat(26)), Err(0));
        assert_eq!(*tiny.texts.borrow(), texts);
        // One does not find back.
        let both = Small { room: 24, ..shelf(0, None) };
        assert_eq!(put(&both, &"1".repeat(26)), Err(1));
        assert_eq!(both.texts.borrow().len(), 4);
    }

    #[test]
    fn a_number_is_given_once() {
        let next = |due, games: &[u32]| next_id(due, games.iter().copied().map(GameId)).0;
        assert_eq!(next(None, &[]), 1);
        assert_eq!(next(None, &[1, 2, 7]), 8);
        // The last one was removed.
        assert_eq!(next(Some(8), &[1, 2]), 8);
        // The count was lost, or is from a browser of another time.
        assert_eq!(next(Some(3), &[1, 2, 7]), 8);
        // Somebody else's key.
        assert_eq!(next(Some(3), &[1, 2, u32::MAX]), 3);
        assert_eq!(next(Some(u32::MAX), &[1, u32::MAX]), 2);
    }

    #[test]
    fn each_game_has_one_name() {
        assert_eq!("12".parse(), Ok(GameId(12)));
        for text in ["", "01", "+1", "-1", "1a", " 1", "4294967296"] {
            assert_eq!(text.parse::<GameId>(), Err(NoGameId), "{text}");
        }
    }
}
