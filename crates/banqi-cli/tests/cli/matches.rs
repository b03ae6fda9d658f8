//! `banqi match`.

use std::fs;

use serde_json::Value;

use crate::{banqi, error, out, run};

const GREEDY: [&str; 7] = ["match", "--first", "greedy", "--second", "greedy", "--rules", "taiwan-quick"];

fn answer(arguments: &[&str]) -> Value {
    let text = out(arguments);
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).expect("JSON")
}

fn greedy(more: &[&str]) -> Value {
    answer(&[&GREEDY, more, &["--json"]].concat())
}

#[test]
fn the_answer_in_json_has_what_programs_need() {
    let answer = answer(&[
        "match",
        "--first",
        "level:normal",
        "--second",
        "greedy",
        "--rules",
        "taiwan-quick",
        "--pairs",
        "20",
        "--json",
    ]);
    let number = |key: &str| answer[key].as_u64().expect(key);
    let [wins, draws, losses, unfinished] = ["wins", "draws", "losses", "unfinished"].map(number);
    assert_eq!(wins + draws + losses + unfinished, 40);
    let pairs: Vec<u64> =
        ["LL", "LD", "DD/WL", "WD", "WW"].map(|name| answer["pairs"][name].as_u64().expect(name)).into();
    assert_eq!(pairs.iter().sum::<u64>(), 20);
    let quarters = pairs[1] + 2 * pairs[2] + 3 * pairs[3] + 4 * pairs[4];
    assert_eq!(quarters, 2 * wins + draws + unfinished);
    let points = f64::from(u32::try_from(quarters).expect("few pairs")) / 80.0;
    assert!((answer["points"].as_f64().expect("points") - points).abs() < 1e-12);
    assert!(answer["points"].as_f64() > Some(0.7), "{answer}");
    let (first, second) = (&answer["first"], &answer["second"]);
    assert_eq!((first["engine"].as_str(), second["engine"].as_str()), (Some("level:normal"), Some("greedy")));
    assert!(first["nodes_per_second"].as_u64() > Some(0) && second["nodes_per_second"].is_null());
    assert_eq!(answer["faults"].as_array().map(Vec::len), Some(0));
    assert_eq!((answer["sprt"].is_null(), answer["interrupted"].as_bool()), (true, Some(false)));
}

#[test]
fn elo_is_null_when_it_is_infinite() {
    let answer = answer(&[
        "match",
        "--first",
        "level:expert",
        "--second",
        "greedy",
        "--rules",
        "taiwan-quick",
        "--pairs",
        "1",
        "--json",
    ]);
    assert_eq!((answer["wins"].as_u64(), answer["points"].as_f64()), (Some(2), Some(1.0)), "{answer}");
    assert!(answer["elo"].is_null() && answer["error"].is_null());
}

#[test]
fn people_are_told_the_same() {
    let text = out(&[&GREEDY[..], &["--pairs", "5", "--seed", "3"]].concat());
    let answer = greedy(&["--pairs", "5", "--seed", "3"]);
    let counts = ["wins", "draws", "losses", "unfinished"].map(|key| answer[key].as_u64().expect(key));
    let [wins, draws, losses, unfinished] = counts;
    let games = format!("games    10: {wins} won, {draws} drawn, {losses} lost, {unfinished} unfinished");
    assert!(text.contains(&games), "{text}");
    let points = format!("points   {:.4}\n", answer["points"].as_f64().expect("points"));
    assert!(text.contains(&points), "{text}");
    for begin in [
        "rules    taiwan-quick, as each player likes",
        "elo      ",
        "pairs    5: LL ",
        "first    greedy",
        "second   greedy",
    ] {
        assert!(text.lines().any(|line| line.starts_with(begin)), "{begin}: {text}");
    }
}

#[test]
fn a_test_says_what_it_decided() {
    let call =
        ["match", "--first", "level:normal", "--second", "greedy", "--rules", "taiwan-quick", "--sprt", "-10", "100"];
    let decided = answer(&[&call[..], &["--json"]].concat());
    assert_eq!(decided["sprt"]["decision"].as_str(), Some("elo1"), "{decided}");
    assert!(decided["sprt"]["llr"].as_f64() > Some(2.94));
    assert!(decided["wins"].as_u64() < Some(100), "it stops early");
    assert!(out(&call).contains("sprt     -10 or 100 Elo: "), "{}", out(&call));
    assert!(out(&call).contains("decided: 100 Elo is accepted"));
}

