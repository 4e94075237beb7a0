//! What ends a search of the engine.

use std::time::{Duration, Instant};

use search::{Limit, Stopped};

use super::{Limits, Signal};

/// Nodes between two looks at the signal and the clock: well under a millisecond.
const INTERVAL: u64 = 1024;

/// Nodes before the clock is looked at, so that there is a move worth the name whatever the clock says: a few milliseconds.
const HEAD_START: u64 = 4096;

/// The limits of one search, as they stand while it runs.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    limits: &'a Limits,
    signal: &'a Signal,
    begun: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(limits: &'a Limits, signal: &'a Signal) -> Self {
        Self { limits, signal, begun: Instant::now() }
    }

    /// Time since the search began.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time since the clock began to run: with pondering not before the move pondered on was played.
    pub(super) fn on_the_clock(&self) -> Option<Duration> {
        let begun = if self.limits.ponder { self.signal.hit_at()? } else { self.begun };
        Some(begun.elapsed())
    }

    /// Whether the clock has run out.
    fn is_late(&self) -> bool {
        self.limits
            .budget
            .is_some_and(|budget| self.on_the_clock().is_some_and(|elapsed| elapsed >= budget.hard))
    }
}

impl Limit for &Watch<'_> {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        if self.limits.nodes.is_some_and(|limit| nodes > limit) {
            return Some(Stopped::Nodes);
        }
        if nodes % INTERVAL != 1 {
            return None;
        }
        if self.signal.is_stopped() {
            return Some(Stopped::Flag);
        }
        (nodes > HEAD_START && self.is_late()).then_some(Stopped::Time)
    }
}
