//! What may end a search early.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// Asked at every node whether to stop. The unit limit never stops, and the compiler knows: it costs nothing.
pub trait Limit {
    /// Why the search stopped; uninhabited for a limit that never does.
    type Reason;

    /// Whether to stop at the node that is number `nodes` of this search.
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

/// Stops soon after the flag is raised: it is looked at once in [`StopFlag::INTERVAL`] nodes, the first one included.
#[derive(Clone, Copy, Debug)]
pub struct StopFlag<'a>(pub &'a AtomicBool);

impl StopFlag<'_> {
    /// Nodes between two looks at the flag: some tens of microseconds.
    pub const INTERVAL: u64 = 1024;
}

impl Limit for StopFlag<'_> {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        // Relaxed: the flag carries no data, and seeing it a few nodes late is as good.
        (nodes % Self::INTERVAL == 1 && self.0.load(Ordering::Relaxed)).then_some(Stopped::Flag)
    }
}
