//! Random positions against a plain search, which knows no tables, no classes and no symmetry.

mod support;

use banqi::{Action, Outcome, Ply, Position, Rules};
use banqi_tables::{Prober, Tables, Verdict};
use support::{Chance, TAIWAN, rules};

/// Every legal action, played. Where a piece comes up, it is the only one in the bag.
fn children(rules: &Rules, position: &Position) -> Vec<(Position, bool)> {
    let hidden = position.bag().iter().next().map(|(piece, _)| piece);
    let child = |&action: &Action| {
        let (reveals, steps) = match action {
            Action::Flip(_) => (true, false),
            Action::Move { to, .. } => (position.face_down().contains(to), position.empty().contains(to)),
            Action::End => (false, false),
        };
        let mut child = *position;
        child.play_unchecked(rules, Ply::new(action, hidden.filter(|_| reveals)));
        (child, steps)
    };
    position.actions(rules).iter().map(child).collect()
}

/// 1 if the side to move has won, -1 if it has lost; none if the game goes on.
fn result(rules: &Rules, position: &Position) -> Option<i8> {
    let Outcome { winner, .. } = position.outcome(rules)?;
    Some(winner.map_or(0, |winner| if winner == position.seat() { 1 } else { -1 }))
}

/// Who wins the game to its very end within so many turns: 1 the side to move, -1 the other, 0 nobody knows.
fn proven(rules: &Rules, position: &Position, turns: u32) -> i8 {
    if let Some(result) = result(rules, position) {
        return result;
    }
    if turns == 0 {
        return 0;
    }
    let mut best = -1;
    for (child, _) in children(rules, position) {
        let goes_on = child.side() == position.side();
        let value = if goes_on { proven(rules, &child, turns) } else { -proven(rules, &child, turns - 1) };
        best = best.max(value);
        if best == 1 {
            break;
        }
    }
    best
}

/// The same up to the next conversion, behind which the tables of other material are believed.
fn converted(rules: &Rules, prober: &Prober, position: &Position, plies: u16) -> i8 {
    if let Some(result) = result(rules, position) {
        return result;
    }
    if plies == 0 {
        return 0;
    }
    let mut best = -1;
    for (child, steps) in children(rules, position) {
        let value =
            if steps { -converted(rules, prober, &child, plies - 1) } else { behind(rules, prober, position, &child) };
        best = best.max(value);
        if best == 1 {
            break;
        }
    }
    best
}

/// What a conversion is worth to who makes it.
fn behind(rules: &Rules, prober: &Prober, before: &Position, child: &Position) -> i8 {
    let sign = if child.side() == before.side() { 1 } else { -1 };
    if let Some(result) = result(rules, child) {
        return sign * result;
    }
    if sign == 1 {
        // A chain goes on.
        return children(rules, child).iter().map(|(next, _)| behind(rules, prober, before, next)).max().unwrap_or(-1);
    }
    match prober.probe(child) {
        Some(Verdict::Win(_)) => -1,
        Some(Verdict::Draw) => 0,
        Some(Verdict::Loss(_)) => 1,
        // One side has nothing left and the game goes on all the same, without elimination: not for long.
        None => {
            let value = proven(rules, child, 4);
            assert!(value != 0, "{child}");
            -value
        }
    }
}

/// So many positions under some rules, with up to so many pieces; answers how many the search decided.
fn compare(text: &str, positions: usize, most: usize, with_face_down: bool) -> usize {
    let rules = rules(text);
    let tables = Tables::made(rules);
    let mut chance = Chance(text.len() as u64);
    let mut decided = 0;
    for number in 0..positions {
        let pieces = 2 + number % (most - 1);
        let material = chance.material(pieces);
        let position = chance.position(material, with_face_down && number.is_multiple_of(2), 0);
        assert!(tables.prepare_position(&position, &|| false), "{text}: {position}");
        let prober = tables.prober();
        let told = prober.probe(&position).expect("it is there");
        let deep = if pieces == 2 { 5 } else { 4 };
        let searched = proven(&rules, &position, deep);
        match searched {
            1 => assert!(matches!(told, Verdict::Win(_)), "{text}: {position} is won, not a {told}"),
            -1 => assert!(matches!(told, Verdict::Loss(_)), "{text}: {position} is lost, not a {told}"),
            _ => {}
        }
        decided += usize::from(searched != 0);
        let near = 3;
        match told {
            Verdict::Win(plies) | Verdict::Loss(plies) if plies <= near => {
                let value = if matches!(told, Verdict::Win(_)) { 1 } else { -1 };
                assert_eq!(converted(&rules, &prober, &position, plies), value, "{text}: {position}: {told}");
                let sooner = plies.checked_sub(1).map_or(0, |less| converted(&rules, &prober, &position, less));
                assert_eq!(sooner, 0, "{text}: {position} takes fewer plies than {told}");
            }
            _ => assert_eq!(converted(&rules, &prober, &position, near), 0, "{text}: {position} is no {told}"),
        }
        // With two pieces the conversion is the end, and the search needs no table.
        if pieces == 2 && position.bag().is_empty() && told.plies().is_some_and(|plies| u32::from(plies) <= deep) {
            assert_ne!(searched, 0, "{text}: {position}: {told}");
        }
        let choices = prober.choices(&position).expect("they are there");
        let best = choices.first().map_or(Verdict::Loss(0), |choice| choice.verdict);
        assert_eq!(best, told, "{text}: {position}");
    }
    decided
}

#[test]
fn what_a_search_proves_is_what_tables_say() {
    let decided = compare(TAIWAN, 6_000, 4, false)
        + compare("hong-kong", 1_000, 3, false)
        + compare("mainland:quiet=none,repetition=none,rush=on,diagonal=on", 1_000, 3, false)
        + compare("taiwan-classic:chain=on,rush=on", 1_000, 3, false)
        + compare("taiwan-classic:chain=on,dark=trade", 1_000, 3, true);
    // Otherwise it would compare nothing.
    assert!(decided > 500, "{decided}");
}
