//! Records: what is read is written, replayed and recorded again.
//!
//! The input is the text of one record or several.
#![no_main]

use std::str;

use banqi::{Ending, Record, RecordError};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = str::from_utf8(data) else { return };
    let one = text.parse::<Record>();
    match Record::parse_all(text) {
        Ok(records) => {
            match records.as_slice() {
                [only] => assert_eq!(one.as_ref(), Ok(only)),
                _ => assert!(one.is_err(), "one record is one"),
            }
            let written: String = records.iter().map(Record::to_string).collect();
            assert_eq!(Record::parse_all(&written).as_ref(), Ok(&records));
            records.iter().for_each(record);
        }
        Err(error) => {
            refused(text, &error);
            refused(text, &one.expect_err("one record is some"));
        }
    }
});

fn refused(text: &str, error: &RecordError) {
    assert!((1..=text.split('\n').count()).contains(&error.line()), "{error}");
    assert!(error.to_string().len() < 2000, "an error quotes a long text in part");
}

fn record(record: &Record) {
    let written = record.to_string();
    let again: Record = written.parse().unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(again, *record);
    assert_eq!(again.to_string(), written);

    let mut game = match record.replay() {
        Ok(game) => game,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let of = Record::of(&game);
    assert_eq!((&of.rules, of.start), (&record.rules, record.start));
    assert!(of.turns.iter().map(|turn| &turn.turn).eq(record.turns.iter().map(|turn| &turn.turn)));
    if record.ending == Ending::Aborted {
        assert_eq!(of.ending, Ending::Unterminated);
    } else {
        assert_eq!(of.ending, record.ending);
    }
    assert_eq!(of.to_string().parse().as_ref(), Ok(&of));
    assert_eq!(of.first_colour(), record.first_colour());

    let plies: Vec<_> = game.plies().collect();
    assert!(plies.iter().rev().all(|&ply| game.undo() == Some(ply)));
    assert_eq!(game.undo(), None);
    assert_eq!(*game.position(), record.start);
}
