//! The written forms: what is read, what is refused and why, and how it is written. docs/notation.md and, for rule
//! sets, docs/rules.md.

use std::collections::BTreeSet;

use banqi::{
    Action, Bag, Cell, Colour, Game, Kind, Parameter, Piece, PlayError, Ply, Position, PositionError, Preset, Rules,
    RulesError, Setup, Square, Turn,
};
use rstest::rstest;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn piece(letter: char) -> Piece {
    Piece::from_letter(letter).unwrap()
}

// Squares and pieces.

#[test]
fn squares() {
    let all: Vec<String> = (1..=8).flat_map(|rank| ["a", "b", "c", "d"].map(|file| format!("{file}{rank}"))).collect();
    assert_eq!(Square::all().map(|square| square.to_string()).collect::<Vec<_>>(), all);
    for (index, text) in all.iter().enumerate() {
        let square = square(text);
        assert_eq!(square.index(), index);
        assert_eq!(Square::at(square.file(), square.rank()), Some(square));
    }
}

#[rstest]
fn no_squares(
    #[values(
        "",
        "a",
        "1",
        "a0",
        "a9",
        "e1",
        "A1",
        "a11",
        " a1",
        "a1 ",
        "aa",
        "11",
        "1a",
        "\u{ff41}1",
        "a\u{ff11}",
        "a1\0",
        "-"
    )]
    text: &str,
) {
    assert!(text.parse::<Square>().is_err(), "{text:?}");
}

#[test]
fn pieces() {
    let letters = "KGMRNCPkgmrncp";
    let kinds = [Kind::General, Kind::Advisor, Kind::Elephant, Kind::Chariot, Kind::Horse, Kind::Cannon, Kind::Soldier];
    let pieces = [Colour::Red, Colour::Black].into_iter().flat_map(|colour| kinds.map(|kind| Piece::new(colour, kind)));
    assert!(pieces.clone().eq(Piece::ALL));
    for (letter, piece) in letters.chars().zip(pieces) {
        assert_eq!((Piece::from_letter(letter), piece.letter()), (Some(piece), letter));
    }
    // Full-width and Kelvin-sign letters look alike, and are none.
    for letter in ('\0'..='\u{ff}').chain("帥\u{ff2b}\u{212a}".chars()).filter(|&letter| !letters.contains(letter)) {
        assert_eq!(Piece::from_letter(letter), None, "{letter:?}");
    }
}

// Actions and turns.

/// What is read, what it means, and how it is written: the table of forms, and the other spellings.
#[rstest]
#[case("b2", "b2", Action::Flip(square("b2")), None)]
#[case("b2=G", "b2=G", Action::Flip(square("b2")), Some('G'))]
#[case("b2(G)", "b2=G", Action::Flip(square("b2")), Some('G'))]
#[case("d8=p", "d8=p", Action::Flip(square("d8")), Some('p'))]
#[case("b2-b3", "b2-b3", Action::Move { from: square("b2"), to: square("b3") }, None)]
#[case("b2b3", "b2-b3", Action::Move { from: square("b2"), to: square("b3") }, None)]
#[case("b2-b3=p", "b2-b3=p", Action::Move { from: square("b2"), to: square("b3") }, Some('p'))]
#[case("b2-b3(p)", "b2-b3=p", Action::Move { from: square("b2"), to: square("b3") }, Some('p'))]
#[case("a1-a8", "a1-a8", Action::Move { from: square("a1"), to: square("a8") }, None)]
#[case("end", "end", Action::End, None)]
fn actions(#[case] text: &str, #[case] written: &str, #[case] action: Action, #[case] revealed: Option<char>) {
    let ply: Ply = text.parse().unwrap();
    assert_eq!(ply, Ply::new(action, revealed.map(piece)));
    assert_eq!(ply.to_string(), written);
    assert_eq!(action.to_string(), written.split('=').next().unwrap());
    assert_eq!(text.parse::<Action>().ok(), revealed.is_none().then_some(action), "an action has no outcome");
    assert_eq!(text.parse::<Turn>(), Ok(Turn(vec![ply])));
}

