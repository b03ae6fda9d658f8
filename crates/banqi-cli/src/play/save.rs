//! Games on disk: their names, and what is saved when the command has to stop.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::without_number;
use crate::whole_file;

/// Whether a name is free; one that a link has is not, wherever it leads.
fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err()
}

/// A name for a game of this day that is free in the folder.
pub(super) fn free_name(folder: &Path, date: &str) -> PathBuf {
    let names = (1..).map(|number: u32| match number {
        1 => format!("banqi-{date}.txt"),
        _ => format!("banqi-{date}-{number}.txt"),
    });
    let mut paths = names.map(|name| folder.join(name));
    paths.find(|path| is_free(path)).unwrap_or_else(|| folder.join("banqi.txt"))
}

/// A free name beside a file, for the game after the one in it.
pub(super) fn another(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().map_or(String::new(), |extension| format!(".{}", extension.to_string_lossy()));
    let mut paths = (2..).map(|number: u32| path.with_file_name(format!("{stem}-{number}{extension}")));
    paths.find(|path| is_free(path)).unwrap_or_else(|| path.to_path_buf())
}

/// Saves to a free name in the folder for it, or in the one for temporary files if that cannot be written.
fn save_somewhere(folder: &Path, date: &str, text: &str) -> io::Result<PathBuf> {
    let save = |folder: &Path| {
        let path = free_name(folder, date);
        whole_file::create_private(&path, text.as_bytes()).map(|()| path)
    };
    save(folder).or_else(|_| save(&std::env::temp_dir()))
}

/// What would be lost if the command had to stop now, or where it is safe.
///
/// Shared with the handler of signals, which may come while the computer thinks.
#[derive(Clone, Default)]
pub(super) struct Unsaved(Arc<Mutex<Kept>>);

/// An unfinished game.
#[derive(Default)]
enum Kept {
    /// There is none.
    #[default]
    Nothing,
    /// It is in this file.
    Saved(PathBuf),
    /// It is nowhere yet.
    Unsaved {
        text: String,
        /// A file that is this game's already.
        own: Option<PathBuf>,
        folder: PathBuf,
        date: String,
    },
}

impl Unsaved {
    fn set(&self, kept: Kept) -> Kept {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), kept)
    }

    /// Keeps the game's record, which is not in a file.
    pub(super) fn keep(&self, text: &str, own: Option<&Path>, folder: &Path, date: &str) {
        self.set(Kept::Unsaved {
            text: text.to_string(),
            own: own.map(Path::to_path_buf),
            folder: folder.to_path_buf(),
            date: date.to_string(),
        });
    }

    /// The game is in this file.
    pub(super) fn saved(&self, path: &Path) {
        self.set(Kept::Saved(path.to_path_buf()));
    }

    /// There is no unfinished game.
    pub(super) fn forget(&self) {
        self.set(Kept::Nothing);
    }

    /// Saves the unfinished game, unless it is safe, and answers where it is; none if there is none.
    pub(super) fn rescue(&self) -> Option<io::Result<PathBuf>> {
        match self.set(Kept::Nothing) {
            Kept::Nothing => None,
            Kept::Saved(path) => Some(Ok(path)),
            Kept::Unsaved { text, own, folder, date } => {
                let own = own.filter(|path| whole_file::replace_private(path, text.as_bytes()).is_ok());
                Some(own.map_or_else(|| save_somewhere(&folder, &date, &text), Ok))
            }
        }
    }
}

/// What to say about a rescue.
pub(super) fn rescued(result: &io::Result<PathBuf>) -> Vec<String> {
    match result {
        Ok(path) => told(path),
        Err(error) => vec![format!("The game could not be saved: {}", without_number(error))],
    }
}

/// What to say about an unfinished game in a file.
pub(super) fn told(path: &Path) -> Vec<String> {
    vec![format!("The game is saved in {}. To go on:", path.display()), format!("  {}", how_to_resume(path))]
}

/// The command that goes on with a saved game.
fn how_to_resume(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = path.chars().all(|c| c.is_alphanumeric() || "/._-+~".contains(c)) && !path.starts_with('-');
    if plain {
        format!("banqi play --resume {path}")
    } else {
        format!("banqi play --resume '{}'", path.replace('\'', r"'\''"))
    }
}

/// A path as it was typed, with `~/` for the home folder.
pub(super) fn typed(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_file_never_takes_another_ones_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = save_somewhere(folder.path(), "2026-01-31", "one").expect("saved");
        let second = save_somewhere(folder.path(), "2026-01-31", "two").expect("saved");
        assert_eq!(first, folder.path().join("banqi-2026-01-31.txt"));
        assert_eq!(second, folder.path().join("banqi-2026-01-31-2.txt"));
        assert_eq!(fs::read_to_string(&first).expect("read"), "one");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 2, "nothing else is left behind");
    }

    #[test]
    fn what_is_kept_is_saved_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let unsaved = Unsaved::default();
        assert!(unsaved.rescue().is_none());
        unsaved.keep("game", None, folder.path(), "2026-01-31");
        let path = unsaved.rescue().expect("kept").expect("saved");
        assert_eq!(fs::read_to_string(path).expect("read"), "game");
        assert!(unsaved.rescue().is_none());
        unsaved.keep("game", None, folder.path(), "2026-01-31");
        unsaved.forget();
        assert!(unsaved.rescue().is_none());
    }

    #[test]
    fn what_cannot_be_saved_in_its_place_is_saved_elsewhere() {
        let folder = tempfile::tempdir().expect("a folder");
        let unsaved = Unsaved::default();
        unsaved.keep("game", Some(&folder.path().join("no/such/folder.txt")), folder.path(), "2026-01-31");
        let path = unsaved.rescue().expect("kept").expect("saved");
        assert!(path.starts_with(folder.path()));
    }

    #[test]
    fn the_command_to_go_on_can_be_pasted() {
        assert_eq!(how_to_resume(Path::new("a/b-1.txt")), "banqi play --resume a/b-1.txt");
        assert_eq!(how_to_resume(Path::new("my game's.txt")), r"banqi play --resume 'my game'\''s.txt'");
    }
}
