//! The crate against an independent referee: a slow mailbox program written from the documents alone (the crate banqi-referee).
//!
//! Random games of every preset and house rule, alone and together, on the whole board and on small ones. After each
//! ply the position, the legal and forbidden actions and the result must be the same.

use banqi::{Game, Position, Rules, Turn, perft};
use banqi_referee::{GameResult, Referee};

/// SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

const PRESETS: [&str; 8] = [
    "taiwan-tournament",
    "taiwan-classic",
    "taiwan-quick",
    "taiwan-chase",
    "hong-kong",
    "mainland",
    "taiwan-club",
    "taiwan-league",
];

/// Each house rule, and limits that are reached soon.
const CHANGES: [(&str, &[&str]); 11] = [
    ("ranks", &["PCNRMGK", "GKMRNCP", "KGMRNPC", "CKGMRNP", "NPKCGRM"]),
    ("cannon", &["jump", "step"]),
    ("elimination", &["on", "off"]),
    ("quiet", &["1", "7", "30", "none"]),
    ("repetition", &["2", "3", "none"]),
    ("cycle", &["2", "3", "none"]),
    ("chase", &["1", "2", "5", "none"]),
    ("chain", &["on"]),
    ("dark", &["probe", "trade"]),
    ("rush", &["on"]),
    ("diagonal", &["on"]),
];

const SMALL_BOARDS: [&str; 5] = [
    "####/####/####/####/####/??##/??##/??## - K1C1P1k1c1p1 0 1",
    "####/####/####/####/??##/??##/??##/??## - K1G1C1P1k1g1c1p1 0 1",
    "####/####/####/####/####/???#/???#/???# - R1N1C1P1r1n1c1p2 0 1",
    "####/####/####/####/####/####/????/???? - N1R1G1P1n1r1g1p1 0 1",
    "####/####/####/####/####/####/??##/??## - K1P1k1p1 0 1",
];

/// What happened in the games, so that the test can tell that it saw everything.
#[derive(Default)]
struct Seen {
    plies: usize,
    forbidden: usize,
    chains: usize,
    results: std::collections::BTreeMap<&'static str, usize>,
}

fn expect_same(game: &Game, referee: &Referee, seen: &mut Seen, history: &[String]) {
    let verdict = referee.verdict();
    let rules = game.rules();
    let context = || format!("{rules} from {} after {history:?}", game.first_position());
    let sorted = |actions: banqi::Actions| {
        let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    };
    assert_eq!(game.position().to_string(), verdict.fen, "{}", context());
    assert_eq!(sorted(game.actions()), verdict.legal, "legal: {}", context());
    assert_eq!(sorted(game.forbidden()), verdict.forbidden, "forbidden: {}", context());
    let result = game.outcome().map(|outcome| GameResult {
        winner: outcome.winner.and_then(|seat| game.colour_of(seat)).map(|colour| match colour {
            banqi::Colour::Red => "red",
            banqi::Colour::Black => "black",
        }),
        seat: outcome.winner.map(|seat| match seat {
            banqi::Seat::First => "first",
            banqi::Seat::Second => "second",
        }),
        reason: outcome.reason.name(),
    });
    assert_eq!(result, verdict.result, "{}", context());
    seen.plies += 1;
    seen.forbidden += verdict.forbidden.len();
    seen.chains += usize::from(game.position().chain().is_some());
    if let Some(result) = result {
        *seen.results.entry(result.reason).or_default() += 1;
    }
}