#[rstest]
fn no_actions(
    #[values(
        "",
        " ",
        "-",
        "--",
        "b",
        "b9",
        "e2",
        "B2",
        "b2 ",
        " b2",
        "b2-",
        "-b2",
        "b2--b3",
        "b2-b3-",
        "b2=",
        "b2=x",
        "b2=GG",
        "b2=?",
        "b2=-",
        "=G",
        "b2(G",
        "b2G)",
        "b2()",
        "b2(G))",
        "b2[G]",
        "b2:G",
        "b2G",
        "b2=G=G",
        "b2=G(G)",
        "b2=帥",
        "b2=G-b3",
        "b2=G-end",
        "b2b3b4",
        "b2 b3",
        "b2-b3 ",
        "b2–b3",
        "b2xb3",
        "end-",
        "-end",
        "End",
        "END",
        "end-end",
        "end-b2",
        "b2-end",
        "b2-end-b3",
        "b2-b3-end-end",
        "b2-b3-end-c3",
        "end=G",
        "b2-b3=Gp",
        "b2-b3=",
        "b2-b9",
        "\0",
        "b2\0",
        "b2-b3\n",
        "帥",
        "b2-帥3",
        "帥2-b3"
    )]
    text: &str,
) {
    assert!(text.parse::<Action>().is_err(), "{text:?} as an action");
    assert!(text.parse::<Ply>().is_err(), "{text:?} as a ply");
    let error = text.parse::<Turn>().expect_err(text);
    assert!(error.to_string().starts_with(&format!("{text:?}")), "{error} has what was found");
}

/// Only one action is an action; several are a turn.
#[rstest]
fn turns_that_are_no_actions(#[values("b2-b3-c3", "b2-b3-end", "b2-b3=p-c3=k", "b2-b3-c3-d3-end")] text: &str) {
    assert!(text.parse::<Action>().is_err());
    assert!(text.parse::<Ply>().is_err());
    assert!(text.parse::<Turn>().is_ok());
}

/// A turn is its actions joined by `-`; a hop starts where the piece stands.
#[rstest]
#[case("b2=G", "b2=G", &["b2=G"])]
#[case("b2-b3", "b2-b3", &["b2-b3"])]
#[case("b2-b3-c3", "b2-b3-c3", &["b2-b3", "b3-c3"])]
#[case("b2-b3-c3-end", "b2-b3-c3-end", &["b2-b3", "b3-c3", "end"])]
#[case("b2-b3=p-c3=k", "b2-b3=p-c3=k", &["b2-b3=p", "b3-c3=k"])]
#[case("b2-b3(p)-c3(k)-end", "b2-b3=p-c3=k-end", &["b2-b3=p", "b3-c3=k", "end"])]
#[case("b2-b3-b2-b3", "b2-b3-b2-b3", &["b2-b3", "b3-b2", "b2-b3"])]
#[case("end", "end", &["end"])]
fn turns(#[case] text: &str, #[case] written: &str, #[case] plies: &[&str]) {
    let turn: Turn = text.parse().unwrap();
    assert_eq!(turn.0.iter().map(ToString::to_string).collect::<Vec<_>>(), plies);
    assert_eq!(turn.to_string(), written);
    assert_eq!(written.parse::<Turn>(), Ok(turn));
}

/// A long text is quoted in part.
#[test]
fn an_error_does_not_repeat_a_long_text() {
    let long = "x".repeat(1_000_000);
    let errors = [
        long.parse::<Turn>().unwrap_err().to_string(),
        long.parse::<Rules>().unwrap_err().to_string(),
        format!("mainland:{long}").parse::<Rules>().unwrap_err().to_string(),
        format!("mainland:{long}=1").parse::<Rules>().unwrap_err().to_string(),
        format!("mainland:quiet={long}").parse::<Rules>().unwrap_err().to_string(),
        long.parse::<Position>().unwrap_err().to_string(),
        format!("{long} r - 0 1").parse::<Position>().unwrap_err().to_string(),
        format!("K3/4/4/4/4/4/4/4 {long} - 0 1").parse::<Position>().unwrap_err().to_string(),
        format!("K3/4/4/4/4/4/4/4 r {long} 0 1").parse::<Position>().unwrap_err().to_string(),
        format!("K3/4/4/4/4/4/4/4 r - {long} 1").parse::<Position>().unwrap_err().to_string(),
        format!("K3/4/4/4/4/4/4/4 r - 0 {long}").parse::<Position>().unwrap_err().to_string(),
    ];
    for error in errors {
        assert!(error.len() < 400, "{} bytes: {}", error.len(), &error[..400]);
    }
}

/// What came up is required for a face-down square and refused elsewhere, and it must be in the bag.
#[rstest]
#[case("a2", Err(PlayError::NothingCameUp { square: square("a2") }))]
#[case("a1-a2", Err(PlayError::NothingCameUp { square: square("a2") }))]
#[case("a1-b1=k", Err(PlayError::NothingToReveal { piece: piece('k') }))]
#[case("a1-c1=k", Err(PlayError::NothingToReveal { piece: piece('k') }))]
#[case("a2=P", Err(PlayError::NotInBag { piece: piece('P') }))]
#[case("a1-a2=n", Err(PlayError::NotInBag { piece: piece('n') }))]
#[case("a2=k", Ok(()))]
#[case("a1-a2=k", Ok(()))]
fn outcomes(#[case] text: &str, #[case] expected: Result<(), PlayError>) {
    let position = "4/4/4/4/4/4/?3/R1n1 r k1 0 41".parse().unwrap();
    let mut game = Game::from_position("taiwan-quick:dark=probe,rush=on".parse().unwrap(), position).unwrap();
    assert_eq!(game.play(text.parse().unwrap()).map(|_| ()), expected);
    assert_eq!(game.plies().len(), usize::from(expected.is_ok()));
}

