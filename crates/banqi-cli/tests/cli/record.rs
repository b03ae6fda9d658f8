//! `banqi record`.

use std::fs;
use std::path::PathBuf;

use crate::{Said, error, out, run, run_with};

/// The example of docs/notation.md.
const CHAIN: &str = r#"[Event "Example"]
[Site "?"]
[Date "2026.01.31"]
[Round "-"]
[First "Ann"]
[Second "Ben"]
[FirstColour "red"]
[Rules "taiwan-quick:chain=on"]
[Result "1-0"]
[Termination "elimination"]
[Position "4/4/4/4/4/1npc/1R2/4 r - 0 41"]

21. b2-b3-c3-d3 1-0
"#;

const RESIGNED: &str = r#"[Rules "mainland"]
[Result "0-1"]
[Termination "resignation"]

1. b2=G b3=p 2. b2-b3 {[%clk 0:01:30] brave} 0-1
"#;

fn check(text: &str) -> Said {
    run_with(&["record", "check", "-"], text.as_bytes())
}

/// The lines that are printed about a wrong text, without the summary.
fn findings(text: &str) -> Vec<String> {
    let said = run_with(&["record", "check", "--quiet", "-"], text.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(1), ""), "{}", said.out);
    let mut lines: Vec<String> = said.out.lines().map(str::to_string).collect();
    let summary = lines.pop().expect("there is a summary");
    assert!(summary.ends_with(&format!(" {} wrong", lines.len())), "{summary}");
    lines
}

/// A file for one test, removed at its end.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("banqi-{}-{name}", std::process::id()));
        fs::write(&path, text).expect("a temporary file can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a temporary path is UTF-8")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn games_that_are_right() {
    let said = check(&format!("{CHAIN}\n{RESIGNED}"));
    // The second game begins after the thirteen lines of the first and an empty one.
    let expected = "\
standard input:1: game 1: Ann - Ben 1-0 (elimination), 1 turn
standard input:15: game 2: First - Second 0-1 (resignation), 3 turns
2 games, 0 wrong
";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(0), expected, ""));
    let quiet = run_with(&["record", "check", "--quiet", "-"], RESIGNED.as_bytes());
    assert_eq!((quiet.code, quiet.out.as_str()), (Some(0), "1 game, 0 wrong\n"));
}

#[test]
fn a_turn_that_cannot_be_played_is_named() {
    let wrong = CHAIN.replace("c3-d3", "c3-c4");
    let findings = findings(&format!("{RESIGNED}\n{wrong}\n{RESIGNED}"));
    assert_eq!(findings.len(), 1);
    // The second game begins after the five lines of the first and an empty one; its moves stand twelve lines below.
    let expected = "standard input:19: game 2: turn 41 (21. b2-b3-c3-c4): ";
    assert!(findings[0].starts_with(expected), "{findings:?}");
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let wrong = CHAIN.replace("21. ", "20. ");
    let findings = findings(&format!("{RESIGNED}\n{wrong}\n{RESIGNED}"));
    // Line 7 is the game's first; its moves stand twelve lines below.
    assert_eq!(findings.len(), 1);
    assert!(findings[0].starts_with("standard input:19: game 2: "), "{findings:?}");
    assert!(findings[0].contains("20.") && findings[0].contains("21."), "{findings:?}");
}

#[test]
fn every_wrong_game_is_found() {
    let no_rules = RESIGNED.replace("mainland", "mainlnd");
    let no_result = RESIGNED.replace(" 0-1\n", "\n");
    let not_over = CHAIN.replace("-d3 1-0", "-end 1-0");
    let text = [no_rules.as_str(), &no_result, RESIGNED, &not_over].join("\n");
    let findings = findings(&text);
    let places: Vec<&str> = findings.iter().map(|line| line.split(": ").next().unwrap_or_default()).collect();
    // Games of 5, 5 and 5 lines with an empty one between: they begin in lines 1, 7, 13 and 19. The second ends where
    // the third begins; the fourth has its result in its thirteenth line.
    assert_eq!(places, ["standard input:1", "standard input:13", "standard input:31"], "{findings:?}");
}

