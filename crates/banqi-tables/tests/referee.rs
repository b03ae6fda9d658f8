//! All positions of some material against a calculation that shares nothing with the tables: the independent referee says
//! what can be played, positions are its texts, and values are filled in until nothing changes.

mod support;

use std::collections::{BTreeSet, HashMap};

use banqi::{Bag, Position};
use banqi_referee::Referee;
use banqi_tables::{Tables, Verdict};
use rstest::rstest;
use support::{TAIWAN, rules};

/// How a game stands, as the side to move sees it.
type Value = i8;

/// What an action leads to.
#[derive(Clone, Copy)]
enum Edge {
    /// A step; the other side is to move.
    Step(usize),
    /// A flip or an attack; the other side is to move.
    Conversion(usize),
    /// A flip or an attack, and the same side goes on.
    Hop(usize),
}

struct Node {
    /// Board, side and bag.
    text: String,
    edges: Vec<Edge>,
    /// Of a finished game.
    result: Option<Value>,
    has_pieces: bool,
}

impl Node {
    fn position(&self, quiet: u32) -> Position {
        format!("{} {quiet} 41", self.text).parse().expect("a position of the referee")
    }

    fn is_in_chain(&self) -> bool {
        self.text.contains('@')
    }

    /// What can come of it has fewer pieces, or fewer face down, or is of the same group; inside a chain, `end` leads to
    /// positions of the group outside.
    fn group(&self) -> (usize, usize, bool) {
        let board = self.text.split(' ').next().unwrap_or_default();
        let face_down = board.matches('?').count();
        (board.matches(char::is_alphabetic).count() + face_down, face_down, self.is_in_chain())
    }
}

/// Everything that can come of some material, a face-down piece standing on one of these squares.
struct Graph {
    nodes: Vec<Node>,
    /// Those of each group, in the order in which values follow.
    groups: Vec<Vec<usize>>,
}

impl Graph {
    fn of(rules: &str, face_up: &str, hidden: Option<(char, &[usize])>) -> Self {
        let mut queue: Vec<String> = Vec::new();
        for board in placements(face_up, hidden) {
            for side in ["r", "b"] {
                let bag = hidden.map_or("-".to_string(), |(letter, _)| format!("{letter}1"));
                queue.push(format!("{board} {side} {bag}"));
            }
        }
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for text in &queue {
            let next = numbers.len();
            numbers.entry(text.clone()).or_insert(next);
        }
        assert_eq!(numbers.len(), queue.len(), "placements are different");
        let mut nodes = Vec::new();
        while nodes.len() < queue.len() {
            let text = queue[nodes.len()].clone();
            let referee = Referee::new(rules, Some(&format!("{text} 0 41"))).expect("a position");
            let verdict = referee.verdict();
            let side = side(&text);
            let result = verdict.result.map(|result| match result.winner {
                Some(winner) => {
                    if winner.starts_with(side) {
                        1
                    } else {
                        -1
                    }
                }
                None => 0,
            });
            let mut edges = Vec::new();
            for action in &verdict.legal {
                let mut after = referee.clone();
                let came_up =
                    if referee.reveals(action) { format!("={}", referee.bag_letters()[0]) } else { String::new() };
                after.apply(&format!("{action}{came_up}")).expect("it is legal");
                let fen = after.verdict().fen;
                let fields: Vec<&str> = fen.split(' ').collect();
                let key = fields[..3].join(" ");
                let same_side = fields[1].starts_with(side);
                let next = numbers.len();
                let number = *numbers.entry(key.clone()).or_insert(next);
                if number == next {
                    queue.push(key);
                }
                edges.push(match (fields[3], same_side) {
                    (_, true) => Edge::Hop(number),
                    ("0", false) => Edge::Conversion(number),
                    (_, false) => Edge::Step(number),
                });
            }
            let all =
                text.split(' ').next().unwrap_or_default().to_string() + text.split(' ').nth(2).unwrap_or_default();
            let has_pieces = all.contains(char::is_uppercase) && all.contains(char::is_lowercase);
            nodes.push(Node { text, edges, result, has_pieces });
        }
        let order: BTreeSet<_> = nodes.iter().map(Node::group).collect();
        let mut groups = vec![Vec::new(); order.len()];
        let places: HashMap<_, usize> = order.into_iter().zip(0..).collect();
        for (number, node) in nodes.iter().enumerate() {
            groups[places[&node.group()]].push(number);
        }
        Self { nodes, groups }
    }

    /// Tables with everything that the graph has.
    fn tables(&self, rules_text: &str) -> Tables {
        let tables = Tables::made(rules(rules_text));
        let mut seen: BTreeSet<(u64, u64)> = BTreeSet::new();
        for node in self.nodes.iter().filter(|node| node.has_pieces) {
            let position = node.position(0);
            if seen.insert((position.alive().bits(), position.bag().bits())) {
                assert!(tables.prepare_position(&position, &|| false), "{position}");
            }
        }
        tables
    }

