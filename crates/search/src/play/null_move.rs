//! Null-move pruning: a side that is well off even after passing need not search its moves.

use ttable::Table;

use crate::node::{Node, Standing};
use crate::{Algorithm, Depth, Game, Limit, Null, Observer, Policy, Score, Search, Window};

/// The least depth at which passing is tried.
const LEAST_DEPTH: Depth = 3;
/// From this depth on, what passing promises is verified by a search of the moves.
const VERIFIED_DEPTH: Depth = 12;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// A score of at least beta, if the side to move reaches it even when it passes.
    ///
    /// Passing is the game's to allow: not where it might be better than any move. Nobody passes after a pass, and a
    /// win found by passing is not claimed.
    ///
    /// Source: Donninger, *Null move and deep search*, ICCA Journal 16(3), 1993; Heinz, *Adaptive null-move pruning*, ICCA
    /// Journal 22(3), 1999.
    pub(crate) fn null_move<G: Game>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: impl Window,
        standing: &Standing,
    ) -> Option<Score>
    where
        P: Policy<G>,
    {
        let beta = window.beta();
        let surplus = standing.evaluation?.get() - beta.get();
        if node.depth < LEAST_DEPTH || surplus < 0 || !beta.is_plain() || self.verifying {
            return None;
        }
        let undo = self.policy.pass(game, node.ply)?;
        self.observer.moved(node.ply, None);
        let reduction = 3 + node.depth / 4 + Depth::try_from(surplus / 200).unwrap_or(3).min(3);
        let handle = self.table.locate(self.policy.key(game));
        self.table.prefetch(handle);
        let depth = (node.depth - reduction).max(0);
        let child = Node { handle, depth, ply: node.ply + 1, calm: true, cut: !node.cut };
        let score = -self.visit(game, child, Null::above(beta.pred()).flipped()).score;
        self.policy.take_back_pass(game, undo);
        if self.stopped.is_some() {
            // The score means nothing, but the node ends here.
            return Some(score);
        }
        if score < beta {
            return None;
        }
        let score = if score.is_plain() { score } else { beta };
        if node.depth < VERIFIED_DEPTH {
            return Some(score);
        }
        // Without passes below: it costs little next to the depth, and no zugzwang is overlooked.
        self.verifying = true;
        let verified = self.visit(game, Node { depth, ..node }, Null::above(beta.pred())).score;
        self.verifying = false;
        (self.stopped.is_some() || verified >= beta).then_some(score)
    }
}
