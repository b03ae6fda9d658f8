//! `banqi play`, as it is called: its files and how it ends.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::{banqi, error, run_with};

/// A folder with an unfinished game in `game.txt`.
fn with_a_game() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let said = run_with(&["play", "--two", "--save", path.to_str().expect("UTF-8")], b"b2\n");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{}", said.out);
    folder
}

/// The error in one line, wherever it was broken.
fn told(arguments: &[&str]) -> String {
    error(arguments).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn where_nothing_can_be_saved_nothing_is_played() {
    let folder = with_a_game();
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_string();
    for (file, why) in [
        (path(""), "it is a folder"),
        (path("no/game.txt"), "there is no folder"),
        (path("game.txt/below.txt"), "Not a directory"),
        (path("game.txt"), "exists"),
    ] {
        let told = told(&["play", "--two", "--save", &file]);
        assert!(told.contains(&file) && told.contains(why) && !told.contains(".banqi-"), "{file}: {told}");
    }
    #[cfg(unix)]
    for forced in [&[][..], &["--force"]] {
        let told = told(&[&["play", "--two", "--save", "/dev/null"], forced].concat());
        assert!(told.contains("it is no ordinary file"), "{told}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1, "nothing was written");
}

#[test]
fn the_resumed_file_may_be_spelt_in_another_way() {
    let folder = with_a_game();
    for (resume, save) in [("game.txt", "./game.txt"), ("./game.txt", "game.txt")] {
        let mut command = banqi(&["play", "--resume", resume, "--save", save]);
        let output = command.current_dir(folder.path()).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
}

#[test]
fn a_game_is_resumed_from_a_file_only() {
    assert!(told(&["play", "--resume", "-"]).contains("--resume takes a file"));
}

/// The error of a turn says its cause, which must not be added to it.
#[test]
fn why_a_game_cannot_be_resumed_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let text = "[Rules \"mainland\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K b1=k 2. a1-c1 *\n";
    fs::write(&path, text).expect("written");
    let told = told(&["play", "--resume", path.to_str().expect("UTF-8")]);
    assert_eq!(told.matches("the piece on c1 is face down").count(), 1, "{told}");
}

#[cfg(unix)]
#[test]
fn a_signal_saves_the_game_and_ends_with_130() {
    for signal in ["INT", "TERM", "HUP"] {
        let folder = with_a_game();
        let mut command = banqi(&["play", "--resume", "game.txt", "--save", "game.txt"]);
        let mut child = command.current_dir(folder.path()).stdin(Stdio::piped()).spawn().expect("the command starts");
        let mut output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut line = String::new();
        // Waiting for the child would close its input, which ends the game too.
        let input = child.stdin.take();
        // When the board is shown, signals are handled and the game is kept.
        while !line.starts_with("8 ") {
            line.clear();
            assert!(output.read_line(&mut line).expect("UTF-8") > 0, "the game goes on");
        }
        let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{signal}");
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("UTF-8");
        assert!(rest.contains("The game is saved in game.txt."), "{rest}");
    }
}
