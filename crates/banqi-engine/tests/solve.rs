//! Small boards have the values of spec/exact-values.md: two or one independent programs found them.

use std::ops::ControlFlow;

use banqi::Kind;
use banqi_engine::{SolveError, Solver};
use rstest::rstest;

const RULES: &str = "taiwan-tournament:quiet=none,repetition=none";

fn kinds(letters: &str) -> Vec<Kind> {
    letters.chars().map(|letter| Kind::ALL.into_iter().find(|kind| kind.letter() == letter).expect("a kind")).collect()
}

/// The values of a flip in the corner and of one that is not.
fn values(files: u8, ranks: u8, pieces: &str) -> (f64, Option<f64>) {
    let solver = Solver::new(files, ranks, &kinds(pieces), RULES.parse().expect("rules")).expect("a board");
    let solution = solver.solve(|_, _| ControlFlow::Continue(())).expect("nobody stops it");
    let mut corner = Vec::new();
    let mut inner = Vec::new();
    for (square, value) in &solution.flips {
        let is_corner = [0, files - 1].contains(&square.file()) && [0, ranks - 1].contains(&square.rank());
        if is_corner { corner.push(*value) } else { inner.push(*value) }
    }
    // The board is symmetric.
    for group in [&corner, &inner] {
        assert!(group.iter().all(|value| (value - group[0]).abs() < 1e-12), "{solution:?}");
    }
    let best = solution.flips.iter().map(|flip| flip.1).fold(-2.0, f64::max);
    assert!((solution.value - best).abs() < 1e-15);
    (corner[0], inner.first().copied())
}

#[rstest]
#[case(2, 2, "KP", -1.0, None)]
#[case(2, 2, "KC", -1.0 / 3.0, None)]
#[case(2, 3, "KPP", 1.0 / 45.0, Some(1.0 / 3.0))]
#[case(2, 3, "KCP", -11.0 / 60.0, Some(-23.0 / 360.0))]
#[case(2, 3, "GCP", -0.127_777_777_777_777_78, Some(-1.0 / 60.0))]
fn small_boards(
    #[case] files: u8,
    #[case] ranks: u8,
    #[case] pieces: &str,
    #[case] corner: f64,
    #[case] inner: Option<f64>,
) {
    check(files, ranks, pieces, corner, inner);
}

#[rstest]
#[case("KCPP", -17.0 / 140.0, -1.0 / 84.0)]
#[case("KGCP", -347.0 / 2880.0, 1.0 / 630.0)]
#[case("GRCP", -0.076_438_492_063, -0.015_327_380_952)]
#[ignore = "a minute each: cargo test --release -p banqi-engine --test solve -- --ignored"]
fn eight_pieces(#[case] pieces: &str, #[case] corner: f64, #[case] inner: f64) {
    check(2, 4, pieces, corner, Some(inner));
}

fn check(files: u8, ranks: u8, pieces: &str, corner: f64, inner: Option<f64>) {
    let found = values(files, ranks, pieces);
    assert!((found.0 - corner).abs() < 1e-9, "{found:?}");
    assert_eq!(found.1.is_some(), inner.is_some());
    if let (Some(found), Some(inner)) = (found.1, inner) {
        assert!((found - inner).abs() < 1e-9, "{found}");
    }
}

/// Whoever is at a loss under one rule is not under another; but nobody wins more than everything.
#[rstest]
#[case("hong-kong:quiet=none,repetition=none,chain=on")]
#[case("taiwan-classic:dark=probe")]
#[case("taiwan-classic:dark=trade,elimination=off")]
#[case("mainland:quiet=none,repetition=none,rush=on,diagonal=on")]
fn house_rules_are_solved(#[case] rules: &str) {
    let rules: banqi::Rules = rules.parse().expect("rules");
    let solver = Solver::new(2, 3, &kinds("KCP"), rules).expect("a board");
    let mut seen = 0;
    let solution = solver.solve(|done, all| {
        seen = done;
        assert!(done <= all && all == solver.positions());
        ControlFlow::Continue(())
    });
    assert_eq!(seen, solver.positions());
    let solution = solution.expect("nobody stops it");
    assert_eq!(solution.flips.len(), 6);
    assert!(solution.flips.iter().all(|(_, value)| value.abs() <= 1.0), "{solution:?}");
}

#[test]
fn what_has_no_value_is_refused() {
    let refused = |files, ranks, pieces: &str, rules: &str| {
        Solver::new(files, ranks, &kinds(pieces), rules.parse().expect("rules")).expect_err("refused")
    };
    assert!(matches!(refused(2, 4, "KGC", RULES), SolveError::NotFull { squares: 8, pieces: 6 }));
    assert!(matches!(refused(2, 2, "KK", RULES), SolveError::TooMany { kind: Kind::General }));
    assert!(matches!(refused(4, 8, "KGGMMRRNNCCPPPPP", RULES), SolveError::Large { squares: 32, .. }));
    assert!(matches!(refused(0, 2, "", RULES), SolveError::Board { .. }));
    assert!(matches!(refused(5, 2, "KGCPP", RULES), SolveError::Board { .. }));
    for (parameter, rules) in [
        ("quiet", "taiwan-tournament:repetition=none"),
        ("repetition", "taiwan-tournament:quiet=none"),
        ("chase", "taiwan-chase:quiet=none,repetition=none"),
        ("cycle", "taiwan-classic:cycle=3"),
    ] {
        let SolveError::LooksBack { parameter: found } = refused(2, 2, "KP", rules) else { panic!("{rules}") };
        assert_eq!(found, parameter, "{rules}");
    }
}
