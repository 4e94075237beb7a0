//! What threads of one company do so as not to search the same: a move that another is searching is put off.

use ttable::Table;

use crate::mixed::mix;
use crate::node::{Node, Standing};
use crate::staged::Moves;
use crate::{Algorithm, Company, Depth, Game, Limit, Observer, Policy, Score, Search, Window};

/// The least depth of a node whose moves the threads leave each other: below, a subtree is too small to be worth it.
const SHARED_DEPTH: Depth = 4;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// What the others are told of a move of this node while it is searched, to whatever depth; `None` where nobody would hear
    /// of it.
    #[inline]
    pub(crate) fn mark<G: Game>(&self, game: &G, node: Node<T::Handle>, mv: G::Move) -> Option<u64>
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE || node.depth < SHARED_DEPTH || !self.policy.company().is_present() {
            return None;
        }
        Some(mix(self.policy.key(game) ^ u64::from(game.pack(mv).get())))
    }

    /// Puts a move off, the one listed as number `index`, if another thread is searching it: by the time it comes up again the
    /// table may have its value. Never the first, since if that fails high the others need no search, and none a second time.
    ///
    /// Source: T. Kerrigan, *Simplified ABDADA*, 2017.
    #[inline]
    pub(crate) fn puts_off<G: Game>(
        &self,
        moves: &mut Moves<G>,
        mark: Option<u64>,
        (index, hopeless): (usize, bool),
    ) -> bool
    where
        P: Policy<G>,
    {
        let Some(mark) = mark else { return false };
        index > 0 && !hopeless && self.policy.company().is_busy(mark) && moves.put_off(index)
    }

    /// The same as [`search_move`](Search::search_move); the others hear of it.
    #[inline]
    pub(crate) fn search_marked<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
        standing: &Standing,
        mv: (G::Move, usize, bool),
        mark: Option<u64>,
    ) -> Option<Score>
    where
        P: Policy<G>,
    {
        if let Some(mark) = mark {
            self.policy.company().enter(mark);
        }
        let score = self.search_move(game, node, window, standing, mv);
        if let Some(mark) = mark {
            self.policy.company().leave(mark);
        }
        score
    }
}
