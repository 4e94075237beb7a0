//! All the work that an entry stands for, for Breuker's `BigAll`.

use std::cell::{Cell, RefCell};

use search::{Entered, Observer, Score};
use ttable::{Bound, Clustered, Entry, Layout, Memory, Replacement, Stored, Table, WeighedWord, Word as _};

/// A table whose stores count, beside the nodes searched, the work of each stored entry that answered in place of a search.
///
/// It is the observer of the same search, which must be the table's only one.
pub(super) struct Represented<'a, L: Layout, R> {
    table: &'a Clustered<L, R, Memory<L::Cluster>>,
    /// The work of the entry found last.
    found: Cell<u64>,
    /// The work that entries have saved since the search began.
    saved: Cell<u64>,
    /// `saved` as each open node was entered.
    entered: RefCell<Vec<u64>>,
}

impl<'a, L: Layout, R> Represented<'a, L, R> {
    pub(super) const fn new(table: &'a Clustered<L, R, Memory<L::Cluster>>) -> Self {
        Self { table, found: Cell::new(0), saved: Cell::new(0), entered: RefCell::new(Vec::new()) }
    }
}

impl<L: Layout<Word: WeighedWord>, R: Replacement<L::Word>> Table for &Represented<'_, L, R> {
    type Handle = u64;

    fn locate(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let clusters = self.table.clusters();
        let located = self.table.layout().locate(key, clusters.len());
        let word = self.table.layout().find(clusters.get(located.cluster)?, located.check)?;
        self.found.set(word.work());
        word.unpack()
    }

    fn store(&self, key: u64, entry: &Entry, work: u64) -> Stored {
        let entered = self.entered.borrow().last().copied().unwrap_or(0);
        self.table.store(self.table.locate(key), entry, work + self.saved.get() - entered)
    }
}

impl<L: Layout, R> Observer for &Represented<'_, L, R> {
    fn enter(&mut self, _node: &Entered) {
        self.entered.borrow_mut().push(self.saved.get());
    }

    fn leave(&mut self, _score: Score) {
        self.entered.borrow_mut().pop();
    }

    fn table_cutoff(&mut self, _bound: Bound) {
        // The node that asked was searched, and is counted by the search.
        self.saved.set(self.saved.get() + self.found.get() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ttable::{Big, OnePerIndex, Size};

    /// Stores the entry of a key that took so many nodes; the work that is kept.
    fn kept<L: Layout<Word: WeighedWord>, R: Replacement<L::Word>>(
        represented: &Represented<'_, L, R>,
        key: u64,
        work: u64,
    ) -> u64 {
        represented.store(key, &Entry::new(0, Bound::Exact, 1), work);
        represented.probe(key).map_or(0, |_| represented.found.get())
    }

    #[test]
    fn an_entry_that_answers_counts_as_the_nodes_it_saved() {
        let table =
            Clustered::new(OnePerIndex::whole().weighed(), Big, Size::Clusters(64)).expect("64 slots");
        let represented = Represented::new(&table);
        let mut observer = &represented;
        let node = Entered { ply: 0, depth: 0, alpha: Score::DRAW, beta: Score::DRAW };
        let mut inside = |answers: bool, then: &mut dyn FnMut()| {
            observer.enter(&node);
            if answers {
                assert!((&represented).probe(1).is_some());
                observer.table_cutoff(Bound::Exact);
            }
            then();
            observer.leave(Score::DRAW);
        };
        // A child of five nodes, searched; a second one, which the first one's entry answers; their parent: 1 + 5 + 1
        // nodes were searched, and four saved.
        inside(false, &mut || assert_eq!(kept(&represented, 1, 5), 5));
        represented.entered.borrow_mut().push(0);
        inside(true, &mut || ());
        assert_eq!(kept(&represented, 2, 7), 11);
        represented.entered.borrow_mut().pop();
        // What was saved before a node was entered is not its own.
        inside(false, &mut || assert_eq!(kept(&represented, 3, 2), 2));
    }
}
