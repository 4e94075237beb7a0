//! Enhanced transposition cutoffs: a child that the table already has bad enough for the opponent ends the node.

use ttable::Table;

use crate::node::{Found, Node, answers};
use crate::{
    Algorithm, Depth, DepthGate, Game, Limit, List, Observer, Policy, Score, Search, Technique, Window,
};

/// The least depth at which children are looked up.
const LEAST_DEPTH: Depth = 5;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// A move whose child, as stored, is worth at least beta.
    ///
    /// Source: Plaat, Schaeffer, Pijls and de Bruin, *Exploiting graph properties of game trees*, AAAI 1996.
    pub(crate) fn child_cutoff<G: Game, W: Window>(
        &mut self,
        game: &G,
        node: Node<T::Handle>,
        window: W,
    ) -> Option<Found<G::Move>>
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE || !W::NULL || node.depth < LEAST_DEPTH || !self.policy.uses(Technique::ChildProbes)
        {
            return None;
        }
        let mut moves = G::List::default();
        game.legal_moves(&mut moves);
        for &mv in moves.as_slice() {
            let handle = self.table.locate(self.policy.key_after(game, mv)?);
            let Some(entry) = self.table.probe(handle) else { continue };
            let score = Score::from_table(entry.value, node.ply + 1);
            if self.policy.gate().admits(entry.draft, node.depth - 1)
                && answers(entry.bound, score, window.flipped())
                && -score >= window.beta()
                && self.policy.trusts(game, -score, node.ply)
            {
                self.observer.table_cutoff(entry.bound);
                return Some(Found { score: -score, mv: Some(mv) });
            }
        }
        None
    }
}
