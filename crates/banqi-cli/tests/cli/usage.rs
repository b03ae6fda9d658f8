//! Exit codes, and what does not make the command fall over.

use std::ffi::OsStr;
use std::io::Read as _;
use std::process::Stdio;

use crate::{banqi, run};

#[test]
fn wrong_calls_exit_with_two() {
    for arguments in [
        &[][..],
        &["nonsense"],
        &["position", "--nonsense"],
        &["record"],
        &["record", "check"],
        &["position", "--json", "--jsonl"],
    ] {
        let said = run(arguments);
        assert_eq!(said.code, Some(2), "{arguments:?}");
        assert_eq!(said.out, "", "{arguments:?}");
        assert!(!said.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn every_exit_code_is_told() {
    let help = crate::out(&["--help"]);
    let codes = help.split("Exit codes: ").nth(1).expect("the codes are told");
    for code in ["0 ", "1 ", "2 ", "130 "] {
        assert!(codes.contains(code), "{code}: {codes}");
    }
}

#[test]
fn the_version_is_told() {
    assert_eq!(crate::out(&["--version"]), format!("banqi {}\n", env!("CARGO_PKG_VERSION")));
}

/// Takes one byte of the output and goes away, like `head`.
fn is_quiet_when_the_reader_leaves(arguments: &[&str]) {
    let mut child = banqi(arguments).spawn().expect("the command starts");
    let mut stdout = child.stdout.take().expect("standard output is piped");
    stdout.read_exact(&mut [0]).expect("there is output");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
}

#[test]
fn a_reader_may_leave() {
    // More than a pipe holds is written one line at a time, so that the command meets the closed pipe.
    is_quiet_when_the_reader_leaves(&["perft", "--depth", "3", "--divide"]);
    is_quiet_when_the_reader_leaves(&["describe", "--format", "catalogue"]);
    is_quiet_when_the_reader_leaves(&["completions", "bash"]);
    is_quiet_when_the_reader_leaves(&["help", "position"]);
}

#[test]
fn a_reader_may_leave_a_conversation() {
    let mut child = banqi(&["position", "--jsonl"]).stdin(Stdio::piped()).spawn().expect("the command starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // The command may be gone before it has read all.
    let _ = std::io::Write::write_all(&mut stdin, "{}\n".repeat(10_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt as _;
    let wrong = OsStr::from_bytes(b"a1=\xff");
    for arguments in [
        &["position"][..],
        &["position", "--rules"],
        &["rules"],
        &["perft", "--depth"],
        &["record", "check"],
        &["verify"],
        &[],
    ] {
        let output = banqi(arguments).arg(wrong).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "{arguments:?}");
    }
}

/// Writing to a full disk is an error with its reason, and no panic.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        &["rules"][..],
        &["perft", "--depth", "2"],
        &["describe"],
        &["man"],
        &["completions", "zsh"],
        &["position"],
        &["board"],
        // Its last bytes end no line.
        &["board", "--format", "png"],
        &["record", "check", "/dev/null"],
        &["analyse", "--fen", "3k/4/4/4/4/4/?3/P3 r r1 18 70", "--depth", "1"],
        &["play", "--two"],
        &["help"],
        &["--help"],
        &["help", "play"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has a full device");
        let output = banqi(arguments).stdout(full).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(err, "error: standard output cannot be written: No space left on device\n", "{arguments:?}");
    }
}
