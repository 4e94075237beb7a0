//! The moves of a node, listed stage by stage: a cut by the hash move lists nothing else.

use crate::{Game, List};

/// What has been listed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// At most the hash move.
    Hash,
    /// The noisy moves that win something.
    Noisy,
    /// The quiet moves, and the noisy ones that neither win nor lose anything.
    Quiet,
    /// All moves.
    All,
}

/// The moves of a node in the order they are tried.
pub struct Moves<G: Game> {
    /// Tried, and to be tried next.
    pub(crate) listed: G::List<G::Move>,
    /// To be tried when nothing else is left.
    pub(crate) later: G::List<G::Move>,
    /// How many have been tried.
    pub(crate) next: usize,
    pub(crate) hash_move: Option<G::Move>,
    pub(crate) stage: Stage,
}

impl<G: Game> std::fmt::Debug for Moves<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let listed = self.listed.as_slice().len();
        f.debug_struct("Moves").field("listed", &listed).field("stage", &self.stage).finish_non_exhaustive()
    }
}

impl<G: Game> Moves<G> {
    /// These moves and no others, in this order.
    #[inline]
    pub(crate) fn all(listed: G::List<G::Move>) -> Self {
        Self { listed, later: G::List::default(), next: 0, hash_move: None, stage: Stage::All }
    }

    /// The hash move, if there is one; the others when it has been tried.
    #[inline]
    pub(crate) fn staged(hash_move: Option<G::Move>) -> Self {
        let mut listed = G::List::default();
        if let Some(mv) = hash_move {
            listed.push(mv);
        }
        Self { listed, later: G::List::default(), next: 0, hash_move, stage: Stage::Hash }
    }

    /// The next move, if one is listed.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<G::Move> {
        let mv = self.listed.as_slice().get(self.next).copied();
        self.next += usize::from(mv.is_some());
        mv
    }

    /// The moves tried, in order.
    #[inline]
    pub(crate) fn tried(&self) -> &[G::Move] {
        &self.listed.as_slice()[..self.next]
    }

    /// Lists the moves of a stage by descending rank, but for the hash move.
    pub(crate) fn list(&mut self, found: &G::List<G::Move>, rank: impl Fn(G::Move) -> i32) {
        let start = self.listed.as_slice().len();
        for &mv in found.as_slice() {
            if Some(mv) != self.hash_move {
                self.listed.push(mv);
            }
        }
        crate::order::sort_by_rank::<G>(&mut self.listed.as_mut_slice()[start..], rank);
    }
}
