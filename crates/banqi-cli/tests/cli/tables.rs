//! `banqi tables`, with the counts of spec/exact-values.md.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Said, banqi, error, out, run};

fn json(text: &str) -> Value {
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(text).expect("JSON")
}

/// A folder with the tables of so many pieces under some rules.
fn folder(rules: &str, pieces: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    out(&["tables", "build", "--pieces", pieces, "--rules", rules, "--out", text(folder.path())]);
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

const FREE: &str = "taiwan-tournament:quiet=none,repetition=none";

#[test]
fn tables_are_built_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = ["tables", "build", "--pieces", "3", "--out", text(folder.path()), "--json"];
    let built = json(&out(&call));
    let keys: Vec<&String> = built.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["rules", "pieces", "tables", "kept", "positions", "bytes", "longest", "limited", "seconds"]);
    assert_eq!((&built["rules"], &built["tables"], &built["kept"]), (&json!(FREE), &json!(25), &json!(0)));
    // The exact values' document: 18 plies with two pieces, 24 with three.
    assert_eq!((&built["longest"], &built["limited"]), (&json!(24), &json!(false)));
    let size: u64 = fs::read_dir(folder.path().join("free"))
        .expect("a folder")
        .map(|file| file.and_then(|file| file.metadata()).expect("a file").len())
        .sum();
    assert_eq!(built["bytes"], json!(size));
    let again = json(&out(&call));
    assert_eq!((&again["tables"], &again["kept"], &again["bytes"]), (&json!(25), &json!(25), &json!(0)));
    let told = out(&call[..6]);
    assert!(told.starts_with("25 tables, 25 of them there already, "), "{told}");
    assert!(told.contains("\nlongest way to a conversion 24 plies; "), "{told}");
}

#[test]
fn the_counts_are_those_of_the_document() {
    let folder = folder(FREE, "3");
    let stats = json(&out(&["tables", "stats", "--json", text(folder.path())]));
    assert_eq!(
        stats["totals"],
        json!({
            "2": {"positions": 97_216, "won": 26_624, "drawn": 45_632, "lost": 24_960, "longest": 18},
            "3": {"positions": 19_998_720, "won": 7_822_064, "drawn": 5_126_256, "lost": 7_050_400, "longest": 24},
        })
    );
    let classes = stats["classes"].as_array().expect("classes");
    assert_eq!(classes.len(), 25);
    let keys: Vec<&String> = classes[0].as_object().expect("an object").keys().collect();
    let counts = ["positions", "won", "drawn", "lost", "longest"];
    assert_eq!(keys, [&["class", "pieces", "example", "materials", "kept"][..], &counts].concat());
    let table = out(&["tables", "stats", text(folder.path())]);
    let total = table.lines().find(|line| line.starts_with("3 pieces")).expect("a total");
    let numbers: Vec<&str> = total.split_whitespace().skip(4).collect();
    assert_eq!(numbers[2..], ["19998720", "7822064", "5126256", "7050400", "24"]);
}

#[test]
fn tables_are_verified_and_a_wrong_one_is_found() {
    let folder = folder("taiwan-quick:quiet=5", "2");
    let call = ["tables", "verify", text(folder.path()), "--rules", "taiwan-quick:quiet=5"];
    let told = out(&call);
    assert!(told.starts_with("5 tables, ") && told.contains(" positions, 0 wrong; "), "{told}");
    let answer = json(&out(&[&call[..], &["--json"]].concat()));
    let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["rules", "tables", "positions", "wrong", "contradictions", "damaged", "seconds"]);
    assert_eq!((&answer["tables"], &answer["wrong"], &answer["damaged"]), (&json!(5), &json!(0), &Value::Null));

    let file = folder.path().join("quiet-5/s0-s1");
    let mut bytes = fs::read(&file).expect("a table");
    *bytes.last_mut().expect("a byte") ^= 1;
    fs::write(&file, bytes).expect("it is written");
    let damaged = run(&call);
    assert_eq!((damaged.code, damaged.err.as_str()), (Some(1), ""));
    assert!(damaged.out.contains("s0-s1: damaged or cut off"), "{}", damaged.out);
    let damaged = run(&[&call[..], &["--json"]].concat());
    let answer = json(&damaged.out);
    assert!(damaged.code == Some(1) && answer["damaged"].as_str().is_some_and(|fault| fault.contains("s0-s1")));
    // And is made anew.
    let again =
        out(&["tables", "build", "--pieces", "2", "--rules", "taiwan-quick:quiet=5", "--out", text(folder.path())]);
    assert!(again.starts_with("5 tables, 4 of them there already, "), "{again}");
    assert!(out(&call).contains(" 0 wrong"));
}

