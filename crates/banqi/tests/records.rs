//! Golden records, and records that are refused.
//!
//! `tests/records` has games of our own: a folder for each preset with one game for each way in which it can end, and
//! `house` for the house rules. Each is played through by the crate and by the independent referee, which is given the
//! turns by a reader of its own; both must come to the result that the record states.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use banqi::{Position, Preset, Reason, Record};
use banqi_referee::Referee;
use rstest::rstest;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records")
}

/// The files of a folder of records, by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    files.sort();
    files
}

fn folders() -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// A record as plainly as it can be read: tag lines, an empty line, words.
struct Plain {
    tags: Vec<(String, String)>,
    /// Numbers, turns and the result, without comments.
    words: Vec<String>,
}

impl Plain {
    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    fn read_all(text: &str) -> Vec<Self> {
        let parts: Vec<&str> = text.split("\n\n").collect();
        parts.chunks(2).map(|parts| Self::read(parts[0], parts[1])).collect()
    }

    fn read(tags: &str, moves: &str) -> Self {
        let tag = |line: &str| {
            let (name, value) = line.strip_prefix('[')?.strip_suffix("\"]")?.split_once(" \"")?;
            Some((name.to_string(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
        };
        let tags = tags.lines().map(|line| tag(line).unwrap_or_else(|| panic!("no tag: {line}"))).collect();
        let mut words = String::new();
        let mut rest = moves;
        while let Some((before, after)) = rest.split_once('{') {
            words.push_str(before);
            words.push(' ');
            rest = after.split_once('}').expect("a comment is closed").1;
        }
        words.push_str(rest);
        Self { tags, words: words.split_whitespace().map(ToString::to_string).collect() }
    }
}

/// The fields of a position that the referee writes: side to move and turn.
fn side_and_turn(fen: &str) -> (char, u32) {
    let fields: Vec<&str> = fen.split(' ').collect();
    (fields[1].chars().next().unwrap(), fields[4].parse().unwrap())
}

/// Has the independent referee play a record through; answers its last position.
fn referee(plain: &Plain) -> String {
    let (result, turns) = plain.words.split_last().unwrap();
    assert_eq!(Some(result.as_str()), plain.tag("Result"));
    let mut referee = Referee::new(plain.tag("Rules").unwrap(), plain.tag("Position")).unwrap();
    let deal = plain.tag("Deal");
    for word in turns {
        let verdict = referee.verdict();
        let (_, turn) = side_and_turn(&verdict.fen);
        if word.ends_with('.') {
            let dots = if turn % 2 == 1 { "." } else { "..." };
            assert_eq!(*word, format!("{}{dots}", turn.div_ceil(2)), "turn {turn}");
            continue;
        }
        assert_eq!(verdict.result, None, "before {word} on turn {turn}");
        referee.apply(word).unwrap_or_else(|error| panic!("{word} on turn {turn}: {error}"));
        for (at, _) in word.match_indices('=') {
            let (square, piece) = (&word.as_bytes()[at - 2..at], word[at + 1..].chars().next());
            let index = usize::from(square[0] - b'a') + 4 * usize::from(square[1] - b'1');
            assert!(deal.is_none_or(|deal| deal.chars().nth(index) == piece), "{word} and the deal");
        }
    }
    let verdict = referee.verdict();
    if let Some(found) = verdict.result {
        let score = match found.seat {
            Some("first") => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        assert_eq!((plain.tag("Result"), plain.tag("Termination")), (Some(score), Some(found.reason)));
    } else {
        let by_players = ["agreement", "resignation", "time", "abandonment", "aborted", "unterminated"];
        assert!(by_players.contains(&plain.tag("Termination").unwrap()), "the board has no result");
    }
    let (side, turn) = side_and_turn(&verdict.fen);
    let first = match (side, turn % 2) {
        ('-', _) => "?",
        ('r', 1) | ('b', 0) => "red",
        _ => "black",
    };
    assert_eq!(plain.tag("FirstColour"), Some(first));
    verdict.fen
}

#[test]
fn golden_records_are_played_through_by_two_programs() {
    let mut games = 0;
    for folder_name in folders() {
        for (file, text) in files(&folder().join(&folder_name)) {
            let records = Record::parse_all(&text).unwrap_or_else(|error| panic!("{folder_name}/{file}: {error}"));
            let plain = Plain::read_all(&text);
            assert_eq!(records.len(), plain.len(), "{folder_name}/{file}");
            for (record, plain) in records.iter().zip(&plain) {
                let event = plain.tag("Event").unwrap();
                let game = record.replay().unwrap_or_else(|error| panic!("{folder_name}/{file}, {event}: {error}"));
                assert_eq!(game.position().to_string(), referee(plain), "{folder_name}/{file}, {event}");
                games += 1;
            }
        }
    }
    assert!(games > 100, "{games}");
}

#[test]
fn golden_records_are_written_as_they_are_read() {
    for folder_name in folders() {
        for (file, text) in files(&folder().join(&folder_name)) {
            let records = Record::parse_all(&text).unwrap();
            let written: Vec<String> = records.iter().map(ToString::to_string).collect();
            assert_eq!(written.join("\n"), text, "{folder_name}/{file}");
            assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80));
            for record in records {
                let game = record.replay().unwrap();
                assert_eq!(Record::of(&game).turns.len(), record.turns.len());
                let mut again = Record::of(&game);
                again.tags = record.tags.clone();
                again.ending = record.ending;
                again.turns.clone_from(&record.turns);
                assert_eq!(again, record);
            }
        }
    }
}

/// Each preset ends in every way that its rules have, and in no other.
#[test]
fn golden_records_have_every_ending_of_every_preset() {
    let names: BTreeSet<String> = Preset::ALL.iter().map(ToString::to_string).chain(["house".to_string()]).collect();
    assert_eq!(folders().into_iter().collect::<BTreeSet<_>>(), names);
    let by_board = |preset: Preset| match preset {
        Preset::TaiwanTournament | Preset::Mainland | Preset::TaiwanClub | Preset::TaiwanLeague => {
            vec!["elimination", "no-legal-move", "repetition", "no-progress"]
        }
        Preset::TaiwanQuick | Preset::TaiwanChase => vec!["elimination", "no-legal-move", "no-progress"],
        Preset::TaiwanClassic | Preset::HongKong => vec!["no-legal-move"],
    };
    let by_players: BTreeSet<(String, String)> = [
        ("agreement", "1/2-1/2"),
        ("resignation", "1-0"),
        ("resignation", "0-1"),
        ("time", "1-0"),
        ("time", "0-1"),
        ("abandonment", "1-0"),
        ("abandonment", "0-1"),
        ("abandonment", "1/2-1/2"),
        ("aborted", "*"),
        ("unterminated", "*"),
    ]
    .map(|(reason, score)| (reason.to_string(), score.to_string()))
    .into();
    for preset in Preset::ALL {
        let mut board = BTreeSet::new();
        let mut players = BTreeSet::new();
        for (_, text) in files(&folder().join(preset.name())) {
            for plain in Plain::read_all(&text) {
                assert_eq!(plain.tag("Rules"), Some(preset.name()));
                let (reason, score) = (plain.tag("Termination").unwrap(), plain.tag("Result").unwrap());
                if Reason::from_name(reason).is_some_and(Reason::is_on_the_board) {
                    assert_eq!(plain.tag("Position"), None, "a whole game");
                    board.insert(reason.to_string());
                } else {
                    players.insert((reason.to_string(), score.to_string()));
                }
            }
        }
        assert_eq!(board, by_board(preset).into_iter().map(ToString::to_string).collect(), "{preset}");
        assert_eq!(players, by_players, "{preset}");
    }
}

/// What the records of house rules are for.
#[test]
fn golden_records_have_every_feature() {
    let text: String = files(&folder().join("house")).into_iter().map(|(_, text)| text + "\n").collect();
    let records = Record::parse_all(&text).unwrap();
    let any = |what: &str, has: &dyn Fn(&Record) -> bool| assert!(records.iter().any(has), "no record with {what}");
    for change in ["chain=on", "dark=probe", "dark=trade", "rush=on", "diagonal=on", "chase=3"] {
        any(change, &|record| record.rules.to_string().contains(change));
    }
    any("a start on Second's turn", &|record| record.start.turn() % 2 == 0);
    any("a start inside a chain", &|record| record.start.chain().is_some());
    any("an end inside a chain", &|record| record.replay().unwrap().position().chain().is_some());
    any("a comment", &|record| record.turns.iter().any(|turn| turn.comment.contains(' ')));
    any("a clock", &|record| record.turns.iter().any(|turn| turn.comment.contains("[%clk ")));
    any("a deal", &|record| record.tags.get("Deal").is_some_and(|deal| !deal.contains('.')));
    any("a deal of some squares", &|record| record.tags.get("Deal").is_some_and(|deal| deal.contains('.')));
    any("a seal", &|record| record.tags.get("Seal").is_some());
    any("no turns", &|record| record.turns.is_empty());
    any("a small board", &|record| record.start.board().count() < 32);
}

// What else a reader takes.

/// Seven lines; the moves are on the last.
const BASE: &str = "\
[First \"Ann\"]
[Second \"Ben\"]
[Rules \"taiwan-quick\"]
[Result \"*\"]
[Termination \"unterminated\"]

1. a1=K a2=p 2. a3=r *";

#[rstest]
#[case::as_it_is("[First", "[First")]
#[case::windows_lines("\n", "\r\n")]
#[case::empty_lines("\n", "\n\n")]
#[case::no_empty_line("\n\n", "\n")]
#[case::byte_order_mark("[First \"Ann\"]", "\u{feff}[First \"Ann\"]")]
#[case::numbers_stuck_to_turns("1. a1=K", "1.a1=K")]
#[case::every_turn_numbered("1. a1=K a2=p", "1. a1=K 1... a2=p")]
#[case::no_numbers("1. a1=K a2=p 2. a3=r", "a1=K a2=p a3=r")]
#[case::other_spelling_of_turns("a1=K", "a1(K)")]
#[case::lines("1. a1=K a2=p 2. a3=r *", "1.\na1=K\n\ta2=p\n2. a3=r\n*\n")]
#[case::tags_in_another_order(
    "[Result \"*\"]\n[Termination \"unterminated\"]",
    "[Termination \"unterminated\"]\n[Result \"*\"]"
)]
fn other_ways_to_write_the_same(#[case] from: &str, #[case] to: &str) {
    let base: Record = BASE.parse().unwrap();
    assert!(BASE.contains(from));
    assert_eq!(BASE.replace(from, to).parse(), Ok(base));
}

#[test]
fn comments_belong_to_the_turn_before() {
    let text = BASE.replace("a2=p", "{one} {two\nlines} a2=p{a soldier}");
    let record: Record = text.parse().unwrap();
    let comments: Vec<&str> = record.turns.iter().map(|turn| turn.comment.as_str()).collect();
    assert_eq!(comments, ["one two lines", "a soldier", ""]);
    assert!(record.to_string().ends_with("\n1. a1=K {one two lines} 1... a2=p {a soldier} 2. a3=r *\n"));
}

/// A closing brace would end a comment: it is written as a parenthesis, and nothing after it is lost.
#[test]
fn a_closing_brace_in_a_comment() {
    let mut record: Record = BASE.parse().unwrap();
    record.turns[1].comment = "{why} not} 1-0".to_string();
    let read: Record = record.to_string().parse().unwrap();
    assert_eq!(read.turns[1].comment, "{why) not) 1-0");
    assert_eq!(read.turns.len(), 3);
}

#[test]
fn tags_that_the_rest_implies_are_written_but_not_kept() {
    let record: Record = BASE.parse().unwrap();
    assert!(record.to_string().contains("[FirstColour \"red\"]\n"));
    assert_eq!(record.tags.get("FirstColour"), None);
    let text = BASE.replace("[Result", "[FirstColour \"red\"]\n[Result");
    assert_eq!(text.parse(), Ok(record));
}

/// Quotes and backslashes in a tag survive.
#[test]
fn quotes_in_tags() {
    let text = BASE.replace("\"Ann\"", "\"Ann \\\"the\\\\flip\\\" ]\"");
    let record: Record = text.parse().unwrap();
    assert_eq!(record.tags.get("First"), Some("Ann \"the\\flip\" ]"));
    assert_eq!(record.to_string().parse(), Ok(record));
}

// What is refused as no record, with the line.

#[rstest]
#[case::nothing(BASE, "", 1, "Rules is missing")]
#[case::no_tags(&BASE[..BASE.len() - 22], "", 1, "Rules is missing")]
#[case::no_rules("[Rules \"taiwan-quick\"]\n", "", 6, "Rules is missing")]
#[case::no_result("[Result \"*\"]\n", "", 6, "Result is missing")]
#[case::no_termination("[Termination \"unterminated\"]\n", "", 6, "Termination is missing")]
#[case::unknown_rules("taiwan-quick", "taiwan-slow", 3, "taiwan-slow")]
#[case::wrong_rules("taiwan-quick", "taiwan-quick:quiet=0", 3, "quiet")]
#[case::score("[Result \"*\"]", "[Result \"2-0\"]", 4, "2-0")]
#[case::empty_score("[Result \"*\"]", "[Result \"\"]", 4, "does not go with")]
#[case::reason("unterminated", "boredom", 4, "boredom")]
#[case::a_star_with_a_reason("unterminated", "elimination", 4, "elimination")]
#[case::a_score_without_a_reason("[Result \"*\"]", "[Result \"1-0\"]", 4, "unterminated")]
#[case::an_agreed_win("*\"]\n[Termination \"unterminated", "1-0\"]\n[Termination \"agreement", 4, "agreement")]
#[case::a_drawn_resignation(
    "*\"]\n[Termination \"unterminated",
    "1/2-1/2\"]\n[Termination \"resignation",
    4,
    "resignation"
)]
#[case::a_drawn_clock("*\"]\n[Termination \"unterminated", "1/2-1/2\"]\n[Termination \"time", 4, "time")]
#[case::a_won_repetition("*\"]\n[Termination \"unterminated", "0-1\"]\n[Termination \"repetition", 4, "repetition")]
#[case::another_result_after_the_moves("a3=r *", "a3=r 1-0", 7, "1-0")]
#[case::no_result_after_the_moves("a3=r *", "a3=r", 7, "without a result")]
#[case::no_moves_and_no_result("\n1. a1=K a2=p 2. a3=r *", "", 6, "without a result")]
#[case::tags_after_the_moves("a3=r *", "a3=r\n[Round \"1\"] *", 8, "without a result")]
#[case::text_after_the_result("a3=r *", "a3=r * 2... a4=P", 7, "after the result")]
#[case::another_record("a3=r *", "a3=r *\n\n[First \"Ann\"]", 9, "after the result")]
#[case::two_results("a3=r *", "a3=r *\n*", 8, "after the result")]
#[case::open_comment("a2=p", "{never closed\na2=p", 7, "not closed")]
#[case::open_comment_later("a2=p", "\n a2=p {never\nclosed", 8, "not closed")]
#[case::tag_twice("[Second \"Ben\"]", "[First \"Ben\"]", 2, "First is given twice")]
#[case::rules_twice("[Result", "[Rules \"mainland\"]\n[Result", 4, "Rules is given twice")]
#[case::tag_without_quotes("[First \"Ann\"]", "[First Ann]", 1, "a tag is written")]
#[case::tag_without_value("[Second \"Ben\"]", "[Second]", 2, "a tag is written")]
#[case::tag_without_name("[First \"Ann\"]", "[\"Ann\"]", 1, "a tag is written")]
#[case::tag_without_second_quote("[First \"Ann\"]", "[First \"Ann]", 1, "a tag is written")]
#[case::tag_without_bracket("[Second \"Ben\"]", "[Second \"Ben\"", 2, "a tag is written")]
#[case::tag_on_two_lines("[Second \"Ben\"]", "[Second \"B\nen\"]", 2, "a tag is written")]
#[case::tag_with_a_wrong_escape("[Second \"Ben\"]", "[Second \"B\\nen\"]", 2, "a tag is written")]
#[case::tag_with_a_space("[Second \"Ben\"]", "[Sec ond \"Ben\"]", 2, "a tag is written")]
#[case::tag_with_a_nul("[Second \"Ben\"]", "[Sec\0ond \"Ben\"]", 2, "a tag is written")]
#[case::tag_that_ends_the_text(
    "[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. a1=K a2=p 2. a3=r *",
    "[Result",
    4,
    "a tag is written"
)]
#[case::position("[Result", "[Position \"4/4 r - 0 1\"]\n[Result", 4, "board")]
#[case::position_of_another_form("[Result", "[Position \"\"]\n[Result", 4, "position")]
#[case::first_colour("[Result", "[FirstColour \"black\"]\n[Result", 4, "FirstColour")]
#[case::no_first_colour("[Result", "[FirstColour \"green\"]\n[Result", 4, "green")]
#[case::first_colour_of_a_position(
    "[Result",
    "[FirstColour \"red\"]\n[Position \"3k/4/4/4/4/4/?3/P3 b r1 0 1\"]\n[Result",
    4,
    "FirstColour"
)]
#[case::number_too_high("2. a3=r", "3. a3=r", 7, "3.")]
#[case::number_too_low("2. a3=r", "1. a3=r", 7, "1.")]
#[case::number_of_the_other("1. a1=K", "1... a1=K", 7, "1...")]
#[case::number_for_the_wrong_turn("a2=p", "2. a2=p", 7, "2.")]
#[case::number_zero("1. a1=K", "0. a1=K", 7, "0.")]
#[case::number_with_a_zero("1. a1=K", "01. a1=K", 7, "01.")]
#[case::number_without_a_point("1. a1=K", "1 a1=K", 7, "\"1\"")]
#[case::number_with_two_points("1. a1=K", "1.. a1=K", 7, "1..")]
#[case::huge_number("1. a1=K", "99999999999999999999999999. a1=K", 7, "9999")]
#[case::number_of_a_position("[Result \"*\"]", "[Position \"3P/4/4/4/4/4/n3/1R2 r - 0 41\"]\n[Result \"*\"]", 8, "21.")]
#[case::no_turn("a2=p", "a2=x", 7, "a2=x")]
#[case::no_square("a2=p", "e2=p", 7, "e2=p")]
#[case::a_mark("a2=p", "a2=p!", 7, "a2=p!")]
#[case::a_nul("a2=p", "\0", 7, "is not a turn")]
#[case::a_nul_in_a_turn("a2=p", "a2=p\0", 7, "is not a turn")]
#[case::a_closing_brace("a2=p", "}", 7, "is not a turn")]
#[case::a_score_of_another_game("a2=p", "1-0", 7, "1-0")]
#[case::half_a_score("a2=p", "1/2", 7, "1/2")]
fn texts_that_are_no_records(#[case] from: &str, #[case] to: &str, #[case] line: usize, #[case] fragment: &str) {
    assert!(BASE.contains(from), "{from}");
    let text = BASE.replacen(from, to, 1);
    let error = text.parse::<Record>().unwrap_err();
    assert_eq!(error.line(), line, "{error}");
    let words = error.to_string();
    assert!(words.starts_with(&format!("line {line}: ")) && words.contains(fragment), "{words}");
}

