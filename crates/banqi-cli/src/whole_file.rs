//! Writing a file whole or not at all, without making another file of it.
//!
//! What is new comes beside the file first and then in its place. A link stays a link and its target is written; a file
//! keeps its mode, its owner and its other names; one that is read-only stays as it is.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Puts `bytes` into a file; if that fails, what it held before is still there.
///
/// What is no ordinary file, such as a pipe, is written to as it is.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match found(path)? {
        Some(there) if !there.is_file() => fs::write(path, bytes),
        there => put(path, bytes, there.as_ref(), Mode::Usual),
    }
}

/// Like [`replace`], for what is not everybody's business and is to be read again: a new file is its owner's alone, and
/// what is no ordinary file is refused.
pub(crate) fn replace_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    put(path, bytes, ordinary(path)?.as_ref(), Mode::Private)
}

/// Writes a file that must not exist yet, for its owner alone.
pub(crate) fn create_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    beside(path, bytes, Mode::Private)?.persist_noclobber(path)?;
    Ok(())
}

/// Whether [`replace_private`] can be expected to work, before there is anything to write.
pub(crate) fn check_private(path: &Path) -> io::Result<()> {
    if let Some(there) = ordinary(path)? {
        return writable(&there);
    }
    let target = target(path)?;
    let folder = folder(&target);
    match fs::metadata(folder) {
        Ok(metadata) if !metadata.is_dir() => Err(io::ErrorKind::NotADirectory.into()),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(io::Error::new(error.kind(), format!("there is no folder {}", folder.display())))
        }
        Err(error) => Err(error),
    }
}

/// Whether both are names of one file that is there.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    one == other || fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// The rights of a new file.
#[derive(Clone, Copy)]
enum Mode {
    /// As any new file would have them; the process's mask applies.
    Usual,
    /// Its owner's alone.
    Private,
}

/// What stands under a name, at the end of links.
fn found(path: &Path) -> io::Result<Option<Metadata>> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same, unless it is something else than a file.
fn ordinary(path: &Path) -> io::Result<Option<Metadata>> {
    let refused = |what| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    match found(path)? {
        Some(there) if there.is_dir() => refused("it is a folder; name a file"),
        Some(there) if !there.is_file() => refused("it is no ordinary file, so nothing could be read from it again"),
        None if path.file_name().is_none() => refused("it does not name a file"),
        there => Ok(there),
    }
}

/// Renaming asks for the folder's permission only, so this has to ask for the file's.
fn writable(there: &Metadata) -> io::Result<()> {
    if there.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is there and read-only"));
    }
    Ok(())
}

/// Where a name leads to, also if nothing is there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    // As many links as Linux follows.
    const MOST: usize = 40;
    let mut target = path.to_path_buf();
    for _ in 0..MOST {
        match fs::read_link(&target) {
            // An absolute link takes the place of the whole.
            Ok(link) => target = folder(&target).join(link),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many links lead from one to the next"))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn put(path: &Path, bytes: &[u8], there: Option<&Metadata>, mode: Mode) -> io::Result<()> {
    let target = target(path)?;
    let Some(there) = there else {
        beside(&target, bytes, mode)?.persist(&target)?;
        return Ok(());
    };
    writable(there)?;
    let draft = beside(&target, bytes, Mode::Private)?;
    if is_more_than_its_name(there, &draft.as_file().metadata()?) {
        // The draft has shown that there is room.
        return overwrite(&target, bytes);
    }
    draft.as_file().set_permissions(there.permissions())?;
    draft.persist(&target)?;
    Ok(())
}

fn beside(path: &Path, bytes: &[u8], mode: Mode) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".banqi-");
    #[cfg(unix)]
    if let Mode::Usual = mode {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = mode;
    // The name of the draft would only puzzle whoever reads the error.
    let mut file = builder.tempfile_in(folder(path)).map_err(|error| plain(&error))?;
    file.write_all(bytes).and_then(|()| file.as_file().sync_all()).map_err(|error| plain(&error))?;
    Ok(file)
}

/// The system's error alone, without the path that was added to it.
fn plain(error: &io::Error) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(code) = error.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error) {
            return io::Error::from_raw_os_error(code);
        }
        cause = error.source();
    }
    error.kind().into()
}

/// Whether another file in its place would lose something: other names for it, or its owner and group.
#[cfg(unix)]
fn is_more_than_its_name(there: &Metadata, draft: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    there.nlink() > 1 || there.uid() != draft.uid() || there.gid() != draft.gid()
}

#[cfg(not(unix))]
fn is_more_than_its_name(_: &Metadata, _: &Metadata) -> bool {
    false
}