/// Plays one random game by both and compares after each ply.
///
/// Some players go back and forth or follow a piece, so that repetitions, cycles and chases come about.
fn play(rules: &str, fen: Option<&str>, numbers: &mut Numbers, seen: &mut Seen) {
    let parsed: Rules = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
    let mut game = match fen {
        Some(fen) => Game::from_position(parsed, fen.parse().unwrap()).unwrap(),
        None => Game::new(parsed),
    };
    let mut referee = Referee::new(rules, fen).unwrap_or_else(|refusal| panic!("{rules} {fen:?}: {refusal:?}"));
    let mut history: Vec<String> = Vec::new();
    let (back, attack, flip) = (numbers.next() % 90, numbers.next() % 60, numbers.next() % 100);
    expect_same(&game, &referee, seen, &history);
    while game.outcome().is_none() && history.len() < 250 {
        let legal = referee.verdict().legal;
        let mut action = numbers.pick(&legal).clone();
        let moves: Vec<&String> = legal.iter().filter(|action| action.len() == 5).collect();
        if !moves.is_empty() {
            if action.len() == 2 && !numbers.chance(flip) {
                action.clone_from(*numbers.pick(&moves));
            }
            let captures: Vec<&String> = moves
                .iter()
                .copied()
                .filter(|action| !game.position().empty().contains(action[3..].parse().unwrap()))
                .collect();
            if !captures.is_empty() && numbers.chance(attack) {
                action.clone_from(*numbers.pick(&captures));
            } else if numbers.chance(back) {
                // The reverse of the last own move, or what was played four plies ago, or a step of the same piece.
                let own = history.iter().rev().nth(1);
                let reverse = own.filter(|own| own.len() == 5).map(|own| format!("{}-{}", &own[3..], &own[..2]));
                let again = history.iter().rev().nth(3).cloned();
                let follow = own.and_then(|own| {
                    let at = own.get(3..5)?;
                    moves.iter().find(|action| action.starts_with(at)).map(|action| (*action).clone())
                });
                let wanted = [reverse, again, follow];
                let wanted: Vec<&String> = wanted.iter().flatten().filter(|wanted| legal.contains(wanted)).collect();
                if !wanted.is_empty() {
                    action.clone_from(*numbers.pick(&wanted));
                }
            }
        }
        if referee.reveals(&action) {
            let letters: Vec<char> = referee.bag_letters();
            action = format!("{action}={}", numbers.pick(&letters));
        }
        referee.apply(&action).unwrap_or_else(|error| panic!("{rules} {action}: {error}"));
        game.play(action.parse().unwrap()).unwrap_or_else(|error| panic!("{rules} {action}: {error}"));
        history.push(action);
        expect_same(&game, &referee, seen, &history);
    }
}

#[test]
fn presets() {
    let (mut numbers, mut seen) = (Numbers(1), Seen::default());
    for rules in PRESETS {
        for _ in 0..games(40) {
            play(rules, None, &mut numbers, &mut seen);
        }
    }
    for reason in ["elimination", "no-legal-move", "repetition", "no-progress"] {
        assert!(seen.results.contains_key(reason), "no game ended by {reason}: {:?}", seen.results);
    }
}

#[test]
fn each_house_rule_alone() {
    let (mut numbers, mut seen) = (Numbers(2), Seen::default());
    for preset in PRESETS {
        for (key, values) in CHANGES {
            for value in values {
                for _ in 0..games(2) {
                    play(&format!("{preset}:{key}={value}"), None, &mut numbers, &mut seen);
                }
            }
        }
    }
    assert!(seen.forbidden > 0 && seen.chains > 0);
}

#[test]
fn house_rules_together() {
    let (mut numbers, mut seen) = (Numbers(3), Seen::default());
    for _ in 0..games(400) {
        let rules = random_rules(&mut numbers);
        play(&rules, None, &mut numbers, &mut seen);
    }
    assert!(seen.forbidden > 0 && seen.chains > 0);
}

#[test]
fn small_boards() {
    let (mut numbers, mut seen) = (Numbers(4), Seen::default());
    for _ in 0..games(1500) {
        let rules = random_rules(&mut numbers);
        let fen = *numbers.pick(&SMALL_BOARDS);
        play(&rules, Some(fen), &mut numbers, &mut seen);
    }
    for reason in ["elimination", "no-legal-move", "repetition", "no-progress"] {
        assert!(seen.results.contains_key(reason), "no game ended by {reason}: {:?}", seen.results);
    }
}

/// Positions that come up in games, read afresh: judged alike, with the history forgotten.
#[test]
fn positions_read_in_mid_game() {
    let (mut numbers, mut seen) = (Numbers(5), Seen::default());
    for _ in 0..games(150) {
        let rules = random_rules(&mut numbers);
        let mut game = Game::new(rules.parse().unwrap());
        let plies = numbers.below(120);
        for _ in 0..plies {
            let actions = game.actions();
            if actions.is_empty() {
                break;
            }
            let action = *numbers.pick(&actions);
            let bag: Vec<banqi::Piece> = game.position().bag().iter().map(|(piece, _)| piece).collect();
            let revealed = game.reveals(action).then(|| *numbers.pick(&bag));
            game.play(banqi::Ply::new(action, revealed)).unwrap();
        }
        let fen = game.position().to_string();
        assert_eq!(fen.parse::<Position>().as_ref(), Ok(game.position()), "{fen}");
        play(&rules, Some(&fen), &mut numbers, &mut seen);
    }
}

