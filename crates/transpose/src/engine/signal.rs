//! What reaches a search from outside while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

/// Tells one search to stop, or that the move it ponders on was played.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    stop: AtomicBool,
    /// When the move pondered on was played.
    hit: OnceLock<Instant>,
    /// The search has nothing left to do but to answer.
    finished: AtomicBool,
    /// Held to change the others, so that nobody who waits misses a change.
    turn: Mutex<()>,
    changed: Condvar,
}

impl Signal {
    /// The search is to end as soon as it can.
    pub(crate) fn stop(&self) {
        let _turn = self.turn();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The move pondered on was played: the clock runs from now.
    pub(crate) fn ponder_hit(&self) {
        let _turn = self.turn();
        // Only the first one counts.
        let _ = self.hit.set(Instant::now());
        self.changed.notify_all();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        // The flag carries no data, and seeing it a few nodes late is as good.
        self.stop.load(Ordering::Relaxed)
    }

    /// When the move pondered on was played, if it was.
    pub(crate) fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Says that nothing more is done on account of this search, but for its answer.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Sleeps until the search is told to stop; or, with `or_hit`, that the move pondered on was played.
    pub(crate) fn wait(&self, or_hit: bool) {
        let mut turn = self.turn();
        while !(self.is_stopped() || or_hit && self.hit_at().is_some()) {
            turn = self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn who_waits_is_woken_by_what_it_waits_for() {
        let signal = Signal::default();
        thread::scope(|scope| {
            let stopped = scope.spawn(|| signal.wait(false));
            let hit = scope.spawn(|| signal.wait(true));
            signal.ponder_hit();
            hit.join().unwrap();
            assert!(!signal.is_stopped() && !stopped.is_finished());
            signal.stop();
            stopped.join().unwrap();
        });
        signal.wait(false);
    }

    #[test]
    fn the_first_hit_counts() {
        let signal = Signal::default();
        assert_eq!(signal.hit_at(), None);
        signal.ponder_hit();
        let first = signal.hit_at();
        signal.ponder_hit();
        assert!(first.is_some() && signal.hit_at() == first);
    }
}
