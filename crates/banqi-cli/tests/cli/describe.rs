//! `banqi describe`.

use serde_json::{Value, json};

use crate::{error, out};

/// The part of the front matter that the catalogue's entry on Blind Chess has: its topology, players and setup.
const ENGINE: &str = r#"
engine:
  topology:
    type: grid
    rows: 8
    cols: 4
  players: [white, black]
  setup: "????/????/????/????/????/????/????/????"
---
"#;

#[test]
fn the_catalogue_has_the_entrys_engine() {
    for rules in ["taiwan-classic", "hong-kong:chain=on,quiet=40"] {
        let text = out(&["describe", "--rules", rules, "--format", "catalogue"]);
        assert!(text.starts_with("---\ntitle: "), "{text}");
        let (front, body) = text.split_once(ENGINE).expect("the engine part ends the front matter");
        assert!(front.lines().skip(1).all(|line| line.contains(": ")), "{front}");
        let picture = body.split_once("<svg ").and_then(|(_, rest)| rest.split_once("</svg>")).expect("a picture").0;
        assert!(!picture.contains("\n\n"), "an empty line would end the picture");
        for title in ["Board and pieces", "A turn", "Captures", "Losing and drawing", "End of the game", "Source"] {
            assert!(body.contains(&format!("\n### {title}\n")), "{title}");
        }
        assert_eq!(body.contains("\n### House rules\n"), rules.contains("chain=on"));
    }
}

#[test]
fn the_definition_in_json() {
    let game: Value = serde_json::from_str(&out(&["describe"])).expect("JSON");
    assert_eq!(game["topology"], json!({"type": "grid", "rows": 8, "cols": 4}));
    assert_eq!(game["players"], json!(["white", "black"]));
    assert_eq!(game["setup"], "????/????/????/????/????/????/????/????");
    assert_eq!(game["rules"], "taiwan-tournament");
    let pieces = game["pieces"].as_array().expect("a list");
    let all = |key: &str| -> Vec<&str> { pieces.iter().filter_map(|piece| piece[key].as_str()).collect() };
    assert_eq!(all("letter").concat(), "KGMRNCPkgmrncp");
    // The table of docs/rules.md.
    assert_eq!(all("traditional").concat(), "帥仕相俥傌炮兵將士象車馬砲卒");
    assert_eq!(all("simplified").concat(), "帅仕相车马炮兵将士象车马炮卒");
    assert_eq!(pieces.iter().filter_map(|piece| piece["count"].as_u64()).sum::<u64>(), 32);
    assert_eq!(game["captures"]["C"]["K"], "jump");
    assert_eq!(game["parameters"]["quiet"]["value"], 180);
    assert_eq!(game["words"].as_array().map(Vec::len), Some(4));
}

#[test]
fn rules_that_do_not_exist() {
    assert!(error(&["describe", "--rules", "mainlnd"]).contains("did you mean 'mainland'?"));
}
