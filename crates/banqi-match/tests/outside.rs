//! Engines that are programs: games in every protocol, and programs that do not behave. The program is
//! tests/fake/engine.rs.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use banqi::{Ending, Reason};
use banqi_match::{Bout, Control, Match, MatchError, Offence, Plan, Side, Standing, Terms};
use rstest::rstest;

const ENGINE: &str = env!("CARGO_BIN_EXE_fake-engine");
static GO_ON: AtomicBool = AtomicBool::new(false);

/// A match against the fake engine.
fn against(protocol: &str, more: &str, rules: &str, control: Control) -> Match {
    patiently(Duration::from_secs(20), protocol, more, rules, control)
}

fn patiently(patience: Duration, protocol: &str, more: &str, rules: &str, control: Control) -> Match {
    let terms = Terms { control, grace: Duration::from_millis(10), patience, ..Terms::default() };
    let engine = format!("{protocol}:'{ENGINE}' {protocol} {more}");
    Match::new("greedy".parse().unwrap(), engine.parse().unwrap(), rules.parse().unwrap(), 1, terms).unwrap()
}

fn played(meeting: &Match, pairs: u32) -> (Standing, Vec<Bout>) {
    let (mut standing, mut bouts) = (Standing::new(None), Vec::new());
    let mut tell = |bout: &Bout, _: &Standing| {
        bouts.push(bout.clone());
        Ok(())
    };
    meeting.play(Plan { pairs, concurrency: 1 }, &mut standing, &GO_ON, &mut tell).expect("played");
    (standing, bouts)
}

fn rules_of(protocol: &str) -> &'static str {
    if protocol == "tcga" { "taiwan-league" } else { "taiwan-club" }
}

#[rstest]
fn games_are_played_to_their_end(#[values("uci", "misty", "tcga")] protocol: &str) {
    let (standing, bouts) = played(&against(protocol, "", rules_of(protocol), Control::Own), 3);
    assert_eq!(standing.tally().games(), 6);
    assert!(standing.faults().is_empty(), "{:?}", standing.faults());
    assert!(bouts.iter().all(|bout| bout.record.replay().is_ok()));
    // UCI tells the nodes: 7 each time.
    let spent = standing.spent(Side::Two);
    let nodes = if protocol == "tcga" { None } else { Some(u64::from(spent.actions) * 7) };
    assert_eq!(spent.nodes, nodes);
}

#[test]
fn uci_plays_every_rule() {
    for rules in ["taiwan-quick:chain=on,dark=trade,rush=on,diagonal=on", "taiwan-chase", "hong-kong:quiet=30"] {
        let (standing, _) = played(&against("uci", "", rules, Control::Own), 2);
        assert!(standing.faults().is_empty(), "{rules}: {:?}", standing.faults());
    }
}

#[rstest]
fn misdeeds_lose_the_game_and_not_the_match(
    #[values("uci", "misty", "tcga")] protocol: &str,
    #[values(
        ("illegal", Offence::Illegal, "not"),
        ("garbage", Offence::Illegal, "is no action"),
        ("crash", Offence::Crash, "exit status: 3"),
        ("late", Offence::Time, "no answer in"),
        ("flood", Offence::Time, "no answer in"),
    )]
    misdeed: (&str, Offence, &str),
) {
    let (name, offence, what) = misdeed;
    // Long enough for whoever answers, however busy the machine is.
    let control = Control::Movetime(Duration::from_millis(if offence == Offence::Time { 500 } else { 20_000 }));
    let meeting = against(protocol, &format!("{name}@3"), rules_of(protocol), control);
    let (standing, bouts) = played(&meeting, 1);
    let faults = standing.faults();
    assert!(!faults.is_empty(), "{bouts:?}");
    let (round, side, fault) = &faults[0];
    assert_eq!((round.to_string().as_str(), *side, fault.offence), ("1.1", Side::Two, offence));
    assert!(fault.what.contains(what), "{}", fault.what);
    let reason = if offence == Offence::Time { Reason::Time } else { Reason::Abandonment };
    assert!(matches!(bouts[0].record.ending, Ending::Finished(outcome) if outcome.reason == reason), "{:?}", bouts[0]);
    assert_eq!(bouts[0].spent(Side::Two).actions, 3);
    // A program that was ended is started anew for the next game, where it does the same at its third turn; one that
    // said something wrong goes on, and has done with it.
    assert_eq!(standing.tally().games(), 2);
    let again = offence != Offence::Illegal;
    assert_eq!(faults.len(), if again { 2 } else { 1 });
}

