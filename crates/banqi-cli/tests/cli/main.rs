//! The command as it is called: its output, its errors and its exit codes.

mod analyse;
mod backup;
mod bench;
mod calibrate;
mod describe;
mod engine;
mod jsonl;
mod manual;
mod matches;
mod perft;
mod play;
mod position;
mod record;
mod rules;
mod serve;
mod solve;
mod tables;
mod usage;
mod verify;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The command with its arguments, without a terminal.
fn banqi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_banqi"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a finished command said.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the command writes UTF-8");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

fn run(arguments: &[&str]) -> Said {
    banqi(arguments).output().expect("the command starts").into()
}

/// Runs with these bytes as standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Said {
    let mut child = banqi(arguments).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let input = input.to_vec();
    // On a thread of its own, since the command answers while it reads.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends").expect("the command reads all of its input");
    output.into()
}

/// What is printed when all is well.
fn out(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{arguments:?}");
    said.out
}

/// The error of a wrong call: two lines, the first of which is answered.
fn error(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!(said.code, Some(2), "{arguments:?}: {}", said.err);
    let lines: Vec<&str> = said.err.lines().collect();
    let [error, help] = lines[..] else { panic!("{arguments:?}: an error is two lines, not {lines:?}") };
    assert!(error.starts_with("error: ") && help.starts_with("help: "), "{lines:?}");
    said.err.clone()
}
