//! How much a node depends on its hash move: if all other moves are much worse, it is searched deeper.

use ttable::{Bound, Table};

use crate::algorithm::Lines as _;
use crate::node::{Found, Known, KnownValue, Node, Standing};
use crate::observe::Entered;
use crate::staged::Moves;
use crate::{
    Algorithm, Depth, Game, Limit, MAX_DEPTH, Null, Observer, Policy, Score, Search, Technique, Window,
};

/// The least depth at which the other moves are tried first.
const LEAST_DEPTH: Depth = 6;
/// How much less deep than the node the stored value may have been searched.
const SHALLOWER: Depth = 3;
/// How much worse the other moves have to be, for each ply.
const MARGIN_PER_PLY: i32 = 2;
/// Worse by so much more in a null window, the hash move is extended by two plies, as long as the line has not yet grown by so
/// many.
const FAR: i32 = 20;
const GROWN: i32 = 6;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// Searches the other moves half as deep, where the table promises that the hash move is good. If they are all worse by a
    /// margin it is *singular*, and extended. If one of them reaches beta, that answers the node ('multi-cut'). If one comes near
    /// a hash move that is promised to reach beta, this one is searched a ply less deep, also where it gives check.
    ///
    /// Source: Anantharaman, Campbell and Hsu, *Singular extensions: adding selectivity to brute-force searching*, Artificial
    /// Intelligence 43(1), 1990; Björnsson and Marsland, *Multi-cut pruning in alpha-beta search*, 1998.
    pub(crate) fn judge_hash_move<G: Game, W: Window>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: W,
        known: &Known<G::Move>,
        standing: &mut Standing,
    ) -> Option<Found<G::Move>>
    where
        P: Policy<G>,
    {
        let (hash_move, value) = (known.mv?, known.value?);
        if !P::SELECTIVE
            || node.depth < LEAST_DEPTH
            || node.ply == 0
            || reach(&node) + 2 > self.furthest()
            || value.draft < node.depth - SHALLOWER
            || !value.bound.is_lower()
            || !value.score.is_plain()
            || !self.policy.uses(Technique::SingularExtensions)
        {
            return None;
        }
        let limit = Score::plain(value.score.get() - MARGIN_PER_PLY * i32::from(node.depth));
        let others = self.best_of_others(game, node, limit, hash_move, standing);
        if self.stopped.is_some() {
            return Some(others);
        }
        if others.score < limit {
            let is_only_move = others.score == Score::MIN;
            let is_far = W::NULL && !is_only_move && others.score.get() + FAR < limit.get();
            let may_grow = reach(&node) < i32::from(self.aim) + GROWN;
            standing.extension = 1 + Depth::from(is_far && may_grow);
        } else if W::NULL && others.score >= window.beta() && others.score.is_plain() {
            return Some(Found::score(others.score));
        } else if value.score >= window.beta() {
            standing.extension = -1;
        }
        None
    }

    /// How far from the root extensions may carry a line: twice as far as was asked for.
    fn furthest(&self) -> i32 {
        (2 * i32::from(self.aim)).min(MAX_DEPTH.into())
    }

    /// Whether another move than the hash move reaches `limit`, half as deep.
    fn best_of_others<G: Game>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        limit: Score,
        hash_move: G::Move,
        standing: &Standing,
    ) -> Found<G::Move>
    where
        P: Policy<G>,
    {
        let node = Node { depth: (node.depth - 1) / 2, ..node };
        let window = Null::above(limit.pred());
        self.observer.enter(&Entered {
            ply: node.ply,
            depth: node.depth,
            alpha: window.alpha(),
            beta: window.beta(),
        });
        let found = self.search_children(game, &mut Moves::without(hash_move), node, window, standing);
        self.lines.enter(node.ply);
        self.observer.leave(found.score);
        found
    }

    /// The evaluation, or what the table knows where that says more.
    #[inline]
    pub(crate) fn informed<G: Game>(&self, evaluation: Score, known: Option<KnownValue>) -> Score
    where
        P: Policy<G>,
    {
        match known {
            Some(known) if self.policy.uses(Technique::TableEvaluation) => known.instead_of(evaluation),
            _ => evaluation,
        }
    }
}

/// Plies from the root to where the node's lines end.
fn reach<H>(node: &Node<H>) -> i32 {
    i32::from(node.ply) + i32::from(node.depth)
}

impl KnownValue {
    /// The stored value where it says more than the evaluation, else that.
    fn instead_of(self, evaluation: Score) -> Score {
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > evaluation,
            Bound::Upper => self.score < evaluation,
        };
        if says_more && self.score.is_plain() { self.score } else { evaluation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_value_replaces_an_evaluation_that_it_refutes() {
        let evaluation = Score::plain(10);
        let instead = |score, bound| KnownValue { score, bound, draft: 3 }.instead_of(evaluation).get();
        for (stored, by_bound) in [(20, [10, 20, 20]), (0, [0, 10, 0]), (10, [10, 10, 10])] {
            let found =
                [Bound::Upper, Bound::Lower, Bound::Exact].map(|bound| instead(Score::plain(stored), bound));
            assert_eq!(found, by_bound, "{stored}");
        }
        for win_or_loss in [Score::win_in(5), Score::loss_in(6)] {
            assert_eq!(instead(win_or_loss, Bound::Exact), 10, "a mate is no evaluation");
        }
    }
}
