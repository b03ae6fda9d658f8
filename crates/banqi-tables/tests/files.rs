//! Files that are damaged, missing or something else: each is told and done without, and made anew.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use banqi::Position;
use banqi_tables::{Cause, FileError, MakeError, Tables, Variant, Verdict, count, make, variants, verify};
use support::{Chance, TAIWAN, rules};

/// A Horse that a Chariot catches, and the file of all such pairs.
const POSITION: &str = "n3/4/4/4/4/4/4/R3 r - 0 41";
const FILE: &str = "s0-s1";

fn folder(text: &str, pieces: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    make(&rules(text), pieces, folder.path(), 1, &|_| ControlFlow::Continue(())).expect("they are made");
    folder
}

fn position() -> Position {
    POSITION.parse().expect("a position")
}

fn file(folder: &Path) -> PathBuf {
    folder.join("free").join(FILE)
}

/// Every file of a folder.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let list = |folder: PathBuf| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = list(folder.to_path_buf()).flat_map(list);
    files
        .map(|path| (path.strip_prefix(folder).expect("inside").to_path_buf(), fs::read(&path).expect("a file")))
        .collect()
}

/// What is the matter with the file, once it has been put there; none if it is used.
fn fault(folder: &Path) -> Option<Cause> {
    let tables = Tables::open(rules(TAIWAN), folder).expect("the folder is there");
    if tables.prepare_position(&position(), &|| false) {
        assert!(tables.probe(&position()).is_some() && tables.faults().is_empty());
        return None;
    }
    assert_eq!(tables.probe(&position()), None);
    assert!(!tables.prepare_position(&position(), &|| false), "it is no better the second time");
    let mut faults = tables.faults();
    assert_eq!(faults.len(), 1, "told once");
    assert_eq!(faults[0].path, file(folder));
    assert!(faults[0].to_string().contains(FILE));
    drop(tables);
    Some(std::sync::Arc::into_inner(faults.remove(0)).expect("nobody else has it").cause)
}

fn file_error(folder: &Path, bytes: &[u8]) -> FileError {
    fs::write(file(folder), bytes).expect("it is written");
    match fault(folder) {
        Some(Cause::File(error)) => error,
        Some(Cause::Io(error)) => panic!("{error}"),
        None => panic!("it is used"),
    }
}

/// Makes what is damaged anew, and nothing else.
fn repair(folder: &Path, whole: &BTreeMap<PathBuf, Vec<u8>>) {
    let made = make(&rules(TAIWAN), 2, folder, 1, &|_| ControlFlow::Continue(())).expect("they are made");
    assert_eq!((made.tables, made.kept), (5, 4));
    assert_eq!(&contents(folder), whole);
}

#[test]
fn any_bit_that_flips_is_noticed() {
    let folder = folder(TAIWAN, 2);
    let whole = contents(folder.path());
    let bytes = fs::read(file(folder.path())).expect("a file");
    // The lines, each with its end, and what is packed.
    let start = bytes.windows(2).position(|pair| pair == b"\n\n").expect("an empty line") + 2;
    let mut regions = Vec::new();
    regions.push(start..bytes.len());
    let mut from = 0;
    for line in bytes[..start].split_inclusive(|&byte| byte == b'\n') {
        regions.push(from..from + line.len());
        from += line.len();
    }
    assert_eq!(regions.len(), 9, "seven lines, an empty one, what is packed");
    let mut chance = Chance(3);
    for number in 0..1_000 {
        let region = regions[number % regions.len()].clone();
        let mut damaged = bytes.clone();
        let place = region.start + chance.below(region.len());
        damaged[place] ^= 1 << chance.below(8);
        file_error(folder.path(), &damaged);
    }
    repair(folder.path(), &whole);
}

#[test]
fn a_file_of_any_other_length_is_noticed() {
    let folder = folder(TAIWAN, 2);
    let whole = contents(folder.path());
    let bytes = fs::read(file(folder.path())).expect("a file");
    for length in 0..bytes.len() {
        file_error(folder.path(), &bytes[..length]);
    }
    for more in [&b"\0"[..], b"\n", &bytes] {
        file_error(folder.path(), &[&bytes[..], more].concat());
    }
    repair(folder.path(), &whole);
}

