//! How well a search chooses: nodes by kind, cutoffs, and what the hash move is worth.

use ttable::{Bound, Stored};

use crate::observe::Searched;
use crate::{Counts, Observer, Ply};

/// What a search did, counted; [`Counts`] and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes, probes, stores and fail-highs.
    pub counts: Counts,
    /// Hits that answered, by the stored bound: upper, lower, exact.
    pub table_cutoffs_by_bound: [u64; 3],
    /// Nodes searched move by move above depth 0 that turned out PV-nodes: exact.
    pub pv_nodes: u64,
    /// Those that turned out Cut-nodes: a move failed high.
    pub cut_nodes: u64,
    /// Those that turned out All-nodes: no move reached alpha.
    pub all_nodes: u64,
    /// Nodes of quiescence searched move by move.
    pub quiescence_nodes: u64,
    /// Cut- and PV-nodes above depth 0 that had a hash move.
    pub with_hash_move: u64,
    /// Those whose best move was the hash move.
    pub hash_move_best: u64,
    /// Cut-nodes above depth 0 that had a hash move.
    pub cuts_with_hash_move: u64,
    /// Those that the hash move cut.
    pub hash_move_cuts: u64,
    /// Cut-nodes above depth 0 that the first move tried cut.
    pub first_move_cuts: u64,
    /// Moves searched less deep first.
    pub reduced: u64,
    /// Those that were better than alpha and searched again.
    pub searched_again: u64,
}

/// A share in per mille, 0 of nothing.
fn per_mille(part: u64, whole: u64) -> u64 {
    (1_000 * part).checked_div(whole).unwrap_or(0)
}

impl Statistics {
    /// How often the hash move was best, of the nodes that had one and a best move; per mille.
    pub fn hash_move_best_per_mille(&self) -> u64 {
        per_mille(self.hash_move_best, self.with_hash_move)
    }

    /// The hash move's share of the cuts at nodes that had one; per mille.
    pub fn hash_move_cuts_per_mille(&self) -> u64 {
        per_mille(self.hash_move_cuts, self.cuts_with_hash_move)
    }

    /// The first move's share of the cuts; per mille.
    pub fn first_move_cuts_per_mille(&self) -> u64 {
        per_mille(self.first_move_cuts, self.cut_nodes)
    }

    /// Hits of all probes; per mille.
    pub fn hits_per_mille(&self) -> u64 {
        per_mille(self.counts.hits, self.counts.probes)
    }

    /// Moves searched again, of those reduced; per mille.
    pub fn searched_again_per_mille(&self) -> u64 {
        per_mille(self.searched_again, self.reduced)
    }
}

impl Observer for Statistics {
    #[inline]
    fn node(&mut self, ply: Ply) {
        self.counts.node(ply);
    }

    #[inline]
    fn probe(&mut self, hit: bool) {
        self.counts.probe(hit);
    }

    #[inline]
    fn table_cutoff(&mut self, bound: Bound) {
        self.counts.table_cutoff(bound);
        self.table_cutoffs_by_bound[bound as usize - 1] += 1;
    }

    #[inline]
    fn store(&mut self, stored: Stored) {
        self.counts.store(stored);
    }

    #[inline]
    fn fail_high(&mut self, index: usize) {
        self.counts.fail_high(index);
    }

    fn searched(&mut self, node: &Searched) {
        if node.depth <= 0 {
            self.quiescence_nodes += 1;
            return;
        }
        match node.bound {
            Bound::Exact => self.pv_nodes += 1,
            Bound::Lower => self.cut_nodes += 1,
            Bound::Upper => self.all_nodes += 1,
        }
        let hash_move_best = node.hash_move.is_some() && node.hash_move == node.best;
        if node.bound.is_lower() && node.hash_move.is_some() && node.best.is_some() {
            self.with_hash_move += 1;
            self.hash_move_best += u64::from(hash_move_best);
        }
        if node.bound == Bound::Lower {
            self.first_move_cuts += u64::from(node.tried == 1);
            self.cuts_with_hash_move += u64::from(node.hash_move.is_some());
            self.hash_move_cuts += u64::from(hash_move_best);
        }
    }

    #[inline]
    fn reduced(&mut self, searched_again: bool) {
        self.reduced += 1;
        self.searched_again += u64::from(searched_again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of store is counted by what became of it, each a number of times of its own.
    #[test]
    fn stores_are_counted_by_what_became_of_them() {
        let mut found = Statistics::default();
        for (times, stored) in
            [(2, Stored::Filled), (3, Stored::Updated), (5, Stored::Evicted), (7, Stored::Refused)]
        {
            (0..times).for_each(|_| found.store(stored));
        }
        let Counts { stores, refused, updates, evictions, .. } = found.counts;
        assert_eq!((stores, refused, updates, evictions), (10, 7, 3, 5));
    }
}
