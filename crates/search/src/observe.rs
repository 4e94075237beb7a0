//! Watching a search without slowing it down.

use std::num::NonZeroU16;

use ttable::{Bound, Stored};

use crate::{Depth, Ply, Score};

/// A node as it is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// Plies from the root.
    pub ply: Ply,
    /// Plies still to search.
    pub depth: Depth,
    /// The window's lower limit.
    pub alpha: Score,
    /// The window's upper limit.
    pub beta: Score,
}

/// A node that was searched move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Plies it was searched.
    pub depth: Depth,
    /// How its score relates to its value: `Exact` for PV-, `Lower` for Cut-, `Upper` for All-nodes.
    pub bound: Bound,
    /// The hash move it had.
    pub hash_move: Option<NonZeroU16>,
    /// The move that gave its score; `None` where no move was better than being content.
    pub best: Option<NonZeroU16>,
    /// Moves tried.
    pub tried: usize,
}

/// What a search reports as it goes. Every method defaults to nothing, and the unit observer costs nothing.
pub trait Observer {
    /// A node was entered, `ply` plies from the root.
    #[inline]
    fn node(&mut self, ply: Ply) {
        let _ = ply;
    }

    /// The table was probed, and had an entry or not.
    #[inline]
    fn probe(&mut self, hit: bool) {
        let _ = hit;
    }

    /// A stored value with this bound answered for the node.
    #[inline]
    fn table_cutoff(&mut self, bound: Bound) {
        let _ = bound;
    }

    /// A value was offered to the table.
    #[inline]
    fn store(&mut self, stored: Stored) {
        let _ = stored;
    }

    /// The move tried as number `index` (from 0) failed high.
    #[inline]
    fn fail_high(&mut self, index: usize) {
        let _ = index;
    }

    /// A node is entered; also one that a limit refuses, which is left at once, and of which [`node`](Observer::node) hears nothing.
    #[inline]
    fn enter(&mut self, node: &Entered) {
        let _ = node;
    }

    /// The node entered last, and not left, is left.
    #[inline]
    fn leave(&mut self, score: Score) {
        let _ = score;
    }

    /// A move is made `ply` plies from the root; `None` for a pass.
    #[inline]
    fn moved(&mut self, ply: Ply, packed: Option<NonZeroU16>) {
        let _ = (ply, packed);
    }

    /// A node was searched move by move.
    #[inline]
    fn searched(&mut self, node: &Searched) {
        let _ = node;
    }

    /// A move was searched less deep first, and again or not.
    #[inline]
    fn reduced(&mut self, searched_again: bool) {
        let _ = searched_again;
    }
}

impl Observer for () {}

/// What hands on everything it hears.
macro_rules! hand_on {
    ($($method:ident($($name:ident: $type:ty),+);)+) => {
        impl<O: Observer> Observer for &mut O {
            $(
                #[inline]
                fn $method(&mut self, $($name: $type),+) {
                    (**self).$method($($name),+);
                }
            )+
        }

        /// Both hear everything, the first one first.
        impl<A: Observer, B: Observer> Observer for (A, B) {
            $(
                #[inline]
                fn $method(&mut self, $($name: $type),+) {
                    self.0.$method($($name),+);
                    self.1.$method($($name),+);
                }
            )+
        }
    };
}

hand_on! {
    node(ply: Ply);
    probe(hit: bool);
    table_cutoff(bound: Bound);
    store(stored: Stored);
    fail_high(index: usize);
    enter(node: &Entered);
    leave(score: Score);
    moved(ply: Ply, packed: Option<NonZeroU16>);
    searched(node: &Searched);
    reduced(searched_again: bool);
}

/// Counts of everything an observer hears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes entered, the root included.
    pub nodes: u64,
    /// Probes of the table.
    pub probes: u64,
    /// Probes that found an entry of the position.
    pub hits: u64,
    /// Hits whose value answered for the node.
    pub table_cutoffs: u64,
    /// Stores the table took.
    pub stores: u64,
    /// Stores the table refused.
    pub refused: u64,
    /// Stores taken over an entry of the same position.
    pub updates: u64,
    /// Stores taken over an entry of another position.
    pub evictions: u64,
    /// Nodes where a move failed high.
    pub fail_highs: u64,
    /// Nodes where the first move tried failed high.
    pub first_move_fail_highs: u64,
}

impl Observer for Counts {
    #[inline]
    fn node(&mut self, _ply: Ply) {
        self.nodes += 1;
    }

    #[inline]
    fn probe(&mut self, hit: bool) {
        self.probes += 1;
        self.hits += u64::from(hit);
    }

    #[inline]
    fn table_cutoff(&mut self, _bound: Bound) {
        self.table_cutoffs += 1;
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        self.stores += u64::from(stored != Stored::Refused);
        self.refused += u64::from(stored == Stored::Refused);
        self.updates += u64::from(stored == Stored::Updated);
        self.evictions += u64::from(stored == Stored::Evicted);
    }

    #[inline]
    fn fail_high(&mut self, index: usize) {
        self.fail_highs += 1;
        self.first_move_fail_highs += u64::from(index == 0);
    }
}
