//! Files that options name, read whole or at any place: never pipes and devices, which might not begin or never end.

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::Path;

/// Why there is no file to read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum FileError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("expected a regular file, found {found}")]
    Kind { found: &'static str },
}

/// Opens a regular file.
///
/// # Errors
///
/// [`FileError`] if it is none, or cannot be opened.
pub(crate) fn open(path: &Path) -> Result<File, FileError> {
    // Asked before it is opened: who opens a pipe waits for somebody to write.
    expect_regular(fs::metadata(path)?.file_type())?;
    let file = File::open(path)?;
    // It may have become another in between.
    expect_regular(file.metadata()?.file_type())?;
    Ok(file)
}

/// The contents of a regular file, as long as it was when it was opened.
///
/// # Errors
///
/// As [`open`].
pub(crate) fn contents(path: &Path) -> Result<impl Read, FileError> {
    let file = open(path)?;
    let length = file.metadata()?.len();
    Ok(file.take(length))
}

/// All bytes of a regular file.
///
/// # Errors
///
/// As [`open`], or where reading fails.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    contents(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn expect_regular(kind: FileType) -> Result<(), FileError> {
    if kind.is_file() { Ok(()) } else { Err(FileError::Kind { found: name_of(kind) }) }
}

/// What such a file is called.
fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;

        if kind.is_fifo() {
            return "a pipe";
        } else if kind.is_socket() {
            return "a socket";
        } else if kind.is_char_device() || kind.is_block_device() {
            return "a device";
        }
    }
    if kind.is_dir() { "a folder" } else { "something else" }
}
