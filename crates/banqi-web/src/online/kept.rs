//! What this browser keeps of its games over the net: its part of each deal, the code of the seal, and whose turn it is.
//!
//! Each game has a line of words under a key of its own. A secret is kept before anybody is told of it.

use std::cell::RefCell;

use banqi::Rules;
use banqi_deal::{SealCode, Secret};
use banqi_engine::Level;
use banqi_wire::GameId;
use web_sys::Storage;

use crate::store::{now, storage};

/// So many games that are over, or were watched, are kept; older ones make room.
const MOST: usize = 24;
/// What the keys of games begin with.
const KEY: &str = "banqi.net.";

/// What is waited for in a game, as it was last seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Waits {
    /// Somebody to take the second seat.
    #[default]
    Invited,
    /// The deal, or tiles.
    Tiles,
    You,
    Them,
    /// Nothing: it is watched.
    Watched,
    Over,
}

impl Waits {
    const ALL: [(Self, &str); 6] = [
        (Self::Invited, "invited"),
        (Self::Tiles, "tiles"),
        (Self::You, "you"),
        (Self::Them, "them"),
        (Self::Watched, "watched"),
        (Self::Over, "over"),
    ];
}

/// What is kept of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Kept {
    /// This device's part of the deal: c1 or c2.
    pub(crate) secret: Option<Secret>,
    /// The code of the seal, as it was first seen.
    pub(crate) seal: Option<SealCode>,
    /// Whether anything ever did not match it.
    pub(crate) failed: bool,
    pub(crate) waits: Waits,
    pub(crate) turn: u32,
    pub(crate) rules: Rules,
    pub(crate) against: Against,
}

/// Against whom a game is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Against {
    /// Whoever got the link.
    #[default]
    Friend,
    Computer(Level),
    /// An account of this name.
    Player(String),
}

impl Against {
    /// In one word.
    fn write(&self) -> String {
        match self {
            Self::Computer(level) => level.to_string(),
            Self::Player(name) if !name.contains(' ') => format!("@{name}"),
            Self::Player(_) | Self::Friend => "-".to_string(),
        }
    }

    fn read(word: &str) -> Self {
        match word.strip_prefix('@') {
            Some(name) => Self::Player(name.to_string()),
            None => word.parse().map_or(Self::Friend, Self::Computer),
        }
    }
}

impl Kept {
    fn write(&self, now: u64) -> String {
        let waits = Waits::ALL.iter().find(|(waits, _)| *waits == self.waits).map_or("over", |(_, word)| word);
        let secret = self.secret.as_ref().map_or_else(|| "-".to_string(), Secret::to_hex);
        let seal = self.seal.map_or_else(|| "-".to_string(), |seal| seal.to_string());
        let failed = if self.failed { "failed" } else { "-" };
        format!("1 {now} {secret} {seal} {failed} {waits} {} {} {}", self.turn, self.rules, self.against.write())
    }

    fn read(text: &str) -> Option<(u64, Self)> {
        let words: Vec<&str> = text.split(' ').collect();
        // The last word was not there from the beginning.
        let &["1", saved, secret, seal, failed, waits, turn, rules, ref against @ ..] = words.as_slice() else {
            return None;
        };
        let kept = Self {
            secret: secret.parse().ok(),
            seal: seal.parse().ok(),
            failed: failed != "-",
            waits: Waits::ALL.iter().find(|(_, word)| *word == waits)?.0,
            turn: turn.parse().ok()?,
            rules: rules.parse().ok()?,
            against: against.first().map_or(Against::Friend, |word| Against::read(word)),
        };
        Some((saved.parse().ok()?, kept))
    }
}

thread_local! {
    /// What the browser did not take.
    static MEMORY: RefCell<Vec<(GameId, String)>> = const { RefCell::new(Vec::new()) };
}

fn key(id: GameId) -> String {
    format!("{KEY}{id}")
}

/// What is kept of a game; nothing of one that was never here.
pub(crate) fn load(id: GameId) -> Option<Kept> {
    let unkept = |memory: &Vec<(GameId, String)>| memory.iter().find(|(of, _)| *of == id).map(|(_, text)| text.clone());
    let text = MEMORY.with_borrow(unkept).or_else(|| storage()?.get_item(&key(id)).ok().flatten())?;
    Kept::read(&text).map(|(_, kept)| kept)
}

/// Keeps it. Where the browser takes nothing it is kept until the page is left.
pub(crate) fn save(id: GameId, kept: &Kept) {
    save_as_of(id, kept, now());
}

/// As [`save`], of a game that was last played at this time.
pub(crate) fn save_as_of(id: GameId, kept: &Kept, saved: u64) {
    let is_new = load(id).is_none();
    let text = kept.write(saved);
    let is_kept = storage().is_some_and(|storage| storage.set_item(&key(id), &text).is_ok());
    forget(id);
    if !is_kept {
        MEMORY.with_borrow_mut(|memory| memory.push((id, text)));
    }
    if is_new {
        let is_done = |kept: &Kept| matches!(kept.waits, Waits::Over | Waits::Watched);
        list().into_iter().filter(|(_, kept)| is_done(kept)).skip(MOST).for_each(|(id, _)| remove(id));
    }
}