/// A list of legal actions has the questions: `b2` and `b2-b3` without what comes up.
#[test]
fn legal_actions_are_questions() {
    let position = "4/4/4/4/4/4/?3/R1n1 r k1 0 41".parse().unwrap();
    let game = Game::from_position("taiwan-quick:dark=probe".parse().unwrap(), position).unwrap();
    let texts: BTreeSet<String> = game.actions().iter().map(ToString::to_string).collect();
    assert_eq!(texts.iter().map(String::as_str).collect::<Vec<_>>(), ["a1-a2", "a1-b1", "a2"]);
}

// Positions.

const START: &str = "????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1";

#[test]
fn the_start() {
    assert_eq!(Position::start().to_string(), START);
    assert_eq!(START.parse(), Ok(Position::start()));
    assert_eq!(Position::default(), Position::start());
}

/// The examples of the reference, and positions at the edges of what is allowed: read and written alike.
#[rstest]
fn positions_written_as_they_are_read(
    #[values(
        START,
        "????/????/????/????/????/????/????/K??? b G2M2R2N2C2P5k1g2m2r2n2c2p5 0 2",
        "3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41",
        "3k/4/4/4/4/4/?3/P3 r r1 18 70",
        "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1",
        "4/4/4/4/4/1npc/1R2/4 r - 0 41",
        "KGGM/MRRN/NCCP/PPPP/kggm/mrrn/nccp/pppp b - 0 40",
        "####/####/####/####/####/####/####/K### r - 0 1",
        "####/####/####/####/####/####/####/?### - p1 0 1",
        "?###/?###/?###/?###/?###/?###/?###/?### - P5p3 0 1",
        "####/####/####/####/####/####/####/1K2 b - 0 2",
        "4/4/4/4/4/4/4/K3 b - 999999999 999999999",
        "4/4/4/4/4/4/??2/1p2 b@b1 K1k1 0 42"
    )]
    text: &str,
) {
    let position: Position = text.parse().unwrap();
    assert_eq!(position.to_string(), text);
    assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
}

/// What the fields of the second example mean.
#[test]
fn the_fields_of_a_position() {
    let position: Position = "3k/4/4/4/4/1Rpc/??2/4 r@b3 n1p1 0 42".parse().unwrap();
    assert_eq!(position.cell(square("d8")), Cell::FaceUp(piece('k')));
    assert_eq!(position.cell(square("b3")), Cell::FaceUp(piece('R')));
    assert_eq!(position.cell(square("b2")), Cell::FaceDown);
    assert_eq!(position.cell(square("a1")), Cell::Empty);
    assert_eq!((position.side(), position.chain()), (Some(Colour::Red), Some(square("b3"))));
    assert_eq!(position.bag(), [piece('p'), piece('n')].into_iter().collect::<Bag>());
    assert_eq!((position.quiet(), position.turn()), (0, 42));
    // Turn 42 is Second's.
    assert_eq!(position.colour_of(banqi::Seat::Second), Some(Colour::Red));
    let small: Position = "####/####/####/####/####/??##/??##/??## - K1P2k1p2 0 1".parse().unwrap();
    assert_eq!(small.board(), banqi::Bitboard::rectangle(2, 3));
    assert_eq!(small.cell(square("c1")), Cell::Outside);
}

/// A reader also takes `X`, runs of digits and the bag in any order; a writer has one form for a position.
#[rstest]
#[case("XXX?/4/4/4/4/4/4/4 - p1K1G1k1 0 1", "????/4/4/4/4/4/4/4 - K1G1k1p1 0 1")]
#[case("1111/112/121/211/13/31/22/K3 b - 0 30", "4/4/4/4/4/4/4/K3 b - 0 30")]
#[case("k11?/1n11/4/4/4/4/4/11P1 b p1 0 30", "k2?/1n2/4/4/4/4/4/2P1 b p1 0 30")]
#[case("####/####/####/####/####/####/11##/K1## r - 7 9", "####/####/####/####/####/####/2##/K1## r - 7 9")]
#[case("????/?X?X/4/4/4/4/4/4 r p5k1P1K1 3 9", "????/????/4/4/4/4/4/4 r K1P1k1p5 3 9")]
fn positions_are_written_in_one_form(#[case] text: &str, #[case] written: &str) {
    assert_eq!(text.parse::<Position>().unwrap().to_string(), written);
}

