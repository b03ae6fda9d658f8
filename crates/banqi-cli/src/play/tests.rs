//! Whole games through the session, with a script or a chooser in place of the people.

use std::cell::RefCell;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use banqi::{Ending, Game, Record, Rules};
use banqi_engine::Level;
use banqi_table::Party;
use rstest::rstest;
use tempfile::TempDir;

use super::command::{Command, parse};
use super::console::{Console, Leave, Listen, Plain};
use super::players::Players;
use super::save::Unsaved;
use super::session::{Session, Terms};
use super::store::Store;
use super::view::View;
use crate::text_board::TextBoard;

/// What the session wrote.
#[derive(Clone, Default)]
struct Transcript(Rc<RefCell<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Transcript {
    fn text(&self) -> String {
        String::from_utf8(self.0.borrow().clone()).expect("what is written is UTF-8")
    }

    /// What was told, in one line: paragraphs are broken anywhere.
    fn told(&self) -> String {
        self.text().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Chooses among the legal actions by what it is offered and nothing else, so that the same game has the same choices
/// wherever it is interrupted.
struct Chooser {
    /// It falls silent after so many lines.
    lines: usize,
    salt: u64,
}

impl Listen for Chooser {
    fn listen(&mut self, output: &mut dyn Write, prompt: &str, words: &[String]) -> Result<String, Leave> {
        writeln!(output, "{prompt}")?;
        self.lines = self.lines.checked_sub(1).ok_or(Leave::EndOfInput)?;
        let actions: Vec<&String> =
            words.iter().filter(|word| *word != "end" && matches!(parse(word), Ok(Command::Turn(_)))).collect();
        if actions.is_empty() {
            return Ok(if words.contains(&"no".to_string()) { "no" } else { "quit" }.to_string());
        }
        let mut hasher = DefaultHasher::new();
        (self.salt, words).hash(&mut hasher);
        Ok(actions[hasher.finish() as usize % actions.len()].clone())
    }
}

/// How a test's session begins.
#[derive(Clone)]
struct Sitting {
    rules: &'static str,
    fen: Option<&'static str>,
    computer: Option<Level>,
    first: Party,
    tiles: bool,
    seed: u64,
}

const AGAINST_THE_COMPUTER: Sitting = Sitting {
    rules: "taiwan-quick",
    fen: None,
    computer: Some(Level::Easy),
    first: Party::Host,
    tiles: false,
    seed: 1,
};
const TWO: Sitting = Sitting { computer: None, ..AGAINST_THE_COMPUTER };

fn view() -> View {
    View { board: TextBoard::default(), terminal: false }
}

fn store(folder: &TempDir) -> Store {
    Store::new(folder.path().to_path_buf(), "2026-01-31".to_string(), Unsaved::default())
}

impl Sitting {
    fn hold_with(&self, input: impl Listen, store: Store) -> Transcript {
        let transcript = Transcript::default();
        let rules: Rules = self.rules.parse().expect("rules");
        let start = self.fen.map_or_else(
            || Game::new(rules),
            |fen| Game::from_position(rules, fen.parse().expect("a position")).expect("a position under the rules"),
        );
        let terms = Terms { start, tiles: self.tiles, seed: self.seed };
        let (host, guest) = ("Ann".to_string(), "Ben".to_string());
        let players = Players { host, guest, computer: self.computer, first: self.first };
        let console = Console::new(input, transcript.clone(), || 80);
        Session::new(console, view(), store, terms, players).hold().expect("a transcript can be written");
        transcript
    }

    fn hold(&self, input: impl Listen) -> Transcript {
        let folder = folder();
        self.hold_with(input, store(&folder))
    }

    /// What is told when these lines are said and then no more.
    fn told(&self, lines: &[&str]) -> String {
        self.hold(Plain::new(lines.join("\n").as_bytes(), true)).told()
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The files of a folder.
fn files(folder: &TempDir) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.path()).expect("the folder can be listed");
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn resume(path: &Path, input: impl Listen, folder: &TempDir) -> Transcript {
    let transcript = Transcript::default();
    let (record, game, resume) = super::read(path).expect("a game that was saved");
    let store = store(folder).resumed(path.to_path_buf(), &record);
    let console = Console::new(input, transcript.clone(), || 80);
    Session::resumed(console, view(), store, record, game, resume).hold().expect("a transcript can be written");
    transcript
}

#[track_caller]
fn holds(told: &str, expected: &str) {
    assert!(told.contains(expected), "{expected:?} is missing in: {told}");
}

#[rstest]
fn a_whole_game_against_each_level(
    #[values(Level::Easy, Level::Normal, Level::Expert)] level: Level,
    #[values(Party::Host, Party::Guest)] first: Party,
) {
    let sitting = Sitting { computer: Some(level), first, ..AGAINST_THE_COMPUTER };
    let play = || sitting.hold(Chooser { lines: 5000, salt: 3 }).text();
    let told = play();
    assert!(told.contains("You win: ") || told.contains("The computer wins: ") || told.contains("A draw: "), "{told}");
    holds(&told, "Type again for another game");
    assert_eq!(told, play(), "the seed decides");
}

#[rstest]
fn a_whole_game_between_two_people(
    #[values(
        "taiwan-chase",
        "hong-kong:chain=on,quiet=60",
        "mainland",
        "taiwan-club:dark=trade,chain=on,rush=on,diagonal=on",
        "taiwan-quick:dark=probe"
    )]
    rules: &'static str,
) {
    let folder = folder();
    let path = folder.path().join("game.txt");
    let store = store(&folder).automatic(path.clone());
    let told = Sitting { rules, ..TWO }.hold_with(Chooser { lines: 20_000, salt: 5 }, store).text();
    assert!(told.contains("Ann wins: ") || told.contains("Ben wins: ") || told.contains("A draw: "), "{told}");
    let record: Record = fs::read_to_string(path).expect("written").parse().expect("a record");
    let game = record.replay().expect("a game under its rules, by its deal");
    assert_eq!(record.ending, game.outcome().map_or(Ending::Unterminated, Ending::Finished));
    assert_eq!(record.tags.get("Deal").map(str::len), Some(32));
    assert_eq!(record.tags.get("Resume"), None);
}

#[rstest]
fn an_interrupted_game_goes_on_exactly(
    #[values(Some(Level::Easy), Some(Level::Normal), None)] computer: Option<Level>,
    #[values("taiwan-quick", "taiwan-club:dark=trade,chain=on")] rules: &'static str,
) {
    let sitting = Sitting { computer, rules, first: Party::Guest, seed: 8, ..AGAINST_THE_COMPUTER };
    let whole = folder();
    let path = whole.path().join("whole.txt");
    sitting.hold_with(Chooser { lines: 5000, salt: 7 }, store(&whole).automatic(path.clone()));
    let whole = fs::read_to_string(path).expect("written");

    let parts = folder();
    sitting.hold_with(Chooser { lines: 6, salt: 7 }, store(&parts));
    let mut saved = files(&parts).pop().expect("the first part");
    for part in 1..5000 {
        let next = folder();
        let path = next.path().join("part.txt");
        let (record, game, resume) = super::read(&saved).expect("a saved game");
        let console = Console::new(Chooser { lines: 5, salt: 7 }, io::sink(), || 80);
        Session::resumed(console, view(), store(&next).automatic(path.clone()), record, game, resume)
            .hold()
            .expect("a sink can be written");
        let text = fs::read_to_string(&path).expect("written");
        if text.parse::<Record>().expect("a record").ending != Ending::Unterminated {
            assert_eq!(text, whole, "after {part} interruptions");
            return;
        }
        saved = parts.path().join("part.txt");
        fs::rename(path, &saved).expect("moved");
    }
    panic!("the game does not end");
}

#[test]
fn a_lost_line_of_input_loses_no_game() {
    let folder = folder();
    let told = TWO.hold_with(Plain::new(&b"b2\nb3"[..], true), store(&folder)).told();
    let saved = files(&folder);
    holds(&told, &format!("The game is saved in {}. To go on: banqi play --resume", saved[0].display()));
    let told = resume(&saved[0], Plain::new(&b"history"[..], true), &folder).told();
    holds(&told, "The game goes on at turn 3.");
    holds(&told, &format!("The game is saved in {}.", saved[0].display()));
    assert_eq!(files(&folder), saved, "nothing was played, nothing is written");
}

#[test]
fn a_game_that_did_not_begin_is_not_saved() {
    let folder = folder();
    TWO.hold_with(Plain::new(&b"help\n"[..], true), store(&folder));
    TWO.hold_with(Plain::new(&b"quit\n"[..], true), store(&folder));
    let computer = Sitting { first: Party::Guest, ..AGAINST_THE_COMPUTER };
    computer.hold_with(Plain::new(&b"quit\n"[..], true), store(&folder));
    computer.hold_with(Plain::new(&b"help\n"[..], true), store(&folder));
    assert!(files(&folder).is_empty());
}

#[test]
fn whoever_quits_is_asked() {
    let folder = folder();
    let declined = TWO.hold_with(Plain::new(&b"b2\nquit\nno\n"[..], true), store(&folder)).told();
    holds(&declined, "Save this game, to go on with it another time? [Y/n] no");
    assert!(files(&folder).is_empty());
    let path = folder.path().join("my game.txt");
    let script = format!("b2\nquit\nyes\n{}\n", path.display());
    TWO.hold_with(Plain::new(script.as_bytes(), true), store(&folder));
    assert_eq!(files(&folder), [path]);
}

#[test]
fn no_file_is_replaced_unasked() {
    let folder = folder();
    let path = folder.path().join("precious.txt");
    fs::write(&path, "precious").expect("written");
    let script = format!("b2\nsave {}\n\n", path.display());
    let told = TWO.hold_with(Plain::new(script.as_bytes(), true), store(&folder)).told();
    holds(&told, "exists. Replace it? [y/N] Nothing was saved");
    assert_eq!(fs::read_to_string(&path).expect("read"), "precious");

    let script = format!("b2\nsave {0}\nyes\nb3\nsave {0}\nquit\n", path.display());
    let told = TWO.hold_with(Plain::new(script.as_bytes(), true), store(&folder)).told();
    assert_eq!(told.matches("Replace it?").count(), 1, "from then on it is this game's: {told}");
    assert_eq!(super::read(&path).expect("a saved game").1.plies().len(), 2);

    let told = TWO.told(&["b2", &format!("save {}", folder.path().display()), "save /no/such/folder/game.txt"]);
    holds(&told, "cannot be saved to: it is a folder");
    holds(&told, "cannot be saved to: there is no folder /no/such/folder.");
}

#[cfg(unix)]
#[test]
fn a_saved_game_is_its_owners_and_the_file_stays_what_it_was() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder();
    let [link, path] = ["link.txt", "game.txt"].map(|name| folder.path().join(name));
    symlink("game.txt", &link).expect("a link");
    for automatic in [true, false] {
        let script = if automatic { "b2\n".to_string() } else { format!("b2\nb3\nsave {}\nyes\n", link.display()) };
        let store = store(&folder);
        let store = if automatic { store.automatic(link.clone()) } else { store };
        TWO.hold_with(Plain::new(script.as_bytes(), true), store);
        assert!(link.is_symlink());
        assert_eq!(super::read(&path).expect("a saved game").1.plies().len(), if automatic { 1 } else { 2 });
        assert_eq!(fs::metadata(&path).expect("a file").permissions().mode() & 0o777, 0o600);
    }
    // What nobody named is saved as well, and for nobody else.
    TWO.hold_with(Plain::new(&b"b2\n"[..], true), store(&folder));
    let rescued = folder.path().join("banqi-2026-01-31.txt");
    assert_eq!(fs::metadata(rescued).expect("a file").permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_damaged_game_is_refused() {
    let folder = folder();
    TWO.hold_with(Plain::new(&b"b2\nb3\n"[..], true), store(&folder));
    let path = files(&folder).pop().expect("saved");
    let text = fs::read_to_string(&path).expect("read");
    let refused = |text: &str| {
        let damaged = folder.path().join("damaged.txt");
        fs::write(&damaged, text).expect("written");
        format!("{:#}", super::read(&damaged).map(|_| ()).expect_err("it is damaged"))
    };
    holds(&refused(&text.replace("taiwan-quick", "taiwan-club")), "the tag Resume is damaged");
    holds(&refused(&text.replace("[Resume \"", "[Resume \"0")), "the tag Resume is damaged");
    holds(&refused(&text.replace("1. b2", "1. b4")), "the tag Resume is damaged");
    holds(&refused(&text[..text.len() / 2]), "damaged.txt: line");
    holds(&refused(""), "damaged.txt: line 1");
    assert!(super::read(&path).is_ok());
}

#[test]
fn a_record_from_elsewhere_is_dealt_anew() {
    let folder = folder();
    let path = folder.path().join("record.txt");
    let text = "[First \"Ada\"]\n[Rules \"taiwan-club\"]\n[Result \"*\"]\n[Termination \"unterminated\"]\n\n\
                1. a1=K {bold} b1=p 2. a1-b1 *";
    assert!(text.parse::<Record>().expect("a record").replay().is_err(), "a General takes no Soldier");
    fs::write(&path, text.replace("b1=p 2. a1-b1", "b1=n 2. a1-b1")).expect("written");
    let (_, game, anew) = super::read(&path).expect("an unfinished game");
    assert!(anew.deal.fits(game.position()));
    let told = resume(&path, Plain::new(&b"a2\nhistory\n"[..], true), &folder).told();
    holds(&told, "1 a1=K 2 b1=n 3 a1-b1 4 a2=");
    let saved: Record =
        fs::read_to_string(folder.path().join("banqi-2026-01-31.txt")).expect("read").parse().expect("a record");
    assert_eq!((saved.tags.get("First"), saved.turns[0].comment.as_str()), (Some("Ada"), "bold"));

    fs::write(&path, "[Rules \"taiwan-club\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. a1=K 1-0")
        .expect("written");
    holds(&format!("{:#}", super::read(&path).map(|_| ()).expect_err("it is over")), "that game is over");
}

#[test]
fn a_record_without_its_tag_tells_the_computers_seat_and_level() {
    let folder = folder();
    let path = folder.path().join("record.txt");
    // Second is to move. Without a computer's name, First is the computer and has the usual level.
    for (first, second, computer, host) in [
        ("Computer (easy)", "Ada", Level::Easy, Party::Guest),
        ("Ada", "Computer (expert)", Level::Expert, Party::Host),
        ("Ada", "Ben", Level::default(), Party::Guest),
        ("Ada", "Computer (best)", Level::default(), Party::Guest),
        ("Computer", "?", Level::default(), Party::Guest),
    ] {
        let text = format!(
            "[First \"{first}\"]\n[Second \"{second}\"]\n[Rules \"taiwan-club\"]\n[Result \"*\"]\n\
             [Termination \"unterminated\"]\n\n1. a1=K *\n"
        );
        fs::write(&path, text).expect("written");
        let (_, _, resume) = super::read(&path).expect("an unfinished game");
        assert_eq!((resume.computer, resume.first), (Some(computer), host), "{first} - {second}");
    }
}

/// Far from each other, so that a few moves stay quiet.
const QUIET: Sitting =
    Sitting { fen: Some("3k/4/4/4/4/4/4/P3 r - 0 41"), rules: "taiwan-club", ..AGAINST_THE_COMPUTER };

#[test]
fn undo_goes_back_to_ones_own_turn() {
    let told = QUIET.told(&["a1-b1", "undo", "history", "undo"]);
    holds(&told, "You: a1-b1, soldier steps. Computer: ");
    holds(&told, "Taken back: a1-b1, ");
    holds(&told, "> history No turn has been played yet.");
    holds(&told, "There is nothing to take back.");
}

#[test]
fn undo_never_goes_past_a_flip() {
    let told = Sitting { fen: Some("3k/4/4/4/4/4/?3/1P2 r r1 0 41"), ..QUIET }.told(&["a2", "undo"]);
    holds(&told, "You: a2=r, a black chariot, the computer's.");
    holds(&told, "cannot be taken back: your a2=r has shown what lay there");
}

#[test]
fn two_people_take_back_by_agreement() {
    let two = Sitting { computer: None, ..QUIET };
    let told = two.told(&["a1-b1", "undo", "no", "undo", "yes", "history"]);
    let asked = "Ben, Ann would like to take back a1-b1. Do you agree? [y/N]";
    assert_eq!(told.matches(asked).count(), 2, "{told}");
    holds(&told, "Ben does not agree; the game goes on.");
    assert_eq!(told.matches("Taken back: a1-b1.").count(), 1, "{told}");
    holds(&told, "> history No turn has been played yet.");
}

#[test]
fn nobody_is_asked_about_a_chain_that_is_open() {
    let chain = Sitting { rules: "taiwan-quick:chain=on", fen: Some("3k/4/4/4/4/1npc/1R2/4 r - 0 41"), ..TWO };
    let told = chain.told(&["b2-b3", "undo", "history"]);
    holds(&told, "Ann> undo Taken back: b2-b3.");
    holds(&told, "> history No turn has been played yet.");
}

#[test]
fn the_game_can_be_looked_at_before_an_answer() {
    let told =
        TWO.told(&["b2", "draw", "bag", "history", "threats", "board", "landscape", "help", "b3", "n", "history"]);
    let question = "Ann, Ben offers a draw. Do you accept? [y/N]";
    assert_eq!(told.matches(question).count(), 8, "{told}");
    holds(&told, &format!("{question} bag Face down, 31 in all:"));
    holds(&told, &format!("{question} board 8 ?"));
    holds(&told, &format!("{question} b3 Please answer yes or no."));
    holds(&told, "n Ann declines the draw; the game goes on.");
    assert!(!told.contains("b3="), "an answer is no move: {told}");
}

#[test]
fn the_computer_offers_a_draw_over_the_board() {
    // No side has an attack on the other, and 40 quiet turns have passed.
    let still = Sitting { rules: "taiwan-classic", fen: Some("3k/4/4/4/4/4/4/P3 r - 60 101"), ..AGAINST_THE_COMPUTER };
    let told = Sitting { computer: Some(Level::Normal), ..still }.told(&["a1-a2", "threats", "y", "quit"]);
    holds(&told, "Turn 102: the computer's move, black. Quiet turns 61. Face down 0. The computer offers a draw.");
    holds(&told, "[y/N] threats No piece of yours can be taken. You can take nothing.");
    holds(&told, "A draw, as agreed.");
}

#[test]
fn threats_are_those_of_both_sides() {
    // The Chariot b2 takes the Horse b3; the General d8 takes the Chariot d7; the Soldier c1 takes nothing.
    let open = Sitting { fen: Some("3k/3R/4/4/4/1n2/1R2/2p1 r - 0 41"), ..AGAINST_THE_COMPUTER };
    let told = open.told(&["threats"]);
    holds(&told, "Your pieces that can be taken: chariot on d7, by the general on d8");
    holds(&told, "You can take: horse on b3, with the chariot on b2: b2-b3");
    assert!(!told.contains("soldier on c1, with") && !told.contains("chariot on b2, by"), "{told}");
    let told = Sitting { computer: None, ..open }.told(&["threats"]);
    holds(&told, "Ann's pieces that can be taken:");
    holds(&told, "Ann can take:");
    holds(&TWO.told(&["threats"]), "Nobody has a colour yet, so nothing can be taken.");
}

#[test]
fn inside_a_chain_only_its_piece_takes() {
    let chain = Sitting {
        rules: "taiwan-quick:chain=on",
        fen: Some("3k/4/4/4/R3/pnpc/1R2/4 r - 0 41"),
        ..AGAINST_THE_COMPUTER
    };
    holds(&chain.told(&["threats"]), "with the chariot on a4: a4-a3");
    let told = chain.told(&["b2-b3", "threats"]);
    holds(&told, "soldier on c3, with the chariot on b3: b3-c3");
    assert!(!told.contains("a4-a3"), "{told}");
}

#[test]
fn what_lay_face_down_is_shown_at_the_end() {
    let told = Sitting { fen: Some("3k/4/4/4/4/4/?3/P3 r r1 0 41"), ..TWO }.told(&["resign", "y"]);
    holds(&told, "2 <r> . . . 1 P . . . a b c d < > lay face down. Ben wins: Ann resigned.");
    let told = Sitting { fen: Some("3k/4/4/4/4/4/4/P3 r - 0 41"), ..TWO }.told(&["resign", "y"]);
    assert!(!told.contains("lay face down"), "{told}");
}

#[test]
fn a_game_that_saves_itself_does_so_from_the_computers_first_turn() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    let computer = Sitting { first: Party::Guest, ..AGAINST_THE_COMPUTER };
    let quit = || Plain::new(&b"quit\n"[..], true);
    let told = computer.hold_with(quit(), store(&folder).automatic(path.clone())).told();
    holds(&told, &format!("The game is saved in {}.", path.display()));
    assert_eq!(super::read(&path).expect("a saved game").1.plies().len(), 1);

    fs::remove_file(&path).expect("removed");
    for input in ["quit\n", "help\n", "3\nquit\n"] {
        let you = Sitting { tiles: input.starts_with('3'), seed: 2, ..AGAINST_THE_COMPUTER };
        let told = you.hold_with(Plain::new(input.as_bytes(), true), store(&folder).automatic(path.clone())).told();
        let saved = files(&folder);
        // By tiles the computer may have begun.
        assert_eq!(saved.is_empty(), told.contains("Nothing to save yet: no turn was played."), "{told}");
        for path in saved {
            fs::remove_file(path).expect("removed");
        }
    }
    let told = AGAINST_THE_COMPUTER.told(&["quit"]);
    assert!(!told.contains("Nothing to save"), "nobody asked for a file: {told}");
}

#[test]
fn a_command_is_not_taken_for_the_name_of_a_file() {
    let folder = folder();
    let told = TWO.hold_with(Plain::new(&b"b2\nsave\nboard\nn\nquit\nn\n"[..], true), store(&folder)).told();
    holds(&told, "Is \"board\" the name of the file? [y/N] n Nothing was saved.");
    assert!(files(&folder).is_empty());
}

#[test]
fn a_resumed_computer_can_have_another_level() {
    let folder = folder();
    AGAINST_THE_COMPUTER.hold_with(Plain::new(&b"b2\n"[..], true), store(&folder));
    let path = files(&folder).pop().expect("saved");
    let (record, game, mut resume) = super::read(&path).expect("a saved game");
    assert_eq!(record.tags.get("Second"), Some("Computer (easy)"));
    resume.computer = Some(Level::Expert);
    let again = folder.path().join("again.txt");
    let console = Console::new(Plain::new(&b"b3\n"[..], true), io::sink(), || 80);
    Session::resumed(console, view(), store(&folder).automatic(again.clone()), record, game, resume)
        .hold()
        .expect("a sink can be written");
    let (record, _, resume) = super::read(&again).expect("a saved game");
    assert_eq!((record.tags.get("Second"), resume.computer), (Some("Computer (expert)"), Some(Level::Expert)));
    assert_eq!(record.tags.get("First"), Some("Ann"));
}

#[test]
fn help_says_how_the_board_is_read() {
    let told = TWO.told(&["help", "pieces traditional", "help", "colour on", "help", "pieces"]);
    holds(&told, "K General, G Advisor, M Elephant, R Chariot, N Horse, C Cannon, P Soldier.");
    holds(&told, "[ ] is the last turn, . is empty; capital letters are red, small ones black.");
    holds(&told, "帥將 General, 仕士 Advisor,");
    holds(&told, "( ) is a red piece.");
    holds(&told, "black ones in cyan");
    holds(&told, "letters traditional simplified General K k 帥 將 帅 将 Advisor G g 仕 士 仕 士");
}

#[test]
fn the_rules_of_the_game_leave_out_what_is_off() {
    let told = Sitting { rules: "taiwan-quick:chain=on", ..TWO }.told(&["rules"]);
    holds(&told, "quiet 20 turns in a row without a flip or a capture");
    holds(&told, "chain A piece that has captured may attack again");
    for off in ["Repeating", "as often as it likes", "Face-down pieces cannot", "The Horse captures like"] {
        assert!(!told.contains(off), "{off:?} in {told}");
    }
}

#[test]
fn draws_are_offered_and_answered() {
    holds(&AGAINST_THE_COMPUTER.told(&["draw"]), "The computer declines the draw; the game goes on.");
    let told = TWO.told(&["b2", "draw", "perhaps", "no", "draw", "yes", "quit"]);
    holds(
        &told,
        "Ann, Ben offers a draw. Do you accept? [y/N] perhaps Please answer yes or no. Before you do, you may look at",
    );
    holds(&told, "Ann declines the draw; the game goes on.");
    holds(&told, "A draw, as agreed.");
}

#[test]
fn resigning_is_asked_once() {
    let told = AGAINST_THE_COMPUTER.told(&["resign", "", "resign", "y", "quit"]);
    assert_eq!(told.matches("Resign this game? [y/N]").count(), 2, "{told}");
    holds(&told, "[y/N] The game goes on. > resign");
    holds(&told, "The computer wins: you resigned. 0 turns.");
    holds(&TWO.told(&["b2", "resign", "y"]), "Ann wins: Ben resigned.");
}

#[test]
fn why_answers_for_what_is_legal_and_what_is_not() {
    let chain = Sitting { rules: "taiwan-quick:chain=on", fen: Some("3k/4/4/4/4/1npc/1R2/4 r - 0 41"), ..TWO };
    let told = chain.told(&[
        "why b2-b3",
        "why b2-b4",
        "why b2-b3-c3",
        "why b2-b3-end",
        "why b2-b3-b4",
        "why d8",
        "why end",
        "history",
    ]);
    holds(&told, "b2-b3 is legal: the chariot takes Ben's horse.");
    holds(&told, "b2-b4 is not legal: a chariot cannot reach b4 from b2.");
    holds(&told, "b2-b3-c3 is legal: the chariot takes Ben's horse, then takes Ben's soldier.");
    holds(&told, "b2-b3-end is legal: the chariot takes Ben's horse, then stops the chain.");
    holds(&told, "b3-b4 is not legal: a chain is open: attack again with the piece on b3, or stop it with end.");
    holds(&told, "d8 is not legal: there is no face-down piece on d8 to flip.");
    holds(&told, "end is not legal: there is no chain to end.");
    holds(&told, "> history No turn has been played yet.");
}

#[test]
fn an_illegal_turn_changes_nothing() {
    let chain = Sitting { rules: "taiwan-quick:chain=on", fen: Some("3k/4/4/4/4/1npc/1R2/4 r - 0 41"), ..TWO };
    let told = chain.told(&["b2-b3-b4", "b2-b1-b2", "history"]);
    holds(&told, "The turn would be over before b1-b2.");
    holds(&told, "> history No turn has been played yet.");
}

#[test]
fn a_chain_goes_hop_by_hop() {
    let chain = Sitting { rules: "taiwan-quick:chain=on", fen: Some("3k/4/4/4/4/1npc/1R2/4 r - 0 41"), ..TWO };
    let told = chain.told(&["b2-b3", "c3", "end", "undo", "y", "history"]);
    holds(&told, "Ann may capture again (b3-c3), or type end.");
    holds(&told, "Ann: b3-c3, chariot takes Ben's soldier.");
    holds(&told, "Ann: end, the chain stops.");
    holds(&told, "Taken back: b2-b3, b3-c3, end.");
    holds(&told, "> history No turn has been played yet.");
    let told = chain.told(&["b2-b3-c3-d3", "history"]);
    holds(&told, "41 b2-b3-c3-d3");
}

#[test]
fn what_counts_is_shown() {
    let chase = Sitting { rules: "taiwan-chase:chase=1", fen: Some("3P/4/4/4/4/4/n3/1R2 r - 0 41"), ..TWO };
    let told = chase.told(&["b1-a1", "a2-b2", "a1-b1"]);
    holds(&told, "Turn 43: Ann (red) to move. Quiet turns 2 of 60. Face down 0.");
    holds(&told, "Chase: Ann's chariot on a1 has chased the horse (now on b2) once and may not chase it again.");
    holds(&told, "Forbidden chases: a1-a2 a1-b1");
    holds(
        &told,
        "a1-b1 is not legal: forbidden chase: this chariot has chased the horse on b2 once and may not chase it again.",
    );
    let repeated = Sitting { rules: "taiwan-club", fen: Some("3k/4/4/4/4/4/4/P3 r - 0 41"), ..TWO };
    let told = repeated.told(&["a1-a2", "d8-d7", "a2-a1", "d7-d8"]);
    holds(&told, "This position has come up 2 times; a draw at 3.");
}

#[test]
fn tiles_decide_who_goes_first() {
    let drawn = |seed| Sitting { tiles: true, seed, ..AGAINST_THE_COMPUTER }.told(&["9", "3"]);
    let told: Vec<String> = (0..20).map(drawn).collect();
    for told in &told {
        holds(told, "You pick a tile (1 2 3 4 5): 9 Type one of 1 2 3 4 5, or quit.");
        holds(told, "You: tile 3, ");
        let (tiles, hint) = (told.find("You: tile 3, "), told.find("Type a square to turn its piece over"));
        assert!(tiles < hint, "how to play is told when it is time to: {told}");
    }
    assert!(told.iter().any(|told| told.contains("You go first; the colour that comes up is yours.")));
    assert!(told.iter().any(|told| told.contains("is the computer's. Computer: ")));
    let told = Sitting { tiles: true, ..TWO }.told(&["3", "3", "1"]);
    holds(&told, "Ben picks a tile (1 2 4 5): 3 Type one of 1 2 4 5, or quit. Ben picks a tile (1 2 4 5): 1");
}

#[test]
fn the_loser_goes_first_in_the_next_game() {
    let folder = folder();
    let path = folder.path().join("game.txt");
    let script = b"b2\nresign\ny\nagain\nb2\ndraw\ny\nagain\nb3\n";
    let told = TWO.hold_with(Plain::new(&script[..], true), store(&folder).automatic(path.clone())).told();
    holds(&told, "Ann goes first; the colour that comes up is Ann's. 8 ?");
    holds(&told, "Ann wins: Ben resigned.");
    holds(&told, "> again This game will be saved in");
    holds(&told, "Ben goes first; the colour that comes up is Ben's. 8 ?");
    assert_eq!(told.matches("Ann goes first;").count(), 2, "after a draw whoever was Second: {told}");
    let records: Vec<Record> = ["game.txt", "game-2.txt", "game-3.txt"]
        .iter()
        .map(|name| fs::read_to_string(folder.path().join(name)).expect("read").parse().expect("a record"))
        .collect();
    let first: Vec<Option<&str>> = records.iter().map(|record| record.tags.get("First")).collect();
    assert_eq!(first, [Some("Ann"), Some("Ben"), Some("Ann")]);
    assert_ne!(records[0].tags.get("Deal"), records[1].tags.get("Deal"));
}

#[test]
fn a_study_position_may_begin_with_second() {
    let told = Sitting { fen: Some("3k/4/4/4/4/4/?3/P3 b r1 0 42"), first: Party::Guest, ..AGAINST_THE_COMPUTER }
        .told(&["d8-d7"]);
    holds(&told, "You go first.");
    holds(&told, "You: d8-d7, general steps. Computer: ");
}

#[test]
fn hostile_input_is_answered_and_harmless() {
    let mut script = b"\xff\xfe\x00\x1b[2J\n".to_vec();
    script.extend(vec![b'a'; 2_000_000]);
    script.extend(b"\nb2=K\nsave \x00/nowhere/\xff\nmoves z9\nwhy\nend\nb2-b3-c3-d3-end-end\n\nb2\nb2\xc3\xa9\n");
    let folder = folder();
    let transcript = TWO.hold_with(Plain::new(script.as_slice(), true), store(&folder));
    let text = transcript.text();
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    holds(&transcript.told(), "Type only the square: what comes up is not yours to choose.");
    holds(&transcript.told(), "Ann: b2=");
    assert_eq!(files(&folder).len(), 1);
}

#[test]
fn every_way_to_show_the_board_can_be_had() {
    let told = TWO.hold(Plain::new(
        &b"landscape\nrotate\npieces traditional\nb2\npieces simplified\nportrait\ncolour on\nbag\n"[..],
        true,
    ));
    let text = told.text();
    holds(&text, "a  ?  ?  ?  ?  ?  ?  ?  ?\n");
    holds(&text, "d  ?  ?  ?  ?  ?  ?  ?  ?\n");
    holds(&text, "？");
    holds(&text, "\u{1b}[");
}