/// The Chariot takes the Horse.
const TAKES: &str = "4/4/4/4/4/4/4/Rn2 r - 3 41";

#[test]
fn a_probe_tells_what_each_action_leads_to() {
    let folder = folder(FREE, "3");
    let answer = json(&out(&["tables", "probe", text(folder.path()), "--fen", TAKES, "--json"]));
    let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["position", "rules", "value", "plies", "limit", "actions"]);
    assert_eq!((&answer["value"], &answer["plies"], &answer["limit"]), (&json!("win"), &json!(1), &Value::Null));
    let actions = answer["actions"].as_array().expect("actions");
    assert_eq!(actions.len(), 2);
    assert_eq!(actions[0], json!({"action": "a1-b1", "value": "win", "plies": 1, "next": null}));
    assert_eq!(actions[1]["action"], json!("a1-a2"));
    assert!(actions[1]["next"]["value"].is_string());
    let told = out(&["tables", "probe", text(folder.path()), "--fen", TAKES]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "red to move: win, 1 ply to conversion");
    assert_eq!(lines[1], "  a1-b1    win, 1 ply to conversion, and the game is over");
    assert!(lines[2].starts_with("  a1-a2    "), "{told}");
}

#[test]
fn one_piece_may_be_face_down() {
    let folder = folder(FREE, "3");
    let fen = "4/4/4/4/4/4/1?2/K2n r p1 3 41";
    let answer = json(&out(&["tables", "probe", text(folder.path()), "--fen", fen, "--json"]));
    let actions: Vec<&str> =
        answer["actions"].as_array().expect("actions").iter().filter_map(|action| action["action"].as_str()).collect();
    assert!(actions.len() == 3 && actions.contains(&"b2=p"), "{answer}");
}

#[test]
fn a_probe_says_that_only_the_limit_makes_a_draw() {
    // Two Chariots hunt a Horse from the other end of the board.
    let fen = |quiet: u32| format!("n3/4/4/4/4/4/4/R2R r - {quiet} 41");
    let folder = folder("taiwan-quick", "3");
    let call = |rules: &'static str, quiet: u32| {
        let fen = fen(quiet);
        (
            out(&["tables", "probe", text(folder.path()), "--rules", rules, "--fen", &fen]),
            json(&out(&["tables", "probe", text(folder.path()), "--rules", rules, "--fen", &fen, "--json"])),
        )
    };
    let (_, fresh) = call("taiwan-quick", 0);
    let plies = fresh["plies"].as_u64().expect("a win") as u32;
    assert_eq!((&fresh["value"], &fresh["limit"]), (&json!("win"), &Value::Null));
    let (_, last) = call("taiwan-quick", 20 - plies);
    assert_eq!(last["value"], json!("win"));
    let (told, late) = call("taiwan-quick", 21 - plies);
    assert_eq!((&late["value"], &late["limit"]["why"]), (&json!("draw"), &json!("quiet-turns")));
    assert_eq!(late["limit"]["otherwise"], json!({"value": "win", "plies": plies}));
    let left = plies - 1;
    assert!(told.contains(&format!("quiet turns leave {left} of the 20 that make a draw")), "{told}");
    // A limit that is too short from the beginning.
    out(&["tables", "build", "--pieces", "3", "--rules", "taiwan-quick:quiet=5", "--out", text(folder.path())]);
    let (told, short) = call("taiwan-quick:quiet=5", 0);
    assert_eq!((&short["value"], &short["limit"]["why"]), (&json!("draw"), &json!("quiet-limit")));
    assert_eq!(short["limit"]["otherwise"], json!({"value": "win", "plies": plies}));
    assert!(told.contains("without the limit of 5 quiet turns it would be a win"), "{told}");
}