/// What is refused under any rules: with the field, what was found, and what is expected.
#[rstest]
// The number of fields, lines and squares.
#[case("", "position", PositionError::Fields { found: 1 })]
#[case("  4/4/4/4/4/4/4/K3 r - 0 1", "position", PositionError::Fields { found: 7 })]
#[case("4/4/4/4/4/4/4/K3 r - 0 1 ", "position", PositionError::Fields { found: 6 })]
#[case("4/4/4/4/4/4/4/K3  r - 0 1", "position", PositionError::Fields { found: 6 })]
#[case("4/4/4/4/4/4/4/K3\tr - 0 1", "position", PositionError::Fields { found: 4 })]
#[case("4/4/4/4/4/4/4/K3 r  0 1", "bag", PositionError::Bag { found: String::new() })]
#[case("4/4/4/4/4/4/4/K3 r - 0", "position", PositionError::Fields { found: 4 })]
#[case("4/4/4/4/4/4/4/K3 r - 0 1 x", "position", PositionError::Fields { found: 6 })]
#[case("4/4/4/4/4/4/K3 r - 0 1", "board", PositionError::Ranks { found: 7 })]
#[case("4/4/4/4/4/4/4/4/K3 r - 0 1", "board", PositionError::Ranks { found: 9 })]
#[case("4/4/4/4/4/4/4/K3/ r - 0 1", "board", PositionError::Ranks { found: 9 })]
#[case("4/4/4/4/4/4/4/K2 r - 0 1", "board", PositionError::Files { rank: 1, found: 3 })]
#[case("K4/4/4/4/4/4/4/4 r - 0 1", "board", PositionError::Files { rank: 8, found: 5 })]
#[case("K3/44/4/4/4/4/4/4 r - 0 1", "board", PositionError::Files { rank: 7, found: 8 })]
#[case("K3/4/4//4/4/4/4 r - 0 1", "board", PositionError::Files { rank: 5, found: 0 })]
#[case("K3/4/4/4/4/4/4/????? r p5 0 1", "board", PositionError::Files { rank: 1, found: 5 })]
// Unknown characters.
#[case("K3/4/4/4/4/4/4/0 r - 0 1", "board", PositionError::Character { rank: 1, found: '0' })]
#[case("K3/4/4/4/4/4/4/5 r - 0 1", "board", PositionError::Character { rank: 1, found: '5' })]
#[case("K3/4/4/4/4/x3/4/4 r - 0 1", "board", PositionError::Character { rank: 3, found: 'x' })]
#[case("K3/4/4/4/4/3Q/4/4 r - 0 1", "board", PositionError::Character { rank: 3, found: 'Q' })]
#[case("帥3/4/4/4/4/4/4/4 r - 0 1", "board", PositionError::Character { rank: 8, found: '帥' })]
#[case("K\x003/4/4/4/4/4/4/4 r - 0 1", "board", PositionError::Character { rank: 8, found: '\0' })]
// What squares there are.
#[case("#3/4/4/4/4/4/4/K3 r - 0 1", "board", PositionError::NotARectangle)]
#[case("4/4/4/####/4/4/4/K3 r - 0 1", "board", PositionError::NotARectangle)]
#[case("####/4/4/4/4/4/4/K2# r - 0 1", "board", PositionError::NotARectangle)]
#[case("4/4/4/4/4/4/4/#K2 r - 0 1", "board", PositionError::NotARectangle)]
#[case("4/4/4/4/4/4/K3/#### r - 0 1", "board", PositionError::NotARectangle)]
#[case("####/####/####/####/####/####/##K1/##2 r - 0 1", "board", PositionError::NotARectangle)]
#[case("####/####/####/####/####/####/####/#### r - 0 1", "board", PositionError::NoSquares)]
#[case("4/4/4/4/4/4/4/4 r - 0 1", "board", PositionError::NoPieces)]
// The set.
#[case("KK2/4/4/4/4/4/4/4 r - 0 1", "board and bag", PositionError::TooMany { piece: piece('K'), found: 2 })]
#[case("K?2/4/4/4/4/4/4/4 r K1 0 1", "board and bag", PositionError::TooMany { piece: piece('K'), found: 2 })]
#[case("??2/4/4/4/4/4/4/4 r k2 0 1", "board and bag", PositionError::TooMany { piece: piece('k'), found: 2 })]
#[case("pp??/???1/4/4/4/4/4/4 r p5 0 1", "board and bag", PositionError::TooMany { piece: piece('p'), found: 7 })]
#[case("gggK/4/4/4/4/4/4/4 r - 0 1", "board and bag", PositionError::TooMany { piece: piece('g'), found: 3 })]
// The bag and the face-down pieces.
#[case("K3/4/4/4/4/4/4/?3 r - 0 1", "bag", PositionError::BagAtOdds { face_down: 1, bag: 0 })]
#[case("K3/4/4/4/4/4/4/?3 r p2 0 1", "bag", PositionError::BagAtOdds { face_down: 1, bag: 2 })]
#[case("K3/4/4/4/4/4/4/4 r p1 0 1", "bag", PositionError::BagAtOdds { face_down: 0, bag: 1 })]
// The side to move.
#[case("K3/4/4/4/4/4/4/4 - - 0 1", "side to move", PositionError::NobodyToMove)]
#[case("??2/4/4/4/4/4/4/4 - K1k1 0 2", "turn and quiet turns", PositionError::StartedBeforeFirstFlip)]
#[case("??2/4/4/4/4/4/4/4 - K1k1 1 1", "turn and quiet turns", PositionError::StartedBeforeFirstFlip)]
#[case(&START.replace(" - ", " r "), "side to move", PositionError::SideBeforeFirstFlip)]
#[case(&START.replace(" - ", " b "), "side to move", PositionError::SideBeforeFirstFlip)]
#[case("K3/4/4/4/4/4/4/4 r@b8 - 0 1", "side to move", PositionError::ChainWithoutPiece { square: square("b8") })]
#[case("K2k/4/4/4/4/4/4/4 r@d8 - 0 1", "side to move", PositionError::ChainWithoutPiece { square: square("d8") })]
#[case("K?2/4/4/4/4/4/4/4 r@b8 k1 0 1", "side to move", PositionError::ChainWithoutPiece { square: square("b8") })]
#[case("Kk2/4/4/4/4/4/4/4 r@a8 - 1 1", "quiet turns", PositionError::QuietInChain { found: 1 })]
// The turn.
#[case("K3/4/4/4/4/4/4/4 r - 0 0", "turn", PositionError::Turn { found: 0 })]
fn positions_that_are_refused(#[case] text: &str, #[case] field: &str, #[case] expected: PositionError) {
    let error = text.parse::<Position>().unwrap_err();
    assert_eq!(error, expected);
    assert!(error.to_string().starts_with(&format!("{field}: ")), "{error} names the field {field}");
}

