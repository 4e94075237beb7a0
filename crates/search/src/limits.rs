//! What may end a search early.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use thiserror::Error;

/// Asked before every node whether to stop. The unit limit never stops, and the compiler knows: it costs nothing.
pub trait Limit {
    /// Why the search stopped; uninhabited for a limit that never does.
    type Reason;

    /// Whether to stop before the node that would be number `nodes` of this search, from 1. A node that is not entered is not
    /// counted.
    fn reached(&mut self, nodes: u64) -> Option<Self::Reason>;
}

impl Limit for () {
    type Reason = Infallible;

    #[inline]
    fn reached(&mut self, _nodes: u64) -> Option<Infallible> {
        None
    }
}

/// A search ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The node limit was reached.
    #[error("stopped at the node limit")]
    Nodes,
    /// The flag was raised.
    #[error("stopped by the caller")]
    Flag,
    /// The time was up.
    #[error("stopped at the time limit")]
    Time,
}

/// Stops when more than this many nodes would be entered.
#[derive(Clone, Copy, Debug)]
pub struct NodeLimit(pub u64);

impl Limit for NodeLimit {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        (nodes > self.0).then_some(Stopped::Nodes)
    }
}

/// Nodes between two looks at a flag or the clock, the first at the first node: microseconds to tens of them, or 150 in chess.
const INTERVAL: u64 = 256;

pub(crate) const fn is_due(nodes: u64) -> bool {
    nodes % INTERVAL == 1
}

/// Stops soon after the flag is raised: within 256 nodes.
#[derive(Clone, Copy, Debug)]
pub struct StopFlag<'a>(pub &'a AtomicBool);

impl Limit for StopFlag<'_> {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        // Relaxed: the flag carries no data, and seeing it a few nodes late is as good.
        (is_due(nodes) && self.0.load(Ordering::Relaxed)).then_some(Stopped::Flag)
    }
}

/// Stops soon after this time: within 256 nodes. The only place of the crate that reads the clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(pub Instant);

impl Limit for Deadline {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        (is_due(nodes) && self.is_past()).then_some(Stopped::Time)
    }
}

impl Deadline {
    /// Whether the time has come.
    pub(crate) fn is_past(self) -> bool {
        Instant::now() >= self.0
    }
}

#[cfg(test)]
impl Deadline {
    /// For tests: one that is past, and one that is an hour away.
    pub(crate) fn past_and_far() -> [Self; 2] {
        let now = Instant::now();
        [Self(now), Self(now + std::time::Duration::from_hours(1))]
    }
}

/// Whichever is reached first.
impl<A: Limit<Reason = Stopped>, B: Limit<Reason = Stopped>> Limit for (A, B) {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        self.0.reached(nodes).or_else(|| self.1.reached(nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the first node, so that a search asked to stop does nothing more, and then once in 256.
    #[test]
    fn the_flag_and_the_clock_are_looked_at_once_in_256_nodes() {
        let flag = AtomicBool::new(true);
        let mut past = Deadline(Instant::now());
        for nodes in 1..2_000 {
            let due = nodes % 256 == 1;
            assert_eq!(StopFlag(&flag).reached(nodes), due.then_some(Stopped::Flag), "node {nodes}");
            assert_eq!(past.reached(nodes), due.then_some(Stopped::Time), "node {nodes}");
        }
        flag.store(false, Ordering::Relaxed);
        assert_eq!(StopFlag(&flag).reached(1), None);
        assert_eq!((NodeLimit(9).reached(9), NodeLimit(9).reached(10)), (None, Some(Stopped::Nodes)));
        assert_eq!((NodeLimit(9), StopFlag(&flag)).reached(10), Some(Stopped::Nodes));
        assert_eq!((StopFlag(&flag), NodeLimit(9)).reached(10), Some(Stopped::Nodes));
    }
}
