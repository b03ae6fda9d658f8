//! Perft against tables: the published counts of the specification, and deeper ones of our own.

use std::fs;
use std::path::Path;

use banqi::{Game, Rules, perft, perft_divide};

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

#[test]
fn deeper_from_the_start() {
    check("deep.perft");
}

#[test]
fn mid_game() {
    check("midgame.perft");
}

/// Where the history counts the tree is played out ply by ply, else leaves are counted without making them.
#[test]
fn counting_leaves_is_playing_them() {
    for position in ["?C1?/4/4/R2n/1p2/4/??2/?1k1 r K1M1p2n1 3 40", "3C/4/2?1/1?p1/2?1/4/N3/4 b K1R1P1 11 62"] {
        for rules in ["taiwan-classic", "hong-kong:chain=on", "taiwan-classic:dark=trade,rush=on,diagonal=on,chain=on"]
        {
            // Nothing repeats within three plies, but a limit of two makes the tree be played out.
            let repeating: Rules =
                format!("{rules}{}repetition=2", if rules.contains(':') { ',' } else { ':' }).parse().unwrap();
            let game = |rules: Rules| Game::from_position(rules, position.parse().unwrap()).unwrap();
            let counted = perft(&mut game(rules.parse().unwrap()), 3);
            let mut played = game(repeating);
            let divided = perft_divide(&mut played, 3);
            assert_eq!(divided.iter().map(|(_, leaves)| leaves).sum::<u64>(), counted.leaves, "{rules} {position}");
        }
    }
}