#[rstest]
fn sides_that_are_refused(
    #[values("w", "R", "B", "rb", "red", "--", "r@", "r@e1", "r@a0", "r@a1@a1", "@a1", "-@a8", "r-a1", "ra8", "紅")]
    side: &str,
) {
    let error = format!("Kk2/4/4/4/4/4/4/4 {side} - 0 1").parse::<Position>().unwrap_err();
    assert_eq!(error, PositionError::Side { found: side.to_string() });
    assert!(error.to_string().starts_with("side to move: "), "{error}");
}

#[rstest]
fn bags_that_are_refused(
    #[values(
        "K",
        "1K",
        "K0k1",
        "K6",
        "K9",
        "K-1",
        "K+1",
        "KG",
        "K1G",
        "K1K1",
        "p1k1p1",
        "?2",
        "X2",
        "K1,G1",
        "K1-",
        "--",
        "K10",
        "K01",
        "0",
        "2",
        "K\u{ff11}",
        "帥1"
    )]
    bag: &str,
) {
    let error = format!("??2/4/4/4/4/4/4/4 - {bag} 0 1").parse::<Position>().unwrap_err();
    assert_eq!(error, PositionError::Bag { found: bag.to_string() });
    assert!(error.to_string().starts_with("bag: "), "{error}");
}

#[rstest]
fn numbers_that_are_refused(
    #[values(
        "-",
        "+1",
        "-1",
        "00",
        "01",
        "007",
        "1.0",
        "1e3",
        "0x1",
        "1_000",
        "1,000",
        "1000000000",
        "99999999999999999999",
        "\u{ff11}",
        "٣",
        "one",
        "1\0"
    )]
    number: &str,
) {
    let quiet = format!("Kk2/4/4/4/4/4/4/4 r - {number} 1").parse::<Position>().unwrap_err();
    assert!(matches!(quiet, PositionError::Number { turn: false, .. }), "{quiet:?}");
    assert!(quiet.to_string().starts_with("quiet turns: "), "{quiet}");
    let turn = format!("Kk2/4/4/4/4/4/4/4 r - 0 {number}").parse::<Position>().unwrap_err();
    assert!(matches!(turn, PositionError::Number { turn: true, .. }), "{turn:?}");
    assert!(turn.to_string().starts_with("turn: "), "{turn}");
}

