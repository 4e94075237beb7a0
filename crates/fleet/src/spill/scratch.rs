//! The folder that is spilled to.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::claim::{claim, lies_at};

/// The file in a folder that its owner has locked: a folder whose lock can be taken is nobody's any more.
const LOCK: &str = "lock";

/// A folder for what is spilled, which is removed with all that is in it when the last who uses it lets go.
///
/// What a process that was killed has left is removed by the next one that spills to the same place.
#[derive(Clone, Debug)]
pub struct Scratch(Rc<Folder>);

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    files: AtomicU64,
    /// `None` where the file system has no locks, so that nobody takes the folder for one left behind.
    _lock: Option<File>,
}

impl Scratch {
    /// A new folder below `parent`, which exists.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn new(parent: &Path) -> io::Result<Self> {
        /// Folders this process has made.
        static FOLDERS: AtomicU64 = AtomicU64::new(0);
        sweep(parent);
        loop {
            let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("fleet-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                // A process of the same number on another machine, or before this one.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                done => done?,
            }
            let lock = match claim(&path.join(LOCK)) {
                Ok(Some(lock)) => Some(lock),
                // Another has swept the folder away before it was locked.
                Ok(None) => continue,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) if error.kind() == io::ErrorKind::Unsupported => None,
                Err(error) => {
                    // The error that matters is the first one.
                    let _ = remove(&path);
                    return Err(error);
                }
            };
            return Ok(Self(Rc::new(Folder { path, files: AtomicU64::new(0), _lock: lock })));
        }
    }

    /// A name for a new file.
    pub(super) fn file(&self) -> PathBuf {
        self.0.path.join(self.0.files.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing more can be done about a folder that cannot be removed.
        let _ = remove(&self.path);
    }
}

/// Removes what processes that were killed have left in `parent`. What cannot be removed stays.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        // Not what a link leads to.
        if is_folder_name(&entry.file_name()) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = remove_left(&entry.path());
        }
    }
}

/// Whether it is a name that [`Scratch::new`] gives: `fleet-PROCESS-NUMBER`.
fn is_folder_name(name: &OsStr) -> bool {
    let numbers = name.to_str().and_then(|name| name.strip_prefix("fleet-")?.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes a folder unless its owner lives.
fn remove_left(folder: &Path) -> io::Result<()> {
    let path = folder.join(LOCK);
    let lock = match File::open(&path) {
        // Made, or emptied, and not a step further: there is nothing in it, or it is not removed.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return fs::remove_dir(folder),
        lock => lock?,
    };
    if lock.try_lock().is_ok() && lies_at(&lock, &path) { remove(folder) } else { Ok(()) }
}

/// Removes a folder, the lock last, so that one that is killed at it leaves what others can go on with; of what is in it,
/// only what is spilled.
fn remove(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(is_number) {
            fs::remove_file(entry.path())?;
        }
    }
    match fs::remove_file(folder.join(LOCK)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::remove_dir(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spill::Gather;

    /// A folder of the test's own to spill to.
    fn parent(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("fleet-scratch-{}-{name}", std::process::id()));
        fs::create_dir(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_goes_with_its_last_user() {
        let parent = parent("last");
        let scratch = Scratch::new(&parent).unwrap();
        let path = scratch.0.path.clone();
        let mut gather = Gather::new(&scratch, 64, 0);
        gather.push(&(0..1_000).collect::<Vec<_>>()).unwrap();
        let sorted = gather.finish().unwrap();
        drop(scratch);
        assert!(path.exists());
        drop(sorted);
        assert_eq!(names(&parent), [""; 0]);
        fs::remove_dir(&parent).unwrap();
    }

    #[test]
    fn what_no_living_process_owns_is_removed_and_nothing_else() {
        let parent = parent("left");
        let living = Scratch::new(&parent).unwrap();
        fs::write(living.file(), "spilled").unwrap();
        let folder = |name: &str, files: &[&str]| {
            fs::create_dir(parent.join(name)).unwrap();
            for file in files {
                fs::write(parent.join(name).join(file), "something").unwrap();
            }
        };
        folder("fleet-1-0", &["0", "1", "17", LOCK]);
        folder("fleet-1-1", &[LOCK]);
        folder("fleet-1-2", &[]);
        // Not what is spilled: without a lock, under another name, with something else in it.
        folder("fleet-1-3", &["0"]);
        folder("fleet-1-x", &["0", LOCK]);
        folder("fleet-1-4", &["0", "notes", LOCK]);
        fs::write(parent.join("fleet-1-5"), "a file").unwrap();

        let other = Scratch::new(&parent).unwrap();
        let [living_name, other_name] =
            [&living, &other].map(|scratch| scratch.0.path.file_name().unwrap().to_str().unwrap());
        let mut expected = [living_name, other_name, "fleet-1-3", "fleet-1-x", "fleet-1-4", "fleet-1-5"];
        expected.sort_unstable();
        assert_eq!(names(&parent), expected);
        assert_eq!(names(&living.0.path), ["0", LOCK]);
        assert_eq!(names(&parent.join("fleet-1-4")), ["notes"]);
        drop((living, other));
        assert_eq!(names(&parent), ["fleet-1-3", "fleet-1-4", "fleet-1-5", "fleet-1-x"]);
        fs::remove_dir_all(&parent).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_a_link_leads_to_is_left_alone() {
        let (parent, elsewhere) = (parent("link"), parent("elsewhere"));
        fs::write(elsewhere.join("0"), "somebody's").unwrap();
        fs::write(elsewhere.join(LOCK), "").unwrap();
        std::os::unix::fs::symlink(&elsewhere, parent.join("fleet-1-0")).unwrap();
        drop(Scratch::new(&parent).unwrap());
        assert_eq!(names(&elsewhere), ["0", LOCK]);
        fs::remove_dir_all(&parent).unwrap();
        fs::remove_dir_all(&elsewhere).unwrap();
    }

    /// Many at once, sweeping while others make their folders.
    #[test]
    fn those_who_come_at_the_same_time_do_not_lose_their_folders() {
        let parent = parent("many");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let scratch = Scratch::new(&parent).unwrap();
                        let file = scratch.file();
                        fs::write(&file, "spilled").unwrap();
                        assert!(fs::read(&file).is_ok_and(|bytes| bytes == b"spilled"));
                    }
                });
            }
        });
        assert_eq!(names(&parent), [""; 0]);
        fs::remove_dir(&parent).unwrap();
    }
}
