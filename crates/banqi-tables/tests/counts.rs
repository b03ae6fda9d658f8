//! How many positions are won, drawn and lost, against the table in spec/exact-values.md; and that tables agree with
//! themselves.

mod support;

use std::ops::ControlFlow;
use std::path::Path;

use banqi_tables::{Count, Entry, Verified, count, make, verify};
use rstest::rstest;
use support::{TAIWAN, rules};

fn made(text: &str, pieces: usize, folder: &Path) {
    let made = make(&rules(text), pieces, folder, 2, &|_| ControlFlow::Continue(())).expect("they are made");
    assert_eq!(made.kept, 0);
}

fn verified(text: &str, folder: &Path) -> Verified {
    verify(&rules(text), folder, 2, &|_| ControlFlow::Continue(())).expect("they can be read")
}

fn total(entries: &[Entry]) -> Count {
    entries.iter().fold(Count::default(), |mut total, entry| {
        total += entry.count;
        total
    })
}

#[test]
fn two_and_three_pieces_are_counted_as_the_document_has_them() {
    let folder = tempfile::tempdir().expect("a folder");
    made(TAIWAN, 3, folder.path());
    let census = count(&rules(TAIWAN), folder.path()).expect("they can be read");
    assert_eq!(census.keys().copied().collect::<Vec<_>>(), [2, 3]);
    let two = Count { positions: 97_216, won: 26_624, drawn: 45_632, lost: 24_960, longest: 18 };
    let three = Count { positions: 19_998_720, won: 7_822_064, drawn: 5_126_256, lost: 7_050_400, longest: 24 };
    assert_eq!((total(&census[&2]), total(&census[&3])), (two, three));
}

/// Each material once: so all positions are counted that there are. With 2 pieces 7 * 7 materials on 32 * 31 squares.
#[rstest]
fn all_positions_are_counted(
    #[values("hong-kong", "taiwan-quick", "mainland:rush=on,diagonal=on,quiet=7")] text: &str,
) {
    let folder = tempfile::tempdir().expect("a folder");
    made(text, 3, folder.path());
    let census = count(&rules(text), folder.path()).expect("they can be read");
    for (pieces, positions) in [(2, 97_216), (3, 19_998_720)] {
        let Count { positions: all, won, drawn, lost, longest } = total(&census[&pieces]);
        assert_eq!((all, won + drawn + lost), (positions, positions), "{text}, {pieces} pieces");
        assert!(rules(text).parameters().quiet.is_none_or(|limit| longest <= limit));
    }
}

#[rstest]
fn every_entry_follows_from_its_successors(
    #[values(
        "taiwan-classic",
        "taiwan-quick",
        "taiwan-quick:quiet=3",
        "hong-kong",
        "mainland",
        "taiwan-classic:chain=on",
        "hong-kong:chain=on,quiet=9",
        "taiwan-classic:rush=on,diagonal=on",
        "taiwan-quick:rush=on,diagonal=on,chain=on"
    )]
    text: &str,
) {
    let folder = tempfile::tempdir().expect("a folder");
    made(text, 3, folder.path());
    let Verified { tables, positions, contradictions, wrong } = verified(text, folder.path());
    assert!(contradictions.is_empty() && wrong == 0, "{text}: {contradictions:?}");
    // Under the Hong Kong ranks all kinds are alike, and there are few classes.
    assert!(tables >= 8 && positions > 60_000, "{text}: {tables} tables, {positions} positions");
}

#[test]
#[ignore = "makes and verifies the tables of four pieces: half a minute in a release build"]
fn four_pieces() {
    for text in [TAIWAN, "taiwan-quick"] {
        let folder = tempfile::tempdir().expect("a folder");
        made(text, 4, folder.path());
        let found = verified(text, folder.path());
        assert_eq!((found.tables, found.wrong), (5 + 20 + 75, 0), "{text}: {:?}", found.contradictions);
        let census = count(&rules(text), folder.path()).expect("they can be read");
        // design/engine.md: 75 classes, about 2.1e7 positions.
        let (classes, kept) = (census[&4].len(), census[&4].iter().map(|entry| entry.kept).sum::<u64>());
        assert_eq!((classes, kept), (75, 20_856_800));
    }
}
