//! The engine has another version whenever it plays otherwise: games that it played on a server name it, and are thought
//! again by it.
//!
//! Whoever changes what the engine plays raises the number in `VERSION` after writing `answers.tsv` and `bench.tsv` anew, and
//! adds the line to `version.tsv` that this test asks for.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use banqi::{Game, Preset};
use banqi_engine::{Engine, Level, Limits, VERSION};

/// FNV-1a with 64 bits (Fowler, Noll and Vo): against forgetting, not against anybody.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The tables of the other tests; they ask with limits of their own.
fn tables() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let read = |name| fs::read_to_string(folder.join(name)).expect("a table");
    let lines = [read("answers.tsv"), read("bench.tsv")];
    lines.iter().flat_map(|table| table.lines()).filter(|line| !line.starts_with('#')).fold(
        String::new(),
        |mut all, line| {
            writeln!(all, "{line}").expect("a text takes everything");
            all
        },
    )
}

/// What each level answers by itself, as it does in games: early, and when few pieces are left.
fn own_answers() -> String {
    let rules = Preset::TaiwanClub.rules();
    let mut early = Game::new(rules);
    for ply in ["b2=G", "b3=p", "c3=P", "c4=k", "a1=c", "d8=R", "b4=m"] {
        early.play(ply.parse().expect("a ply")).expect("legal");
    }
    let late = ["n3/4/1?2/4/4/3c/4/R2R r P1 0 61", "n3/4/4/2G1/4/3c/4/R2R r - 4 81", "n3/4/4/4/4/4/4/R2R b - 10 101"];
    let late = late.map(|position| Game::from_position(rules, position.parse().expect("a position")).expect("a game"));
    let mut all = String::new();
    for game in [early].iter().chain(&late) {
        for level in Level::ALL {
            let thought = Engine::new(level, 7).think(game, &Limits::default(), &|| false).expect("the game goes on");
            writeln!(all, "{level}\t{}\t{}\t{}", thought.action, thought.value.centi(), thought.nodes)
                .expect("as above");
        }
    }
    all
}

#[test]
fn who_plays_otherwise_has_another_version() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version.tsv");
    let table = fs::read_to_string(&path).expect("the table");
    let lines: Vec<(u32, &str)> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once('\t').expect("a number and a checksum"))
        .map(|(number, checksum)| (number.parse().expect("a number"), checksum))
        .collect();
    assert!(lines.is_sorted_by(|(one, _), (other, _)| one < other), "each number is higher than those before");
    let (_, number) = VERSION.split_once('+').expect("a number after the crate's version");
    let found = format!("{:016x}", checksum(&(tables() + &own_answers())));
    let last = lines.last().map(|(number, checksum)| format!("{number}\t{checksum}"));
    assert_eq!(
        last,
        Some(format!("{number}\t{found}")),
        "if the engine plays otherwise, raise the number in VERSION and add a line to version.tsv"
    );
}