/// The line counts from the text's beginning also when several records are read.
#[test]
fn lines_of_a_later_record() {
    let text = format!("{BASE}\n\n{}", BASE.replace("a2=p", "a2=x"));
    assert_eq!(Record::parse_all(&text).unwrap_err().line(), 8 + 7);
    assert_eq!(Record::parse_all(&format!("{BASE}\n\n{BASE}\n")).unwrap().len(), 2);
    assert_eq!(Record::parse_all(" \n"), Ok(Vec::new()));
}

// What has the form of a record, and is not the record of a game.

/// A record by its rules, position, result, termination, further tags and moves.
fn record(rules: &str, position: &str, ending: (&str, &str), tags: &str, moves: &str) -> Record {
    let position = if position.is_empty() { String::new() } else { format!("[Position \"{position}\"]\n") };
    let (score, termination) = ending;
    let text = format!(
        "[Rules \"{rules}\"]\n[Result \"{score}\"]\n[Termination \"{termination}\"]\n{position}{tags}\n{moves} {score}"
    );
    text.parse().unwrap_or_else(|error| panic!("{error}: {text}"))
}

const OPEN: (&str, &str) = ("*", "unterminated");
const CHAIN: &str = "3k/4/4/4/4/1npc/1R2/4 r - 0 41";
const LAST: &str = "4/4/4/4/4/4/4/Kg2 r - 0 41";
const TRADE: &str = "3k/4/4/4/4/4/?3/P3 r r1 18 70";

