//! `banqi bench`.

use serde_json::{Value, json};

use crate::{Said, banqi, out, run};

fn answer(arguments: &[&str]) -> Value {
    let text = out(&[&["bench", "--json"], arguments].concat());
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_number_of_positions_looked_at_is_the_engines() {
    let bench = banqi_engine::bench(2, &[], &|| false).expect("nothing stops it");
    let text = out(&["bench", "--depth", "2"]);
    assert!(text.starts_with(&format!("depth 2: {} positions, {} nodes in ", bench.positions, bench.nodes)), "{text}");
    assert!(text.ends_with(" nodes a second\n"), "{text}");
}

#[test]
fn the_answer_in_json_has_exactly_these_keys() {
    let found = answer(&["--depth", "2"]);
    let keys: Vec<&String> = found.as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["depth", "without", "positions", "nodes", "seconds", "nodes_per_second"]);
    assert_eq!((&found["depth"], &found["positions"], &found["without"]), (&json!(2), &json!(16), &json!([])));
    let (nodes, seconds) = (found["nodes"].as_f64().expect("a count"), found["seconds"].as_f64().expect("a time"));
    let speed = found["nodes_per_second"].as_f64().expect("a speed");
    assert!((speed * seconds / nodes - 1.0).abs() < 0.01, "{found}");
}

#[test]
fn techniques_are_left_out() {
    let less = answer(&["--depth", "2", "--without", "star1,star2"]);
    assert_eq!(less["without"], json!(["star1", "star2"]));
    assert_ne!(less["nodes"], answer(&["--depth", "2"])["nodes"]);
    let text = out(&["bench", "--depth", "1", "--without", "star1", "--without", "star2"]);
    assert!(text.starts_with("depth 1 without star1, star2: "), "{text}");
}

/// Whether the process has something to do when it is interrupted.
#[cfg(target_os = "linux")]
fn handles_interrupts(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process is there");
    let caught =
        status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("it says which signals it handles");
    // Signal 2 is the second bit.
    u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_it() {
    let child = banqi(&["bench", "--depth", "64"]).spawn().expect("the command starts");
    while !handles_interrupts(child.id()) {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let said: Said = child.wait_with_output().expect("it ends").into();
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (Some(130), "", ""));
}

#[test]
fn wrong_calls() {
    for arguments in [&["--depth", "0"][..], &["--depth", "65"], &["--depth", "x"], &["--without", "magic"], &["3"]] {
        let said = run(&[&["bench"], arguments].concat());
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{arguments:?}: {}", said.err);
    }
}
