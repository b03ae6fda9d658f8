//! `banqi calibrate`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{error, out, run, run_with};

/// A game that Second wins. Turn by turn the side to move is First, who makes nothing, and Second, who makes a point.
const WON: &str = "[Rules \"mainland\"]\n[Result \"0-1\"]\n[Termination \"elimination\"]\n\
    [Position \"4/4/4/4/4/4/k3/P2p r - 0 41\"]\n\n21. a1-b1 d1-c1 22. b1-b2 a2-a3 23. b2-b3 c1-c2 24. b3-b2 c2-b2 0-1\n\n";

/// The same, before its end and with another one.
fn ended(result: &str, termination: &str) -> String {
    let short = WON.replace(" c2-b2 0-1", &format!(" {result}"));
    short.replace("Result \"0-1\"", &format!("Result \"{result}\"")).replace("elimination", termination)
}

fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().expect("a file");
    fs::write(file.path(), text).expect("written");
    file
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a temporary folder is UTF-8")
}

fn answer(arguments: &[&str]) -> Value {
    let text = out(&[&["calibrate"], arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn every_position_is_in_a_bin() {
    let games = file(&format!("{WON}{WON}{}", ended("1/2-1/2", "agreement")));
    let all = answer(&[path(games.path()), "--every", "1", "--nodes", "500"]);
    // Eight turns, and seven of the game that was given for drawn.
    assert_eq!((&all["games"], &all["positions"], &all["nodes"]), (&json!(3), &json!(23), &json!(500)));
    let bins = all["bins"].as_array().expect("bins");
    assert_eq!(bins.len(), 10);
    let (mut count, mut points, mut apart) = (0, 0.0, 0.0);
    for (number, bin) in (0_u32..).zip(bins) {
        assert_eq!(
            (&bin["from"], &bin["to"]),
            (&json!(f64::from(number) / 10.0), &json!(f64::from(number + 1) / 10.0))
        );
        let own = bin["count"].as_u64().expect("a count") as u32;
        assert_eq!(bin["predicted"].is_null(), own == 0);
        if let (Some(predicted), Some(result)) = (bin["predicted"].as_f64(), bin["result"].as_f64()) {
            assert!((f64::from(number) / 10.0..=f64::from(number + 1) / 10.0).contains(&predicted), "{bin}");
            points += f64::from(own) * result;
            apart += f64::from(own) * (predicted - result).abs();
        }
        count += own;
    }
    assert_eq!(count, 23);
    // Four turns of the winner in each of two games, and half a point for each turn of the third.
    assert!((points - (8.0 + 3.5)).abs() < 1e-9, "{points}");
    let error = all["expected_calibration_error"].as_f64().expect("an error");
    assert!((error - apart / 23.0).abs() < 1e-9, "{error}");
}

#[test]
fn how_many_search_at_once_makes_no_difference() {
    let games = file(&WON.repeat(6));
    let with = |more: &[&str]| answer(&[&[path(games.path()), "--nodes", "300"], more].concat());
    let one = with(&["--concurrency", "1"]);
    assert_eq!(one, with(&["--concurrency", "3"]));
    assert_eq!(one["positions"], 6);
    assert_eq!(with(&["--every", "4", "--seed", "7"])["positions"], 12);
}

#[test]
fn people_get_a_table_and_a_plot() {
    let (games, folder) = (file(WON), tempfile::tempdir().expect("a folder"));
    let plot = folder.path().join("plot.svg");
    let arguments = ["calibrate", path(games.path()), "--every", "1", "--nodes", "500", "--svg", path(&plot)];
    let said = run(&arguments);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.starts_with("Wrote ") && said.err.ends_with("plot.svg\n"), "{}", said.err);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "expected      positions    mean    made  difference");
    assert!(lines[1].starts_with("  0 to  10 %") && lines[10].starts_with(" 90 to 100 %"), "{}", said.out);
    assert!(lines[12].starts_with("expected calibration error ") && lines[12].ends_with(" %, 8 positions of 1 game"));
    let light = fs::read_to_string(&plot).expect("a plot");
    assert!(light.contains("8 positions of 1 game") && light.contains("<circle "), "{light}");
    assert_eq!(run(&[&arguments[..], &["--theme", "dark"]].concat()).code, Some(0));
    assert_ne!(fs::read_to_string(&plot).expect("a plot"), light);
}

#[test]
fn games_without_a_result_of_their_own_are_left_out() {
    let others = [ended("*", "unterminated"), ended("1-0", "time"), ended("0-1", "abandonment")].concat();
    let games = file(&format!("{others}{}", ended("1-0", "resignation")));
    let counted = answer(&[path(games.path()), "--every", "1", "--nodes", "300"]);
    assert_eq!((&counted["games"], &counted["positions"]), (&json!(1), &json!(7)));
    assert!(error(&["calibrate", path(file(&others).path())]).contains("none of the 3 games has a result"));
}

#[test]
fn records_come_from_standard_input_too() {
    let said = run_with(&["calibrate", "-", "--nodes", "300", "--json"], WON.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[test]
fn wrong_calls() {
    let (games, folder) = (file(WON), tempfile::tempdir().expect("a folder"));
    assert!(error(&["calibrate", "/no/such/file"]).contains("cannot be read"));
    assert!(error(&["calibrate", path(file("").path())]).contains("there is no game"));
    let illegal = file(&WON.replace("a1-b1", "a1-c1"));
    assert!(error(&["calibrate", path(illegal.path())]).contains("banqi record check"));
    let unread = file(&WON.replace("a1-b1", "a1--b1"));
    assert!(error(&["calibrate", path(unread.path())]).contains("line 6"));
    let nowhere = folder.path().join("no/plot.svg");
    assert!(error(&["calibrate", path(games.path()), "--nodes", "9", "--svg", path(&nowhere)]).contains("plot.svg"));
    for arguments in [
        &[][..],
        &[path(games.path()), "--nodes", "0"],
        &[path(games.path()), "--every", "0"],
        &[path(games.path()), "--theme", "dark"],
        &[path(games.path()), "--concurrency", "0"],
    ] {
        let said = run(&[&["calibrate"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
    }
}
