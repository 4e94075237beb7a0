//! What the caller's thread is searching, for the helpers to search the same.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::play::Root;
use crate::{Depth, Full};

/// One search from the root.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) depth: Depth,
    pub(super) window: Full,
    /// The root's moves, in the order they are tried.
    pub(super) root: Root,
}

/// The search of the moment.
#[derive(Debug, Default)]
pub(super) struct Lead {
    /// Its number, from 1; 0 before the first, [`OVER`] after the last.
    number: AtomicU64,
    call: Mutex<Option<Call>>,
    changed: Condvar,
}

const OVER: u64 = u64::MAX;

impl Lead {
    /// Calls for a search; that of before is of no use any more.
    pub(super) fn call(&self, depth: Depth, window: Full, root: &Root) {
        let mut call = self.lock();
        *call = Some(Call { depth, window, root: root.clone() });
        self.number.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Sends the helpers home.
    pub(super) fn end(&self) {
        let _call = self.lock();
        self.number.store(OVER, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits for another search than the one of this number. `None` where there will be none.
    pub(super) fn next(&self, after: u64) -> Option<(u64, Call)> {
        let mut call = self.lock();
        loop {
            let number = self.number.load(Ordering::Relaxed);
            if number == OVER {
                return None;
            }
            if number != after
                && let Some(call) = &*call
            {
                return Some((number, call.clone()));
            }
            call = self.changed.wait(call).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the search of this number is still called for. Relaxed: a node too many does no harm.
    #[inline]
    pub(super) fn is_at(&self, number: u64) -> bool {
        self.number.load(Ordering::Relaxed) == number
    }

    fn lock(&self) -> MutexGuard<'_, Option<Call>> {
        self.call.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
