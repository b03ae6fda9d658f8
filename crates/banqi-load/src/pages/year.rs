//! What happened in a year on a server, made up from a seed: the same every time.

use banqi::{Outcome, Preset, Reason, Seat};
use banqi_deal::Secret;
use banqi_engine::Level;
use banqi_room::Referee;
use banqi_server::{
    Append, Creation, Entry, Listing, Name, NameError, NewAccount, NewSession, Over, Seats, SessionId, Token, UserId,
};
use banqi_wire::{AbortReason, Clock, End, Event, FirstMover, GameId, NewGame, Numbered, Player, Scoring};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Now, on that server: Sunday, 2025-06-29, 21:00 UTC, so that the day and the week have nearly all of their games.
pub(crate) const NOW: u64 = 1_751_230_800_000;
const YEAR: u64 = 365 * 24 * 3600 * 1000;
const START: u64 = NOW - YEAR;

/// Nobody signs in with it: it is the hash of no password.
const PASSWORD: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// The first so many play about as much as each other.
const BUSY: f64 = 10.0;
/// How the number of games grew: the share of the year that has passed is the share of the games to this power.
const GROWTH: f64 = 0.7;
const NAMES: [&str; 16] = [
    "Anna", "Mei", "Jonas", "小明", "Lin", "Oskar", "Yu-Han", "Elif", "Priya", "雅婷", "Tomas", "Chloe", "Kenji",
    "Sofia", "志明", "Noor",
];

/// So many players and games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Year {
    pub(crate) players: u32,
    pub(crate) games: u32,
    pub(crate) seed: u64,
}

/// A game from its beginning to its end. Of its events it has the first two and the last: lists do not read the others.
pub(crate) struct Played {
    pub(crate) creation: Creation,
    pub(crate) end: Append,
    pub(crate) at: u64,
}

impl Year {
    /// Somebody's name.
    pub(crate) fn name(number: u32) -> String {
        format!("{}_{number}", NAMES[number as usize % NAMES.len()])
    }

    /// What somebody's browser is signed in with.
    pub(crate) fn cookie(number: u32) -> String {
        format!("banqi_session={}", token(number))
    }

    /// Somebody who has an account since the beginning, and is here now.
    pub(crate) fn account(number: u32) -> Result<(NewAccount, NewSession), NameError> {
        let name: Name = Self::name(number).parse()?;
        let account = NewAccount {
            user: user(number),
            is_guest: false,
            name: name.to_string(),
            key: name.key(),
            password: PASSWORD.to_owned(),
            recovery: spread(number, 1),
            at: START,
        };
        let token: Token = token(number).parse().expect("64 digits");
        let session = NewSession {
            token: *token.hash().as_bytes(),
            id: SessionId::from_bits(*spread(number, 2).first_chunk().expect("32 bytes")).to_string(),
            account: user(number),
            device: "Firefox, Linux".to_owned(),
            at: NOW,
        };
        Ok((account, session))
    }

    /// Somebody who plays a game: a few play very many, most very few.
    ///
    /// How often somebody plays is as 1 to the place in the list of all of them, and [`BUSY`].
    #[expect(clippy::cast_sign_loss, reason = "it is none below 0")]
    pub(crate) fn player(self, rng: &mut ChaCha8Rng) -> u32 {
        let all = f64::from(self.players);
        let place = BUSY * ((all + BUSY) / BUSY).powf(rng.random_range(0.0..1.0)) - BUSY;
        (place.max(0.0) as u32).min(self.players - 1)
    }

