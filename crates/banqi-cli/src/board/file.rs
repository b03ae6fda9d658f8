//! Writing a file whole or not at all.

use std::fs;
use std::io;
use std::path::Path;
use std::process;

use anyhow::{Context as _, Result};

/// Puts `bytes` into a file; if that fails, what it held before is still there.
///
/// What is no ordinary file, such as a pipe, is written to as it is.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    write(path, bytes).with_context(|| path.display().to_string())
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let before = match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => return fs::write(path, bytes),
        // Renaming asks for the folder's permission only.
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is there and read-only"));
        }
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    // A link stays one: its target is replaced.
    let target = if before.is_some() { fs::canonicalize(path)? } else { path.to_path_buf() };
    let Some(name) = target.file_name() else { return fs::write(path, bytes) };
    let mut draft = name.to_os_string();
    draft.push(format!(".{}.new", process::id()));
    let draft = target.with_file_name(draft);

    let written = fs::write(&draft, bytes)
        .and_then(|()| before.map_or(Ok(()), |metadata| fs::set_permissions(&draft, metadata.permissions())))
        .and_then(|()| fs::rename(&draft, &target));
    if written.is_err() {
        // The error to tell about is the first one.
        let _ = fs::remove_file(&draft);
    }
    written
}