#[rstest]
#[case::not_yours("taiwan-quick", "", OPEN, "1. a1=K a1-a2", "turn 2 (1... a1-a2): the red general on a1 is not yours")]
#[case::nothing_came_up("taiwan-quick", "", OPEN, "1. a1", "turn 1 (1. a1): what came up on a1 is missing")]
#[case::not_in_the_bag("taiwan-quick", "", OPEN, "1. a1=K a2=K", "turn 2 (1... a2=K)")]
#[case::a_move_on_turn_1("taiwan-quick", "", OPEN, "1. a1-a2", "turn 1 (1. a1-a2)")]
#[case::nothing_to_reveal("taiwan-quick", LAST, OPEN, "21. a1-a2=p", "turn 41 (21. a1-a2=p)")]
#[case::moves_after_the_end(
    "taiwan-quick",
    LAST,
    ("1-0", "elimination"),
    "21. a1-b1 b1-a1",
    "turn 42 (21... b1-a1): the game is over"
)]
#[case::moves_of_a_finished_position(
    "taiwan-quick",
    "4/4/4/4/4/4/4/K3 b - 0 30",
    ("1-0", "elimination"),
    "15... a1-a2",
    "turn 30 (15... a1-a2): the game is over"
)]
#[case::no_end_that_the_board_has(
    "taiwan-quick",
    LAST,
    OPEN,
    "21. a1-b1",
    "by the board the game is over: 1-0 (elimination)"
)]
#[case::aborted_at_an_end_by_the_board(
    "taiwan-quick",
    LAST,
    ("*", "aborted"),
    "21. a1-b1",
    "by the board the game is over"
)]
#[case::another_reason(
    "taiwan-quick",
    LAST,
    ("1-0", "resignation"),
    "21. a1-b1",
    "by the board the game is over: 1-0 (elimination)"
)]
#[case::a_reason_of_other_rules("taiwan-classic", LAST, ("1-0", "elimination"), "21. a1-b1", "1-0 (no-legal-move)")]
#[case::the_other_winner("taiwan-quick", LAST, ("0-1", "elimination"), "21. a1-b1", "1-0 (elimination)")]
#[case::a_win_that_is_none(
    "taiwan-quick",
    LAST,
    ("1-0", "elimination"),
    "21. a1-a2",
    "by the board the game is not over"
)]
#[case::a_draw_that_is_none(
    "taiwan-quick",
    "",
    ("1/2-1/2", "no-progress"),
    "1. a1=K",
    "by the board the game is not over"
)]
#[case::a_repetition_that_is_none(
    "taiwan-quick",
    "",
    ("1/2-1/2", "repetition"),
    "1. a1=K",
    "by the board the game is not over"
)]
#[case::a_chain_left_open(
    "taiwan-quick:chain=on",
    CHAIN,
    OPEN,
    "21. b2-b3 d8-d7",
    "turn 41 (21. d8-d7): the turn before left its chain open"
)]
#[case::a_chain_on_two_turns(
    "taiwan-quick:chain=on",
    CHAIN,
    OPEN,
    "21. b2-b3 b3-c3",
    "turn 41 (21. b3-c3): the turn before left its chain open"
)]
#[case::an_end_on_its_own(
    "taiwan-quick:chain=on",
    CHAIN,
    OPEN,
    "21. b2-b3 end",
    "turn 41 (21. end): the turn before left its chain open"
)]
#[case::an_end_where_the_chain_is_over("taiwan-quick:chain=on", CHAIN, OPEN, "21. b2-b3-c3-d3-end", "the turn is over")]
#[case::a_chain_without_the_rule(
    "taiwan-quick",
    CHAIN,
    OPEN,
    "21. b2-b3-c3",
    "turn 41 (21. b2-b3-c3): the turn is over"
)]
#[case::a_step_in_a_chain(
    "taiwan-quick:chain=on",
    CHAIN,
    OPEN,
    "21. b2-b3-b4",
    "turn 41 (21. b2-b3-b4): a chain is open"
)]
#[case::an_end_without_a_chain("taiwan-quick:chain=on", CHAIN, OPEN, "21. end", "turn 41 (21. end): there is no chain")]
#[case::steps_joined("taiwan-quick", CHAIN, OPEN, "21. b2-b1-a1", "the turn is over")]
#[case::a_forbidden_chase(
    "taiwan-chase:chase=1",
    "3P/4/4/4/4/4/n3/1R2 r - 0 41",
    OPEN,
    "21. b1-a1 a2-b2 22. a1-b1",
    "turn 43 (22. a1-b1): forbidden chase"
)]
#[case::a_start_past_the_limit("taiwan-quick", "K3/4/4/4/4/4/4/3k r - 21 41", OPEN, "", "quiet turns: 21")]
#[case::a_start_in_a_chain("taiwan-quick", "3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41", OPEN, "", "side to move")]
fn records_that_are_no_games(
    #[case] rules: &str,
    #[case] position: &str,
    #[case] ending: (&str, &str),
    #[case] moves: &str,
    #[case] fragment: &str,
) {
    let error = record(rules, position, ending, "", moves).replay().unwrap_err().to_string();
    assert!(error.contains(fragment), "{error}");
}

