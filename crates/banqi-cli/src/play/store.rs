//! Where a game is kept: its file, what is in it, and what would be lost.

use std::io;
use std::path::{Path, PathBuf};

use banqi::Record;

use super::save::{self, Unsaved};
use crate::whole_file;

/// The files of a series of games.
pub(super) struct Store {
    /// The file that is this game's, so that it may be written again without asking.
    own: Option<PathBuf>,
    /// The file of the first game, if games are written after every turn.
    automatic: Option<PathBuf>,
    /// Where a game is known to be, and the record that is there.
    saved: Option<(PathBuf, String)>,
    folder: PathBuf,
    /// The day, for new names: `2026-01-31`.
    date: String,
    unsaved: Unsaved,
}

impl Store {
    pub(super) fn new(folder: PathBuf, date: String, unsaved: Unsaved) -> Self {
        Self { own: None, automatic: None, saved: None, folder, date, unsaved }
    }

    /// Writes every turn into this file from now on.
    pub(super) fn automatic(self, path: PathBuf) -> Self {
        Self { own: Some(path.clone()), automatic: Some(path), ..self }
    }

    /// Says that a record is in a file already.
    pub(super) fn resumed(self, path: PathBuf, record: &Record) -> Self {
        Self { saved: Some((path, record.to_string())), ..self }
    }

    pub(super) fn date(&self) -> &str {
        &self.date
    }

    /// Keeps the record of a game that goes on; in the file, if it is written after every turn.
    pub(super) fn keep(&mut self, text: &str) -> io::Result<()> {
        match &self.saved {
            Some((path, saved)) if saved == text => {
                self.unsaved.saved(path);
                Ok(())
            }
            _ => {
                self.unsaved.keep(text, self.own.as_deref(), &self.folder, &self.date);
                self.write_own(text)
            }
        }
    }

    /// Keeps the record of a game that is over.
    pub(super) fn finish(&mut self, text: &str) -> io::Result<()> {
        let written = self.write_own(text);
        self.unsaved.forget();
        written
    }

    /// There is no unfinished game any more.
    pub(super) fn forget(&self) {
        self.unsaved.forget();
    }

    fn write_own(&mut self, text: &str) -> io::Result<()> {
        match self.own.clone().filter(|_| self.automatic.is_some()) {
            Some(path) => self.write(&path, text),
            None => Ok(()),
        }
    }

    /// Writes the record; the file is this game's from now on.
    pub(super) fn write(&mut self, path: &Path, text: &str) -> io::Result<()> {
        whole_file::replace_private(path, text.as_bytes())?;
        self.own = Some(path.to_path_buf());
        self.saved = Some((path.to_path_buf(), text.to_string()));
        self.unsaved.saved(path);
        Ok(())
    }

    /// Whether a file may be written without asking.
    pub(super) fn is_own(&self, path: &Path) -> bool {
        self.own.as_deref().is_some_and(|own| whole_file::is_same(own, path))
    }

    /// Whether games are written after every turn.
    pub(super) fn is_automatic(&self) -> bool {
        self.automatic.is_some()
    }

    pub(super) fn is_saved(&self, text: &str) -> bool {
        self.saved.as_ref().is_some_and(|(_, saved)| saved == text)
    }

    pub(super) fn saved_in(&self) -> Option<&Path> {
        self.saved.as_ref().map(|(path, _)| path.as_path())
    }

    /// The name to suggest.
    pub(super) fn suggestion(&self) -> PathBuf {
        let known = self.own.as_deref().or(self.saved_in());
        known.map_or_else(|| save::free_name(Path::new(""), &self.date), Path::to_path_buf)
    }

    /// Begins another game: it gets a file of its own, if it is written after every turn.
    pub(super) fn next_game(&mut self) -> Option<&Path> {
        self.saved = None;
        self.own = self.automatic.as_deref().map(save::another);
        self.own.as_deref()
    }

    pub(super) fn rescue(&self) -> Option<io::Result<PathBuf>> {
        self.unsaved.rescue()
    }
}
