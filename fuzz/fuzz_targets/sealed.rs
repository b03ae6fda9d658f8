//! Sealed deals: codes and records are refused or read well, and no change to a sealed record goes unnoticed.
//!
//! The input is a code, or the text of records; and changes to the record of a sealed game, three bytes each: where, in
//! two bytes, and which byte is put there.
#![no_main]

use std::str;
use std::sync::LazyLock;

use banqi::{Action, Ending, Game, Preset, Record, Square};
use banqi_deal::{SealCode, Secret, verify_record};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = str::from_utf8(data) {
        code(text);
        secret(text);
        Record::parse_all(text).unwrap_or_default().iter().for_each(record);
    }
    changed(data);
});

fn code(text: &str) {
    match text.parse::<SealCode>() {
        Ok(code) => {
            let written = code.to_string();
            assert_eq!(written.parse(), Ok(code), "{written}");
            assert_eq!(written.to_lowercase().replace('-', "").parse(), Ok(code), "{written}");
        }
        Err(error) => assert!(error.to_string().len() < 100, "an error quotes one character"),
    }
}

fn secret(text: &str) {
    match text.parse::<Secret>() {
        Ok(secret) => assert_eq!(secret.to_hex(), text, "a secret has one spelling"),
        Err(error) => assert!(error.to_string().len() < 100, "an error quotes one character"),
    }
}

fn record(record: &Record) {
    match verify_record(record) {
        Ok(dealt) => {
            let mut again = record.clone();
            dealt.write_tags(&mut again.tags);
            assert_eq!(verify_record(&again).as_ref(), Ok(&dealt));
            assert_eq!(dealt.seal().check_code(dealt.seal().code()), Ok(()));
            assert!(Square::all().all(|square| dealt.seal().check(&dealt.open(square)).is_ok()));
        }
        Err(mismatch) => assert!(!mismatch.to_string().is_empty()),
    }
}

/// A sealed game of a few turns that was called off.
static SEALED: LazyLock<String> = LazyLock::new(|| {
    let dealt = banqi_deal::example();
    let mut game = Game::new(Preset::TaiwanTournament.rules());
    for square in Square::all().take(5) {
        game.play(dealt.deal().ply(game.position(), Action::Flip(square))).expect("a flip is legal");
    }
    let mut record = Record { ending: Ending::Aborted, ..Record::of(&game) };
    dealt.write_tags(&mut record.tags);
    record.to_string()
});

/// What still verifies has the same deal: the secrets of another one are not found by changing bytes.
fn changed(data: &[u8]) {
    let mut bytes = SEALED.as_bytes().to_vec();
    for change in data.chunks_exact(3) {
        let at = usize::from(u16::from_be_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] = change[2];
    }
    let Ok(text) = str::from_utf8(&bytes) else { return };
    let Ok(record) = text.parse::<Record>() else { return };
    if let Ok(dealt) = verify_record(&record) {
        assert_eq!(dealt, banqi_deal::example());
        // A turn may be told as a turn on another square, but then with what lies there.
        for ply in record.turns.iter().flat_map(|turn| &turn.turn.0) {
            if let Action::Flip(square) = ply.action {
                assert_eq!(dealt.deal().piece(square), ply.revealed);
            }
        }
    }
}
