//! How many positions the bench looks at: the checksum of the search, so that every build of it can be held against the same
//! number.
//!
//! The number says nothing about how good the search is. This test counts with the native engine; the browser tests
//! (`e2e/tests/engine.test.js`) let the engine count that is compiled for the browser.
//!
//! Whoever changes the search writes it anew with `BANQI_BLESS=1 cargo test -p banqi-engine --test bench`.

use std::path::Path;
use std::{env, fs};

/// A line `DEPTH NODES`, counted anew.
fn counted(line: &str) -> String {
    let (depth, _) = line.split_once('\t').expect("a depth and a number");
    let bench = banqi_engine::bench(depth.parse().expect("a depth"), &[], &|| false).expect("nothing stops it");
    format!("{depth}\t{}", bench.nodes)
}

#[test]
fn the_bench_looks_at_as_many_positions_as_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench.tsv");
    let before = fs::read_to_string(&path).expect("the number");
    let is_count = |line: &&str| !line.starts_with('#');
    assert!(before.lines().filter(is_count).count() > 0);
    let anew: Vec<String> =
        before.lines().map(|line| if is_count(&line) { counted(line) } else { line.to_string() }).collect();
    let anew = anew.join("\n") + "\n";
    if env::var_os("BANQI_BLESS").is_some() {
        fs::write(&path, anew).expect("written");
        return;
    }
    assert_eq!(before, anew, "the search has changed; BANQI_BLESS=1 writes the number anew");
}

#[test]
fn what_is_left_out_changes_the_count() {
    let count = |without: &[banqi_engine::Technique]| {
        banqi_engine::bench(2, without, &|| false).expect("nothing stops it").nodes
    };
    assert!(count(&[banqi_engine::Technique::Star1]) > count(&[]));
}

#[test]
fn a_bench_is_stopped() {
    assert_eq!(banqi_engine::bench(64, &[], &|| true), None);
}