    /// The verdict of every position without a limit: none is a draw.
    fn solve(&self) -> Vec<Option<Verdict>> {
        let mut verdicts: Vec<Option<Verdict>> = vec![None; self.nodes.len()];
        for group in &self.groups {
            for &number in group {
                // A finished game whose side to move has moves all the same: nothing counts but who won.
                verdicts[number] =
                    self.nodes[number].result.map(|value| if value > 0 { Verdict::Win(1) } else { Verdict::Loss(0) });
            }
            for plies in 0.. {
                let mut found = Vec::new();
                for &number in group.iter().filter(|&&number| verdicts[number].is_none()) {
                    if let Some(verdict) = self.follow(number, plies, &verdicts) {
                        found.push((number, verdict));
                    }
                }
                // Whoever takes more plies has a successor that takes one less.
                if found.is_empty() && plies > 1 {
                    break;
                }
                for (number, verdict) in found {
                    verdicts[number] = Some(verdict);
                }
            }
        }
        verdicts
    }

    /// The verdict of a position if it is decided in just so many plies, and none in fewer.
    fn follow(&self, number: usize, plies: u16, verdicts: &[Option<Verdict>]) -> Option<Verdict> {
        let mut losses = Some(0);
        for &edge in &self.nodes[number].edges {
            // As who plays it sees it.
            let verdict = match edge {
                Edge::Step(child) => verdicts[child].map(|verdict| match verdict {
                    Verdict::Win(plies) => Verdict::Loss(plies + 1),
                    Verdict::Loss(plies) => Verdict::Win(plies + 1),
                    Verdict::Draw => Verdict::Draw,
                }),
                Edge::Conversion(child) => verdicts[child].map(|verdict| match verdict {
                    Verdict::Win(_) => Verdict::Loss(1),
                    Verdict::Loss(_) => Verdict::Win(1),
                    Verdict::Draw => Verdict::Draw,
                }),
                Edge::Hop(child) => verdicts[child].map(|verdict| match verdict {
                    Verdict::Win(_) => Verdict::Win(1),
                    Verdict::Loss(_) => Verdict::Loss(1),
                    Verdict::Draw => Verdict::Draw,
                }),
            };
            match verdict {
                Some(Verdict::Win(needed)) if needed <= plies => return Some(Verdict::Win(plies)),
                Some(Verdict::Loss(needed)) if needed <= plies => {
                    losses = losses.map(|most: u16| most.max(needed));
                }
                _ => losses = None,
            }
        }
        losses.filter(|&most| most == plies).map(Verdict::Loss)
    }

    /// The value of every position at the beginning of a stretch of quiet turns, under a limit. `visit` is told of each
    /// position with each quiet count.
    fn solve_limited(&self, limit: u32, mut visit: impl FnMut(&Node, u32, Value)) {
        let mut values: Vec<Value> = vec![0; self.nodes.len()];
        for group in &self.groups {
            // At the limit: who cannot move loses, and else it is a draw.
            let mut later: HashMap<usize, Value> =
                group.iter().map(|&number| (number, self.nodes[number].result.unwrap_or(0))).collect();
            for quiet in (0..limit).rev() {
                let mut now = HashMap::new();
                for &number in group {
                    let node = &self.nodes[number];
                    let worth = |edge: &Edge| match *edge {
                        Edge::Step(child) => -later[&child],
                        Edge::Conversion(child) => -values[child],
                        Edge::Hop(child) => values[child],
                    };
                    let value = node.result.unwrap_or_else(|| node.edges.iter().map(worth).max().unwrap_or(-1));
                    now.insert(number, value);
                    visit(node, quiet, value);
                }
                later = now;
            }
            for (number, value) in later {
                values[number] = value;
            }
        }
    }
}

/// `r` or `b`.
fn side(text: &str) -> char {
    text.split(' ').nth(1).and_then(|side| side.chars().next()).unwrap_or('-')
}

/// Every board with these pieces, written, and a face-down one on one of these squares.
fn placements(face_up: &str, hidden: Option<(char, &[usize])>) -> BTreeSet<String> {
    let mut boards: Vec<[char; 32]> = match hidden {
        None => vec![['.'; 32]],
        Some((_, squares)) => squares
            .iter()
            .map(|&square| {
                let mut board = ['.'; 32];
                board[square] = '?';
                board
            })
            .collect(),
    };
    for letter in face_up.chars() {
        let mut more = BTreeSet::new();
        for board in &boards {
            for square in (0..32).filter(|&square| board[square] == '.') {
                let mut next = *board;
                next[square] = letter;
                more.insert(next);
            }
        }
        boards = more.into_iter().collect();
    }
    let written = |board: &[char; 32]| {
        let rank = |rank: usize| {
            let mut line: String = board[4 * rank..4 * rank + 4].iter().collect();
            for empty in (1..=4).rev() {
                line = line.replace(&".".repeat(empty), &empty.to_string());
            }
            line
        };
        (0..8).rev().map(rank).collect::<Vec<_>>().join("/")
    };
    boards.iter().map(written).collect()
}

