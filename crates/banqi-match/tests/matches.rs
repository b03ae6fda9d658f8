//! Whole matches: pairs, repeatability, several games at once, and going on from a file.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use banqi::Record;
use banqi_match::{
    Archive, ArchiveError, Bout, Control, Decision, Match, MatchError, Plan, Round, Score, Side, Sprt, Standing, Terms,
};
use tempfile::TempDir;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn meeting(one: &str, two: &str, rules: &str, seed: u64, control: Control) -> Match {
    let terms = Terms { control, ..Terms::default() };
    Match::new(one.parse().unwrap(), two.parse().unwrap(), rules.parse().unwrap(), seed, terms).unwrap()
}

fn greedy(seed: u64) -> Match {
    meeting("greedy", "greedy", "taiwan-quick", seed, Control::Own)
}

/// All games of a match, without the times.
fn games(meeting: &Match, pairs: u32, concurrency: usize) -> BTreeMap<Round, Record> {
    let mut games = BTreeMap::new();
    meeting
        .play(Plan { pairs, concurrency }, &mut Standing::new(None), &GO_ON, &mut |bout, _| {
            assert!(games.insert(bout.round, timeless(bout)).is_none(), "{} is played once", bout.round);
            Ok(())
        })
        .unwrap();
    games
}

fn timeless(bout: &Bout) -> Record {
    let mut record = bout.record.clone();
    for name in ["FirstSpent", "SecondSpent"] {
        record.tags.set(name, "").unwrap();
    }
    record
}

#[test]
fn both_games_of_a_pair_have_one_deal_and_other_seats() {
    let games = games(&meeting("greedy", "level:easy", "taiwan-quick", 1, Control::Own), 3, 1);
    assert_eq!(games.len(), 6);
    let mut deals = Vec::new();
    for pair in 1..=3 {
        let [one, two] = [false, true].map(|swapped| &games[&Round { pair, swapped }].tags);
        assert_eq!([one.get("First"), one.get("Second")], [Some("greedy"), Some("level:easy")]);
        assert_eq!([two.get("First"), two.get("Second")], [Some("level:easy"), Some("greedy")]);
        assert!(one.get("Deal").is_some() && one.get("Deal") == two.get("Deal"));
        deals.push(one.get("Deal"));
    }
    deals.dedup();
    assert_eq!(deals.len(), 3);
    for record in games.values() {
        assert!(record.replay().is_ok() && record.to_string().parse::<Record>().as_ref() == Ok(record));
    }
}

#[test]
fn a_match_is_the_same_whenever_it_is_played_and_however_many_games_at_once() {
    for (one, two, control) in [
        ("greedy", "greedy", Control::Own),
        ("level:normal", "level:easy", Control::Own),
        // With tables that are kept through a game.
        ("level:expert", "level:normal", Control::Nodes(300)),
    ] {
        let meeting = meeting(one, two, "taiwan-quick", 7, control);
        let once = games(&meeting, 3, 1);
        assert_eq!(once, games(&meeting, 3, 1), "{one}");
        assert_eq!(once, games(&meeting, 3, 4), "{one}");
        // And more pairs begin with the same.
        assert!(games(&meeting, 2, 2).iter().all(|(round, record)| once[round] == *record), "{one}");
    }
    assert_ne!(games(&greedy(7), 1, 1), games(&greedy(8), 1, 1));
}

#[test]
fn a_standing_counts_what_was_played() {
    let meeting = meeting("level:normal", "greedy", "taiwan-quick", 1, Control::Own);
    let mut standing = Standing::new(None);
    let mut bouts = Vec::new();
    let mut tell = |bout: &Bout, _: &Standing| {
        bouts.push(bout.clone());
        Ok(())
    };
    meeting.play(Plan { pairs: 10, concurrency: 2 }, &mut standing, &GO_ON, &mut tell).unwrap();
    let count = |score| bouts.iter().filter(|bout| bout.score() == score).count() as u64;
    let tally = standing.tally();
    assert_eq!(
        [tally.wins, tally.draws, tally.losses, tally.unfinished],
        [count(Score::Win), count(Score::Draw), count(Score::Loss), count(Score::Unfinished)]
    );
    assert_eq!((tally.games(), standing.pairs().count(), standing.waiting()), (20, 10, 0));
    let halves: usize = bouts.iter().map(|bout| bout.score().halves()).sum();
    assert_eq!(standing.pairs().points(), u32::try_from(halves).ok().map(|halves| f64::from(halves) / 40.0));
    // A player who looks ahead beats one who does not.
    assert!(standing.pairs().points() > Some(0.7));
    let actions = |side| bouts.iter().map(|bout| bout.spent(side).actions).sum::<u32>();
    for side in Side::ALL {
        assert_eq!(standing.spent(side).actions, actions(side));
    }
    assert!(standing.spent(Side::One).nodes > Some(0) && standing.spent(Side::Two).nodes.is_none());
}