#[rstest]
fn noise_is_no_fault(#[values("uci", "misty", "tcga")] protocol: &str, #[values("long@2", "binary@2")] misdeed: &str) {
    let (standing, _) = played(&against(protocol, misdeed, rules_of(protocol), Control::Own), 1);
    assert!(standing.faults().is_empty(), "{:?}", standing.faults());
}

/// Whether a process goes on that has this in its arguments; none where one cannot see that.
fn is_running(mark: &str) -> Option<bool> {
    let processes = fs::read_dir("/proc").ok()?;
    let mut lines = processes.filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
    Some(lines.any(|line| String::from_utf8_lossy(&line).contains(mark)))
}

/// Waits until it does not; a process that was killed takes its moment.
fn assert_ends(mark: &str) {
    let start = Instant::now();
    while let Some(running) = is_running(mark) {
        if !running {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{mark} goes on");
        std::thread::yield_now();
    }
    eprintln!("there is no /proc here, so nobody was looked for");
}

#[cfg(unix)]
#[test]
fn what_a_program_started_does_not_outlive_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // The name of the file is in the arguments of the process that stays.
    let log = folder.path().join("an-orphan-of-its-own");
    let meeting = against("uci", &format!("orphan@2 --log '{}'", log.display()), "taiwan-club", Control::Own);
    let start = Instant::now();
    let (standing, _) = played(&meeting, 1);
    let crashes = standing.faults().iter().filter(|(.., fault)| fault.what == "it ended (exit status: 4)").count();
    assert_eq!(crashes, 2, "{:?}", standing.faults());
    // Found out at once, though the other one holds the output.
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_ends("an-orphan-of-its-own");
}

#[test]
fn a_program_that_answers_without_reading_comes_to_an_end() {
    // It never says that it is ready for a second game, and is started anew for it.
    let meeting = patiently(Duration::from_secs(1), "uci", "deaf", "taiwan-club", Control::Own);
    let (standing, _) = played(&meeting, 1);
    assert_eq!(standing.tally().games(), 2);
    // It asks for a1 again and again, which can be turned over once.
    assert!(standing.faults().iter().all(|(_, side, fault)| *side == Side::Two && fault.offence == Offence::Illegal));
}

#[test]
fn a_program_that_does_not_leave_is_ended() {
    let start = Instant::now();
    let (standing, _) = played(&against("uci", "stubborn", "taiwan-club", Control::Own), 1);
    assert_eq!(standing.tally().games(), 2);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn no_program_is_left_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    // The name of the file is in the arguments of the process.
    let log = folder.path().join("a-name-of-its-own");
    let more = format!("late@2 --log '{}'", log.display());
    let meeting = against("uci", &more, "taiwan-club", Control::Movetime(Duration::from_millis(50)));
    played(&meeting, 1);
    assert!(fs::read_to_string(&log).expect("a log").contains("go movetime 50"));
    assert_ends("a-name-of-its-own");
}

