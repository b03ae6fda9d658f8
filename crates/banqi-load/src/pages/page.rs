//! What is asked for.

use std::fmt;

use banqi::Preset;
use banqi_wire::{Board, Scoring, Speed, Window};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::year::{NOW, Year};

/// A kind of page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Page {
    Board,
    BoardFurther,
    Profile,
    GamesOfPlayer,
    RatingGraph,
    HeadToHead,
    Archive,
    ArchiveFurther,
    ArchiveSearch,
    Lobby,
    OwnGames,
}

impl Page {
    /// All of them, and how many of a hundred requests are for each.
    pub(crate) const ALL: [(Self, u32); 11] = [
        (Self::Board, 15),
        (Self::BoardFurther, 6),
        (Self::Profile, 16),
        (Self::GamesOfPlayer, 10),
        (Self::RatingGraph, 8),
        (Self::HeadToHead, 8),
        (Self::Archive, 8),
        (Self::ArchiveFurther, 5),
        (Self::ArchiveSearch, 10),
        (Self::Lobby, 10),
        (Self::OwnGames, 4),
    ];

    /// One of them.
    pub(crate) fn draw(rng: &mut ChaCha8Rng) -> Self {
        let mut at = rng.random_range(0..100);
        for (page, share) in Self::ALL {
            if at < share {
                return page;
            }
            at -= share;
        }
        Self::Lobby
    }

    /// Asks for one of the kind. `players` says how many are on a board.
    pub(crate) fn ask(self, year: Year, players: impl Fn(Board, Window) -> u32, rng: &mut ChaCha8Rng) -> Request {
        let board = Board::ALL[rng.random_range(0..Board::ALL.len())];
        let window = Window::ALL[rng.random_range(0..Window::ALL.len())];
        let (player, other) = (someone(year, rng), someone(year, rng));
        let (name, against) = (Year::name(player), Year::name(other));
        // Half of the requests are from somebody who is signed in.
        let asker = rng.random_bool(0.5).then_some(someone(year, rng));
        let before = {
            let ended = NOW - rng.random_range(0..365 * 24 * 3_600_000);
            format!("{ended}-{}", "z".repeat(16))
        };
        let (path, asker) = match self {
            Self::Board => (format!("/api/boards/{}?window={}", board.name(), window.name()), asker),
            Self::BoardFurther => {
                let page = rng.random_range(0..=players(board, window) / 50);
                (format!("/api/boards/{}?window={}&page={page}", board.name(), window.name()), asker)
            }
            Self::Profile => (format!("/api/users/{name}"), asker),
            Self::GamesOfPlayer if rng.random_bool(0.5) => (format!("/api/users/{name}/games"), asker),
            Self::GamesOfPlayer => (format!("/api/users/{name}/games?before={before}"), asker),
            Self::RatingGraph => {
                let speed = Speed::ALL[rng.random_range(0..Speed::ALL.len())];
                (format!("/api/users/{name}/ratings/{speed}"), asker)
            }
            Self::HeadToHead => (format!("/api/users/{name}/against/{against}"), asker),
            Self::Archive => ("/api/archive".to_owned(), asker),
            Self::ArchiveFurther => (format!("/api/archive?before={before}"), asker),
            Self::ArchiveSearch => (search(&name, &against, &before, rng), asker),
            Self::Lobby => ("/api/lobby".to_owned(), asker),
            Self::OwnGames => ("/api/me/games".to_owned(), Some(player)),
        };
        Request { path, cookie: asker.map(Year::cookie) }
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Board => "a board",
            Self::BoardFurther => "any page of a board",
            Self::Profile => "a profile",
            Self::GamesOfPlayer => "games of a player",
            Self::RatingGraph => "graph of a rating",
            Self::HeadToHead => "two players",
            Self::Archive => "the archive",
            Self::ArchiveFurther => "any page of it",
            Self::ArchiveSearch => "a search in it",
            Self::Lobby => "the lobby",
            Self::OwnGames => "one's own games",
        })
    }
}

/// A request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) cookie: Option<String>,
}

/// Somebody: of ten, five as often as they play, two of the twenty who play most, three whoever it may be.
fn someone(year: Year, rng: &mut ChaCha8Rng) -> u32 {
    match rng.random_range(0..10) {
        0..5 => year.player(rng),
        5..7 => rng.random_range(0..year.players.min(20)),
        _ => rng.random_range(0..year.players),
    }
}

/// Everything that can be looked for, alone and together.
fn search(name: &str, against: &str, before: &str, rng: &mut ChaCha8Rng) -> String {
    let rules = Preset::ALL[rng.random_range(0..Preset::ALL.len())].name();
    let kind = Scoring::KINDS[rng.random_range(0..Scoring::KINDS.len())];
    let mut wanted = match rng.random_range(0..8) {
        0 => format!("rules={rules}"),
        1 => format!("kind={kind}"),
        2 => format!("rules={rules}&kind={kind}"),
        3 => format!("player={name}"),
        4 => format!("player={name}&rules={rules}"),
        5 => format!("player={name}&kind={kind}"),
        6 => format!("player={name}&rules={rules}&kind={kind}"),
        _ => format!("player={name}&against={against}&kind={kind}"),
    };
    if rng.random_bool(0.3) {
        wanted = format!("{wanted}&before={before}");
    }
    format!("/api/archive?{wanted}")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn of_a_hundred_requests_each_kind_has_its_share() {
        assert_eq!(Page::ALL.iter().map(|(_, share)| share).sum::<u32>(), 100);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let drawn: Vec<Page> = (0..10_000).map(|_| Page::draw(&mut rng)).collect();
        for (page, share) in Page::ALL {
            let count = drawn.iter().filter(|drawn| **drawn == page).count() as u32;
            assert!(count.abs_diff(share * 100) < 150, "{page}: {count}");
        }
    }

    #[test]
    fn who_asks_for_own_games_is_signed_in() {
        let year = Year { players: 100, games: 0, seed: 1 };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            assert!(Page::OwnGames.ask(year, |_, _| 0, &mut rng).cookie.is_some());
            assert!(Page::BoardFurther.ask(year, |_, _| 49, &mut rng).path.ends_with("&page=0"));
        }
    }
}