#[test]
fn games_are_kept_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let path = path.to_str().expect("UTF-8");
    let played = |pairs: &str| greedy(&["--pairs", pairs, "--out", path]);
    let two = played("2");
    let text = fs::read_to_string(path).expect("kept");
    // Nothing more is played, and the answer is the same.
    let again = played("2");
    assert_eq!(["wins", "pairs"].map(|key| &two[key]), ["wins", "pairs"].map(|key| &again[key]));
    assert_eq!(fs::read_to_string(path).expect("kept"), text);
    let one = played("1");
    assert_eq!(
        one["wins"].as_u64().zip(one["draws"].as_u64()).zip(one["losses"].as_u64()).map(|((w, d), l)| w + d + l),
        Some(2)
    );
    played("3");
    let longer = fs::read_to_string(path).expect("kept");
    assert!(longer.starts_with(&text) && longer.matches("[Round \"3.").count() == 2);
    assert_eq!(out(&["record", "check", "--quiet", path]), "6 games, 0 wrong\n");
    let refused = error(&[&GREEDY[..], &["--seed", "2", "--out", path]].concat());
    assert!(refused.contains("MatchSeed is \"1\", and in this match \"2\""), "{refused}");
}

#[test]
fn our_engine_plays_as_a_program_too() {
    let ours = env!("CARGO_BIN_EXE_banqi");
    for (engine, rules) in [
        (format!("uci:'{ours}' engine"), "taiwan-quick:chain=on,dark=probe"),
        // Its protocol cannot limit the nodes.
        (format!("tcga:'{ours}' engine --protocol tcga --level normal"), "taiwan-league"),
    ] {
        let answer = answer(&[
            "match", "--first", &engine, "--second", "greedy", "--rules", rules, "--pairs", "1", "--nodes", "200",
            "--json",
        ]);
        assert_eq!(answer["faults"].as_array().map(Vec::len), Some(0), "{answer}");
        assert!(answer["points"].as_f64() > Some(0.5), "{answer}");
    }
}

#[cfg(unix)]
#[test]
fn faults_are_listed() {
    // A program that is no engine once it is asked for an action.
    let engine = "uci:sh -c 'while read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; \
                  go) echo bestmove pass;; esac; done'";
    let text = out(&["match", "--first", engine, "--second", "greedy", "--rules", "taiwan-quick", "--pairs", "1"]);
    assert!(text.contains("faults: 2 illegal, 0 time, 0 crash"), "{text}");
    assert!(text.contains("game 1.1: first lost by illegal: \"pass\" is no action"), "{text}");
}

#[test]
fn who_will_not_play_well_is_warned_of_and_who_cannot_is_refused() {
    let call = |rules| ["match", "--first", "misty:/no/such/engine", "--second", "greedy", "--rules", rules];
    let said = run(&call("taiwan-tournament"));
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("warning: misty:/no/such/engine: it ends games as taiwan-club does"), "{}", said.err);
    assert!(said.err.contains("could not be started: No such file or directory"), "{}", said.err);
    assert!(said.out.contains("games    0: "), "what was played is told all the same: {}", said.out);
    let refused = error(&call("taiwan-club:chain=on"));
    assert!(refused.contains("it plays the moves of taiwan-club, and not chain=on"), "{refused}");
}

#[test]
fn wrong_calls() {
    for more in [
        &["--pairs", "0"][..],
        &["--movetime", "0"],
        &["--movetime", "5", "--nodes", "5"],
        &["--increment", "5"],
        &["--sprt", "5"],
        &["--sprt", "5", "x"],
        &["--concurrency", "0"],
        &["--first", "level:hard"],
    ] {
        assert_eq!(run(&[&GREEDY[..], more].concat()).code, Some(2), "{more:?}");
    }
    assert!(error(&[&GREEDY[..], &["--sprt", "5", "0"]].concat()).contains("the smaller one first"));
    assert!(error(&[&GREEDY[..5], &["--rules", "taiwan"]].concat()).contains("did you mean"));
    let unknown = run(&["match", "--first", "gready", "--second", "greedy"]).err;
    assert!(unknown.contains("\"gready\" is no player; it is greedy, level:LEVEL"), "{unknown}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_match_with_what_there_is() {
    use std::io::{BufRead as _, BufReader};

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.txt");
    let path = path.to_str().expect("UTF-8");
    let call = [&GREEDY[..], &["--pairs", "1000000", "--out", path, "--json"]].concat();
    let child = banqi(&call).spawn().expect("the command starts");
    // Once there is a game, it waits for signals.
    let begun = || fs::read_to_string(path).is_ok_and(|text| text.contains("[Round \"2.1\"]"));
    while !begun() {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    let line = BufReader::new(&output.stdout[..]).lines().next().expect("a line").expect("UTF-8");
    let answer: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(answer["interrupted"].as_bool(), Some(true));
    let pairs: u64 = answer["pairs"].as_object().expect("pairs").values().filter_map(Value::as_u64).sum();
    assert!(pairs > 0);
    assert!(out(&["record", "check", "--quiet", path]).ends_with(" games, 0 wrong\n"));
}
