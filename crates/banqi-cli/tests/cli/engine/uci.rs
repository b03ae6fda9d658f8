//! The UCI dialect of docs/engine-protocols.md.

use banqi::{Action, Ply};

use super::{Driver, Table};
use crate::run_with;

/// A position in which a search goes on for ever.
const MIDDLE: &str = "position fen k?R?/?P?c/??n?/?G??/??p?/M??r/?C??/??N? r K1G1M1R1N1C1P4g2m2r1n1c1p4 0 21";

/// What was said up to the answer, and the answer.
fn answer(driver: &Driver) -> (Vec<String>, String) {
    let mut lines = driver.up_to("bestmove ");
    let best = lines.pop().expect("there is an answer");
    (lines, best.trim_start_matches("bestmove ").to_string())
}

/// Everything that comes before the engine is ready: nothing more, if it has said nothing else.
fn said(driver: &mut Driver) -> Vec<String> {
    driver.tell("isready");
    let mut lines = driver.up_to("readyok");
    lines.pop();
    lines
}

/// The value of a word of an info line.
fn word<'a>(info: &'a str, key: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|word| *word != key);
    words.nth(1).unwrap_or_else(|| panic!("{key} in {info:?}"))
}

#[test]
fn it_introduces_itself() {
    let mut driver = Driver::new(&["--level", "expert", "--hash", "16", "--rules", "hong-kong:chain=on"]);
    driver.tell("uci");
    let lines = driver.up_to("uciok");
    assert_eq!(lines[0], format!("id name Banqi {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(lines[1], "id author The Banqi authors");
    let options: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert_eq!(
        options,
        [
            "Rules type string default hong-kong:chain=on",
            "Hash type spin default 16 min 1 max 16384",
            "Threads type spin default 1 min 1 max 256",
            "Level type combo default expert var easy var normal var expert var master",
            "Tables type string default <empty>",
        ]
    );
    assert!(said(&mut driver).is_empty());
    assert!(driver.leave().is_empty());
}

/// Both sides of a game, asked before every action; the referee tells what comes up.
fn plays_a_game(rules: &str, level: &str, seed: u64) -> Table {
    let mut driver = Driver::new(&[]);
    driver.tell(&format!("setoption name Rules value {rules}"));
    driver.tell(&format!("setoption name Level value {level}"));
    driver.tell("ucinewgame");
    let mut table = Table::new(rules, seed);
    let mut position = "position startpos moves".to_string();
    while table.outcome().is_none() {
        driver.tell(&position);
        driver.tell("go");
        let (lines, best) = answer(&driver);
        let info = lines.last().expect("it says what it thinks");
        let chance: f64 = word(info, "wp").parse().expect("a number");
        assert!((0.0..=1.0).contains(&chance), "{info}");
        let action = best.parse().unwrap_or_else(|error| panic!("{error}"));
        // A flip may be told with what is likely to come up.
        assert_eq!(word(info, "pv").parse().map(|ply: Ply| ply.action), Ok(action), "{info}");
        let ply = table.play(action);
        position = format!("{position} {ply}");
    }
    driver.tell(&position);
    driver.tell("go");
    assert_eq!(answer(&driver), (Vec::new(), "none".to_string()));
    // What it made of the game is what the referee has.
    driver.tell("d");
    let shown = said(&mut driver);
    assert!(shown.contains(&format!("position   {}", table.game.position())), "{shown:?}");
    assert!(shown.iter().any(|line| line.starts_with("result ")), "{shown:?}");
    assert!(driver.leave().is_empty());
    table
}

#[test]
fn it_plays_whole_games() {
    for (seed, rules) in ["taiwan-quick", "taiwan-chase:quiet=30", "taiwan-league:quiet=30"].into_iter().enumerate() {
        plays_a_game(rules, "normal", seed as u64);
    }
}

/// An action at a time, and `end` too: with every house rule.
#[test]
fn it_plays_chains_and_attacks_in_the_dark() {
    let rules = "hong-kong:quiet=30,chain=on,dark=trade,rush=on,diagonal=on";
    let (mut hops, mut dark) = (0, 0);
    for seed in 0..3 {
        let table = plays_a_game(rules, "normal", seed);
        let plies: Vec<_> = table.game.plies().collect();
        hops += table.game.positions().filter(|position| position.chain().is_some()).count();
        dark += plies.iter().filter(|ply| ply.revealed.is_some() && matches!(ply.action, Action::Move { .. })).count();
    }
    assert!(hops > 0 && dark > 0, "{hops} {dark}");
}

#[test]
fn it_is_heard_while_it_thinks() {
    let mut driver = Driver::new(&[]);
    driver.tell(MIDDLE);
    driver.tell("go infinite");
    for _ in 0..3 {
        assert!(said(&mut driver).iter().all(|line| line.starts_with("info depth ")));
    }
    driver.tell("stop");
    let (_, best) = answer(&driver);
    assert!(best.parse::<Action>().is_ok(), "{best}");
    // Once is enough.
    driver.tell("stop");
    assert!(said(&mut driver).is_empty());
    assert!(driver.leave().is_empty());
}

/// Before the first flip all actions are alike, and at the end of a game there is none: the searches end at once.
#[test]
fn an_infinite_search_waits_for_stop() {
    let mut driver = Driver::new(&["--level", "easy"]);
    for (position, expected) in [("startpos", None), ("fen 4/4/4/4/4/4/4/K3 b - 0 30", Some("none"))] {
        driver.tell(&format!("position {position}"));
        driver.tell("go infinite");
        for _ in 0..20 {
            assert!(said(&mut driver).iter().all(|line| line.starts_with("info depth ")), "{position}");
        }
        driver.tell("stop");
        let (_, best) = answer(&driver);
        assert!(expected.is_none_or(|expected| best == expected), "{best}");
    }
    assert!(driver.leave().is_empty());
}

#[test]
fn a_search_ends_by_its_limits() {
    let mut driver = Driver::new(&[]);
    driver.tell(MIDDLE);
    for limits in ["nodes 5000", "depth 2", "movetime 50", "wtime 1000 btime 1", "wtime 500 winc 20 nodes 99999999"] {
        driver.tell(&format!("go {limits}"));
        let (lines, best) = answer(&driver);
        assert!(best.parse::<Action>().is_ok(), "{limits}: {best}");
        let info = lines.last().expect("it says what it thinks");
        match limits {
            "nodes 5000" => assert!(word(info, "nodes").parse::<u64>().is_ok_and(|nodes| nodes <= 5000), "{info}"),
            "depth 2" => assert_eq!(word(info, "depth"), "2"),
            _ => {}
        }
        let mut keys = info.split(' ').filter(|word| word.chars().all(char::is_alphabetic));
        let order =
            ["info", "depth", "seldepth", "nodes", "nps", "time", "score", "wp", "cp", "hashfull", "tbhits", "pv"];
        assert!(order.iter().all(|key| keys.next() == Some(key)), "{info}");
    }
    assert!(driver.leave().is_empty());
}

/// What a script writes without waiting: every search is answered, in order, and each stop ends its own.
#[test]
fn what_cannot_be_done_yet_waits() {
    let mut driver = Driver::new(&[]);
    driver.tell(&format!(
        "{MIDDLE}\ngo infinite\nstop\nposition fen 3k/4/4/4/4/4/?3/P3 r r1 18 70\ngo infinite\nstop\n\
         position fen 4/4/4/4/4/4/4/K3 b - 0 30\ngo infinite\nsetoption name Hash value 0\nstop"
    ));
    let best = [(); 3].map(|()| answer(&driver).1);
    assert!(best[0].parse::<Action>().is_ok(), "{best:?}");
    assert!(["a1-b1", "a2"].contains(&best[1].as_str()), "{best:?}");
    assert_eq!(best[2], "none");
    let last = driver.leave();
    assert!(matches!(&last[..], [only] if only.starts_with("info string option Hash: ")), "{last:?}");
}

#[test]
fn the_end_of_the_input_ends_a_conversation() {
    // Nobody will stop it.
    let said = run_with(&["engine"], format!("{MIDDLE}\ngo infinite\n").as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{}", said.out);
    // This one ends by itself, and what waited comes after it. The last line has no end.
    let said = run_with(&["engine"], format!("{MIDDLE}\ngo depth 1\nposition startpos\ngo depth 1\nd").as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert_eq!(said.out.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{}", said.out);
    assert_eq!(run_with(&["engine"], b"").out, "");
}

#[test]
fn a_search_that_waited_has_its_whole_time() {
    let said = run_with(&["engine"], format!("{MIDDLE}\n{}", "go movetime 100\n".repeat(4)).as_bytes());
    let lines: Vec<&str> = said.out.lines().collect();
    let last = lines.iter().zip(&lines[1..]).filter(|(_, next)| next.starts_with("bestmove "));
    let depths: Vec<&str> = last.map(|(info, _)| word(info, "depth")).collect();
    assert!(depths.len() == 4 && !depths.contains(&"0"), "{}", said.out);
}

#[test]
fn quitting_breaks_off() {
    let mut driver = Driver::new(&[]);
    for line in [MIDDLE, "go infinite", "position startpos", "go infinite", "isready", "quit", "uci"] {
        driver.tell(line);
    }
    let rest = driver.leave();
    assert_eq!(rest.iter().filter(|line| line.starts_with("bestmove ")).count(), 1, "{rest:?}");
    assert!(!rest.contains(&"uciok".to_string()), "{rest:?}");
    assert_eq!(run_with(&["engine"], b"quit\nuci\n").out, "");
}

/// Of what is understood in part, the rest is explained; of what is not understood nothing is said.
#[test]
fn what_is_wrong_is_explained_and_changes_nothing() {
    let start = "????/????/????/????/????/????/????/????";
    let wrong = [
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value none",
        "setoption name Contempt value 5",
        "setoption name Level value hard",
        "setoption name Rules value taiwan-quik",
        "setoption name Tables value /no/such/folder",
        "position",
        "position here",
        "position startpos b2=G",
        "position startpos moves b2",
        "position startpos moves b2=G b2-b3",
        "position startpos moves b2=G b3=G b4=G",
        "position startpos moves b2=G end",
        "position startpos moves e9=G",
        "position fen",
        "position fen 8/8",
        &format!("position fen {start} - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0"),
        &format!("position fen {start} - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1 2"),
        &format!("position fen {start} r K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1"),
        &format!("position fen {start} - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 zero 1"),
        "position fen 3k/4/4/4/4/4/?3/P3 r r1 181 70",
        "position fen 3k/4/4/4/4/4/?3/P3 r r1 18 70 moves a1-a2",
        "go depth",
        "go nodes many",
        "go movetime 1e3",
    ];
    let mut driver = Driver::new(&[]);
    driver.tell(MIDDLE);
    let shown = |driver: &mut Driver| {
        driver.tell("d");
        said(driver)
    };
    let before = shown(&mut driver);
    for line in wrong {
        driver.tell(line);
        let said = said(&mut driver);
        assert!(matches!(&said[..], [only] if only.starts_with("info string ")), "{line}: {said:?}");
        assert_eq!(shown(&mut driver), before, "{line}");
    }
    driver.tell("setoption name Rules value taiwan-quik");
    assert!(said(&mut driver)[0].contains("taiwan-quik"));
    driver.tell("position startpos moves b2=G b2-b3");
    assert!(said(&mut driver)[0].contains("move 2: b2-b3 is not legal: "));
    driver.tell("go ponder depth 1");
    assert!(answer(&driver).0[0].starts_with("info string go: \"ponder\" is not understood"));
    for unknown in ["", " ", "ponderhit", "debug on", "register later", "uc i", "b2=G", "=5", "\u{0}", "\t", "GO"] {
        driver.tell(unknown);
        assert!(said(&mut driver).is_empty(), "{unknown:?}");
    }
    assert_eq!(shown(&mut driver), before);
    assert!(driver.leave().is_empty());
}

#[test]
fn no_bytes_end_a_conversation() {
    let long = "a1=K ".repeat(1 << 19);
    let mut input = format!("position startpos moves {long}\nisready\n").into_bytes();
    input.extend(b"\xff\xfe\nposition startpos moves \xff=K\nposition fen \xc3\x28\nisready\r\n\0\0\0\n");
    input.extend(
        format!("setoption name {}\nposition startpos moves {}\n", "x".repeat(9999), "b2-b3-".repeat(9999)).bytes(),
    );
    input.extend(b"isready");
    let said = run_with(&["engine"], &input);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = said.out.lines().collect();
    let expected = ["info", "readyok", "info", "info", "readyok", "info", "info", "readyok"];
    assert_eq!(lines.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect::<Vec<_>>(), expected);
    assert!(lines.iter().all(|line| line.len() < 2000), "{lines:?}");
    assert!(lines[0].contains("a line has at most"), "{}", lines[0]);
}

#[test]
fn the_rules_are_set_before_the_position() {
    let mut driver = Driver::new(&[]);
    driver.tell("setoption name Rules value taiwan-quick:chain=on");
    driver.tell("position fen 3k/4/4/4/4/1npc/1R2/4 r - 0 41 moves b2-b3");
    driver.tell("go");
    let (_, best) = answer(&driver);
    assert!(["b3-c3", "end"].contains(&best.as_str()), "{best}");
    // The next set of rules has another game.
    driver.tell("setoption name Rules value mainland");
    driver.tell("d");
    assert!(said(&mut driver).contains(&"turn       1, First to move".to_string()));
    assert!(driver.leave().is_empty());
}