/// What is refused under the rules given, and read under others.
#[rstest]
#[case(
    "K3/4/4/4/4/4/4/3k r - 21 50",
    "taiwan-quick",
    PositionError::QuietPastLimit { found: 21, limit: 20 },
    "mainland"
)]
#[case("Kn2/4/4/4/4/4/4/3k r@a8 - 0 9", "mainland", PositionError::ChainNotInRules, "mainland:chain=on")]
#[case(
    "Gm2/4/4/4/4/4/4/3k r@a8 - 0 9",
    "mainland:chain=on,ranks=KRNCMGP",
    PositionError::ChainWithoutTarget { square: square("a8") },
    "mainland:chain=on"
)]
#[case(
    "K?2/4/4/4/4/4/4/3k r@a8 p1 0 9",
    "mainland:chain=on",
    PositionError::ChainWithoutTarget { square: square("a8") },
    "mainland:chain=on,dark=probe"
)]
#[case(
    "N3/1k2/4/4/4/4/4/4 r@a8 - 0 9",
    "mainland:chain=on",
    PositionError::ChainWithoutTarget { square: square("a8") },
    "mainland:chain=on,diagonal=on"
)]
#[case(
    "R2k/4/4/4/4/4/4/4 r@a8 - 0 9",
    "mainland:chain=on",
    PositionError::ChainWithoutTarget { square: square("a8") },
    "mainland:chain=on,rush=on"
)]
#[case(
    "CPpk/4/4/4/4/4/4/4 r@a8 - 0 9",
    "mainland:chain=on",
    PositionError::ChainWithoutTarget { square: square("a8") },
    "mainland:chain=on,cannon=jump"
)]
fn positions_that_some_rules_refuse(
    #[case] text: &str,
    #[case] rules: &str,
    #[case] expected: PositionError,
    #[case] others: &str,
) {
    let position: Position = text.parse().unwrap();
    assert_eq!(position.check(&rules.parse().unwrap()), Err(expected.clone()));
    assert_eq!(Game::from_position(rules.parse().unwrap(), position).err(), Some(expected));
    assert!(Game::from_position(others.parse().unwrap(), position).is_ok());
}

// Rule sets.

/// The table of presets: ranks, cannon, elimination, quiet, repetition, cycle, chase.
const PRESETS: [(&str, [&str; 7]); 8] = [
    ("taiwan-tournament", ["KGMRNCP", "jump", "on", "180", "3", "none", "none"]),
    ("taiwan-classic", ["KGMRNCP", "jump", "off", "none", "none", "none", "none"]),
    ("taiwan-quick", ["KGMRNCP", "jump", "on", "20", "none", "none", "none"]),
    ("taiwan-chase", ["KGMRNCP", "jump", "on", "60", "none", "none", "5"]),
    ("hong-kong", ["KRNCGMP", "step", "off", "none", "none", "none", "none"]),
    ("mainland", ["KGMRNCP", "step", "on", "60", "3", "none", "none"]),
    ("taiwan-club", ["KGMRNCP", "jump", "on", "40", "3", "none", "none"]),
    ("taiwan-league", ["KGMRNCP", "jump", "on", "60", "none", "3", "none"]),
];

#[test]
fn presets() {
    let keys = ["ranks", "cannon", "elimination", "quiet", "repetition", "cycle", "chase"];
    let house = ["chain", "dark", "rush", "diagonal"];
    assert!(Parameter::ALL.iter().map(|parameter| parameter.key()).eq(keys.into_iter().chain(house)));
    assert!(Preset::ALL.iter().map(|preset| preset.name()).eq(PRESETS.iter().map(|(name, _)| *name)));
    for (name, values) in PRESETS {
        let rules: Rules = name.parse().unwrap();
        let found: Vec<String> = Parameter::ALL.iter().map(|&parameter| rules.value(parameter)).collect();
        assert_eq!(found[..7], values, "{name}");
        assert_eq!(found[7..], ["off"; 4], "{name}: the house rules are off in every preset");
        assert_eq!(rules.to_string(), name);
        assert_eq!(rules.preset().name(), name);
    }
    assert_eq!(Rules::default().to_string(), "taiwan-tournament");
}

/// The charts of docs/rules.md, in their order of columns.
#[rstest]
#[case("taiwan-tournament", "KGMRNCP", ["xxxxxx.", ".xxxxxx", "..xxxxx", "...xxxx", "....xxx", "jjjjjjj", "x.....x"])]
#[case("hong-kong", "KRNCGMP", ["xxxxxx.", ".xxxxxx", "..xxxxx", "...xxxx", "....xxx", ".....xx", "x.....x"])]
fn capture_charts(#[case] rules: &str, #[case] order: &str, #[case] rows: [&str; 7]) {
    let rules: Rules = rules.parse().unwrap();
    let kinds: Vec<Kind> = order.chars().filter_map(Kind::from_letter).collect();
    for (attacker, row) in kinds.iter().zip(rows) {
        let found: String = kinds
            .iter()
            .map(|target| match rules.capture(*attacker, *target) {
                Some(banqi::Capture::Jump) => 'j',
                Some(banqi::Capture::Step) => 'x',
                None => '.',
            })
            .collect();
        assert_eq!(found, row, "{attacker}");
    }
}