/// Perft to depth 2 in mid-game, histories and small limits included; the referee counts by playing everything out.
#[test]
fn perft_in_mid_game() {
    let mut numbers = Numbers(6);
    for _ in 0..games(60) {
        let rules = random_rules(&mut numbers);
        let mut game = Game::new(rules.parse().unwrap());
        let mut referee = Referee::new(&rules, None).unwrap();
        for _ in 0..numbers.below(150) {
            let actions = game.actions();
            if actions.is_empty() {
                break;
            }
            let action = *numbers.pick(&actions);
            let bag: Vec<banqi::Piece> = game.position().bag().iter().map(|(piece, _)| piece).collect();
            let ply = banqi::Ply::new(action, game.reveals(action).then(|| *numbers.pick(&bag)));
            game.play(ply).unwrap();
            referee.apply(&ply.to_string()).unwrap();
        }
        for depth in 0..=if game.position().bag().is_empty() { 4 } else { 2 } {
            let expected = banqi_referee::perft(&referee, depth);
            assert_eq!(perft(&mut game, depth).leaves, expected, "{rules} {} depth {depth}", game.position());
        }
    }
}

/// What is spoilt by a character is refused or taken by both.
#[test]
fn refusals() {
    let mut numbers = Numbers(7);
    let rules = ["taiwan-chase:quiet=40,chain=on", "hong-kong:ranks=KRNCGMP,dark=trade", "mainland:repetition=9999"];
    let positions = [
        "?R?n/?p?G/C?1m/r?P?/?N?c/g?1?/?pk?/M?2 r K1G1M1R1N1C1P3g1m1r1p2 0 33",
        "####/####/####/####/####/??##/??##/1k## b K1C1P1c1 7 12",
        "4/4/4/4/4/4/1n2/1R1k r@b1 - 0 41",
        "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1",
    ];
    let turns = ["b2", "b2=G", "b2-b3", "b2-b3=G", "b2(G)", "b2-b3(G)", "b2b3", "b2-b3-c3-end", "b2-b3=p-c3=k", "end"];
    for _ in 0..games(3000) {
        let intact: &str = numbers.pick::<&str>(&rules);
        let text = spoil(intact, "kqrae=,:-0139on", &mut numbers);
        assert_eq!(text.parse::<Rules>().is_ok(), Referee::new(&text, None).is_ok(), "{text:?}");

        let intact: &str = numbers.pick::<&str>(&positions);
        let text = spoil(intact, "?#X/KPkprb@-0123459a", &mut numbers);
        let ours = text.parse().map(|position| Game::from_position("taiwan-quick:chain=on".parse().unwrap(), position));
        let theirs = Referee::new("taiwan-quick:chain=on", Some(&text));
        assert_eq!(matches!(ours, Ok(Ok(_))), theirs.is_ok(), "{text:?}");
        if let (Ok(Ok(game)), Ok(referee)) = (ours, theirs) {
            expect_same(&game, &referee, &mut Seen::default(), &[]);
        }

        // What is no turn for the reader is none for the referee; what is one may still be illegal.
        let intact: &str = numbers.pick::<&str>(&turns);
        let text = spoil(intact, "abcd1238=()-KGpken", &mut numbers);
        let judged = banqi_referee::judge("taiwan-quick", None, std::slice::from_ref(&text));
        assert!(text.parse::<Turn>().is_ok() || judged.is_err_and(|refusal| refusal.at == Some(0)), "{text:?}");
    }
}

/// The text with a character replaced, added or taken out, once or twice; spaces stay as they are.
fn spoil(text: &str, alphabet: &str, numbers: &mut Numbers) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(2) {
        let at = numbers.below(characters.len());
        if characters[at] == ' ' {
            continue;
        }
        match numbers.below(3) {
            0 => characters[at] = *numbers.pick(&alphabet),
            1 => characters.insert(at, *numbers.pick(&alphabet)),
            _ if characters.len() > 1 => drop(characters.remove(at)),
            _ => {}
        }
    }
    characters.into_iter().collect()
}

/// A preset with any number of changes.
fn random_rules(numbers: &mut Numbers) -> String {
    let most = numbers.next() % 70;
    let changes: Vec<String> = CHANGES
        .iter()
        .map(|(key, values)| (numbers.chance(most), format!("{key}={}", numbers.pick(values))))
        .filter_map(|(changed, change)| changed.then_some(change))
        .collect();
    let preset = numbers.pick(&PRESETS);
    if changes.is_empty() { (*preset).to_string() } else { format!("{preset}:{}", changes.join(",")) }
}

/// How many games to play: more with BANQI_GAMES=10 and the like, for long runs.
fn games(usual: usize) -> usize {
    usual * std::env::var("BANQI_GAMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}