#[test]
fn something_else_in_its_place() {
    let folder = folder(TAIWAN, 2);
    let whole = contents(folder.path());
    let bytes = fs::read(file(folder.path())).expect("a file");
    assert_eq!(file_error(folder.path(), b""), FileError::Foreign);
    assert_eq!(file_error(folder.path(), b"banqi table 2\nclass s0-s1\n\n"), FileError::Foreign);
    assert_eq!(file_error(folder.path(), b"banqi table 1\nclass s0-s1\n\n"), FileError::Header);
    assert_eq!(file_error(folder.path(), &[0xff; 700]), FileError::Foreign);
    for other in ["j0-j0", "s1-s1", "s0-s0"] {
        if let Some(other) = whole.get(&Path::new("free").join(other)) {
            assert_eq!(file_error(folder.path(), other), FileError::Misplaced);
        }
    }
    // More than any table of this class can have; it takes no room on the disk.
    let huge = fs::File::create(file(folder.path())).expect("a file");
    huge.set_len(1 << 36).expect("a sparse file");
    assert!(matches!(fault(folder.path()), Some(Cause::File(FileError::TooLong))));
    repair(folder.path(), &whole);
    fs::write(file(folder.path()), bytes).expect("it is written");
    assert!(fault(folder.path()).is_none());
}

/// A file whose checksum is right.
fn sealed(header: &str, values: &[u8]) -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec(values, 9);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.as_bytes());
    hasher.update(&packed);
    let checksum = hasher.finalize();
    [format!("{header}checksum {checksum:08x}\n\n").as_bytes(), &packed].concat()
}

#[test]
fn values_that_no_table_has() {
    let folder = folder(TAIWAN, 2);
    let header = |positions: usize| {
        format!("banqi table 1\nclass {FILE}\nchain off\nquiet none\nlongest 18\npositions {positions}\n")
    };
    // A quarter of the board for one piece, 31 squares for the other, two sides to move.
    let count = 8 * 31 * 2;
    let error = |header: &str, values: &[u8]| file_error(folder.path(), &sealed(header, values));
    assert_eq!(error(&header(count), &vec![0; 2 * count + 1]), FileError::Values);
    assert_eq!(error(&header(count), &vec![0; 2 * count - 1]), FileError::Values);
    assert_eq!(error(&header(count), &vec![0; 1 << 19]), FileError::Values, "not unpacked to its end");
    // 1 and 65,535 are the code of nothing.
    let mut values = vec![0; 2 * count];
    values[7] = 1;
    assert_eq!(error(&header(count), &values), FileError::Values);
    assert_eq!(error(&header(count), &vec![0xff; 2 * count]), FileError::Values);
    assert_eq!(error(&header(count - 1), &vec![0; 2 * count - 2]), FileError::Misplaced);
    assert_eq!(error(&header(usize::MAX), &[]), FileError::Misplaced);
    assert_eq!(error(&header(count).replace("quiet none", "quiet 20"), &vec![0; 2 * count]), FileError::Misplaced);
    assert_eq!(error(&header(count).replace("chain off", "chain on"), &vec![0; 2 * count]), FileError::Misplaced);
    // What is written as documented is read, whatever it says: all are draws here.
    fs::write(file(folder.path()), sealed(&header(count), &vec![0; 2 * count])).expect("it is written");
    let tables = Tables::open(rules(TAIWAN), folder.path()).expect("the folder is there");
    assert!(tables.prepare_position(&position(), &|| false));
    assert_eq!(tables.probe(&position()), Some(Verdict::Draw));
    // But it does not go unnoticed.
    let verified = verify(&rules(TAIWAN), folder.path(), 1, &|_| ControlFlow::Continue(())).expect("they are read");
    assert!(verified.wrong > 0 && !verified.contradictions.is_empty() && verified.contradictions.len() <= 10);
}

#[test]
fn what_is_missing_is_done_without() {
    let folder = folder(TAIWAN, 3);
    fs::remove_file(file(folder.path())).expect("it is removed");
    let tables = Tables::open(rules(TAIWAN), folder.path()).expect("the folder is there");
    assert!(!tables.prepare_position(&position(), &|| false));
    assert!(tables.faults().is_empty(), "what is not there is not damaged");
    let more: Position = "n3/4/4/4/4/4/4/RR2 r - 0 41".parse().expect("a position");
    assert!(!tables.prepare_position(&more, &|| false), "not all that may come of it is there");
    assert!(tables.probe(&more).is_some() && tables.probe(&position()).is_none());
    assert_eq!(tables.prober().choices(&position()), None);
    // With a face-down piece nothing can be made of it.
    let hidden: Position = "n3/4/4/4/4/4/4/R?2 r R1 0 41".parse().expect("a position");
    assert!(!tables.prepare_position(&hidden, &|| false));
    match verify(&rules(TAIWAN), folder.path(), 1, &|_| ControlFlow::Continue(())) {
        Err(MakeError::Fault(fault)) => assert_eq!(fault.path, file(folder.path())),
        other => panic!("{other:?}"),
    }
    assert!(Tables::open(rules(TAIWAN), &file(folder.path())).is_err(), "no folder");
    assert!(count(&rules(TAIWAN), &file(folder.path())).is_err(), "no folder");
}

