//! `banqi board`, as it is called.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn board(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_banqi")).arg("board").args(arguments).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// What is written to standard output; nothing may be wrong.
fn drawn(arguments: &[&str]) -> Vec<u8> {
    let output = board(arguments);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""), "{arguments:?}");
    output.stdout
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Width and height, which follow the signature and the head of the first chunk.
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png.get(..16), Some(&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..]));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn svg_is_what_comes_without_options() {
    let svg = drawn(&[]);
    assert!(text(&svg).starts_with("<svg "));
    assert_eq!(text(&svg).matches("<use ").count(), 32);
}

/// The same file as in the tests of the library.
#[test]
fn options_reach_the_picture() {
    let svg = drawn(&["--fen", "####/####/####/####/####/####/??##/K1## b P1p1 0 8", "--pieces", "letters", "b2=p"]);
    assert_eq!(text(&svg), include_str!("../../banqi-svg/tests/golden/small.svg"));
}

#[test]
fn png_has_the_size_of_the_board_times_the_scale() {
    let png = drawn(&["--format", "png"]);
    assert_eq!(png_size(&png), (4 * 80 + 12, 8 * 80 + 12 + 3));
    let png = drawn(&["--format", "png", "--landscape", "--size", "57", "--scale", "2"]);
    assert_eq!(png_size(&png), (2 * (8 * 57 + 12), 2 * (4 * 57 + 12 + 3)));
}

#[test]
fn text_shows_the_squares() {
    let lines = drawn(&["--format", "text", "--fen", "4/4/4/4/4/1npc/1R2/4 r - 0 41", "--highlight", "c3", "b2-b3"]);
    assert!(text(&lines).contains("3  .  R [p] c \n"), "{}", text(&lines));
}

#[test]
fn the_name_of_the_file_says_what_to_write() {
    let folder = folder("name");
    for (name, start) in [("a.svg", &b"<svg"[..]), ("a.png", b"\x89PNG"), ("a.txt", b"8 ")] {
        let path = folder.join(name);
        let output = board(&["--out", &path.to_string_lossy()]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0), "{name}");
        // The size of the start as in the test of PNGs.
        let size = if name.ends_with("png") { " (332 x 655)" } else { "" };
        assert_eq!(text(&output.stderr), format!("Wrote {}{size}\n", path.display()));
        assert!(fs::read(&path).is_ok_and(|bytes| bytes.starts_with(start)), "{name}");
    }
    let output = board(&["--out", &folder.join("a.gif").to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("help: let it end with .svg, .png or .txt"), "{}", text(&output.stderr));
}

#[test]
fn a_file_is_replaced_whole() {
    let folder = folder("replaced");
    let path = folder.join("a.svg");
    fs::write(&path, "before").expect("a file");
    assert_eq!(board(&["--out", &path.to_string_lossy(), "a1-a2"]).status.code(), Some(2));
    assert_eq!(fs::read(&path).ok().as_deref(), Some(&b"before"[..]), "an error leaves it alone");
    assert_eq!(board(&["--out", &path.to_string_lossy()]).status.code(), Some(0));
    assert!(fs::read(&path).is_ok_and(|bytes| bytes.ends_with(b"</svg>\n")));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "nothing else is left there");
}

#[test]
fn errors_say_what_to_do() {
    for (arguments, expected) in [
        (&["--select", "a1", "--fen", "4/4/4/4/4/1npc/1R2/4 r - 0 41"][..], "no piece stands on a1"),
        (
            &["--highlight", "d8", "--fen", "####/####/####/####/####/####/####/P### r - 0 9"],
            "the squares of this board are a1 to a1",
        ),
        (&["--format", "text", "--pieces", "pictures"], "--pieces pictures"),
        (&["--out", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
        (&["--size", "9"], "9 is not in 16..=512"),
        (&["a1"], "a1"),
    ] {
        let output = board(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
}
