//! Perft against tables: the published counts of the specification, and deeper ones of our own.

use std::fs;
use std::path::Path;

use banqi::{Game, Rules, perft};

/// Counts every line of a table: rules, position or `startpos`, leaves at depth 1, 2, ..
fn check(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(table);
    let text = fs::read_to_string(&path).unwrap();
    let mut lines = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let rules: Rules = fields.next().unwrap().parse().unwrap();
        let mut game = match fields.next().unwrap() {
            "startpos" => Game::new(rules),
            fen => Game::from_position(rules, fen.parse().unwrap()).unwrap(),
        };
        for (leaves, depth) in fields.zip(1..) {
            let leaves: u64 = leaves.parse().unwrap();
            assert_eq!(perft(&mut game, depth).leaves, leaves, "depth {depth} of {line}");
        }
        lines += 1;
    }
    assert!(lines > 0, "{} has no lines", path.display());
}

#[test]
fn the_specification_s_table() {
    check("specification.perft");
}
