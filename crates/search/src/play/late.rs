//! What becomes of moves late in the order: left out, or searched less deep first.

use ttable::Table;

use crate::node::{Node, Standing};
use crate::{Algorithm, Depth, Game, Limit, Observer, Policy, Score, Search, Technique, Window};

/// Late-move pruning and futility up to this depth.
const LEAVES: Depth = 7;
const FUTILITY_MARGIN: i32 = 120;
const FUTILITY_PER_PLY: i32 = 90;
/// What a capture may gain beyond its prize, in quiescence.
const DELTA_MARGIN: i32 = 180;
/// Pruning by history up to this depth, and how little a move must promise for each ply, of 1,024.
const UNPROMISING_DEPTH: Depth = 4;
const UNPROMISING_PER_PLY: i32 = 150;
/// What an exchange may lose for each ply: by quiet moves, by noisy ones.
const QUIET_LOSS: i32 = 60;
const NOISY_LOSS: i32 = 100;
/// The least depth at which late moves are reduced, and the first of them.
const REDUCED_DEPTH: Depth = 3;
const FIRST_REDUCED: usize = 2;

impl<T: Table, P, O: Observer, L: Limit, A: Algorithm> Search<T, P, O, L, A> {
    /// Whether to leave a move out, the one that would be tried as number `index`, unless it turns out to threaten something.
    /// Never at a node with an open window, never before another move has averted a loss.
    #[inline]
    pub(crate) fn leaves_out<G: Game, W: Window>(
        &self,
        game: &G,
        node: Node<T::Handle>,
        window: W,
        standing: &Standing,
        (mv, index, best): (G::Move, usize, Score),
    ) -> bool
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE || !W::NULL || !window.alpha().is_plain() || best.is_loss() {
            return false;
        }
        if node.depth <= 0 {
            return self.is_too_small(game, window, standing, mv);
        }
        if index == 0 || node.depth > LEAVES {
            return false;
        }
        let depth = i32::from(node.depth);
        let quiet = self.policy.is_quiet(game, mv);
        if quiet && standing.calm && self.is_late_or_futile(node.depth, window, standing, index) {
            return true;
        }
        if quiet && standing.calm && self.is_unpromising(game, node, mv) {
            return true;
        }
        let loss = if quiet { QUIET_LOSS } else { NOISY_LOSS };
        self.policy.uses(Technique::ExchangePruning)
            && standing.calm
            && self.policy.exchange(game, mv) < -loss * depth
    }

    /// Whether even the prize of a noisy move would not bring the evaluation near alpha.
    fn is_too_small<G: Game>(&self, game: &G, window: impl Window, standing: &Standing, mv: G::Move) -> bool
    where
        P: Policy<G>,
    {
        let Some(content) = standing.content else { return false };
        self.policy.uses(Technique::DeltaPruning)
            && content.get() + self.policy.prize(game, mv) + DELTA_MARGIN <= window.alpha().get()
    }

    fn is_late_or_futile<G: Game>(
        &self,
        depth: Depth,
        window: impl Window,
        standing: &Standing,
        index: usize,
    ) -> bool
    where
        P: Policy<G>,
    {
        let plies = usize::try_from(depth).unwrap_or(0);
        let late = (4 + plies * plies) / if standing.improving { 1 } else { 2 };
        if index >= late.max(2) && self.policy.uses(Technique::LateMovePruning) {
            return true;
        }
        let Some(evaluation) = standing.evaluation else { return false };
        let margin = FUTILITY_MARGIN + FUTILITY_PER_PLY * i32::from(depth);
        self.policy.uses(Technique::Futility) && evaluation.get() + margin <= window.alpha().get()
    }

    /// Whether a quiet move has failed too often for so few plies.
    fn is_unpromising<G: Game>(&self, game: &G, node: Node<T::Handle>, mv: G::Move) -> bool
    where
        P: Policy<G>,
    {
        node.depth <= UNPROMISING_DEPTH
            && self.policy.uses(Technique::HistoryPruning)
            && self.policy.promise(game, mv, node.ply) < -UNPROMISING_PER_PLY * i32::from(node.depth)
    }

    /// Plies by which a move, the one tried as number `index`, is searched less deep at first.
    #[inline]
    pub(crate) fn reduction<G: Game, W: Window>(
        &self,
        game: &G,
        node: Node<T::Handle>,
        standing: &Standing,
        (mv, index): (G::Move, usize),
    ) -> Depth
    where
        P: Policy<G>,
    {
        if !P::SELECTIVE
            || node.depth < REDUCED_DEPTH
            || index < FIRST_REDUCED
            || !standing.calm
            || !self.policy.uses(Technique::LateMoveReductions)
        {
            return 0;
        }
        let mut plies = growing(node.depth, index);
        if self.policy.is_quiet(game, mv) {
            plies += i32::from(!standing.improving && W::NULL);
            plies -= self.policy.promise(game, mv, node.ply) / 200;
        } else {
            plies /= 2;
        }
        plies += i32::from(W::NULL && node.cut);
        plies -= i32::from(!W::NULL);
        Depth::try_from(plies).unwrap_or(0).clamp(0, node.depth - 2)
    }
}

/// A reduction that grows with both logarithms: about ln(depth) · ln(index + 1) / 2 + 0.4.
fn growing(depth: Depth, index: usize) -> i32 {
    let index = i32::try_from(index).unwrap_or(255);
    (logarithm(i32::from(depth)) * logarithm(index + 1) + 430) / 1_066
}

/// Sixteen times the logarithm to base 2 of a number above 0, by straight lines between the powers of 2.
fn logarithm(number: i32) -> i32 {
    let whole = number.max(1).ilog2();
    16 * whole.cast_signed() + ((number.max(1) - (1 << whole)) << 4 >> whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        let logarithms = [1, 2, 3, 4, 6, 8, 16, 24, 256].map(logarithm);
        assert_eq!(logarithms, [0, 16, 24, 32, 40, 48, 64, 72, 128]);
        assert_eq!(logarithm(i32::MIN), 0);
    }

    #[test]
    fn reductions_grow_with_depth_and_with_the_move() {
        let reductions = [(3, 3), (6, 3), (6, 10), (12, 20), (20, 40)].map(|(d, i)| growing(d, i));
        assert_eq!(reductions, [1, 1, 2, 4, 5]);
        for depth in 1..246 {
            for index in 1..300 {
                assert!(growing(depth, index) <= growing(depth + 1, index));
                assert!(growing(depth, index) <= growing(depth, index + 1));
            }
        }
    }
}