/// A deal is told only once the game is over, has what was face down at the start, and agrees with what came up.
#[rstest]
#[case::fits("0-1", "elimination", "....r...........................", "", None)]
#[case::of_an_open_game(
    "*",
    "unterminated",
    "....r...........................",
    "a1-b1",
    Some("only once the game is over")
)]
#[case::too_short("1-0", "resignation", "....r...", "a1-b1", Some("does not fit the start"))]
#[case::too_long("1-0", "resignation", "....r............................", "a1-b1", Some("does not fit the start"))]
#[case::another_piece(
    "1-0",
    "resignation",
    "....R...........................",
    "a1-b1",
    Some("does not fit the start")
)]
#[case::another_square(
    "1-0",
    "resignation",
    "...r............................",
    "a1-b1",
    Some("does not fit the start")
)]
#[case::a_face_up_piece(
    "1-0",
    "resignation",
    "P...r...........................",
    "a1-b1",
    Some("does not fit the start")
)]
#[case::a_question_mark(
    "1-0",
    "resignation",
    "....?...........................",
    "a1-b1",
    Some("does not fit the start")
)]
#[case::nothing("1-0", "resignation", "................................", "a1-b1", Some("does not fit the start"))]
#[case::letters_of_other_scripts(
    "1-0",
    "resignation",
    "....車...........................",
    "a1-b1",
    Some("does not fit the start")
)]
#[case::of_an_aborted_game("*", "aborted", "....r...........................", "a1-b1", None)]
fn deals(
    #[case] score: &str,
    #[case] termination: &str,
    #[case] deal: &str,
    #[case] moves: &str,
    #[case] fragment: Option<&str>,
) {
    // Turn 70 is Second's, who is red: the trade costs Red's last piece, and First wins.
    let (score, moves) = if moves.is_empty() { ("1-0", "a1-a2=r") } else { (score, moves) };
    let tag = format!("[Deal \"{deal}\"]\n");
    let record = record("taiwan-quick:dark=trade", TRADE, (score, termination), &tag, &format!("35... {moves}"));
    let found = record.replay().err().map(|error| error.to_string());
    match fragment {
        None => assert_eq!(found, None),
        Some(fragment) => assert!(found.as_ref().is_some_and(|found| found.contains(fragment)), "{found:?}"),
    }
}

