//! Records of sealed games: written, verified, and found out when something in them was changed.

use banqi::{Action, Ending, Game, Outcome, Piece, Preset, Reason, Record, Rules, Seat, Square};
use banqi_deal::{DealError, Mismatch, SealedDeal, Secret, Terms, Transcript, example, verify_record};
use rstest::rstest;

/// A game in which some squares are opened in turn, and First resigns.
fn record(dealt: &SealedDeal, rules: Rules, squares: usize) -> Record {
    let mut game = Game::new(rules);
    for square in Square::all().take(squares) {
        game.play(dealt.deal().ply(game.position(), Action::Flip(square))).expect("a flip is legal");
    }
    let ending = Ending::Finished(Outcome::win(Seat::Second, Reason::Resignation));
    let mut record = Record { ending, ..Record::of(&game) };
    dealt.write_tags(&mut record.tags);
    record
}

fn usual() -> Record {
    record(&example(), Preset::TaiwanTournament.rules(), 9)
}

/// With a tag's value changed; the form of the record stays.
fn with(tag: &str, value: &str) -> Record {
    let mut record = usual();
    record.tags.set(tag, value).expect("a tag");
    record
}

#[test]
fn a_record_written_and_read_again_is_consistent_with_itself() {
    let read: Record = usual().to_string().parse().expect("a record");
    let verified = verify_record(&read).expect("it is as it was");
    assert_eq!(verified, example());
    assert_eq!(verified.seal().check_code("3NF2-E3A0-Z9H9-A8HC".parse().expect("a code")), Ok(()));
}

#[test]
fn an_aborted_game_is_verified_too_and_the_deal_need_not_be_told() {
    let mut record = usual();
    record.ending = Ending::Aborted;
    record.turns.clear();
    assert!(verify_record(&record).is_ok());
    record.tags.set("Deal", "").expect("a tag");
    assert!(verify_record(&record).is_ok());
}

#[test]
fn without_c2_there_is_no_tag_for_it() {
    let [server, c1] = [1, 2].map(|byte| Secret::from_bytes([byte; 32]));
    let rules: Rules = "taiwan-quick:chain=on".parse().expect("a rule set");
    let terms = Terms::new("暗棋 \"7\"", &rules).expect("an id");
    let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
    let transcript = Transcript { terms, server_commit, seat1_commit, c1, c2: None };
    let dealt = SealedDeal::new(transcript, server).expect("as committed");
    let mut record = record(&dealt, rules, 3);
    assert_eq!(record.tags.get("C2"), None);
    // Some write it all the same.
    let written = record.to_string().replace("[S \"", "[C2 \"\"]\n[S \"");
    assert_eq!(verify_record(&written.parse().expect("a record")), Ok(dealt));
    record.tags.set("C2", &"0".repeat(64)).expect("a tag");
    assert!(matches!(verify_record(&record), Err(Mismatch::Seal { .. })));
}

/// Each digit of each tag in hexadecimal, by itself.
#[rstest]
#[case("ServerCommit", |mismatch: &Mismatch| *mismatch == Mismatch::ServerCommit)]
#[case("Seat1Commit", |mismatch: &Mismatch| *mismatch == Mismatch::Seat1Commit)]
#[case("C1", |mismatch: &Mismatch| *mismatch == Mismatch::Seat1Commit)]
#[case("C2", |mismatch: &Mismatch| matches!(mismatch, Mismatch::Seal { .. }))]
#[case("S", |mismatch: &Mismatch| *mismatch == Mismatch::ServerCommit)]
#[case("Seal", |mismatch: &Mismatch| matches!(mismatch, Mismatch::Seal { .. }))]
fn every_digit_counts(#[case] tag: &str, #[case] expected: fn(&Mismatch) -> bool) {
    let value = usual().tags.get(tag).expect("the tag").to_string();
    for at in 0..value.len() {
        let digit = if &value[at..=at] == "0" { "1" } else { "0" };
        let changed = format!("{}{digit}{}", &value[..at], &value[at + 1..]);
        let mismatch = verify_record(&with(tag, &changed)).expect_err("one digit is another");
        assert!(expected(&mismatch), "{tag} {at}: {mismatch}");
        // Not a digit at all, or in upper case.
        for other in ["x", "A"] {
            let changed = format!("{}{other}{}", &value[..at], &value[at + 1..]);
            let mismatch = verify_record(&with(tag, &changed)).expect_err("not in hexadecimal digits");
            assert!(mismatch.to_string().contains(&format!("{other:?}").replace('"', "'")), "{mismatch}");
            assert!(mismatch.to_string().starts_with(&format!("the tag {tag}: ")), "{mismatch}");
        }
    }
    let mismatch = verify_record(&with(tag, &value[1..])).expect_err("63 digits");
    assert!(mismatch.to_string().ends_with("63 characters; it has 64, all of 0123456789abcdef"), "{mismatch}");
}

#[test]
fn every_character_of_the_games_id_counts() {
    let game = usual().tags.get("Game").expect("the tag").to_string();
    for at in 0..game.len() {
        let changed = format!("{}x{}", &game[..at], &game[at + 1..]);
        assert_eq!(verify_record(&with("Game", &changed)), Err(Mismatch::ServerCommit));
    }
}