#[test]
fn pairs_count_in_their_order() {
    let mut bouts = Vec::new();
    let mut tell = |bout: &Bout, _: &Standing| {
        bouts.push(bout.clone());
        Ok(())
    };
    let plan = Plan { pairs: 3, concurrency: 1 };
    greedy(1).play(plan, &mut Standing::new(None), &GO_ON, &mut tell).unwrap();
    let mut standing = Standing::new(None);
    let counted: Vec<u64> = [5, 4, 0, 2, 1, 3]
        .map(|index: usize| {
            standing.add(bouts[index].clone());
            standing.pairs().count()
        })
        .into();
    // 3.2, 3.1, 1.1, 2.1; with 1.2 the first pair is whole, and with 2.2 the second, and so the third.
    assert_eq!(counted, [0, 0, 0, 0, 1, 3]);
    assert!(Round::all(3).all(|round| standing.has(round)) && !standing.has(Round { pair: 4, swapped: false }));
}

#[test]
fn a_test_ends_a_match_at_the_same_pair_however_many_games_at_once() {
    let meeting = meeting("level:normal", "greedy", "taiwan-quick", 1, Control::Own);
    let ended = |concurrency| {
        let mut standing = Standing::new(Some(Sprt::new(0.0, 100.0).unwrap()));
        meeting.play(Plan { pairs: 1000, concurrency }, &mut standing, &GO_ON, &mut |_, _| Ok(())).unwrap();
        assert_eq!(standing.decision(), Some(Decision::High));
        *standing.pairs()
    };
    let once = ended(1);
    assert!(once.count() < 100, "{once:?}");
    assert_eq!(once, ended(4));
}

#[test]
fn a_match_stops_when_it_is_told_to() {
    let stop = AtomicBool::new(false);
    let mut standing = Standing::new(None);
    let mut tell = |_: &Bout, standing: &Standing| {
        stop.store(standing.tally().games() >= 4, Ordering::Relaxed);
        Ok(())
    };
    greedy(1).play(Plan { pairs: 100_000, concurrency: 2 }, &mut standing, &stop, &mut tell).unwrap();
    let games = standing.tally().games();
    assert!((4..1000).contains(&games), "{games}");
}

#[test]
fn an_error_of_who_is_told_ends_a_match() {
    let mut told = 0;
    let mut tell = |_: &Bout, _: &Standing| {
        told += 1;
        Err(io::Error::other("full"))
    };
    let played = greedy(1).play(Plan { pairs: 1000, concurrency: 2 }, &mut Standing::new(None), &GO_ON, &mut tell);
    assert!(matches!(played, Err(MatchError::System(error)) if error.to_string() == "full"));
    assert_eq!(told, 1);
}