    /// All games, in the order in which they ended.
    #[expect(clippy::cast_sign_loss, reason = "a share of a year is none below 0")]
    pub(crate) fn games(self) -> impl Iterator<Item = Played> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        (0..self.games).map(move |number| {
            let share = f64::from(number + 1) / f64::from(self.games);
            let at = START + (YEAR as f64 * share.powf(GROWTH)) as u64;
            self.game(at.min(NOW), &mut rng)
        })
    }

    fn game(self, at: u64, rng: &mut ChaCha8Rng) -> Played {
        let new = new_game(rng);
        let creator = self.player(rng);
        let level = new.scoring.level();
        // The computer has no seat, nor have those any more who were guests a while ago.
        let is_alone = level.is_some() || (new.scoring.is_casual() && rng.random_bool(0.25));
        let friend = (!is_alone).then(|| {
            loop {
                let friend = self.player(rng);
                if friend != creator || self.players == 1 {
                    break friend;
                }
            }
        });
        let is_aborted = level.is_none() && rng.random_bool(0.02);
        let (ending, withheld) = if is_aborted {
            let (reason, by) = aborted(rng);
            let withheld = by.filter(|_| reason == AbortReason::Unsealed);
            (Event::Aborted { reason, by }, withheld)
        } else {
            let winner = match level {
                _ if rng.random_bool(0.08) => None,
                Some(level) => Some(rng.random_bool(wins_against(level))),
                None => Some(rng.random_bool(expectation(creator, friend))),
            };
            let reason = match winner {
                None => [Reason::Repetition, Reason::NoProgress, Reason::Agreement][rng.random_range(0..3)],
                Some(_) => [Reason::Elimination, Reason::NoLegalMove, Reason::Resignation][rng.random_range(0..3)],
            };
            // The creator moves first in all of them.
            let winner = winner.map(|is_creator| if is_creator { Seat::First } else { Seat::Second });
            (Event::Finished { outcome: Outcome { winner, reason } }, None)
        };
        let lasted = match new.clock {
            Clock::Days { days } => u64::from(days) * rng.random_range(3_600_000..20 * 24 * 3_600_000),
            _ => rng.random_range(120_000..2_400_000),
        };
        let mut bits = [0; 10];
        rng.fill(&mut bits);
        let game = GameId::from_bits(bits);
        let (_, created) = Referee::create(Secret::from_bytes([0; 32]), game, &new);
        let began = at.saturating_sub(lasted);
        let entry = |number, at, event| Entry::of(&Numbered { number, at, event });
        let seats = Seats { creator: Some(user(creator)), friend: friend.map(user) };
        let end = end(at, &ending, rng);
        Played {
            creation: Creation {
                game,
                secret: vec![0; 72],
                seats,
                events: vec![entry(1, began, created), entry(2, began, Event::Joined)],
                listing: Listing::of(&new),
            },
            end: Append { game, events: vec![entry(3, at, ending)], friend: None, over: Some(Over { end, withheld }) },
            at,
        }
    }
}

/// What lists show of an end.
fn end(at: u64, ending: &Event, rng: &mut ChaCha8Rng) -> End {
    let (winner, reason, aborted) = match ending {
        Event::Finished { outcome } => {
            let player = |seat| if seat == Seat::First { Player::Creator } else { Player::Friend };
            (outcome.winner.map(player), outcome.reason.name(), false)
        }
        Event::Aborted { reason, .. } => (None, reason.name(), true),
        _ => (None, "", false),
    };
    let turns = if aborted { 0 } else { rng.random_range(20..150) };
    let captures = if aborted { [0; 2] } else { [rng.random_range(0..=16), rng.random_range(0..=16)] };
    End { at, winner, reason: reason.to_owned(), aborted, turns, captures }
}

/// What is played: of a hundred games 45 are rated, 25 ranked, 10 for stakes, 8 for nothing and open; those between friends,
/// which lists do not show, are the others.
pub(crate) fn new_game(rng: &mut ChaCha8Rng) -> NewGame {
    let blitz = Clock::Fischer { initial: 180, increment: 2 };
    let rapid = Clock::Fischer { initial: 600, increment: 5 };
    let days = Clock::Days { days: 3 };
    let (scoring, open) = match rng.random_range(0..100) {
        0..45 => (Scoring::Rated, rng.random_bool(0.8)),
        45..70 => (Scoring::Ranked { level: Level::ALL[skewed(rng, 0.45, 4)] }, false),
        70..80 => (Scoring::Stake { base: [10, 20, 50, 100][skewed(rng, 0.4, 4)] }, true),
        80..88 => (Scoring::Casual, true),
        _ => (Scoring::Casual, false),
    };
    let clock = match (scoring, rng.random_range(0..100)) {
        (Scoring::Ranked { .. }, _) => Clock::None,
        (Scoring::Rated, 0..50) => blitz,
        (Scoring::Rated, 50..85) => rapid,
        (Scoring::Rated, _) => days,
        (_, 0..40) => rapid,
        _ => Clock::None,
    };
    let rules = Preset::ALL[skewed(rng, 0.3, Preset::ALL.len())].rules();
    NewGame { rules, clock, first: FirstMover::Tiles, scoring, open, range: None }
}

/// One of so many, each of which comes this share as often as the one before it, about.
fn skewed(rng: &mut ChaCha8Rng, share: f64, count: usize) -> usize {
    (1..count).take_while(|_| rng.random_bool(share)).count()
}

