//! The moves of the root: which are searched, and in which order.

/// One of the root's moves.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    packed: u16,
    /// Nodes of its subtree in the last iteration.
    nodes: u64,
}

/// The root's moves in the order they are tried, once they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root {
    moves: Vec<RootMove>,
    /// Whether some of the legal moves are not among them.
    is_restricted: bool,
    /// Those whose lines are known already.
    excluded: Vec<u16>,
}

impl Root {
    /// These moves in this order.
    pub(super) fn set(&mut self, packed: impl Iterator<Item = u16>, is_restricted: bool) {
        self.moves.clear();
        self.moves.extend(packed.map(|packed| RootMove { packed, nodes: 0 }));
        self.is_restricted = is_restricted && !self.moves.is_empty();
        self.excluded.clear();
    }

    /// Leaves these out until others are named.
    pub(super) fn exclude(&mut self, packed: impl Iterator<Item = u16>) {
        self.excluded.clear();
        self.excluded.extend(packed);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Nothing is known; the root is a node like any other.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn is_known(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Whether moves are left out, so that the root's value is not the position's.
    pub(super) fn is_restricted(&self) -> bool {
        self.is_restricted || !self.excluded.is_empty()
    }

    /// The packed moves to search, in order.
    pub(super) fn packed(&self) -> impl Iterator<Item = u16> {
        self.moves.iter().map(|mv| mv.packed).filter(|packed| !self.excluded.contains(packed))
    }

    /// Adds to the subtree of a move.
    pub(super) fn searched(&mut self, packed: u16, nodes: u64) {
        if let Some(mv) = self.moves.iter_mut().find(|mv| mv.packed == packed) {
            mv.nodes += nodes;
        }
    }

    /// The move's share of what has been added, in percent; 100 if nothing was.
    pub(super) fn effort(&self, packed: u16) -> u8 {
        let total: u64 = self.moves.iter().map(|mv| mv.nodes).sum();
        let own = self.moves.iter().find(|mv| mv.packed == packed).map_or(0, |mv| mv.nodes);
        (own * 100).checked_div(total).and_then(|percent| u8::try_from(percent).ok()).unwrap_or(100)
    }

    /// Puts `best` first and the others by the size of their subtrees, which begin anew.
    pub(super) fn reorder(&mut self, best: Option<u16>) {
        self.moves.sort_by_key(|mv| (Some(mv.packed) != best, std::cmp::Reverse(mv.nodes)));
        for mv in &mut self.moves {
            mv.nodes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_first_then_the_largest_subtree_then_the_old_order() {
        let mut root = Root::default();
        root.set(1..=5, false);
        for (packed, nodes) in [(2, 10), (4, 30), (2, 5), (9, 99), (5, 30)] {
            root.searched(packed, nodes);
        }
        assert_eq!([2, 3, 4, 9].map(|packed| root.effort(packed)), [20, 0, 40, 0]);
        root.reorder(Some(3));
        assert_eq!(root.effort(3), 100, "nothing yet");
        assert_eq!(root.packed().collect::<Vec<_>>(), [3, 4, 5, 2, 1]);
        root.reorder(None);
        assert_eq!(root.packed().collect::<Vec<_>>(), [3, 4, 5, 2, 1], "the sizes began anew");
        root.exclude([5, 3].into_iter());
        assert_eq!(root.packed().collect::<Vec<_>>(), [4, 2, 1]);
        assert!(root.is_restricted() && root.len() == 5);
        root.clear();
        assert!(!root.is_known() && !root.is_restricted());
    }
}
