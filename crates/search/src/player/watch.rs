//! What a thinking thread watches: nodes, clock, flags.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::lead::Lead;
use crate::limits::is_due;
use crate::{Deadline, Limit, Observer, Ply, Stopped, Terms};

/// All limits of one thread.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    end: End<'a>,
    /// Nodes of the helping threads.
    counted: &'a AtomicU64,
    nodes: Option<u64>,
    hard: Option<Deadline>,
    /// A helper's own nodes that are in `counted`.
    added: Option<u64>,
    alone: bool,
}

/// What ends a search from outside.
#[derive(Clone, Copy, Debug)]
enum End<'a> {
    /// The caller raises it, if this is the caller's thread.
    Raised(&'a AtomicBool),
    /// The caller's thread has gone on to another than this one.
    Called(&'a Lead, u64),
}

impl<'a> Watch<'a> {
    /// The watch of the caller's thread.
    pub(super) fn new<M>(
        terms: &Terms<M>,
        stop: &'a AtomicBool,
        counted: &'a AtomicU64,
        alone: bool,
    ) -> Self {
        let end = End::Raised(stop);
        Self { end, counted, nodes: terms.nodes, hard: terms.hard, added: None, alone }
    }

    /// The watch of a helping thread.
    pub(super) fn helper(lead: &'a Lead, counted: &'a AtomicU64) -> Self {
        let end = End::Called(lead, 0);
        Self { end, counted, nodes: None, hard: None, added: Some(0), alone: false }
    }

    /// A helper's next search is the one of this number.
    pub(super) fn follow(&mut self, number: u64) {
        if let End::Called(_, called) = &mut self.end {
            *called = number;
        }
    }

    /// Nodes of the helping threads so far.
    pub(super) fn helped(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Adds a helper's nodes that have not been.
    pub(super) fn count_rest(&mut self, nodes: u64) {
        if let Some(added) = &mut self.added {
            self.counted.fetch_add(nodes - *added, Ordering::Relaxed);
            *added = nodes;
        }
    }
}

impl Limit for Watch<'_> {
    type Reason = Stopped;

    #[inline]
    fn reached(&mut self, nodes: u64) -> Option<Stopped> {
        if let End::Called(lead, number) = self.end
            && !lead.is_at(number)
        {
            return Some(Stopped::Flag);
        }
        if let Some(most) = self.nodes
            && (nodes > most || (!self.alone && is_due(nodes) && nodes + self.helped() > most))
        {
            return Some(Stopped::Nodes);
        }
        if !is_due(nodes) {
            return None;
        }
        // The node asked about is not entered yet.
        self.count_rest(nodes - 1);
        // Relaxed: the flag carries no data, and seeing it a few nodes late is as good.
        if let End::Raised(stop) = self.end
            && stop.load(Ordering::Relaxed)
        {
            return Some(Stopped::Flag);
        }
        self.hard.as_mut().and_then(|deadline| deadline.reached(nodes))
    }
}

/// The longest line so far, in plies.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deepest(pub(super) Ply);

impl Observer for Deepest {
    #[inline]
    fn node(&mut self, ply: Ply) {
        self.0 = self.0.max(ply);
    }
}