#[test]
fn a_damaged_table_is_told_by_whoever_reads_all() {
    let folder = folder(TAIWAN, 2);
    fs::write(file(folder.path()), "banqi table 1\n").expect("it is written");
    assert_eq!(count(&rules(TAIWAN), folder.path()).expect_err("it is damaged").path, file(folder.path()));
    match verify(&rules(TAIWAN), folder.path(), 1, &|_| ControlFlow::Continue(())) {
        Err(MakeError::Fault(fault)) => assert_eq!(fault.path, file(folder.path())),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_folder_in_its_place_cannot_be_mended() {
    let folder = folder(TAIWAN, 2);
    fs::remove_file(file(folder.path())).expect("it is removed");
    fs::create_dir_all(file(folder.path()).join("sub")).expect("a folder");
    assert!(matches!(fault(folder.path()), Some(Cause::Io(_))));
    match make(&rules(TAIWAN), 2, folder.path(), 1, &|_| ControlFlow::Continue(())) {
        Err(MakeError::Fault(fault)) => assert_eq!(fault.path, file(folder.path())),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_was_made_before_a_break_is_kept() {
    let whole = contents(folder(TAIWAN, 3).path());
    for threads in [1, 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let break_off_after = |asked: usize| {
            let times = AtomicUsize::new(0);
            make(&rules(TAIWAN), 3, folder.path(), threads, &|progress| {
                assert!(progress.done <= progress.all);
                if times.fetch_add(1, Ordering::Relaxed) < asked {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        };
        // In the middle of the classes of two pieces, then of those of three.
        for asked in [0, 30, 400] {
            assert!(matches!(break_off_after(asked), Err(MakeError::Stopped)), "{asked}");
        }
        let before = contents(folder.path()).len();
        assert!(before > 5 && before < whole.len(), "{before}");
        let made =
            make(&rules(TAIWAN), 3, folder.path(), threads, &|_| ControlFlow::Continue(())).expect("they are made");
        assert_eq!((made.tables, made.kept), (whole.len(), before));
        assert_eq!(contents(folder.path()), whole);
    }
}

#[test]
fn one_folder_serves_several_limits() {
    let free = rules(TAIWAN);
    let short = rules("taiwan-tournament:quiet=5,repetition=none");
    let alone = folder(&short.to_string(), 3);
    let both = folder(TAIWAN, 3);
    make(&short, 3, both.path(), 1, &|_| ControlFlow::Continue(())).expect("they are made");
    let variant = |quiet| Variant { chain: false, quiet };
    assert_eq!(variants(both.path()).expect("a folder"), [variant(None), variant(Some(5))]);
    // What fits under the limit is kept once, and is the same whoever made it.
    let (alone_has, both_has) = (contents(alone.path()), contents(both.path()));
    for (path, bytes) in &alone_has {
        assert_eq!(both_has.get(path), Some(bytes), "{}", path.display());
    }
    for rules in [free, short] {
        let verified = verify(&rules, both.path(), 1, &|_| ControlFlow::Continue(())).expect("they are read");
        assert_eq!((verified.tables, verified.wrong), (25, 0));
    }
    let probed = |rules| {
        let tables = Tables::open(rules, both.path()).expect("a folder");
        assert!(tables.prepare_position(&position(), &|| false));
        tables.probe(&position()).expect("it is there")
    };
    // The Horse is far away.
    assert!(matches!(probed(free), Verdict::Win(plies) if plies > 5), "{}", probed(free));
    assert_eq!(probed(short), Verdict::Draw);
    // That the free table is damaged does not matter to who has another.
    fs::write(file(both.path()), "").expect("it is written");
    assert_eq!(probed(short), Verdict::Draw);
}

#[test]
fn names_of_other_things_are_no_variants() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["free", "chain-free", "quiet-20", "chain-quiet-7", "quiet-", "quiet-020", "quiet-x", "chain", "notes"]
    {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let written: Vec<String> = variants(folder.path()).expect("a folder").iter().map(ToString::to_string).collect();
    assert_eq!(written, ["chain=off,quiet=none", "chain=off,quiet=20", "chain=on,quiet=none", "chain=on,quiet=7"]);
}
