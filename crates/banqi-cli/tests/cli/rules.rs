//! `banqi rules`.

use serde_json::{Value, json};

use crate::{error, out};

const PRESETS: [&str; 8] = [
    "taiwan-tournament",
    "taiwan-classic",
    "taiwan-quick",
    "taiwan-chase",
    "hong-kong",
    "mainland",
    "taiwan-club",
    "taiwan-league",
];

#[test]
fn all_presets_with_a_line_each() {
    let text = out(&["rules"]);
    for preset in PRESETS {
        assert_eq!(text.lines().filter(|line| line.starts_with(&format!("  {preset} "))).count(), 1, "{preset}");
    }
    let list: Value = serde_json::from_str(&out(&["rules", "--json"])).expect("JSON");
    let names: Vec<&Value> = list["presets"].as_array().expect("a list").iter().map(|preset| &preset["name"]).collect();
    assert_eq!(json!(names), json!(PRESETS));
}

#[test]
fn a_rule_set_with_changes_is_explained() {
    let text = out(&["rules", "taiwan-chase:quiet=40,rush=on"]);
    assert!(text.starts_with("taiwan-chase:quiet=40,rush=on\n"), "{text}");
    for line in [
        "  quiet        40*",
        "  chase        5 ",
        "  rush         on*",
        "  R Chariot  no   no   no   step",
        "  no-progress ",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line:?} in {text}");
    }
    assert!(text.contains("across a gap"));
    assert!(!text.contains("\n  repetition     The position"), "repetition ends no game here: {text}");
}

/// The chart and the values of docs/rules.md.
#[test]
fn a_rule_set_in_json() {
    let rules: Value = serde_json::from_str(&out(&["rules", "hong-kong:chain=on", "--json"])).expect("JSON");
    assert_eq!(rules["rules"], "hong-kong:chain=on");
    assert_eq!(
        rules["captures"]["P"],
        json!({"K": "step", "R": "no", "N": "no", "C": "no", "G": "no", "M": "no", "P": "step"})
    );
    let value = |key: &str| rules["parameters"][key]["value"].clone();
    assert_eq!(value("ranks"), "KRNCGMP");
    assert_eq!(value("cannon"), "step");
    assert_eq!(value("quiet"), Value::Null);
    assert_eq!(value("chain"), true);
    assert_eq!(value("elimination"), false);
    let endings: Vec<&Value> = rules["endings"].as_array().expect("a list").iter().map(|end| &end["reason"]).collect();
    assert_eq!(json!(endings), json!(["no-legal-move", "agreement", "resignation", "time", "abandonment"]));
}

#[test]
fn names_that_do_not_exist() {
    assert!(error(&["rules", "HongKong"]).contains("did you mean 'hong-kong'?"));
    let all = "did you mean 'taiwan-tournament', 'taiwan-classic', 'taiwan-quick', 'taiwan-chase', 'taiwan-club' or \
               'taiwan-league'?";
    assert!(error(&["rules", "taiwan"]).contains(all));
    assert!(error(&["rules", "xiangqi"]).contains("help: 'banqi rules' lists"));
    assert!(error(&["rules", "mainland:dark=maybe"]).contains("off, probe or trade"));
    assert!(error(&["rules", &"x".repeat(100_000)]).contains("there is no preset"));
}

/// Where no terminal says how wide it is, 80 columns.
#[test]
fn lines_are_no_wider_than_a_terminal() {
    for arguments in [&["rules"][..], &["rules", "hong-kong:dark=trade,chain=on"], &["rules", "taiwan-chase:rush=on"]] {
        let text = out(arguments);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