#[test]
fn what_no_table_has_is_refused_with_the_reason() {
    let folder = folder("hong-kong", "2");
    let refused =
        |fen: &str, rules: &str| error(&["tables", "probe", text(folder.path()), "--rules", rules, "--fen", fen]);
    for (fen, reason) in [
        ("####/####/####/####/####/####/1k##/K1## r - 0 9", "the board is a small one"),
        ("4/4/4/4/4/4/?k2/K2? r p2 0 9", "2 pieces are face down"),
        ("4/4/4/4/rrnn/4/4/KRRN r - 0 9", "there are 8 pieces, and no table has more than 5"),
        ("4/4/4/4/4/4/4/KRRN r - 0 9", "black has no piece left"),
        ("4/4/4 r - 0 9", "board: "),
    ] {
        let said = refused(fen, "hong-kong");
        assert!(said.contains(reason), "{said}");
    }
    let kinds = "4/4/4/4/4/4/4/Rn2 r - 3 41";
    let said = refused(kinds, "taiwan-classic:chain=on");
    assert!(
        said.contains("a table for R1n1 is not there under taiwan-classic:chain=on (chain=on,quiet=none)"),
        "{said}"
    );
    assert!(said.contains("it has tables for chain=off,quiet=none"), "{said}");
    assert!(said.contains("banqi tables build --pieces N --rules taiwan-classic:chain=on --out "), "{said}");
    let three = refused("4/4/4/4/4/4/4/Rnn1 r - 3 41", "hong-kong");
    assert!(three.contains("but not all of them"), "{three}");
    let nowhere = folder.path().join("nowhere");
    for command in ["stats", "verify"] {
        let said = error(&["tables", command, text(folder.path()), "--rules", "taiwan-classic:chain=on"]);
        assert!(said.contains("there is no table under taiwan-classic:chain=on"), "{said}");
        let said = error(&["tables", command, text(&nowhere)]);
        assert!(said.contains("nowhere") && said.contains("'banqi tables build'"), "{said}");
    }
    fs::write(folder.path().join("free/s0-s1"), "").expect("it is written");
    let said = refused(kinds, "hong-kong");
    assert!(
        said.contains("s0-s1: not a table of this version") && said.contains("makes damaged tables anew"),
        "{said}"
    );
    for wrong in [&["build"][..], &["build", "--out", "x", "--pieces", "6"], &["probe", "x"], &["tables"]] {
        assert_eq!(run(&[&["tables"], wrong].concat()).code, Some(2), "{wrong:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_what_was_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = ["tables", "build", "--pieces", "5", "--threads", "1", "--out", text(folder.path())];
    let child = banqi(&call).spawn().expect("the command starts");
    // Once there is a table, it waits for signals.
    let begun = || fs::read_dir(folder.path().join("free")).is_ok_and(|files| files.count() > 5);
    while !begun() {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let said: Said = child.wait_with_output().expect("it ends").into();
    assert_eq!((said.code, said.err.as_str()), (Some(130), ""));
    assert!(said.out.starts_with("stopped at "), "{}", said.out);
    let again = json(&out(&["tables", "build", "--pieces", "2", "--out", text(folder.path()), "--json"]));
    assert_eq!((&again["tables"], &again["kept"]), (&json!(5), &json!(5)));
}

/// Whoever drives the engine is told, and it plays on.
#[test]
fn an_engine_plays_on_without_damaged_tables() {
    let folder = folder("taiwan-club", "3");
    for file in fs::read_dir(folder.path().join("free")).expect("a folder") {
        fs::write(file.expect("a file").path(), "banqi table 1\n").expect("written");
    }
    let asked = format!(
        "setoption name Rules value taiwan-club\nsetoption name Tables value {}\nposition fen n3/4/4/4/4/4/4/R2R r - 0 41\n\
         go nodes 2000\ngo nodes 2000\n",
        text(folder.path())
    );
    let said = crate::run_with(&["engine"], asked.as_bytes());
    assert_eq!(said.out.matches("bestmove a1-").count() + said.out.matches("bestmove d1-").count(), 2, "{}", said.out);
    // Two Chariots and the Horse, and one of each: two tables, told once.
    assert_eq!(said.out.matches("info string played on without a table: ").count(), 2, "{}", said.out);
    assert!(said.out.contains(" tbhits 0 "), "{}", said.out);
    assert!(
        error(&["engine", "--tables", "no/such/folder"]).contains("--tables no/such/folder: the folder cannot be read")
    );
    assert!(
        error(&["analyse", "--fen", "n3/4/4/4/4/4/4/R2R r - 0 41", "--tables", "no/such/folder"]).contains("--tables")
    );
}