fn aborted(rng: &mut ChaCha8Rng) -> (AbortReason, Option<Player>) {
    let by = Player::ALL[rng.random_range(0..2)];
    match rng.random_range(0..10) {
        0..5 => (AbortReason::Player, Some(by)),
        _ => (AbortReason::Unsealed, Some(by)),
    }
}

/// How often somebody wins against a level.
const fn wins_against(level: Level) -> f64 {
    match level {
        Level::Easy => 0.8,
        Level::Normal => 0.6,
        Level::Expert => 0.35,
        Level::Master => 0.15,
    }
}

/// How often the first wins against the second, by how strong they are; against somebody whom nobody knows, half.
fn expectation(one: u32, other: Option<u32>) -> f64 {
    let Some(other) = other else { return 0.5 };
    // The sum of four bytes is near to a bell, as strengths are.
    let strength = |number| spread(number, 3)[..4].iter().map(|&byte| f64::from(byte)).sum::<f64>() * 350.0 / 255.0;
    1.0 / (1.0 + 10_f64.powf((strength(other) - strength(one)) / 400.0))
}

/// Somebody's id.
fn user(number: u32) -> UserId {
    UserId::from_bits(*spread(number, 4).first_chunk().expect("32 bytes"))
}

fn token(number: u32) -> String {
    Secret::from_bytes(spread(number, 5)).to_hex()
}

/// Bytes that belong to somebody, and look as if they were drawn.
fn spread(number: u32, purpose: u64) -> [u8; 32] {
    ChaCha8Rng::seed_from_u64(u64::from(number) << 8 | purpose).random()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const SMALL: Year = Year { players: 1000, games: 20_000, seed: 1 };

    #[test]
    fn a_few_play_very_much_and_most_very_little() {
        let year = Year { players: 100_000, ..SMALL };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut games = vec![0_u32; year.players as usize];
        for _ in 0..1_700_000 {
            games[year.player(&mut rng) as usize] += 1;
        }
        // A player's share is the integral of 1 / (place + 10), over ln(100010 / 10).
        assert!((17_000..18_500).contains(&games[0]), "{}", games[0]);
        assert!(games[..10].iter().all(|games| *games > 8000));
        games.sort_unstable();
        assert!((1..=5).contains(&games[50_000]), "{}", games[50_000]);
    }

    #[test]
    fn a_year_is_the_same_every_time_and_in_order() {
        let ids = |year: Year| year.games().take(50).map(|played| played.creation).collect::<Vec<_>>();
        assert_eq!(ids(SMALL), ids(SMALL));
        assert_ne!(ids(SMALL), ids(Year { seed: 2, ..SMALL }));
        let ends: Vec<u64> = SMALL.games().map(|played| played.at).collect();
        assert!(ends.is_sorted() && ends[0] >= START && ends[ends.len() - 1] == NOW);
        // More is played at the end than in the mean, which is 55 a day.
        let last_day = ends.iter().filter(|at| **at > NOW - 24 * 3_600_000).count();
        assert!((56..120).contains(&last_day), "{last_day}");
    }

    #[test]
    fn everything_is_played_and_some_of_it_rarely() {
        let mut kinds: HashMap<(&str, bool), u32> = HashMap::new();
        let mut presets: HashMap<String, u32> = HashMap::new();
        for played in SMALL.games() {
            let listing = &played.creation.listing;
            *kinds.entry((listing.scoring.kind(), listing.is_listed())).or_default() += 1;
            *presets.entry(listing.preset().to_owned()).or_default() += 1;
        }
        for (kind, share) in [(("rated", true), 0.45), (("ranked", true), 0.25), (("stake", true), 0.1)] {
            let is = f64::from(kinds[&kind]) / f64::from(SMALL.games);
            assert!((is - share).abs() < 0.02, "{kind:?}: {is}");
        }
        assert!(kinds[&("casual", true)] > 1000 && kinds[&("casual", false)] > 1000);
        assert!(presets["taiwan-tournament"] > 12_000 && presets["hong-kong"] < 400);
    }

    #[test]
    fn everybody_has_a_name_and_a_session() {
        let accounts: Vec<_> = (0..2000).map(|number| Year::account(number).unwrap()).collect();
        let keys: std::collections::HashSet<_> = accounts.iter().map(|(account, _)| account.key.clone()).collect();
        assert_eq!(keys.len(), accounts.len());
        assert!(Year::account(999_999).is_ok());
        let (account, session) = &accounts[7];
        assert!(session.account == account.user);
        let token: Token = Year::cookie(7).split_once('=').unwrap().1.parse().unwrap();
        assert_eq!(token.hash().as_bytes(), &session.token);
    }
}