fn overwrite(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    type Replace = fn(&Path, &[u8]) -> io::Result<()>;

    /// Both ways to replace a file.
    const BOTH: [Replace; 2] = [replace, replace_private];

    fn folder() -> TempDir {
        tempfile::tempdir().expect("a folder")
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn nothing_else_is_left_in_the_folder() {
        for replace in BOTH {
            let folder = folder();
            let path = folder.path().join("file");
            for text in ["one", "two"] {
                replace(&path, text.as_bytes()).expect("written");
                assert_eq!(read(&path), text);
            }
            assert!(create_private(&path, b"three").is_err());
            assert_eq!((read(&path).as_str(), fs::read_dir(folder.path()).expect("listed").count()), ("two", 1));
        }
    }

    #[test]
    fn what_names_no_file_is_refused_at_once() {
        let folder = folder();
        let missing = folder.path().join("no/such/file");
        for (path, why) in [(folder.path(), "a folder"), (&missing, "there is no folder"), (Path::new(".."), "folder")]
        {
            let error = check_private(path).expect_err("refused").to_string();
            assert!(error.contains(why), "{}: {error}", path.display());
            for replace in BOTH {
                let error = replace(path, b"x").expect_err("refused").to_string();
                assert!(!error.contains(".banqi-"), "the draft is nobody's business: {error}");
            }
        }
        let file = folder.path().join("file");
        fs::write(&file, "one").expect("written");
        assert!(check_private(&file).is_ok() && check_private(&folder.path().join("new")).is_ok());
        assert!(check_private(&file.join("below")).is_err());
    }

    #[test]
    fn a_file_has_many_spellings() {
        let folder = folder();
        let path = folder.path().join("file");
        let other = folder.path().join("./../").join(folder.path().file_name().expect("a name")).join("file");
        assert!(is_same(&path, &path) && !is_same(&path, &other), "nothing is there");
        fs::write(&path, "one").expect("written");
        assert!(is_same(&path, &other));
        assert!(!is_same(&path, folder.path()));
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
        use std::process::Command;
        use std::thread;

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).expect("a file").permissions().mode() & 0o777
        }

        #[test]
        fn a_file_keeps_its_mode_and_a_new_private_one_is_its_owners() {
            for replace in BOTH {
                let folder = folder();
                let path = folder.path().join("file");
                fs::write(&path, "one").expect("written");
                for kept in [0o600, 0o640, 0o664, 0o755] {
                    fs::set_permissions(&path, fs::Permissions::from_mode(kept)).expect("set");
                    replace(&path, b"two").expect("written");
                    assert_eq!(mode(&path), kept);
                }
            }
            let folder = folder();
            let [usual, private, created] = ["usual", "private", "created"].map(|name| folder.path().join(name));
            replace(&usual, b"x").expect("written");
            replace_private(&private, b"x").expect("written");
            create_private(&created, b"x").expect("written");
            let plain = folder.path().join("plain");
            fs::write(&plain, "x").expect("written");
            assert_eq!((mode(&usual), mode(&private), mode(&created)), (mode(&plain), 0o600, 0o600));
        }

        #[test]
        fn a_link_stays_a_link() {
            for replace in BOTH {
                let folder = folder();
                let below = folder.path().join("below");
                fs::create_dir(&below).expect("made");
                let [link, second] = ["link", "second"].map(|name| folder.path().join(name));
                symlink("below/file", &second).expect("a link");
                symlink("second", &link).expect("a link");
                // The first time it leads to nothing yet.
                for text in ["one", "two"] {
                    replace(&link, text.as_bytes()).expect("written");
                    assert_eq!(read(&below.join("file")), text);
                }
                assert!(link.is_symlink() && second.is_symlink());
                let round = folder.path().join("round");
                symlink("round", &round).expect("a link");
                assert!(replace(&round, b"x").is_err() && check_private(&round).is_err());
            }
        }

        #[test]
        fn a_file_with_two_names_stays_one_file() {
            for replace in BOTH {
                let folder = folder();
                let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
                fs::write(&one, "a longer text").expect("written");
                fs::hard_link(&one, &other).expect("a second name");
                replace(&one, b"short").expect("written");
                assert_eq!(read(&other), "short");
                assert_eq!(fs::metadata(&one).expect("a file").nlink(), 2);
                assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 2);
            }
        }

        #[test]
        fn a_read_only_file_stays_as_it_is() {
            for replace in BOTH {
                let folder = folder();
                let path = folder.path().join("file");
                fs::write(&path, "one").expect("written");
                fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("set");
                assert!(replace(&path, b"two").is_err() && check_private(&path).is_err());
                assert_eq!((read(&path).as_str(), mode(&path)), ("one", 0o444));
            }
        }

        #[test]
        fn a_pipe_is_written_into_or_refused() {
            let folder = folder();
            let pipe = folder.path().join("pipe");
            assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
            for refused in [replace_private(&pipe, b"x"), check_private(&pipe)] {
                assert!(refused.expect_err("refused").to_string().contains("no ordinary file"));
            }
            let reader = thread::spawn({
                let pipe = pipe.clone();
                move || read(&pipe)
            });
            replace(&pipe, b"through").expect("written");
            assert_eq!(reader.join().expect("read"), "through");
            assert!(!fs::metadata(&pipe).expect("a pipe").is_file());
        }
    }
}
