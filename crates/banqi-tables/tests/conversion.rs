//! What tables say is won is won on the board, within the quiet limit; and what only the limit makes a draw is held.

mod support;

use std::ops::ControlFlow;
use std::path::Path;

use banqi::{Game, Rules, Seat};
use banqi_tables::{Choice, Entry, Prober, Tables, Verdict, count, make};
use support::{Chance, rules};

const LIMITS: [u16; 4] = [20, 40, 60, 180];

fn tables(rules: &Rules, pieces: usize, folder: &Path) -> (Tables, Vec<Entry>) {
    make(rules, pieces, folder, 2, &|_| ControlFlow::Continue(())).expect("they are made");
    let entries: Vec<Entry> = count(rules, folder).expect("they can be read").into_values().flatten().collect();
    let tables = Tables::open(*rules, folder).expect("the folder is there");
    for entry in &entries {
        assert!(tables.prepare(entry.example, entry.class.pieces(), &|| false));
    }
    (tables, entries)
}

/// The best action, by chance one of those that are equally good.
fn best(prober: &Prober, game: &Game, chance: &mut Chance) -> Choice {
    let choices = prober.choices(game.position()).expect("they are there");
    let equal = choices.iter().take_while(|choice| choice.verdict == choices[0].verdict).count();
    choices[chance.below(equal)]
}

/// Plays to the end, each side by its own tables, and tells who won.
fn play(mut game: Game, first: &Prober, second: &Prober, chance: &mut Chance) -> Option<Seat> {
    loop {
        if let Some(outcome) = game.outcome() {
            return outcome.winner;
        }
        let prober = if game.position().seat() == Seat::First { first } else { second };
        let choice = best(prober, &game, chance);
        game.play(choice.ply).expect("it is legal");
    }
}

/// So many positions of every class and limit that are won by the tables, the quiet count considered, against the longest
/// resistance; and as many that would be won without the limit, against who knows of it. Answers how many of each.
fn convert(pieces: usize, positions: usize) -> [usize; 2] {
    let free_rules = rules("taiwan-tournament:quiet=none");
    let folder = tempfile::tempdir().expect("a folder");
    let (free, _) = tables(&free_rules, pieces, folder.path());
    let free = free.prober();
    let mut chance = Chance(7);
    let (mut converted, mut held) = (0, 0);
    for limit in LIMITS {
        // Repetition stays as it is in the preset: who comes nearer to a conversion with every ply repeats nothing.
        let rules = rules(&format!("taiwan-tournament:quiet={limit}"));
        let (limited, entries) = tables(&rules, pieces, folder.path());
        let limited = limited.prober();
        for entry in &entries {
            let (mut won, mut drawn) = (0, 0);
            // Some classes have no wins, others nearly none that the limit prevents.
            for _ in 0..20 * positions {
                let quiet = chance.below(limit.into()) as u32;
                let position = chance.position(entry.example, false, quiet);
                let told = limited.probe(&position).expect("it is there");
                let mine = position.seat();
                if matches!(told, Verdict::Win(_)) && won < positions {
                    let game = Game::from_position(rules, position).expect("a position");
                    assert_eq!(
                        play(game, &limited, &limited, &mut chance),
                        Some(mine),
                        "limit {limit}: {position}: {told}"
                    );
                    won += 1;
                }
                let otherwise = free.probe(&position).expect("it is there");
                if told == Verdict::Draw && matches!(otherwise, Verdict::Win(_)) && drawn < positions {
                    let game = Game::from_position(rules, position).expect("a position");
                    let (first, second) = if mine == Seat::First { (&free, &limited) } else { (&limited, &free) };
                    assert_ne!(
                        play(game, first, second, &mut chance),
                        Some(mine),
                        "limit {limit}: {position}: {otherwise}"
                    );
                    drawn += 1;
                }
                if won == positions && drawn == positions {
                    break;
                }
            }
            // Where wins are rare, chance may find none.
            let is_rare = entry.count.won * 100 < entry.count.positions;
            assert!(won > 0 || is_rare, "limit {limit}: {}", entry.class);
            converted += won;
            held += drawn;
        }
    }
    [converted, held]
}

#[test]
fn wins_of_three_pieces_are_converted_inside_the_limit() {
    let [converted, held] = convert(3, 50);
    assert!(converted > 1_000 && held > 1_000, "{converted} {held}");
}

#[test]
#[ignore = "a thousand games for each class up to four pieces and each limit: minutes in a release build"]
fn wins_of_four_pieces_are_converted_inside_the_limit() {
    let [converted, held] = convert(4, 1_000);
    println!("{converted} wins converted inside the limit, {held} held that only the limit makes draws");
    assert!(converted > 100_000 && held > 10_000, "{converted} {held}");
}