/// What came up must be what the deal has on that square, for flips and for attacks.
#[rstest]
#[case("a1=K", Some("turn 1 (1. a1=K): a red general came up on a1"))]
#[case("a1=p a2=K", None)]
#[case("a1=p a2=k", Some("turn 2 (1... a2=k): a black general came up on a2"))]
#[case("a1=p a3=G 2. a1-a2=K a3-a4=P", None)]
#[case("a1=p a3=G 2. a1-a2=P", Some("turn 3 (2. a1-a2=P): a red soldier came up on a2"))]
fn deals_and_what_came_up(#[case] moves: &str, #[case] fragment: Option<&str>) {
    // a1 p, a2 K, a3 G, a4 P; the others in some order.
    let others = "GMMRRNNCCPPPPkggmmrrnnccpppp";
    let mut rest = others.chars();
    let deal: String = (0..32)
        .map(|index| match index {
            0 => 'p',
            4 => 'K',
            8 => 'G',
            12 => 'P',
            _ => rest.next().unwrap(),
        })
        .collect();
    let tag = format!("[Deal \"{deal}\"]\n");
    let record = record("taiwan-quick:dark=probe", "", ("1-0", "time"), &tag, &format!("1. {moves}"));
    let found = record.replay().err().map(|error| error.to_string());
    match fragment {
        None => assert_eq!(found, None),
        Some(fragment) => assert!(found.as_ref().is_some_and(|found| found.contains(fragment)), "{found:?}"),
    }
}

