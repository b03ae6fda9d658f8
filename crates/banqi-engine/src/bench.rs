//! A fixed amount of work, to see whether a build searches as another does, and how fast.

use banqi::{Game, Position, Rules};

use crate::{Engine, Level, Limits, Technique, Watch};

/// Rule set and position: openings, middle games and endings as players of this engine come to them, and under rules that
/// make the search do something of its own: chains, chases, cycles, other ranks.
const POSITIONS: [(&str, &str); 16] = [
    ("taiwan-tournament", "????/??G?/??1?/??1?/????/????/????/???? b K1G1M2R2N2C2P4k1g2m2r2n2c1p5 0 6"),
    ("taiwan-tournament", "??1?/??k?/??2/?g1K/?1N?/P1n1/?2G/?P2 b M2R1N1P1m2r1n1p4 2 40"),
    ("taiwan-tournament", "p1??/G???/p??P/r??n/1gPP/c3/1g1R/3P r G1M1R1N1C1P1m1n1p1 0 36"),
    ("taiwan-tournament", "2G1/N2m/4/4/2g1/3M/3G/2P1 r - 0 120"),
    ("taiwan-club", "1rP?/????/1N1?/M???/p???/????/g???/1??? r K1G2M1R1N1C1P4k1g1m2r1n2c2p2 1 16"),
    ("taiwan-club", "nk1g/??m?/1M?1/nPr1/1P1?/M1??/??1R/?1pC b G1R1N2P1g1m1c1p2 3 40"),
    ("taiwan-club", "4/2Gk/2nn/3r/1K1M/?gN1/g???/1??? r G1R1P1m2p2 5 60"),
    ("taiwan-league", "P1R1/3P/2Mc/1?2/r?1p/3p/1nG1/1g1m b M1P1 9 90"),
    ("taiwan-league", "2m1/MG1?/r?1p/P3/1GK1/1?2/4/1?1g b N2P1g1 1 60"),
    ("taiwan-quick", "rc1n/1p1?/g???/2??/m???/??p?/1PcK/??p? r M2R2N1C2P1k1g1m1r1n1p2 0 28"),
    ("taiwan-quick", "r2M/p3/1P2/2R1/m1g1/1KC1/r2g/2m1 r - 9 90"),
    ("taiwan-chase", "p?K1/??1G/P3/1???/??1p/?2m/?P1?/???? r G1M2R1N1C1P2k1g1m1n1c1p2 0 36"),
    ("taiwan-chase", "1K2/3m/4/n1?c/4/2M1/R1CP/pk2 r p1 30 120"),
    ("hong-kong", "P1Mp/1N1P/ppPN/R?2/?1GC/npmC/1cR1/nrPM b g1r1 3 60"),
    ("mainland", "1GN1/p1?M/g1Km/1P?1/2k1/g2?/2?1/1RnG r M1P1r1p1 0 60"),
    (
        "taiwan-quick:dark=trade,rush=on,diagonal=on",
        "rc1n/1p1?/g???/2??/m???/??p?/1PcK/??p? r M2R2N1C2P1k1g1m1r1n1p2 0 28",
    ),
];

/// What came of a [`bench()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// How many positions there were to search.
    pub positions: usize,
    /// How many positions were looked at in all: the checksum of the search. It changes when the search does, and is the
    /// same on every machine.
    pub nodes: u64,
}

/// Searches fixed positions to a depth, each with an empty table.
///
/// `without` names techniques to leave out. None when `watch` has stopped it.
///
/// # Panics
///
/// Never: the positions are tested.
///
/// ```
/// let bench = banqi_engine::bench(1, &[], &|| false).expect("nothing stops it");
/// assert_eq!(bench.positions, 16);
/// ```
pub fn bench(depth: u32, without: &[Technique], watch: &dyn Watch) -> Option<Bench> {
    let limits = Limits { nodes: Some(u64::MAX), depth: Some(depth) };
    let mut nodes = 0;
    for (rules, position) in POSITIONS {
        let rules: Rules = rules.parse().expect("a rule set");
        let position: Position = position.parse().expect("a position");
        let game = Game::from_position(rules, position).expect("a game");
        let thought = Engine::new(Level::Master, 1).without(without).think(&game, &limits, watch)?;
        nodes += thought.nodes;
        if watch.stop() {
            return None;
        }
    }
    Some(Bench { positions: POSITIONS.len(), nodes })
}