fn forget(id: GameId) {
    MEMORY.with_borrow_mut(|memory| memory.retain(|(of, _)| *of != id));
}

/// Forgets a game.
pub(crate) fn remove(id: GameId) {
    forget(id);
    if let Some(storage) = storage() {
        // Where nothing can be removed nothing was kept.
        let _ = storage.remove_item(&key(id));
    }
}

/// All games, the last one first.
pub(crate) fn list() -> Vec<(GameId, Kept)> {
    dated().into_iter().map(|(_, id, kept)| (id, kept)).collect()
}

/// As [`list`], with when each was last kept, in milliseconds since 1970.
pub(crate) fn dated() -> Vec<(u64, GameId, Kept)> {
    let mut games: Vec<(u64, GameId, Kept)> = Vec::new();
    for id in ids(storage().as_ref()) {
        let text = storage().and_then(|storage| storage.get_item(&key(id)).ok().flatten());
        if let Some((saved, kept)) = text.and_then(|text| Kept::read(&text)) {
            // There are few of them, and a sort is a lot of program.
            let place = games.iter().position(|(other, ..)| *other < saved).unwrap_or(games.len());
            games.insert(place, (saved, id, kept));
        }
    }
    games
}

/// What the server's list of somebody's games, as it is written, says of one: what is waited for there. None where that is
/// nothing else than what is kept.
pub(crate) fn news(listed: &str, id: GameId, kept: &Kept) -> Option<Kept> {
    // A reader of all JSON would be a thirtieth of home's program.
    let (_, after) = listed.split_once(&format!("\"id\":\"{id}\""))?;
    let game = after.split("\"id\":").next()?;
    let waits = if game.contains("\"over\":true") {
        Waits::Over
    } else if game.contains("\"to_move\":\"you\"") {
        Waits::You
    } else if game.contains("\"to_move\":\"other\"") {
        Waits::Them
    } else {
        return None;
    };
    // Tiles are picked in turn too.
    let is_early = matches!(kept.waits, Waits::Tiles | Waits::Invited) && waits != Waits::Over;
    (waits != kept.waits && !is_early).then(|| Kept { waits, ..kept.clone() })
}

fn ids(storage: Option<&Storage>) -> Vec<GameId> {
    let Some(storage) = storage else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    keys.filter_map(|key| key.strip_prefix(KEY)?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let kept = Kept {
            secret: Some(Secret::from_bytes([7; 32])),
            seal: "3NF2-E3A0-Z9H9-A8HC".parse().ok(),
            failed: true,
            waits: Waits::Them,
            turn: 12,
            rules: "taiwan-quick:quiet=40,chain=on".parse().expect("rules"),
            against: Against::Player("小明".to_string()),
        };
        assert!(kept.seal.is_some());
        let ranked = Kept { against: Against::Computer(Level::Easy), ..kept.clone() };
        let other = Kept { against: Against::Player("easy".to_string()), ..kept.clone() };
        for kept in [kept, ranked, other, Kept::default()] {
            assert_eq!(Kept::read(&kept.write(1_700_000_000_000)), Some((1_700_000_000_000, kept)));
        }
    }

    #[test]
    fn the_server_knows_what_has_happened_meanwhile() {
        let listed = r#"[{"id":"0000000000000001","path":"/g/0000000000000001","over":true,"to_move":null},
            {"id":"0000000000000002","over":false,"rules":"x","to_move":"other","deadline":null},
            {"id":"0000000000000003","over":false,"to_move":null}]"#;
        let yours = Kept { waits: Waits::You, ..Kept::default() };
        let news = |number: u8, kept: &Kept| {
            let id = format!("{number:016}").parse().expect("a name");
            news(listed, id, kept).map(|kept| kept.waits)
        };
        assert_eq!([1, 2, 3, 4].map(|number| news(number, &yours)), [Some(Waits::Over), Some(Waits::Them), None, None]);
        assert_eq!(news(2, &Kept { waits: Waits::Them, ..Kept::default() }), None);
        assert_eq!(news(2, &Kept { waits: Waits::Tiles, ..Kept::default() }), None);
    }

    #[test]
    fn what_was_written_before_there_were_names_is_read() {
        let (saved, kept) = Kept::read("1 5 - - - you 3 taiwan-quick").expect("read");
        assert_eq!((saved, kept.turn, kept.against), (5, 3, Against::Friend));
    }

    #[test]
    fn what_is_something_else_is_not_read() {
        for text in
            ["", "1", "{}", "2 0 - - - you 1 taiwan-quick", "1 0 - - - us 1 taiwan-quick", "1 0 - - - you 1 none"]
        {
            assert_eq!(Kept::read(text), None, "{text}");
        }
    }
}
