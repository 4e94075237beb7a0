//! What reaches a search from outside while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Tells one search to stop, or that the move it ponders on was played.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    /// Somebody outside has said stop.
    stopped: AtomicBool,
    /// The search is to end, whoever has said so.
    halted: AtomicBool,
    /// When the move pondered on was played.
    hit: OnceLock<Instant>,
    /// There is nothing left to search: nobody need watch the clock.
    searched: AtomicBool,
    /// There is nothing left to do but to answer.
    finished: AtomicBool,
    /// Held to change the others, so that nobody who waits misses a change.
    turn: Mutex<()>,
    changed: Condvar,
}

// The flags carry no data, and seeing one a few nodes late is as good: they are relaxed.
impl Signal {
    /// The search is to end as soon as it can.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.halt();
    }

    /// Ends the search, which is still to wait for `stop` if it was to.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// The move pondered on was played: the clock runs from now.
    pub(crate) fn ponder_hit(&self) {
        // Only the first one counts.
        let _ = self.hit.set(Instant::now());
        self.notify();
    }

    /// The flag that ends a search.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.halted
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// When the move pondered on was played, if it was.
    pub(super) fn hit_at(&self) -> Option<Instant> {
        self.hit.get().copied()
    }

    /// Says that there is nothing left to do but to answer.
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

    /// Halts the search once `hard` has passed since the move pondered on was played. Sleeps until then, or until there is
    /// nothing left to search.
    pub(super) fn watch_clock(&self, hard: Duration) {
        let mut turn = self.turn();
        while !(self.halted.load(Ordering::Relaxed) || self.searched.load(Ordering::Relaxed)) {
            let left = self.hit_at().map(|hit| hard.saturating_sub(hit.elapsed()));
            turn = match left {
                Some(Duration::ZERO) => {
                    self.halted.store(true, Ordering::Relaxed);
                    turn
                }
                Some(left) => {
                    let woken = self.changed.wait_timeout(turn, left);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(turn).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Says that there is nothing left to search.
    pub(super) fn end_search(&self) {
        self.searched.store(true, Ordering::Relaxed);
        self.notify();
    }

    /// Wakes all who wait. Whoever has looked before the change is asleep by the time the turn is free.
    fn notify(&self) {
        let _turn = self.turn();
        self.changed.notify_all();
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

    #[test]
    fn the_clock_runs_from_the_hit_and_ends_the_search_alone() {
        let signal = Signal::default();
        thread::scope(|scope| {
            let watching = scope.spawn(|| signal.watch_clock(Duration::from_millis(20)));
            thread::sleep(Duration::from_millis(40));
            assert!(!watching.is_finished(), "not before the hit");
            signal.ponder_hit();
            watching.join().unwrap();
        });
        assert!(signal.flag().load(Ordering::Relaxed) && !signal.is_stopped());
        let signal = Signal::default();
        thread::scope(|scope| {
            let watching = scope.spawn(|| signal.watch_clock(Duration::from_millis(20)));
            signal.end_search();
            watching.join().unwrap();
        });
        assert!(!signal.flag().load(Ordering::Relaxed));
    }
}