/// What is read, and the one form in which it is written: only what differs from the preset named, in the order of the
/// parameters.
#[rstest]
#[case("taiwan-chase:quiet=40,repetition=3,chain=on", "taiwan-chase:quiet=40,repetition=3,chain=on")]
#[case("hong-kong:chain=on", "hong-kong:chain=on")]
#[case("taiwan-quick:ranks=KRNCGMP,quiet=none", "taiwan-quick:ranks=KRNCGMP,quiet=none")]
#[case("taiwan-quick:chain=on,quiet=20", "taiwan-quick:chain=on")]
#[case("taiwan-quick:quiet=20", "taiwan-quick")]
#[case("taiwan-tournament:quiet=40", "taiwan-tournament:quiet=40")]
#[case("hong-kong:elimination=on,cannon=jump,ranks=PCNRMGK", "hong-kong:ranks=PCNRMGK,cannon=jump,elimination=on")]
#[case(
    "mainland:diagonal=on,rush=on,dark=probe,chain=on,chase=1,cycle=2,repetition=2,quiet=1,elimination=off,cannon=jump",
    "mainland:cannon=jump,elimination=off,quiet=1,repetition=2,cycle=2,chase=1,chain=on,dark=probe,rush=on,diagonal=on"
)]
#[case(
    "taiwan-league:quiet=9999,repetition=9999,cycle=9999,chase=9999",
    "taiwan-league:quiet=9999,repetition=9999,cycle=9999,chase=9999"
)]
#[case("taiwan-chase:chase=none", "taiwan-chase:chase=none")]
fn rule_sets(#[case] text: &str, #[case] written: &str) {
    let rules: Rules = text.parse().unwrap();
    assert_eq!(rules.to_string(), written);
    assert!(rules.to_string().is_ascii());
    assert_eq!(written.parse(), Ok(rules));
}

#[rstest]
#[case("", RulesError::UnknownPreset { found: String::new() }, "preset")]
#[case("taiwan", RulesError::UnknownPreset { found: "taiwan".into() }, "preset")]
#[case("Mainland", RulesError::UnknownPreset { found: "Mainland".into() }, "preset")]
#[case(" mainland", RulesError::UnknownPreset { found: " mainland".into() }, "preset")]
#[case("mainland ", RulesError::UnknownPreset { found: "mainland ".into() }, "preset")]
#[case("mainland\0", RulesError::UnknownPreset { found: "mainland\0".into() }, "preset")]
#[case(":quiet=40", RulesError::UnknownPreset { found: String::new() }, "preset")]
#[case("quiet=40", RulesError::UnknownPreset { found: "quiet=40".into() }, "preset")]
#[case("taiwan-quick:", RulesError::NotAChange { found: String::new() }, "key=value")]
#[case("taiwan-quick:,", RulesError::NotAChange { found: String::new() }, "key=value")]
#[case("taiwan-quick:quiet=40,", RulesError::NotAChange { found: String::new() }, "key=value")]
#[case("taiwan-quick:,quiet=40", RulesError::NotAChange { found: String::new() }, "key=value")]
#[case("taiwan-quick:quiet=40,,chain=on", RulesError::NotAChange { found: String::new() }, "key=value")]
#[case("taiwan-quick:chain", RulesError::NotAChange { found: "chain".into() }, "key=value")]
#[case("taiwan-quick:speed=9", RulesError::UnknownParameter { found: "speed".into() }, "speed")]
#[case("taiwan-quick:Quiet=9", RulesError::UnknownParameter { found: "Quiet".into() }, "Quiet")]
#[case("taiwan-quick: quiet=9", RulesError::UnknownParameter { found: " quiet".into() }, "quiet")]
#[case("taiwan-quick:=9", RulesError::UnknownParameter { found: String::new() }, "parameter")]
#[case(
    "taiwan-quick:chain=on:rush=on",
    RulesError::Value { parameter: Parameter::Chain, found: "on:rush=on".into() },
    "chain"
)]
#[case("taiwan-quick:quiet=9,quiet=9", RulesError::GivenTwice { parameter: Parameter::Quiet }, "quiet")]
#[case("taiwan-quick:dark=trade,rush=on,dark=off", RulesError::GivenTwice { parameter: Parameter::Dark }, "dark")]
fn rule_sets_that_are_refused(#[case] text: &str, #[case] expected: RulesError, #[case] names: &str) {
    let error = text.parse::<Rules>().unwrap_err();
    assert_eq!(error, expected);
    let text = error.to_string();
    assert!(text.starts_with("rules: ") && text.contains(names), "{text}");
}

