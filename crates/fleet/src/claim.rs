//! Files that one process at a time may have.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Opens a file, or makes it, and locks it; `None` if another has it. The lock goes with the handle, whatever ends its owner.
pub(crate) fn claim(path: &Path) -> io::Result<Option<File>> {
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // Who had it may have renamed or removed it before letting go.
        if lies_at(&file, path) {
            return Ok(Some(file));
        }
    }
}

/// Whether a path leads to this file.
#[cfg(unix)]
pub(crate) fn lies_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |data: fs::Metadata| (data.dev(), data.ino());
    let there = fs::metadata(path).ok().map(identity);
    there.is_some() && file.metadata().ok().map(identity) == there
}

/// Whether a path leads to a file; that it is this one cannot be asked.
#[cfg(not(unix))]
pub(crate) fn lies_at(_file: &File, path: &Path) -> bool {
    fs::metadata(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_had_by_one_at_a_time() {
        let path = std::env::temp_dir().join(format!("fleet-claim-{}", std::process::id()));
        let first = claim(&path).unwrap().unwrap();
        assert!(claim(&path).unwrap().is_none());
        drop(first);
        let second = claim(&path).unwrap().unwrap();
        assert!(lies_at(&second, &path));
        // Moved, as what is complete is: the name is free for another.
        let moved = path.with_extension("moved");
        fs::rename(&path, &moved).unwrap();
        assert!(!lies_at(&second, &path));
        assert!(claim(&path).unwrap().is_some());
        assert!(claim(&moved).unwrap().is_none());
        fs::remove_file(&path).unwrap();
        fs::remove_file(&moved).unwrap();
    }
}
