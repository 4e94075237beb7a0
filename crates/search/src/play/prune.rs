//! What ends a node before its moves are searched.

use ttable::Table;

use crate::node::{Node, Standing};
use crate::{Algorithm, Depth, Game, Limit, MAX_DEPTH, Observer, Policy, Score, Search, Technique, Window};

/// Reverse futility up to this depth, in the evaluation's units for each ply.
const REVERSE_DEPTH: Depth = 7;
const REVERSE_MARGIN: i32 = 90;
/// Razoring up to this depth.
const RAZOR_DEPTH: Depth = 3;
const RAZOR_MARGIN: i32 = 250;
const RAZOR_PER_PLY: i32 = 150;
/// Internal reduction from this depth on.
const REDUCED_DEPTH: Depth = 4;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// The score, if the evaluation is so far above or below the window that the moves need not be searched one by one.
    pub(crate) fn hopeless_or_decided<G: Game>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: impl Window,
        standing: &Standing,
    ) -> Option<Score>
    where
        P: Policy<G>,
    {
        let evaluation = standing.evaluation?;
        if self.policy.uses(Technique::ReverseFutility)
            && let Some(score) = reverse_futility(node.depth, evaluation, window, standing.improving)
        {
            return Some(score);
        }
        if self.policy.uses(Technique::Razoring)
            && let Some(score) = self.razor(game, node, window, evaluation)
        {
            return Some(score);
        }
        if self.policy.uses(Technique::NullMove) {
            return self.null_move(game, node, window, standing);
        }
        None
    }

    /// What quiescence finds, if the side to move is far below alpha and finds nothing better.
    fn razor<G: Game>(
        &mut self,
        game: &mut G,
        node: Node<T::Handle>,
        window: impl Window,
        evaluation: Score,
    ) -> Option<Score>
    where
        P: Policy<G>,
    {
        let depth = i32::from(node.depth);
        if node.depth > RAZOR_DEPTH
            || !window.alpha().is_plain()
            || evaluation.get() + RAZOR_MARGIN + RAZOR_PER_PLY * depth * depth > window.alpha().get()
        {
            return None;
        }
        let score = self.visit(game, Node { depth: 0, ..node }, window).score;
        // A stopped search ends here too, whatever the score.
        (self.stopped.is_some() || score <= window.alpha()).then_some(score)
    }

    /// A ply more where a threat has to be answered, as long as that does not go on for ever; such a child is not reduced.
    #[inline]
    pub(crate) fn extended<G: Game>(
        &self,
        child: Node<T::Handle>,
        reduction: Depth,
    ) -> (Node<T::Handle>, Depth)
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE || child.calm {
            return (child, reduction);
        }
        let may_grow =
            child.depth >= 0 && i32::from(child.ply) + i32::from(child.depth) < i32::from(MAX_DEPTH);
        let extension = Depth::from(may_grow && self.policy.uses(Technique::CheckExtensions));
        (Node { depth: child.depth + extension, ..child }, 0)
    }

    /// A ply less, if the table has no move to try first.
    #[inline]
    pub(crate) fn reduced_without_hash_move<G: Game>(
        &self,
        node: Node<T::Handle>,
        hash_move: Option<&G::Move>,
    ) -> Node<T::Handle>
    where
        P: Policy<G>,
    {
        let reduced = P::SELECTIVE
            && node.depth >= REDUCED_DEPTH
            && node.ply > 0
            && hash_move.is_none()
            && self.policy.uses(Technique::InternalReduction);
        Node { depth: node.depth - Depth::from(reduced), ..node }
    }
}

/// The evaluation, if it is so far above beta that a shallow search would hardly fall below.
fn reverse_futility(depth: Depth, evaluation: Score, window: impl Window, improving: bool) -> Option<Score> {
    let margin = REVERSE_MARGIN * (i32::from(depth) - i32::from(improving));
    (depth <= REVERSE_DEPTH && window.beta().is_plain() && evaluation.get() - margin >= window.beta().get())
        .then_some(evaluation)
}