#[test]
fn files_are_named_and_unreadable_ones_do_not_hide_the_others() {
    let good = TempFile::new("good.txt", RESIGNED);
    let bad = TempFile::new("bad.txt", RESIGNED.replace("b3=p", "b2=p"));
    let said = run(&["record", "check", "-q", good.path(), "/nonexistent/a", bad.path(), "/nonexistent/b"]);
    assert_eq!(said.code, Some(2));
    assert!(said.out.starts_with(&format!("{}:5: game 1: turn 2 (1... b2=p): ", bad.path())), "{}", said.out);
    assert!(said.out.ends_with("2 games, 1 wrong, 2 files without a game to check\n"), "{}", said.out);
    assert!(said.err.contains("/nonexistent/a") && said.err.contains("/nonexistent/b"), "{}", said.err);
    assert!(!said.err.contains("os error") && !said.err.contains("banqi help"), "{}", said.err);
    assert!(error(&["record", "check", "/"]).contains("/ cannot be read"));
}

#[test]
fn texts_that_are_no_records() {
    for empty in ["", "\n\n"] {
        let said = check(empty);
        let expected = "standard input: there is no game in it\n0 games, 0 wrong, 1 file without a game to check\n";
        assert_eq!((said.code, said.out.as_str()), (Some(1), expected));
    }
    assert_eq!(findings("hello").len(), 1);
    assert_eq!(findings("[").len(), 1);
    assert_eq!(findings("{").len(), 1);
    assert_eq!(findings("\0").len(), 1);
    let latin = TempFile::new("latin.txt", b"[Event \"x\"]\n[Site \"caf\xe9\"]\n");
    let said = run(&["record", "check", latin.path()]);
    assert_eq!(said.code, Some(1));
    assert!(said.out.starts_with(&format!("{}:2: ", latin.path())), "{}", said.out);
}

/// What --resume refuses is no record that is right.
#[test]
fn a_saved_game_that_cannot_be_resumed_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saved.txt");
    let path = path.to_str().expect("a temporary path is UTF-8");
    run_with(&["play", "--two", "--seed", "1", "--save", path], b"b2\nb3\n");
    let saved = fs::read_to_string(path).expect("saved");
    assert!(saved.contains("[Resume \""), "{saved}");
    assert_eq!(check(&saved).code, Some(0), "{saved}");
    let line = 1 + saved.lines().position(|line| line.starts_with("[Resume ")).expect("a tag");
    for damaged in [saved.replace("[Resume \"", "[Resume \"0"), saved.replace("\n1. b2=", "\n1. b4=")] {
        let findings = findings(&damaged);
        assert_eq!(findings.len(), 1, "{damaged}");
        let expected = format!("standard input:{line}: game 1: the tag Resume is damaged");
        assert!(findings[0].starts_with(&expected), "{findings:?}");
        fs::write(path, &damaged).expect("written");
        let error = error(&["play", "--resume", path]);
        assert_eq!(error.matches("the tag Resume is damaged").count(), 1, "{error}");
    }
}

#[test]
fn a_game_is_shown_at_its_end_and_before_a_turn() {
    let file = TempFile::new("show.txt", format!("{RESIGNED}\n{CHAIN}"));
    let text = out(&["record", "show", file.path(), "--game", "2"]);
    assert!(text.contains("\nFirst      Ann\n"), "{text}");
    assert!(text.contains("\n3  .  .  . [R]\n") || text.contains("\n3  .  . [.][R]\n"), "{text}");
    assert!(text.contains("\nresult     First (Ann, red) wins by elimination\n"), "{text}");
    let text = out(&["record", "show", file.path(), "--turn", "3"]);
    assert!(text.contains("\nturn       3, First (red) to move\n"), "{text}");
    assert!(text.contains("\n3  ? [p] ?  ? \n"), "{text}");
    assert!(error(&["record", "show", file.path(), "--turn", "5"]).contains("numbers 1 to 4"));
    assert!(error(&["record", "show", file.path(), "--turn", "0"]).contains("numbers 1 to 4"));
    assert!(error(&["record", "show", file.path(), "--game", "3"]).contains("numbers 1 to 2"));
    assert!(error(&["record", "show", "/nonexistent"]).contains("cannot be read"));
}