/// Plays on with a file, and answers how many games that were.
fn go_on(path: &Path, meeting: &Match, pairs: u32, stop_after: usize) -> (usize, Standing) {
    let (mut archive, bouts) = Archive::open(path, meeting).expect("the file of the match");
    let mut standing = Standing::new(None);
    for bout in bouts {
        standing.add(bout);
    }
    let stop = AtomicBool::new(false);
    let mut games = 0;
    let mut keep = |bout: &Bout, _: &Standing| {
        archive.keep(bout)?;
        games += 1;
        stop.store(games >= stop_after, Ordering::Relaxed);
        Ok(())
    };
    meeting.play(Plan { pairs, concurrency: 1 }, &mut standing, &stop, &mut keep).expect("played");
    (games, standing)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_match_goes_on_from_its_file() {
    let folder = folder();
    let (broken, whole) = (folder.path().join("broken"), folder.path().join("whole"));
    let meeting = greedy(3);
    // It stops soon after the third game.
    let begun = go_on(&broken, &meeting, 500, 3).0;
    assert!((3..1000).contains(&begun), "{begun}");
    let pairs = begun as u32 + 4;
    let rest = go_on(&broken, &meeting, pairs, usize::MAX).0;
    assert_eq!(begun + rest, 2 * pairs as usize);
    assert_eq!(go_on(&broken, &meeting, pairs, usize::MAX).0, 0);
    // More pairs of the same match.
    let (games, standing) = go_on(&broken, &meeting, pairs + 2, usize::MAX);
    assert_eq!((games, standing.pairs().count()), (4, u64::from(pairs) + 2));
    let (_, at_once) = go_on(&whole, &meeting, pairs + 2, usize::MAX);
    assert_eq!((standing.tally(), standing.pairs()), (at_once.tally(), at_once.pairs()));
    let read = |path: &Path| {
        let records = Record::parse_all(&fs::read_to_string(path).expect("read")).expect("records");
        let mut actions: Vec<_> =
            records.into_iter().map(|record| (record.tags.get("Round").map(str::to_owned), record.turns)).collect();
        actions.sort_by(|one, two| one.0.cmp(&two.0));
        actions
    };
    assert_eq!(read(&broken), read(&whole));
    // What a side spent is read back too.
    let (_, again) = go_on(&whole, &meeting, pairs + 2, usize::MAX);
    assert_eq!(again.spent(Side::One).actions, at_once.spent(Side::One).actions);
}

#[test]
fn half_a_record_at_the_end_is_played_again() {
    let folder = folder();
    let meeting = greedy(3);
    let whole = folder.path().join("whole");
    go_on(&whole, &meeting, 2, 99);
    let text = fs::read_to_string(&whole).expect("read");
    let last = text.rfind("[Event").expect("a record");
    for kept in [last, last + 1, last + 5, last + 20, last + 200, text.len() - 6, text.len() - 2] {
        let path = folder.path().join(kept.to_string());
        fs::write(&path, &text[..kept]).expect("written");
        let (games, standing) = go_on(&path, &meeting, 2, 99);
        assert_eq!((games, standing.pairs().count()), (1, 2), "{kept}");
        let again = fs::read_to_string(&path).expect("read");
        assert_eq!(Record::parse_all(&again).expect("records").len(), 4, "{kept}");
        assert!(again.starts_with(&text[..last]), "{kept}");
    }
}

fn refused(path: &Path, meeting: &Match) -> String {
    let before = fs::read(path).expect("a file");
    let error = Archive::open(path, meeting).map(|(_, bouts)| bouts.len()).expect_err("refused").to_string();
    assert_eq!(fs::read(path).expect("a file"), before, "a file that is refused stays as it is");
    error
}

#[test]
fn the_file_of_another_match_is_refused_and_left_alone() {
    let folder = folder();
    let path = folder.path().join("games");
    go_on(&path, &greedy(3), 1, 99);
    for (other, what) in [
        (greedy(4), "line 1: this is no game of this match: MatchSeed is \"3\", and in this match \"4\""),
        (meeting("greedy", "level:easy", "taiwan-quick", 3, Control::Own), "Second is \"greedy\""),
        (
            meeting("greedy", "greedy", "taiwan-club", 3, Control::Own),
            "played by taiwan-quick, this match by taiwan-club",
        ),
        (meeting("greedy", "greedy", "taiwan-quick", 3, Control::Nodes(5)), "TimeControl is \"as each player likes\""),
    ] {
        let error = refused(&path, &other);
        assert!(error.contains(what), "{error}");
    }
    let text = fs::read_to_string(&path).expect("read");
    for (changed, what) in [
        ("Hello.\n".to_owned(), "line 1: this is no game of this match"),
        (text.clone() + &text, "the game 1.1 is there twice"),
        (text.replacen("[Round \"1.1\"]", "[Round \"-\"]", 1), "Round: a round is a pair"),
        (text.replacen("1. ", "7. ", 1), "\"7.\" where the number 1. is expected"),
        (text.replacen("actions=", "actions=x", 1), "FirstSpent"),
        (format!("{text}\nAnd so on.\n"), "line "),
    ] {
        let path = folder.path().join("changed");
        fs::write(&path, &changed).expect("written");
        let error = refused(&path, &greedy(3));
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn two_matches_do_not_write_one_file() {
    let folder = folder();
    let path = folder.path().join("games");
    let (archive, _) = Archive::open(&path, &greedy(1)).expect("opened");
    assert!(matches!(Archive::open(&path, &greedy(1)), Err(ArchiveError::Busy)));
    drop(archive);
    assert!(Archive::open(&path, &greedy(1)).is_ok());
}

#[test]
fn names_with_quotes_and_the_like_are_read_back() {
    let folder = folder();
    let path = folder.path().join("games");
    // It is never started; the games are made by others.
    let odd = meeting("greedy", "uci:'a \"b\" \\ c'\td", "taiwan-quick", 1, Control::Own);
    let mut file = OpenOptions::new().append(true).create(true).open(&path).expect("a file");
    let mut record = games(&greedy(1), 1, 1).remove(&Round { pair: 1, swapped: false }).expect("a game");
    for (name, value) in [
        ("Second", odd.entrant(Side::Two).to_string().as_str()),
        ("FirstSpent", "actions=1 time=2us over=0us"),
        ("SecondSpent", "actions=1 time=2us over=0us nodes=4"),
    ] {
        record.tags.set(name, value).expect("a tag");
    }
    writeln!(file, "{record}").expect("written");
    let (_, bouts) = Archive::open(&path, &odd).expect("the same match");
    assert_eq!(bouts.len(), 1);
    assert_eq!(bouts[0].spent(Side::Two).nodes, Some(4));
}
