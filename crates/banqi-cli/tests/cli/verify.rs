//! `banqi verify`.

use banqi::{Action, Ending, Game, Outcome, Preset, Reason, Record, Seat, Square};
use serde_json::{Value, json};

use crate::{Said, error, run, run_with};

/// Of docs/fairness.md.
const CODE: &str = "3NF2-E3A0-Z9H9-A8HC";

/// The example of docs/fairness.md, played for nine turns.
fn record() -> String {
    let dealt = banqi_deal::example();
    let mut game = Game::new(Preset::TaiwanTournament.rules());
    for square in Square::all().take(9) {
        game.play(dealt.deal().ply(game.position(), Action::Flip(square))).expect("a flip is legal");
    }
    let ending = Ending::Finished(Outcome::win(Seat::Second, Reason::Resignation));
    let mut record = Record { ending, ..Record::of(&game) };
    dealt.write_tags(&mut record.tags);
    record.to_string()
}

fn verify(text: &str, more: &[&str]) -> Said {
    let said = run_with(&[&["verify", "-"], more].concat(), text.as_bytes());
    assert_eq!(said.err, "", "{}", said.out);
    said
}

fn failure(text: &str, more: &[&str]) -> String {
    let said = verify(text, more);
    assert_eq!(said.code, Some(1), "{}", said.out);
    said.out
}

#[test]
fn with_the_code_it_is_the_deal_that_was_sealed() {
    for code in [CODE, "3nf2e3aoz9h9a8hc"] {
        let said = verify(&record(), &["--seal", code]);
        let expected = "standard input:1: game 1: verified: this is the deal of seal 3NF2-E3A0-Z9H9-A8HC; \
                        9 squares were opened as dealt\n";
        assert_eq!((said.code, said.out.as_str()), (Some(0), expected));
    }
}

#[test]
fn without_the_code_it_is_consistent_with_itself_and_no_more() {
    let said = verify(&record(), &[]);
    assert_eq!(said.code, Some(0));
    assert!(
        said.out.starts_with("standard input:1: game 1: consistent with itself; 9 squares were opened"),
        "{}",
        said.out
    );
    assert!(said.out.contains(CODE) && !said.out.contains("verified"), "{}", said.out);
}

#[test]
fn another_code_is_another_deal() {
    let out = failure(&record(), &["--seal", "3NF2-E3A0-Z9H9-A8HD"]);
    let expected = "verification failed: the code of the seal is 3NF2-E3A0-Z9H9-A8HC, not 3NF2-E3A0-Z9H9-A8HD: this \
                    is not the deal that was sealed\n";
    assert!(out.ends_with(expected), "{out}");
}

/// The line is that of the tag or the turn.
#[test]
fn what_does_not_match_is_named_with_its_line() {
    let text = record();
    let line = |start: &str| 1 + text.lines().position(|line| line.starts_with(start)).expect("a line");
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {text}");
        failure(&text.replace(from, to), &[])
    };
    let named = |line: usize, what: &str| format!("standard input:{line}: game 1: verification failed: {what}\n");

    let out = changed("[S \"00", "[S \"10");
    assert_eq!(out, named(line("[S "), "the server's secret S is not the one that it committed itself to"));
    let out = changed("[C1 \"20", "[C1 \"2");
    let what = "the tag C1: secret: 63 characters; it has 64, all of 0123456789abcdef";
    assert_eq!(out, named(line("[C1 "), what));
    let out = changed("1. a1=k", "1. a1=p");
    let what = "turn 1: a black soldier came up on a1, but a black general was dealt there";
    assert_eq!(out, named(line("1. a1=k"), what));
    let out = changed("[S \"", "[Secret \"");
    assert_eq!(out, named(1, "the tag S is missing, without which the deal cannot be verified"));
    assert!(changed("[Deal \"kG", "[Deal \"Gk").contains("the tag Deal has another piece on a1"), "its line is Deal's");
    assert!(changed("[Game \"0", "[Game \"1").contains("committed itself to"), "the id is in the commitments");
}

#[test]
fn a_record_that_was_never_sealed_is_not_verified() {
    let text = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"aborted\"]\n\n*\n";
    assert!(failure(text, &[]).contains("the record has no proof of its deal"));
    // What is no record has no deal either.
    assert!(failure("[Rules \"mainland\"]\n\n*\n", &[]).starts_with("standard input:3: game 1: verification failed: "));
}

#[test]
fn each_game_of_a_file_has_its_line() {
    let text = format!("{}\n{}", record(), record().replace("[S \"00", "[S \"10"));
    let lines = failure(&text, &[]);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains(": game 1: consistent") && lines[1].contains(": game 2: verification failed: "));
    let said = verify(&text, &["--game", "1", "--seal", CODE]);
    assert_eq!(said.code, Some(0));
    assert!(said.out.contains(": game 1: verified") && said.out.lines().count() == 1, "{}", said.out);
    assert!(failure(&text, &["--game", "2", "--seal", CODE]).contains(": game 2: verification failed: "));
}

#[test]
fn a_code_belongs_to_one_game() {
    let said = run_with(&["verify", "-", "--seal", CODE], format!("{}\n{}", record(), record()).as_bytes());
    assert_eq!(said.code, Some(2));
    let expected = "error: a code belongs to one game, and standard input has 2\n\
                    help: say with --game NUMBER which of them it is\n";
    assert_eq!(said.err, expected);
}

#[test]
fn the_answer_in_json_has_exactly_these_keys() {
    let text = format!("{}\n{}", record(), record().replace("[S \"00", "[S \"10"));
    let out = failure(&text, &["--json"]);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let seal = "1d5e270d40fa6295222ca134059c476df1881a8e11875193f8869d6b061d0957";
    let consistent = json!({"game": 1, "line": 1, "verdict": "consistent", "id": "0123456789abcdef", "code": CODE,
        "seal": seal, "opened": 9, "error": null});
    let line = 1 + text.lines().position(|line| line.starts_with("[S \"10")).expect("a line");
    let failed = json!({"game": 2, "line": line, "verdict": "failed", "id": null, "code": null, "seal": null,
        "opened": null, "error": "the server's secret S is not the one that it committed itself to"});
    assert_eq!(answers, [consistent, failed]);
    let said = verify(&record(), &["--json", "--seal", CODE]);
    assert!(said.out.contains("\"verdict\":\"sealed\""), "{}", said.out);
}

#[test]
fn called_wrongly() {
    assert!(error(&["verify", "/no/such/file"]).contains("/no/such/file cannot be read"));
    assert!(error(&["verify", "/dev/null"]).contains("has no game to verify"));
    assert!(error(&["verify", "/dev/null", "--game", "2"]).contains("has no game 2"));
    let said = run(&["verify", "/dev/null", "--seal", "3NF2-E3A0"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("seal code: 8 characters; it has 16"), "{}", said.err);
    assert_eq!(run(&["verify"]).code, Some(2));
}
