//! Help, completions and manual pages.

use std::fs;

use crate::{error, out};

const COMMANDS: [&str; 16] = [
    "play",
    "position",
    "board",
    "record",
    "verify",
    "rules",
    "describe",
    "analyse",
    "calibrate",
    "engine",
    "match",
    "perft",
    "solve",
    "tables",
    "completions",
    "man",
];

#[test]
fn help_lists_every_command() {
    let text = out(&["help"]);
    for command in COMMANDS {
        assert!(text.lines().any(|line| line.starts_with(&format!("  {command} "))), "{command} in {text}");
        assert!(out(&["help", command]).contains("Usage: banqi"), "{command}");
    }
}

#[test]
fn help_shows_examples() {
    for command in [
        &["position"][..],
        &["perft"],
        &["solve"],
        &["tables", "build"],
        &["tables", "probe"],
        &["tables", "verify"],
        &["tables", "stats"],
        &["rules"],
        &["describe"],
        &["analyse"],
        &["calibrate"],
        &["engine"],
        &["match"],
        &["record", "check"],
        &["record", "show"],
        &["verify"],
    ] {
        assert!(out(&[command, &["--help"]].concat()).contains("\nExamples:\n  banqi "), "{command:?}");
    }
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = out(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("banqi"), "{shell}");
    }
}

#[test]
fn manual_pages() {
    assert!(out(&["man"]).contains(".TH banqi 1"));
    let directory = std::env::temp_dir().join(format!("banqi-man-{}", std::process::id()));
    let path = directory.to_str().expect("a temporary directory is UTF-8");
    assert_eq!(out(&["man", "--out", path]), "");
    for command in COMMANDS {
        assert!(directory.join(format!("banqi-{command}.1")).is_file(), "{command}");
    }
    let page = directory.join("banqi.1");
    assert!(error(&["man", "--out", page.to_str().expect("UTF-8")]).contains("cannot be written"));
    fs::remove_dir_all(&directory).expect("the pages can be removed");
}

/// A paragraph is broken once, by whoever knows the width.
#[test]
fn paragraphs_of_the_help_are_not_broken_twice() {
    for command in ["position", "describe", "verify"] {
        let help = out(&[command, "--help"]);
        let paragraph: Vec<&str> = help.trim_end().lines().rev().take_while(|line| !line.is_empty()).collect();
        // All lines but the last, which is the first here, are filled.
        let shortest = paragraph.iter().skip(1).map(|line| line.chars().count()).min().unwrap_or_default();
        assert!(paragraph.len() > 2 && shortest > 80, "{help}");
    }
}