/// The rules that are replayed are those that were sealed, in their spelling.
#[rstest]
#[case("taiwan-classic")]
#[case("taiwan-tournament:quiet=59")]
fn the_rules_count(#[case] rules: &str) {
    let record = Record { rules: rules.parse().expect("a rule set"), ..usual() };
    assert!(matches!(verify_record(&record), Err(Mismatch::Seal { .. })));
    let told = example().verify_game(&record).expect_err("other rules").to_string();
    assert_eq!(told, format!("the rules are {rules}, but taiwan-tournament was sealed"));
}

#[rstest]
#[case("Game")]
#[case("ServerCommit")]
#[case("Seat1Commit")]
#[case("C1")]
#[case("S")]
#[case("Seal")]
fn a_missing_tag_is_no_excuse(#[case] tag: &'static str) {
    assert_eq!(verify_record(&with(tag, "")), Err(Mismatch::TagMissing { tag }));
}

#[test]
fn a_record_without_any_of_the_tags_was_not_sealed() {
    let game = Game::new(Preset::TaiwanTournament.rules());
    assert_eq!(verify_record(&Record::of(&game)), Err(Mismatch::NotSealed));
}

/// While the game goes on the record has the seal and nothing that is secret.
#[test]
fn a_game_that_goes_on_tells_no_secret() {
    let mut record = Record { ending: Ending::Unterminated, ..usual() };
    record.tags = banqi::Tags::default();
    example().seal().write_tags(&mut record.tags);
    assert_eq!(verify_record(&record), Err(Mismatch::TagMissing { tag: "S" }));
    let text = record.to_string();
    let dealt = example();
    let covered = &dealt.deal().to_string()[9..];
    assert!(!text.contains(&dealt.server().to_hex()) && !text.contains(covered));
}

/// Wherever something else is said to have come up, it is found, whatever the tag Deal says.
#[test]
fn every_opened_square_counts() {
    for turn in 0..9 {
        let mut record = usual();
        let ply = &mut record.turns[turn].turn.0[0];
        let dealt = ply.revealed.expect("a flip");
        let piece = Piece::new(!dealt.colour, dealt.kind);
        ply.revealed = Some(piece);
        let square = Square::new(turn as u8).expect("a square");
        let number = turn as u32 + 1;
        assert_eq!(verify_record(&record), Err(Mismatch::Opened { turn: number, square, piece, dealt }));
    }
}

/// An attack on a face-down piece opens it as well.
#[test]
fn a_dark_capture_counts() {
    let rules: Rules = "taiwan-tournament:dark=trade".parse().expect("a rule set");
    let terms = Terms::new("dark", &rules).expect("an id");
    // A deal in which First may attack the neighbour on its second turn.
    for number in 0..=255 {
        let [server, c1] = [number, 0].map(|byte| Secret::from_bytes([byte; 32]));
        let (server_commit, seat1_commit) = (server.server_commit(&terms), c1.seat1_commit(&terms));
        let transcript = Transcript { terms: terms.clone(), server_commit, seat1_commit, c1, c2: None };
        let dealt = SealedDeal::new(transcript, server).expect("as committed");
        let mut game = Game::new(rules);
        for action in ["a1", "d8"] {
            let ply = dealt.deal().ply(game.position(), action.parse().expect("an action"));
            game.play(ply).expect("a flip is legal");
        }
        let attack: Action = "a1-b1".parse().expect("an action");
        if game.check(attack).is_err() {
            continue;
        }
        game.play(dealt.deal().ply(game.position(), attack)).expect("it was just checked");
        let mut record = Record { ending: Ending::Aborted, ..Record::of(&game) };
        dealt.write_tags(&mut record.tags);
        assert_eq!(verify_record(&record), Ok(dealt.clone()));

        let piece = &mut record.turns[2].turn.0[0].revealed;
        *piece = piece.map(|piece| Piece::new(!piece.colour, piece.kind));
        assert!(matches!(verify_record(&record), Err(Mismatch::Opened { turn: 3, .. })));
        return;
    }
    panic!("no deal let First attack");
}

#[test]
fn the_told_deal_counts() {
    let deal = usual().tags.get("Deal").expect("the tag").to_string();
    let mut other: Vec<char> = deal.chars().collect();
    other.swap(10, 31);
    let other: String = other.into_iter().collect();
    let square = Square::new(10).expect("a square");
    assert_eq!(verify_record(&with("Deal", &other)), Err(Mismatch::Deal { square }));
    let error = DealError::Length { found: 31 };
    assert_eq!(verify_record(&with("Deal", &deal[1..])), Err(Mismatch::DealTag(error)));
}

#[test]
fn a_start_with_pieces_face_up_was_not_sealed() {
    let start = "3k/4/4/4/4/4/4/?1?K r G1p1 0 9".parse().expect("a position");
    let record = Record { start, turns: Vec::new(), ..usual() };
    assert_eq!(verify_record(&record), Err(Mismatch::Start));
}

/// A record that says the right pieces may still tell of no game.
#[test]
fn the_game_has_to_be_one() {
    let mut record = usual();
    record.turns.swap(3, 4);
    record.turns.push(record.turns[0].clone());
    assert!(matches!(verify_record(&record), Err(Mismatch::Replay(_))));
}