/// Hostile texts are refused: long ones, deep ones, and characters that nobody expects.
#[test]
fn hostile_texts() {
    let long = 100_000;
    let texts = [
        "[".repeat(long),
        "{".repeat(long),
        "[A \"".repeat(long),
        "\0".repeat(long),
        "1. ".repeat(long),
        "9".repeat(long),
        "\\".repeat(long),
        "\u{feff}".repeat(long),
        "[Rules \"mainland\"]".repeat(long),
        BASE.replace("a2=p", &"a2-".repeat(long)),
        BASE.replace("a2=p", &"9".repeat(long)),
        BASE.replace("1. a1=K", &format!("{}. a1=K", "9".repeat(long))),
        BASE.replace("a2=p", &format!("{}a2=p", ".".repeat(long))),
        BASE.replace("taiwan-quick", &"quiet=1,".repeat(long)),
        BASE.replace("[Result", &format!("[Position \"{}\"]\n[Result", "4/".repeat(long))),
        BASE.replace("[Result", &format!("[Position \"{} r - 0 1\"]\n[Result", "?".repeat(long))),
        BASE.replace("a2=p", "a2=\u{202e}p"),
        BASE.replace("a2=p", "a2\u{a0}=p\u{3000}帥"),
        BASE.replace("\"*\"", "\"\u{1d7d9}-0\""),
    ];
    for text in texts {
        let error = Record::parse_all(&text).unwrap_err();
        assert!(error.to_string().len() < 500, "{} bytes", error.to_string().len());
    }
    // Long and harmless.
    let comment = "x ".repeat(long);
    let text = BASE.replace("a2=p", &format!("{{{comment}}} a2=p"));
    let record: Record = text.parse().unwrap();
    assert_eq!(record.turns[0].comment.len(), 2 * long - 1);
    assert_eq!(record.to_string().parse(), Ok(record));
}

/// A game from the highest turn that can be written is read, and its turns have their numbers.
#[test]
fn the_highest_turn() {
    let position = "K3/4/4/4/4/4/4/3k r - 999999998 999999999";
    let record = record("taiwan-classic", position, ("1/2-1/2", "agreement"), "", "500000000. a8-a7");
    let game = record.replay().unwrap();
    assert_eq!(game.position().quiet(), 999_999_999);
    assert_eq!(record.start, position.parse::<Position>().unwrap());
}