fn compare(text: &str, graph: &Graph) {
    let tables = graph.tables(text);
    let prober = tables.prober();
    let verdicts = graph.solve();
    let mut compared = [0; 3];
    for (node, expected) in graph.nodes.iter().zip(verdicts) {
        let expected = expected.unwrap_or(Verdict::Draw);
        let position = node.position(0);
        if !node.has_pieces {
            continue;
        }
        if node.is_in_chain() {
            let best = prober.choices(&position).expect("they are there")[0].verdict;
            assert_eq!(std::mem::discriminant(&best), std::mem::discriminant(&expected), "{text}: {position}");
            continue;
        }
        assert_eq!(prober.probe(&position), Some(expected), "{text}: {position}");
        compared[match expected {
            Verdict::Win(_) => 0,
            Verdict::Draw => 1,
            Verdict::Loss(_) => 2,
        }] += 1;
    }
    // Whatever there is, all three would be seen among so many positions, if not for a mistake of the test.
    assert!(compared.iter().sum::<usize>() > 5_000, "{text}: {compared:?}");
}

/// Whole material, every position: verdicts and plies.
#[rstest]
#[case(TAIWAN, "RCn")]
#[case("hong-kong:chain=on", "Rnp")]
#[case("mainland:quiet=none,repetition=none,rush=on,diagonal=on", "RNk")]
fn face_up(#[case] text: &str, #[case] pieces: &str) {
    compare(text, &Graph::of(text, pieces, None));
}

/// One piece face down, in a corner and inside.
#[rstest]
#[case("taiwan-classic", "Rn", 'p')]
#[case("taiwan-classic:dark=probe", "Rn", 'p')]
#[case("taiwan-classic:dark=trade", "Rn", 'p')]
fn one_face_down(#[case] text: &str, #[case] pieces: &str, #[case] hidden: char) {
    compare(text, &Graph::of(text, pieces, Some((hidden, &[0, 14]))));
}

#[rstest]
#[case("taiwan-classic", "Kkp", None)]
#[case("taiwan-classic:chain=on,rush=on", "RRn", None)]
#[case("taiwan-tournament:quiet=none,repetition=none,dark=trade", "Kc", Some('P'))]
#[case("hong-kong:dark=probe,chain=on", "Gp", Some('p'))]
#[case("mainland:quiet=none,repetition=none,dark=trade,rush=on,diagonal=on", "Rn", Some('K'))]
#[ignore = "more of the same: a minute"]
fn more_rules(#[case] text: &str, #[case] pieces: &str, #[case] hidden: Option<char>) {
    compare(text, &Graph::of(text, pieces, hidden.map(|letter| (letter, &[0, 14, 27][..]))));
}

/// Under a limit, every position with every quiet count: that of each count follows from that of the next.
#[rstest]
#[case("taiwan-tournament:repetition=none", "RRn", None, &[5, 20])]
#[case("taiwan-classic:dark=trade", "Rn", Some('p'), &[7])]
fn under_a_limit(#[case] text: &str, #[case] pieces: &str, #[case] hidden: Option<char>, #[case] limits: &[u32]) {
    let free = if text.contains(':') { format!("{text},quiet=none") } else { format!("{text}:quiet=none") };
    let squares = [0, 14];
    let graph = Graph::of(&free, pieces, hidden.map(|letter| (letter, &squares[..])));
    for &limit in limits {
        let text = free.replace("quiet=none", &format!("quiet={limit}"));
        let tables = graph.tables(&text);
        let prober = tables.prober();
        let (mut decided, mut drawn) = (0, 0);
        graph.solve_limited(limit, |node, quiet, value| {
            if !node.has_pieces || node.is_in_chain() {
                return;
            }
            let position = node.position(quiet);
            let told = match prober.probe(&position) {
                Some(Verdict::Win(_)) => 1,
                Some(Verdict::Draw) => 0,
                Some(Verdict::Loss(_)) => -1,
                None => panic!("{text}: {position} has a table"),
            };
            assert_eq!(told, value, "{text}: {position}");
            *if value == 0 { &mut drawn } else { &mut decided } += 1;
        });
        assert!(decided > 1_000 && drawn > 1_000, "{text}: {decided} {drawn}");
    }
}

#[test]
fn the_bag_of_one_is_what_the_text_says() {
    let graph = Graph::of("taiwan-classic", "R", Some(('n', &[5])));
    let position = graph.nodes[0].position(0);
    assert_eq!(
        (position.bag(), position.alive().len()),
        ("n".chars().filter_map(banqi::Piece::from_letter).collect::<Bag>(), 2)
    );
}