/// What is checked and what is shown count turns alike.
#[test]
fn the_turn_that_is_wrong_can_be_shown() {
    let file = TempFile::new("turn.txt", RESIGNED.replace("2. b2-b3", "2. b2-c3"));
    let said = run(&["record", "check", file.path()]);
    let turn = said.out.split("turn ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a turn is named");
    let text = out(&["record", "show", file.path(), "--turn", turn]);
    assert!(text.contains(&format!("\nturn       {turn}, First (red) to move\n")), "{text}");
}

#[test]
fn the_turns_are_listed() {
    let file = TempFile::new("moves.txt", RESIGNED);
    let text = out(&["record", "show", file.path(), "--moves"]);
    assert!(text.contains("\n     First       Second\n   1 b2=G      2 b3=p\n   3 b2-b3\n\n"), "{text}");
    let text = out(&["record", "show", file.path(), "--moves", "--pieces", "traditional"]);
    assert!(text.contains("\n   1 b2=G 仕     2 b3=p 卒\n"), "{text}");
}

#[test]
fn what_lay_face_down_is_shown_at_the_end_only() {
    // One Soldier against what lies on a2, which is told once the game is over.
    let text = "[Rules \"mainland\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
                [Position \"3k/4/4/4/4/4/?3/P3 r r1 0 41\"]\n\
                [Deal \"....r...........................\"]\n\n21. a1-b1 0-1\n";
    let file = TempFile::new("deal.txt", text);
    let shown = out(&["record", "show", file.path()]);
    assert!(shown.contains("\n2 <r> .  .  . \n") && shown.contains("< > lay face down.\n"), "{shown}");
    let before = out(&["record", "show", file.path(), "--turn", "41"]);
    assert!(before.contains("\n2  ?  .  .  . \n") && !before.contains("lay face down"), "{before}");
}

#[test]
fn a_game_that_is_over_is_shown_and_not_resumed() {
    let file = TempFile::new("over.txt", RESIGNED);
    let error = error(&["play", "--resume", file.path()]);
    assert!(error.contains(&format!("help: 'banqi record show {}' shows it", file.path())), "{error}");
}

/// The Soldier stands beside the General that it takes; instead they agree on a draw.
const LET_GO: &str = r#"[Rules "taiwan-club"]
[Result "1/2-1/2"]
[Termination "agreement"]
[Position "4/4/4/4/4/4/k3/P3 r - 0 41"]

21. a1-b1 1/2-1/2
"#;

#[test]
fn a_win_that_was_let_go_is_found() {
    let won =
        LET_GO.replace("a1-b1 1/2-1/2", "a1-a2 1-0").replace("1/2-1/2", "1-0").replace("agreement", "elimination");
    let file = format!("{LET_GO}\n{won}");
    let said = run_with(&["record", "lapses", "-"], file.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", said.out);
    assert!(
        lines[0].contains("game 1: first had won before turn 41 (by table, 1 plies to conversion)"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], "2 games, 1 drawn; 2 won by table, 1 of them won; 1 lapses");
    let said = run_with(&["record", "lapses", "--json", "-"], file.as_bytes());
    let found: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&found["games"], &found["converted"], &found["lapses"][0]["turn"]), (&2.into(), &1.into(), &41.into()));
}

/// Four against a General that has nowhere to hide, with a piece too many for the tables.
#[test]
fn a_search_finds_what_tables_do_not() {
    let drawn = LET_GO.replace("4/4/4/4/4/4/k3/P3", "G2K/4/4/4/4/4/k3/PG1M").replace("a1-b1", "d8-d7 a2-a3");
    let said = run_with(&["record", "lapses", "--nodes", "20000", "--every", "1", "-"], drawn.as_bytes());
    assert!(
        said.out.contains("first had won before turn 4") && said.out.contains("(by search)"),
        "{}{}",
        said.out,
        said.err
    );
    let said = run_with(&["record", "lapses", "-"], drawn.as_bytes());
    assert_eq!(said.out, "1 games, 1 drawn; 0 won by table, 0 of them won; 0 lapses\n");
}
