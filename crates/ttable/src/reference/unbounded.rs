//! The table of any size.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::{Entry, Stored, Table};

/// The table that forgets nothing: a map from whole keys, always replaced by the newest entry, of any size.
///
/// The reference for every bounded table, not a fast one: each call takes a lock.
#[derive(Debug, Default)]
pub struct Unbounded(Mutex<HashMap<u64, Entry>>);

impl Unbounded {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Positions it holds.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Entry>> {
        // No call panics while it holds the lock, and an entry is written in one step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table for Unbounded {
    type Handle = u64;

    #[inline]
    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.lock().get(&key).copied()
    }

    fn store(&self, key: u64, entry: &Entry, _work: u64) -> Stored {
        match self.lock().insert(key, *entry) {
            None => Stored::Filled,
            Some(_) => Stored::Updated,
        }
    }
}
