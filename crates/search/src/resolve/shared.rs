//! What threads that solve the same position do so as not to search the same.

use ttable::Table;

use super::{DEFERRED, Open, Resolve, Solver, Value, answer};
use crate::{Company, Limit, List, Observer, Ply};

/// Plies from the root to the last nodes that threads mark as theirs: below, a subtree is too small to be worth it.
pub(super) const SHARED_PLIES: Ply = 14;

impl<T: Table, O: Observer, L: Limit, C: Company> Solver<T, O, L, C> {
    /// The next child to search, with its value where the table has it by now. One that another thread is in comes last, but
    /// for the first of all: if that fails high, the others need no search.
    #[inline]
    pub(super) fn next_child<P: Resolve>(
        &mut self,
        ply: Ply,
        alpha: Value,
        tried: usize,
        open: &mut Open<P, T::Handle>,
    ) -> Option<(usize, Option<Value>)> {
        loop {
            let (index, rank) = open.take()?;
            if !C::SHARED || ply >= SHARED_PLIES || tried == 0 && rank != DEFERRED {
                return Some((index, None));
            }
            let child = &open.children.as_slice()[index];
            if rank == DEFERRED {
                return Some((index, self.probe(child.handle, child.alpha(alpha))));
            }
            if !self.company.is_busy(child.position.key()) {
                return Some((index, None));
            }
            open.put_off(index);
        }
    }

    /// Tells the others of this node; gives back its key.
    pub(super) fn enter(&mut self, key: u64, ply: Ply, alpha: Value) -> u64 {
        self.path.truncate(ply.into());
        self.path.push((key, alpha));
        self.company.enter(key);
        key
    }

    /// Whether another thread has stored the answer of a node above this one, to which the recursion then goes back.
    pub(super) fn is_overtaken(&mut self, ply: Ply) -> bool {
        let above = self.path.iter().take(ply.into());
        let answered = above.zip(0..).find(|&(&(key, alpha), _)| {
            let entry = self.table.probe(self.table.locate(key));
            entry.is_some_and(|entry| answer(entry, alpha).is_some())
        });
        self.overtaken = answered.map(|(_, ply)| ply);
        self.overtaken.is_some()
    }
}
