//! `banqi backup`, of a server that runs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::serve::Running;
use crate::{error, run};

#[test]
fn a_copy_is_made_while_the_server_runs_and_serves_in_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), |_| {});
    let made = server.post("/api/games", r#"{"rules":"taiwan-quick"}"#);
    let game = made.split(r#""id":""#).nth(1).and_then(|rest| rest.get(..16)).expect("a game").to_owned();

    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (data, copy) = (path("data"), path("copy.sqlite"));
    let said = run(&["backup", "--data", &data, &copy]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let bytes = fs::metadata(&copy).expect("it is there").len();
    assert_eq!(said.out, format!("{copy}: {bytes} bytes\n"));
    assert_eq!(fs::metadata(&copy).expect("it is there").permissions().mode() & 0o777, 0o600);

    let refused = error(&["backup", "--data", &data, &copy]);
    assert!(refused.contains("is there already\nhelp: choose another name, or replace it with --force"), "{refused}");
    assert_eq!(run(&["backup", "--data", &data, "--force", &copy]).code, Some(0));
    server.stop();

    // As the help says it is restored.
    for gone in ["games.sqlite-wal", "games.sqlite-shm"] {
        let _ = fs::remove_file(folder.path().join("data").join(gone));
    }
    fs::rename(&copy, folder.path().join("data/games.sqlite")).expect("it is put in place");
    let server = Running::start(folder.path(), |_| {});
    assert!(server.ask(&format!("GET /api/games/{game}")).starts_with("HTTP/1.1 200 "));
    server.stop();
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry")).collect();
    assert_eq!(left.len(), 1, "nothing half is left: {left:?}");
}

#[test]
fn what_cannot_be_copied_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let said = error(&["backup", "--data", &text("nowhere"), &text("copy")]);
    assert!(said.contains("there is no such file\nhelp: name the server's folder with --data DIR"), "{said}");
    fs::create_dir(folder.path().join("odd")).expect("a folder");
    fs::write(folder.path().join("odd/games.sqlite"), "this is no database, however long it may be").expect("written");
    let said = error(&["backup", "--data", &text("odd"), &text("copy")]);
    assert!(said.contains("games.sqlite: the database: ") && !folder.path().join("copy").exists(), "{said}");
    let said = error(&["backup", "--data", &text("odd"), &text("no/such/folder/copy")]);
    assert!(said.contains("no/such/folder"), "{said}");
}