#[cfg(unix)]
#[test]
fn a_match_without_a_program_does_not_begin() {
    let start = |engine: &str, patience: u64| {
        let terms = Terms { patience: Duration::from_millis(patience), ..Terms::default() };
        let rules = "taiwan-club".parse().unwrap();
        let meeting = Match::new("greedy".parse().unwrap(), engine.parse().unwrap(), rules, 1, terms).unwrap();
        let plan = Plan { pairs: 5, concurrency: 2 };
        meeting.play(plan, &mut Standing::new(None), &GO_ON, &mut |_, _| panic!("no game")).unwrap_err()
    };
    let error = start("uci:/no/such/engine", 20_000).to_string();
    assert!(error.starts_with("uci:/no/such/engine could not be started: No such file"), "{error}");
    // One that says nothing, and one that is no engine.
    let mute = format!("uci:'{ENGINE}' uci mute");
    assert!(matches!(start(&mute, 100), MatchError::Absent { why, .. } if why == "no answer in time"));
    let error = start("tcga:true", 20_000).to_string();
    assert!(error.contains("it ended (exit status: 0)"), "{error}");
}

#[test]
fn a_match_stops_while_a_program_thinks() {
    let meeting = against("uci", "late", "taiwan-club", Control::Own);
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    std::thread::scope(|scope| {
        let (meeting, stop) = (&meeting, &stop);
        let played = scope.spawn(move || {
            meeting.play(Plan { pairs: 1, concurrency: 1 }, &mut Standing::new(None), stop, &mut |_, _| Ok(()))
        });
        stop.store(true, Ordering::Relaxed);
        assert!(played.join().expect("no panic").is_ok());
    });
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// What the program was told in the first game of a match.
fn log(protocol: &str, rules: &str, control: Control) -> (Vec<String>, Bout) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let meeting = against(protocol, &format!("--log '{}'", path.display()), rules, control);
    let (_, bouts) = played(&meeting, 1);
    (lines(&path), bouts.into_iter().next().expect("a game"))
}

fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).expect("a log").lines().map(str::to_owned).collect()
}

#[test]
fn uci_is_spoken_as_described() {
    let control = Control::Clock { time: Duration::from_mins(1), increment: Duration::from_millis(5) };
    let (log, bout) = log("uci", "taiwan-club:quiet=30", control);
    assert_eq!(
        log[..6],
        [
            "uci",
            "setoption name Rules value taiwan-club:quiet=30",
            "setoption name Hash value 64",
            "isready",
            "ucinewgame",
            "isready"
        ]
    );
    // The engine is Second: greedy flipped something, and the position is the one after that.
    let flip = bout.record.turns[0].turn.0[0];
    let mut game = banqi::Game::new(bout.record.rules);
    game.play(flip).expect("a flip");
    assert_eq!(log[6], format!("position fen {}", game.position()));
    assert!(log[7].starts_with("go wtime ") && log[7].ends_with(" btime 60000 winc 5 binc 5"), "{}", log[7]);
    assert_eq!(log.last().map(String::as_str), Some("quit"));
}

#[test]
fn the_course_protocol_is_spoken_as_described() {
    let control = Control::Clock { time: Duration::from_mins(1), increment: Duration::ZERO };
    let (log, bout) = log("tcga", "taiwan-league", control);
    assert_eq!(
        log[..6],
        [
            "1 name",
            "7 reset_board",
            "8 num_repetition 3",
            "9 num_moves_to_draw 60",
            "15 time_settings 60000",
            "14 ready"
        ]
    );
    let flip = bout.record.turns[0].turn.0[0];
    let letter = flip.revealed.expect("a flip").letter();
    assert_eq!(log[6], format!("11 flip {} {letter}", flip.action));
    let colour = if letter.is_ascii_uppercase() { "black" } else { "red" };
    assert_eq!(
        [log[7].as_str(), log[8].as_str()],
        [format!("16 time_left {colour} 60000"), format!("12 genmove {colour}")]
    );
    // Its own action comes back to it before it is asked again.
    let own = bout.record.turns[1].turn.0[0];
    let first_word = if own.revealed.is_some() { "11 flip" } else { "10 move" };
    assert!(log[9].starts_with(first_word), "{}", log[9]);
    assert!(log.iter().any(|line| line.starts_with("13 game_over ")));
    // In the second game it begins, and nobody has a colour.
    assert!(log.iter().any(|line| line == "12 genmove unknown"));
    assert_eq!(log.last().map(String::as_str), Some("5 quit"));
}
