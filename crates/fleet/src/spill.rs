//! Sets of numbers larger than memory: sorted in pieces, spilled to disk as runs, merged as they are read.
//!
//! A [`Gather`] takes numbers in any order, often the same one, and keeps them sorted and each once, within a budget of
//! memory. What grows beyond half of it goes to disk. A [`Sorted`] is the finished set, read in order as often as wanted.
//!
//! Numbers may carry something in their low bits: a gather that *collapses* `n` bits keeps of those that agree above them the
//! greatest.

mod gather;
mod merge;
mod run;

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use gather::Gather;
pub use merge::{Reader, Sorted};

/// A folder for what is spilled, which is removed with all that is in it when the last who uses it lets go.
#[derive(Clone, Debug)]
pub struct Scratch(Rc<Folder>);

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    files: AtomicU64,
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
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("fleet-{}-{number}", std::process::id()));
        std::fs::create_dir(&path)?;
        Ok(Self(Rc::new(Folder { path, files: AtomicU64::new(0) })))
    }

    /// A name for a new file.
    fn file(&self) -> PathBuf {
        self.0.path.join(self.0.files.fetch_add(1, Ordering::Relaxed).to_string())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing more can be done about a folder that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use zkeys::SplitMix64;

    use super::*;

    /// Numbers with many repetitions, through gathers of several sizes, against a map.
    #[test]
    fn what_is_gathered_comes_back_sorted_and_once_whatever_the_memory() {
        let parent = std::env::temp_dir();
        let mut random = SplitMix64::new(8);
        for (most, count, collapsed) in
            [(64, 0, 0), (64, 10, 0), (64, 5_000, 0), (1 << 20, 100_000, 0), (256, 9_000, 8)]
        {
            let scratch = Scratch::new(&parent).unwrap();
            let mut gather = Gather::new(&scratch, most, collapsed);
            let mut map = BTreeMap::new();
            for _ in 0..count {
                let number = (random.next_u64() >> 51) << (random.next_u64() & 31);
                let kept = map.entry(number >> collapsed).or_insert(number);
                *kept = number.max(*kept);
                gather.push(&[number]).unwrap();
            }
            let sorted = gather.finish().unwrap();
            assert_eq!(sorted.is_in_memory(), count < 64 || most > count, "{most} {count}");
            let expected: Vec<u64> = map.into_values().collect();
            // It can be read twice.
            for _ in 0..2 {
                assert_eq!(all(&sorted), expected, "{most} {count}");
            }
            let stored = sorted.store(&scratch).unwrap();
            assert!(!stored.is_in_memory());
            assert_eq!(all(&stored), expected);
        }
    }

    fn all(sorted: &Sorted) -> Vec<u64> {
        let (mut reader, mut all, mut chunk) = (sorted.read().unwrap(), Vec::new(), Vec::new());
        while reader.fill(&mut chunk, 7).unwrap() {
            assert!((1..=7).contains(&chunk.len()));
            all.append(&mut chunk);
        }
        all
    }

    #[test]
    fn a_scratch_folder_goes_with_its_last_user() {
        let scratch = Scratch::new(&std::env::temp_dir()).unwrap();
        let path = scratch.0.path.clone();
        let mut gather = Gather::new(&scratch, 64, 0);
        gather.push(&(0..1_000).collect::<Vec<_>>()).unwrap();
        let sorted = gather.finish().unwrap();
        drop(scratch);
        assert!(path.exists());
        drop(sorted);
        assert!(!path.exists());
    }
}