/// Each parameter's values, and what is none.
#[rstest]
#[case(
    Parameter::Ranks,
    &["KGMRNCP", "PCNRMGK", "KRNCGMP"],
    &["", "KGMRNC", "KGMRNCPP", "KKMRNCP", "kgmrncp", "KGMRNCX", "K>G>M>R>N>C>P", "KGMRNCP "]
)]
#[case(Parameter::Cannon, &["jump", "step"], &["", "Jump", "on", "off", "jump "])]
#[case(Parameter::Elimination, &["on", "off"], &["", "yes", "true", "1", "ON", " on"])]
#[case(
    Parameter::Quiet,
    &["1", "2", "180", "9999", "none"],
    &["", "0", "00", "01", "+1", "-1", "10000", "65537",
      "4294967297", "99999999999999999999", "None", "off", "1.5", "1e3", "\u{ff11}", " 1", "1\0"]
)]
#[case(Parameter::Repetition, &["2", "3", "9999", "none"], &["", "0", "1", "02", "+2", "10000", "65538", "off"])]
#[case(Parameter::Cycle, &["2", "3", "9999", "none"], &["", "0", "1", "02", "+2", "10000", "65538", "off"])]
#[case(Parameter::Chase, &["1", "5", "9999", "none"], &["", "0", "05", "-5", "10000", "65541", "off"])]
#[case(Parameter::Chain, &["on", "off"], &["", "yes", "On", "2"])]
#[case(Parameter::Dark, &["off", "probe", "trade"], &["", "on", "Probe", "none"])]
#[case(Parameter::Rush, &["on", "off"], &["", "yes", "On", "2"])]
#[case(Parameter::Diagonal, &["on", "off"], &["", "yes", "On", "2"])]
fn values(#[case] parameter: Parameter, #[case] taken: &[&str], #[case] refused: &[&str]) {
    for preset in Preset::ALL {
        for value in taken {
            let rules: Rules = format!("{preset}:{parameter}={value}").parse().unwrap();
            assert_eq!(rules.value(parameter), *value);
            for other in Parameter::ALL.into_iter().filter(|&other| other != parameter) {
                assert_eq!(rules.value(other), preset.parameters().value(other), "nothing else changes");
            }
        }
        for value in refused {
            let error = RulesError::Value { parameter, found: (*value).to_string() };
            assert_eq!(format!("{preset}:{parameter}={value}").parse::<Rules>(), Err(error.clone()));
            let mut parameters = preset.parameters();
            assert_eq!(parameters.set(parameter, value), Err(error.clone()));
            assert_eq!(parameters, preset.parameters(), "on an error nothing changes");
            let text = error.to_string();
            assert!(text.starts_with(&format!("rules: {parameter} is ")), "{text}");
        }
    }
}

/// Rule sets are equal when their values are; the preset that was named is kept all the same.
#[rstest]
#[case("taiwan-tournament:quiet=40", "taiwan-club")]
#[case("taiwan-club:quiet=180", "taiwan-tournament")]
#[case("taiwan-league:quiet=40,repetition=3,cycle=none", "taiwan-club")]
#[case("mainland:cannon=jump,quiet=180", "taiwan-tournament")]
#[case("hong-kong:ranks=KGMRNCP,cannon=jump", "taiwan-classic")]
#[case("taiwan-quick:chain=on", "taiwan-classic:elimination=on,quiet=20,chain=on")]
#[case("taiwan-chase:quiet=20,chase=none", "taiwan-quick")]
fn equal_rule_sets(#[case] one: &str, #[case] other: &str) {
    let (one_rules, other_rules): (Rules, Rules) = (one.parse().unwrap(), other.parse().unwrap());
    assert_eq!(one_rules, other_rules);
    assert_ne!(one_rules.preset(), other_rules.preset());
    assert_eq!((one_rules.to_string(), other_rules.to_string()), (one.to_string(), other.to_string()));
}

#[test]
fn presets_differ() {
    for (index, one) in Preset::ALL.into_iter().enumerate() {
        for other in &Preset::ALL[..index] {
            assert_ne!(one.rules(), other.rules());
        }
    }
}

/// A set made of values is checked as one that is read.
#[test]
fn rule_sets_from_values() {
    let base = Preset::HongKong.parameters();
    let refused = [
        (banqi::Parameters { quiet: Some(0), ..base }, Parameter::Quiet),
        (banqi::Parameters { quiet: Some(10_000), ..base }, Parameter::Quiet),
        (banqi::Parameters { repetition: Some(1), ..base }, Parameter::Repetition),
        (banqi::Parameters { cycle: Some(1), ..base }, Parameter::Cycle),
        (banqi::Parameters { chase: Some(0), ..base }, Parameter::Chase),
        (banqi::Parameters { ranks: [Kind::Soldier; 7], ..base }, Parameter::Ranks),
    ];
    for (parameters, expected) in refused {
        let error = Rules::new(Preset::HongKong, parameters).unwrap_err();
        assert!(matches!(error, RulesError::Value { parameter, .. } if parameter == expected), "{error}");
    }
    let rules = Rules::new(Preset::Mainland, Preset::TaiwanLeague.parameters()).unwrap();
    assert_eq!(rules, Preset::TaiwanLeague.rules());
    assert_eq!(rules.to_string(), "mainland:cannon=jump,repetition=none,cycle=3");
}
