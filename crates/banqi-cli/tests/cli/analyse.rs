//! `banqi analyse`.

use std::fs;

use serde_json::Value;

use crate::{error, out, run, run_with};

/// A crowded position, in which there is all: steps, captures and flips.
const MIDDLE: &str = "k?R?/?P?c/??n?/?G??/??p?/M??r/?C??/??N? r K1G1M1R1N1C1P4g2m2r1n1c1p4 0 21";
/// Red can take the last piece of Black.
const WON: &str = "4/4/4/4/4/4/k3/P3 r - 0 41";

fn json(arguments: &[&str]) -> Value {
    let text = out(&[&["analyse"], arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    let items = value.as_array().expect("a list").iter();
    items.map(|item| item[key].as_str().expect("a text").to_string()).collect()
}

/// A file with a record, which is gone with the answer.
fn recorded(position: &str, turns: &str, result: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text = format!(
        "[First \"Ann\"]\n[Second \"?\"]\n[Rules \"mainland\"]\n[Result \"{result}\"]\n[Termination \"{}\"]\n\
         [Position \"{position}\"]\n\n{turns} {result}\n",
        if result == "*" { "unterminated" } else { "elimination" }
    );
    fs::write(file.path(), text).expect("written");
    file
}

/// Ann misses the win, and takes it in her last turn. Two Soldiers catch a General, but not within six turns: that the
/// General runs into one of them is a mistake too.
fn missed() -> tempfile::NamedTempFile {
    let turns = "21. a4=P a2-b2 22. a1-b1 b2-c2 23. a4-b4 c2-c1 24. b1-c1";
    let file = recorded("4/4/4/4/?3/4/k3/P3 r P1 0 41", turns, "1-0");
    under(&file, "mainland:quiet=6");
    file
}

/// Puts the record under other rules.
fn under(file: &tempfile::NamedTempFile, rules: &str) {
    let text = fs::read_to_string(file.path()).expect("the record");
    fs::write(file.path(), text.replace("mainland", rules)).expect("written");
}

fn path(file: &tempfile::NamedTempFile) -> &str {
    file.path().to_str().expect("a temporary folder is UTF-8")
}

#[test]
fn every_action_has_its_value_and_every_flip_its_chances() {
    let findings = json(&["--fen", MIDDLE, "--nodes", "20000"]);
    assert_eq!(findings["fen"], MIDDLE);
    assert_eq!((&findings["rules"], &findings["turn"]), (&"taiwan-tournament".into(), &21.into()));
    let candidates = findings["candidates"].as_array().expect("candidates");
    let position: Value = serde_json::from_str(&out(&["position", "--json", "--fen", MIDDLE])).expect("JSON");
    let mut actions = texts(&findings["candidates"], "action");
    actions.sort_unstable();
    assert_eq!(serde_json::json!(actions), position["legal"]);
    let values: Vec<f64> = candidates.iter().map(|candidate| number(&candidate["wp"])).collect();
    assert!(values.is_sorted_by(|one, next| one >= next), "the best comes first: {values:?}");
    for candidate in candidates {
        let action = candidate["action"].as_str().expect("an action");
        assert!(candidate["line"][0].as_str().is_some_and(|first| first.starts_with(action)), "{candidate}");
        assert!(candidate["cp"].is_i64(), "{candidate}");
        let Some(outcomes) = candidate["outcomes"].as_array() else {
            assert!(action.contains('-'), "{candidate}");
            continue;
        };
        // The bag's pieces: K G M R N C P and g m r n c p.
        assert_eq!(texts(&candidate["outcomes"], "piece").concat(), "KGMRNCPgmrncp");
        let chances: f64 = outcomes.iter().map(|outcome| number(&outcome["probability"])).sum();
        let mean: f64 = outcomes.iter().map(|outcome| number(&outcome["probability"]) * number(&outcome["wp"])).sum();
        assert!((chances - 1.0).abs() < 1e-9, "{candidate}");
        assert!((mean - number(&candidate["wp"])).abs() < 0.002, "{mean} is the mean of {candidate}");
    }
    let flip = candidates.iter().find(|candidate| candidate["action"] == "b6").expect("a flip");
    assert!((number(&flip["outcomes"][6]["probability"]) - 4.0 / 21.0).abs() < 1e-9, "four of 21 are red Soldiers");
}

#[test]
fn the_same_is_found_again() {
    let args = ["--fen", MIDDLE, "--depth", "2"];
    assert_eq!(json(&args), json(&args));
    assert_eq!(json(&args)["depth"], 2);
}

#[test]
fn a_win_is_a_win() {
    let findings = json(&["--fen", WON, "--depth", "3", "--lines", "1"]);
    assert_eq!(findings["candidates"].as_array().map(Vec::len), Some(1));
    let best = &findings["candidates"][0];
    assert_eq!((&best["action"], number(&best["wp"])), (&"a1-a2".into(), 1.0));
    // A failed attack in the dark costs the last piece.
    let findings =
        json(&["--rules", "taiwan-quick:dark=trade", "--fen", "3k/4/4/4/4/4/?3/P3 r r1 18 70", "--depth", "3"]);
    let attack = findings["candidates"].as_array().expect("candidates").iter().find(|it| it["action"] == "a1-a2");
    let attack = attack.expect("the attack is an action");
    assert_eq!(
        attack["outcomes"],
        serde_json::json!([{"piece": "r", "probability": 1.0, "wp": 0.0, "cp": attack["cp"]}])
    );
}

#[test]
fn people_get_a_list_and_a_table() {
    let text = out(&["analyse", "--fen", MIDDLE, "--depth", "2", "--lines", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.contains(&"turn       21, First (red) to move"), "{text}");
    let list = lines.iter().position(|line| *line == "    action   wins    lead  line").expect("a list");
    for (number, line) in (1..=3).zip(&lines[list + 1..]) {
        assert!(line.starts_with(&format!(" {number}  ")) && line.contains(" % "), "{line}");
    }
    assert!(lines[list + 4].contains("more; --lines "), "{text}");
    let head = lines.iter().position(|line| line.starts_with("      mean    K    G    M")).expect("a table");
    assert_eq!(lines[head + 1], "of 21         1    1    1    1    1    1    4    2    2    1    1    1    4");
    // A line for each of the 21 face-down pieces, no line wider than a terminal.
    assert_eq!(lines.len(), head + 2 + 21, "{text}");
    assert!(lines[head..].iter().all(|line| line.len() == lines[head].len() && line.len() <= 80), "{text}");
    let text = out(&["analyse", "--fen", WON, "--depth", "3"]);
    assert!(text.contains(" 1  a1-a2   100 %     won  a1-a2\n"), "{text}");
    assert!(!text.contains("By what comes up"), "{text}");
}

#[test]
fn a_record_is_looked_at_before_a_turn() {
    let file = missed();
    let at = |turn: &str| json(&[path(&file), "--turn", turn, "--depth", "2"])["fen"].clone();
    assert_eq!(at("41"), "4/4/4/4/?3/4/k3/P3 r P1 0 41");
    assert_eq!(at("43"), "4/4/4/4/P3/4/1k2/P3 r - 1 43");
    let text = fs::read(file.path()).expect("the record");
    let said = run_with(&["analyse", "-", "--turn", "43", "--depth", "1", "--json"], &text);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // Without a turn it is the last position, also when the players have ended the game.
    let file = recorded("4/4/4/4/?3/4/k3/P3 r P1 0 41", "21. a4=P a2-b2", "*");
    assert_eq!(json(&[path(&file), "--depth", "1"])["fen"], "4/4/4/4/P3/4/1k2/P3 r - 1 43");
    let text = fs::read_to_string(file.path()).expect("the record");
    fs::write(file.path(), text.replace("unterminated", "resignation").replace('*', "0-1")).expect("written");
    assert_eq!(json(&[path(&file), "--depth", "1"])["turn"], 43);
}

#[test]
fn a_game_is_reviewed() {
    let file = missed();
    let review = json(&[path(&file), "--all", "--depth", "3"]);
    let turns = &review["turns"];
    assert_eq!(texts(turns, "played"), ["a4=P", "a2-b2", "a1-b1", "b2-c2", "a4-b4", "c2-c1", "b1-c1"]);
    assert_eq!(texts(turns, "seat")[..2], ["first", "second"]);
    assert_eq!(turns[3]["turn"], 44);
    for turn in turns.as_array().expect("turns") {
        let loss = number(&turn["best_wp"]) - number(&turn["wp"]);
        assert!((number(&turn["loss"]) - loss).abs() < 1e-9 && loss >= 0.0, "{turn}");
        assert_eq!(turn["luck"].is_null(), turn["played"] != "a4=P", "{turn}");
        assert!(
            turn["line"][0]
                .as_str()
                .is_some_and(|first| turn["best"].as_str().is_some_and(|best| first.starts_with(best)))
        );
    }
    // The General stands beside the Soldier, which turns over another one instead.
    assert_eq!((&turns[0]["best"], number(&turns[0]["best_wp"])), (&"a1-a2".into(), 1.0));
    assert!(number(&turns[0]["loss"]) >= 0.15, "{}", turns[0]);
    // Nothing else could come up.
    assert!(number(&turns[0]["luck"]).abs() < 1e-9, "{}", turns[0]);
    // The last action wins, and the one before is why.
    assert_eq!((number(&turns[6]["wp"]), number(&turns[6]["loss"])), (1.0, 0.0));
    assert_eq!(turns[5]["wp"], 0.0);
    let players = &review["players"];
    assert_eq!((&players["first"]["name"], &players["second"]["name"]), (&"Ann".into(), &Value::Null));
    assert_eq!((&players["first"]["actions"], &players["second"]["actions"]), (&4.into(), &3.into()));
    assert!(players["first"]["blunders"].as_u64().is_some_and(|count| count >= 1), "{players}");

    let text = out(&["analyse", path(&file), "--all", "--depth", "3"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "turn  seat    played    wins  best   wins   loss   luck");
    assert!(lines[1].starts_with("  41  First   a4=P  ") && lines[1].ends_with("??"), "{text}");
    assert!(lines[2].starts_with("  42  Second  a2-b2 "), "{text}");
    assert!(lines[9].starts_with("First (Ann): 4 actions, ") && lines[10].starts_with("Second: 3 actions, "), "{text}");
    assert!(lines.iter().all(|line| line.len() <= 100), "{text}");
}

#[test]
fn a_chain_is_reviewed_by_its_hops() {
    let file = recorded("3k/4/4/4/4/1npc/1R2/KG2 r - 0 41", "21. b2-b3-c3-end", "*");
    under(&file, "mainland:chain=on");
    let review = json(&[path(&file), "--all", "--depth", "1"]);
    assert_eq!(texts(&review["turns"], "played"), ["b2-b3", "b3-c3", "end"]);
    let turns: Vec<&Value> = review["turns"].as_array().expect("turns").iter().map(|turn| &turn["turn"]).collect();
    assert_eq!(turns, [41, 41, 41]);
    assert!(number(&review["turns"][2]["loss"]) > 0.0, "a Cannon is left");
}

#[test]
fn a_time_ends_an_analysis() {
    let findings = json(&["--fen", MIDDLE, "--movetime", "30"]);
    assert!(!findings["candidates"].as_array().expect("candidates").is_empty());
}

#[test]
fn wrong_calls() {
    let file = missed();
    let refused = |arguments: &[&str]| error(&[&["analyse"], arguments].concat());
    assert!(refused(&[path(&file)]).contains("that game is over: first wins by elimination"));
    assert!(refused(&[path(&file), "--turn", "40"]).contains("the game has no turn 40"));
    assert!(refused(&[path(&file), "--turn", "49"]).contains("its turns have the numbers 41 to 48"));
    assert!(refused(&[path(&file), "--game", "2"]).contains("has no game 2"));
    assert!(refused(&["/no/such/file"]).contains("cannot be read"));
    assert!(refused(&["--fen", "8/8"]).contains("position: "));
    assert!(refused(&["--fen", "4/4/4/4/4/4/4/K3 b - 0 30"]).contains("that game is over"));
    let illegal = recorded(WON, "21. a1-b3", "*");
    assert!(refused(&[path(&illegal), "--all"]).contains("banqi record check"));
    for arguments in [
        &[][..],
        &[path(&file), "--fen", WON],
        &[path(&file), "--rules", "mainland"],
        &[path(&file), "--all", "--turn", "41"],
        &["--fen", WON, "--all"],
        &["--fen", WON, "--depth", "2", "--nodes", "5"],
        &["--fen", WON, "--depth", "0"],
        &["--fen", WON, "--lines", "0"],
        &["--fen", WON, "--movetime", "x"],
    ] {
        let said = run(&[&["analyse"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
    }
}
