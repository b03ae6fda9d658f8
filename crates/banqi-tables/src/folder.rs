//! A folder of tables: a folder within it for each variant of the rules, and in it a file for each class.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::class::Class;
use crate::file::{self, FileError, Variant};
use crate::table::Table;

/// A file of tables that cannot be used.
#[derive(Debug)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// What is the matter with it.
    pub cause: Cause,
}

/// What is the matter with a file.
#[derive(Debug)]
pub enum Cause {
    /// It cannot be read.
    Io(io::Error),
    /// It is no table.
    File(FileError),
}

impl Fault {
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_path_buf(), cause: Cause::Io(error) }
    }

    /// That a table is not there which others need.
    pub(crate) fn missing(root: &Path, variant: Variant, class: &Class) -> Self {
        let path = root.join(variant.folder()).join(class.to_string());
        Self { path, cause: Cause::Io(io::ErrorKind::NotFound.into()) }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        match &self.cause {
            Cause::Io(error) => write!(f, "{path}: {error}"),
            Cause::File(error) => write!(f, "{path}: {error}"),
        }
    }
}

impl std::error::Error for Fault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Io(error) => Some(error),
            Cause::File(error) => Some(error),
        }
    }
}

/// The variants of the rules for which a folder has tables, or had: whether all are there shows when they are read.
///
/// # Errors
///
/// When the folder cannot be read.
///
/// ```
/// use std::ops::ControlFlow;
/// let folder = tempfile::tempdir()?;
/// let rules = banqi::Preset::HongKong.rules();
/// banqi_tables::make(&rules, 2, folder.path(), 1, &|_| ControlFlow::Continue(()))?;
/// let variants = banqi_tables::variants(folder.path())?;
/// assert_eq!(variants, [banqi_tables::Variant { chain: false, quiet: None }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn variants(folder: &Path) -> io::Result<Vec<Variant>> {
    let mut variants = Vec::new();
    for entry in fs::read_dir(folder)? {
        variants.extend(entry?.file_name().to_str().and_then(Variant::of_folder));
    }
    variants.sort_unstable();
    Ok(variants)
}

/// Where tables are kept.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A folder that is there.
    pub(crate) fn open(root: &Path) -> io::Result<Self> {
        // Whoever names a folder that is not there, or a file, wants to know.
        fs::read_dir(root)?;
        Ok(Self { root: root.to_path_buf() })
    }

    /// A folder, made if it is not there.
    pub(crate) fn create(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root)?;
        Self::open(root)
    }

    fn path(&self, class: &Class, variant: Variant) -> PathBuf {
        self.root.join(variant.folder()).join(class.to_string())
    }

    /// The table of a class under these rules: one that no limit cuts short, if it fits, or that of this limit. None if
    /// there is no file.
    pub(crate) fn load(&self, class: &Class, variant: Variant) -> Result<Option<Table>, Fault> {
        let free = self.load_one(class, Variant { quiet: None, ..variant });
        match free {
            Ok(Some(table)) if table.extent.fits(variant.quiet) => Ok(Some(table)),
            Ok(_) if variant.quiet.is_none() => Ok(None),
            Ok(_) => self.load_one(class, variant),
            // That one is damaged is no reason to do without the other.
            Err(fault) if variant.quiet.is_some() => self.load_one(class, variant)?.map(Some).ok_or(fault),
            Err(fault) => Err(fault),
        }
    }

    fn load_one(&self, class: &Class, variant: Variant) -> Result<Option<Table>, Fault> {
        let path = self.path(class, variant);
        // Whatever lies there, no more of it is read than a table can have.
        let most = file::most_bytes(class);
        let mut bytes = Vec::new();
        let read = fs::File::open(&path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) if bytes.len() as u64 > most => return Err(Fault { path, cause: Cause::File(FileError::TooLong) }),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Fault { path, cause: Cause::Io(error) }),
        }
        file::read(&bytes, class, variant).map(Some).map_err(|error| Fault { path, cause: Cause::File(error) })
    }

    /// Keeps a table, whole or not at all.
    pub(crate) fn save(&self, table: &Table, variant: Variant) -> Result<u64, Fault> {
        let variant = if table.extent.is_cut { variant } else { Variant { quiet: None, ..variant } };
        let path = self.path(&table.numbering.class, variant);
        let bytes = file::write(table, variant);
        let written = || -> io::Result<()> {
            let folder = self.root.join(variant.folder());
            fs::create_dir_all(&folder)?;
            let partial = path.with_extension("part");
            let mut file = fs::File::create(&partial)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&partial, &path)
        };
        written().map_err(|error| Fault { path: path.clone(), cause: Cause::Io(error) })?;
        Ok(bytes.len() as u64)
    }
}
